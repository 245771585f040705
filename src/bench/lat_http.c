/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lat_http.c - fetching a set of small pages from a static HTTP/1.0 server
 *
 * Timed, for each of 14 pages: socket, connect, GET, read to the end, close; and on the
 * other side, in one process: accept, read the request, open, read and write the page,
 * close. A pass is all 14. Divided by: passes, or as a rate, into the bytes of the
 * pages without their headers. That each answer is as long as it should be is checked
 * in the loop; the content is compared after the last observation.
 */
#include "bench/kit/ip.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PAGES = 14, BYTES = 39848, LARGEST = 8192, REQUEST = 512, HEADER = 256 };

/* lmbench's set holds as many bytes in as many pages; the pages are ours. */
static const uint16_t sizes[PAGES] = { 214,  460,  746,  1000, 1200, 1500, 1984,
                                       2400, 2900, 3600, 4200, 5000, 6452, 8192 };

struct state {
    struct bench_ctx *ctx;
    struct bench_address at;
    int listening;
    const char *path[PAGES];
    size_t answer[PAGES]; /* bytes of header and page */
    char buffer[HEADER + LARGEST];
};

static char content(size_t page, size_t i)
{
    return (char)('!' + (i * 7 + page * 13) % 90);
}

static int header_of(char text[HEADER], size_t page)
{
    return snprintf(text, HEADER,
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

/* All there is up to `most`, or fewer bytes where it breaks off. */
static size_t get(int fd, char *bytes, size_t most)
{
    size_t have = 0;
    ssize_t n;

    while (have < most && (n = read(fd, bytes + have, most - have)) > 0)
        have += (size_t)n;
    return have;
}

/* ---- the server ---- */

/* The page that "GET /NN.html HTTP/1.0" and its empty line ask for, PAGES if none. */
static size_t asked_page(int fd)
{
    char text[REQUEST];
    size_t have = 0;

    while (have < sizeof text - 1) {
        ssize_t n = read(fd, text + have, sizeof text - 1 - have);

        if (n <= 0)
            return PAGES;
        have += (size_t)n;
        text[have] = '\0';
        if (strstr(text, "\r\n\r\n"))
            break;
    }
    if (have < 17 || strncmp(text, "GET /", 5) != 0 ||
        strncmp(text + 7, ".html HTTP/1.", 13) != 0)
        return PAGES;
    return (size_t)(text[5] - '0') * 10 + (size_t)(text[6] - '0');
}

static void answer(struct state *s, int fd)
{
    static const char missing[] = "HTTP/1.0 404 Not Found\r\n\r\n";
    size_t page = asked_page(fd), have;
    int file = page < PAGES ? open(s->path[page], O_RDONLY | O_CLOEXEC) : -1;

    if (file < 0) {
        put(fd, missing, sizeof missing - 1);
        return;
    }
    have = (size_t)header_of(s->buffer, page);
    have += get(file, s->buffer + have, sizes[page]);
    close(file);
    put(fd, s->buffer, have);
}

static int serve(void *state)
{
    struct state *s = state;

    for (;;) {
        int fd = accept4(s->listening, NULL, NULL, SOCK_CLOEXEC);

        if (fd < 0 && errno != ECONNABORTED)
            return 1;
        if (fd < 0)
            continue;
        answer(s, fd);
        close(fd);
    }
}

/* ---- the client ---- */

/* Whether the page came, as long as it should be. */
static bool fetch(struct state *s, size_t page)
{
    int fd = socket(s->at.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0), length;
    char request[REQUEST];
    size_t have = 0;

    if (fd < 0)
        return false;
    length = snprintf(request, sizeof request,
                      "GET /%02zu.html HTTP/1.0\r\nHost: localhost\r\n\r\n", page);
    if (connect(fd, &s->at.any, s->at.length) == 0 && put(fd, request, (size_t)length))
        have = get(fd, s->buffer, sizeof s->buffer);
    close(fd);
    return have == s->answer[page];
}

static uint64_t loop(void *state, uint64_t passes)
{
    struct state *s = state;
    uint64_t done = 0;

    for (; done < passes; done++) {
        size_t page = 0;

        while (page < PAGES && fetch(s, page))
            page++;
        if (page < PAGES)
            break;
    }
    return done;
}

static int verify(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;

    for (size_t page = 0; page < PAGES; page++) {
        const char *body = s->buffer + s->answer[page] - sizes[page];

        if (!fetch(s, page))
            return bench_fail(ctx, -EIO, "page %zu is not served", page);
        if (strncmp(s->buffer, "HTTP/1.0 200 ", 13) != 0)
            return bench_fail(ctx, -EIO, "page %zu is refused", page);
        for (size_t i = 0; i < sizes[page]; i++) {
            if (body[i] != content(page, i))
                return bench_fail(ctx, -EIO, "page %zu is another one", page);
        }
    }
    return 0;
}

static int make_page(struct bench_ctx *ctx, struct state *s, size_t page)
{
    char header[HEADER];
    int rc = bench_tempfile(ctx, &s->path[page]), fd;
    bool whole;

    if (rc < 0)
        return rc;
    fd = bench_open(ctx, s->path[page], O_WRONLY);
    if (fd < 0)
        return fd;
    for (size_t i = 0; i < sizes[page]; i++)
        s->buffer[i] = content(page, i);
    whole = put(fd, s->buffer, sizes[page]);
    s->answer[page] = (size_t)header_of(header, page) + sizes[page];
    if (!whole)
        return bench_fail_errno(ctx, errno, "cannot write a page to be served");
    bench_close(ctx, fd);
    return 0;
}

static int setup(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;
    pid_t server;
    int rc = 0;

    s->ctx = ctx;
    for (size_t page = 0; rc == 0 && page < PAGES; page++)
        rc = make_page(ctx, s, page);
    if (rc < 0)
        return rc;
    s->listening = bench_listen(ctx, bench_ip(ctx), 16, &s->at);
    if (s->listening < 0)
        return s->listening;
    server = bench_spawn(ctx, serve, s);
    if (server < 0)
        return server;
    /* who connects when it is gone is refused, and does not wait */
    bench_close(ctx, s->listening);
    return loop(s, 1) == 1 ? 0 : bench_fail(ctx, -EIO, "the server does not answer");
}

static const struct bench_case cases[] = {
    { .name = "time",
      .title = "14 pages fetched by HTTP/1.0 one after the other",
      .per = "pass",
      .likeness = WORDS_LIKENESS_CLOSE,
      .note = "the pages are ours, as many and as many bytes as lmbench's.",
      .loop = loop,
      .verify = verify,
      .sets = BENCH_CLASSIC },
    { .name = "rate",
      .title = "bytes of 14 pages fetched by HTTP/1.0 one after the other",
      .per = "pass",
      .likeness = WORDS_LIKENESS_CLOSE,
      .note = "the pages are ours, as many and as many bytes as lmbench's.",
      .loop = loop,
      .verify = verify,
      .bytes = BYTES,
      .sets = BENCH_CLASSIC },
    { 0 },
};

static const struct bench_param params[] = { BENCH_IP_PARAM, { 0 } };

const struct bench bench_lat_http = {
    .name = "lat_http",
    .title = "HTTP pages",
    .family = "network",
    .source = "Like lmbench 3's program of that name, which fetches 14 pages of 39848 "
              "bytes together from a server at port 8008, once untimed and once for "
              "the result. Here the pages are made in the scratch directory, the "
              "server ends with the invocation and has a port that the kernel picks, "
              "and there are many passes.",
    .revision = "1",
    .tasks = BENCH_MANY_TASKS,
    .placed = true,
    .state_size = sizeof(struct state),
    .cases = cases,
    .params = params,
    .setup = setup,
};
