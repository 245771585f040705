/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * test_spread.c - blocks lie farther apart where the judge finds invocations alike
 */
#include "run/run.h"

#include <errno.h>
#include <string.h>

#include "fake.h"

#include "support.h"

static const char *const ten[] = { "10" }, *const many[] = { "40" };
enum { SPAN_S = 90 }; /* ten seconds from block to block */

/* What the judge says, and how often it was asked. */
static struct {
    bool yes;
    int rc;
    uint32_t asked;
} judge;

static int alike(void *self, bool *out)
{
    (void)self;
    judge.asked++;
    *out = judge.yes;
    return judge.rc;
}

static void init(struct fake *f)
{
    fake_init(f);
    f->seconds = 0.25;
    f->hooks.alike = alike;
    f->plan.session->protocol.span_seconds = SPAN_S;
    memset(&judge, 0, sizeof judge);
    judge.yes = true;
}

static int begin(void **state)
{
    struct fake *f = malloc(sizeof *f);

    assert_non_null(f);
    init(f);
    *state = f;
    return 0;
}

static int end(void **state)
{
    fake_done(*state);
    free(*state);
    return 0;
}

/* Seconds from the first block of a lone row to another one. */
static double start_of(const struct fake *f, uint32_t block)
{
    const struct session *s = f->plan.session;

    for (size_t i = 0; i < s->n_invocations; i++) {
        if (s->invocations[i]->phase == DOC_PHASE_RUN &&
            s->invocations[i]->block == block)
            return s->invocations[i]->offset_s - s->invocations[1]->offset_s;
    }
    return NAN;
}

static size_t noted(const struct fake *f)
{
    const struct session *s = f->plan.session;
    size_t n = 0;

    for (size_t i = 0; i < s->n_events; i++)
        n += strcmp(s->events[i].code, "spread") == 0;
    return n;
}

static void the_remaining_blocks_lie_twice_as_far_apart(void **state)
{
    struct fake *f = *state;

    fake_job(f, "a", 1, ten);
    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(judge.asked, 1); /* after five blocks; at ten the run is over */
    assert_int_equal(noted(f), 1);
    assert_int_equal(f->events[RUN_EVENT_SPREAD], 1);
    for (uint32_t b = 0; b < 10; b++)
        assert_near(start_of(f, b), b < 5 ? 10 * b : 40 + 20 * (b - 4), 0.01);
}

static void they_do_not_where_invocations_are_not_alike(void **state)
{
    struct fake *f = *state;

    judge.yes = false;
    fake_job(f, "a", 1, ten);
    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(judge.asked, 5); /* after each from the fifth on but the last */
    assert_int_equal(noted(f), 0);
    assert_near(start_of(f, 9), SPAN_S, 0.01);
}

static void they_are_spread_over_four_spans_at_most_and_four_gaps(void **state)
{
    struct fake *f = *state;
    static const uint32_t looks[] = { 10, 40 };

    memcpy(f->plan.session->protocol.looks, looks, sizeof looks);
    f->plan.session->protocol.n_looks = 2;
    fake_job(f, "a", 1, many);
    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(judge.asked, 2); /* twice as far, and twice as that */
    assert_int_equal(noted(f), 2);
    assert_near(start_of(f, 9), 140, 0.01);
    assert_near(start_of(f, 10), 180, 0.01); /* at ten, also after the first look */
    assert_near(start_of(f, 14), 340, 0.01);
    assert_near(start_of(f, 15), 380, 0.01);    /* the last that began within 360 */
    assert_near(start_of(f, 16), 380.25, 0.01); /* and no waiting from there on */
    assert_near(start_of(f, 39), 386, 0.01);
}

static void the_time_for_the_run_is_not_spent_on_it(void **state)
{
    struct fake *f = *state;
    struct plan_job *j = fake_job(f, "a", 1, ten);

    f->plan.session->protocol.max_seconds = 110;
    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(noted(f), 1);
    assert_int_equal(j->valid, 10);
    assert_int_equal(j->points[0]->stop, DOC_STOP_PRECISION);
    assert_true(start_of(f, 9) > SPAN_S + 5); /* what time there is is used */
}

static void no_span_has_no_gaps_to_double(void **state)
{
    struct fake *f = *state;

    f->plan.session->protocol.span_seconds = 0;
    fake_job(f, "a", 1, ten);
    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(judge.asked, 0);
    assert_near(f->slept_s, 0, 0);
}

static void a_resumed_run_keeps_the_distance(void **state)
{
    struct fake *f = *state;
    struct doc_event *event = doc_add_event(f->doc, f->plan.session);

    event->code = "spread";
    fake_job(f, "a", 1, ten);
    judge.yes = false;
    assert_int_equal(fake_session(f, NULL), 0);
    assert_near(start_of(f, 9), 180, 0.01);
}

static void a_judge_that_fails_ends_the_run(void **state)
{
    struct fake *f = *state;

    judge.rc = -ENOMEM;
    fake_job(f, "a", 1, ten);
    assert_int_equal(fake_session(f, NULL), -ENOMEM);
    assert_int_equal(noted(f), 0);
}

#define ONE(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ONE(the_remaining_blocks_lie_twice_as_far_apart),
        ONE(they_do_not_where_invocations_are_not_alike),
        ONE(they_are_spread_over_four_spans_at_most_and_four_gaps),
        ONE(the_time_for_the_run_is_not_spent_on_it),
        ONE(no_span_has_no_gaps_to_double),
        ONE(a_resumed_run_keeps_the_distance),
        ONE(a_judge_that_fails_ends_the_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
