/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reader.h - how a fact is read: rows of tables, inside this room
 *
 * A row names a key, a way to read it and the file. Rows of one key stand together:
 * the first that yields a value is the fact, with its file as source. Where none does,
 * the fact is missing, with the reason.
 */
#ifndef PROBE_READER_H
#define PROBE_READER_H

#include "base/buf.h"
#include "model/doc.h"
#include "probe/probe.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PROBE_TEXT = 1024, PROBE_FILES = 12 };

/* A file that several rows read, kept while a probe lasts. */
struct probe_file {
    const char *path;
    struct buf text;
    int rc;
};

struct probe {
    struct doc *doc;
    struct facts *facts;
    const struct session *session; /* NULL where a system is read */
    const char *root;
    enum doc_at at;
    struct probe_file files[PROBE_FILES];
    size_t n_files;
    struct buf config; /* the kernel's configuration, once it was asked for */
    int config_rc;     /* 1: not asked for yet */
    char config_source[160];
    const char *source; /* set by a row that knows better than its file; else NULL */
};

struct probe_reader;

/*
 * Writes the value as text.
 *
 * Shape:   text[PROBE_TEXT]
 * Returns: 0; -ENOENT where there is no such thing here, -ENOMEM, or another negative
 *          errno where it is there and cannot be read
 */
typedef int probe_read(struct probe *p, const struct probe_reader *r, char *text);

struct probe_reader {
    const char *key;
    probe_read *read;
    const char *file;   /* below root; also the source. '*': one per CPU or directory */
    const char *field;  /* of a "key: value" file, or what else the way to read wants */
    const char *absent; /* reason where the file is not there; NULL: not-applicable */
    bool live; /* asks the kernel or the processor, not a file: "" as root only */
};

/* Rows, shorter: a file, or a question to the running machine. */
#define ROW(key, read, file, field, absent)   \
    {                                         \
        key, read, file, field, absent, false \
    }
#define LIVE(key, read, source, absent)       \
    {                                         \
        key, read, source, NULL, absent, true \
    }

#define PROBE_UNREADABLE "unreadable"
#define PROBE_NOT_APPLICABLE "not-applicable"
#define PROBE_REDACTED "redacted"

/* Facts go to `facts`; probe_done() releases what was read on the way. */
struct probe probe_begin(struct doc *doc, struct facts *facts, const char *root,
                         enum doc_at at);
void probe_done(struct probe *p);

/* Reads a table that ends with { 0 }: 0 or -ENOMEM. */
int probe_rows(struct probe *p, const struct probe_reader *rows);

/* Records one fact, or why it is missing (text NULL); 0 or -ENOMEM. */
int probe_record(struct probe *p, const char *key, const char *text, const char *source,
                 const char *missing);

/* A whole text file, kept until probe_done(); *rc says why it is NULL. */
const char *probe_file(struct probe *p, const char *path, int *rc);

/* Ways to read. */
probe_read probe_line;       /* the file's first line */
probe_read probe_number;     /* the same, a whole number */
probe_read probe_switch;     /* 0 or N is off, 1 or Y is on */
probe_read probe_off_switch; /* the other way round */
probe_read probe_field;      /* a field of the file */
probe_read probe_kibibytes;  /* a field in kB, as bytes */
probe_read probe_size;       /* "48K", as bytes */
probe_read probe_selected;   /* the word in brackets or parentheses */
probe_read probe_set;        /* a list that may be empty: "none" then */
probe_read probe_each;       /* different lines over all CPUs, joined by blanks */
probe_read probe_leaders;    /* CPUs that stand first in their own list: cores … */
probe_read probe_least_mhz;  /* the smallest kHz over all CPUs, as MHz */
probe_read probe_most_mhz;

/*
 * Calls `each` with the path that `pattern` has for every CPU that is online, or, where
 * the '*' does not follow "cpu", for every name of that directory that begins alike.
 *
 * Returns: 0, what `each` returned, or the errno of opening the directory
 */
int probe_for_each(struct probe *p, const char *pattern,
                   int (*each)(void *self, const char *path), void *self);

/* Copies text, cut to PROBE_TEXT: 0, or -ENOENT for an empty one. */
int probe_copy(char *text, const char *from, size_t length);
void probe_sha256(char hex[72], const void *bytes, size_t length); /* "sha256:…" */

/* Each part of the table in its own file. */
extern const struct probe_reader probe_cpu_rows[], probe_memory_rows[],
    probe_kernel_rows[], probe_net_rows[], probe_virt_rows[], probe_build_rows[],
    probe_run_rows[], probe_load_rows[];

/* Facts whose keys make the list: kernel.config.*, kernel.mitigation.* */
int probe_config(struct probe *p);
int probe_mitigations(struct probe *p);

/*
 * An option of the kernel's configuration, "HZ": "250", "y", "m", "n" or a text.
 *
 * Returns: 0, -ENOENT where the configuration does not name it or there is none, or
 *          what reading it failed with
 */
int probe_config_option(struct probe *p, const char *option, char *text);
probe_read probe_config_digest;
probe_read probe_config_field; /* `field` is the option */

/* Whether words of the kernel's command line have this name; the value behind "=". */
bool probe_cmdline_word(struct probe *p, const char *name, char *text);
probe_read probe_cmdline, probe_cmdline_digest;

/* What cgroups allow. */
probe_read probe_cgroup_version, probe_cgroup_cpu, probe_cgroup_memory,
    probe_cgroup_throttled;

#endif
