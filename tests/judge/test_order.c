/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flags of order and shape: unsteady, autocorr, between, drift, modes. */
#include "judge/judge.h"

#include "stats/rng.h"

#include "builder.h"

#include "support.h"

enum { SEED = 20040107, SAMPLES = 20, MOST_K = 20 };

/* What one observation is beside its noise of 1, invocation k of n and sample i. */
typedef double course(size_t k, size_t n, size_t i);

static double flat(size_t k, size_t n, size_t i)
{
    (void)k;
    (void)n;
    (void)i;
    return 0;
}
static double falls_within(size_t k, size_t n, size_t i)
{
    (void)k;
    (void)n;
    return -3 * (double)i / SAMPLES;
}
static double rises_within(size_t k, size_t n, size_t i)
{
    return -falls_within(k, n, i);
}
static double differs_between(size_t k, size_t n, size_t i)
{
    (void)i;
    return (double)(7 * k % n) / 2;
}
static double drifts(size_t k, size_t n, size_t i)
{
    (void)i;
    return 4 * (double)k / (double)n;
}
static double in_two_heaps_between(size_t k, size_t n, size_t i)
{
    (void)n;
    (void)i;
    return k % 5 < 2 ? 20 : 0;
}
static double in_two_heaps_within(size_t k, size_t n, size_t i)
{
    (void)n;
    return (k + 3 * i) % 10 < 4 ? 30 : 0;
}

static struct world with(course *of, size_t n, double correlation)
{
    struct st_rng *rng = st_rng_new(SEED, 6, 1);
    struct world w = world_new("lat");
    uint64_t ns[SAMPLES];

    assert_non_null(rng);
    for (size_t k = 0; k < n; k++) {
        double noise = 0;

        for (size_t i = 0; i < SAMPLES; i++) {
            double fresh = st_rng_gauss(rng);

            noise =
                i ? correlation * noise + sqrt(1 - correlation * correlation) * fresh
                  : fresh;
            ns[i] = (uint64_t)(1e6 + 1e4 * (noise + of(k, n, i)));
        }
        observe(&w, ns, SAMPLES);
    }
    st_rng_free(rng);
    return w;
}

static bool has_only(const struct judged *j, const char *code)
{
    bool found = false;

    for (size_t f = 0; f < j->n_flags; f++) {
        if (strcmp(j->flags[f].code, code) == 0)
            found = true;
        else if (j->flags[f].severity == JUDGED_WARNING)
            return false;
    }
    return found;
}

static void noise_alone_has_no_flag(void **state)
{
    struct world w = with(flat, 20, 0);

    (void)state;
    judge(&w);
    for (size_t f = 0; f < w.m->judged->n_flags; f++)
        print_message("# %s\n", w.m->judged->flags[f].code);
    assert_int_equal(w.m->judged->n_flags, 0);
    world_free(&w);
}

static void a_trend_within_invocations_is_unsteady_and_says_which_way(void **state)
{
    struct world faster = with(falls_within, 10, 0), slower = with(rises_within, 10, 0);
    const struct flag *f, *g;

    (void)state;
    f = flag_of(judge(&faster), "unsteady");
    g = flag_of(judge(&slower), "unsteady");
    assert_true(f && g);
    assert_true(f->statistic < -3.29 && g->statistic > 3.29);
    assert_near(f->limit, 3.29, 0);
    assert_int_equal(f->severity, JUDGED_WARNING);
    assert_string_equal(f->text, "becomes faster");
    assert_string_equal(g->text, "becomes slower");
    world_free(&faster);
    world_free(&slower);
}

static void neighbours_that_are_alike_are_information(void **state)
{
    struct world w = with(flat, 10, 0.8);
    const struct flag *f = flag_of(judge(&w), "autocorr");

    (void)state;
    assert_non_null(f);
    assert_true(f->statistic > 3.09);
    assert_int_equal(f->severity, JUDGED_INFO);
    world_free(&w);
}

static void invocations_that_differ_are_found_unless_correlation_explains_it(
    void **state)
{
    struct world w = with(differs_between, 10, 0), alike = with(flat, 10, 0.9);
    const struct flag *f = flag_of(judge(&w), "between");

    (void)state;
    assert_non_null(f);
    assert_true(f->statistic < 0.001);
    assert_int_equal(f->severity, JUDGED_INFO);
    assert_non_null(flag_of(judge(&alike), "autocorr"));
    assert_null(flag_of(alike.m->judged, "between"));
    world_free(&w);
    world_free(&alike);
}

static void a_value_that_moves_over_the_session_drifts(void **state)
{
    struct world w = with(drifts, 10, 0), shuffled = with(differs_between, 10, 0);
    const struct flag *f = flag_of(judge(&w), "drift");

    (void)state;
    assert_non_null(f);
    assert_true(f->statistic < 0.005);
    assert_int_equal(f->severity, JUDGED_WARNING);
    assert_null(flag_of(judge(&shuffled), "drift"));
    world_free(&w);
    world_free(&shuffled);
}

static void heaps_of_invocations_are_found_by_their_gap(void **state)
{
    struct world w = with(in_two_heaps_between, 20, 0);
    struct world few = with(in_two_heaps_between, 7, 0);
    const struct flag *f = flag_of(judge(&w), "modes");

    (void)state;
    assert_non_null(f);
    assert_true(f->statistic > 15);
    assert_near(f->limit, 15, 0);
    assert_true(has_only(w.m->judged, "modes"));
    assert_null(flag_of(judge(&few), "modes")); /* the residuals have one heap */
    world_free(&w);
    world_free(&few);
}

static void heaps_within_invocations_are_found_by_the_dip(void **state)
{
    struct world w = with(in_two_heaps_within, 10, 0);
    const struct flag *f = flag_of(judge(&w), "modes");

    (void)state;
    assert_non_null(f);
    assert_near(f->limit, 0.65, 0);
    assert_true(f->statistic > 0.65);
    world_free(&w);
}

static void ticks_of_the_clock_are_no_modes(void **state)
{
    struct world w = with(in_two_heaps_within, 10, 0);

    (void)state;
    w.session->clock.tick_ns = 5000; /* half a per cent of the value */
    assert_non_null(flag_of(judge(&w), "tick"));
    assert_null(flag_of(w.m->judged, "modes"));
    world_free(&w);
}

/* A disturbed observation says nothing of the order of the others. */
static void what_is_left_out_does_not_make_a_trend(void **state)
{
    struct world w = with(flat, 10, 0);

    (void)state;
    for (size_t k = 0; k < 10; k++) {
        struct series *s = &w.session->invocations[k]->series[0];

        for (uint32_t i = 12; i < 20; i++) {
            s->ns[i] += 200000;
            disturb(&w, s, SERIES_SWITCHES, i, 1);
        }
    }
    assert_null(flag_of(judge(&w), "unsteady"));
    w.session->protocol.outliers = "keep";
    assert_non_null(flag_of(judge(&w), "unsteady"));
    world_free(&w);
}

/* Parallel copies run side by side: the step from one to the next is no trend. */
static void copies_each_have_an_order_of_their_own(void **state)
{
    struct world w = with(flat, 10, 0);

    (void)state;
    for (size_t k = 0; k < 10; k++) {
        struct invocation *i = w.session->invocations[k];
        struct series *s =
            add_series(&w, i, DOC_PART_SUBJECT, i->series[0].ns, SAMPLES);

        s->copy = 1;
        for (size_t o = 0; o < SAMPLES; o++)
            s->ns[o] += 30000;
    }
    assert_null(flag_of(judge(&w), "unsteady"));
    world_free(&w);
}

static void printed_numbers_have_no_order(void **state)
{
    static const double rising[] = { 1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9 };
    struct world w = world_new("lat");

    (void)state;
    import(&w, rising, 10, 1e-6);
    assert_null(flag_of(judge(&w), "drift"));
    world_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(noise_alone_has_no_flag),
        cmocka_unit_test(a_trend_within_invocations_is_unsteady_and_says_which_way),
        cmocka_unit_test(neighbours_that_are_alike_are_information),
        cmocka_unit_test(
            invocations_that_differ_are_found_unless_correlation_explains_it),
        cmocka_unit_test(a_value_that_moves_over_the_session_drifts),
        cmocka_unit_test(heaps_of_invocations_are_found_by_their_gap),
        cmocka_unit_test(heaps_within_invocations_are_found_by_the_dip),
        cmocka_unit_test(ticks_of_the_clock_are_no_modes),
        cmocka_unit_test(what_is_left_out_does_not_make_a_trend),
        cmocka_unit_test(copies_each_have_an_order_of_their_own),
        cmocka_unit_test(printed_numbers_have_no_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
