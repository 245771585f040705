/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "judge/between.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "support.h"

enum { SESSIONS = 8 };

static const double values[SESSIONS] = { 101.2, 99.7,  100.4, 98.9,
                                         103.8, 100.0, 99.2,  100.9 };

struct world {
    struct doc *doc;
    const struct session *sessions[SESSIONS];
};

static struct world make(void)
{
    struct world w = { .doc = doc_new() };

    for (size_t i = 0; i < SESSIONS; i++)
        w.sessions[i] = doc_add_session(w.doc);
    return w;
}

static struct definition *define(struct world *w, const char *id, const char *family)
{
    struct definition *d = doc_add_definition(w->doc);

    *d =
        (struct definition){ .id = id, .revision = "1", .unit = "s", .family = family };
    return d;
}

/* One row in the first n sessions, each value with that half-width. */
static void add(struct world *w, const struct definition *d, const double *x, size_t n,
                double half, bool relative)
{
    for (size_t i = 0; i < n; i++) {
        struct measurement *m = doc_add_measurement(w->doc);

        m->definition = d;
        m->session = (struct session *)w->sessions[i];
        m->attempt = 1;
        m->judged = arena_alloc(w->doc->arena, sizeof *m->judged);
        m->judged->estimate =
            (struct st_estimate){ .value = x[i],
                                  .lo = relative ? x[i] * exp(-half) : x[i] - half,
                                  .hi = relative ? x[i] * exp(half) : x[i] + half,
                                  .level = 0.95,
                                  .method = ST_METHOD_HS,
                                  .n = 10 };
    }
}

static struct judge_between *found(const struct world *w, size_t wanted)
{
    struct judge_between *out;
    size_t n;

    assert_int_equal(
        judge_between(w->doc, w->sessions, SESSIONS, w->doc->arena, &out, &n), 0);
    assert_int_equal(n, wanted);
    return out;
}

/* References: Python 3.11, math and statistics.variance over the logarithms; the
   quantile of chi-square, 2.16735 for 5 % and 7 degrees, by its series. */
static void what_the_intervals_explain_is_taken_off_the_variance(void **state)
{
    struct world w = make();
    struct judge_between *out;

    (void)state;
    add(&w, define(&w, "lat_x", "syscall"), values, SESSIONS, 0.004, true);
    out = found(&w, 1);
    assert_string_equal(out->family, "syscall");
    assert_near(out->sd, 0.02730211443106194, 1e-9);
    assert_near(out->found, 0.015096957045059957, 1e-9);
    assert_int_equal(out->rows, 1);
    assert_int_equal(out->sessions, SESSIONS);
    doc_free(w.doc);
}

static void rows_of_a_family_are_taken_together_and_families_apart(void **state)
{
    static const double other[SESSIONS] = { 50.1, 50.3, 49.6, 50.0,
                                            50.2, 49.9, 50.5, 49.8 };
    struct world w = make();
    struct judge_between *out;

    (void)state;
    add(&w, define(&w, "lat_x", "syscall"), values, SESSIONS, 0.004, true);
    add(&w, define(&w, "lat_z", "ipc"), values, SESSIONS, 0.004, true);
    add(&w, define(&w, "lat_y", "syscall"), other, SESSIONS, 0.002, true);
    out = found(&w, 2);
    assert_near(out[0].sd, 0.020630062681533303, 1e-9);
    assert_int_equal(out[0].rows, 2);
    assert_string_equal(out[1].family, "ipc");
    assert_near(out[1].sd, 0.02730211443106194, 1e-9);
    doc_free(w.doc);
}

static void sessions_that_differ_less_than_they_err_still_count_as_different(
    void **state)
{
    struct world w = make();
    struct judge_between *out;

    (void)state;
    add(&w, define(&w, "lat_x", "syscall"), values, SESSIONS, 0.05, true);
    out = found(&w, 1);
    assert_near(out->sd, 0.018650776676250633, 1e-9);
    assert_near(out->found, 0, 0);
    doc_free(w.doc);
}

static void differences_that_may_be_nothing_are_relative_to_the_subject(void **state)
{
    static const double x[SESSIONS] = { -3.0, 2.0, 1.0, -2.0, 4.0, 0.5, -1.5, 3.5 };
    struct world w = make();
    struct judge_between *out;

    (void)state;
    add(&w, define(&w, "lat_ctx", "context"), x, SESSIONS, 0.6, false);
    for (size_t i = 0; i < w.doc->n_measurements; i++)
        w.doc->measurements[i]->judged->subject = 200;
    out = found(&w, 1);
    assert_near(out->sd, 0.023038714769565927, 1e-9);
    doc_free(w.doc);
}

static void rows_that_are_wild_by_themselves_speak_for_no_others(void **state)
{
    static const double wild[SESSIONS] = { 10, 20, 11, 35, 12, 9, 14, 28 };
    struct world w = make();

    (void)state;
    add(&w, define(&w, "lat_w", "syscall"), wild, SESSIONS, 0.004, true);
    assert_true(found(&w, 1)->sd > 0.4);
    for (size_t i = 3; i < SESSIONS; i++)
        w.doc->measurements[i]->judged->class = JUDGED_ERRATIC;
    assert_true(found(&w, 1)->sd > 0.4); /* there is no other */
    add(&w, define(&w, "lat_x", "syscall"), values, SESSIONS, 0.004, true);
    assert_near(found(&w, 1)->sd, 0.02730211443106194, 1e-9);
    w.doc->measurements[3]->judged->class = JUDGED_FAIR;
    assert_true(found(&w, 1)->sd > 0.2); /* half of them are not most */
    doc_free(w.doc);
}

static void a_row_that_fewer_than_eight_sessions_have_says_nothing(void **state)
{
    struct world w = make();
    const struct definition *d = define(&w, "lat_x", "syscall");

    (void)state;
    add(&w, d, values, SESSIONS - 1, 0.004, true);
    found(&w, 0);
    add(&w, d, values, SESSIONS, 0.004, true);
    w.doc->measurements[SESSIONS - 1 + 2]->status = DOC_STATUS_FAILED;
    found(&w, 1); /* the third has its first attempt still */
    w.doc->measurements[2]->judged->estimate.method = ST_METHOD_NONE;
    found(&w, 0);
    doc_free(w.doc);
}

static void the_last_attempt_counts(void **state)
{
    struct world w = make();
    const struct definition *d = define(&w, "lat_x", "syscall");
    static const double first[SESSIONS] = { 1, 2, 3, 4, 5, 6, 7, 8 };

    (void)state;
    add(&w, d, first, SESSIONS, 0.004, true);
    add(&w, d, values, SESSIONS, 0.004, true);
    for (size_t i = SESSIONS; i < w.doc->n_measurements; i++)
        w.doc->measurements[i]->attempt = 2;
    assert_near(found(&w, 1)->sd, 0.02730211443106194, 1e-9);
    doc_free(w.doc);
}

static void want_of_memory_is_told(void **state)
{
    struct world w = make();
    struct judge_between *out;
    int rc = -ENOMEM;
    size_t n;

    (void)state;
    add(&w, define(&w, "lat_x", "syscall"), values, SESSIONS, 0.004, true);
    for (long i = 0; rc == -ENOMEM && i < 100; i++) {
        support_fail_allocation = i;
        rc = judge_between(w.doc, w.sessions, SESSIONS, w.doc->arena, &out, &n);
        support_fail_allocation = -1;
    }
    assert_int_equal(rc, 0);
    doc_free(w.doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_intervals_explain_is_taken_off_the_variance),
        cmocka_unit_test(rows_of_a_family_are_taken_together_and_families_apart),
        cmocka_unit_test(
            sessions_that_differ_less_than_they_err_still_count_as_different),
        cmocka_unit_test(differences_that_may_be_nothing_are_relative_to_the_subject),
        cmocka_unit_test(rows_that_are_wild_by_themselves_speak_for_no_others),
        cmocka_unit_test(a_row_that_fewer_than_eight_sessions_have_says_nothing),
        cmocka_unit_test(the_last_attempt_counts),
        cmocka_unit_test(want_of_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
