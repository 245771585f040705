/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * test_resume.c - a run that was interrupted anywhere ends as if it had not been
 */
#include "run/run.h"

#include "fake.h"

#include "support.h"

/* Crashes, failures of a point and a skip, all drawn from what is asked. */
static void mishaps(struct fake *f, const struct job *job, uint32_t padding,
                    struct spawn_outcome *out)
{
    (void)f;
    for (size_t p = 0; p < job->n_points; p++) {
        if (job->axis && strcmp(job->points[p], "2") == 0)
            fake_text(out, WIRE_SKIP, p, "no rpc");
        else if (strcmp(job->bench, "bad") == 0)
            fake_text(out, WIRE_FAIL, p, "never works");
    }
    if (padding % 29 == 0 && job->observations > 4)
        fake_cut(out, SPAWN_SIGNALLED, 11, job->n_points - 1);
}

static uint32_t pilots;

static void plan(struct fake *f, uint64_t seed)
{
    const char *const ten[] = { "10" }, *const fifteen[] = { "15" };
    const char *const sweep[] = { "15", "10", "10", "23" };
    struct plan_job *watch;

    fake_init(f);
    fake_job(f, pilots ? "l180" : "a", 1, ten);
    fake_job(f, pilots ? "w24" : "b", 1, fifteen);
    fake_job(f, pilots ? "w7" : "sweep", 4, sweep);
    fake_job(f, "bad", 1, ten);
    watch = fake_job(f, "watch", 1, ten);
    watch->sentinel = watch->points[0]->sentinel = true;
    f->plan.session->protocol.span_seconds = 60;
    f->plan.session->protocol.seed = seed;
    f->plan.session->protocol.pilots = pilots;
    f->hooks.warm_up = fake_warm_up;
    f->seconds = pilots ? 0.1 : f->seconds;
    for (size_t i = 0; i < f->doc->n_measurements; i++) {
        f->doc->measurements[i]->plan.samples = f->plan.session->protocol.samples;
        f->doc->measurements[i]->plan.warmup = f->plan.session->protocol.warmup;
    }
    f->bend = mishaps;
}

/* As a journal would have it: the invocations, in a new doc with a new plan. */
static void copy(const struct fake *from, struct fake *to)
{
    const struct session *s = from->plan.session;

    for (size_t i = 0; i < s->n_invocations; i++) {
        struct invocation *it = doc_add_invocation(to->doc, to->plan.session);
        const struct invocation *was = s->invocations[i];

        assert_non_null(it);
        *it = *was;
        it->phase = from->recorded[it->seq];
        it->series =
            arena_alloc(to->doc->arena, (it->n_series + 1) * sizeof *it->series);
        for (size_t k = 0; k < it->n_series; k++) {
            it->series[k] = was->series[k];
            it->series[k].measurement =
                doc_find_measurement(to->doc, was->series[k].measurement->id);
        }
    }
    to->now_s = from->now_s + 86400; /* a day later */
}

/* What was done: whose, in which block, with which padding, and how it ended. */
static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static const char **work_of(const struct fake *f, size_t *n)
{
    const struct session *s = f->plan.session;
    const char **list =
        arena_alloc(f->doc->arena, (s->n_invocations + 1) * sizeof *list);

    *n = 0;
    for (size_t i = 0; i < s->n_invocations; i++) {
        const struct invocation *it = s->invocations[i];

        assert_int_equal(it->seq, i + 1);
        assert_true(i == 0 || it->offset_s >= s->invocations[i - 1]->offset_s);
        if (it->phase == DOC_PHASE_RUN)
            list[(*n)++] = arena_printf(
                f->doc->arena, "%s block=%u padding=%u series=%zu n=%zu valid=%d %s",
                it->series[0].measurement->id, it->block, it->padding, it->n_series,
                it->series[0].n, it->valid, it->reason ? it->reason : "");
    }
    qsort(list, *n, sizeof *list, compare_texts);
    return list;
}

static void assert_same(const struct fake *whole, const struct fake *halves)
{
    size_t n, other;
    const char **a = work_of(whole, &n), **b = work_of(halves, &other);

    assert_int_equal(n, other);
    for (size_t i = 0; i < n; i++)
        assert_string_equal(a[i], b[i]);
    for (size_t i = 0; i < whole->doc->n_measurements; i++) {
        const struct measurement *x = whole->doc->measurements[i];
        const struct measurement *y = halves->doc->measurements[i];

        assert_int_equal(x->status, y->status);
        assert_int_equal(x->stop, y->stop);
        assert_int_equal(x->plan.passes, y->plan.passes);
        if (x->status == DOC_STATUS_OK)
            assert_int_equal(x->plan.warmup, y->plan.warmup);
        assert_true(x->reason == y->reason || strcmp(x->reason, y->reason) == 0);
    }
}

/* Interrupts after each number of invocations; how many had to be replaced. */
static uint32_t interrupt_anywhere(uint64_t seed)
{
    struct fake whole;
    uint32_t replaced = 0;

    plan(&whole, seed);
    assert_int_equal(fake_session(&whole, NULL), 0);
    for (uint32_t n = 1; n < whole.runs; n++) {
        struct fake first, second;

        plan(&first, seed);
        first.stop_after = n;
        assert_int_equal(fake_session(&first, NULL), -EINTR);
        assert_int_equal(first.runs, n);
        plan(&second, seed);
        copy(&first, &second);
        assert_int_equal(fake_session(&second, NULL), 0);
        assert_same(&whole, &second);
        fake_done(&second);
        fake_done(&first);
    }
    for (size_t j = 0; j < whole.plan.n_jobs; j++)
        replaced += whole.plan.jobs[j].replaced;
    fake_done(&whole);
    return replaced;
}

static void interrupted_anywhere_the_same_work_is_done(void **state)
{
    enum { SEEDS = 6, OF_BAD = 2 };
    uint32_t replaced = 0;

    (void)state;
    pilots = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
        replaced += interrupt_anywhere(seed);
    assert_true(replaced > SEEDS * (OF_BAD + 1)); /* so the mishaps do happen */
}

static void also_while_it_looks_for_the_warm_up(void **state)
{
    (void)state;
    pilots = 5;
    for (uint64_t seed = 1; seed <= 6; seed++)
        interrupt_anywhere(seed);
    pilots = 0;
}

static void a_resumed_run_measures_only_what_is_missing(void **state)
{
    struct fake whole, first, second;

    (void)state;
    plan(&whole, 7);
    assert_int_equal(fake_session(&whole, NULL), 0);
    plan(&first, 7);
    first.stop_after = 40;
    assert_int_equal(fake_session(&first, NULL), -EINTR);
    plan(&second, 7);
    copy(&first, &second);
    assert_int_equal(fake_session(&second, NULL), 0);
    /* all points that the journal cannot tell of are tried once more: the skipped */
    assert_int_equal(first.runs + second.runs, whole.runs + 1);
    fake_done(&second);
    fake_done(&first);
    fake_done(&whole);
}

static void its_offsets_go_on_from_the_last_one(void **state)
{
    struct fake first, second;
    const struct invocation *last, *next;

    (void)state;
    plan(&first, 7);
    first.stop_after = 40;
    assert_int_equal(fake_session(&first, NULL), -EINTR);
    plan(&second, 7);
    copy(&first, &second);
    second.stop_after = 1;
    assert_int_equal(fake_session(&second, NULL), -EINTR);
    last = second.plan.session->invocations[39];
    next = second.plan.session->invocations[40];
    assert_near(next->offset_s, last->offset_s + 0.5, 1e-9);
    fake_done(&second);
    fake_done(&first);
}

static void rows_that_have_ended_stay_as_they_are(void **state)
{
    struct fake f;

    (void)state;
    plan(&f, 7);
    f.plan.jobs[0].points[0]->stop = DOC_STOP_PRECISION;
    f.plan.jobs[1].points[0]->status = DOC_STATUS_SKIPPED;
    f.plan.jobs[3].points[0]->status = DOC_STATUS_FAILED;
    f.plan.jobs[2].points[0]->status = DOC_STATUS_INTERRUPTED;
    f.plan.jobs[2].points[1]->stop = DOC_STOP_INTERRUPTED;
    f.plan.jobs[4].points[0]->stop = DOC_STOP_MAXIMUM;
    assert_int_equal(fake_session(&f, NULL), 0);
    assert_int_equal(f.plan.jobs[0].valid, 0);
    assert_int_equal(f.plan.jobs[1].valid, 0);
    assert_int_equal(f.plan.jobs[3].valid, 0);
    assert_true(f.plan.jobs[2].valid >= 23);
    assert_int_equal(f.plan.jobs[2].points[0]->status, DOC_STATUS_OK);
    assert_int_equal(f.plan.jobs[2].points[1]->stop, DOC_STOP_PRECISION);
    assert_true(f.plan.jobs[4].valid >= 23); /* a sentinel, but its row has ended */
    assert_int_equal(f.plan.jobs[4].points[0]->stop, DOC_STOP_MAXIMUM);
    fake_done(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(interrupted_anywhere_the_same_work_is_done),
        cmocka_unit_test(also_while_it_looks_for_the_warm_up),
        cmocka_unit_test(a_resumed_run_measures_only_what_is_missing),
        cmocka_unit_test(its_offsets_go_on_from_the_last_one),
        cmocka_unit_test(rows_that_have_ended_stay_as_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
