/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * proc.h - small files of /proc and /sys, and what stands in them
 *
 * Paths are absolute and looked up below `root`: "" for this machine, a directory
 * for a tree of another one.
 */
#ifndef OS_PROC_H
#define OS_PROC_H

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    OS_FILE_BYTES = 8 << 20, /* /proc/cpuinfo of a thousand CPUs has 2 MiB */
    OS_LINE_BYTES = 4096
};

/*
 * Adds a whole regular file to a buffer; bytes as they are, NULs included. Never waits
 * for a FIFO.
 *
 * Returns: 0, -ENOENT, -EACCES …; -EFBIG beyond OS_FILE_BYTES; -EINVAL for what is
 *          no regular file; -ENOMEM. The buffer is as before then, save on -ENOMEM
 */
int os_read_file(struct buf *out, const char *root, const char *path);

/*
 * The file's first line without white space around it; the rest is not looked at.
 *
 * Shape:   line[size]
 * Returns: 0 or as os_read_file(); -EILSEQ for bytes that no text has, -EFBIG for a
 *          line that does not fit
 */
int os_read_line(char *line, size_t size, const char *root, const char *path);

/* A file that holds one whole number: 0 or -EINVAL, or as os_read_line(). */
int os_read_u64(uint64_t *value, const char *root, const char *path);

/*
 * The value behind the first "key : value" of a text, or "key value" in a line without
 * a colon; the key begins its line. White space around the value is left out.
 *
 * Returns: the value, borrowed from the text, and its length; NULL where there is none
 */
const char *os_field(const char *text, const char *key, size_t *length);

/* The same as a whole number, of which the first in the value counts: "16 kB" is 16. */
bool os_field_u64(const char *text, const char *key, uint64_t *value);

/*
 * Calls `each` with every name of a directory in byte order, without those that begin
 * with a dot; what it returns other than 0 ends the walk.
 *
 * Returns: 0, what `each` returned, -ENOMEM, or the errno of opening it
 */
int os_list(const char *root, const char *path,
            int (*each)(void *self, const char *name), void *self);

/* What a symbolic link says, as text: 0 or as readlink(2), -EFBIG. */
int os_read_link(char *text, size_t size, const char *root, const char *path);

bool os_exists(const char *root, const char *path);

/*
 * Reads a list of CPUs as the kernel and people write it: "0-3,8", "5". Blanks around
 * it are fine; numbers keep their order and occur once.
 *
 * Shape:   cpu[size]
 * Returns: how many; -EINVAL for another form, -ERANGE for a number of `size` or more
 */
int os_cpu_list(const char *text, int *cpu, size_t size);

#endif
