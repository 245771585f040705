/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One row against another: ratio, test, verdict (statistics.md 3.8). */
#include "judge/compare.h"

#include <errno.h>

#include "two.h"

#include "support.h"

enum { K = 10 };

/* V and U of statistics.md section 4 */
static const double v[K] = { 101.2, 99.7, 100.4, 98.9,  103.8,
                             100.0, 99.2, 100.9, 101.7, 99.5 };
static const double u[K] = { 103.1, 102.2, 104.0, 101.1, 102.9,
                             103.3, 101.9, 105.2, 102.5, 103.7 };

static void ratio_interval_and_p_are_those_of_the_reference_vectors(void **state)
{
    struct two t = two_new();
    const struct judge_compared *r;

    (void)state;
    two_rows(&t, "lat", v, u, K);
    two_know(&t, "syscall", "0.001");
    r = &two_compare(&t, NULL)->rows[0];
    assert_near(r->value, 1.02598343, 1e-8);
    assert_near(r->lo, 1.01348748, 1e-8);
    assert_near(r->hi, 1.03729839, 1e-8);
    assert_near(r->lo90, 1.01573255, 1e-8);
    assert_near(r->hi90, 1.03610832, 1e-8);
    assert_near(r->p, 0.00150469, 1e-5);
    assert_near(r->adjusted, r->p, 0); /* alone */
    assert_int_equal(r->n_base, K);
    assert_int_equal(r->n_other, K);
    assert_int_equal(r->verdict, JUDGE_SLOWER);
    assert_near(r->guard, expm1(2.3 * sqrt(2) * 0.001), 1e-12);
    assert_string_equal(r->between_source, "noise floor");
    assert_false(r->few || r->shift || r->paired);
    two_free(&t);
}

/* The same p, but another session might do that: 2.3 sqrt 2 0.02 is 6.7 %. */
static void a_change_that_another_session_explains_is_inconclusive(void **state)
{
    struct two t = two_new();
    const struct judge_compared *r;

    (void)state;
    two_rows(&t, "lat", v, u, K);
    r = &two_compare(&t, NULL)->rows[0];
    assert_int_equal(r->verdict, JUDGE_INCONCLUSIVE);
    assert_near(r->between_sd, 0.02, 0);
    assert_string_equal(r->between_source, "assumed");
    assert_near(r->guard, expm1(2.3 * sqrt(2) * 0.02), 1e-12);
    two_free(&t);
}

static enum judge_verdict verdict_of(double by, double spread, enum doc_better better)
{
    struct two t = two_new();
    double base[K], other[K];
    enum judge_verdict verdict;

    two_around(base, K, 100, spread);
    two_around(other, K, 100 * by, spread);
    two_rows(&t, "lat", base, other, K);
    two_know(&t, "syscall", "0.001");
    for (int i = 0; i < 2; i++) {
        struct measurement *m = t.doc->measurements[i];

        if (better == DOC_BETTER_HIGHER) {
            ((struct definition *)m->definition)->better = better;
            ((struct definition *)m->definition)->unit = "B/s";
            m->plan.bytes = 1000;
        }
    }
    verdict = two_compare(&t, NULL)->rows[0].verdict;
    if (better == DOC_BETTER_HIGHER && verdict != JUDGE_INCONCLUSIVE)
        assert_near(t.out->columns[0].rows[0].value, 1 / by, 1e-3);
    two_free(&t);
    return verdict;
}

static void each_verdict_has_its_case(void **state)
{
    static const struct {
        double by, spread;
        enum judge_verdict time;
    } cases[] = {
        { 1.10, 0.01, JUDGE_SLOWER },
        { 0.90, 0.01, JUDGE_FASTER },
        { 1.00, 0.005, JUDGE_SAME },
        { 1.01, 0.005, JUDGE_SAME }, /* though p is small */
        { 1.00, 0.3, JUDGE_INCONCLUSIVE },
        { 1.012, 0.02, JUDGE_INCONCLUSIVE },
    };

    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        assert_int_equal(verdict_of(cases[c].by, cases[c].spread, DOC_BETTER_LOWER),
                         cases[c].time);
        assert_int_equal(verdict_of(cases[c].by, cases[c].spread, DOC_BETTER_HIGHER),
                         cases[c].time);
    }
}

static void the_margin_decides_what_is_the_same(void **state)
{
    struct two t = two_new();
    double base[K], other[K];
    const struct judge_compare_options wide = { .margin = 0.05 };

    (void)state;
    two_around(base, K, 100, 0.01);
    two_around(other, K, 103, 0.01);
    two_rows(&t, "lat", base, other, K);
    two_know(&t, "syscall", "0.001");
    assert_int_equal(two_compare(&t, NULL)->rows[0].verdict, JUDGE_SLOWER);
    assert_int_equal(two_compare(&t, &wide)->rows[0].verdict, JUDGE_SAME);
    assert_near(t.out->options.margin, 0.05, 0);
    assert_near(t.out->options.level, 0.95, 0);
    two_free(&t);
}

static void fewer_than_six_values_a_side_never_prove_a_change(void **state)
{
    static const double base[] = { 100, 101, 99, 100.5, 99.5 };
    static const double twice[] = { 200, 201, 199, 200.5, 199.5 };
    static const double alike[] = { 100.1, 101, 99, 100.4, 99.5 };
    struct two t = two_new();
    const struct judge_column *c;

    (void)state;
    two_rows(&t, "twice", base, twice, 5);
    two_rows(&t, "alike", base, alike, 5);
    two_know(&t, "syscall", "0.001");
    c = two_compare(&t, NULL);
    assert_true(c->rows[0].few && c->rows[0].p < 1e-6);
    assert_true(isnan(c->rows[0].adjusted));
    assert_int_equal(c->rows[0].verdict, JUDGE_INCONCLUSIVE);
    assert_near(c->rows[0].smallest, INFINITY, 0);
    assert_true(c->rows[0].deciding >= 10);
    assert_int_equal(c->rows[1].verdict, JUDGE_SAME);
    two_free(&t);
}

static void a_single_value_has_a_ratio_and_no_verdict(void **state)
{
    static const double one = 100, three[] = { 119, 120, 121 };
    struct two t = two_new();
    const struct judge_column *c;

    (void)state;
    two_row(&t, t.side[0], "lat", &one, 1);
    two_row(&t, t.side[1], "lat", three, 3);
    c = two_compare(&t, NULL);
    assert_int_equal(c->n_rows, 1);
    assert_int_equal(c->rows[0].verdict, JUDGE_NA);
    assert_string_equal(c->rows[0].reason, "single value");
    assert_near(c->rows[0].value, 1.2, 1e-4);
    assert_true(isnan(c->rows[0].lo) && isnan(c->rows[0].p));
    assert_int_equal(t.out->family, 0);
    two_free(&t);
}

/* The rows of the two 2.4.20 and of 2.6.0 in R2: one printed number each. */
static void three_printed_rows_give_no_verdict_but_what_to_measure_again(void **state)
{
    static const struct {
        const char *id;
        double us[3];
    } cells[] = { { "lat_syscall.null", { 0.99, 1.01, 0.29 } },
                  { "lat_syscall.stat", { 3.25, 14.5, 17.9 } },
                  { "lat_sig.catch", { 4.25, 5.42, 16.1 } },
                  { "lat_proc.fork", { 194, 185, 336 } } };
    struct two t = two_new();
    const struct session *sessions[3] = { t.side[0], t.side[1], NULL };
    struct judge_side sides[3];

    (void)state;
    sessions[2] = two_session(&t, doc_add_system(t.doc));
    for (int s = 0; s < 3; s++) {
        for (size_t c = 0; c < sizeof cells / sizeof *cells; c++) {
            struct world w = { .doc = t.doc, .session = (struct session *)sessions[s] };

            add_row(&w, cells[c].id);
            import(&w, &cells[c].us[s], 1, 1e-6);
        }
        sides[s] = (struct judge_side){ &sessions[s], 1 };
    }
    assert_int_equal(judge_doc(t.doc), 0);
    assert_int_equal(judge_compare(t.doc, sides[0], &sides[1], 2, NULL, &t.out), 0);
    for (size_t c = 0; c < 2; c++) {
        assert_int_equal(t.out->columns[c].counts[JUDGE_NA], 4);
        for (size_t r = 0; r < 4; r++) {
            const struct judge_compared *row = &t.out->columns[c].rows[r];

            assert_string_equal(row->reason, "single value");
            assert_near(row->value, cells[r].us[c + 1] / cells[r].us[0], 1e-12);
            assert_int_equal(row->deciding, 10);
        }
    }
    two_free(&t);
}

/* Differences of which some are not positive: in their unit, margin of the subject. */
static void a_difference_around_nothing_is_compared_by_shift(void **state)
{
    static const double base[] = {
        -0.5, 0.5, 0.2, -0.2, 0.1, -0.1, 0.3, -0.3, 0.4, -0.4
    };
    static const double more[] = {
        9.5, 10.5, 10.2, 9.8, 10.1, 9.9, 10.3, 9.7, 10.4, 9.6
    };
    struct two t = two_new();
    const struct judge_column *c;
    double moved[K];

    (void)state;
    for (int k = 0; k < K; k++)
        moved[k] = base[k] + 0.001;
    two_rows(&t, "lat_sig.catch", base, moved, K);
    two_row(&t, t.side[0], "lat_sig.prot", base, K);
    two_row(&t, t.side[1], "lat_sig.prot", more, K);
    two_know(&t, "syscall", "0.001");
    c = two_compare(&t, NULL);
    assert_true(c->rows[0].shift && c->rows[1].shift);
    assert_near(c->rows[0].scale, 100e-6, 0.01); /* 100 us a subject */
    assert_near(c->rows[0].value, 0.001e-6, 1e-6);
    assert_int_equal(c->rows[0].verdict, JUDGE_SAME); /* 0.1 us of 100 */
    assert_near(c->rows[1].value, 10e-6, 1e-6);
    assert_int_equal(c->rows[1].verdict, JUDGE_SLOWER);
    assert_near(c->rows[1].guard, 2.3 * sqrt(2) * 0.001, 1e-12);
    two_free(&t);
}

static void rows_that_are_in_doubt_are_bracketed(void **state)
{
    struct two t = two_new();
    double calm[K], drifting[K], wild[K];
    const struct judge_column *c;

    (void)state;
    two_around(calm, K, 100, 0.01);
    for (int k = 0; k < K; k++) {
        drifting[k] = 100 + k;
        wild[k] = k % 2 ? 300 + k : 100 - k;
    }
    two_rows(&t, "calm", calm, calm, K);
    two_rows(&t, "drifting", calm, drifting, K);
    two_rows(&t, "wild", wild, calm, K);
    c = two_compare(&t, NULL);
    assert_null(c->rows[0].bracketed);
    assert_string_equal(c->rows[1].bracketed, "drift");
    assert_string_equal(c->rows[2].bracketed, "erratic");
    two_free(&t);
}

static void what_is_missing_failed_or_defined_otherwise_is_not_compared(void **state)
{
    struct two t = two_new();
    struct measurement *m;
    const struct judge_column *c;
    static const char *const reasons[] = { "definitions differ", "not in the new",
                                           "failed", "definitions differ",
                                           "not in the base" };

    (void)state;
    two_rows(&t, "lat_select", v, v, K);
    ((struct definition *)t.doc->measurements[1]->definition)->revision = "2";
    two_row(&t, t.side[0], "lat_pipe", v, K);
    two_rows(&t, "lat_proc", v, v, K);
    t.doc->measurements[4]->status = DOC_STATUS_FAILED;
    for (int i = 0; i < 2; i++) {
        m = two_row(&t, t.side[i], "lat_open", v, K);
        m->params = arena_alloc(t.doc->arena, sizeof *m->params);
        m->params[m->n_params++] = (struct doc_param){ "file", i ? "/b" : "/a" };
    }
    two_row(&t, t.side[1], "lat_unix", v, K);
    m = two_row(&t, t.side[1], "sentinel", v, K);
    m->sentinel = true;
    c = two_compare(&t, NULL);
    assert_int_equal(c->n_rows, 5);
    for (size_t r = 0; r < c->n_rows; r++) {
        assert_int_equal(c->rows[r].verdict, JUDGE_NA);
        assert_string_equal(c->rows[r].reason, reasons[r]);
    }
    assert_string_equal(c->rows[0].differs, "revision");
    assert_string_equal(c->rows[3].differs, "file");
    assert_null(c->rows[1].other);
    assert_null(c->rows[4].base);
    assert_int_equal(c->counts[JUDGE_NA], 5);
    assert_string_equal(c->unlike[0].key, "lat_select revision");
    assert_string_equal(c->unlike[0].base, "1");
    assert_string_equal(c->unlike[0].other, "2");
    assert_string_equal(c->unlike[1].key, "lat_open file");
    assert_string_equal(c->unlike[1].other, "/b");
    two_free(&t);
}

static void a_later_attempt_takes_the_place_of_an_earlier_one(void **state)
{
    struct two t = two_new();
    struct measurement *again;

    (void)state;
    two_rows(&t, "lat", v, v, K);
    again = two_row(&t, t.side[1], "lat", u, K);
    again->attempt = 2;
    assert_int_equal(two_compare(&t, NULL)->n_rows, 1);
    assert_near(t.out->columns[0].rows[0].value, 1.02598343, 1e-8);
    assert_ptr_equal(t.out->columns[0].rows[0].other, again);
    two_free(&t);
}

/* ---- errbar ab ---- */

static struct measurement *setting(struct two *t, const char *is, const double *us)
{
    struct measurement *m = two_row(t, t->side[0], "lat", us, K);

    m->params = arena_alloc(t->doc->arena, sizeof *m->params);
    assert_non_null(m->params);
    m->params[m->n_params++] = (struct doc_param){ "setting", is };
    return m;
}

static const struct judge_column *compare_settings(struct two *t)
{
    const struct session *s = t->side[0];
    const struct judge_side side = { &s, 1 };

    assert_int_equal(judge_doc(t->doc), 0);
    assert_int_equal(judge_compare(t->doc, side, &side, 1, NULL, &t->out), 0);
    return &t->out->columns[0];
}

/* What both share moves by a third; the pairs differ by 2.1 to 3 %. */
static void the_two_settings_of_a_session_are_compared_pair_by_pair(void **state)
{
    struct two t = two_new();
    double a[K], b[K];
    const struct judge_compared *r;

    (void)state;
    for (int k = 0; k < K; k++) {
        a[k] = 100 + 10 * (7 * k % 4);
        b[k] = a[k] * (1.021 + 0.001 * (3 * k % K));
    }
    setting(&t, "b", b);
    setting(&t, "a", a);
    r = &compare_settings(&t)->rows[0];
    assert_int_equal(t.out->columns[0].n_rows, 1);
    assert_true(r->paired);
    assert_string_equal(measurement_param(r->base, "setting"), "a");
    assert_int_equal(r->n_base, K);
    assert_near(r->p, 2 / 1024.0, 1e-9); /* all ten signs alike */
    assert_near(r->value, 1.0255, 1e-4);
    assert_int_equal(r->verdict, JUDGE_SLOWER); /* one session: no guard */
    assert_near(r->guard, 0, 0);
    assert_null(r->confounded);
    assert_null(r->differs);
    assert_int_equal(t.out->columns[0].n_unlike, 0);
    two_free(&t);
}

static void a_block_that_lacks_one_setting_is_no_pair(void **state)
{
    struct two t = two_new();
    struct measurement *b;

    (void)state;
    setting(&t, "a", v);
    b = setting(&t, "b", u);
    for (size_t i = 0; i < t.side[0]->n_invocations; i++) {
        struct invocation *inv = t.side[0]->invocations[i];

        if (inv->series[0].measurement == b && inv->block == 3)
            inv->valid = false;
    }
    assert_int_equal(compare_settings(&t)->rows[0].n_base, K - 1);
    assert_int_equal(t.out->columns[0].rows[0].n_other, K - 1);
    two_free(&t);
}

static void what_makes_no_comparison_is_refused(void **state)
{
    struct two t = two_new();
    const struct session *s = t.side[0];
    const struct judge_side side = { &s, 1 }, none = { 0 };
    const struct judge_compare_options bad[] = { { .margin = -1 },
                                                 { .level = 1.5 },
                                                 { .margin = 1 } };
    struct judge_comparison *out = NULL;

    (void)state;
    assert_int_equal(judge_compare(t.doc, none, &side, 1, NULL, &out), -EINVAL);
    assert_int_equal(judge_compare(t.doc, side, &none, 1, NULL, &out), -EINVAL);
    for (size_t b = 0; b < sizeof bad / sizeof *bad; b++)
        assert_int_equal(judge_compare(t.doc, side, &side, 1, &bad[b], &out), -EINVAL);
    assert_null(out);
    two_free(&t);
}

static void want_of_memory_is_reported_at_every_step(void **state)
{
    struct two t = two_new();
    const struct session *b = t.side[0], *o = t.side[1];
    const struct judge_side base = { &b, 1 }, other = { &o, 1 };
    struct judge_comparison *out = NULL;

    (void)state;
    two_rows(&t, "lat", v, u, K);
    assert_int_equal(judge_doc(t.doc), 0);
    for (long n = 0;; n++) {
        int rc;

        support_fail_allocation = n;
        rc = judge_compare(t.doc, base, &other, 1, NULL, &out);
        support_fail_allocation = -1;
        if (rc == 0)
            break;
        assert_int_equal(rc, -ENOMEM);
        assert_null(out);
    }
    assert_near(out->columns[0].rows[0].value, 1.02598343, 1e-8);
    two_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ratio_interval_and_p_are_those_of_the_reference_vectors),
        cmocka_unit_test(a_change_that_another_session_explains_is_inconclusive),
        cmocka_unit_test(each_verdict_has_its_case),
        cmocka_unit_test(the_margin_decides_what_is_the_same),
        cmocka_unit_test(fewer_than_six_values_a_side_never_prove_a_change),
        cmocka_unit_test(a_single_value_has_a_ratio_and_no_verdict),
        cmocka_unit_test(three_printed_rows_give_no_verdict_but_what_to_measure_again),
        cmocka_unit_test(a_difference_around_nothing_is_compared_by_shift),
        cmocka_unit_test(rows_that_are_in_doubt_are_bracketed),
        cmocka_unit_test(what_is_missing_failed_or_defined_otherwise_is_not_compared),
        cmocka_unit_test(a_later_attempt_takes_the_place_of_an_earlier_one),
        cmocka_unit_test(the_two_settings_of_a_session_are_compared_pair_by_pair),
        cmocka_unit_test(a_block_that_lacks_one_setting_is_no_pair),
        cmocka_unit_test(what_makes_no_comparison_is_refused),
        cmocka_unit_test(want_of_memory_is_reported_at_every_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
