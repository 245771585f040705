/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reader.c - how a fact is read: walks the tables and records what they yield
 */
#include "probe/reader.h"

#include "base/num.h"
#include "os/proc.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

struct probe probe_begin(struct doc *doc, struct facts *facts, const char *root,
                         enum doc_at at)
{
    return (struct probe){
        .doc = doc, .facts = facts, .root = root, .at = at, .config_rc = 1
    };
}

void probe_done(struct probe *p)
{
    buf_done(&p->config);
    for (size_t i = 0; i < p->n_files; i++)
        buf_done(&p->files[i].text);
    p->n_files = 0;
}

const char *probe_file(struct probe *p, const char *path, int *rc)
{
    struct probe_file *f;

    for (size_t i = 0; i < p->n_files; i++) {
        if (strcmp(p->files[i].path, path) == 0) {
            *rc = p->files[i].rc;
            return *rc < 0 ? NULL : p->files[i].text.text;
        }
    }
    if (p->n_files == PROBE_FILES) {
        *rc = -EMFILE;
        return NULL;
    }
    f = &p->files[p->n_files];
    *f = (struct probe_file){ .path = path };
    f->rc = os_read_file(&f->text, p->root, path);
    /* an empty file tells nothing, and a NUL has no place in a text */
    if (f->rc == 0 && !f->text.length)
        f->rc = -ENODATA;
    else if (f->rc == 0 && strlen(f->text.text) != f->text.length)
        f->rc = -EILSEQ;
    *rc = f->rc;
    p->n_files++;
    return *rc < 0 ? NULL : f->text.text;
}

static const struct probe_key *key_of(const char *key)
{
    for (const struct probe_key *k = probe_keys; k->key; k++) {
        if (strcmp(k->key, key) == 0)
            return k;
    }
    return NULL;
}

/* What the kernel says is ASCII; anything else is a damaged or a hostile file. */
static bool is_plain(const char *text)
{
    for (; *text; text++) {
        if (*text < ' ' || *text > '~')
            return false;
    }
    return true;
}

int probe_record(struct probe *p, const char *key, const char *text, const char *source,
                 const char *missing)
{
    const struct probe_key *known = key_of(key);
    struct fact fact = { .key = key, .at = p->at };

    assert(known);
    if (text && !is_plain(text))
        missing = PROBE_UNREADABLE;
    else if (text && probe_identifies(text))
        missing = PROBE_REDACTED;
    else if (text) {
        fact.value = text;
        /* "none" is no number of anything */
        fact.unit = strcmp(text, "none") == 0 ? NULL : known->unit;
        fact.source = source;
    }
    if (!fact.value)
        fact.missing = missing ? missing : PROBE_NOT_APPLICABLE;
    return doc_add_fact(p->doc, p->facts, &fact);
}

/* Reads the rows of one key; *next is the first row of the next one. */
static int read_key(struct probe *p, const struct probe_reader *rows,
                    const struct probe_reader **next)
{
    const char *missing = NULL;
    const struct probe_reader *r;

    for (r = rows; r->key && strcmp(r->key, rows->key) == 0; r++) {
        char text[PROBE_TEXT];
        int rc = -ENOENT;

        p->source = NULL;
        if (!r->live || !p->root[0])
            rc = r->read(p, r, text);
        if (rc == -ENOMEM)
            return rc;
        if (rc == 0) {
            rc = probe_record(p, r->key, text, p->source ? p->source : r->file, NULL);
            while (r->key && strcmp(r->key, rows->key) == 0)
                r++;
            *next = r;
            return rc;
        }
        if (rc != -ENOENT)
            missing = PROBE_UNREADABLE;
        else if (!missing)
            missing = r->absent;
    }
    *next = r;
    return probe_record(p, rows->key, NULL, NULL, missing);
}

int probe_rows(struct probe *p, const struct probe_reader *rows)
{
    int rc = 0;

    while (rows->key && rc == 0)
        rc = read_key(p, rows, &rows);
    return rc;
}

/* The whole pattern with its '*' replaced. */
static int call_with(const char *pattern, const char *star, const char *middle,
                     int (*each)(void *self, const char *path), void *self)
{
    char path[PATH_MAX];

    if (snprintf(path, sizeof path, "%.*s%s%s", (int)(star - pattern), pattern, middle,
                 star + 1) >= (int)sizeof path)
        return 0;
    return each(self, path);
}

static int for_each_cpu(struct probe *p, const char *pattern, const char *star,
                        int (*each)(void *self, const char *path), void *self)
{
    char line[OS_LINE_BYTES], number[16];
    int cpus[8192]; /* the most that the kernel can be built for */
    int n = -1, rc = 0;

    if (os_read_line(line, sizeof line, p->root, "/sys/devices/system/cpu/online") == 0)
        n = os_cpu_list(line, cpus, sizeof cpus / sizeof *cpus);
    if (n <= 0) {
        cpus[0] = 0;
        n = 1;
    }
    for (int i = 0; i < n && rc == 0; i++) {
        snprintf(number, sizeof number, "%d", cpus[i]);
        rc = call_with(pattern, star, number, each, self);
    }
    return rc;
}

struct walk {
    const char *pattern, *star, *prefix;
    size_t prefix_length;
    int (*each)(void *self, const char *path);
    void *self;
};

static int walk_name(void *self, const char *name)
{
    const struct walk *w = self;

    if (strncmp(name, w->prefix, w->prefix_length) != 0)
        return 0;
    return call_with(w->pattern, w->star, name + w->prefix_length, w->each, w->self);
}

int probe_for_each(struct probe *p, const char *pattern,
                   int (*each)(void *self, const char *path), void *self)
{
    static const char cpus[] = "/sys/devices/system/cpu/cpu*";
    const char *star = strchr(pattern, '*'), *slash = star;
    struct walk w = { .pattern = pattern, .star = star, .each = each, .self = self };
    char dir[PATH_MAX];

    if (strncmp(pattern, cpus, sizeof cpus - 1) == 0)
        return for_each_cpu(p, pattern, star, each, self);
    while (slash > pattern && *slash != '/')
        slash--;
    snprintf(dir, sizeof dir, "%.*s", (int)(slash - pattern), pattern);
    w.prefix = slash + 1;
    w.prefix_length = (size_t)(star - w.prefix);
    return os_list(p->root, dir, walk_name, &w);
}
