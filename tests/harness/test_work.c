/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The whole way of a job through a worker, on a clock that only the loops move. */
#include "harness/harness.h"
#include "harness/wire.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "os/affinity.h"

#include "support.h"

/* What the toy benchmark does, as each test wants it. */
static struct {
    uint64_t now; /* the fake clock */
    uint64_t pass_ns, base_ns;
    char log[400]; /* which part was called, in order */
    uint64_t stop_at, fail_verify, back_at, calls;
    int setups;
} toy_world;

static uint64_t read_fake(void *self)
{
    (void)self;
    return toy_world.now++;
}

static const struct bench_clock fake_clock = { read_fake, NULL };

struct state {
    uint64_t step;
};

static void note(char what)
{
    size_t n = strlen(toy_world.log);

    if (n + 1 < sizeof toy_world.log)
        toy_world.log[n] = what;
}

static uint64_t any(uint64_t passes, uint64_t ns, char what)
{
    note(what);
    toy_world.calls++;
    toy_world.now += passes * ns;
    if (toy_world.calls == toy_world.back_at)
        toy_world.now = 1;
    if (toy_world.calls == toy_world.stop_at) {
        errno = ENOSPC;
        return passes - 1;
    }
    return passes;
}

static uint64_t loop(void *state, uint64_t passes)
{
    (void)state;
    return any(passes, toy_world.pass_ns, 'S');
}

static uint64_t base(void *state, uint64_t passes)
{
    (void)state;
    return any(passes, toy_world.base_ns, 'B');
}

static int before(struct bench_ctx *ctx, void *state)
{
    (void)ctx;
    (void)state;
    note('(');
    toy_world.now += 5000; /* not part of any observation */
    return 0;
}

static int after(struct bench_ctx *ctx, void *state)
{
    (void)ctx;
    (void)state;
    note(')');
    toy_world.now += 7000;
    return 0;
}

static int verify(struct bench_ctx *ctx, void *state)
{
    (void)state;
    note('V');
    return toy_world.fail_verify ? bench_fail(ctx, 0, "the sum is wrong") : 0;
}

static uint64_t step(void *state)
{
    const struct state *s = state;

    return s->step;
}

static int setup(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;

    toy_world.setups++;
    assert_int_equal(s->step, 0); /* a fresh one each time */
    s->step = bench_param_u64(ctx, "step");
    if (s->step == 13)
        return bench_skip(ctx, "13 is not supported here");
    if (s->step == 66)
        return bench_fail(ctx, -EPROTO, "66 goes wrong");
    bench_count(ctx, "toys", 3, "1");
    return 0;
}

static const struct bench_case cases[] = {
    { .name = "plain", .title = "plain", .loop = loop, .step = step },
    { .name = "pair",
      .title = "pair",
      .loop = loop,
      .base = base,
      .before = before,
      .after = after,
      .verify = verify },
    { 0 },
};
static const struct bench_param params[] = {
    { .name = "step", .values = "1", .least = 1, .most = 100, .axis = true },
    { 0 },
};
static const struct bench toy = {
    .name = "toy",
    .state_size = sizeof(struct state),
    .cases = cases,
    .params = params,
    .setup = setup,
};

static struct job job_of(const char *which)
{
    return (struct job){
        .bench = "toy", .which = which, .n_points = 1, .observations = 3, .hz = 250
    };
}

static int begin(void **state)
{
    (void)state;
    memset(&toy_world, 0, sizeof toy_world);
    toy_world.now = 1000000;
    toy_world.pass_ns = 100;
    toy_world.base_ns = 40;
    return 0;
}

enum { MOST = 200 };
static struct wire_record got[MOST];
static size_t n_got;

/* Works, and reads what came home. */
static int work(const struct job *job)
{
    int fd = memfd_create("records", MFD_CLOEXEC), code;
    ssize_t bytes;

    assert_true(fd >= 0);
    code = harness_work(&toy, job, &fake_clock, fd);
    bytes = pread(fd, got, sizeof got, 0);
    close(fd);
    assert_true(bytes >= 0 && (size_t)bytes % sizeof *got == 0);
    n_got = (size_t)bytes / sizeof *got;
    return code;
}

/* The n-th record of a kind, from 0; NULL where there is none. */
static const struct wire_record *record(enum wire_kind kind, size_t n)
{
    for (size_t i = 0; i < n_got; i++) {
        if (got[i].kind == kind && n-- == 0)
            return &got[i];
    }
    return NULL;
}

static void a_job_goes_from_the_clock_to_its_end(void **state)
{
    static const uint16_t order[] = {
        WIRE_CLOCK,  WIRE_COUNT,       WIRE_COUNT,       WIRE_COUNT,
        WIRE_PASSES, WIRE_OBSERVATION, WIRE_OBSERVATION, WIRE_OBSERVATION,
        WIRE_COUNT,  WIRE_COUNT,       WIRE_END
    };
    struct job job = job_of("plain");

    (void)state;
    assert_int_equal(work(&job), 0);
    assert_int_equal(n_got, sizeof order / sizeof *order);
    for (size_t i = 0; i < n_got; i++)
        assert_int_equal(got[i].kind, order[i]);
    assert_near(got[0].clock.tick_ns, 1, 1e-12);
    assert_near(got[0].clock.cost_ns, 1, 1e-12);
    assert_string_equal(got[1].count.name, "yardstick.add.before");
    assert_string_equal(got[2].count.name, "yardstick.l1.before");
    assert_string_equal(got[3].count.name, "toys");
    assert_string_equal(got[8].count.name, "yardstick.add.after");
    assert_string_equal(got[9].count.name, "yardstick.l1.after");
    assert_string_equal(got[9].count.unit, "ns");
}

/* 500 us at 100 ns: 5000 passes; and one tick of the clock between its two readings. */
static void passes_are_calibrated_and_the_clock_read_right_around_the_loop(void **state)
{
    struct job job = job_of("plain");

    (void)state;
    work(&job);
    assert_int_equal(record(WIRE_PASSES, 0)->passes, 5000);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(record(WIRE_OBSERVATION, i)->observation.ns, 500001);
}

static void passes_that_are_given_are_kept_but_for_the_step(void **state)
{
    struct job job = job_of("plain");

    (void)state;
    job.passes[0] = 777;
    work(&job);
    assert_int_equal(toy_world.calls, 3); /* nothing else is run */
    assert_int_equal(record(WIRE_PASSES, 0)->passes, 777);
    assert_int_equal(record(WIRE_OBSERVATION, 0)->observation.ns, 77701);
    job.params[job.n_params++] = (struct job_param){ "step", "10" };
    work(&job);
    assert_int_equal(record(WIRE_PASSES, 0)->passes, 780);
}

static void subject_and_base_take_turns_with_before_and_after_around_each(void **state)
{
    struct job job = job_of("pair");
    uint64_t last = 0;

    (void)state;
    job.passes[0] = 1000;
    assert_int_equal(work(&job), 0);
    assert_string_equal(toy_world.log, "(S)(B)(S)(B)(S)(B)V");
    assert_int_equal(record(WIRE_PASSES, 0)->part, 0);
    assert_int_equal(record(WIRE_PASSES, 1)->part, 1);
    for (size_t i = 0; i < 6; i++) {
        const struct wire_record *r = record(WIRE_OBSERVATION, i);

        assert_int_equal(r->part, i % 2);
        assert_int_equal(r->observation.ns, i % 2 ? 40001 : 100001);
        assert_true(r->observation.start_ns > last);
        last = r->observation.start_ns;
    }
}

static void a_base_has_as_many_passes_and_is_long_enough_to_be_read(void **state)
{
    struct job job = job_of("pair");

    (void)state;
    toy_world.pass_ns = 1000;
    toy_world.base_ns = 1; /* 500 passes are too few: 1000 ticks are 1000 ns */
    work(&job);
    assert_int_equal(record(WIRE_PASSES, 0)->passes, 1000);
    assert_int_equal(record(WIRE_PASSES, 1)->passes, 1000);
}

static void each_point_of_a_sweep_is_set_up_anew(void **state)
{
    struct job job = job_of("plain");

    (void)state;
    job.axis = "step";
    job.n_points = 3;
    job.points[0] = "7";
    job.points[1] = "96";
    job.points[2] = "1";
    job.passes[1] = 1000;
    assert_int_equal(work(&job), 0);
    assert_int_equal(toy_world.setups, 3);
    assert_int_equal(record(WIRE_PASSES, 0)->passes, 5005); /* 715 x 7 */
    assert_int_equal(record(WIRE_PASSES, 1)->passes, 1056); /* 11 x 96 */
    assert_int_equal(record(WIRE_PASSES, 2)->passes, 5000);
    for (size_t i = 0; i < 9; i++)
        assert_int_equal(record(WIRE_OBSERVATION, i)->point, i / 3);
}

static void a_loop_that_stops_early_is_no_observation_and_says_so(void **state)
{
    struct job job = job_of("plain");

    (void)state;
    job.passes[0] = 100;
    toy_world.stop_at = 2;
    assert_int_equal(work(&job), 1);
    assert_non_null(record(WIRE_OBSERVATION, 0));
    assert_null(record(WIRE_OBSERVATION, 1));
    assert_string_equal(record(WIRE_COUNT, 3)->count.name, "loops.short");
    assert_string_equal(
        record(WIRE_FAIL, 0)->text,
        "toy.plain stopped after 99 of 100 passes: No space left on device");
    assert_null(record(WIRE_END, 0));
}

static void one_that_stops_early_while_calibrating_says_so_too(void **state)
{
    struct job job = job_of("plain");

    (void)state;
    toy_world.stop_at = 4;
    assert_int_equal(work(&job), 1);
    assert_null(record(WIRE_OBSERVATION, 0));
    assert_string_equal(
        record(WIRE_FAIL, 0)->text,
        "toy.plain stopped after 7 of 8 passes: No space left on device");
}

static void work_that_is_not_verified_counts_for_nothing(void **state)
{
    struct job job = job_of("pair");

    (void)state;
    job.passes[0] = 10;
    toy_world.fail_verify = 1;
    assert_int_equal(work(&job), 1);
    assert_string_equal(record(WIRE_FAIL, 0)->text, "the sum is wrong");
    assert_null(record(WIRE_END, 0));
}

static void a_clock_that_goes_back_is_an_error(void **state)
{
    struct job job = job_of("plain");

    (void)state;
    job.passes[0] = 10;
    toy_world.back_at = 2;
    assert_int_equal(work(&job), 1);
    assert_non_null(strstr(record(WIRE_FAIL, 0)->text, "the clock went back"));
}

static void a_point_that_is_skipped_is_no_failure(void **state)
{
    struct job job = job_of("plain");

    (void)state;
    job.axis = "step";
    job.n_points = 2;
    job.points[0] = "13";
    job.points[1] = "2";
    assert_int_equal(work(&job), 0);
    assert_int_equal(record(WIRE_SKIP, 0)->point, 0);
    assert_string_equal(record(WIRE_SKIP, 0)->text, "13 is not supported here");
    assert_int_equal(record(WIRE_OBSERVATION, 0)->point, 1);
    assert_non_null(record(WIRE_END, 0));
}

static void a_point_that_fails_leaves_the_others_standing(void **state)
{
    struct job job = job_of("plain");

    (void)state;
    job.axis = "step";
    job.n_points = 3;
    job.points[0] = "1";
    job.points[1] = "66";
    job.points[2] = "2";
    assert_int_equal(work(&job), 1);
    assert_int_equal(record(WIRE_FAIL, 0)->point, 1);
    assert_string_equal(record(WIRE_FAIL, 0)->text, "66 goes wrong");
    assert_int_equal(record(WIRE_OBSERVATION, 5)->point, 2);
    assert_null(record(WIRE_END, 0));
}

static void what_cannot_begin_fails_for_all_points(void **state)
{
    struct job job = job_of("nix");

    (void)state;
    job.n_points = 2;
    assert_int_equal(work(&job), 1);
    assert_int_equal(record(WIRE_FAIL, 1)->point, 1);
    assert_string_equal(record(WIRE_FAIL, 1)->text, "there is no such case");
    job = job_of("plain");
    job.n_cpus = 1;
    job.cpus[0] = 8191;
    assert_int_equal(work(&job), 1);
    assert_string_equal(record(WIRE_FAIL, 0)->text,
                        "cannot run on CPU 8191: Invalid argument");
}

static void a_wrong_parameter_fails_the_job(void **state)
{
    struct job job = job_of("plain");

    (void)state;
    job.params[job.n_params++] = (struct job_param){ "colour", "red" };
    assert_int_equal(work(&job), 1);
    assert_string_equal(record(WIRE_FAIL, 0)->text, "toy has no parameter 'colour'");
}

static void records_that_cannot_be_written_fail_the_job(void **state)
{
    struct job job = job_of("plain");

    (void)state;
    assert_int_equal(harness_work(&toy, &job, &fake_clock, 999), 1);
}

static void the_worker_runs_where_the_job_says(void **state)
{
    int was[64], now[64], n = os_affinity_get(was, 64);
    struct job job = job_of("plain");

    (void)state;
    assert_true(n > 0);
    job.n_cpus = 1;
    job.cpus[0] = was[n - 1];
    assert_int_equal(work(&job), 0);
    assert_int_equal(os_affinity_get(now, 64), 1);
    assert_int_equal(now[0], was[n - 1]);
    job.n_cpus = (size_t)n;
    memcpy(job.cpus, was, (size_t)n * sizeof *was);
    job.free = true;
    assert_int_equal(work(&job), 0);
    assert_int_equal(os_affinity_get(now, 64), n);
}

#define TEST(name) cmocka_unit_test_setup(name, begin)
int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_job_goes_from_the_clock_to_its_end),
        TEST(passes_are_calibrated_and_the_clock_read_right_around_the_loop),
        TEST(passes_that_are_given_are_kept_but_for_the_step),
        TEST(subject_and_base_take_turns_with_before_and_after_around_each),
        TEST(a_base_has_as_many_passes_and_is_long_enough_to_be_read),
        TEST(each_point_of_a_sweep_is_set_up_anew),
        TEST(a_loop_that_stops_early_is_no_observation_and_says_so),
        TEST(one_that_stops_early_while_calibrating_says_so_too),
        TEST(work_that_is_not_verified_counts_for_nothing),
        TEST(a_clock_that_goes_back_is_an_error),
        TEST(a_point_that_is_skipped_is_no_failure),
        TEST(a_point_that_fails_leaves_the_others_standing),
        TEST(what_cannot_begin_fails_for_all_points),
        TEST(a_wrong_parameter_fails_the_job),
        TEST(records_that_cannot_be_written_fail_the_job),
        TEST(the_worker_runs_where_the_job_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
