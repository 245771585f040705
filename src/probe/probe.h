/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * probe.h - reads the machine below a given root
 *
 * Each value comes with its source or the reason why it is missing; only keys of the
 * table are recorded, and nothing that identifies the machine or its user. Paths are
 * looked up below `root`, "" for this machine; of another tree, what only the running
 * kernel or processor can answer is missing.
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

/* What does not change while a run lasts. All: 0 or -ENOMEM. */
int probe_system(struct doc *doc, struct doc_system *system, const char *root);

/*
 * What does: load, steal, pressure, interrupts, counters; at start and at end. At start
 * also how errbar itself runs. Interrupts of the CPUs measured on want them as a list
 * in session->protocol.cpus.
 */
int probe_session(struct doc *doc, struct session *session, const char *root,
                  enum doc_at at);

/* The file system of a directory, which need not exist yet: fs.type, .options, .device
 */
int probe_filesystem(struct doc *doc, struct facts *facts, const char *root,
                     const char *path);

/*
 * Machine name where none was given: "m-" and six hex digits of a salted hash of the
 * machine's id. The salt is $XDG_DATA_HOME/errbar/salt, made (0600) where there is
 * none.
 *
 * Without a home the salt is a known constant; without an id what is hashed are model,
 * CPUs and architecture, so that machines alike have one name. Both give another name
 * than with, and each stays the same.
 *
 * Returns: 0 or -ENOMEM
 * Owner:   *name lives in the doc's arena
 */
int probe_machine_name(struct doc *doc, const char *root, const char **name);

enum { PROBE_BOOT = 17 };

/*
 * Sixteen hex digits that tell one boot from another, for the journal and never for a
 * document: a hash of the boot id with the same salt.
 *
 * Returns: 0, or a negative errno where the boot id cannot be read
 */
int probe_boot_hash(char hex[PROBE_BOOT], const char *root);

/*
 * Whether a text seems to hold what identifies a machine or its user: "UUID or machine
 * id", "hardware address", "IP address", "home directory", "login or mail address",
 * "host name" (with a domain: single words cannot be told from others).
 *
 * Returns: which, for a person; NULL where nothing was found
 */
const char *probe_identifies(const char *text);

/* One line of what stands for or against a good measurement here. */
enum probe_verdict { PROBE_OK, PROBE_WARNING, PROBE_UNKNOWN };
struct probe_check {
    const char *name;  /* "cpu governor" */
    const char *state; /* "unreadable (no cpufreq here)" */
    enum probe_verdict verdict;
    const char *advice; /* "" where there is nothing to say */
};
enum { PROBE_CHECKS = 4 }; /* guest or not, governor, load, debug kernel */

/* Shape: checks[PROBE_CHECKS]; texts live in the doc's arena */
int probe_checks(struct doc *doc, const struct doc_system *system,
                 const struct session *session, struct probe_check *checks);

#endif
