/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/rng.h"

#include <math.h>

#include "support.h"

/*
 * Three numbers of 64 bits, modulo 10^15. Independent: Python, SplitMix64 checked
 * against its published first output 6457827717110365317 for seed 1234567, MT19937
 * against the 10,000th output 4123659995 that the C++ standard gives for seed 5489.
 */
static void streams_are_the_documented_ones(void **state)
{
    static const struct {
        uint64_t purpose, index, want[3];
    } streams[] = {
        { 2, 0xfedcba9876543210, { 441713330503042, 17124319036461, 471807572044763 } },
        { 1, 0, { 712384487075222, 222335558501900, 675180671816953 } },
        { 1, 1, { 452616670873731, 686571946638710, 437723099402935 } },
        { 2, 0, { 970621893184471, 748424565682274, 489323052625884 } },
    };

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        struct st_rng *rng = st_rng_new(20040107, streams[i].purpose, streams[i].index);

        assert_non_null(rng);
        for (size_t j = 0; j < 3; j++)
            assert_int_equal(st_rng_below(rng, 1000000000000000), streams[i].want[j]);
        st_rng_free(rng);
    }
    st_rng_free(NULL);
}

static void a_stream_repeats_itself_when_made_again(void **state)
{
    struct st_rng *a = st_rng_new(7, 3, 9), *b = st_rng_new(7, 3, 9);

    (void)state;
    for (int i = 0; i < 1000; i++) {
        double ga = st_rng_gauss(a), gb = st_rng_gauss(b);

        assert_near(ga, gb, 0);
        assert_near(st_rng_gamma(a, 0.5), st_rng_gamma(b, 0.5), 0);
    }
    st_rng_free(a);
    st_rng_free(b);
}

static void whole_numbers_stay_below_the_limit_and_reach_all(void **state)
{
    struct st_rng *rng = st_rng_new(20040107, 5, 0);
    unsigned seen[7] = { 0 };

    (void)state;
    for (int i = 0; i < 70000; i++) {
        uint64_t k = st_rng_below(rng, 7);

        assert_true(k < 7);
        seen[k]++;
    }
    /* 10,000 +- 93 each: 5 standard deviations */
    for (size_t i = 0; i < 7; i++)
        assert_in_range(seen[i], 10000 - 465, 10000 + 465);
    assert_int_equal(st_rng_below(rng, 0), 0);
    assert_int_equal(st_rng_below(rng, 1), 0);
    for (int i = 0; i < 100; i++)
        assert_true(st_rng_below(rng, UINT64_MAX) < UINT64_MAX);
    st_rng_free(rng);
}

/* The remainder of a limit just above half of 2^64 would favour its first third. */
static void no_number_is_likelier_than_another_near_the_largest_limit(void **state)
{
    struct st_rng *rng = st_rng_new(20040107, 7, 0);
    const uint64_t third = (uint64_t)1 << 62;
    int low = 0;

    (void)state;
    for (int i = 0; i < 9000; i++)
        low += st_rng_below(rng, 3 * third) < third;
    assert_in_range(low, 3000 - 224, 3000 + 224); /* 5 standard deviations */
    st_rng_free(rng);
}

/* Mean and variance within 5 standard errors of those of the distribution. */
static void distributions_have_their_moments(void **state)
{
    enum { N = 100000 };
    static const struct {
        double mean, variance, fourth; /* central moment */
    } want[] = { { 0.5, 1 / 12.0, 1 / 80.0 },
                 { 0, 1, 3 },
                 { 1, 1, 9 },
                 { 2, 2, 24 },         /* gamma(2): 3 k^2 + 6 k */
                 { 0.5, 0.5, 3.75 } }; /* gamma(1/2) */
    struct st_rng *rng = st_rng_new(20040107, 6, 0);

    (void)state;
    for (size_t d = 0; d < 5; d++) {
        double sum = 0, squares = 0;

        for (int i = 0; i < N; i++) {
            double x = d == 0   ? st_rng_uniform(rng)
                       : d == 1 ? st_rng_gauss(rng)
                       : d == 2 ? st_rng_exponential(rng)
                                : st_rng_gamma(rng, d == 3 ? 2 : 0.5);

            sum += x;
            squares += (x - want[d].mean) * (x - want[d].mean);
        }
        assert_true(fabs(sum / N - want[d].mean) < 5 * sqrt(want[d].variance / N));
        assert_true(
            fabs(squares / N - want[d].variance) <
            5 * sqrt((want[d].fourth - want[d].variance * want[d].variance) / N));
    }
    st_rng_free(rng);
}

static void a_shuffle_keeps_all_and_favours_no_order(void **state)
{
    struct st_rng *rng = st_rng_new(20040107, 8, 0);
    unsigned orders[6] = { 0 };

    (void)state;
    for (int i = 0; i < 60000; i++) {
        size_t x[3] = { 0, 1, 2 };

        st_rng_shuffle(rng, x, 3);
        assert_int_equal(x[0] + x[1] + x[2], 3);
        assert_true(x[0] != x[1] && x[1] != x[2]);
        orders[2 * x[0] + (x[1] > x[2])]++;
    }
    for (size_t i = 0; i < 6; i++)
        assert_in_range(orders[i], 10000 - 457, 10000 + 457);
    st_rng_shuffle(rng, NULL, 0);
    st_rng_free(rng);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_are_the_documented_ones),
        cmocka_unit_test(a_stream_repeats_itself_when_made_again),
        cmocka_unit_test(whole_numbers_stay_below_the_limit_and_reach_all),
        cmocka_unit_test(no_number_is_likelier_than_another_near_the_largest_limit),
        cmocka_unit_test(distributions_have_their_moments),
        cmocka_unit_test(a_shuffle_keeps_all_and_favours_no_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
