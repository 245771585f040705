/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * helper.c - a worker that does what the tests of spawn need done to them
 */
#include "harness/wire.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

extern char **environ;

static void say(const char *name, double value)
{
    struct wire_record r = { .kind = WIRE_COUNT };

    r.count.value = value;
    snprintf(r.count.name, sizeof r.count.name, "%s", name);
    if (write(WIRE_FD, &r, sizeof r) != (ssize_t)sizeof r)
        _exit(9);
}

static void hang(void)
{
    for (;;)
        pause();
}

static int count_descriptors(void)
{
    DIR *dir = opendir("/proc/self/fd");
    int n = 0;

    if (!dir)
        return -1;
    while (readdir(dir))
        n++;
    closedir(dir);
    return n - 3; /* ".", ".." and the directory itself */
}

static bool is_null(int fd)
{
    struct stat a, b;

    return fstat(fd, &a) == 0 && stat("/dev/null", &b) == 0 && a.st_rdev == b.st_rdev;
}

static int not_default(void)
{
    int n = 0;

    for (int i = 1; i < NSIG; i++) {
        struct sigaction action;

        if (sigaction(i, NULL, &action) == 0 && action.sa_handler != SIG_DFL)
            n++;
    }
    return n;
}

static bool is_set(const char *name, const char *value)
{
    const char *is = getenv(name);

    return is && strcmp(is, value) == 0;
}

static int tell(void)
{
    const char *padding = getenv("ERRBAR_PADDING");
    sigset_t mask;
    int n = 0;

    for (char **e = environ; *e; e++)
        n++;
    say("environment", n);
    say("padding", padding ? (double)strlen(padding) : -1);
    say("path", is_set("PATH", "/usr/bin:/bin"));
    say("locale", is_set("LC_ALL", "C"));
    say("descriptors", count_descriptors());
    say("null", is_null(0) && is_null(1) && is_null(2));
    say("append", (fcntl(WIRE_FD, F_GETFL) & O_APPEND) != 0);
    say("own group", getpgrp() == getpid());
    say("session of parent", getsid(0) == getppid());
    sigemptyset(&mask);
    sigprocmask(SIG_SETMASK, NULL, &mask);
    n = 0;
    for (int i = 1; i < NSIG; i++)
        n += sigismember(&mask, i) == 1;
    say("blocked", n);
    say("not default", not_default());
    return 0;
}

/* A process that only the end of the lifeline, if that, makes go. */
static void stay(bool lifeline)
{
    struct pollfd fd = { .fd = WIRE_LIFELINE };

    for (int i = 1; i < NSIG; i++)
        signal(i, SIG_IGN);
    if (lifeline)
        (void)poll(&fd, 1, -1);
    else
        hang();
    _exit(0);
}

/* One child in our group, one grandchild in a session of its own. */
static void grow(bool lifeline)
{
    int up[2];
    pid_t pid = fork();

    if (pid == 0)
        stay(lifeline);
    say("pid", pid);
    if (pipe(up) < 0)
        _exit(9);
    if (fork() == 0) {
        setsid();
        pid = fork();
        if (pid == 0) {
            close(up[0]);
            close(up[1]);
            stay(lifeline);
        }
        if (write(up[1], &pid, sizeof pid) != (ssize_t)sizeof pid)
            _exit(9);
        _exit(0);
    }
    if (read(up[0], &pid, sizeof pid) != (ssize_t)sizeof pid)
        _exit(9);
    close(up[0]);
    close(up[1]);
    say("pid", pid);
}

/* Holds the FIFO `path` open in all processes, so that its end is the end of all. */
static void grow_holding(const char *path, bool lifeline)
{
    int fd = open(path, O_WRONLY);

    grow(lifeline);
    if (fd < 0 || write(fd, "r", 1) != 1)
        _exit(9);
}

static int leave_file(const char *dir)
{
    int fd;

    if (chdir(dir) < 0 || mkdir("closed", 0) < 0 || mkdir("deep", 0700) < 0)
        return 9;
    fd = open("deep/file", O_CREAT | O_WRONLY, 0400);
    return fd < 0 || write(fd, "x", 1) != 1 ? 9 : 0;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "", *arg = argc > 2 ? argv[2] : "";

    if (strcmp(what, "tell") == 0)
        return tell();
    if (strcmp(what, "exit") == 0)
        return atoi(arg);
    if (strcmp(what, "signal") == 0)
        raise(atoi(arg));
    if (strcmp(what, "hang") == 0)
        stay(false);
    if (strcmp(what, "close") == 0)
        return close(WIRE_FD);
    if (strcmp(what, "half") == 0) {
        say("whole", 1);
        return write(WIRE_FD, "cut", 3) == 3 ? 0 : 9;
    }
    if (strcmp(what, "unended") == 0) {
        struct wire_record r;

        memset(&r, 'x', sizeof r);
        r.kind = (uint16_t)atoi(arg);
        return write(WIRE_FD, &r, sizeof r) == (ssize_t)sizeof r ? 0 : 9;
    }
    if (strcmp(what, "files") == 0)
        return leave_file(arg);
    if (strcmp(what, "leave") == 0)
        grow(false);
    if (strcmp(what, "tree") == 0 || strcmp(what, "lifeline") == 0) {
        grow_holding(arg, what[0] == 'l');
        hang();
    }
    if (strcmp(what, "kill-shepherd") == 0) {
        grow_holding(arg, false);
        kill(getppid(), SIGKILL);
        hang();
    }
    if (strcmp(what, "stop-shepherd") == 0)
        kill(getppid(), SIGSTOP);
    if (strcmp(what, "signal-runner") == 0) {
        kill(atoi(arg), SIGUSR1);
        hang();
    }
    return 0;
}
