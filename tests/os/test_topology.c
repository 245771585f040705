/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "os/topology.h"

#include <errno.h>
#include <hwloc.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

/* Nodes are written out: adding them itself, hwloc 2.9 copies overlapping memory. */
/* hwloc numbers the PUs of a synthetic machine along the tree: 0 and 1 are siblings. */
static const char smt[] = "package:1 [numa] l3:1(size=33554432) l2:4 l1:1 core:1 pu:2";
/* numbered as Linux does: CPU n + 4 is the sibling of n */
static const char smt_linux[] = "package:1 [numa] core:4 pu:2(indexes=0,4,1,5,2,6,3,7)";
static const char plain[] = "package:1 [numa] core:4 pu:1";
static const char two_packages[] = "package:2 [numa] core:2 pu:1";
static const char two_cpus[] = "package:1 [numa] core:2 pu:1";
static const char one_cpu[] = "package:1 [numa] core:1 pu:1";
static const char one_core[] = "package:1 [numa] core:1 pu:2";

static struct os_topology *machine(const char *description, const char *allowed)
{
    struct os_topology *t = NULL;
    struct diag why = { 0 };

    assert_int_equal(os_topology_new_synthetic(&t, description, allowed, &why), 0);
    return t;
}

static void assert_cpus(const struct os_cpus *got, const char *want)
{
    char text[256] = "";
    size_t n = 0;

    for (size_t i = 0; i < got->n; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%d", i ? "," : "",
                              got->cpu[i]);
    assert_string_equal(text, want);
}

static void auto_leaves_cpu_0_out_where_two_cores_remain(void **state)
{
    static const struct {
        const char *machine, *allowed, *cpus;
    } cases[] = {
        { plain, NULL, "1,2,3" },
        { two_packages, NULL, "1,2,3" },
        { smt_linux, NULL, "1,2,3,5,6,7,4" }, /* 4 shares its core with 0 */
        { smt, NULL, "2,3,4,5,6,7,1" },
        { two_cpus, NULL, "1,0" }, /* kept for cross, but last */
        { one_core, NULL, "1,0" },
        { one_cpu, NULL, "0" },
        { plain, "0-1", "1,0" },
        { plain, "0,2-3", "2,3" },
        { plain, "3", "3" },
        { smt_linux, "0,4", "4,0" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct os_topology *t = machine(cases[i].machine, cases[i].allowed);
        struct os_cpus got;

        assert_int_equal(os_topology_select(t, "auto", &got, NULL), 0);
        assert_cpus(&got, cases[i].cpus);
        os_topology_free(t);
    }
}

/* A machine of six CPUs, of which those of a list are of a kind. */
static char *hybrid(const char *first, int first_rank, const char *second,
                    int second_rank)
{
    const struct {
        const char *cpus;
        int rank;
    } kinds[] = { { first, first_rank }, { second, second_rank } };
    hwloc_topology_t t;
    hwloc_bitmap_t set = hwloc_bitmap_alloc();
    char *xml, *copy;
    int length;

    assert_int_equal(hwloc_topology_init(&t), 0);
    assert_int_equal(hwloc_topology_set_synthetic(t, "package:1 [numa] core:6 pu:1"),
                     0);
    assert_int_equal(hwloc_topology_load(t), 0);
    for (int i = 0; i < 2; i++) {
        hwloc_bitmap_list_sscanf(set, kinds[i].cpus);
        assert_int_equal(hwloc_cpukinds_register(t, set, kinds[i].rank, 0, NULL, 0), 0);
    }
    assert_int_equal(hwloc_topology_export_xmlbuffer(t, &xml, &length, 0), 0);
    copy = strdup(xml);
    hwloc_free_xmlbuffer(t, xml);
    hwloc_topology_destroy(t);
    hwloc_bitmap_free(set);
    return copy;
}

static void auto_stays_within_one_kind_of_core(void **state)
{
    static const struct {
        const char *first;
        int first_rank;
        const char *second;
        int second_rank;
        const char *cpus;
    } cases[] = {
        { "0-1", 9, "2-5", 3, "1,0" },       /* the more powerful kind */
        { "0-3", 3, "4-5", 9, "4,5" },       /* wherever it stands */
        { "0", 9, "1-5", 3, "1,2,3,4,5" },   /* a single core does not do */
        { "0-1", -1, "2-5", -1, "2,3,4,5" }, /* the larger where no rank is known */
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *xml = hybrid(cases[i].first, cases[i].first_rank, cases[i].second,
                           cases[i].second_rank);
        struct os_topology *t = machine(xml, NULL);
        struct os_topology_facts facts;
        struct os_cpus got;

        assert_int_equal(os_topology_select(t, "auto", &got, NULL), 0);
        assert_cpus(&got, cases[i].cpus);
        os_topology_read(t, &facts);
        assert_int_equal(facts.kinds, 2);
        os_topology_free(t);
        free(xml);
    }
}

static void a_list_is_taken_as_it_is(void **state)
{
    struct os_topology *t = machine(smt, NULL);
    struct os_cpus got;

    (void)state;
    assert_int_equal(os_topology_select(t, "0,4-5", &got, NULL), 0);
    assert_cpus(&got, "0,4,5");
    assert_int_equal(os_topology_select(t, "none", &got, NULL), 0);
    assert_int_equal(got.n, 0);
    os_topology_free(t);
}

static void a_wrong_list_is_refused_with_the_reason(void **state)
{
    static const struct {
        const char *list, *says;
    } cases[] = {
        { "8", "there is no CPU 8 on this machine; use of 2-3" },
        { "1-2", "CPU 1 is not allowed to this process" },
        { "fast", "'fast' is no list of CPUs" },
        { "", "'' is no list of CPUs" },
        { "2-1", "'2-1' is no list of CPUs" },
        { "2000", "a number is larger than 1023" },
    };
    struct os_topology *t = machine(plain, "2-3");

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct diag why = { 0 };
        struct os_cpus got = { .n = 77 };

        assert_int_equal(os_topology_select(t, cases[i].list, &got, &why), -EINVAL);
        assert_non_null(strstr(why.text, cases[i].says));
        assert_int_equal(got.n, 77);
    }
    os_topology_free(t);
}

static void placements_lie_as_their_words_say(void **state)
{
    static const struct {
        const char *machine, *cpus, *placement, *where; /* where: CPUs, or the reason */
        int rc;
    } cases[] = {
        { smt_linux, "auto", "same", "1", 0 },
        { smt_linux, "auto", "sibling", "1,5", 0 },
        { smt_linux, "auto", "cross", "1,2", 0 },
        { smt_linux, "auto", "free", "1,2,3,5,6,7,4", 0 },
        { smt_linux, "1,2", "sibling", "no two threads of one core", -ENOTSUP },
        { smt_linux, "1,5", "cross", "one core only", -ENOTSUP },
        { smt_linux, "1,5,6", "cross", "1,6", 0 },
        { plain, "auto", "sibling", "no SMT here", -ENOTSUP },
        { two_cpus, "auto", "same", "1", 0 },
        { two_cpus, "auto", "cross", "1,0", 0 },
        { two_packages, "auto", "cross", "1,2",
          0 }, /* 0, of its package, is left out */
        { two_packages, "0,2-3", "cross", "0,2", 0 },
        { two_packages, "1-3", "cross", "1,2", 0 },
        { two_packages, "0-3", "cross", "0,1", 0 },
        { one_cpu, "auto", "same", "0", 0 },
        { one_cpu, "auto", "free", "0", 0 },
        { one_cpu, "auto", "cross", "one CPU only", -ENOTSUP },
        { one_cpu, "auto", "sibling", "no SMT here", -ENOTSUP },
        { plain, "none", "free", "", 0 },
        { plain, "none", "same", "not bound", -ENOTSUP },
        { plain, "auto", "near", "unknown placement 'near'", -EINVAL },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct os_topology *t = machine(cases[i].machine, NULL);
        struct diag why = { 0 };
        struct os_cpus selected, got;

        assert_int_equal(os_topology_select(t, cases[i].cpus, &selected, NULL), 0);
        assert_int_equal(
            os_topology_place(t, &selected, cases[i].placement, &got, &why),
            cases[i].rc);
        if (cases[i].rc == 0)
            assert_cpus(&got, cases[i].where);
        else
            assert_non_null(strstr(why.text, cases[i].where));
        os_topology_free(t);
    }
}

static void cross_prefers_the_package_over_the_order(void **state)
{
    /* 0 and 2 in one package, 1 and 3 in the other */
    struct os_topology *t = machine("package:2 [numa] core:2(indexes=package:core) "
                                    "pu:1(indexes=2*2:1*2)",
                                    NULL);
    struct os_cpus selected, got;

    (void)state;
    assert_int_equal(os_topology_select(t, "0-3", &selected, NULL), 0);
    assert_int_equal(os_topology_place(t, &selected, "cross", &got, NULL), 0);
    assert_cpus(&got, "0,2");
    os_topology_free(t);
}

static void facts_count_what_is_there_even_where_it_is_not_allowed(void **state)
{
    struct os_topology *t = machine(smt, "2");
    struct os_topology_facts facts;

    (void)state;
    os_topology_read(t, &facts);
    assert_int_equal(facts.packages, 1);
    assert_int_equal(facts.cores, 4);
    assert_int_equal(facts.threads, 8);
    assert_int_equal(facts.nodes, 1);
    assert_int_equal(facts.cache[3].size_bytes, 33554432);
    assert_int_equal(facts.cache[3].sharing, 8);
    assert_int_equal(facts.cache[2].sharing, 2);
    assert_int_equal(facts.cache[4].size_bytes, -1);
    os_topology_free(t);
}

static void this_machine_offers_only_what_is_allowed_to_us(void **state)
{
    struct os_topology *t = NULL;
    struct os_cpus got;
    cpu_set_t allowed;

    (void)state;
    assert_int_equal(sched_getaffinity(0, sizeof allowed, &allowed), 0);
    assert_int_equal(os_topology_new(&t, NULL), 0);
    assert_int_equal(os_topology_select(t, "auto", &got, NULL), 0);
    assert_true(got.n >= 1);
    for (size_t i = 0; i < got.n; i++)
        assert_true(CPU_ISSET((size_t)got.cpu[i], &allowed));
    os_topology_free(t);
}

static void a_process_bound_to_one_cpu_selects_that(void **state)
{
    struct os_topology *t = NULL;
    struct diag why = { 0 };
    struct os_cpus got, placed;
    cpu_set_t before, one;
    int cpu = sched_getcpu();

    (void)state;
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    CPU_ZERO(&one);
    CPU_SET((size_t)cpu, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    assert_int_equal(os_topology_new(&t, NULL), 0);
    assert_int_equal(os_topology_select(t, "auto", &got, NULL), 0);
    assert_int_equal(got.n, 1);
    assert_int_equal(got.cpu[0], cpu);
    assert_int_equal(os_topology_place(t, &got, "same", &placed, NULL), 0);
    assert_int_equal(placed.cpu[0], cpu);
    assert_int_equal(os_topology_place(t, &got, "cross", &placed, &why), -ENOTSUP);
    os_topology_free(t);
    assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
}

static void another_machine_in_the_environment_is_not_taken_for_this_one(void **state)
{
    struct os_topology *t = NULL;
    struct diag why = { 0 };

    (void)state;
    setenv("HWLOC_SYNTHETIC", "package:1 [numa] core:64 pu:2", 1);
    assert_int_equal(os_topology_new(&t, &why), -EXDEV);
    unsetenv("HWLOC_SYNTHETIC");
    assert_non_null(strstr(why.text, "HWLOC_"));
    assert_null(t);
}

static void want_of_memory_or_a_broken_description_leaves_nothing(void **state)
{
    struct os_topology *t = NULL;
    struct diag why = { 0 };

    (void)state;
    assert_true(os_topology_new_synthetic(&t, "package:0 nothing", NULL, &why) < 0);
    assert_true(os_topology_new_synthetic(&t, plain, "9", &why) < 0);
    support_fail_allocation = 0;
    assert_int_equal(os_topology_new(&t, &why), -ENOMEM);
    support_fail_allocation = -1;
    assert_null(t);
    os_topology_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(auto_leaves_cpu_0_out_where_two_cores_remain),
        cmocka_unit_test(auto_stays_within_one_kind_of_core),
        cmocka_unit_test(a_list_is_taken_as_it_is),
        cmocka_unit_test(a_wrong_list_is_refused_with_the_reason),
        cmocka_unit_test(placements_lie_as_their_words_say),
        cmocka_unit_test(cross_prefers_the_package_over_the_order),
        cmocka_unit_test(facts_count_what_is_there_even_where_it_is_not_allowed),
        cmocka_unit_test(this_machine_offers_only_what_is_allowed_to_us),
        cmocka_unit_test(a_process_bound_to_one_cpu_selects_that),
        cmocka_unit_test(another_machine_in_the_environment_is_not_taken_for_this_one),
        cmocka_unit_test(want_of_memory_or_a_broken_description_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
