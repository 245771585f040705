/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * http.c - a set of small pages and a static HTTP/1.0 server for them
 */
#include "bench/kit/http.h"

#include "bench/kit/caller.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { REQUEST = 512 };

/* lmbench's set holds as many bytes in as many pages; the pages are ours. */
static const uint16_t sizes[BENCH_HTTP_PAGES] = { 214,  460,  746,  1000, 1200,
                                                  1500, 1984, 2400, 2900, 3600,
                                                  4200, 5000, 6452, 8192 };

size_t bench_http_size(size_t page)
{
    return sizes[page];
}

char bench_http_byte(size_t page, size_t i)
{
    return (char)('!' + (i * 7 + page * 13) % 90);
}

size_t bench_http_header(char text[BENCH_HTTP_HEADER], size_t page)
{
    return (size_t)snprintf(text, BENCH_HTTP_HEADER,
                            "HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n"
                            "Content-Length: %u\r\nConnection: close\r\n\r\n",
                            (unsigned)sizes[page]);
}

static bool put(int fd, const char *bytes, size_t n)
{
    while (n) {
        ssize_t done = write(fd, bytes, n);

        if (done <= 0)
            return false;
        bytes += done;
        n -= (size_t)done;
    }
    return true;
}

size_t bench_http_get(int fd, char *bytes, size_t most)
{
    size_t have = 0;
    ssize_t n;

    while (have < most && (n = read(fd, bytes + have, most - have)) > 0)
        have += (size_t)n;
    return have;
}

bool bench_http_fill(struct bench_http *http, int fd, size_t page)
{
    for (size_t i = 0; i < sizes[page]; i++)
        http->buffer[i] = bench_http_byte(page, i);
    return put(fd, http->buffer, sizes[page]);
}

/* The page that "GET /NN.html HTTP/1.0" and its empty line ask for, PAGES if none. */
static size_t asked_page(int fd)
{
    char text[REQUEST];
    size_t have = 0;

    while (have < sizeof text - 1) {
        ssize_t n = read(fd, text + have, sizeof text - 1 - have);

        if (n <= 0)
            return BENCH_HTTP_PAGES;
        have += (size_t)n;
        text[have] = '\0';
        if (strstr(text, "\r\n\r\n"))
            break;
    }
    if (have < 17 || strncmp(text, "GET /", 5) != 0 ||
        strncmp(text + 7, ".html HTTP/1.", 13) != 0)
        return BENCH_HTTP_PAGES;
    return (size_t)(text[5] - '0') * 10 + (size_t)(text[6] - '0');
}

static void answer(struct bench_http *http, int fd)
{
    static const char missing[] = "HTTP/1.0 404 Not Found\r\n\r\n";
    size_t page = asked_page(fd), have;
    int file =
        page < BENCH_HTTP_PAGES ? open(http->path[page], O_RDONLY | O_CLOEXEC) : -1;

    if (file < 0) {
        put(fd, missing, sizeof missing - 1);
        return;
    }
    have = bench_http_header(http->buffer, page);
    have += bench_http_get(file, http->buffer + have, sizes[page]);
    close(file);
    put(fd, http->buffer, have);
}

int bench_http_serve(struct bench_http *http, int listening,
                     const struct bench_address *only)
{
    for (;;) {
        int fd = bench_caller_accept(listening, only);

        if (fd < 0)
            return fd;
        answer(http, fd);
        close(fd);
    }
}

/* Files without a directory: whatever ends this process, none stays. */
int bench_http_serve_far(int listening, const struct bench_address *only)
{
    static struct bench_http http;
    static char path[BENCH_HTTP_PAGES][32];

    for (size_t page = 0; page < BENCH_HTTP_PAGES; page++) {
        int fd = memfd_create("page", MFD_CLOEXEC);

        if (fd < 0)
            return -errno;
        if (!bench_http_fill(&http, fd, page))
            return -EIO;
        snprintf(path[page], sizeof path[page], "/proc/self/fd/%d", fd);
        http.path[page] = path[page];
    }
    return bench_http_serve(&http, listening, only);
}
