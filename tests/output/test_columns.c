/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "output/view.h"

#include <stdio.h>
#include <string.h>

#include "bench/registry.h"
#include "import/foreign.h"
#include "judge/derive.h"

#include "support.h"

struct seen {
    const char *table, *shows, *filter;
};
enum { MOST = 512 };
static struct seen seen[MOST];
static size_t n_seen;
static char tables[MOST][128]; /* names live as long as the visit */

static bool is_derived(const char *id)
{
    for (const struct derive_rule *rule = derive_rules; rule->id; rule++) {
        if (strcmp(rule->id, id) == 0)
            return true;
    }
    return false;
}

/* The benchmark of an id "lat_sig.catch", if it is one of ours; *c its case. */
static const struct bench *find_ours(const char *id, const struct bench_case **c)
{
    char name[64];
    const char *dot = strchr(id, '.');
    const struct bench *bench;

    snprintf(name, sizeof name, "%.*s", (int)strcspn(id, "."), id);
    bench = bench_find(name);
    *c = bench ? bench_find_case(bench, dot ? dot + 1 : NULL) : NULL;
    return bench;
}

static int see_name(void *self, const char *table, const char *shows,
                    const char *filter, int width, const char *const *head)
{
    const struct bench_case *c;

    (void)self;
    (void)filter;
    (void)width;
    (void)head;
    if (!is_derived(shows) && !foreign_find(shows, NULL) &&
        (!find_ours(shows, &c) || !c))
        fail_msg("%s: %s is no definition, foreign or ours, and not derived", table,
                 shows);
    return 0;
}

static void every_column_names_something_that_is_defined(void **state)
{
    (void)state;
    assert_int_equal(view_each_column(see_name, NULL), 0);
}

/* A benchmark that is ours has the case that the column means. */
static int see_ours(void *self, const char *table, const char *shows,
                    const char *filter, int width, const char *const *head)
{
    const struct bench_case *c = NULL;
    size_t *n = self;

    (void)filter;
    (void)width;
    (void)head;
    if (find_ours(shows, &c)) {
        const struct foreign *f = foreign_find(shows, NULL);

        if (!c && f && *f->label == '(') /* what only printed summaries have */
            return 0;
        if (!c)
            fail_msg("%s: our benchmark has no case %s", table, shows);
        (*n)++;
    }
    return 0;
}

static void our_benchmarks_have_the_cases_that_columns_mean(void **state)
{
    size_t n = 0;

    (void)state;
    assert_int_equal(view_each_column(see_ours, &n), 0);
    assert_true(n >= 18); /* system calls, signals, processes, pipe, context switches */
}

static bool has_word(const char *words, const char *word, size_t length)
{
    for (const char *at = words; at; at = strchr(at, ' ')) {
        at += strspn(at, " ");
        if (strncmp(at, word, length) == 0 && (at[length] == ' ' || !at[length]))
            return true;
    }
    return false;
}

/* What only ours has, a filter may ask of those that have it: "definition?=ours". */
static bool ours_has(const char *id, const char *filter, size_t n)
{
    const struct bench_case *c;
    const struct bench *bench = find_ours(id, &c);

    for (const struct bench_param *p = bench ? bench->params : NULL; p && p->name;
         p++) {
        if (filter[n] == '?' && strncmp(p->name, filter, n) == 0 && !p->name[n])
            return true;
    }
    return false;
}

/* Each parameter of a filter is one that the definition has. */
static int see_filter(void *self, const char *table, const char *shows,
                      const char *filter, int width, const char *const *head)
{
    const struct foreign *f = foreign_find(shows, NULL);

    (void)self;
    (void)width;
    (void)head;
    while (filter && *filter) {
        size_t n = strcspn(filter, "?=");

        if ((!f || !has_word(f->params, filter, n)) && !ours_has(shows, filter, n))
            fail_msg("%s: %s has no parameter %.*s", table, shows, (int)n, filter);
        filter += strcspn(filter, " ");
        filter += strspn(filter, " ");
    }
    return 0;
}

static void filters_name_parameters_that_there_are(void **state)
{
    (void)state;
    assert_int_equal(view_each_column(see_filter, NULL), 0);
}

static int see_once(void *self, const char *table, const char *shows,
                    const char *filter, int width, const char *const *head)
{
    (void)self;
    (void)width;
    (void)head;
    assert_true(n_seen < MOST);
    snprintf(tables[n_seen], sizeof *tables, "%s", table);
    for (size_t i = 0; i < n_seen; i++) {
        bool same = filter && seen[i].filter ? strcmp(filter, seen[i].filter) == 0
                                             : filter == seen[i].filter;

        if (same && strcmp(seen[i].table, table) == 0 &&
            strcmp(seen[i].shows, shows) == 0)
            fail_msg("%s: %s is there twice", table, shows);
    }
    seen[n_seen] = (struct seen){ tables[n_seen], shows, filter };
    n_seen++;
    return 0;
}

static void nothing_stands_twice_in_a_table(void **state)
{
    (void)state;
    n_seen = 0;
    assert_int_equal(view_each_column(see_once, NULL), 0);
    assert_true(n_seen > 50);
}

static int see_width(void *self, const char *table, const char *shows,
                     const char *filter, int width, const char *const *head)
{
    (void)self;
    (void)filter;
    if (!head[0])
        fail_msg("%s: nothing stands above %s", table, shows);
    for (size_t i = 0; i < 3 && head[i]; i++) {
        if ((int)strlen(head[i]) > width)
            fail_msg("%s: '%s' is wider than the column of %s", table, head[i], shows);
    }
    return 0;
}

static void every_column_has_a_heading_that_fits(void **state)
{
    (void)state;
    assert_int_equal(view_each_column(see_width, NULL), 0);
}

/* A letter and its line are only as good as the note they print. */
static void what_is_different_says_how(void **state)
{
    (void)state;
    for (const struct bench *const *b = bench_all; *b; b++) {
        for (const struct bench_case *c = (*b)->cases; c->title; c++) {
            if (c->likeness == WORDS_LIKENESS_DIFFERENT && !c->note)
                fail_msg("%s is different and does not say how", (*b)->name);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_column_names_something_that_is_defined),
        cmocka_unit_test(our_benchmarks_have_the_cases_that_columns_mean),
        cmocka_unit_test(filters_name_parameters_that_there_are),
        cmocka_unit_test(nothing_stands_twice_in_a_table),
        cmocka_unit_test(every_column_has_a_heading_that_fits),
        cmocka_unit_test(what_is_different_says_how),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
