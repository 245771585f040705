/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * scratch.c - the directory of one run
 */
#include "spawn/scratch.h"
#include "spawn/spawn.h"

#include "harness/semaphores.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREFIX "errbar-run-"

enum {
    PASSES = 3,        /* over a tree: a closed directory is opened, then emptied */
    DESCRIPTORS = 8,   /* nftw may hold open at once, however deep the tree is */
    MAKE_ATTEMPTS = 16 /* another run's sweep may take a directory not yet locked */
};

static int remove_any(const char *path, const struct stat *st, int kind,
                      struct FTW *ftw)
{
    (void)st;
    (void)ftw;
    if (kind == FTW_DNR)
        (void)chmod(path, S_IRWXU); /* for the next pass */
    (void)remove(path);
    return 0;
}

static int remove_below(const char *path, const struct stat *st, int kind,
                        struct FTW *ftw)
{
    return ftw->level ? remove_any(path, st, kind, ftw) : 0;
}

void spawn_scratch_empty(const char *path)
{
    harness_semaphores_sweep(path);
    (void)nftw(path, remove_below, DESCRIPTORS, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}

void spawn_scratch_remove(const char *path)
{
    harness_semaphores_sweep(path);
    for (int i = 0; i < PASSES && access(path, F_OK) == 0; i++)
        (void)nftw(path, remove_any, DESCRIPTORS, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}

/* Whether `fd` is still what `path` names: a sweep may have been faster. */
static bool is_there(const char *path, int fd)
{
    struct stat by_path, by_fd;

    return lstat(path, &by_path) == 0 && fstat(fd, &by_fd) == 0 &&
           by_path.st_dev == by_fd.st_dev && by_path.st_ino == by_fd.st_ino;
}

/* Removes `path` if it is ours and its owner is dead. */
static void sweep_one(const char *path)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    struct stat st;

    if (fd < 0)
        return;
    if (fstat(fd, &st) == 0 && st.st_uid == geteuid() &&
        flock(fd, LOCK_EX | LOCK_NB) == 0 && is_there(path, fd))
        spawn_scratch_remove(path);
    close(fd);
}

static void sweep(const char *parent)
{
    DIR *dir = opendir(parent);
    const struct dirent *entry;

    while (dir && (entry = readdir(dir))) {
        char *path;

        if (strncmp(entry->d_name, PREFIX, strlen(PREFIX)) != 0 ||
            asprintf(&path, "%s/%s", parent, entry->d_name) < 0)
            continue;
        sweep_one(path);
        free(path);
    }
    if (dir)
        closedir(dir);
}

/* Locks it, if it can be: in a file system without locks nobody can sweep either. */
static bool is_locked_by_other(int fd)
{
    return flock(fd, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK;
}

/* One attempt: 0, -EAGAIN where a sweep took it, or why it cannot be. */
static int make(struct spawn_scratch *scratch, const char *parent)
{
    int rc = 0;

    if (asprintf(&scratch->path, "%s/" PREFIX "XXXXXX", parent) < 0) {
        scratch->path = NULL;
        return -ENOMEM;
    }
    if (!mkdtemp(scratch->path)) {
        rc = -errno;
        free(scratch->path);
        scratch->path = NULL;
        return rc;
    }
    scratch->fd = open(scratch->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (scratch->fd < 0)
        rc = errno == ENOENT ? -EAGAIN : -errno;
    else if (is_locked_by_other(scratch->fd) || !is_there(scratch->path, scratch->fd))
        rc = -EAGAIN;
    if (rc < 0) {
        if (rc != -EAGAIN)
            (void)rmdir(scratch->path);
        spawn_scratch_done(scratch);
    }
    return rc;
}

static int make_below(struct spawn_scratch *scratch, const char *parent,
                      struct diag *why)
{
    char *absolute = realpath(parent, NULL);
    int rc = absolute ? -EAGAIN : -errno;

    if (absolute)
        sweep(absolute);
    for (int i = 0; absolute && rc == -EAGAIN && i < MAKE_ATTEMPTS; i++)
        rc = make(scratch, absolute);
    free(absolute);
    if (rc == 0)
        return 0;
    return diag_set(why, rc,
                    "%s: no scratch directory can be made here (%s); name another "
                    "with --dir or TMPDIR",
                    parent, strerror(-rc));
}

const char *spawn_scratch_place(const char *asked)
{
    const char *const usual[] = { asked, getenv("XDG_RUNTIME_DIR"), getenv("TMPDIR") };

    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        if (usual[i] && *usual[i] && (i == 0 || access(usual[i], W_OK | X_OK) == 0))
            return usual[i];
    }
    return "/tmp";
}

int spawn_scratch_init(struct spawn_scratch *scratch, const char *parent,
                       struct diag *why)
{
    const char *const usual[] = { getenv("XDG_RUNTIME_DIR"), getenv("TMPDIR"), "/tmp" };
    int rc = -ENOENT;

    *scratch = (struct spawn_scratch){ .fd = -1 };
    if (parent)
        return make_below(scratch, parent, why);
    for (size_t i = 0; rc < 0 && i < sizeof usual / sizeof *usual; i++) {
        if (usual[i] && *usual[i])
            rc = make_below(scratch, usual[i], why);
    }
    return rc;
}

void spawn_scratch_done(struct spawn_scratch *scratch)
{
    if (scratch->fd >= 0)
        close(scratch->fd);
    free(scratch->path);
    *scratch = (struct spawn_scratch){ .fd = -1 };
}
