/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Targets C1 to C3 of the specification (statistics.md section 4). */
#include "judge/judge.h"

#include "builder.h"
#include "r0.h"

#include "support.h"

enum { N_CELLS = sizeof r0_cells / sizeof *r0_cells };

static enum judged_class class_of(const struct r0_cell *cell)
{
    bool rate = strcmp(cell->group, "bandwidth") == 0;
    struct world w = world_new(cell->name);
    enum judged_class class;

    import(&w, cell->values, cell->n, rate ? 1e6 : 1e-6);
    class = judge(&w)->class;
    world_free(&w);
    return class;
}

struct expected {
    const char *group, *name;
    enum r0_system system;
    enum judged_class class;
};

static const struct expected remarkable[] = {
    { "ctxsw", "2p/16K", HPUX, JUDGED_ERRATIC },
    { "ctxsw", "2p/64K", HPUX, JUDGED_ERRATIC },
    { "ctxsw", "8p/16K", HPUX, JUDGED_ERRATIC },
    { "ctxsw", "16p/16K", HPUX, JUDGED_ERRATIC },
    { "ctxsw", "2p/0K", LINUX26, JUDGED_NOISY },
    { "ctxsw", "2p/0K", LINUX24, JUDGED_NOISY },
    { "comm lat", "RPC/TCP", HPUX, JUDGED_ERRATIC },
    { "processor", "select TCP", HPUX, JUDGED_NOISY },
    { "comm lat", "TCP", HPUX, JUDGED_NOISY },
    { "file/VM", "prot fault", HPUX, JUDGED_NOISY },
    { "bandwidth", "TCP bw", HPUX, JUDGED_NOISY },
    { "comm lat", "UDP", LINUX26, JUDGED_NOISY },
    { "file/VM", "10K create", LINUX24, JUDGED_NOISY },
    { "processor", "select TCP", LINUX26, JUDGED_UNKNOWN },
};

static bool is_calm(enum judged_class class)
{
    return class == JUDGED_STABLE || class == JUDGED_FAIR;
}

static void r0_has_128_cells(void **state)
{
    (void)state;
    assert_int_equal(N_CELLS, 128);
}

/* C1 and C2 in one: every cell of the list has its class, every other is calm. */
static void the_cells_of_r0_have_the_classes_that_the_specification_lists(void **state)
{
    size_t seen = 0;

    (void)state;
    for (size_t i = 0; i < N_CELLS; i++) {
        const struct r0_cell *c = &r0_cells[i];
        enum judged_class class = class_of(c);
        const struct expected *e = NULL;

        for (size_t k = 0; k < sizeof remarkable / sizeof *remarkable; k++) {
            if (strcmp(remarkable[k].group, c->group) == 0 &&
                strcmp(remarkable[k].name, c->name) == 0 &&
                remarkable[k].system == c->system)
                e = &remarkable[k];
        }
        seen += e != NULL;
        if (e ? class != e->class : !is_calm(class))
            fail_msg("%s %s of system %d is %s", c->group, c->name, (int)c->system,
                     judged_class_name[class]);
    }
    assert_int_equal(seen, sizeof remarkable / sizeof *remarkable);
}

static void hpux_16p_16k_has_the_log_t_interval_of_the_specification(void **state)
{
    static const double values[] = { 178.4, 168.5, 50.4 };
    struct world w = world_new("lat_ctx");
    const struct judged *j;

    (void)state;
    import(&w, values, 3, 1);
    j = judge(&w);
    assert_near(j->estimate.value, 114.8528, 1e-6);
    assert_near(j->estimate.lo, 19.4972, 3e-6);
    assert_near(j->estimate.hi, 676.5678, 1e-6);
    assert_int_equal(j->estimate.method, ST_METHOD_LOGT);
    assert_int_equal(j->estimate.n, 3);
    assert_near(j->estimate.level, 0.95, 0);
    assert_near(j->estimate.nominal, 0.95, 0);
    assert_non_null(flag_of(j, "imported"));
    world_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(r0_has_128_cells),
        cmocka_unit_test(the_cells_of_r0_have_the_classes_that_the_specification_lists),
        cmocka_unit_test(hpux_16p_16k_has_the_log_t_interval_of_the_specification),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
