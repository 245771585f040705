/* SPDX-License-Identifier: GPL-3.0-or-later */
/* serial: what a session's invocations have in common with their neighbours. */
#include "judge/judge.h"

#include "stats/rng.h"

#include <errno.h>

#include "builder.h"

#include "support.h"

enum { SEED = 20040107, ROWS = 4, BLOCKS = 10 };

/*
 * Blocks of all rows, three observations each, whose state moves with the given
 * correlation from one invocation to the next.
 */
static struct world session_of(double correlation)
{
    struct st_rng *rng = st_rng_new(SEED, 2, 1);
    struct world w = world_new("lat0");
    struct measurement *rows[ROWS] = { w.m };
    double now = 0;

    assert_non_null(rng);
    for (int r = 1; r < ROWS; r++)
        rows[r] = add_row(&w, arena_printf(w.doc->arena, "lat%d", r));
    for (int b = 0; b < BLOCKS; b++) {
        for (int r = 0; r < ROWS; r++) {
            uint64_t ns;

            now = correlation * now +
                  sqrt(1 - correlation * correlation) * st_rng_gauss(rng);
            ns = (uint64_t)((r + 1) * (1e6 + 1e4 * now));
            w.m = rows[r];
            observe_around(&w, ns, 3);
        }
    }
    st_rng_free(rng);
    return w;
}

static void a_quiet_session_is_not_serial(void **state)
{
    struct world w = session_of(0);
    struct judge_serial s;

    (void)state;
    assert_int_equal(judge_serial(w.doc, w.session, &s), 0);
    assert_false(s.found);
    assert_near(s.factor, 1, 0);
    assert_int_equal(s.invocations, ROWS * BLOCKS);
    assert_int_equal(s.rows, ROWS);
    assert_int_equal(judge_doc(w.doc), 0);
    assert_null(flag_of(w.m->judged, "serial"));
    world_free(&w);
}

/* ln (hi / value) and ln (value / lo), both wider by the same factor */
static void assert_widened(const struct judged *wide, const struct judged *usual,
                           double factor)
{
    const struct st_estimate *w = &wide->estimate, *u = &usual->estimate;

    assert_near(w->value, u->value, 0);
    assert_near(log(w->hi / w->value), factor * log(u->hi / u->value), 1e-9);
    assert_near(log(w->value / w->lo), factor * log(u->value / u->lo), 1e-9);
    assert_near(w->level, u->level, 0);
    assert_int_equal(w->n, u->n);
}

static void all_rows_of_a_serial_session_are_flagged_and_widened_alike(void **state)
{
    struct world w = session_of(0.95);
    struct judge_serial s;
    const struct judged *usual[ROWS];
    const struct flag *f;

    (void)state;
    assert_int_equal(judge_serial(w.doc, w.session, &s), 0);
    assert_true(s.found && s.z > 2.326);
    assert_near(s.factor, sqrt((1 + s.r) / (1 - s.r)), 1e-12);
    assert_true(s.factor > 1.3);
    for (size_t r = 0; r < ROWS; r++) { /* advice looks at one row and does not widen */
        struct advice a;

        assert_int_equal(
            judge_advise(w.doc, w.doc->measurements[r], BLOCKS, 600, 1, &a), 0);
        usual[r] = w.doc->measurements[r]->judged;
        assert_null(flag_of(usual[r], "serial"));
    }
    assert_int_equal(judge_doc(w.doc), 0);
    for (size_t r = 0; r < ROWS; r++) {
        const struct judged *j = w.doc->measurements[r]->judged;

        f = flag_of(j, "serial");
        assert_non_null(f);
        assert_near(f->statistic, s.z, 0);
        assert_near(f->limit, 2.326, 0);
        assert_non_null(strstr(f->text, "this run only"));
        assert_widened(j, usual[r], s.factor);
    }
    world_free(&w);
}

static void one_row_judged_alone_is_judged_as_among_all(void **state)
{
    struct world w = session_of(0.95);
    struct st_estimate among;

    (void)state;
    assert_int_equal(judge_doc(w.doc), 0);
    among = w.m->judged->estimate;
    assert_near(judge(&w)->estimate.lo, among.lo, 0);
    assert_near(w.m->judged->estimate.hi, among.hi, 0);
    assert_non_null(flag_of(w.m->judged, "serial"));
    assert_int_equal(judge_recompute(w.doc, true, NULL), 0);
    world_free(&w);
}

/* The lag-1 correlation of 1 2 3 … 10 by its definition. */
static void the_correlation_is_that_of_the_rows_corrected_for_their_length(void **state)
{
    struct world w = world_new("lat");
    struct judge_serial s;
    double product = 0, squares = 0, r;

    (void)state;
    for (int k = 0; k < 10; k++) {
        observe_around(&w, 1000000 + 1000 * (uint64_t)k, 3);
        squares += (k - 4.5) * (k - 4.5);
        product += k ? (k - 4.5) * (k - 5.5) : 0;
    }
    r = product / squares;
    assert_int_equal(judge_serial(w.doc, w.session, &s), 0);
    assert_near(s.r, fmin(0.95, r + (1 + 4 * r) / 10), 1e-12);
    world_free(&w);
}

/* A sweep's points are observed by one process: they are one piece of evidence. */
static void an_invocation_counts_once_however_many_rows_it_has(void **state)
{
    struct st_rng *rng = st_rng_new(SEED, 3, 1);
    struct world w = world_new("lat_mem");
    struct measurement *points[5] = { w.m };
    struct judge_serial s;

    (void)state;
    assert_non_null(rng);
    for (int p = 1; p < 5; p++)
        points[p] = add_row(&w, "lat_mem");
    for (int k = 0; k < 20; k++) {
        struct invocation *i = add_invocation(&w);
        double noise = st_rng_gauss(rng);

        i->series = arena_alloc(w.doc->arena, 5 * sizeof *i->series);
        for (int p = 0; p < 5; p++) {
            uint64_t ns = (uint64_t)(1e6 + 1e4 * noise);

            w.m = points[p];
            add_series(&w, i, DOC_PART_SUBJECT, &ns, 1);
        }
    }
    st_rng_free(rng);
    assert_int_equal(judge_serial(w.doc, w.session, &s), 0);
    assert_int_equal(s.invocations, 20);
    assert_int_equal(s.rows, 5);
    assert_false(s.found);
    world_free(&w);
}

static void rows_without_scatter_and_other_sessions_do_not_count(void **state)
{
    struct world w = session_of(0.95);
    struct judge_serial before, after;
    struct session *own = w.session;

    (void)state;
    assert_int_equal(judge_serial(w.doc, own, &before), 0);
    add_row(&w, "constant");
    for (int k = 0; k < 10; k++)
        observe_around(&w, 5000000, 3);
    w.session = doc_add_session(w.doc);
    w.session->protocol = own->protocol;
    add_row(&w, "lat0");
    for (uint64_t k = 0; k < 10; k++)
        observe_around(&w, 1000000 + 100 * (7 * k % 10), 3);
    assert_int_equal(judge_serial(w.doc, own, &after), 0);
    assert_near(after.z, before.z, 0);
    assert_int_equal(after.rows, ROWS);
    assert_int_equal(judge_doc(w.doc), 0);
    assert_null(flag_of(w.m->judged, "serial"));
    assert_non_null(flag_of(w.doc->measurements[0]->judged, "serial"));
    world_free(&w);
}

static void want_of_memory_is_reported_at_every_step(void **state)
{
    struct world w = session_of(0.95);

    (void)state;
    for (long n = 0;; n++) {
        int rc;

        support_fail_allocation = n;
        rc = judge_doc(w.doc);
        support_fail_allocation = -1;
        if (rc == 0)
            break;
        assert_int_equal(rc, -ENOMEM);
    }
    assert_non_null(flag_of(w.m->judged, "serial"));
    world_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_quiet_session_is_not_serial),
        cmocka_unit_test(all_rows_of_a_serial_session_are_flagged_and_widened_alike),
        cmocka_unit_test(one_row_judged_alone_is_judged_as_among_all),
        cmocka_unit_test(
            the_correlation_is_that_of_the_rows_corrected_for_their_length),
        cmocka_unit_test(an_invocation_counts_once_however_many_rows_it_has),
        cmocka_unit_test(rows_without_scatter_and_other_sessions_do_not_count),
        cmocka_unit_test(want_of_memory_is_reported_at_every_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
