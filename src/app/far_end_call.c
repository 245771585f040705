/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * far_end_call.c - the near end: the token shown, the services' ports learnt
 */
#include "app/far_end.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

int far_end_token(char token[FAR_END_TOKEN], const char *path, struct diag *why)
{
    const char *given = getenv("ERRBAR_TOKEN");
    size_t n;

    memset(token, 0, FAR_END_TOKEN);
    if (path) {
        int fd = open(path, O_RDONLY | O_CLOEXEC);
        ssize_t got = fd < 0 ? -1 : read(fd, token, FAR_END_TOKEN - 1);

        if (got < 0)
            diag_set(why, -errno, "%s: %s", path, strerror(errno));
        if (fd >= 0)
            close(fd);
        if (got < 0)
            return why->rc;
    } else if (!given) {
        return diag_set(why, -ENOENT,
                        "a token is wanted: --token-file FILE or $ERRBAR_TOKEN");
    } else {
        snprintf(token, FAR_END_TOKEN, "%s", given);
    }
    token[strcspn(token, "\r\n")] = '\0';
    n = strlen(token);
    for (const char *p = token; *p; p++) {
        if (!isgraph((unsigned char)*p))
            n = 0;
    }
    if (n < 16)
        return diag_set(why, -EINVAL,
                        "a token has 16 to %d characters, none of them a blank",
                        FAR_END_TOKEN - 1);
    return 0;
}

/* "ADDRESS:PORT" in two; brackets around an address that has colons of its own. */
static int split(const char *where, char address[128], const char **port,
                 struct diag *why)
{
    const char *colon = strrchr(where, ':');
    size_t n = colon ? (size_t)(colon - where) : 0;

    if (!n || n >= 128 || !colon[1])
        return diag_set(why, -EINVAL,
                        "--remote wants ADDRESS:PORT, as errbar serve says it, not "
                        "'%s'",
                        where);
    if (where[0] == '[' && where[n - 1] == ']') {
        where++;
        n -= 2;
    }
    memcpy(address, where, n);
    address[n] = '\0';
    *port = colon + 1;
    return 0;
}

static int dial(const char *where, char numeric[64], struct diag *why)
{
    const struct addrinfo hints = { .ai_family = where[0] == '[' ? AF_INET6 : AF_INET,
                                    .ai_socktype = SOCK_STREAM };
    const struct timeval patience = { .tv_sec = 10 };
    struct addrinfo *found = NULL;
    char address[128];
    const char *port = NULL;
    int rc = split(where, address, &port, why), fd = -1;

    if (rc < 0)
        return rc;
    rc = getaddrinfo(address, port, &hints, &found);
    if (rc != 0)
        return diag_set(why, -EINVAL, "%s: %s", where, gai_strerror(rc));
    fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 ||
        setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) < 0 ||
        setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) < 0 ||
        connect(fd, found->ai_addr, found->ai_addrlen) < 0)
        rc = diag_set(why, -errno, "%s: %s: does errbar serve run there?", where,
                      strerror(errno));
    getnameinfo(found->ai_addr, found->ai_addrlen, numeric, 64, NULL, 0,
                NI_NUMERICHOST);
    freeaddrinfo(found);
    if (rc < 0 && fd >= 0)
        close(fd);
    return rc < 0 ? rc : fd;
}

/* What went wrong, by the far end's answer. */
static int refused(const char *where, const char *answer, struct diag *why)
{
    if (strcmp(answer, "busy") == 0)
        return diag_set(why, -EBUSY,
                        "%s: errbar serve has too many callers, or no more processes: "
                        "try again later",
                        where);
    if (strcmp(answer, FAR_END_OTHER) == 0)
        return diag_set(why, -EPROTO,
                        "%s: errbar serve there is of another version: install the "
                        "same on both ends",
                        where);
    return diag_set(why, -EACCES,
                    "%s: refused: is it errbar serve of this version, and is the "
                    "token the same?",
                    where);
}

/* One line without its end; what is no line is "". */
static void read_answer(int fd, char answer[FAR_END_ANSWER])
{
    size_t have = 0;
    ssize_t got = 1;

    while (got > 0 && have < FAR_END_ANSWER - 1 && !memchr(answer, '\n', have)) {
        got = recv(fd, answer + have, FAR_END_ANSWER - 1 - have, 0);
        have += got > 0 ? (size_t)got : 0;
    }
    answer[have] = '\0';
    if (!memchr(answer, '\n', have))
        have = 0;
    answer[have ? strcspn(answer, "\n") : 0] = '\0';
}

int far_end_call(const char *where, const char *token, char text[FAR_END_TEXT],
                 struct diag *why)
{
    char numeric[64], line[FAR_END_TOKEN + 32], answer[FAR_END_ANSWER] = "";
    int fd = dial(where, numeric, why), n;

    if (fd < 0)
        return fd;
    n = snprintf(line, sizeof line, "%s%s\n", FAR_END_HELLO, token);
    (void)send(fd, line, (size_t)n, MSG_NOSIGNAL); /* who is turned away is told so */
    read_answer(fd, answer);
    if (strncmp(answer, "ok ", 3) != 0) {
        close(fd);
        return refused(where, answer, why);
    }
    snprintf(text, FAR_END_TEXT, "%s %s", numeric, answer + 3);
    return fd;
}
