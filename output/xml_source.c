/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * xml_source.c - where the bytes of a document come from
 */
#include "output/xml_parts.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static int from_fd(void *self, char *bytes, int length)
{
    struct xml_source *source = self;
    ssize_t n;

    do
        n = read(source->fd, bytes, (size_t)length);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        source->error = -errno;
    return (int)n;
}

static int from_memory(void *self, char *bytes, int length)
{
    struct xml_source *source = self;
    size_t i = source->left[0] ? 0 : 1, n = source->left[i];

    if (n > (size_t)length)
        n = (size_t)length;
    if (n)
        memcpy(bytes, source->bytes[i], n);
    source->bytes[i] += n;
    source->left[i] -= n;
    return (int)n;
}

/* The first and the last bytes but blanks, to tell a cut file from a wrong one. */
static void remember(struct xml_source *source, const char *bytes, int n)
{
    for (int i = 0; i < n && !source->first; i++) {
        if (!isspace((unsigned char)bytes[i]))
            source->first = bytes[i];
    }
    for (int i = n > 64 ? n - 64 : 0; i < n; i++) {
        if (isspace((unsigned char)bytes[i]))
            continue;
        memmove(source->last, source->last + 1, sizeof source->last - 2);
        source->last[sizeof source->last - 2] = bytes[i];
    }
}

int xml_source_read(struct xml_source *source, char *bytes, int length)
{
    int n = source->read(source, bytes, length);

    source->ended = n == 0;
    remember(source, bytes, n);
    return n;
}

bool xml_source_is_empty(const struct xml_source *source)
{
    return source->ended && !source->first;
}

bool xml_source_is_cut(const struct xml_source *source)
{
    return source->ended && strcmp(source->last, "results>") != 0;
}

int xml_source_open(struct xml_source *source, const char *path, struct diag *why)
{
    *source = (struct xml_source){ .name = path, .read = from_fd, .fd = STDIN_FILENO };
    if (strcmp(path, "-") == 0) {
        source->name = "standard input";
        return 0;
    }
    source->fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (source->fd < 0)
        return diag_set(why, -errno, "cannot read %s: %s", path, strerror(errno));
    return 0;
}

void xml_source_close(struct xml_source *source)
{
    if (source->fd > STDIN_FILENO)
        close(source->fd);
}

void xml_source_memory(struct xml_source *source, const void *bytes, size_t length,
                       const char *tail, const char *name)
{
    *source = (struct xml_source){ .name = name,
                                   .read = from_memory,
                                   .fd = -1,
                                   .bytes = { bytes, tail },
                                   .left = { length, strlen(tail) } };
}
