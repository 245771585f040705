/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bare_trip.c - what a round trip between two processes costs without any harness
 *
 * bare_trip pipe|unix|udp|tcp PASSES: the median of 20 observations after 5, in ns a
 * trip. It checks nothing that is sent and ends on nothing but the end of its peer.
 */
#include <arpa/inet.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signal.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static int by_size(const void *a, const void *b)
{
    return (*(const double *)a > *(const double *)b) -
           (*(const double *)a < *(const double *)b);
}

static ssize_t take(int fd, bool datagram, char *ball)
{
    return datagram ? recv(fd, ball, 4, 0) : read(fd, ball, 1);
}

static ssize_t give(int fd, bool datagram, const char *ball)
{
    return datagram ? send(fd, ball, 4, 0) : write(fd, ball, 1);
}

static void or_end(int rc)
{
    if (rc < 0)
        exit(1);
}

static int at_a_port(int type, struct sockaddr_in *at)
{
    socklen_t length = sizeof *at;
    int fd = socket(AF_INET, type, 0);

    memset(at, 0, sizeof *at);
    at->sin_family = AF_INET;
    at->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    or_end(bind(fd, (struct sockaddr *)at, length));
    or_end(getsockname(fd, (struct sockaddr *)at, &length));
    return fd;
}

/* [0] this process reads from, [1] it writes to, [2] and [3] the same of the other. */
static void connect_ends(const char *mode, int ends[4])
{
    struct sockaddr_in a, b;
    int fds[2];

    if (strcmp(mode, "pipe") == 0) {
        or_end(pipe(fds));
        ends[2] = fds[0];
        ends[1] = fds[1];
        or_end(pipe(fds));
        ends[0] = fds[0];
        ends[3] = fds[1];
        return;
    }
    if (strcmp(mode, "unix") == 0) {
        or_end(socketpair(AF_UNIX, SOCK_STREAM, 0, fds));
    } else if (strcmp(mode, "udp") == 0) {
        fds[0] = at_a_port(SOCK_DGRAM, &a);
        fds[1] = at_a_port(SOCK_DGRAM, &b);
        or_end(connect(fds[0], (struct sockaddr *)&b, sizeof b));
        or_end(connect(fds[1], (struct sockaddr *)&a, sizeof a));
    } else {
        int listening = at_a_port(SOCK_STREAM, &a);

        or_end(listen(listening, 1));
        fds[0] = socket(AF_INET, SOCK_STREAM, 0);
        or_end(connect(fds[0], (struct sockaddr *)&a, sizeof a));
        fds[1] = accept(listening, NULL, NULL);
        close(listening);
    }
    ends[0] = ends[1] = fds[0];
    ends[2] = ends[3] = fds[1];
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "pipe";
    uint64_t passes = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    bool datagram = strcmp(mode, "udp") == 0;
    char ball[4] = "";
    double ns[25];
    int ends[4];

    connect_ends(mode, ends);
    if (fork() == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        close(ends[0]);
        close(ends[1]);
        while (take(ends[2], datagram, ball) > 0)
            or_end((int)give(ends[3], datagram, ball));
        return 0;
    }
    close(ends[2]);
    close(ends[3]);
    for (int k = 0; k < 25; k++) {
        struct timespec a, b;

        clock_gettime(CLOCK_MONOTONIC_RAW, &a);
        for (uint64_t i = 0; i < passes; i++) {
            or_end((int)give(ends[1], datagram, ball));
            or_end((int)take(ends[0], datagram, ball));
        }
        clock_gettime(CLOCK_MONOTONIC_RAW, &b);
        ns[k] = (double)(b.tv_sec - a.tv_sec) * 1e9 + (double)(b.tv_nsec - a.tv_nsec);
    }
    qsort(ns + 5, 20, sizeof *ns, by_size);
    printf("%.6f\n", (ns[14] + ns[15]) / 2 / (double)passes);
    return 0;
}
