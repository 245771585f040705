/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long a process warms up: from pilots, and by the look afterwards. */
#include "judge/judge.h"

#include "stats/rng.h"

#include "builder.h"

#include "support.h"

enum { SEED = 20040107, PILOTS = 5, LONGEST = 540 };

/* Beside noise of 1 around 100, at the i-th observation. */
typedef double course(size_t i);

static double flat(size_t i)
{
    (void)i;
    return 0;
}
static double quick(size_t i)
{
    return 10 * exp(-(double)i / 3);
}
static double slow(size_t i)
{
    return 10 * exp(-(double)i / 30);
}
static double endless(size_t i)
{
    return 20 * exp(-(double)i / 400);
}
static double worse(size_t i)
{
    return 0.02 * (double)i;
}

struct pilots {
    double x[PILOTS][LONGEST];
    struct st_sample series[PILOTS];
};

static void draw(struct pilots *p, course *of, size_t length)
{
    struct st_rng *rng = st_rng_new(SEED, 4, 1);

    st_init();
    assert_non_null(rng);
    for (size_t k = 0; k < PILOTS; k++) {
        for (size_t i = 0; i < length; i++)
            p->x[k][i] = 100 + st_rng_gauss(rng) + of(i);
        p->series[k] = (struct st_sample){ p->x[k], length };
    }
    st_rng_free(rng);
}

static void pilots_say_what_to_leave_out_or_how_many_more_it_takes(void **state)
{
    static const struct {
        course *of;
        size_t length;
        uint32_t least, most, longer;
        const char *unsteady;
    } cases[] = {
        { flat, 60, 5, 5, 0, NULL },
        { quick, 60, 8, 36, 0, NULL },
        { slow, 60, 5, 36, 180, NULL },
        { slow, 180, 5, 108, 540, NULL },
        { slow, 540, 100, 324, 0, NULL },
        { endless, 60, 5, 36, 180, NULL },
        { endless, 540, 324, 324, 0, "warmup" },
        { worse, 180, 5, 5, 540, NULL },
        { worse, 540, 5, 5, 0, "slowdown" },
    };
    struct pilots p;

    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct judge_warmup w;

        draw(&p, cases[c].of, cases[c].length);
        assert_int_equal(judge_warmup(p.series, PILOTS, &w), 0);
        if (w.warmup < cases[c].least || w.warmup > cases[c].most ||
            w.longer != cases[c].longer ||
            (w.unsteady ? !cases[c].unsteady || strcmp(w.unsteady, cases[c].unsteady)
                        : cases[c].unsteady != NULL))
            fail_msg("case %zu: warm-up %u, longer %u, %s", c, w.warmup, w.longer,
                     w.unsteady ? w.unsteady : "steady");
        assert_int_equal(w.z<-3.29, cases[c].least> 5 || cases[c].of == slow ||
                         cases[c].of == endless);
    }
}

/* A row whose pilots go the course and whose invocations are steady. */
static struct world with_pilots(course *of, size_t length)
{
    struct pilots p;
    struct world w = world_new("lat");
    uint64_t ns[LONGEST];

    draw(&p, of, length);
    for (size_t k = 0; k < PILOTS; k++) {
        for (size_t i = 0; i < length; i++)
            ns[i] = (uint64_t)(1e4 * p.x[k][i]);
        observe(&w, ns, length);
        w.session->invocations[k]->phase = DOC_PHASE_PILOT;
    }
    for (uint64_t k = 0; k < 10; k++)
        observe_around(&w, 1000000 + 100 * (7 * k % 10), 20);
    return w;
}

static void what_the_longest_pilots_never_left_is_flagged(void **state)
{
    struct world warms = with_pilots(endless, 540), slows = with_pilots(worse, 540);
    struct world quiet = with_pilots(flat, 540), dear = with_pilots(worse, 180);
    struct world found = with_pilots(quick, 60), few = with_pilots(worse, 540);
    const struct flag *f;

    (void)state;
    f = flag_of(judge(&warms), "unsteady");
    assert_non_null(f);
    assert_string_equal(f->text, "warmup");
    assert_true(f->statistic < -3.29);
    f = flag_of(judge(&slows), "unsteady");
    assert_non_null(f);
    assert_string_equal(f->text, "slowdown");
    assert_null(flag_of(judge(&quiet), "unsteady"));
    /* longer ones there were not, so that this is all that is known */
    f = flag_of(judge(&dear), "unsteady");
    assert_non_null(f);
    assert_string_equal(f->text, "slowdown");
    assert_null(flag_of(judge(&found), "unsteady"));
    few.session->invocations[0]->valid = false; /* four of them do not tell */
    assert_null(flag_of(judge(&few), "unsteady"));
    assert_int_equal(quiet.m->judged->invocations, 10); /* pilots are no invocations */
    world_free(&warms);
    world_free(&slows);
    world_free(&quiet);
    world_free(&dear);
    world_free(&found);
    world_free(&few);
}

static void the_advice_is_made_from_the_observations_of_the_pilots(void **state)
{
    static const struct {
        course *of;
        size_t length;
        enum advice_what what;
        uint32_t least, most, samples;
    } cases[] = {
        { flat, 60, ADVICE_STOP, 5, 5, 0 },
        { quick, 60, ADVICE_STOP, 8, 36, 0 },
        { slow, 60, ADVICE_CONTINUE, 36, 36, 180 },
        { worse, 180, ADVICE_CONTINUE, 5, 5, 540 },
        { endless, 540, ADVICE_STOP, 324, 324, 0 },
    };

    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct world w = with_pilots(cases[c].of, cases[c].length);
        const struct invocation *pilots[PILOTS];
        struct advice advice;

        for (size_t k = 0; k < PILOTS; k++)
            pilots[k] = w.session->invocations[k];
        assert_int_equal(judge_advise_warmup(w.m, pilots, PILOTS, &advice), 0);
        assert_int_equal(advice.what, cases[c].what);
        assert_in_range(advice.warmup, cases[c].least, cases[c].most);
        assert_int_equal(advice.samples, cases[c].samples);
        world_free(&w);
    }
}

/* A row of ten invocations that still go the course after their warm-up. */
static struct world measured(course *of)
{
    struct st_rng *rng = st_rng_new(SEED, 5, 1);
    struct world w = world_new("lat");
    uint64_t ns[25];

    assert_non_null(rng);
    w.m->plan.warmup = 5;
    for (size_t k = 0; k < 10; k++) {
        for (size_t i = 0; i < 25; i++)
            ns[i] = (uint64_t)(1e4 * (100 + st_rng_gauss(rng) + of(i)));
        observe(&w, ns, 25);
    }
    st_rng_free(rng);
    return w;
}

static double tenfold(size_t i)
{
    return 10 * worse(i);
}

static void a_row_that_still_warms_up_is_measured_once_more_with_twice_as_much(
    void **state)
{
    struct world warms = measured(slow), slows = measured(tenfold),
                 quiet = measured(flat);

    (void)state;
    judge(&warms);
    judge(&slows);
    judge(&quiet);
    assert_int_equal(judge_warmup_again(warms.m), 10);
    assert_non_null(flag_of(slows.m->judged, "unsteady"));
    assert_int_equal(judge_warmup_again(slows.m), 0);
    assert_int_equal(judge_warmup_again(quiet.m), 0);
    warms.m->attempt = 2;
    assert_int_equal(judge_warmup_again(warms.m), 0);
    warms.m->judged = NULL;
    assert_int_equal(judge_warmup_again(warms.m), 0);
    world_free(&warms);
    world_free(&slows);
    world_free(&quiet);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pilots_say_what_to_leave_out_or_how_many_more_it_takes),
        cmocka_unit_test(the_advice_is_made_from_the_observations_of_the_pilots),
        cmocka_unit_test(what_the_longest_pilots_never_left_is_flagged),
        cmocka_unit_test(
            a_row_that_still_warms_up_is_measured_once_more_with_twice_as_much),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
