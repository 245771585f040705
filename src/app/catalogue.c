/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * catalogue.c - our definitions, from the benchmarks' descriptions
 */
#include "app/catalogue.h"

#include <stdio.h>
#include <string.h>

void catalogue_id(char id[CATALOGUE_ID], const struct bench *bench,
                  const struct bench_case *c)
{
    snprintf(id, CATALOGUE_ID, "%s%s%s", bench->name, c->name ? "." : "",
             c->name ? c->name : "");
}

int catalogue_each(int (*see)(void *self, const char *id, const struct bench *bench,
                              const struct bench_case *c),
                   void *self)
{
    char id[CATALOGUE_ID];
    int rc = 0;

    for (size_t i = 0; rc == 0 && bench_all[i]; i++) {
        for (const struct bench_case *c = bench_all[i]->cases; rc == 0 && c->title;
             c++) {
            catalogue_id(id, bench_all[i], c);
            rc = see(self, id, bench_all[i], c);
        }
    }
    return rc;
}

bool catalogue_in_set(const struct bench_case *c, const char *set)
{
    if (strcmp(set, "quick") == 0)
        return c->sets & BENCH_QUICK;
    if (strcmp(set, "classic") == 0)
        return c->sets & (BENCH_QUICK | BENCH_CLASSIC);
    return !(c->sets & BENCH_ON_REQUEST);
}

const char *catalogue_sets(const struct bench_case *c)
{
    if (c->sets & BENCH_ON_REQUEST)
        return "none: measured only where it is named";
    return c->sets & BENCH_QUICK     ? "quick, classic, full"
           : c->sets & BENCH_CLASSIC ? "classic, full"
                                     : "full";
}

struct wanted {
    const char *id;
    const struct bench *bench;
    const struct bench_case *c;
};

static int see_wanted(void *self, const char *id, const struct bench *bench,
                      const struct bench_case *c)
{
    struct wanted *w = self;

    if (strcmp(id, w->id) != 0)
        return 0;
    w->bench = bench;
    w->c = c;
    return 1;
}

bool catalogue_find(const char *id, const struct bench **bench,
                    const struct bench_case **c)
{
    struct wanted w = { .id = id };

    if (!catalogue_each(see_wanted, &w))
        return false;
    *bench = w.bench;
    *c = w.c;
    return true;
}

const struct definition *catalogue_definition(struct doc *doc,
                                              const struct bench *bench,
                                              const struct bench_case *c)
{
    const struct definition *there;
    struct definition *d;
    char id[CATALOGUE_ID];

    catalogue_id(id, bench, c);
    there = doc_find_definition(doc, id, bench->revision);
    if (there)
        return there;
    d = doc_add_definition(doc);
    if (!d)
        return NULL;
    *d = (struct definition){
        .id = arena_strdup(doc->arena, id),
        .revision = bench->revision,
        .suite = "lmbench",
        .family = bench_family(bench, c),
        .likeness = c->likeness,
        .quantity = bench_is_bandwidth(c) ? "bandwidth" : "time",
        .unit = bench_is_bandwidth(c) ? "B/s" : "s",
        .better = bench_is_bandwidth(c) ? DOC_BETTER_HIGHER : DOC_BETTER_LOWER,
        .per = c->per,
        .title = c->title,
        .note = c->note,
    };
    return d->id ? d : NULL;
}

unsigned catalogue_rejects(const struct bench *bench, const struct bench_case *c,
                           const char *placement)
{
    static const struct {
        unsigned bit;
        enum series_column column;
    } map[] = { { BENCH_REJECTS_WAIT, SERIES_WAIT_NS },
                { BENCH_REJECTS_SWITCHES, SERIES_SWITCHES },
                { BENCH_REJECTS_MIGRATIONS, SERIES_MIGRATIONS },
                { BENCH_REJECTS_FAULTS, SERIES_FAULTS } };
    unsigned bits = bench_rejects(bench, c), columns = 0;

    for (size_t i = 0; i < sizeof map / sizeof *map; i++) {
        if (bits & map[i].bit)
            columns |= 1u << map[i].column;
    }
    /* where the scheduler may place freely, moving is part of the subject */
    if (placement && strcmp(placement, "free") == 0)
        columns &= ~(1u << SERIES_MIGRATIONS);
    return columns;
}
