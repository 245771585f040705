/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reap.c - killing children and all that they leave to their subreaper
 */
#include "spawn/reap.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct list {
    pid_t *pids;
    size_t n, capacity;
};

static int add(struct list *list, pid_t pid)
{
    if (list->n == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 64;
        pid_t *wide = realloc(list->pids, capacity * sizeof *wide);

        if (!wide)
            return -ENOMEM;
        list->pids = wide;
        list->capacity = capacity;
    }
    list->pids[list->n++] = pid;
    return 0;
}

/* The kernel's own list of one thread's children: -errno where it has none. */
static int from_task(struct list *list, const char *tasks, const char *tid)
{
    char path[PATH_MAX];
    FILE *file;
    long pid;
    int rc = 0;

    snprintf(path, sizeof path, "%s/%s/children", tasks, tid);
    file = fopen(path, "re");
    if (!file)
        return -errno;
    while (rc == 0 && fscanf(file, "%ld", &pid) == 1)
        rc = add(list, (pid_t)pid);
    fclose(file);
    return rc;
}

/* The parent of a process by its stat file, 0 where it is gone. */
static pid_t parent_of(const char *proc, const char *pid)
{
    char path[PATH_MAX], text[512];
    const char *after;
    FILE *file;
    size_t n;
    long parent = 0;

    snprintf(path, sizeof path, "%s/%s/stat", proc, pid);
    file = fopen(path, "re");
    if (!file)
        return 0;
    n = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[n] = '\0';
    after = strrchr(text, ')'); /* the name may hold anything, also a ')' */
    if (after && sscanf(after, ") %*c %ld", &parent) != 1)
        parent = 0;
    return (pid_t)parent;
}

/*
 * Every numbered entry of `path`: its children (tasks) or, for a kernel without
 * PROC_CHILDREN, the processes whose parent this one is.
 */
static int walk(struct list *list, const char *path, bool tasks)
{
    DIR *dir = opendir(path);
    const struct dirent *entry;
    int rc = dir ? 0 : -errno;

    while (dir && rc == 0 && (entry = readdir(dir))) {
        if (!isdigit((unsigned char)entry->d_name[0]))
            continue;
        if (tasks)
            rc = from_task(list, path, entry->d_name);
        else if (parent_of(path, entry->d_name) == getpid())
            rc = add(list, (pid_t)strtol(entry->d_name, NULL, 10));
    }
    if (dir)
        closedir(dir);
    return rc;
}

long spawn_children(const char *proc, pid_t **out)
{
    struct list list = { 0 };
    char tasks[PATH_MAX];
    int rc;

    snprintf(tasks, sizeof tasks, "%s/self/task", proc);
    rc = walk(&list, tasks, true);
    if (rc == -ENOENT) {
        list.n = 0;
        rc = walk(&list, proc, false);
    }
    if (rc < 0) {
        free(list.pids);
        return rc;
    }
    *out = list.pids;
    return (long)list.n;
}

static bool is_among(pid_t pid, const pid_t *spare, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (spare[i] == pid)
            return true;
    }
    return false;
}

static bool has_children(void)
{
    siginfo_t info;

    return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

/* One round: all are killed before any is waited for, so that fewer can fork. */
static size_t kill_round(const pid_t *spare, size_t n)
{
    pid_t *pids = NULL;
    long count = spawn_children("/proc", &pids);
    size_t killed = 0;

    for (long i = 0; i < count; i++) {
        if (!is_among(pids[i], spare, n) && kill(pids[i], SIGKILL) == 0)
            pids[killed++] = pids[i];
    }
    for (size_t i = 0; i < killed; i++) {
        while (waitpid(pids[i], NULL, 0) < 0 && errno == EINTR)
            ;
    }
    free(pids);
    return killed;
}

void spawn_reap_all(const pid_t *spare, size_t n)
{
    while (has_children() && kill_round(spare, n) > 0)
        ;
}
