/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ways.c - the ways to read a value that many rows share
 */
#include "probe/reader.h"

#include "base/num.h"
#include "os/proc.h"

#include <ctype.h>
#include <errno.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int probe_copy(char *text, const char *from, size_t length)
{
    if (length >= PROBE_TEXT)
        return -EFBIG;
    memcpy(text, from, length);
    text[length] = '\0';
    return length ? 0 : -ENOENT;
}

void probe_sha256(char hex[72], const void *bytes, size_t length)
{
    struct sha256_ctx ctx;
    uint8_t digest[SHA256_DIGEST_SIZE];
    int n = snprintf(hex, 72, "sha256:");

    sha256_init(&ctx);
    sha256_update(&ctx, length, bytes);
    sha256_digest(&ctx, sizeof digest, digest);
    for (size_t i = 0; i < sizeof digest; i++)
        n += snprintf(hex + n, 72 - (size_t)n, "%02x", digest[i]);
}

int probe_line(struct probe *p, const struct probe_reader *r, char *text)
{
    int rc = os_read_line(text, PROBE_TEXT, p->root, r->file);

    for (char *at = text; rc == 0 && *at; at++) {
        if (*at == '\t')
            *at = ' ';
    }
    return rc == 0 && !text[0] ? -ENOENT : rc;
}

int probe_number(struct probe *p, const struct probe_reader *r, char *text)
{
    int64_t value;
    int rc = probe_line(p, r, text);

    return rc < 0 ? rc : num_to_i64(text, &value);
}

static int as_switch(struct probe *p, const struct probe_reader *r, char *text,
                     const char *zero, const char *one)
{
    int rc = probe_line(p, r, text);

    if (rc < 0)
        return rc;
    if (strcmp(text, "0") == 0 || strcmp(text, "N") == 0)
        return probe_copy(text, zero, strlen(zero));
    if (strcmp(text, "1") == 0 || strcmp(text, "Y") == 0)
        return probe_copy(text, one, strlen(one));
    return -EINVAL;
}

int probe_switch(struct probe *p, const struct probe_reader *r, char *text)
{
    return as_switch(p, r, text, "off", "on");
}

int probe_off_switch(struct probe *p, const struct probe_reader *r, char *text)
{
    return as_switch(p, r, text, "on", "off");
}

int probe_field(struct probe *p, const struct probe_reader *r, char *text)
{
    size_t length;
    int rc = 0;
    const char *all = probe_file(p, r->file, &rc);
    const char *value = all ? os_field(all, r->field, &length) : NULL;

    if (!all)
        return rc;
    return value ? probe_copy(text, value, length) : -ENOENT;
}

int probe_kibibytes(struct probe *p, const struct probe_reader *r, char *text)
{
    uint64_t value;
    int rc = 0;
    const char *all = probe_file(p, r->file, &rc);

    if (!all)
        return rc;
    if (!os_field_u64(all, r->field, &value))
        return -ENOENT;
    if (value > UINT64_MAX / 1024)
        return -ERANGE;
    num_from_u64(text, value * 1024);
    return 0;
}

int probe_size(struct probe *p, const struct probe_reader *r, char *text)
{
    uint64_t value;
    int rc = probe_line(p, r, text);

    if (rc == 0)
        rc = num_to_bytes(text, &value);
    if (rc == 0)
        num_from_u64(text, value);
    return rc;
}

int probe_selected(struct probe *p, const struct probe_reader *r, char *text)
{
    char line[PROBE_TEXT];
    int rc = os_read_line(line, sizeof line, p->root, r->file);
    const char *open = rc == 0 ? strpbrk(line, "[(") : NULL;
    const char *close = open ? strpbrk(open, "])") : NULL;

    if (rc < 0)
        return rc;
    return close ? probe_copy(text, open + 1, (size_t)(close - open - 1)) : -EINVAL;
}

int probe_set(struct probe *p, const struct probe_reader *r, char *text)
{
    int rc = os_read_line(text, PROBE_TEXT, p->root, r->file);

    return rc == 0 && (!text[0] || strcmp(text, "(null)") == 0)
               ? probe_copy(text, "none", 4)
               : rc;
}

/* Different lines, each ended by a newline while they are gathered. */
struct gathered {
    const char *root;
    char text[PROBE_TEXT];
    size_t length;
    int rc; /* the first failure other than that a file is not there */
};

static bool holds(const struct gathered *g, const char *line)
{
    size_t n = strlen(line);

    for (const char *at = g->text; *at; at += strcspn(at, "\n") + 1) {
        if (strncmp(at, line, n) == 0 && at[n] == '\n')
            return true;
    }
    return false;
}

static int gather(void *self, const char *path)
{
    struct gathered *g = self;
    char line[256];
    int rc = os_read_line(line, sizeof line, g->root, path);

    if (rc < 0 && rc != -ENOENT && g->rc == 0)
        g->rc = rc;
    if (rc < 0 || !line[0] || holds(g, line))
        return 0;
    if (g->length + strlen(line) + 2 > sizeof g->text)
        return -EFBIG;
    g->length += (size_t)sprintf(g->text + g->length, "%s\n", line);
    return 0;
}

int probe_each(struct probe *p, const struct probe_reader *r, char *text)
{
    struct gathered g = { .root = p->root };
    int rc = probe_for_each(p, r->file, gather, &g);

    if (rc < 0)
        return rc;
    if (!g.length)
        return g.rc < 0 ? g.rc : -ENOENT;
    for (size_t i = 0; i < g.length; i++) {
        if (g.text[i] == '\n')
            g.text[i] = ' ';
    }
    return probe_copy(text, g.text, g.length - 1);
}

struct leaders {
    const char *root;
    uint64_t n;
};

/* The list of CPU 5's core leads with 5 or with another one that has counted already.
 */
static int lead(void *self, const char *path)
{
    struct leaders *l = self;
    char line[OS_LINE_BYTES];

    if (os_read_line(line, sizeof line, l->root, path) == 0 &&
        isdigit((uint8_t)line[0]) &&
        strtoul(line, NULL, 10) == strtoul(strstr(path, "/cpu/cpu") + 8, NULL, 10))
        l->n++;
    return 0;
}

int probe_leaders(struct probe *p, const struct probe_reader *r, char *text)
{
    struct leaders l = { .root = p->root };
    int rc = probe_for_each(p, r->file, lead, &l);

    if (rc < 0)
        return rc;
    if (!l.n)
        return -ENOENT;
    num_from_u64(text, l.n);
    return 0;
}

struct extreme {
    const char *root;
    uint64_t least, most;
    size_t n;
};

static int look(void *self, const char *path)
{
    struct extreme *e = self;
    uint64_t value;

    if (os_read_u64(&value, e->root, path) < 0)
        return 0;
    if (!e->n++ || value < e->least)
        e->least = value;
    if (value > e->most)
        e->most = value;
    return 0;
}

static int extremes(struct probe *p, const struct probe_reader *r, struct extreme *e)
{
    int rc;

    e->root = p->root;
    rc = probe_for_each(p, r->file, look, e);
    return rc < 0 ? rc : e->n ? 0 : -ENOENT;
}

int probe_least_mhz(struct probe *p, const struct probe_reader *r, char *text)
{
    struct extreme e = { 0 };
    int rc = extremes(p, r, &e);

    if (rc == 0)
        num_from_double(text, (double)e.least / 1000);
    return rc;
}

int probe_most_mhz(struct probe *p, const struct probe_reader *r, char *text)
{
    struct extreme e = { 0 };
    int rc = extremes(p, r, &e);

    if (rc == 0)
        num_from_double(text, (double)e.most / 1000);
    return rc;
}
