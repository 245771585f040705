/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Benchmarks by a clock of a coarse grain: the true one, seen in steps. */
#include "bench/registry.h"
#include "harness/harness.h"
#include "harness/wire.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "support.h"

static uint64_t in_steps(void *self)
{
    const uint64_t *grain = self;

    return bench_clock_raw.now_ns(bench_clock_raw.self) / *grain * *grain;
}

enum { MOST = 64 };
static struct wire_record got[MOST];
static size_t n_got;

static int work(const char *name, const char *which, uint64_t grain_ns)
{
    const struct bench_clock clock = { in_steps, &grain_ns };
    struct job job = { .bench = name,
                       .which = which,
                       .n_points = 1,
                       .scratch = support_scratch(),
                       .observations = 2 };
    int records = memfd_create("records", MFD_CLOEXEC), code;
    ssize_t bytes;

    assert_true(records >= 0);
    code = harness_work(bench_find(name), &job, &clock, records);
    bytes = pread(records, got, sizeof got, 0);
    close(records);
    assert_true(bytes > 0);
    n_got = (size_t)bytes / sizeof *got;
    return code;
}

static const struct wire_record *first(enum wire_kind kind)
{
    for (size_t i = 0; i < n_got; i++) {
        if (got[i].kind == kind)
            return &got[i];
    }
    return NULL;
}

static void an_observation_lasts_a_thousand_steps(void **state)
{
    static const uint64_t grain = 20000;

    (void)state;
    assert_int_equal(work("lat_syscall", "null", grain), 0);
    assert_near(first(WIRE_CLOCK)->clock.tick_ns, (double)grain, 1e-9);
    assert_non_null(first(WIRE_OBSERVATION));
    for (size_t i = 0; i < n_got; i++) {
        if (got[i].kind == WIRE_OBSERVATION)
            assert_true(got[i].observation.ns >= 500 * grain); /* and never 0 */
    }
}

/* With steps as long as those of a clock that the kernel's tick drives. */
static void what_cannot_last_as_long_says_so(void **state)
{
    static const struct {
        const char *bench, *which;
    } short_ones[] = { { "lat_pagefault", "" }, { "lmdd", "write" } };

    (void)state;
    for (size_t i = 0; i < sizeof short_ones / sizeof *short_ones; i++) {
        assert_int_equal(work(short_ones[i].bench, short_ones[i].which, 4000000), 0);
        assert_non_null(first(WIRE_SKIP));
        assert_non_null(strstr(first(WIRE_SKIP)->text, "too few for this clock"));
        assert_null(first(WIRE_OBSERVATION));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_observation_lasts_a_thousand_steps),
        cmocka_unit_test(what_cannot_last_as_long_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
