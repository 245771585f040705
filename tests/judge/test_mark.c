/* SPDX-License-Identifier: GPL-3.0-or-later */
/* statistics.md 3.4: what is left out, and why. */
#include "judge/judge.h"

#include "builder.h"

#include "support.h"

/* Ten invocations of twenty observations of 1 ms, after five of warm-up. */
static struct world quiet(void)
{
    struct world w = world_new("lat");

    w.m->plan.warmup = 5;
    for (int k = 0; k < 10; k++)
        observe_around(&w, 1000000, 25);
    return w;
}

static struct series *series_of(struct world *w, size_t invocation)
{
    return &w->session->invocations[invocation]->series[0];
}

static void a_quiet_row_has_no_marks(void **state)
{
    struct world w = quiet();
    const struct judged *j = judge(&w);

    (void)state;
    assert_int_equal(j->n_marks, 0);
    assert_int_equal(j->samples, 200);
    assert_int_equal(j->disturbed + j->rejected, 0);
    assert_near(j->tail_share, 0, 0);
    assert_int_equal(j->n_flags, 1); /* of 200 values five are different: a tick */
    assert_string_equal(j->flags[0].code, "tick");
    world_free(&w);
}

static void causes_are_named_and_positions_count_from_the_first_of_the_series(
    void **state)
{
    static const struct {
        enum series_column column;
        uint64_t value;
        const char *cause; /* NULL: not enough */
    } cases[] = {
        { SERIES_WAIT_NS, 5000, "wait" }, /* 0.5 % of a millisecond */
        { SERIES_WAIT_NS, 4999, NULL },   { SERIES_SWITCHES, 1, "switched-out" },
        { SERIES_SWITCHES, 0, NULL },     { SERIES_MIGRATIONS, 1, "migrated" },
        { SERIES_FAULTS, 1, "fault" },
    };

    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct world w = quiet();
        const struct judged *j;

        disturb(&w, series_of(&w, 6), cases[c].column, 10, cases[c].value);
        j = judge(&w);
        assert_int_equal(j->n_marks, cases[c].cause ? 1 : 0);
        assert_int_equal(j->disturbed, cases[c].cause ? 1 : 0);
        assert_int_equal(j->samples, cases[c].cause ? 199 : 200);
        if (cases[c].cause) {
            assert_int_equal(j->marks[0].invocation, 7);
            assert_int_equal(j->marks[0].at, 11);
            assert_string_equal(j->marks[0].cause, cases[c].cause);
        }
        world_free(&w);
    }
}

static void who_waited_because_it_was_switched_out_was_switched_out(void **state)
{
    struct world w = quiet();

    (void)state;
    disturb(&w, series_of(&w, 0), SERIES_WAIT_NS, 5, 71033);
    disturb(&w, series_of(&w, 0), SERIES_SWITCHES, 5, 1);
    assert_int_equal(judge(&w)->n_marks, 1);
    assert_string_equal(w.m->judged->marks[0].cause, "switched-out");
    world_free(&w);
}

static void only_causes_that_may_reject_do(void **state)
{
    struct world w = quiet();

    (void)state;
    disturb(&w, series_of(&w, 0), SERIES_FAULTS, 8, 1);
    w.m->rejects &= ~(1u << SERIES_FAULTS);
    assert_int_equal(judge(&w)->n_marks, 0);
    assert_int_equal(w.m->judged->disturbed, 0);
    world_free(&w);
}

static void disturbed_warm_up_does_not_matter(void **state)
{
    struct world w = quiet();

    (void)state;
    disturb(&w, series_of(&w, 0), SERIES_SWITCHES, 4, 1);
    assert_int_equal(judge(&w)->n_marks, 0);
    assert_int_equal(w.m->judged->disturbed, 0);
    world_free(&w);
}

static void a_difference_is_disturbed_if_either_part_is(void **state)
{
    static const uint64_t subject[] = { 3000000, 3000100, 3000200 };
    static const uint64_t base[] = { 1000000, 1000100, 1000300 };
    struct world w = world_new("lat_sig.catch");
    struct invocation *i = add_invocation(&w);
    struct series *b;

    (void)state;
    add_series(&w, i, DOC_PART_SUBJECT, subject, 3);
    b = add_series(&w, i, DOC_PART_BASE, base, 3);
    disturb(&w, b, SERIES_WAIT_NS, 1,
            6000); /* 0.6 % of the base, 0.2 % of the subject */
    assert_int_equal(judge(&w)->n_marks, 1);
    assert_int_equal(w.m->judged->marks[0].at, 2);
    world_free(&w);
}

static void switch_out(struct world *w, size_t invocation, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        disturb(w, series_of(w, invocation), SERIES_SWITCHES, 5 + i, 1);
}

static void an_invocation_disturbed_for_more_than_half_is_left_out_whole(void **state)
{
    struct world w = quiet();
    const struct judged *j;

    (void)state;
    switch_out(&w, 3, 11);
    j = judge(&w);
    assert_int_equal(j->n_marks, 1);
    assert_int_equal(j->marks[0].invocation, 4);
    assert_int_equal(j->marks[0].at, 0);
    assert_string_equal(j->marks[0].cause, "disturbed");
    assert_int_equal(j->invocations, 9);
    assert_int_equal(j->replaced, 1);
    assert_int_equal(j->samples, 180);
    assert_int_equal(j->disturbed, 11);
    assert_int_equal(j->kept.n, 10);
    world_free(&w);
}

static void half_of_an_invocation_is_not_more_than_half(void **state)
{
    struct world w = quiet();

    (void)state;
    switch_out(&w, 3, 10);
    assert_int_equal(judge(&w)->invocations, 10);
    assert_int_equal(w.m->judged->n_marks, 10);
    world_free(&w);
}

static void more_than_a_tenth_of_the_row_stays_and_is_load(void **state)
{
    struct world w = quiet();
    const struct judged *j;

    (void)state;
    switch_out(&w, 3, 11);
    switch_out(&w, 4, 20);
    j = judge(&w);
    assert_int_equal(j->invocations, 10);
    assert_int_equal(j->replaced, 0);
    /* of the one, what is undisturbed; the other, where nothing is, as it is */
    assert_int_equal(j->n_marks, 11);
    assert_int_equal(j->samples, 189);
    assert_int_equal(j->disturbed, 31);
    assert_non_null(flag_of(j, "load"));
    assert_near(flag_of(j, "load")->statistic, 31 / 200.0, 1e-15);
    world_free(&w);
}

/* Sets `n` observations of each of `invocations` to ns, from the ninth on. */
static void far_off(struct world *w, size_t invocations, size_t n, uint64_t ns)
{
    for (size_t k = 0; k < invocations; k++) {
        for (size_t i = 0; i < n; i++)
            series_of(w, k)->ns[8 + i] = ns + 1000 * (k * n + i);
    }
}

static void what_is_far_off_is_rejected_and_named(void **state)
{
    struct world w = quiet();
    const struct judged *j;

    (void)state;
    series_of(&w, 2)->ns[8] = 3000000;
    series_of(&w, 5)->ns[9] = 400000;
    j = judge(&w);
    assert_int_equal(j->n_marks, 2);
    assert_int_equal(j->marks[0].invocation, 3);
    assert_int_equal(j->marks[0].at, 9);
    assert_string_equal(j->marks[0].cause, "value");
    assert_int_equal(j->marks[1].invocation, 6);
    assert_int_equal(j->rejected, 2);
    assert_int_equal(j->samples, 198);
    assert_near(j->tail_share, 0.01, 1e-15);
    assert_near(j->tail_largest, 3, 1e-12);
    assert_null(flag_of(j, "tail")); /* 1 % is not more than 1 % */
    assert_near(j->spread.max, 1.0002e-6, 1e-12);
    world_free(&w);
}

/* The limit is 5 times the largest of MAD, 2 q and 0.1 % of y. */
static void the_border_of_far_off_is_the_largest_of_three(void **state)
{
    /* MAD of 0 1 -1 2 -2 is 1: 1.4826 x 100 ppm, less than 0.1 % of y; q = 1 ns */
    static const struct {
        double tick_ns;
        uint64_t ns;
        size_t marks;
    } cases[] = { { 1, 1005000, 0 }, /* 5 x 0.1 % */
                  { 1, 1005001, 1 },   { 1, 994999, 1 },
                  { 1, 995000, 0 },    { 1000, 1010000, 0 }, /* 5 x 2 x 1000 ns */
                  { 1000, 1010001, 1 } };

    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct world w = quiet();

        w.session->clock.tick_ns = cases[c].tick_ns;
        series_of(&w, 2)->ns[8] = cases[c].ns;
        assert_int_equal(judge(&w)->n_marks, cases[c].marks);
        world_free(&w);
    }
}

static void the_mad_is_that_of_the_whole_row(void **state)
{
    struct world w = world_new("lat");
    uint64_t ns[20];

    (void)state;
    for (int k = 0; k < 10; k++) { /* residuals -9500 … 9500: MAD 5000, times 1.4826 */
        for (uint64_t i = 0; i < 20; i++)
            ns[i] = 1000000 + 100000 * (uint64_t)k + 1000 * i;
        observe(&w, ns, 20);
    }
    series_of(&w, 4)->ns[19] = 1409500 + 37000; /* 5 x 7413 = 37065 */
    assert_int_equal(judge(&w)->n_marks, 0);
    series_of(&w, 4)->ns[19] = 1409500 + 37200;
    assert_int_equal(judge(&w)->n_marks, 1);
    world_free(&w);
}

static void many_far_off_are_a_tail_and_more_of_them_stay(void **state)
{
    static const struct {
        size_t invocations, each;
        bool tail, tail5;
        size_t marks;
    } cases[] = { { 2, 1, false, false, 2 },
                  { 3, 1, true, false, 3 },
                  { 10, 1, true, false, 10 },
                  { 4, 3, true, true, 0 } };

    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct world w = quiet();
        const struct judged *j;

        /* at 2, 4, 6, 8 ms … : far off, but not together */
        for (size_t k = 0; k < cases[c].invocations; k++) {
            for (size_t i = 0; i < cases[c].each; i++)
                series_of(&w, k)->ns[8 + i] = 2000000 * (1 + k + 4 * i);
        }
        j = judge(&w);
        assert_int_equal(flag_of(j, "tail") != NULL, cases[c].tail);
        assert_int_equal(flag_of(j, "tail5") != NULL, cases[c].tail5);
        assert_int_equal(j->n_marks, cases[c].marks);
        assert_int_equal(j->rejected, cases[c].marks);
        assert_null(flag_of(j, "second-mode"));
        assert_near(j->tail_share, (double)(cases[c].invocations * cases[c].each) / 200,
                    1e-12);
        world_free(&w);
    }
}

static void a_second_mode_is_five_alike_in_three_invocations(void **state)
{
    static const struct {
        size_t invocations, each;
        bool mode;
    } cases[] = { { 3, 2, true }, { 5, 1, true }, { 4, 1, false }, { 2, 3, false } };

    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct world w = quiet();
        size_t n = cases[c].invocations * cases[c].each;
        const struct judged *j;
        const struct flag *f;

        far_off(&w, cases[c].invocations, cases[c].each, 4000000);
        j = judge(&w);
        f = flag_of(j, "second-mode");
        assert_int_equal(f != NULL, cases[c].mode);
        assert_int_equal(j->n_marks, cases[c].mode ? 0 : n);
        assert_int_equal(flag_of(j, "tail") != NULL, !cases[c].mode);
        if (f) {
            assert_near(f->statistic, (double)n, 0);
            assert_near(j->tail_share, 0, 0);
            assert_near(j->spread.max, 4e-6 + 1e-9 * (double)(n - 1), 1e-12);
        }
        world_free(&w);
    }
}

static void a_second_mode_is_named_with_its_value_and_share(void **state)
{
    struct world w = world_new("lat_proc.fork");

    (void)state;
    for (int k = 0; k < 10; k++) { /* 4.00 ms a pass: a thousand passes take 4 s */
        uint64_t ns[20];

        for (int i = 0; i < 20; i++)
            ns[i] =
                i == 7 && k < 6 ? 4000000000 : 140000000 + 20000 * (uint64_t)(i % 3);
        observe(&w, ns, 20);
    }
    assert_string_equal(flag_of(judge(&w), "second-mode")->text,
                        "second mode 4.00 ms, 3 %");
    world_free(&w);
}

static void a_second_mode_may_have_strays_which_are_rejected(void **state)
{
    struct world w = quiet();
    const struct judged *j;

    (void)state;
    far_off(&w, 7, 1, 4000000);
    series_of(&w, 8)->ns[20] = 50000000;
    j = judge(&w);
    assert_non_null(flag_of(j, "second-mode"));
    assert_int_equal(j->n_marks, 1);
    assert_int_equal(j->marks[0].invocation, 9);
    world_free(&w);
}

static void far_values_that_scatter_are_no_mode(void **state)
{
    /* quartiles of the distances from 1 ms: 2.0 and x, median 2.2 */
    static const struct {
        uint64_t upper;
        bool mode;
    } cases[] = { { 3430000, true }, { 3450000, false } };

    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        const uint64_t far[] = { 2900000, 3000000, 3200000, cases[c].upper, 3500000 };
        struct world w = quiet();

        for (size_t k = 0; k < 5; k++)
            series_of(&w, k)->ns[9] = far[k];
        assert_int_equal(flag_of(judge(&w), "second-mode") != NULL, cases[c].mode);
        world_free(&w);
    }
}

static void the_rim_of_one_long_tail_is_no_mode(void **state)
{
    /* the limit is 5000 ns away; a mode stands at one and a half times that or more */
    static const struct {
        uint64_t distance;
        bool mode;
    } cases[] = { { 7400, false }, { 7600, true } };

    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct world w = quiet();

        for (size_t k = 0; k < 5; k++)
            series_of(&w, k)->ns[9] = 1000000 + cases[c].distance + k;
        assert_int_equal(flag_of(judge(&w), "second-mode") != NULL, cases[c].mode);
        world_free(&w);
    }
}

static void an_invocation_in_two_heaps_keeps_both(void **state)
{
    struct world w = quiet();

    (void)state;
    for (int k = 0; k < 15; k++)
        observe_around(&w, 1000000, 25);
    for (size_t i = 0; i < 20; i++)
        series_of(&w, 3)->ns[5 + i] = i % 2 ? 1100000 : 900000;
    assert_int_equal(judge(&w)->n_marks, 0);
    assert_near(w.m->judged->tail_share, 0.04, 1e-12);
    world_free(&w);
}

static void keep_leaves_everything_in_and_still_counts(void **state)
{
    struct world w = quiet();
    const struct judged *j;

    (void)state;
    w.session->protocol.outliers = "keep";
    switch_out(&w, 3, 11);
    series_of(&w, 2)->ns[8] = 3000000;
    j = judge(&w);
    assert_string_equal(j->outliers, "keep");
    assert_int_equal(j->n_marks, 0);
    assert_int_equal(j->invocations, 10);
    assert_int_equal(j->samples, 200);
    assert_int_equal(j->disturbed, 11);
    assert_int_equal(j->rejected, 1);
    assert_near(j->spread.max, 3e-6, 1e-12);
    assert_near(j->estimate.value, j->kept.value, 0);
    world_free(&w);
}

static void an_invocation_is_never_rejected_by_its_value(void **state)
{
    struct world w = quiet();

    (void)state;
    for (size_t i = 0; i < 25; i++)
        series_of(&w, 3)->ns[i] *= 50;
    assert_int_equal(judge(&w)->n_marks, 0);
    assert_int_equal(w.m->judged->invocations, 10);
    world_free(&w);
}

static void rejection_that_moves_the_value_is_flagged(void **state)
{
    struct world w = world_new("lat");
    const struct judged *j;

    (void)state;
    /* nine of twenty observations of every invocation waited, and took longer */
    for (uint64_t k = 0; k < 10; k++) {
        uint64_t ns[20];
        struct series *s;

        for (uint64_t i = 0; i < 20; i++)
            ns[i] = 1000000 + 100 * k + 1000 * i + (i < 9 ? 500000 : 0);
        s = observe(&w, ns, 20);
        for (uint32_t i = 0; i < 9; i++)
            disturb(&w, s, SERIES_WAIT_NS, i, 400000);
    }
    j = judge(&w);
    assert_int_equal(j->n_marks, 90);
    assert_near(j->estimate.value, 1.01445e-6, 1e-9);
    assert_near(j->kept.value, 1.01895e-6, 1e-9);
    assert_non_null(flag_of(j, "rejection-matters"));
    assert_near(flag_of(j, "rejection-matters")->statistic,
                4.5e-9 / ((j->estimate.hi - j->estimate.lo) / 2), 1e-6);
    world_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_quiet_row_has_no_marks),
        cmocka_unit_test(
            causes_are_named_and_positions_count_from_the_first_of_the_series),
        cmocka_unit_test(who_waited_because_it_was_switched_out_was_switched_out),
        cmocka_unit_test(only_causes_that_may_reject_do),
        cmocka_unit_test(disturbed_warm_up_does_not_matter),
        cmocka_unit_test(a_difference_is_disturbed_if_either_part_is),
        cmocka_unit_test(an_invocation_disturbed_for_more_than_half_is_left_out_whole),
        cmocka_unit_test(half_of_an_invocation_is_not_more_than_half),
        cmocka_unit_test(more_than_a_tenth_of_the_row_stays_and_is_load),
        cmocka_unit_test(what_is_far_off_is_rejected_and_named),
        cmocka_unit_test(the_border_of_far_off_is_the_largest_of_three),
        cmocka_unit_test(the_mad_is_that_of_the_whole_row),
        cmocka_unit_test(many_far_off_are_a_tail_and_more_of_them_stay),
        cmocka_unit_test(a_second_mode_is_five_alike_in_three_invocations),
        cmocka_unit_test(a_second_mode_is_named_with_its_value_and_share),
        cmocka_unit_test(a_second_mode_may_have_strays_which_are_rejected),
        cmocka_unit_test(far_values_that_scatter_are_no_mode),
        cmocka_unit_test(the_rim_of_one_long_tail_is_no_mode),
        cmocka_unit_test(an_invocation_in_two_heaps_keeps_both),
        cmocka_unit_test(keep_leaves_everything_in_and_still_counts),
        cmocka_unit_test(an_invocation_is_never_rejected_by_its_value),
        cmocka_unit_test(rejection_that_moves_the_value_is_flagged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
