/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ends.h - who holds the ends of a pipe
 */
#ifndef ENDS_H
#define ENDS_H

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

/* Descriptors of a process that are ends of the pipe which `fd` is an end of here. */
static inline unsigned ends_in(pid_t pid, int fd)
{
    char name[64], path[400], ours[64] = "", theirs[64];
    DIR *directory;
    unsigned n = 0;

    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    if (readlink(name, ours, sizeof ours) <= 0)
        return 0;
    snprintf(name, sizeof name, "/proc/%d/fd", (int)pid);
    directory = opendir(name);
    if (!directory)
        return 0;
    for (struct dirent *e = readdir(directory); e; e = readdir(directory)) {
        memset(theirs, 0, sizeof theirs);
        snprintf(path, sizeof path, "%s/%s", name, e->d_name);
        if (readlink(path, theirs, sizeof theirs) > 0)
            n += strncmp(ours, theirs, sizeof ours) == 0;
    }
    closedir(directory);
    return n;
}

#endif
