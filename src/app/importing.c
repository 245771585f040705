/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * importing.c - other people's files, one after the other, into one document
 */
#include "app/importing.h"

#include "app/app.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MOST_INPUT = 512 << 20 }; /* bytes of one file */

static int read_all(struct buf *buf, int fd, const char *path, struct diag *why)
{
    char bytes[65536];
    ssize_t n;

    buf_text(buf, "");
    while ((n = read(fd, bytes, sizeof bytes)) > 0 && buf_ok(buf)) {
        buf_add(buf, bytes, (size_t)n);
        if (buf->length > MOST_INPUT)
            return diag_set(why, -EFBIG, "%s: it is longer than %d MiB", path,
                            MOST_INPUT >> 20);
    }
    if (n < 0)
        return diag_set(why, -errno, "%s: %s", path, strerror(errno));
    return buf_ok(buf) ? 0 : diag_set(why, -ENOMEM, "%s: no memory to read it", path);
}

static int read_file(struct buf *buf, const char *path, struct diag *why)
{
    int fd, rc;

    if (strcmp(path, "-") == 0)
        return read_all(buf, STDIN_FILENO, "standard input", why);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return diag_set(why, -errno, "%s: %s", path, strerror(errno));
    rc = read_all(buf, fd, path, why);
    close(fd);
    return rc;
}

/* Name and size as well, so that no two lists of files are the same bytes. */
static void digest(struct importing *importing, const struct import_source *source)
{
    const char *slash = strrchr(source->name, '/');
    const char *name = slash ? slash + 1 : source->name;
    uint64_t size = source->size;

    sha256_update(&importing->sha, strlen(name) + 1, (const uint8_t *)name);
    sha256_update(&importing->sha, sizeof size, (const uint8_t *)&size);
    sha256_update(&importing->sha, source->size, (const uint8_t *)source->text);
}

static void tell(struct importing *importing, const char *name,
                 const struct import_log *log)
{
    for (size_t i = 0; i < log->n_notes; i++) {
        const struct import_note *note = &log->notes[i];

        importing->notes[note->kind]++;
        if (importing->report)
            printf("%s:%" PRIu32 ": %s: %s (%s)\n", name, note->line,
                   import_note_name[note->kind], note->text, note->why);
    }
}

static int add(struct importing *importing, const struct import_source *source)
{
    struct import_log log;
    struct diag why = { 0 };
    int rc = import_read(importing->doc, source, importing->as, &log, &why);

    if (rc < 0 && rc != -ENOMSG)
        return app_fail(&why, rc == -EINVAL ? APP_USAGE : APP_INTERNAL);
    tell(importing, source->name, &log);
    if (rc < 0) {
        app_error("%s", diag_text(&why));
        return APP_OK;
    }
    app_say(APP_VERBOSE, "errbar: %s: %zu values in %zu sessions, read as %s",
            source->name, log.values, log.sessions, log.kind->name);
    importing->files++;
    importing->values += log.values;
    importing->sessions += log.sessions;
    return APP_OK;
}

int importing_add(struct importing *importing, const char *path)
{
    struct buf buf = { 0 };
    struct diag why = { 0 };
    int rc = read_file(&buf, path, &why), code;

    if (rc < 0) {
        code = app_fail(&why, rc == -ENOMEM ? APP_INTERNAL : APP_DATA);
    } else {
        const struct import_source source = { path, buf.text, buf.length };

        digest(importing, &source);
        code = add(importing, &source);
    }
    buf_done(&buf);
    return code;
}
