/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sink.c - where bytes go: a file that appears whole, a descriptor, memory
 */
#include "model/sink.h"

#include "base/num.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK = 64 * 1024 };

/* A pipe, a device: written in place, since a rename would replace it. */
static bool is_special(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

/*
 * Without a name until it is whole; with one where the file system knows no such files,
 * or where /proc, by which it would get its name, is missing.
 */
static int open_partial(struct sink *sink, mode_t mode)
{
    char *copy = strdup(sink->path);
    char self[32];

    if (!copy)
        return -ENOMEM;
    /* what has no name would find out too late that its name is too long */
    if (access(sink->partial, F_OK) < 0 && errno == ENAMETOOLONG) {
        free(copy);
        return -ENAMETOOLONG;
    }
    sink->fd = open(dirname(copy), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    free(copy);
    snprintf(self, sizeof self, "/proc/self/fd/%d", sink->fd);
    if (sink->fd >= 0 && access(self, F_OK) < 0) {
        close(sink->fd);
        sink->fd = -1;
    }
    sink->named = sink->fd < 0;
    if (sink->named)
        sink->fd = mkostemp(sink->partial, O_CLOEXEC);
    return sink->fd < 0 || fchmod(sink->fd, mode) < 0 ? -errno : 0;
}

/* What is there may be written, and its mode; else the mode of new files. */
static int mode_of(const char *path, mode_t *mode)
{
    struct stat st;
    mode_t mask;

    if (stat(path, &st) == 0) {
        *mode = st.st_mode & 07777;
        return S_ISDIR(st.st_mode) ? -EISDIR : access(path, W_OK) < 0 ? -errno : 0;
    }
    mask = umask(0);
    umask(mask);
    *mode = 0666 & ~mask;
    return 0;
}

/* Behind a symbolic link, so that the file changes and not the link. */
static char *target_of(const char *path)
{
    char *target = realpath(path, NULL);

    return target ? target : strdup(path);
}

static char *partial_of(const char *path)
{
    char *partial = NULL;

    return asprintf(&partial, "%s.part-XXXXXX", path) < 0 ? NULL : partial;
}

int sink_open_file(struct sink *sink, const char *path, struct diag *why)
{
    mode_t mode;
    int rc;

    *sink = (struct sink){ .fd = -1, .path = target_of(path) };
    rc = sink->path ? mode_of(sink->path, &mode) : -ENOMEM;
    if (rc == 0 && is_special(sink->path)) {
        sink->fd = open(sink->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
        rc = sink->fd < 0 ? -errno : 0;
    } else if (rc == 0) {
        sink->partial = partial_of(sink->path);
        rc = sink->partial ? open_partial(sink, mode) : -ENOMEM;
    }
    if (rc < 0) {
        sink_abandon(sink);
        diag_set(why, rc, "cannot write %s: %s", path, strerror(-rc));
    }
    return rc;
}

int sink_check_file(const char *path, struct diag *why)
{
    struct sink sink;
    int rc = 0;

    if (!is_special(path))
        rc = sink_open_file(&sink, path, why);
    else if (access(path, W_OK) < 0)
        return diag_set(why, -errno, "cannot write %s: %s", path, strerror(errno));
    else
        return 0;
    sink_abandon(&sink); /* nothing is left to give back where it failed */
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

int sink_settle(struct sink *sink)
{
    if (!sink->error && !buf_ok(&sink->buf))
        sink->error = -ENOMEM;
    else if (sink->fd >= 0 && sink->buf.length >= CHUNK)
        flush(sink);
    return sink->error;
}

int sink_write(struct sink *sink, const void *bytes, size_t length)
{
    if (sink->error)
        return sink->error;
    buf_add(&sink->buf, bytes, length);
    return sink_settle(sink);
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

/* The name of a file that had none: free, because another may have been killed here. */
static int name_partial(struct sink *sink)
{
    enum { ATTEMPTS = 100 };
    char self[32], *digits = sink->partial + strlen(sink->partial) - strlen("XXXXXX");
    uint32_t draw;

    snprintf(self, sizeof self, "/proc/self/fd/%d", sink->fd);
    for (int i = 0; i < ATTEMPTS; i++) {
        if (getrandom(&draw, sizeof draw, GRND_NONBLOCK) != (ssize_t)sizeof draw)
            draw = (uint32_t)getpid() + (uint32_t)i;
        snprintf(digits, strlen("XXXXXX") + 1, "%06x", draw & 0xffffff);
        if (linkat(AT_FDCWD, self, AT_FDCWD, sink->partial, AT_SYMLINK_FOLLOW) == 0) {
            sink->named = true;
            return 0;
        }
        if (errno != EEXIST)
            break;
    }
    return -errno;
}

static int put_in_place(struct sink *sink)
{
    int rc = fsync(sink->fd) < 0 ? -errno : 0;

    if (rc == 0 && !sink->named)
        rc = name_partial(sink);
    if (rc == 0 && rename(sink->partial, sink->path) < 0)
        rc = -errno;
    return rc;
}

int sink_finish(struct sink *sink, struct diag *why)
{
    int rc;

    if (sink->fd >= 0)
        flush(sink);
    if (sink->partial && !sink->error)
        sink->error = put_in_place(sink);
    rc = sink->error;
    if (rc < 0) {
        diag_set(why, rc, "cannot write %s completely: %s",
                 sink->path ? sink->path : "the output", strerror(-rc));
        if (sink->partial && sink->named)
            unlink(sink->partial);
    }
    release(sink);
    return rc;
}

void sink_abandon(struct sink *sink)
{
    if (sink->partial && sink->fd >= 0 && sink->named)
        unlink(sink->partial);
    release(sink);
}
