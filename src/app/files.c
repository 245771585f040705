/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * files.c - result files, read and judged
 */
#include "app/app.h"

#include "judge/derive.h"
#include "judge/judge.h"
#include "output/xml.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Readers return errno; what it means to a caller of the program is a class. */
static enum app_exit class_of(int rc)
{
    switch (rc) {
    case -ENOMEM:
        return APP_INTERNAL;
    default:
        return APP_DATA;
    }
}

/* What no file has judged, in the company of all: rows tell of each other. */
static int judge_missing(struct doc *doc)
{
    bool all = true;

    for (size_t i = 0; i < doc->n_measurements; i++)
        all = all && doc->measurements[i]->judged;
    return all ? derive_doc(doc) : judge_rest(doc);
}

int app_load_files(struct doc **out, char *const *paths, size_t n, size_t *ends)
{
    struct diag why = { 0 };
    struct doc *doc = doc_new();
    int rc = doc ? 0 : -ENOMEM;

    for (size_t i = 0; rc == 0 && i < n; i++) {
        rc = xml_read(doc, paths[i], &why);
        if (ends)
            ends[i] = doc->n_sessions;
    }
    if (rc == 0)
        rc = judge_missing(doc);
    if (rc < 0) {
        doc_free(doc);
        why.rc = rc;
        return app_fail(&why, class_of(rc));
    }
    for (size_t i = 0; i < doc->n_warnings; i++)
        app_say(APP_NORMAL, "errbar: %s", doc->warnings[i]);
    *out = doc;
    return APP_OK;
}

int app_load(struct doc **out, char *const *paths, size_t n)
{
    return app_load_files(out, paths, n, NULL);
}

enum { MOST_INPUT = 512 << 20 }; /* bytes that are kept in memory */

const char *app_keep_input(struct diag *why)
{
    static char path[32];
    char bytes[65536];
    int fd = memfd_create("errbar-input", MFD_CLOEXEC);
    size_t length = 0;
    ssize_t n;

    if (fd < 0) {
        diag_set(why, -errno, "cannot keep standard input: %s", strerror(errno));
        return NULL;
    }
    while ((n = read(STDIN_FILENO, bytes, sizeof bytes)) > 0) {
        length += (size_t)n;
        if (length > MOST_INPUT) {
            diag_set(why, -EFBIG, "standard input: it is longer than %d MiB",
                     MOST_INPUT >> 20);
            close(fd);
            return NULL;
        }
        if (write(fd, bytes, (size_t)n) != n) {
            diag_set(why, -EIO, "cannot keep standard input: %s", strerror(errno));
            close(fd);
            return NULL;
        }
    }
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    return path;
}
