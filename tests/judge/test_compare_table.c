/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table of comparisons as a whole (statistics.md 3.8, points 4 and 6 to 9). */
#include "judge/compare.h"

#include "two.h"

#include "support.h"

enum { K = 10 };

/* Rows "lat0" … whose new values are by[r] times the base. */
static void rows(struct two *t, const double *by, size_t n, size_t k, double spread)
{
    for (size_t r = 0; r < n; r++) {
        double base[64], other[64];

        two_around(base, k, 100, spread);
        two_around(other, k, 100 * by[r], spread);
        two_rows(t, arena_printf(t->doc->arena, "lat%zu", r), base, other, k);
    }
}

static void the_family_is_every_comparison_of_every_column(void **state)
{
    static const double by[] = { 1.05, 1, 1, 1, 1 };
    struct two t = two_new();
    const struct session *b = t.side[0], *o = t.side[1];
    const struct judge_side base = { &b, 1 }, both[] = { { &o, 1 }, { &o, 1 } };
    struct judge_compare_options options = { .correction = JUDGE_HOLM };
    const struct judge_compared *r;

    (void)state;
    rows(&t, by, 5, K, 0.03);
    two_know(&t, "syscall", "0.0001");
    assert_int_equal(judge_doc(t.doc), 0);
    assert_int_equal(judge_compare(t.doc, base, both, 2, &options, &t.out), 0);
    assert_int_equal(t.out->n_columns, 2);
    assert_int_equal(t.out->family, 10);
    assert_near(t.out->needed_p, 0.005, 1e-12);
    r = &t.out->columns[0].rows[0];
    assert_near(r->adjusted, 10 * r->p, 1e-12); /* Holm: the smallest of ten */
    options.correction = JUDGE_BH;
    assert_int_equal(judge_compare(t.doc, base, both, 2, &options, &t.out), 0);
    r = &t.out->columns[0].rows[0];
    assert_near(r->adjusted, 5 * r->p, 1e-12); /* two of ten */
    options.correction = JUDGE_UNCORRECTED;
    assert_int_equal(judge_compare(t.doc, base, both, 2, &options, &t.out), 0);
    r = &t.out->columns[1].rows[0];
    assert_near(r->adjusted, r->p, 0);
    assert_near(t.out->needed_p, 0.05, 1e-12);
    two_free(&t);
}

/* D9: 2 / C(10, 5) = 0.0079, and 0.05 / 400 = 0.000125 takes 9 values a side. */
static void a_large_table_of_few_values_refuses_single_differences(void **state)
{
    struct two t = two_new();
    double by[400];
    const struct judge_column *c;

    (void)state;
    for (size_t r = 0; r < 400; r++)
        by[r] = r == 7 ? 3 : 1;
    rows(&t, by, 400, 5, 0.05);
    two_know(&t, "syscall", "0.0001");
    c = two_compare(&t, NULL);
    assert_int_equal(t.out->family, 400);
    assert_near(t.out->least_p, 2 / 252.0, 1e-9);
    assert_false(t.out->can_show);
    assert_int_equal(t.out->needed, 9);
    assert_int_equal(c->counts[JUDGE_FASTER] + c->counts[JUDGE_SLOWER], 0);
    assert_true(c->rows[7].deciding >= 10);
    two_free(&t);
}

static void enough_values_can_show_a_single_difference(void **state)
{
    struct two t = two_new();
    double by[400];
    const struct judge_column *c;

    (void)state;
    for (size_t r = 0; r < 400; r++)
        by[r] = r == 7 ? 3 : 1;
    rows(&t, by, 400, K, 0.05);
    two_know(&t, "syscall", "0.0001");
    c = two_compare(&t, NULL);
    assert_true(t.out->can_show);
    assert_int_equal(c->rows[7].verdict, JUDGE_SLOWER);
    assert_int_equal(c->counts[JUDGE_SLOWER], 1);
    two_free(&t);
}

/* The half-width of the interval is 1.96 se: what is seen four times in five at p. */
static void what_could_have_been_seen_follows_from_the_interval(void **state)
{
    static const double by[] = { 1 };
    struct two t = two_new();
    const struct judge_compared *r;
    double half;

    (void)state;
    rows(&t, by, 1, K, 0.03);
    two_know(&t, "syscall", "0.0000001");
    r = &two_compare(&t, NULL)->rows[0];
    half = log(r->hi / r->lo) / 2;
    assert_near(log1p(r->smallest), 2.8015852 / 1.9599640 * half, 1e-4);
    two_free(&t);
}

/* 1 % of change, sd between sessions 2 %: no number of invocations would do. */
static void an_inconclusive_row_says_how_many_would_decide_or_that_none_would(
    void **state)
{
    static const double by[] = { 1.03, 1.0 };
    struct two t = two_new();
    const struct judge_column *c;
    double half, times;

    (void)state;
    rows(&t, by, 2, K, 0.08);
    c = two_compare(&t, NULL);
    assert_int_equal(c->rows[0].verdict, JUDGE_INCONCLUSIVE);
    assert_int_equal(c->rows[0].deciding, 0); /* beyond the margin, within the guard */
    assert_true(c->rows[0].within_guard);
    assert_false(c->rows[1].within_guard);
    assert_int_equal(c->rows[1].verdict, JUDGE_INCONCLUSIVE);
    half = log(c->rows[1].hi / c->rows[1].lo) / 2;
    times = pow((1.6448536 + 0.8416212) / 1.9599640 * half / log(1.02), 2);
    assert_int_equal(c->rows[1].deciding, (int)ceil(K * times));
    two_free(&t);
}

/* ---- the common shift ---- */

static void a_shift_of_everything_is_the_headline_and_taken_off(void **state)
{
    static const double by[] = { 1.03, 1.031, 1.029, 1.03, 1.032, 1.028, 0.97 };
    struct two t = two_new();
    const struct judge_column *c;

    (void)state;
    rows(&t, by, 7, K, 0.002);
    c = two_compare(&t, NULL);
    assert_int_equal(c->common_n, 7);
    assert_near(c->common, 1.03, 1e-4);
    assert_near(c->common_share, 6 / 7.0, 1e-12);
    assert_true(c->moved);
    assert_near(c->rows[0].net, 1, 1e-4);
    assert_near(c->rows[6].net, 0.97 / 1.03, 1e-4);
    assert_near(c->rows[6].net_hi / c->rows[6].net_lo, c->rows[6].hi / c->rows[6].lo,
                1e-12);
    two_free(&t);
}

static void no_headline_without_size_agreement_or_rows(void **state)
{
    static const double little[] = { 1.004, 1.004, 1.004, 1.004, 1.004 };
    static const double divided[] = { 1.03, 1.03, 1.03, 0.97, 0.97 };
    static const double few[] = { 1.03, 1.03, 1.03, 1.03 };
    static const struct {
        const double *by;
        size_t n;
    } cases[] = { { little, 5 }, { divided, 5 }, { few, 4 } };

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct two t = two_new();
        const struct judge_column *c;

        rows(&t, cases[i].by, cases[i].n, K, 0.002);
        c = two_compare(&t, NULL);
        assert_false(c->moved);
        assert_true(isnan(c->rows[0].net));
        assert_int_equal(isnan(c->common), cases[i].n < 5);
        two_free(&t);
    }
}

static void rows_of_many_tasks_say_nothing_of_the_machine(void **state)
{
    static const double by[] = { 1.03, 1.03, 1.03, 1.03, 1.03 };
    struct two t = two_new();

    (void)state;
    rows(&t, by, 5, K, 0.002);
    t.doc->measurements[0]->rejects = 0;
    assert_int_equal(two_compare(&t, NULL)->common_n, 4);
    two_free(&t);
}

/* ---- the rows together ---- */

static void the_mean_is_of_calm_rows_and_tells_what_it_left_out(void **state)
{
    static const double by[] = { 1.1, 0.9 };
    struct two t = two_new();
    const struct judge_column *c;
    double wild[K];

    (void)state;
    rows(&t, by, 2, K, 0.01);
    two_around(wild, K, 100, 0.9);
    two_rows(&t, "wild", wild, wild, K);
    c = two_compare(&t, NULL);
    assert_near(c->geometric, sqrt(1.1 * 0.9), 1e-4);
    assert_int_equal(c->geometric_n, 2);
    assert_int_equal(c->geometric_left_out, 1);
    two_free(&t);
}

static void a_one_sided_table_is_suspicious(void **state)
{
    double by[9];

    (void)state;
    for (size_t n = 7; n <= 9; n++) {
        struct two t = two_new();
        const struct judge_column *c;

        for (size_t r = 0; r < n; r++)
            by[r] = 1.2 + 0.01 * (double)r;
        rows(&t, by, n, K, 0.01);
        c = two_compare(&t, NULL);
        assert_int_equal(c->counts[JUDGE_SLOWER], n);
        assert_near(c->one_sided_p, ldexp(1, 1 - (int)n), 1e-12);
        assert_int_equal(c->one_sided, n >= 8);
        two_free(&t);
    }
}

/* ---- conditions ---- */

static void fact(struct two *t, struct facts *facts, const char *key, const char *value)
{
    struct fact f = { .key = key, .value = value };

    if (!value)
        f.missing = "unreadable";
    assert_int_equal(doc_add_fact(t->doc, facts, &f), 0);
}

static void what_differs_between_the_machines_is_listed(void **state)
{
    static const char *const expected[][3] = {
        { "protocol.samples", "20", "10" }, { "clock", "fake", "tsc" },
        { "kernel.release", "6.1", "6.2" }, { "cpu.governor", NULL, "powersave" },
        { "run.nice", "0", "5" },
    };
    struct two t = two_new();
    const struct judge_column *c;

    (void)state;
    two_rows(&t, "lat", (const double[]){ 1, 2, 3 }, (const double[]){ 1, 2, 3 }, 3);
    for (int i = 0; i < 2; i++) {
        struct facts *of = &t.side[i]->system->facts;

        fact(&t, of, "cpu.model", "Example");
        fact(&t, of, "cpu.mhz", i ? "3001.2" : "3000.1");
        fact(&t, of, "kernel.release", i ? "6.2" : "6.1");
        fact(&t, of, "cpu.governor", i ? "powersave" : NULL);
        fact(&t, of, "memory.thp", NULL);
        fact(&t, &t.side[i]->facts, "load.average", i ? "0.1" : "0.2");
        fact(&t, &t.side[i]->facts, "run.nice", i ? "5" : "0");
        t.side[i]->protocol.samples = i ? 10 : 20;
        t.side[i]->protocol.seed = (uint64_t)i;
        t.side[i]->clock.name = i ? "tsc" : "fake";
    }
    c = two_compare(&t, NULL);
    assert_int_equal(c->n_unlike, 5);
    for (size_t u = 0; u < 5; u++) {
        assert_string_equal(c->unlike[u].key, expected[u][0]);
        if (expected[u][1])
            assert_string_equal(c->unlike[u].base, expected[u][1]);
        else
            assert_null(c->unlike[u].base);
        assert_string_equal(c->unlike[u].other, expected[u][2]);
    }
    two_free(&t);
}

static void a_yardstick_that_differs_by_more_than_a_per_cent_is_named(void **state)
{
    (void)state;
    for (int moved = 0; moved < 2; moved++) {
        struct two t = two_new();
        const struct judge_column *c;

        two_rows(&t, "lat", (const double[]){ 1, 2, 3 }, (const double[]){ 1, 2, 3 },
                 3);
        assert_true(isnan(two_compare(&t, NULL)->yardstick));
        for (int side = 0; side < 2; side++) {
            for (size_t i = 0; i < t.side[side]->n_invocations; i++) {
                struct invocation *inv = t.side[side]->invocations[i];
                double longer = side ? moved ? 1.02 : 1.005 : 1;

                add_count(inv, "yardstick.add.before", 50000 * longer);
                add_count(inv, "yardstick.l1.before", 50000 * longer * 1.0001);
            }
        }
        c = two_compare(&t, NULL);
        assert_near(c->yardstick, moved ? 1.02 : 1.005, 1e-9);
        assert_int_equal(c->frequency_moved, moved);
        two_free(&t);
    }
}

/* ---- boots ---- */

static void one_boot_a_side_cannot_tell_kernel_from_boot(void **state)
{
    static const double by[] = { 1.2 };
    struct two t = two_new();
    const struct judge_column *c;

    (void)state;
    rows(&t, by, 1, K, 0.01);
    c = two_compare(&t, NULL);
    assert_int_equal(c->rows[0].verdict, JUDGE_SLOWER); /* it stays */
    assert_string_equal(c->rows[0].confounded, "boot");
    assert_int_equal(c->base_boots, 1);
    assert_false(c->by_boot);
    t.side[1]->system = t.side[0]->system; /* the same boot of the same machine */
    c = two_compare(&t, NULL);
    assert_null(c->rows[0].confounded);
    assert_int_equal(c->rows[0].verdict, JUDGE_SLOWER);
    assert_near(c->rows[0].between_sd, 0.02, 0); /* yet another session */
    two_free(&t);
}

/* Two files of one machine: the kernel's count of time goes on, or it began anew. */
static void the_count_of_time_tells_whether_two_files_are_of_one_boot(void **state)
{
    static const struct {
        const char *time; /* of all CPUs, at the start of the second */
        bool same;
    } cases[] = { { "2000", false }, { "27210", true }, { "99999", false } };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct two t = two_new();

        two_rows(&t, "lat", (const double[]){ 1, 2, 3 }, (const double[]){ 1, 2, 3 },
                 3);
        for (int side = 0; side < 2; side++) {
            struct session *s = t.side[side];
            struct fact f = { .key = "load.time",
                              .value = side ? cases[i].time : "20000",
                              .at = DOC_AT_START };

            s->system->name = "boxa";
            s->start = side ? "2026-03-02T09:00:00Z" : "2026-03-02T08:00:00Z";
            fact(&t, &s->system->facts, "kernel.release", "6.1");
            fact(&t, &s->system->facts, "cpu.threads", "2");
            assert_int_equal(doc_add_fact(t.doc, &s->facts, &f), 0);
        }
        assert_int_equal(two_compare(&t, NULL)->rows[0].confounded == NULL,
                         cases[i].same);
        two_free(&t);
    }
}

/* Boots differ by 1 %, invocations inside one by 0.1 %. */
static void from_three_boots_a_side_the_values_are_boots(void **state)
{
    static const double of_boot[] = { 0, 7, 3, 9, 5, 1 };

    (void)state;
    for (size_t boots = 2; boots <= 6; boots += 2) {
        struct two t = two_new();
        const struct session *sessions[2][6];
        struct judge_side sides[2];
        const struct judge_column *c;

        for (int side = 0; side < 2; side++) {
            for (size_t b = 0; b < boots; b++) {
                double us[K];
                struct session *s =
                    b ? two_session(&t, t.side[0]->system) : t.side[side];

                s->system = t.side[side]->system;
                s->boot = (uint32_t)b + 1;
                two_around(us, K, (side ? 120 : 100) + 0.1 * of_boot[b], 0.001);
                two_row(&t, s, "lat", us, K);
                sessions[side][b] = s;
            }
            sides[side] = (struct judge_side){ sessions[side], boots };
        }
        assert_int_equal(judge_doc(t.doc), 0);
        assert_int_equal(judge_compare(t.doc, sides[0], &sides[1], 1, NULL, &t.out), 0);
        c = &t.out->columns[0];
        assert_int_equal(c->n_rows, 1);
        assert_int_equal(c->base_boots, boots);
        assert_int_equal(c->by_boot, boots >= 3);
        assert_int_equal(c->rows[0].n_base, boots >= 3 ? boots : boots * K);
        assert_int_equal(c->rows[0].confounded != NULL, boots < 3);
        assert_int_equal(c->rows[0].few, boots == 4);
        assert_int_equal(c->rows[0].verdict,
                         boots == 4 ? JUDGE_INCONCLUSIVE : JUDGE_SLOWER);
        if (boots >= 3)
            assert_near(c->rows[0].guard, 0, 0); /* the boots hold what differs */
        two_free(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_family_is_every_comparison_of_every_column),
        cmocka_unit_test(a_large_table_of_few_values_refuses_single_differences),
        cmocka_unit_test(enough_values_can_show_a_single_difference),
        cmocka_unit_test(what_could_have_been_seen_follows_from_the_interval),
        cmocka_unit_test(
            an_inconclusive_row_says_how_many_would_decide_or_that_none_would),
        cmocka_unit_test(a_shift_of_everything_is_the_headline_and_taken_off),
        cmocka_unit_test(no_headline_without_size_agreement_or_rows),
        cmocka_unit_test(rows_of_many_tasks_say_nothing_of_the_machine),
        cmocka_unit_test(the_mean_is_of_calm_rows_and_tells_what_it_left_out),
        cmocka_unit_test(a_one_sided_table_is_suspicious),
        cmocka_unit_test(what_differs_between_the_machines_is_listed),
        cmocka_unit_test(a_yardstick_that_differs_by_more_than_a_per_cent_is_named),
        cmocka_unit_test(one_boot_a_side_cannot_tell_kernel_from_boot),
        cmocka_unit_test(the_count_of_time_tells_whether_two_files_are_of_one_boot),
        cmocka_unit_test(from_three_boots_a_side_the_values_are_boots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
