/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flags of the environment and the run; those of marks stand in test_mark.c. */
#include "judge/judge.h"

#include "builder.h"

#include "support.h"

/* n invocations of twenty observations, all a little different. */
static struct world calm(size_t n)
{
    struct world w = world_new("lat");
    uint64_t ns[20];

    for (uint64_t k = 0; k < n; k++) {
        for (uint64_t i = 0; i < 20; i++)
            ns[i] = 1000000 + 7 * ((13 * i + 17 * k) % 61) + i;
        observe(&w, ns, 20);
    }
    return w;
}

static struct invocation *invocation(struct world *w, size_t k)
{
    return w->session->invocations[k];
}

static void a_calm_row_has_no_flags(void **state)
{
    struct world w = calm(10);

    (void)state;
    assert_int_equal(judge(&w)->n_flags, 0);
    assert_int_equal(w.m->judged->class, JUDGED_SHARP);
    world_free(&w);
}

static void fewer_than_six_invocations_are_few(void **state)
{
    struct world w = calm(5), enough = calm(6);

    (void)state;
    assert_near(flag_of(judge(&w), "few-invocations")->statistic, 5, 0);
    assert_near(flag_of(w.m->judged, "few-invocations")->limit, 6, 0);
    assert_null(flag_of(judge(&enough), "few-invocations"));
    world_free(&w);
    world_free(&enough);
}

static void a_row_that_stopped_at_a_cap_says_what_it_reached(void **state)
{
    static const struct {
        enum doc_stop stop;
        bool capped;
    } cases[] = { { DOC_STOP_NONE, false },   { DOC_STOP_PRECISION, false },
                  { DOC_STOP_MAXIMUM, true }, { DOC_STOP_TIME, true },
                  { DOC_STOP_EXACT, false },  { DOC_STOP_INTERRUPTED, false } };

    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct world w = calm(10);
        const struct judged *j;
        const struct flag *f;

        w.m->stop = cases[c].stop;
        j = judge(&w);
        f = flag_of(j, "capped");
        assert_int_equal(f != NULL, cases[c].capped);
        if (f) {
            assert_near(f->limit, 0.01, 0);
            assert_near(f->statistic,
                        (j->estimate.hi - j->estimate.lo) / 2 / j->estimate.value,
                        1e-9);
            assert_int_equal(f->severity, JUDGED_WARNING);
        }
        world_free(&w);
    }
}

static void an_observation_shorter_than_200_clock_reads_is_short(void **state)
{
    struct world w = calm(10);

    (void)state;
    w.session->clock.cost_ns = 5002; /* the median observation takes 1,000,217.25 ns */
    assert_near(flag_of(judge(&w), "short-sample")->statistic, 1000217.25 / 5002, 1e-9);
    w.session->clock.cost_ns = 5001;
    assert_null(flag_of(judge(&w), "short-sample"));
    w.session->clock.cost_ns = 0; /* not known */
    assert_null(flag_of(judge(&w), "short-sample"));
    world_free(&w);
}

static void more_than_one_in_a_hundred_disturbed_is_load(void **state)
{
    struct world w = calm(10);
    struct series *s = &invocation(&w, 4)->series[0];

    (void)state;
    disturb(&w, s, SERIES_WAIT_NS, 3, 50000);
    disturb(&w, s, SERIES_WAIT_NS, 4, 50000);
    assert_null(flag_of(judge(&w), "load"));
    disturb(&w, s, SERIES_WAIT_NS, 5, 50000);
    assert_near(flag_of(judge(&w), "load")->statistic, 0.015, 1e-15);
    world_free(&w);
}

static void migrations_and_faults_are_told_apart_where_they_may_disturb(void **state)
{
    static const struct {
        enum series_column column;
        const char *code;
    } cases[] = { { SERIES_MIGRATIONS, "migration" },
                  { SERIES_FAULTS, "page-faults" } };

    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct world w = calm(10);

        for (uint32_t i = 0; i < 3; i++)
            disturb(&w, &invocation(&w, 4)->series[0], cases[c].column, i, 2);
        assert_near(flag_of(judge(&w), cases[c].code)->statistic, 0.015, 1e-15);
        w.m->rejects &= ~(1u << cases[c].column); /* here it is the subject */
        assert_null(flag_of(judge(&w), cases[c].code));
        world_free(&w);
    }
}

static void a_second_run_on_the_machine_is_flagged(void **state)
{
    struct world w = calm(10);
    struct doc_event *e = doc_add_event(w.doc, w.session);

    (void)state;
    *e = (struct doc_event){ .code = "resumed" };
    assert_null(flag_of(judge(&w), "second-run"));
    *doc_add_event(w.doc, w.session) = (struct doc_event){ .code = "second-run" };
    assert_near(flag_of(judge(&w), "second-run")->statistic, 1, 0);
    world_free(&w);
}

static void steal_counts_over_the_time_of_the_rows_own_invocations(void **state)
{
    struct world w = calm(10);

    (void)state;
    for (size_t k = 0; k < 10; k++) {
        add_count(invocation(&w, k), "seconds", 2);
        add_count(invocation(&w, k), "steal", k == 3 ? 0.1 : 0); /* 0.5 % */
    }
    assert_null(flag_of(judge(&w), "steal"));
    invocation(&w, 7)->counts[1].value = 0.01;
    assert_near(flag_of(judge(&w), "steal")->statistic, 0.0055, 1e-12);
    world_free(&w);
}

static void add_fact(struct world *w, const char *key, const char *value,
                     enum doc_at at)
{
    struct fact f = { .key = key, .value = value, .at = at };

    assert_int_equal(doc_add_fact(w->doc, &w->session->facts, &f), 0);
}

static void without_such_counts_the_steal_of_the_session_counts(void **state)
{
    struct world w = calm(10);

    (void)state;
    add_fact(&w, "load.steal", "10.5", DOC_AT_START);
    add_fact(&w, "load.steal", "11.39", DOC_AT_END);
    assert_null(flag_of(judge(&w), "steal"));
    add_fact(&w, "load.time", "2000", DOC_AT_START);
    add_fact(&w, "load.time", "2180", DOC_AT_END); /* two CPUs for 90 s: 0.49 % */
    assert_null(flag_of(judge(&w), "steal"));
    w.session->facts.items[1].value = "11.42";
    assert_near(flag_of(judge(&w), "steal")->statistic, 0.92 / 180, 1e-12);
    world_free(&w);
}

/* A yardstick of 50 us in each invocation. */
static void add_yardstick(struct world *w, size_t k, double add, double l1)
{
    add_count(invocation(w, k), "yardstick.add.before", 50000 * add);
    add_count(invocation(w, k), "yardstick.l1.before", 50000 * l1);
    add_count(invocation(w, k), "yardstick.add.after", 50010 * add);
    add_count(invocation(w, k), "yardstick.l1.after", 50010 * l1);
}

static void a_frequency_that_moved_shows_in_the_yardstick(void **state)
{
    /* the whole yardstick, invocation by invocation */
    static const struct {
        double add[12], l1[12];
        bool moved;
    } cases[] = {
        /* steady */
        { { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 },
          { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 },
          false },
        /* a step */
        { { 1, 1, 1, 1, 1, 1, 1.02, 1.02, 1.02, 1.02, 1.02, 1.02 },
          { 1, 1, 1, 1, 1, 1, 1.02, 1.02, 1.02, 1.02, 1.02, 1.02 },
          true },
        { { 1, 1, 1, 1, 1, 1, 1.009, 1.009, 1.009, 1.009, 1.009, 1.009 },
          { 1, 1, 1, 1, 1, 1, 1.009, 1.009, 1.009, 1.009, 1.009, 1.009 },
          false },
        /* single disturbed invocations, however far */
        { { 1, 7, 1, 1, 1, 1, 3, 1, 1, 1, 1, 1 },
          { 1, 7, 1, 1, 1, 1, 3, 1, 1, 1, 1, 1 },
          false },
        { { 1, 1, 1, 1, 7, 3, 1, 1, 1, 1, 1, 9 },
          { 1, 1, 1, 1, 7, 3, 1, 1, 1, 1, 1, 9 },
          false },
        /* the memory moved, the clock did not */
        { { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 },
          { 1, 1, 1, 1, 1, 1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1 },
          false },
        /* slowly */
        { { 1, 1.01, 1.02, 1.03, 1.04, 1.05, 1.06, 1.07, 1.08, 1.09, 1.1, 1.11 },
          { 1, 1.01, 1.02, 1.03, 1.04, 1.05, 1.06, 1.07, 1.08, 1.09, 1.1, 1.11 },
          true },
    };

    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct world w = calm(12);

        for (size_t k = 0; k < 12; k++)
            add_yardstick(&w, k, cases[c].add[k], cases[c].l1[k]);
        assert_int_equal(flag_of(judge(&w), "frequency-moved") != NULL, cases[c].moved);
        world_free(&w);
    }
}

static void too_few_invocations_tell_nothing_of_the_frequency(void **state)
{
    struct world w = calm(4);

    (void)state;
    for (size_t k = 0; k < 4; k++)
        add_yardstick(&w, k, 1 + (double)k, 1 + (double)k);
    assert_null(flag_of(judge(&w), "frequency-moved"));
    world_free(&w);
}

static void the_session_counts_for_every_row_of_it_and_for_no_other(void **state)
{
    struct world w = calm(6);
    struct measurement *first = w.m;
    struct session *other = doc_add_session(w.doc);

    (void)state;
    *doc_add_event(w.doc, w.session) = (struct doc_event){ .code = "second-run" };
    other->id = "r2";
    other->protocol = w.session->protocol;
    w.session = other;
    add_row(&w, "lat");
    observe_around(&w, 1000000, 5);
    w.session = w.doc->sessions[0];
    add_row(&w, "lat_b");
    observe_around(&w, 1000000, 5);
    assert_int_equal(judge_doc(w.doc), 0);
    assert_non_null(flag_of(first->judged, "second-run"));
    assert_null(flag_of(w.doc->measurements[1]->judged, "second-run"));
    assert_non_null(flag_of(w.m->judged, "second-run"));
    world_free(&w);
}

static void overhead_above_a_tenth_is_large(void **state)
{
    static const uint64_t bases[] = { 100000, 100001 };

    (void)state;
    for (size_t c = 0; c < 2; c++) {
        struct world w = world_new("lat_sig.catch");

        for (int k = 0; k < 10; k++) {
            struct invocation *i = add_invocation(&w);
            uint64_t subject = 1000000;

            add_series(&w, i, DOC_PART_SUBJECT, &subject, 1);
            add_series(&w, i, DOC_PART_BASE, &bases[c], 1);
        }
        assert_int_equal(flag_of(judge(&w), "overhead-large") != NULL, c == 1);
        world_free(&w);
    }
}

static void flags_have_the_severity_of_their_rule_and_its_order(void **state)
{
    struct world w = calm(5);
    const struct judged *j;
    const struct judge_rule *r = judge_rules;

    (void)state;
    *doc_add_event(w.doc, w.session) = (struct doc_event){ .code = "second-run" };
    w.m->stop = DOC_STOP_TIME;
    w.session->clock.cost_ns = 6000;
    j = judge(&w);
    assert_int_equal(j->n_flags, 4);
    for (size_t i = 0; i < j->n_flags; i++, r++) {
        while (r->code && strcmp(r->code, j->flags[i].code) != 0)
            r++;
        assert_non_null(r->code);
        assert_int_equal(j->flags[i].severity, r->severity);
    }
    world_free(&w);
}

/* A quota's periods and a core's heat together; what is missing on one side is not. */
static void throttling_during_the_session_is_told(void **state)
{
    struct world w = calm(10);

    (void)state;
    add_fact(&w, "load.throttled", "4", DOC_AT_START);
    add_fact(&w, "load.throttled", "4", DOC_AT_END);
    add_fact(&w, "load.throttles", "10", DOC_AT_START);
    assert_null(flag_of(judge(&w), "throttle"));
    add_fact(&w, "load.throttles", "12", DOC_AT_END);
    assert_near(flag_of(judge(&w), "throttle")->statistic, 2, 0);
    world_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_calm_row_has_no_flags),
        cmocka_unit_test(fewer_than_six_invocations_are_few),
        cmocka_unit_test(a_row_that_stopped_at_a_cap_says_what_it_reached),
        cmocka_unit_test(an_observation_shorter_than_200_clock_reads_is_short),
        cmocka_unit_test(more_than_one_in_a_hundred_disturbed_is_load),
        cmocka_unit_test(migrations_and_faults_are_told_apart_where_they_may_disturb),
        cmocka_unit_test(a_second_run_on_the_machine_is_flagged),
        cmocka_unit_test(steal_counts_over_the_time_of_the_rows_own_invocations),
        cmocka_unit_test(without_such_counts_the_steal_of_the_session_counts),
        cmocka_unit_test(throttling_during_the_session_is_told),
        cmocka_unit_test(a_frequency_that_moved_shows_in_the_yardstick),
        cmocka_unit_test(too_few_invocations_tell_nothing_of_the_frequency),
        cmocka_unit_test(the_session_counts_for_every_row_of_it_and_for_no_other),
        cmocka_unit_test(overhead_above_a_tenth_is_large),
        cmocka_unit_test(flags_have_the_severity_of_their_rule_and_its_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
