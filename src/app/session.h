/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * session.h - one session from its plan to the document on disk
 *
 * Where measuring and judging meet: the advice of the judge goes to the runner from
 * here, the runner's invocations to the journal.
 */
#ifndef APP_SESSION_H
#define APP_SESSION_H

#include "app/progress.h"
#include "model/plan.h"
#include "os/topology.h"
#include "output/journal.h"

struct settings;

struct session_run {
    struct doc *doc;
    struct session *session;
    struct plan plan;
    struct os_topology *topology;
    struct os_cpus cpus;
    struct journal *journal;
    struct settings *settings; /* toggled between invocations, or NULL */
    const char *output;        /* absolute path, or "-" */
    const char *dir;           /* absolute; of the benchmarks' files */
    enum progress_kind progress;
    bool fail_on_noise, fail_fast;
    bool failed_fast, resumed;
    int journal_rc; /* of what was noted between invocations */
    struct diag why;
};

/* Texts of now, in the doc's arena: "2026-03-02T08:02:40Z", a random uuid. */
const char *session_now(struct doc *doc);
const char *session_uuid(struct doc *doc);

/* "sha256:…" of the program and its worker: what a resumed run must share. */
const char *session_build(struct doc *doc);

/* SHA-256 of a file in hexadecimal digits; NULL, and why tells. */
const char *session_digest(struct doc *doc, const char *path, struct diag *why);

/* The program as the doc's generator. */
int session_sign(struct doc *doc, struct diag *why);

/*
 * A uuid made of a file's digest, of what was done to it, and of the generator.
 *
 * Needs:  session_sign()
 * Errors: -errno of reading the file
 */
int session_derive_uuid(struct doc *doc, const char *path, const char *options,
                        struct diag *why);

/* The same of a digest of several inputs. */
int session_name(struct doc *doc, const void *digest, size_t length,
                 const char *options, struct diag *why);

/* Fills the doc's head (uuid, created, generator …) where it is empty. */
int session_head(struct doc *doc, struct diag *why);

/* Finds the topology and the CPUs of the session's protocol, then builds the plan. */
int session_place(struct session_run *run);

/*
 * Measures what the plan still lacks, into the doc and the journal, if there is one.
 *
 * Returns: an exit code, with the reason told; APP_OK also where a signal ended it
 */
int session_take(struct session_run *run);

/*
 * Measures what the plan still lacks, judges, and writes the document; the journal is
 * removed when the document is complete and no signal ended the run.
 *
 * Returns: an exit code; dies by the signal that ended the run
 */
int session_measure(struct session_run *run);

void session_done(struct session_run *run);

#endif
