/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * http.h - a set of small pages and a static HTTP/1.0 server for them
 *
 * One process, one connection after the other: accept, read the request, open, read and
 * write the page, close.
 */
#ifndef BENCH_KIT_HTTP_H
#define BENCH_KIT_HTTP_H

#include "harness/bench.h"

enum {
    BENCH_HTTP_PAGES = 14,
    BENCH_HTTP_BYTES = 39848, /* of all pages, without headers */
    BENCH_HTTP_LARGEST = 8192,
    BENCH_HTTP_HEADER = 256
};

struct bench_http {
    const char *path[BENCH_HTTP_PAGES];
    char buffer[BENCH_HTTP_HEADER + BENCH_HTTP_LARGEST];
};

size_t bench_http_size(size_t page);
char bench_http_byte(size_t page, size_t i);
/* What stands before a page: its length. */
size_t bench_http_header(char text[BENCH_HTTP_HEADER], size_t page);

/* Writes a page into a file: whether it got there whole. */
bool bench_http_fill(struct bench_http *http, int fd, size_t page);
/* All there is up to `most`, or fewer bytes where it breaks off. */
size_t bench_http_get(int fd, char *bytes, size_t most);

/* Serves until it is killed, `only` alone (NULL: anybody): a negative errno. */
int bench_http_serve(struct bench_http *http, int listening,
                     const struct bench_address *only);
/* The same with pages that are in memory and nowhere else. */
int bench_http_serve_far(int listening, const struct bench_address *only);

#endif
