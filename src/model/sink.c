/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sink.c - where bytes go: a file that appears whole, a descriptor, memory
 */
#include "model/sink.h"

#include "base/num.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK = 64 * 1024 };

/* A pipe, a device: written in place, since a rename would replace it. */
static bool is_special(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

static int open_partial(struct sink *sink)
{
    mode_t mask = umask(0);
    int rc = 0;

    umask(mask);
    sink->fd = mkostemp(sink->partial, O_CLOEXEC);
    if (sink->fd < 0 || fchmod(sink->fd, 0666 & ~mask) < 0)
        rc = -errno;
    return rc;
}

int sink_open_file(struct sink *sink, const char *path, struct diag *why)
{
    struct stat st;
    int rc = 0;

    *sink = (struct sink){ .fd = -1 };
    /* behind a symbolic link, so that the file changes and not the link */
    sink->path = realpath(path, NULL);
    if (!sink->path)
        sink->path = strdup(path);
    if (!sink->path) {
        rc = -ENOMEM;
    } else if (stat(sink->path, &st) == 0 && S_ISDIR(st.st_mode)) {
        rc = -EISDIR;
    } else if (is_special(sink->path)) {
        sink->fd = open(sink->path, O_WRONLY | O_CLOEXEC);
        rc = sink->fd < 0 ? -errno : 0;
    } else if (asprintf(&sink->partial, "%s.part-XXXXXX", sink->path) < 0) {
        sink->partial = NULL;
        rc = -ENOMEM;
    } else {
        rc = open_partial(sink);
    }
    if (rc < 0) {
        sink_abandon(sink);
        diag_set(why, rc, "cannot write %s: %s", path, strerror(-rc));
    }
    return rc;
}

void sink_open_fd(struct sink *sink, int fd)
{
    *sink = (struct sink){ .fd = fd };
}

void sink_open_memory(struct sink *sink)
{
    *sink = (struct sink){ .fd = -1 };
}

static int flush(struct sink *sink)
{
    const char *p = sink->buf.text;
    size_t left = sink->buf.length;

    while (!sink->error && left) {
        ssize_t n = write(sink->fd, p, left);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            sink->error = n < 0 ? -errno : -EIO;
            break;
        }
        p += n;
        left -= (size_t)n;
    }
    buf_clear(&sink->buf);
    return sink->error;
}

int sink_write(struct sink *sink, const void *bytes, size_t length)
{
    if (sink->error)
        return sink->error;
    buf_add(&sink->buf, bytes, length);
    if (!buf_ok(&sink->buf))
        sink->error = -ENOMEM;
    else if (sink->fd >= 0 && sink->buf.length >= CHUNK)
        flush(sink);
    return sink->error;
}

int sink_text(struct sink *sink, const char *text)
{
    return sink_write(sink, text, strlen(text));
}

int sink_printf(struct sink *sink, const char *format, ...)
{
    char *text;
    va_list args;
    int n;

    va_start(args, format);
    n = num_vprintf(NULL, 0, format, args);
    va_end(args);
    text = n < 0 ? NULL : malloc((size_t)n + 1);
    if (!text)
        return sink->error = sink->error ? sink->error : -ENOMEM;
    va_start(args, format);
    num_vprintf(text, (size_t)n + 1, format, args);
    va_end(args);
    sink_write(sink, text, (size_t)n);
    free(text);
    return sink->error;
}

static void release(struct sink *sink)
{
    if (sink->path && sink->fd >= 0)
        close(sink->fd);
    buf_done(&sink->buf);
    free(sink->path);
    free(sink->partial);
    *sink = (struct sink){ .fd = -1 };
}

int sink_finish(struct sink *sink, struct diag *why)
{
    int rc;

    if (sink->fd >= 0)
        flush(sink);
    if (sink->partial && !sink->error && fsync(sink->fd) < 0)
        sink->error = -errno;
    if (sink->partial && !sink->error && rename(sink->partial, sink->path) < 0)
        sink->error = -errno;
    rc = sink->error;
    if (rc < 0) {
        diag_set(why, rc, "cannot write %s completely: %s",
                 sink->path ? sink->path : "the output", strerror(-rc));
        if (sink->partial)
            unlink(sink->partial);
    }
    release(sink);
    return rc;
}

void sink_abandon(struct sink *sink)
{
    if (sink->partial && sink->fd >= 0)
        unlink(sink->partial);
    release(sink);
}
