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
#include "bench/kit/http.h"
#include "bench/kit/ip.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PAGES = BENCH_HTTP_PAGES };

struct state {
    struct bench_http http; /* buffer: each process its own */
    struct bench_address at;
    int listening;
    size_t answer[PAGES]; /* bytes of header and page */
};

static int serve(void *state)
{
    struct state *s = state;

    return bench_http_serve(&s->http, s->listening, NULL) < 0;
}

/* ---- the client ---- */

/* Whether the page came, as long as it should be. */
static bool fetch(struct state *s, size_t page)
{
    int fd = socket(s->at.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0), length;
    char request[64];
    size_t have = 0;

    if (fd < 0)
        return false;
    length = snprintf(request, sizeof request,
                      "GET /%02zu.html HTTP/1.0\r\nHost: localhost\r\n\r\n", page);
    if (connect(fd, &s->at.any, s->at.length) == 0 &&
        write(fd, request, (size_t)length) == (ssize_t)length)
        have = bench_http_get(fd, s->http.buffer, sizeof s->http.buffer);
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
        const char *body = s->http.buffer + s->answer[page] - bench_http_size(page);

        if (!fetch(s, page))
            return bench_fail(ctx, -EIO, "page %zu is not served", page);
        if (strncmp(s->http.buffer, "HTTP/1.0 200 ", 13) != 0)
            return bench_fail(ctx, -EIO, "page %zu is refused", page);
        for (size_t i = 0; i < bench_http_size(page); i++) {
            if (body[i] != bench_http_byte(page, i))
                return bench_fail(ctx, -EIO, "page %zu is another one", page);
        }
    }
    return 0;
}

static int make_page(struct bench_ctx *ctx, struct state *s, size_t page)
{
    int rc = bench_tempfile(ctx, &s->http.path[page]), fd;

    if (rc < 0)
        return rc;
    fd = bench_open(ctx, s->http.path[page], O_WRONLY);
    if (fd < 0)
        return fd;
    if (!bench_http_fill(&s->http, fd, page))
        return bench_fail_errno(ctx, errno, "cannot write a page to be served");
    bench_close(ctx, fd);
    return 0;
}

static int start_server(struct bench_ctx *ctx, struct state *s)
{
    pid_t server;
    int rc = 0;

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
    return 0;
}

static int setup(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;
    char header[BENCH_HTTP_HEADER];
    int rc;

    for (size_t page = 0; page < PAGES; page++)
        s->answer[page] = bench_http_header(header, page) + bench_http_size(page);
    rc = bench_is_far(ctx) ? bench_far(ctx, BENCH_HTTP, &s->at) : start_server(ctx, s);
    if (rc < 0)
        return rc;
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
      .bytes = BENCH_HTTP_BYTES,
      .sets = BENCH_CLASSIC },
    { 0 },
};

static const struct bench_param params[] = { BENCH_IP_PARAM, BENCH_HOST_PARAM, { 0 } };

const struct bench bench_lat_http = {
    .name = "lat_http",
    .title = "HTTP pages",
    .family = "network",
    .source = "Like lmbench 3's program of that name, which fetches 14 pages of 39848 "
              "bytes together from a server at port 8008, once untimed and once for "
              "the result. Here the pages are made in the scratch directory, the "
              "server ends with the invocation and has a port that the kernel picks, "
              "and there are many passes. With host=remote the far end's pages are in "
              "memory.",
    .revision = "1",
    .tasks = BENCH_MANY_TASKS,
    .placed = true,
    .state_size = sizeof(struct state),
    .cases = cases,
    .params = params,
    .setup = setup,
};
