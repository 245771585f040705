/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <sys/sem.h>

#include "peers.h"
#include "support.h"

static void a_thousand_hand_overs_are_five_hundred_turns_of_the_peer(void **state)
{
    struct bench_ctx *ctx = set_up("lat_sem", NULL);
    const uint64_t *turns;

    (void)state;
    if (!ctx)
        skip();
    turns = resource(ctx, CTX_MAPPING)->at;
    assert_int_equal(*turns, 1); /* the first trip */
    assert_int_equal(bench_ctx_step(ctx, ""), 2);
    assert_int_equal(bench_ctx_run(ctx, "", 1000), 1000);
    assert_int_equal(*turns, 501);
    bench_ctx_free(ctx);
}

static void a_turn_that_the_peer_did_not_have_spoils_the_observation(void **state)
{
    struct bench_ctx *ctx = set_up("lat_sem", NULL);
    struct sembuf one = { .sem_num = 0, .sem_op = 1 };

    (void)state;
    if (!ctx)
        skip();
    kill_peer(ctx); /* and somebody else hands the turn back */
    assert_int_equal(semop(resource(ctx, CTX_SEMAPHORES)->fd, &one, 1), 0);
    assert_int_equal(bench_ctx_run(ctx, "", 2), 0);
    assert_string_equal(bench_ctx_why(ctx),
                        "the peer had 0 turns where 1 were handed to it");
    bench_ctx_free(ctx);
}

static void semaphores_go_with_the_context(void **state)
{
    struct bench_ctx *ctx = set_up("lat_sem", NULL);
    int id;

    (void)state;
    if (!ctx)
        skip();
    id = resource(ctx, CTX_SEMAPHORES)->fd;
    assert_int_equal(semctl(id, 0, GETVAL), 0);
    bench_ctx_free(ctx);
    assert_int_equal(semctl(id, 0, GETVAL), -1);
    assert_true(errno == EINVAL || errno == EIDRM);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thousand_hand_overs_are_five_hundred_turns_of_the_peer),
        cmocka_unit_test(a_turn_that_the_peer_did_not_have_spoils_the_observation),
        cmocka_unit_test(semaphores_go_with_the_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
