/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Documents made anew for a view: a row per system, shares of the best, spreads. */
#include "judge/pool.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "judge/derive.h"

#include "two.h"

#include "support.h"

enum { K = 10 };

/* Two machines; the first has three sessions, whose rows have these values. */
static struct two three_and_one(const char *id, const double us[3], double other)
{
    struct two t = two_new();
    double around[K];

    for (size_t s = 0; s < 3; s++) {
        two_around(around, K, us[s], 0.001);
        two_row(&t, s ? two_session(&t, t.side[0]->system) : t.side[0], id, around, K);
    }
    two_around(around, K, other, 0.001);
    two_row(&t, t.side[1], id, around, K);
    assert_int_equal(judge_doc(t.doc), 0);
    return t;
}

static const struct measurement *only_of(const struct doc *doc, const struct session *s)
{
    const struct measurement *found = NULL;

    for (size_t i = 0; i < doc->n_measurements; i++) {
        if (doc->measurements[i]->session == s) {
            assert_null(found);
            found = doc->measurements[i];
        }
    }
    assert_non_null(found);
    return found;
}

static const char *pooled(const struct session *s)
{
    const struct fact *fact = facts_find(&s->facts, judge_pooled_key, DOC_AT_ALWAYS);

    return fact ? fact->value : NULL;
}

/* C3: 178.4 168.5 50.4 by log-t */
static const double erratic[] = { 178.4, 168.5, 50.4 };

static void each_system_has_one_session_afterwards(void **state)
{
    struct two t = three_and_one("lat_ctx", erratic, 20);
    struct session *single = t.side[1];
    const struct measurement *m;

    (void)state;
    assert_int_equal(judge_by_system(t.doc), 0);
    assert_int_equal(t.doc->n_sessions, 2);
    assert_int_equal(t.doc->n_measurements, 2);
    m = only_of(t.doc, t.doc->sessions[0]);
    assert_near(m->judged->estimate.value, 114.8528e-6, 1e-4);
    assert_int_equal(m->judged->estimate.n, 3);
    assert_int_equal(m->judged->class, JUDGED_ERRATIC);
    assert_near(m->judged->spread.min, 50.4e-6, 1e-3);
    assert_near(m->judged->spread.max, 178.4e-6, 1e-3);
    assert_string_equal(pooled(t.doc->sessions[0]), "3");
    assert_ptr_equal(t.doc->sessions[1], single);
    assert_null(pooled(single));
    two_free(&t);
}

static void a_row_that_no_session_has_a_value_of_keeps_its_reason(void **state)
{
    struct two t = three_and_one("lat_ctx", erratic, 20);
    struct measurement *m;

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        t.doc->measurements[i]->status = DOC_STATUS_FAILED;
        t.doc->measurements[i]->reason = "timeout";
    }
    assert_int_equal(judge_by_system(t.doc), 0);
    m = (struct measurement *)only_of(t.doc, t.doc->sessions[0]);
    assert_int_equal(m->status, DOC_STATUS_FAILED);
    assert_string_equal(m->reason, "timeout");
    two_free(&t);
}

static void systems_of_two_files_are_one_if_host_and_kernel_are_equal(void **state)
{
    const struct fact release = { .key = "kernel.release", .value = "6.1" };
    const struct fact other = { .key = "kernel.release", .value = "6.2" };

    (void)state;
    for (int equal = 0; equal < 2; equal++) {
        struct two t = three_and_one("lat_ctx", erratic, 20);
        struct doc_system *a = t.side[0]->system, *b = t.side[1]->system;

        a->name = b->name = "boxa";
        a->label = b->label = NULL;
        assert_int_equal(doc_add_fact(t.doc, &a->facts, &release), 0);
        assert_int_equal(doc_add_fact(t.doc, &b->facts, equal ? &release : &other), 0);
        assert_int_equal(judge_by_system(t.doc), 0);
        assert_int_equal(t.doc->n_sessions, equal ? 1 : 2);
        two_free(&t);
    }
}

static void spread_is_the_deviation_of_the_logarithms_in_per_cent(void **state)
{
    struct two t = three_and_one("lat_ctx", erratic, 20);
    const struct measurement *m;
    double mean = (log(178.4) + log(168.5) + log(50.4)) / 3, squares = 0;

    (void)state;
    for (size_t i = 0; i < 3; i++)
        squares += pow(log(erratic[i]) - mean, 2);
    assert_int_equal(judge_spread(t.doc), 0);
    assert_int_equal(t.doc->n_sessions, 5);
    /* behind its system's sessions, and a system of one session has none */
    assert_null(pooled(t.doc->sessions[2]));
    assert_string_equal(pooled(t.doc->sessions[3]), "3");
    assert_null(pooled(t.doc->sessions[4]));
    m = only_of(t.doc, t.doc->sessions[3]);
    assert_string_equal(m->definition->unit, "%");
    assert_near(m->judged->estimate.value, 100 * sqrt(squares / 2), 1e-3);
    assert_int_equal(m->judged->estimate.n, 3);
    assert_string_equal(only_of(t.doc, t.doc->sessions[0])->definition->unit, "s");
    two_free(&t);
}

static double value_of(const struct doc *doc, size_t session)
{
    const struct measurement *m = only_of(doc, doc->sessions[session]);

    assert_int_equal(m->status, DOC_STATUS_OK);
    assert_string_equal(m->definition->unit, "%");
    return m->judged->estimate.value;
}

/* In the document's order the four sessions have 20, 12.5, 40 and 10 us. */
static const double twice[] = { 20, 40, 10 };

static void of_times_the_shortest_is_100_and_half_as_fast_is_50(void **state)
{
    struct two t = three_and_one("lat_ctx", twice, 12.5);

    (void)state;
    assert_int_equal(judge_percent(t.doc), 0);
    assert_near(value_of(t.doc, 0), 50, 1e-3);
    assert_near(value_of(t.doc, 1), 80, 1e-3);
    assert_near(value_of(t.doc, 2), 25, 1e-3);
    assert_near(value_of(t.doc, 3), 100, 1e-12);
    two_free(&t);
}

static void of_rates_the_highest_is_100(void **state)
{
    struct two t = three_and_one("lat_ctx", twice, 12.5);

    (void)state;
    for (size_t i = 0; i < t.doc->n_measurements; i++) {
        struct definition *d = (struct definition *)t.doc->measurements[i]->definition;

        d->unit = "B/s";
        d->better = DOC_BETTER_HIGHER;
    }
    assert_int_equal(judge_percent(t.doc), 0);
    assert_near(value_of(t.doc, 0), 50, 1e-3);
    assert_near(value_of(t.doc, 2), 100, 1e-12);
    assert_near(value_of(t.doc, 3), 25, 1e-3);
    two_free(&t);
}

static void what_means_something_else_is_left_out_and_says_so(void **state)
{
    struct two t = three_and_one("lat_ctx", twice, 12.5);
    struct definition old = *t.doc->measurements[0]->definition, pages = old;
    const struct measurement *m;

    (void)state;
    old.revision = "lmbench-3.0a4";
    pages.unit = "pages";
    t.doc->measurements[2]->definition = &old;   /* the best of them */
    t.doc->measurements[3]->definition = &pages; /* has no best */
    assert_int_equal(judge_percent(t.doc), 0);
    assert_int_equal(t.doc->n_measurements, 3);
    assert_near(value_of(t.doc, 0), 100, 1e-12);
    assert_near(value_of(t.doc, 2), 50, 1e-3);
    m = only_of(t.doc, t.doc->sessions[3]);
    assert_int_equal(m->status, DOC_STATUS_SKIPPED);
    assert_string_equal(m->reason, "definitions differ");
    two_free(&t);
}

static void what_is_alone_is_compared_with_nothing(void **state)
{
    struct two t = two_new();
    double around[K];
    const struct measurement *m;

    (void)state;
    two_around(around, K, 5, 0.001);
    two_row(&t, t.side[0], "lat_pipe", around, K);
    assert_int_equal(judge_doc(t.doc), 0);
    assert_int_equal(judge_percent(t.doc), 0);
    m = only_of(t.doc, t.side[0]);
    assert_int_equal(m->status, DOC_STATUS_SKIPPED);
    assert_string_equal(m->reason, "nothing to compare with");
    two_free(&t);
}

static void what_is_derived_is_shared_and_spread_as_well(void **state)
{
    static const struct derive_rule rules[] = {
        { .id = "derived.half", .function = "mean-of", .from = { "lat_ctx" } }, { 0 }
    };

    (void)state;
    for (int spread = 0; spread < 2; spread++) {
        struct two t = three_and_one("lat_ctx", twice, 12.5);
        const struct derived *last;

        assert_int_equal(derive_by(t.doc, rules), 0);
        assert_int_equal(t.doc->n_derived, 4);
        assert_int_equal(spread ? judge_spread(t.doc) : judge_percent(t.doc), 0);
        assert_int_equal(t.doc->n_derived, spread ? 5 : 4);
        last = t.doc->derived[t.doc->n_derived - 1];
        assert_string_equal(last->unit, "%");
        /* ln 20, ln 40, ln 10 lie ln 2 apart */
        assert_near(last->estimate.value, spread ? 100 * log(2) : 100, 1e-3);
        two_free(&t);
    }
}

static void a_want_of_memory_leaves_the_document_as_it_was(void **state)
{
    static int (*const make[])(struct doc *) = { judge_by_system, judge_spread,
                                                 judge_percent };

    (void)state;
    for (size_t f = 0; f < 3; f++) {
        int rc = -ENOMEM;

        for (long n = 0; rc == -ENOMEM; n++) {
            struct two t = three_and_one("lat_ctx", twice, 12.5);

            assert_true(n < 1000);
            support_fail_allocation = n;
            rc = make[f](t.doc);
            support_fail_allocation = -1;
            if (rc < 0) {
                assert_int_equal(t.doc->n_sessions, 4);
                assert_int_equal(t.doc->n_measurements, 4);
            }
            two_free(&t);
        }
        assert_int_equal(rc, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_system_has_one_session_afterwards),
        cmocka_unit_test(a_row_that_no_session_has_a_value_of_keeps_its_reason),
        cmocka_unit_test(systems_of_two_files_are_one_if_host_and_kernel_are_equal),
        cmocka_unit_test(spread_is_the_deviation_of_the_logarithms_in_per_cent),
        cmocka_unit_test(of_times_the_shortest_is_100_and_half_as_fast_is_50),
        cmocka_unit_test(of_rates_the_highest_is_100),
        cmocka_unit_test(what_means_something_else_is_left_out_and_says_so),
        cmocka_unit_test(what_is_alone_is_compared_with_nothing),
        cmocka_unit_test(what_is_derived_is_shared_and_spread_as_well),
        cmocka_unit_test(a_want_of_memory_leaves_the_document_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
