/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * probe.h - reads the machine below a given root
 *
 * Each value comes with its source or the reason why it is missing; only keys of the
 * table are recorded, and nothing that identifies the machine or its user.
 */
#ifndef PROBE_PROBE_H
#define PROBE_PROBE_H

#include "model/doc.h"

struct probe_key {
    const char *key;  /* "cpu.model" */
    const char *unit; /* or NULL */
    const char *help;
};
extern const struct probe_key probe_keys[]; /* ends with { 0 } */

/* What does not change while a run lasts: `root` is "" for this machine. */
int probe_system(struct doc *doc, struct doc_system *system, const char *root);

/* What does: load, steal, pressure, interrupts, counters; at start and at end. */
int probe_session(struct doc *doc, struct session *session, const char *root,
                  enum doc_at at);

/* Machine name where none was given: "m-" and six hex digits of a salted hash. */
int probe_machine_name(struct doc *doc, const char *root, const char **name);

/* One line of what stands for or against a good measurement here. */
enum probe_verdict { PROBE_OK, PROBE_WARNING, PROBE_UNKNOWN };
struct probe_check {
    const char *name;  /* "cpu governor" */
    const char *state; /* "unreadable (no cpufreq here)" */
    enum probe_verdict verdict;
    const char *advice;
};
enum { PROBE_CHECKS = 4 }; /* guest or not, governor, load, debug kernel */

/* Shape: checks[PROBE_CHECKS]; texts live in the doc's arena */
int probe_checks(struct doc *doc, const struct doc_system *system,
                 const struct session *session, struct probe_check *checks);

#endif
