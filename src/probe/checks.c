/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * checks.c - what stands for or against a good measurement here
 *
 * Judged from the facts alone. What cannot be read is no fault: on a guest it is the
 * rule, and gets a question mark.
 */
#include "probe/probe.h"

#include "base/buf.h"
#include "base/num.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A machine is called idle below these; measuring.md section 0 had 2.0 and 40 %. */
static const double load_limit = 0.5, pressure_limit = 5, steal_limit = 0.5;

struct facts_of {
    const struct facts *system, *session;
};

static const char *text_of(const struct facts *facts, const char *key)
{
    const struct fact *f = facts_find(facts, key, DOC_AT_ALWAYS);

    return f ? f->value : NULL;
}

/* What was read last, so that the end counts where there is one; NaN where missing. */
static double last_of(const struct facts *facts, const char *key)
{
    const struct fact *f = facts_find(facts, key, DOC_AT_END);
    double value;

    if (!f || !f->value)
        f = facts_find(facts, key, DOC_AT_START);
    return f && f->value && num_to_double(f->value, &value) == 0 ? value : NAN;
}

static double first_of(const struct facts *facts, const char *key)
{
    const struct fact *f = facts_find(facts, key, DOC_AT_START);
    double value;

    return f && f->value && num_to_double(f->value, &value) == 0 ? value : NAN;
}

/* Per cent of all processor time: between start and end, or else since boot. */
static double steal_share(const struct facts *facts)
{
    double steal = last_of(facts, "load.steal"), time = last_of(facts, "load.time");
    double before = first_of(facts, "load.time");

    if (time > before) {
        steal -= first_of(facts, "load.steal");
        time -= before;
    }
    return time > 0 ? 100 * steal / time : NAN;
}

static void check_guest(const struct facts_of *f, struct probe_check *c,
                        struct buf *state)
{
    const char *type = text_of(f->system, "virt.type");
    const char *bit = text_of(f->system, "virt.hypervisor");
    double steal = steal_share(f->session);
    bool guest = type ? strcmp(type, "none") != 0 : bit && strcmp(bit, "yes") == 0;

    c->name = "virtualisation";
    if (guest) {
        buf_printf(state, "%s", type ? type : "guest of an unknown hypervisor");
        if (isfinite(steal))
            buf_printf(state, ", steal %.1f %%", steal);
        c->verdict = PROBE_WARNING;
        c->advice = steal > steal_limit
                        ? "others take processor time: results describe them too"
                        : "results describe this guest, not the hardware";
    } else if (type || (bit && strcmp(bit, "no") == 0)) {
        buf_text(state, "none");
        c->verdict = PROBE_OK;
        c->advice = "";
    } else {
        buf_text(state, "unreadable");
        c->verdict = PROBE_UNKNOWN;
        c->advice = "whether this is a guest cannot be told";
    }
}

static void check_governor(const struct facts_of *f, struct probe_check *c,
                           struct buf *state)
{
    const char *governor = text_of(f->system, "cpu.governor");
    const char *driver = text_of(f->system, "cpu.driver");
    const char *boost = text_of(f->system, "cpu.boost");

    c->name = "cpu governor";
    if (!governor) {
        buf_text(state, driver ? "unreadable" : "unreadable (no cpufreq here)");
        c->verdict = PROBE_UNKNOWN;
        c->advice = "frequency cannot be controlled";
        return;
    }
    buf_text(state, governor);
    if (boost)
        buf_printf(state, ", boost %s", boost);
    c->verdict = strcmp(governor, "performance") == 0 ? PROBE_OK : PROBE_WARNING;
    c->advice =
        c->verdict == PROBE_OK
            ? ""
            : "the clock may move while measuring: set the governor to performance";
}

static void check_load(const struct facts_of *f, struct probe_check *c,
                       struct buf *state)
{
    double load = last_of(f->session, "load.average");
    double pressure = last_of(f->session, "load.pressure.cpu.now");

    c->name = "load";
    if (isnan(load) && isnan(pressure)) {
        buf_text(state, "unreadable");
        c->verdict = PROBE_UNKNOWN;
        c->advice = "whether the machine is idle cannot be told";
        return;
    }
    if (isfinite(load))
        buf_printf(state, "%.2f", load);
    if (isfinite(pressure))
        buf_printf(state, "%spressure %.1f %%", isfinite(load) ? ", " : "", pressure);
    c->verdict =
        load >= load_limit || pressure >= pressure_limit ? PROBE_WARNING : PROBE_OK;
    c->advice =
        c->verdict == PROBE_OK ? "" : "other programs run: wait until they are done";
}

/* Options that slow down every system call or allocation while they are built in. */
static const char *const debugging[] = {
    "KASAN",         "KMSAN",           "KCSAN",         "KCOV",
    "GCOV_KERNEL",   "LOCKDEP",         "PROVE_LOCKING", "DEBUG_LOCK_ALLOC",
    "LOCK_STAT",     "DEBUG_SPINLOCK",  "DEBUG_MUTEXES", "DEBUG_ATOMIC_SLEEP",
    "DEBUG_PREEMPT", "DEBUG_PAGEALLOC", "SLUB_DEBUG_ON", "DEBUG_KMEMLEAK",
    "DEBUG_OBJECTS", "DEBUG_VM",
};

static void check_kernel(const struct facts_of *f, struct probe_check *c,
                         struct buf *state)
{
    const char *digest = text_of(f->system, "kernel.config.digest");

    c->name = "debug kernel";
    for (size_t i = 0; i < sizeof debugging / sizeof *debugging; i++) {
        char key[64];
        const char *value;

        snprintf(key, sizeof key, "kernel.config.%s", debugging[i]);
        value = text_of(f->system, key);
        if (value && strcmp(value, "y") == 0)
            buf_printf(state, "%s%s", state->length ? ", " : "", debugging[i]);
    }
    if (state->length) {
        c->verdict = PROBE_WARNING;
        c->advice = "this kernel checks itself: compare with its like only";
    } else if (digest) {
        buf_text(state, "no");
        c->verdict = PROBE_OK;
        c->advice = "";
    } else {
        buf_text(state, "unreadable (no configuration here)");
        c->verdict = PROBE_UNKNOWN;
        c->advice = "whether the kernel checks itself cannot be told";
    }
}

int probe_checks(struct doc *doc, const struct doc_system *system,
                 const struct session *session, struct probe_check *checks)
{
    static void (*const all[PROBE_CHECKS])(const struct facts_of *,
                                           struct probe_check *, struct buf *) = {
        check_guest,
        check_governor,
        check_load,
        check_kernel,
    };
    const struct facts_of facts = { &system->facts, &session->facts };

    for (size_t i = 0; i < PROBE_CHECKS; i++) {
        struct buf state = { 0 };

        all[i](&facts, &checks[i], &state);
        checks[i].state = buf_ok(&state) ? arena_strdup(doc->arena, state.text) : NULL;
        buf_done(&state);
        if (!checks[i].state)
            return -ENOMEM;
    }
    return 0;
}
