/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/run.h"

#include <string.h>

#include "fake.h"

#include "support.h"

enum { JOBS = 30 };

static struct session session;
static struct plan_job jobs[JOBS];

static struct plan with(uint64_t seed, const char *order)
{
    session.protocol = (struct protocol){ .seed = seed, .order = order };
    return (struct plan){ .session = &session, .jobs = jobs, .n_jobs = JOBS };
}

static void a_block_has_every_job_once(void **state)
{
    struct plan plan = with(20260302, "blocks");

    (void)state;
    for (uint32_t block = 0; block < 20; block++) {
        size_t order[JOBS];
        bool seen[JOBS] = { false };

        assert_int_equal(run_block_order(&plan, block, order), 0);
        for (size_t i = 0; i < JOBS; i++) {
            assert_true(order[i] < JOBS);
            assert_false(seen[order[i]]);
            seen[order[i]] = true;
        }
    }
}

static void the_seed_and_the_block_decide_the_order(void **state)
{
    struct plan plan = with(7, "blocks");
    size_t a[JOBS], b[JOBS];

    (void)state;
    run_block_order(&plan, 3, a);
    run_block_order(&plan, 3, b);
    assert_memory_equal(a, b, sizeof a);
    run_block_order(&plan, 4, b);
    assert_memory_not_equal(a, b, sizeof a);
    plan = with(8, "blocks");
    run_block_order(&plan, 3, b);
    assert_memory_not_equal(a, b, sizeof a);
}

static void every_job_comes_first_in_its_share_of_blocks(void **state)
{
    enum { BLOCKS = 3000 };
    struct plan plan = with(20260302, "blocks");
    unsigned first[JOBS] = { 0 };

    (void)state;
    for (uint32_t block = 0; block < BLOCKS; block++) {
        size_t order[JOBS];

        run_block_order(&plan, block, order);
        first[order[0]]++;
    }
    for (size_t i = 0; i < JOBS; i++) /* 100 expected, 5 standard errors of 9.8 */
        assert_true(first[i] > 50 && first[i] < 150);
}

static void listed_order_is_as_listed(void **state)
{
    struct plan plan = with(7, "listed");
    size_t order[JOBS];

    (void)state;
    run_block_order(&plan, 5, order);
    for (size_t i = 0; i < JOBS; i++)
        assert_int_equal(order[i], i);
}

static void pairs_stay_together_and_either_comes_first(void **state)
{
    unsigned swapped = 0;

    (void)state;
    for (int listed = 0; listed < 2; listed++) {
        struct plan plan = with(7, listed ? "listed" : "blocks");

        plan.paired = true;
        for (uint32_t block = 0; block < 100; block++) {
            bool seen[JOBS] = { false };
            size_t order[JOBS];

            assert_int_equal(run_block_order(&plan, block, order), 0);
            for (size_t i = 0; i < JOBS; i += 2) {
                assert_int_equal(order[i] ^ 1, order[i + 1]);
                assert_false(seen[order[i]] || seen[order[i + 1]]);
                seen[order[i]] = seen[order[i + 1]] = true;
                swapped += order[i] % 2;
                if (listed)
                    assert_int_equal(order[i] / 2, i / 2);
            }
        }
    }
    /* 1500 of 3000 expected, 5 standard errors of 27 */
    assert_true(swapped > 1363 && swapped < 1637);
}

static void padding_is_drawn_from_seed_block_and_job(void **state)
{
    struct plan plan = with(7, "blocks");
    int was = run_padding(&plan, 3, 5);
    double sum = 0;

    (void)state;
    assert_int_equal(run_padding(&plan, 3, 5), was);
    for (uint32_t block = 0; block < 100; block++) {
        for (size_t job = 0; job < JOBS; job++) {
            int bytes = run_padding(&plan, block, job);

            assert_true(bytes >= 0 && bytes < 4096);
            sum += bytes;
        }
    }
    /* the mean of 3000 uniform draws: 2047.5, 5 standard errors are 108 */
    assert_true(sum / 3000 > 1940 && sum / 3000 < 2155);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_has_every_job_once),
        cmocka_unit_test(the_seed_and_the_block_decide_the_order),
        cmocka_unit_test(every_job_comes_first_in_its_share_of_blocks),
        cmocka_unit_test(listed_order_is_as_listed),
        cmocka_unit_test(pairs_stay_together_and_either_comes_first),
        cmocka_unit_test(padding_is_drawn_from_seed_block_and_job),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
