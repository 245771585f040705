/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reference.c - C1 to C4: what the judge says of the numbers of R0
 */
#include "slow.h"

#include "../judge/builder.h"
#include "../judge/r0.h"

#include "support.h"

enum { N_CELLS = sizeof r0_cells / sizeof *r0_cells, SYSTEMS = 3 };

struct expected {
    const char *group, *name;
    enum r0_system system;
    enum judged_class class;
};

/* Every other cell is stable or fair. */
static const struct expected c1[] = {
    { "ctxsw", "2p/16K", HPUX, JUDGED_ERRATIC },
    { "ctxsw", "2p/64K", HPUX, JUDGED_ERRATIC },
    { "ctxsw", "8p/16K", HPUX, JUDGED_ERRATIC },
    { "ctxsw", "16p/16K", HPUX, JUDGED_ERRATIC },
    { "ctxsw", "2p/0K", LINUX26, JUDGED_NOISY },
    { "ctxsw", "2p/0K", LINUX24, JUDGED_NOISY },
};
static const struct expected c2[] = {
    { "comm lat", "RPC/TCP", HPUX, JUDGED_ERRATIC },
    { "processor", "select TCP", HPUX, JUDGED_NOISY },
    { "comm lat", "TCP", HPUX, JUDGED_NOISY },
    { "file/VM", "prot fault", HPUX, JUDGED_NOISY },
    { "bandwidth", "TCP bw", HPUX, JUDGED_NOISY },
    { "comm lat", "UDP", LINUX26, JUDGED_NOISY },
    { "file/VM", "10K create", LINUX24, JUDGED_NOISY },
    { "processor", "select TCP", LINUX26, JUDGED_UNKNOWN },
};
enum { N_C1 = sizeof c1 / sizeof *c1, N_C2 = sizeof c2 / sizeof *c2 };

static const struct expected *find(const struct expected *list, size_t n,
                                   const struct r0_cell *c)
{
    for (size_t i = 0; i < n; i++) {
        if (strcmp(list[i].group, c->group) == 0 &&
            strcmp(list[i].name, c->name) == 0 && list[i].system == c->system)
            return &list[i];
    }
    return NULL;
}

static bool is_as_expected(const struct r0_cell *c, enum judged_class class)
{
    const struct expected *e = find(c1, N_C1, c);

    e = e ? e : find(c2, N_C2, c);
    return e ? class == e->class : class == JUDGED_STABLE || class == JUDGED_FAIR;
}

static void classes(void)
{
    size_t wrong_switches = 0, wrong = 0, listed = 0;

    for (size_t i = 0; i < N_CELLS; i++) {
        const struct r0_cell *c = &r0_cells[i];
        struct world w = world_new(c->name);
        bool well;

        import(&w, c->values, c->n, strcmp(c->group, "bandwidth") == 0 ? 1e6 : 1e-6);
        well = is_as_expected(c, judge(&w)->class);
        wrong += !well;
        wrong_switches += !well && strcmp(c->group, "ctxsw") == 0;
        listed += find(c1, N_C1, c) || find(c2, N_C2, c);
        world_free(&w);
    }
    slow_report("C1", (double)wrong_switches, 0, 0,
                "context-switch cells of R0 with another class");
    slow_report("C2", (double)wrong, 0, 0, "cells of R0 with another class");
    slow_report("C2", N_CELLS, 128, 128, "cells of R0");
    slow_report("C2", (double)listed, N_C1 + N_C2, N_C1 + N_C2,
                "of them noisy, erratic or unknown");
}

static void log_t(void)
{
    static const double values[] = { 178.4, 168.5, 50.4 };
    struct world w = world_new("lat_ctx");
    const struct judged *j;

    import(&w, values, 3, 1);
    j = judge(&w);
    slow_report("C3", j->estimate.value, 114.8528 - 5e-5, 114.8528 + 5e-5,
                "HP-UX 16p/16K");
    slow_report("C3", j->estimate.lo, 19.4972 - 5e-5, 19.4972 + 5e-5, "lower end");
    slow_report("C3", j->estimate.hi, 676.5678 - 5e-5, 676.5678 + 5e-5, "upper end");
    world_free(&w);
}

/* R0 with a session a system; a cell's group is its family. */
static struct world r0(void)
{
    struct world w = { .doc = doc_new() };

    st_init();
    slow_must(w.doc ? 0 : -1, "no memory");
    for (int s = 0; s < SYSTEMS; s++) {
        w.session = doc_add_session(w.doc);
        slow_must(w.session ? 0 : -1, "no memory");
        w.session->system = doc_add_system(w.doc);
        w.session->protocol = (struct protocol){ .level = 0.95 };
        for (size_t c = 0; c < N_CELLS; c++) {
            if (r0_cells[c].system != (enum r0_system)s)
                continue;
            add_row(&w, r0_cells[c].name);
            ((struct definition *)w.m->definition)->family = r0_cells[c].group;
            import(&w, r0_cells[c].values, r0_cells[c].n, 1e-6);
        }
    }
    return w;
}

static void blocks(void)
{
    static const char *const name[] = { "HP-UX", "Linux 2.6", "Linux 2.4" };
    struct world w = r0();

    slow_must(judge_doc(w.doc), "judge_doc");
    for (size_t s = 0; s < SYSTEMS; s++) {
        double rows = 0, flagged = 0;

        for (size_t i = 0; i < w.doc->n_measurements; i++) {
            const struct measurement *m = w.doc->measurements[i];

            if (m->session == w.doc->sessions[s] &&
                strcmp(m->definition->family, "ctxsw") == 0) {
                rows++;
                flagged += flag_of(m->judged, "rowblock") != NULL;
            }
        }
        slow_report("C4", flagged, s == HPUX ? rows : 0, s == HPUX ? rows : 0,
                    "context switches of %s flagged as a block", name[s]);
    }
    world_free(&w);
}

void slow_reference(void)
{
    classes();
    log_t();
    blocks();
}
