/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/rank.h"

#include "stats/init.h"

#include <errno.h>
#include <math.h>

#include "samples.h"
#include "support.h"

#define sample(...)                                       \
    ((struct st_sample){ (const double[]){ __VA_ARGS__ }, \
                         sizeof((double[]){ __VA_ARGS__ }) / sizeof(double) })

static const struct st_sample none = { NULL, 0 };
static const struct st_sample v = { sample_v, 10 }, u = { sample_u, 10 };

/* depression scores, Hollander & Wolfe 1973 p. 29, as R's help page of wilcox.test has
   them */
static const double before[] = { 1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30 };
static const double after[] = {
    0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29
};

static struct st_test mann_whitney(struct st_sample a, struct st_sample b)
{
    struct st_test t = { NAN, NAN, NAN, false };

    assert_int_equal(st_mann_whitney(&t, a, b), 0);
    return t;
}

static struct st_test signed_rank(const double *x, size_t n)
{
    struct st_test t = { NAN, NAN, NAN, false };

    assert_int_equal(st_signed_rank(&t, x, n), 0);
    return t;
}

/* Of n values alike to 1 … n, and as many so that `below` pairs rise. */
static double p_of_pairs(size_t n, size_t pairs)
{
    double a[60], b[60];

    for (size_t i = 0; i < n; i++) {
        size_t over = pairs < n ? pairs : n;

        a[i] = (double)(i + 1);
        /* a[j] above b[i] for the last `over` j */
        b[i] = (double)(n - over) + 0.5 + (double)i * 0.001;
        pairs -= over;
    }
    return mann_whitney((struct st_sample){ a, n }, (struct st_sample){ b, n }).p;
}

static void ties_share_the_mean_of_their_ranks(void **state)
{
    const double x[] = { 3, 1, 3, 2, 3 }, want[] = { 4, 1, 4, 2, 4 };
    double rank[5], ties = -1;

    (void)state;
    assert_int_equal(st_ranks(rank, x, 5, &ties), 0);
    for (size_t i = 0; i < 5; i++)
        assert_near(rank[i], want[i], 0);
    assert_near(ties, 24, 0);
    assert_int_equal(st_ranks(rank, x, 5, NULL), 0);
    assert_int_equal(st_ranks(rank, NULL, 0, &ties), 0);
    assert_near(ties, 0, 0);
    assert_int_equal(st_ranks(rank, (const double[]){ 1, NAN }, 2, NULL), -EDOM);
}

static void mann_whitney_agrees_with_published_values(void **state)
{
    struct st_test t;

    (void)state;
    /* R's help page: W = 35, one-sided p = 0.1272 */
    t = mann_whitney(sample(0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46),
                     sample(1.15, 0.88, 0.90, 0.74, 1.21));
    assert_near(t.statistic, 35, 0);
    assert_near(t.p, 0.25441225441225441, 1e-13);
    assert_true(t.exact);
    /* statistics.md section 4; 278 / 184756 by counting in fractions */
    t = mann_whitney(v, u);
    assert_near(t.statistic, 10, 0);
    assert_near(t.p, 278 / 184756.0, 1e-13);
    assert_near(t.z, -3.0237157840738178, 1e-13);
    assert_near(mann_whitney(u, v).p, t.p, 0);
    assert_near(mann_whitney(u, v).statistic, 90, 0);
}

/* The usual table of critical values, two-sided 0.05 (Milton 1964) */
static void mann_whitney_rejects_from_the_tabulated_values_on(void **state)
{
    static const struct {
        size_t n, critical;
    } table[] = { { 4, 0 },   { 5, 2 },   { 6, 5 },   { 8, 13 },
                  { 10, 23 }, { 12, 37 }, { 15, 64 }, { 20, 127 } };

    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        assert_true(p_of_pairs(table[i].n, table[i].critical) <= 0.05);
        assert_true(p_of_pairs(table[i].n, table[i].critical + 1) > 0.05);
    }
}

/* statistics.md 3.8.4 */
static void the_least_p_is_the_tabulated_one(void **state)
{
    static const double least[] = { 0.10,    0.0286,  0.00794, 0.00216,
                                    5.83e-4, 1.55e-4, 4.11e-5, 1.08e-5 };

    (void)state;
    for (size_t k = 3; k <= 10; k++) {
        assert_near(st_mann_whitney_least(k, k), least[k - 3], 5e-3);
        assert_near(p_of_pairs(k, 0), st_mann_whitney_least(k, k), 1e-12);
    }
    assert_near(st_mann_whitney_least(1, 1), 1, 1e-14);
    assert_near(st_mann_whitney_least(0, 5), 1, 0);
}

static void ties_and_many_values_take_the_normal_law(void **state)
{
    struct st_test t =
        mann_whitney(sample(1, 2, 2, 3, 5, 5, 8), sample(2, 4, 5, 6, 6, 9));
    double a[61], b[61];

    (void)state;
    /* by the formula in fractions, mpmath 1.3.0 for the normal law */
    assert_false(t.exact);
    assert_near(t.statistic, 12, 0);
    assert_near(t.z, -1.3019100656011078, 1e-13);
    assert_near(t.p, 0.21885377557711413, 1e-12);
    for (size_t i = 0; i < 61; i++) {
        a[i] = (double)i;
        b[i] = (double)i + 5.5;
    }
    t = mann_whitney((struct st_sample){ a, 61 }, (struct st_sample){ b, 61 });
    assert_false(t.exact);
    assert_near(
        t.p, mann_whitney((struct st_sample){ a, 60 }, (struct st_sample){ b, 60 }).p,
        0.1);
}

static void signed_rank_agrees_with_published_values(void **state)
{
    static const struct {
        size_t n;
        double critical;
    } table[] = { { 6, 0 },  { 7, 2 },   { 8, 3 },   { 9, 5 },
                  { 10, 8 }, { 15, 25 }, { 20, 52 }, { 25, 89 } };
    double d[25];
    struct st_test t;

    (void)state;
    for (size_t i = 0; i < 9; i++)
        d[i] = before[i] - after[i];
    t = signed_rank(d, 9);
    /* R's help page: V = 40, one-sided p = 0.01953 */
    assert_near(t.statistic, 40, 0);
    assert_near(t.p, 0.0390625, 1e-14);
    assert_true(t.exact);
    /* McCornack 1965, two-sided 0.05: greedy sum of ranks for the positive side */
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        for (int more = 0; more < 2; more++) {
            double left = table[i].critical + more;

            for (size_t r = table[i].n; r >= 1; r--) {
                bool positive = (double)r <= left;

                d[r - 1] = positive ? (double)r : -(double)r;
                left -= positive ? (double)r : 0;
            }
            t = signed_rank(d, table[i].n);
            assert_near(t.statistic, table[i].critical + more, 0);
            assert_true(more ? t.p > 0.05 : t.p <= 0.05);
        }
}

static void signed_rank_counts_with_ties_and_without_zeros(void **state)
{
    const double x[] = { 1, -1, 2, 3, -3, 3, 0, 4, 5, 5 };
    struct st_test t = signed_rank(x, 10);

    (void)state;
    /* all 512 signs of the mean ranks, in fractions */
    assert_near(t.statistic, 38.5, 0);
    assert_near(t.z, (38.5 - 22.5) / sqrt(9 * 10 * 19 / 24.0 - 36 / 48.0), 1e-14);
    assert_near(t.p, 0.06640625, 1e-14);
    assert_true(t.exact);
    assert_near(signed_rank((const double[]){ 0, 0 }, 2).p, 1, 0);
}

static void many_values_take_the_normal_law_of_the_signed_rank(void **state)
{
    double x[101];
    struct st_test exact, normal;

    (void)state;
    for (size_t i = 0; i < 101; i++)
        x[i] = (i % 5 < 2 ? -1.0 : 1.0) * (double)(i + 1);
    exact = signed_rank(x, 100);
    normal = signed_rank(x, 101);
    assert_true(exact.exact);
    assert_false(normal.exact);
    /* in fractions, and mpmath 1.3.0 */
    assert_near(exact.statistic, 3090, 0);
    assert_near(exact.p, 0.051991568835748089, 1e-12);
    assert_near(normal.p, 0.081640596215311441, 1e-12);
    assert_near(exact.z, (exact.statistic - 2525) / sqrt(100 * 101 * 201 / 24.0),
                1e-13);
}

static void kruskal_wallis_agrees_with_published_values(void **state)
{
    /* Hollander & Wolfe 1973, mucociliary clearance, as in R's kruskal.test: 0.77143,
       2 degrees of freedom, p = 0.68 */
    const struct st_sample clearance[] = { sample(2.9, 3.0, 2.5, 2.6, 3.2),
                                           sample(3.8, 2.7, 4.0, 2.4), none,
                                           sample(2.8, 3.4, 3.7, 2.2, 2.0) };
    const struct st_sample tied[] = { sample(1, 2, 2, 3), sample(2, 4, 5, 5, 6),
                                      sample(1, 1, 9) };
    const struct st_sample alike[] = { sample(2, 2), sample(2, 2, 2) };
    struct st_test t;

    (void)state;
    assert_int_equal(st_kruskal_wallis(&t, clearance, 4), 0);
    assert_near(t.statistic, 0.77142857142857143, 1e-12);
    assert_near(t.p, 0.67996477357889382, 1e-12);
    assert_int_equal(st_kruskal_wallis(&t, tied, 3), 0);
    assert_near(t.statistic, 3.0484957882069795, 1e-12);
    assert_near(t.p, 0.21778479251086001, 1e-12);
    assert_int_equal(st_kruskal_wallis(&t, alike, 2), 0);
    assert_near(t.p, 1, 0);
    assert_int_equal(st_kruskal_wallis(&t, clearance, 1), 0);
    assert_near(t.p, 1, 0);
    assert_int_equal(st_kruskal_wallis(&t, NULL, 0), 0);
    assert_near(t.p, 1, 0);
}

/* H by its definition, all values ranked together by st_ranks(). */
static double kruskal_wallis_slowly(const double *x, size_t n, size_t each)
{
    double rank[SAMPLE_MAX], ties, sum = 0, m = (double)n;

    assert_int_equal(st_ranks(rank, x, n, &ties), 0);
    for (size_t at = 0; at < n; at += each) {
        double group = 0;

        for (size_t i = at; i < at + each; i++)
            group += rank[i];
        sum += group * group / (double)each;
    }
    return (12 / (m * (m + 1)) * sum - 3 * (m + 1)) / (1 - ties / (m * m * m - m));
}

static void kruskal_wallis_is_its_definition_whatever_the_shape(void **state)
{
    double x[SAMPLE_MAX];

    (void)state;
    for (unsigned c = 0; c < SAMPLE_CASES; c++) {
        struct st_rng *rng = st_rng_new(SAMPLE_SEED, 20, c);
        struct st_sample groups[SAMPLE_MAX / 6];
        struct st_test t;

        sample_draw(rng, c, x, SAMPLE_MAX);
        st_rng_free(rng);
        if (c % 5 == 0)
            x[7] = INFINITY;
        for (size_t g = 0; g < SAMPLE_MAX / 6; g++)
            groups[g] = (struct st_sample){ x + 6 * g, 6 };
        assert_int_equal(st_kruskal_wallis(&t, groups, SAMPLE_MAX / 6), 0);
        holds(c,
              sample_near(t.statistic, kruskal_wallis_slowly(x, SAMPLE_MAX, 6), 1e-10));
    }
}

static void hodges_lehmann_gives_the_reference_interval(void **state)
{
    struct st_range r;
    double d[9];

    (void)state;
    assert_int_equal(st_hodges_lehmann(&r, sample_v, 10, 0.95), 0);
    assert_near(r.value, 100.35, 1e-14);
    assert_near(r.lo, 99.5, 1e-14);
    assert_near(r.hi, 101.65, 1e-14);
    assert_near(r.level, 1 - 2 * 25 / 1024.0, 1e-14); /* P(V <= 8) = 25/1024 */
    for (size_t i = 0; i < 9; i++)
        d[i] = before[i] - after[i];
    assert_int_equal(st_hodges_lehmann(&r, d, 9, 0.95), 0);
    assert_near(r.value, 0.46, 1e-13);
    assert_near(r.lo, 0.01, 1e-12);
    assert_near(r.hi, 0.786, 1e-12);
    /* the permeability data: R prints 0.305 */
    assert_int_equal(
        st_hodges_lehmann_shift(
            &r, sample(0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46),
            sample(1.15, 0.88, 0.90, 0.74, 1.21), 0.95),
        0);
    assert_near(r.value, 0.305, 1e-13);
    assert_near(r.lo, -0.15, 1e-13);
    assert_near(r.hi, 0.76, 1e-13);
}

static void too_few_values_have_a_shift_and_no_bounds(void **state)
{
    struct st_range r;

    (void)state;
    assert_int_equal(st_hodges_lehmann(&r, sample_v, 5, 0.95), 0);
    assert_true(isnan(r.lo) && isnan(r.hi) && isnan(r.level) && r.value > 0);
    assert_int_equal(st_hodges_lehmann(&r, sample_v, 0, 0.95), 0);
    assert_true(isnan(r.value) && isnan(r.lo));
    assert_int_equal(
        st_hodges_lehmann_shift(&r, sample(1, 2, 3), sample(4, 5, 6), 0.95), 0);
    assert_near(r.value, -3, 0);
    assert_true(isnan(r.lo));
    assert_int_equal(st_hodges_lehmann_shift(&r, sample(1, 2, 3), sample(4, 5, 6), 0.9),
                     0);
    assert_near(r.lo, -5, 0);
    assert_near(r.hi, -1, 0);
    assert_near(r.level, 0.9, 1e-14);
    assert_int_equal(st_hodges_lehmann_shift(&r, none, v, 0.95), 0);
    assert_true(isnan(r.value));
}

static void the_level_of_the_least_p_has_bounds(void **state)
{
    struct st_range r;

    (void)state;
    for (size_t n = 2; n <= 10; n++)
        for (size_t m = 2; m <= 10; m++) {
            struct st_sample a = { sample_v, n }, b = { sample_u, m };

            assert_int_equal(
                st_hodges_lehmann_shift(&r, a, b, 1 - st_mann_whitney_least(n, m)), 0);
            assert_true(r.lo <= r.hi);
        }
}

static void degenerate_samples_show_nothing(void **state)
{
    struct st_test t = mann_whitney(none, v);

    (void)state;
    assert_near(t.p, 1, 0);
    assert_near(mann_whitney(sample(2, 2, 2), sample(2, 2)).p, 1, 0);
    assert_near(mann_whitney(sample(1), sample(2)).p, 1, 1e-14);
    assert_near(signed_rank(NULL, 0).p, 1, 0);
    assert_near(signed_rank((const double[]){ 3 }, 1).p, 1, 0);
    assert_int_equal(st_mann_whitney(&t, sample(1, NAN), v), -EDOM);
    assert_int_equal(st_signed_rank(&t, (const double[]){ 1, NAN }, 2), -EDOM);
    assert_near(mann_whitney(sample(1, INFINITY), sample(-INFINITY, 0)).statistic, 4,
                0);
}

static void want_of_memory_is_reported_at_every_step(void **state)
{
    const struct st_sample both[] = { v, u };
    struct st_test t = { .statistic = 77 };
    struct st_range r = { .value = 77 };

    (void)state;
    for (int call = 0; call < 5; call++)
        for (long n = 0;; n++) {
            int rc;

            support_fail_allocation = n;
            rc = call == 0   ? st_mann_whitney(&t, v, u)
                 : call == 1 ? st_signed_rank(&t, sample_v, 10)
                 : call == 2 ? st_kruskal_wallis(&t, both, 2)
                 : call == 3 ? st_hodges_lehmann(&r, sample_v, 10, 0.95)
                             : st_hodges_lehmann_shift(&r, v, u, 0.95);
            support_fail_allocation = -1;
            if (rc == 0) {
                assert_true(n > 1);
                t.statistic = r.value = 77;
                break;
            }
            assert_int_equal(rc, -ENOMEM);
            assert_near(t.statistic, 77, 0);
            assert_near(r.value, 77, 0);
        }
}

/* The interval leaves 0 out exactly where the test rejects. */
static void intervals_and_tests_agree(void **state)
{
    double x[SAMPLE_MAX], y[SAMPLE_MAX];

    (void)state;
    for (unsigned c = 0; c < SAMPLE_CASES; c++) {
        struct st_rng *rng = st_rng_new(SAMPLE_SEED, 20, c);
        size_t n = 6 + st_rng_below(rng, 20), m = 6 + st_rng_below(rng, 20);
        struct st_sample a = { x, n }, b = { y, m };
        struct st_test t;
        struct st_range r;

        for (size_t i = 0; i < n; i++)
            x[i] = st_rng_gauss(rng) + 0.8;
        for (size_t i = 0; i < m; i++)
            y[i] = st_rng_gauss(rng);
        assert_int_equal(st_mann_whitney(&t, a, b), 0);
        assert_int_equal(st_hodges_lehmann_shift(&r, a, b, 0.95), 0);
        holds(c, (r.lo > 0 || r.hi < 0) == (t.p <= 0.05));
        assert_int_equal(st_signed_rank(&t, x, n), 0);
        assert_int_equal(st_hodges_lehmann(&r, x, n, 0.95), 0);
        holds(c, (r.lo > 0 || r.hi < 0) == (t.p <= 0.05));
        st_rng_free(rng);
    }
}

static void only_the_order_matters_to_tests_and_shifts_move_along(void **state)
{
    double x[SAMPLE_MAX], y[SAMPLE_MAX], fx[SAMPLE_MAX], fy[SAMPLE_MAX];

    (void)state;
    for (unsigned c = 0; c < SAMPLE_CASES; c++) {
        struct st_rng *rng = st_rng_new(SAMPLE_SEED, 21, c);
        size_t n = 4 + st_rng_below(rng, 20), m = 4 + st_rng_below(rng, 20);
        struct st_sample a = { x, n }, b = { y, m }, fa = { fx, n }, fb = { fy, m };
        const struct st_sample ab[] = { a, b }, fab[] = { fa, fb };
        struct st_test t, ft;
        struct st_range r, fr;

        sample_draw(rng, c, x, n);
        sample_draw(rng, c, y, m);
        for (size_t i = 0; i < n; i++)
            fx[i] = log(x[i]) * 3 + 7;
        for (size_t i = 0; i < m; i++)
            fy[i] = log(y[i]) * 3 + 7;
        assert_int_equal(st_mann_whitney(&t, a, b), 0);
        assert_int_equal(st_mann_whitney(&ft, fa, fb), 0);
        holds(c,
              sample_near(t.p, ft.p, 0) && sample_near(t.statistic, ft.statistic, 0));
        assert_int_equal(st_kruskal_wallis(&t, ab, 2), 0);
        assert_int_equal(st_kruskal_wallis(&ft, fab, 2), 0);
        holds(c, sample_near(t.p, ft.p, 0));
        for (size_t i = 0; i < n; i++)
            fx[i] = x[i] + 256;
        assert_int_equal(st_hodges_lehmann_shift(&r, a, b, 0.9), 0);
        assert_int_equal(st_hodges_lehmann_shift(&fr, fa, b, 0.9), 0);
        holds(c, sample_near(fr.value, r.value + 256, 1e-12));
        holds(c, sample_near(fr.lo, r.lo + 256, 1e-12) ||
                     !sample_near(fr.level, r.level, 0));
        assert_int_equal(st_hodges_lehmann_shift(&fr, b, a, 0.9), 0);
        holds(c, sample_near(fr.lo, -r.hi, 1e-12) && sample_near(fr.hi, -r.lo, 1e-12));
        st_rng_free(rng);
    }
}

static int prepare(void **state)
{
    (void)state;
    st_init();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ties_share_the_mean_of_their_ranks),
        cmocka_unit_test(mann_whitney_agrees_with_published_values),
        cmocka_unit_test(mann_whitney_rejects_from_the_tabulated_values_on),
        cmocka_unit_test(the_least_p_is_the_tabulated_one),
        cmocka_unit_test(ties_and_many_values_take_the_normal_law),
        cmocka_unit_test(signed_rank_agrees_with_published_values),
        cmocka_unit_test(signed_rank_counts_with_ties_and_without_zeros),
        cmocka_unit_test(many_values_take_the_normal_law_of_the_signed_rank),
        cmocka_unit_test(kruskal_wallis_agrees_with_published_values),
        cmocka_unit_test(kruskal_wallis_is_its_definition_whatever_the_shape),
        cmocka_unit_test(hodges_lehmann_gives_the_reference_interval),
        cmocka_unit_test(too_few_values_have_a_shift_and_no_bounds),
        cmocka_unit_test(the_level_of_the_least_p_has_bounds),
        cmocka_unit_test(degenerate_samples_show_nothing),
        cmocka_unit_test(want_of_memory_is_reported_at_every_step),
        cmocka_unit_test(intervals_and_tests_agree),
        cmocka_unit_test(only_the_order_matters_to_tests_and_shifts_move_along),
    };
    return cmocka_run_group_tests(tests, prepare, NULL);
}
