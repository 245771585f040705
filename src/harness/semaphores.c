/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * semaphores.c - System V semaphores that nobody leaves behind
 */
#include "harness/semaphores.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/sem.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREFIX "semaphores-"

enum { ATTEMPTS = 16, DIGITS = 8 };

/* Where only a privileged process may, a namespace of users makes this one that. */
static bool be_alone(void)
{
    return unshare(CLONE_NEWIPC) == 0 || unshare(CLONE_NEWUSER | CLONE_NEWIPC) == 0;
}

static int make(const char *scratch, int n, char file[PATH_MAX])
{
    uint32_t key = 0;
    int fd, id, error;

    if (getrandom(&key, sizeof key, 0) != (ssize_t)sizeof key || key == IPC_PRIVATE)
        return -EAGAIN;
    if (snprintf(file, PATH_MAX, "%s/" PREFIX "%0*x", scratch, DIGITS, (unsigned)key) >=
        PATH_MAX)
        return -ENAMETOOLONG;
    fd = open(file, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (fd < 0)
        return -errno;
    close(fd);
    id = semget((key_t)key, n, IPC_CREAT | IPC_EXCL | S_IRUSR | S_IWUSR);
    if (id >= 0)
        return id;
    error = errno;
    unlink(file);
    return error == EEXIST ? -EAGAIN : -error;
}

int harness_semaphores_new(const char *scratch, int n, char file[PATH_MAX])
{
    int id = -EAGAIN;

    *file = '\0';
    if (be_alone()) {
        id = semget(IPC_PRIVATE, n, S_IRUSR | S_IWUSR);
        return id < 0 ? -errno : id;
    }
    for (int i = 0; id == -EAGAIN && i < ATTEMPTS; i++)
        id = make(scratch, n, file);
    return id;
}

/* The key in a file's name, 0 where it is none of ours. */
static key_t key_of(const char *name)
{
    const char *digits = name + strlen(PREFIX);

    if (strncmp(name, PREFIX, strlen(PREFIX)) != 0 || strlen(digits) != DIGITS ||
        strspn(digits, "0123456789abcdef") != DIGITS)
        return 0;
    return (key_t)strtoul(digits, NULL, 16);
}

static void remove_set(key_t key)
{
    int id = semget(key, 0, 0);
    struct semid_ds set = { 0 };
    union {
        int value;
        struct semid_ds *set;
    } about = { .set = &set };

    if (id >= 0 && semctl(id, 0, IPC_STAT, about) == 0 &&
        set.sem_perm.cuid == geteuid())
        semctl(id, 0, IPC_RMID);
}

void harness_semaphores_sweep(const char *scratch)
{
    DIR *dir = opendir(scratch);
    const struct dirent *entry;

    while (dir && (entry = readdir(dir))) {
        key_t key = key_of(entry->d_name);

        if (key != IPC_PRIVATE)
            remove_set(key);
    }
    if (dir)
        closedir(dir);
}
