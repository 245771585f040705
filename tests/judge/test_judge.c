/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What holds for the room as a whole: determinism, replacement, want of memory. */
#include "judge/judge.h"

#include "stats/rng.h"

#include <errno.h>

#include "builder.h"

#include "support.h"

enum { CASES = 200, SEED = 20040107 };

/* A row with a random number of invocations of random noise, drawn from the seed. */
static struct world random_row(uint64_t seed, uint64_t scale)
{
    struct st_rng *rng = st_rng_new(seed, 1, 0);
    struct world w = world_new("lat");
    size_t n, k;
    uint64_t ns[20];

    assert_non_null(rng);
    k = 1 + st_rng_below(rng, 24);
    n = 1 + st_rng_below(rng, 20);
    w.session->clock =
        (struct doc_clock){ "fake", (double)scale, 20 * (double)scale, 250 };
    for (; k > 0; k--) {
        uint64_t around = 1000000 + st_rng_below(rng, 50000);
        struct series *s;

        for (size_t i = 0; i < n; i++) {
            ns[i] = (around + st_rng_below(rng, 9000)) * scale;
            if (st_rng_below(rng, 40) == 0)
                ns[i] *= 3;
        }
        s = observe(&w, ns, n);
        for (uint32_t i = 0; i < n; i++) {
            if (st_rng_below(rng, 50) == 0)
                disturb(&w, s, SERIES_WAIT_NS, i, 20000 * scale);
        }
    }
    st_rng_free(rng);
    return w;
}

static void assert_same_findings(const struct judged *a, const struct judged *b)
{
    assert_int_equal(a->class, b->class);
    assert_int_equal(a->n_flags, b->n_flags);
    for (size_t i = 0; i < a->n_flags; i++)
        assert_string_equal(a->flags[i].code, b->flags[i].code);
    assert_int_equal(a->n_marks, b->n_marks);
    for (size_t i = 0; i < a->n_marks; i++) {
        assert_int_equal(a->marks[i].invocation, b->marks[i].invocation);
        assert_int_equal(a->marks[i].at, b->marks[i].at);
        assert_string_equal(a->marks[i].cause, b->marks[i].cause);
    }
}

static void a_thousand_times_slower_has_the_same_class_flags_and_marks(void **state)
{
    (void)state;
    for (uint64_t c = 0; c < CASES; c++) {
        struct world w = random_row(SEED + c, 1), slow = random_row(SEED + c, 1000);
        const struct judged *a = judge(&w), *b = judge(&slow);

        assert_same_findings(a, b);
        assert_near(b->estimate.value, 1000 * a->estimate.value, 1e-12);
        assert_near(b->estimate.lo, 1000 * a->estimate.lo, 1e-12);
        assert_near(b->estimate.hi, 1000 * a->estimate.hi, 1e-12);
        assert_near(b->icc, a->icc, 1e-9);
        world_free(&w);
        world_free(&slow);
    }
}

static void intervals_hold_their_value_and_counts_add_up(void **state)
{
    (void)state;
    for (uint64_t c = 0; c < CASES; c++) {
        struct world w = random_row(SEED + c, 1);
        const struct judged *j = judge(&w);
        uint64_t all = 0, whole = 0;

        if (j->estimate.method != ST_METHOD_NONE)
            assert_true(j->estimate.lo <= j->estimate.value &&
                        j->estimate.value <= j->estimate.hi);
        for (size_t k = 0; k < w.session->n_invocations; k++)
            all += w.session->invocations[k]->series[0].n;
        for (size_t i = 0; i < j->n_marks; i++)
            whole += j->marks[i].at == 0;
        assert_int_equal(j->invocations + whole, w.session->n_invocations);
        assert_int_equal(j->samples + (j->n_marks - whole),
                         all / w.session->n_invocations * j->invocations);
        assert_int_equal(j->spread.n, j->samples);
        world_free(&w);
    }
}

/* Bit for bit, NaN too; a struct whole would compare the bytes between its fields. */
#define assert_same(a, b) assert_memory_equal(&(a), &(b), sizeof(a))

static void assert_same_estimate(const struct st_estimate *a,
                                 const struct st_estimate *b)
{
    assert_same(a->value, b->value);
    assert_same(a->lo, b->lo);
    assert_same(a->hi, b->hi);
    assert_same(a->level, b->level);
    assert_same(a->nominal, b->nominal);
    assert_int_equal(a->method, b->method);
    assert_int_equal(a->n, b->n);
}

/* Everything but the pointers. */
static void assert_same_bytes(const struct judged *a, const struct judged *b)
{
    assert_same_findings(a, b);
    assert_same_estimate(&a->estimate, &b->estimate);
    assert_same_estimate(&a->kept, &b->kept);
    assert_same(a->spread, b->spread);
    assert_same(a->within, b->within);
    assert_same(a->between, b->between);
    for (size_t i = 0; i < a->n_flags; i++)
        assert_same(a->flags[i].statistic, b->flags[i].statistic);
}

static void the_same_observations_give_the_same_bytes_wherever_they_lie(void **state)
{
    (void)state;
    for (uint64_t c = 0; c < 20; c++) {
        struct world w = random_row(SEED + c, 1), again = random_row(SEED + c, 1);
        struct measurement *m = again.m;

        /* other rows around it, and another way to it */
        add_row(&again, "lat_other");
        observe_around(&again, 1000000, 20);
        assert_int_equal(judge_doc(again.doc), 0);
        assert_same_bytes(judge(&w), m->judged);
        world_free(&w);
        world_free(&again);
    }
}

static void the_order_of_the_rows_does_not_matter(void **state)
{
    struct world w = random_row(SEED, 1);
    struct measurement *first = w.m, *second = add_row(&w, "lat_b");
    struct judged *alone;

    (void)state;
    for (int k = 0; k < 10; k++)
        observe_around(&w, 2000000, 20);
    assert_int_equal(judge_doc(w.doc), 0);
    alone = first->judged;
    w.doc->measurements[0] = second;
    w.doc->measurements[1] = first;
    assert_int_equal(judge_doc(w.doc), 0);
    assert_ptr_not_equal(first->judged, alone);
    assert_same_bytes(first->judged, alone);
    world_free(&w);
}

static void a_judgement_is_replaced_whole(void **state)
{
    struct world w = random_row(SEED + 3, 1);
    const struct judged *first = judge(&w);
    struct judged wrong = *first;

    (void)state;
    wrong.cold = wrong.span_s = wrong.tail_share = wrong.subject = 77;
    wrong.has_rerun = true;
    wrong.replaced = 77;
    w.m->judged = &wrong;
    assert_ptr_not_equal(judge(&w), &wrong);
    assert_same_bytes(w.m->judged, first);
    assert_near(w.m->judged->cold, first->cold, 0);
    assert_near(w.m->judged->span_s, first->span_s, 0);
    assert_near(w.m->judged->subject, 0, 0);
    assert_int_equal(w.m->judged->replaced, first->replaced);
    assert_false(w.m->judged->has_rerun);
    world_free(&w);
}

static void what_was_observed_is_not_touched(void **state)
{
    struct world w = random_row(SEED + 4, 1);
    struct series *s = &w.session->invocations[0]->series[0];
    uint64_t before[20];

    (void)state;
    memcpy(before, s->ns, s->n * sizeof *before);
    judge(&w);
    assert_memory_equal(before, s->ns, s->n * sizeof *before);
    world_free(&w);
}

static int judge_all(struct world *w)
{
    return judge_doc(w->doc);
}

static int advise_one(struct world *w)
{
    struct advice a;

    return judge_advise(w->doc, w->m, 20, 100, 1, &a);
}

static int recompute_all(struct world *w)
{
    return judge_recompute(w->doc, true, NULL);
}

static void want_of_memory_is_reported_at_every_place_it_may_come(void **state)
{
    static int (*const ways[])(struct world *) = { judge_all, advise_one,
                                                   recompute_all };

    (void)state;
    for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
        int rc = -ENOMEM;

        for (long n = 0; rc == -ENOMEM; n++) {
            struct world w = random_row(SEED + 5, 1);
            struct judged *before;

            for (size_t k = 0; k < w.session->n_invocations; k++) {
                add_count(w.session->invocations[k], "yardstick.add.before", 5);
                add_count(w.session->invocations[k], "yardstick.l1.before", 5);
            }
            assert_int_equal(judge_doc(w.doc), 0);
            before = w.m->judged;
            support_fail_allocation = n;
            rc = ways[way](&w);
            if (support_fail_allocation >= 0)
                assert_int_equal(rc, 0); /* there were fewer than n */
            support_fail_allocation = -1;
            assert_true(rc == 0 || rc == -ENOMEM);
            assert_same_bytes(w.m->judged, before); /* the old, or the new one whole */
            world_free(&w);
        }
        assert_int_equal(rc, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thousand_times_slower_has_the_same_class_flags_and_marks),
        cmocka_unit_test(intervals_hold_their_value_and_counts_add_up),
        cmocka_unit_test(the_same_observations_give_the_same_bytes_wherever_they_lie),
        cmocka_unit_test(the_order_of_the_rows_does_not_matter),
        cmocka_unit_test(a_judgement_is_replaced_whole),
        cmocka_unit_test(what_was_observed_is_not_touched),
        cmocka_unit_test(want_of_memory_is_reported_at_every_place_it_may_come),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
