/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several sessions of one machine as one. */
#include "judge/pool.h"

#include <errno.h>

#include "two.h"

#include "support.h"

enum { SESSIONS = 8, K = 10 };

/* A machine whose row has these values, one a session of ten invocations each. */
static struct two machine(const char *id, const double *us, size_t n,
                          const struct session **sessions)
{
    struct two t = two_new();

    for (size_t s = 0; s < n; s++) {
        struct session *session = s ? two_session(&t, t.side[0]->system) : t.side[0];
        double around[K];

        two_around(around, K, us[s], 0.001);
        two_row(&t, session, id, around, K);
        sessions[s] = session;
    }
    return t;
}

static struct judge_pooled *pool(struct two *t, const struct session **sessions,
                                 size_t n, size_t *n_rows)
{
    struct judge_pooled *rows = NULL;

    assert_int_equal(judge_doc(t->doc), 0);
    assert_int_equal(judge_pool(t->doc, sessions, n, false, &rows, n_rows), 0);
    return rows;
}

/* C3: 178.4 168.5 50.4 by log-t, whatever the sessions' own intervals are. */
static void three_sessions_have_the_log_t_interval_of_their_values(void **state)
{
    static const double us[] = { 178.4, 168.5, 50.4 };
    const struct session *sessions[3];
    struct two t = machine("lat_ctx", us, 3, sessions);
    size_t n;
    const struct judge_pooled *r = pool(&t, sessions, 3, &n);

    (void)state;
    assert_int_equal(n, 1);
    assert_near(r->judged->estimate.value, 114.8528e-6, 1e-4);
    assert_near(r->judged->estimate.lo, 19.4972e-6, 1e-3);
    assert_near(r->judged->estimate.hi, 676.5678e-6, 1e-3);
    assert_int_equal(r->judged->estimate.method, ST_METHOD_LOGT);
    assert_int_equal(r->judged->estimate.n, 3);
    assert_near(r->judged->estimate.nominal, 0.95, 0);
    assert_int_equal(r->judged->class, JUDGED_ERRATIC);
    assert_int_equal(r->judged->n_flags, 0);
    two_free(&t);
}

static void from_six_sessions_on_the_row_is_their_median(void **state)
{
    static const double us[] = { 100, 101, 102, 103, 104, 105, 106, 107 };
    const struct session *sessions[SESSIONS];
    struct two t = machine("lat", us, SESSIONS, sessions);
    size_t n;
    const struct judge_pooled *r = pool(&t, sessions, SESSIONS, &n);

    (void)state;
    assert_int_equal(r->judged->estimate.method, ST_METHOD_HS);
    assert_near(r->judged->estimate.value, 103.5e-6, 1e-4);
    /* n = 8: d = 1, lambda = 0.9356 */
    assert_near(r->judged->estimate.lo, (100 + 0.9356) * 1e-6, 1e-4);
    assert_near(r->judged->estimate.hi, (107 - 0.9356) * 1e-6, 1e-4);
    two_free(&t);
}

static void one_session_keeps_its_own_judgement_and_two_have_no_interval(void **state)
{
    static const double us[] = { 100, 120 };
    const struct session *sessions[2];
    struct two t = machine("lat", us, 2, sessions);
    size_t n;
    const struct judge_pooled *r = pool(&t, sessions, 1, &n);

    (void)state;
    assert_ptr_equal(r->judged, r->m->judged);
    assert_true(isnan(r->sd));
    r = pool(&t, sessions, 2, &n);
    assert_int_equal(r->judged->estimate.method, ST_METHOD_NONE);
    assert_near(r->judged->estimate.value, 110e-6, 1e-4);
    assert_near(r->sd, log(1.2) / sqrt(2), 1e-3);
    two_free(&t);
}

static void rows_and_attempts_are_kept_apart(void **state)
{
    static const double us[] = { 100, 101, 102 };
    const struct session *sessions[3];
    struct two t = machine("lat", us, 3, sessions);
    struct measurement *again, *sentinel, *failed;
    double late[K], *values = late;
    struct judge_pooled *rows;
    size_t n;

    (void)state;
    two_around(late, K, 110, 0.001);
    again = two_row(&t, t.side[0], "lat", values, K);
    again->attempt = 2;
    sentinel = two_row(&t, t.side[0], "sentinel", values, K);
    sentinel->sentinel = true;
    failed = two_row(&t, t.side[0], "failed", values, K);
    failed->status = DOC_STATUS_FAILED;
    rows = pool(&t, sessions, 3, &n);
    assert_int_equal(n, 1);
    assert_ptr_equal(rows[0].m, again);
    assert_near(rows[0].judged->estimate.value, 1e-6 * cbrt(110 * 101 * 102.0), 1e-4);
    assert_int_equal(judge_pool(t.doc, sessions, 3, true, &rows, &n), 0);
    assert_int_equal(n, 2);
    two_free(&t);
}

/* The root of the mean variance of ln value over the rows of a family. */
static void the_noise_floor_is_the_rows_common_sd(void **state)
{
    static const double one[] = { 100, 102, 98, 101, 99, 103, 97, 100 };
    static const double other[] = { 50, 50.5, 49, 50.2, 49.7, 51, 48.8, 50.1 };
    const struct session *sessions[SESSIONS];
    struct two t = machine("lat", one, SESSIONS, sessions);
    struct judge_floor *floors;
    size_t n;
    double sum = 0;

    (void)state;
    for (size_t s = 0; s < SESSIONS; s++) {
        double around[K];

        two_around(around, K, other[s], 0.0001);
        two_row(&t, (struct session *)sessions[s], "lat2", around, K);
    }
    for (int row = 0; row < 2; row++) {
        double mean = 0, squares = 0;

        for (size_t s = 0; s < SESSIONS; s++)
            mean += log(row ? other[s] : one[s]) / SESSIONS;
        for (size_t s = 0; s < SESSIONS; s++)
            squares += pow(log(row ? other[s] : one[s]) - mean, 2);
        sum += squares / (SESSIONS - 1);
    }
    assert_int_equal(judge_doc(t.doc), 0);
    assert_int_equal(judge_noise_floor(t.doc, sessions, SESSIONS, &floors, &n), 0);
    assert_int_equal(n, 1);
    assert_string_equal(floors[0].family, "syscall");
    assert_near(floors[0].sd, sqrt(sum / 2), 1e-3);
    assert_int_equal(floors[0].rows, 2);
    assert_int_equal(floors[0].sessions, SESSIONS);
    assert_int_equal(judge_noise_floor(t.doc, sessions, 1, &floors, &n), 0);
    assert_int_equal(n, 0);
    two_free(&t);
}

static void want_of_memory_is_reported_at_every_step(void **state)
{
    static const double us[] = { 178.4, 168.5, 50.4 };
    const struct session *sessions[3];
    struct two t = machine("lat", us, 3, sessions);
    struct judge_floor *floors = NULL;
    size_t n_floors;

    (void)state;
    assert_int_equal(judge_doc(t.doc), 0);
    for (long n = 0;; n++) {
        int rc;

        support_fail_allocation = n;
        rc = judge_noise_floor(t.doc, sessions, 3, &floors, &n_floors);
        support_fail_allocation = -1;
        if (rc == 0)
            break;
        assert_int_equal(rc, -ENOMEM);
    }
    assert_int_equal(n_floors, 1);
    two_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_sessions_have_the_log_t_interval_of_their_values),
        cmocka_unit_test(from_six_sessions_on_the_row_is_their_median),
        cmocka_unit_test(one_session_keeps_its_own_judgement_and_two_have_no_interval),
        cmocka_unit_test(rows_and_attempts_are_kept_apart),
        cmocka_unit_test(the_noise_floor_is_the_rows_common_sd),
        cmocka_unit_test(want_of_memory_is_reported_at_every_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
