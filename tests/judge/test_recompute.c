/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "judge/judge.h"

#include <errno.h>
#include <stdlib.h>

#include "builder.h"

#include "support.h"

/* A document with everything in it: marks, flags, a mode, a difference, a derived
 * value. */
static struct world rich(void)
{
    struct world w = world_new("lat_syscall.read");

    for (uint64_t k = 0; k < 10; k++) {
        struct series *s = observe_around(&w, 150000000 + 100000 * k, 20);

        disturb(&w, s, SERIES_SWITCHES, (uint32_t)k, 1);
        if (k < 6)
            s->ns[15] = 4000000000;
    }
    w.session->invocations[7]->series[0].ns[3] = 999000000;
    add_row(&w, "lat_syscall.write");
    for (uint64_t k = 0; k < 10; k++)
        observe_around(&w, 110000000 + 100000 * k, 20);
    add_row(&w, "lat_sig.catch");
    for (uint64_t k = 0; k < 5; k++) {
        struct invocation *i = add_invocation(&w);
        uint64_t subject = 300000 + 100 * k, base = 100000 + 30 * (k % 3);

        add_series(&w, i, DOC_PART_SUBJECT, &subject, 1);
        add_series(&w, i, DOC_PART_BASE, &base, 1);
    }
    assert_int_equal(judge_doc(w.doc), 0);
    return w;
}

static void what_was_judged_recomputes_bit_for_bit(void **state)
{
    struct world w = rich();
    struct judged *before = w.m->judged;
    struct derived *derived = w.doc->derived[0];
    struct diag why = { 0 };

    (void)state;
    assert_int_equal(judge_recompute(w.doc, true, &why), 0);
    assert_int_equal(judge_recompute(w.doc, false, NULL), 0);
    assert_ptr_equal(w.m->judged, before); /* a copy was judged */
    assert_ptr_equal(w.doc->derived[0], derived);
    assert_int_equal(w.doc->n_derived, 1);
    world_free(&w);
}

static double up(double x)
{
    return nextafter(x, INFINITY);
}

/* Each changes one thing that is stored; the sentence must name it. */
static void change_value(struct judged *j)
{
    j->estimate.value = up(j->estimate.value);
}
static void change_lo(struct judged *j)
{
    j->estimate.lo = NAN;
}
static void change_method(struct judged *j)
{
    j->estimate.method = ST_METHOD_T;
}
static void change_kept(struct judged *j)
{
    j->kept.hi = up(j->kept.hi);
}
static void change_spread(struct judged *j)
{
    j->spread.q99 = up(j->spread.q99);
}
static void change_within(struct judged *j)
{
    j->within = up(j->within);
}
static void change_samples(struct judged *j)
{
    j->samples++;
}
static void change_class(struct judged *j)
{
    j->class = JUDGED_NOISY;
}
static void change_mark(struct judged *j)
{
    j->marks[0].at++;
}
static void change_cause(struct judged *j)
{
    j->marks[0].cause = "value";
}
static void drop_mark(struct judged *j)
{
    j->n_marks--;
}
static void change_flag(struct judged *j)
{
    j->flags[0].statistic++;
}
static void drop_flag(struct judged *j)
{
    j->n_flags--;
}
static void change_policy(struct judged *j)
{
    j->outliers = "keep";
}

static const struct {
    void (*change)(struct judged *j);
    const char *named;
    bool only_exact; /* too little to see from another build */
} changes[] = {
    { change_value, "m1: value is stored as ", true },
    { change_lo, "m1: lo ", false },
    { change_method, "m1: method ", false },
    { change_kept, "m1: kept hi ", true },
    { change_spread, "m1: q99 ", true },
    { change_within, "m1: within ", true },
    { change_samples, "m1: samples ", false },
    { change_class, "m1: the class ", false },
    { change_mark, "m1: a mark's position ", false },
    { change_cause, "m1: a mark's cause ", false },
    { drop_mark, "m1: the number of marks ", false },
    { change_flag, "m1: between ", false },
    { drop_flag, "m1: a flag ", false },
    { change_policy, "m1: outliers ", false },
};

static void every_stored_thing_that_was_changed_is_found_and_named(void **state)
{
    (void)state;
    for (size_t c = 0; c < sizeof changes / sizeof *changes; c++) {
        struct world w = rich();
        struct diag why = { 0 };

        changes[c].change(w.doc->measurements[0]->judged);
        assert_int_equal(judge_recompute(w.doc, true, &why), -EBADMSG);
        if (strncmp(why.text, changes[c].named, strlen(changes[c].named)) != 0)
            fail_msg("'%s' does not begin with '%s'", why.text, changes[c].named);
        assert_int_equal(judge_recompute(w.doc, false, NULL),
                         changes[c].only_exact ? 0 : -EBADMSG);
        world_free(&w);
    }
}

static void another_build_may_differ_in_the_twelfth_digit(void **state)
{
    struct world w = rich();

    (void)state;
    w.m->judged->estimate.value *= 1 + 0.9e-12;
    assert_int_equal(judge_recompute(w.doc, false, NULL), 0);
    w.m->judged->estimate.value *= 1 + 0.9e-12;
    assert_int_equal(judge_recompute(w.doc, false, NULL), -EBADMSG);
    world_free(&w);
}

static void a_changed_observation_is_found(void **state)
{
    struct world w = rich();

    (void)state;
    w.session->invocations[0]->series[0].ns[5]++;
    assert_int_equal(judge_recompute(w.doc, true, NULL), -EBADMSG);
    world_free(&w);
}

static void a_derived_value_that_was_changed_or_left_out_is_found(void **state)
{
    struct world w = rich();
    struct diag why = { 0 };

    (void)state;
    w.doc->derived[0]->estimate.hi *= 2;
    assert_int_equal(judge_recompute(w.doc, false, &why), -EBADMSG);
    assert_non_null(strstr(why.text, "derived.null_io: hi"));
    w.doc->n_derived = 0;
    assert_int_equal(judge_recompute(w.doc, false, &why), -EBADMSG);
    assert_int_equal(w.doc->n_derived, 0);
    world_free(&w);
}

static void a_row_without_judgement_is_right_only_where_there_is_nothing(void **state)
{
    struct world w = rich();
    struct measurement *failed = add_row(&w, "lat_pipe");

    (void)state;
    failed->status = DOC_STATUS_FAILED;
    assert_int_equal(judge_recompute(w.doc, true, NULL), 0);
    w.doc->measurements[0]->judged = NULL;
    assert_int_equal(judge_recompute(w.doc, true, NULL), -EBADMSG);
    world_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_judged_recomputes_bit_for_bit),
        cmocka_unit_test(every_stored_thing_that_was_changed_is_found_and_named),
        cmocka_unit_test(another_build_may_differ_in_the_twelfth_digit),
        cmocka_unit_test(a_changed_observation_is_found),
        cmocka_unit_test(a_derived_value_that_was_changed_or_left_out_is_found),
        cmocka_unit_test(a_row_without_judgement_is_right_only_where_there_is_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
