/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/probe.h"

#include <errno.h>
#include <string.h>

#include "support.h"

enum { GUEST, GOVERNOR, LOAD, KERNEL };

struct given {
    const char *key, *value; /* value NULL: missing */
    enum doc_at at;
};

static void add(struct doc *doc, struct facts *facts, const struct given *given)
{
    const struct fact fact = {
        .key = given->key,
        .value = given->value,
        .missing = given->value ? NULL : "unreadable",
        .at = given->at,
    };

    assert_int_equal(doc_add_fact(doc, facts, &fact), 0);
}

static void facts_are_judged_as_a_person_would(void **state)
{
    static const struct {
        struct given given[5];
        int line;
        const char *text;
        enum probe_verdict verdict;
    } cases[] = {
        { { { "virt.type", "kvm", 0 },
            { "load.steal", "2", DOC_AT_START },
            { "load.time", "1000", DOC_AT_START } },
          GUEST,
          "kvm, steal 0.2 %",
          PROBE_WARNING },
        { { { "virt.type", "kvm", 0 }, /* of the session, not since boot */
            { "load.steal", "2", DOC_AT_START },
            { "load.time", "1000", DOC_AT_START },
            { "load.steal", "7", DOC_AT_END },
            { "load.time", "1100", DOC_AT_END } },
          GUEST,
          "kvm, steal 5.0 %",
          PROBE_WARNING },
        { { { "virt.hypervisor", "yes", 0 }, { "virt.type", NULL, 0 } },
          GUEST,
          "guest of an unknown hypervisor",
          PROBE_WARNING },
        { { { "virt.hypervisor", "no", 0 }, { "virt.type", "none", 0 } },
          GUEST,
          "none",
          PROBE_OK },
        { { { "virt.hypervisor", NULL, 0 }, { "virt.type", NULL, 0 } },
          GUEST,
          "unreadable",
          PROBE_UNKNOWN },

        { { { "cpu.governor", "performance", 0 }, { "cpu.boost", "off", 0 } },
          GOVERNOR,
          "performance, boost off",
          PROBE_OK },
        { { { "cpu.governor", "powersave", 0 } },
          GOVERNOR,
          "powersave",
          PROBE_WARNING },
        { { { "cpu.governor", "performance powersave", 0 } },
          GOVERNOR,
          "performance powersave",
          PROBE_WARNING },
        { { { "cpu.governor", NULL, 0 } },
          GOVERNOR,
          "unreadable (no cpufreq here)",
          PROBE_UNKNOWN },

        { { { "load.average", "0.04", DOC_AT_START },
            { "load.pressure.cpu.now", "0.00", DOC_AT_START } },
          LOAD,
          "0.04, pressure 0.0 %",
          PROBE_OK },
        { { { "load.average", "2.10", DOC_AT_START },
            { "load.pressure.cpu.now", "0.00", DOC_AT_START } },
          LOAD,
          "2.10, pressure 0.0 %",
          PROBE_WARNING },
        { { { "load.average", "0.10", DOC_AT_START },
            { "load.pressure.cpu.now", "40.00", DOC_AT_START } },
          LOAD,
          "0.10, pressure 40.0 %",
          PROBE_WARNING },
        { { { "load.average", "0.10", DOC_AT_START },
            { "load.pressure.cpu.now", NULL, DOC_AT_START } },
          LOAD,
          "0.10",
          PROBE_OK },
        { { { "load.average", NULL, DOC_AT_START } },
          LOAD,
          "unreadable",
          PROBE_UNKNOWN },

        { { { "kernel.config.digest", "sha256:0", 0 },
            { "kernel.config.KASAN", "n", 0 } },
          KERNEL,
          "no",
          PROBE_OK },
        { { { "kernel.config.digest", "sha256:0", 0 },
            { "kernel.config.KASAN", "y", 0 },
            { "kernel.config.PROVE_LOCKING", "y", 0 } },
          KERNEL,
          "KASAN, PROVE_LOCKING",
          PROBE_WARNING },
        { { { "kernel.config.digest", NULL, 0 } },
          KERNEL,
          "unreadable (no configuration here)",
          PROBE_UNKNOWN },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct doc *doc = doc_new();
        struct doc_system *system = doc_add_system(doc);
        struct session *session = doc_add_session(doc);
        struct probe_check checks[PROBE_CHECKS];
        const struct probe_check *c = &checks[cases[i].line];

        for (size_t j = 0; j < 5 && cases[i].given[j].key; j++)
            add(doc, cases[i].given[j].at ? &session->facts : &system->facts,
                &cases[i].given[j]);
        assert_int_equal(probe_checks(doc, system, session, checks), 0);
        assert_string_equal(c->state, cases[i].text);
        assert_int_equal(c->verdict, cases[i].verdict);
        assert_int_equal(c->advice[0] != '\0', c->verdict != PROBE_OK);
        doc_free(doc);
    }
}

static void a_machine_that_tells_nothing_gets_four_question_marks(void **state)
{
    struct doc *doc = doc_new();
    struct probe_check checks[PROBE_CHECKS];

    (void)state;
    assert_int_equal(
        probe_checks(doc, doc_add_system(doc), doc_add_session(doc), checks), 0);
    for (int i = 0; i < PROBE_CHECKS; i++) {
        assert_int_equal(checks[i].verdict, PROBE_UNKNOWN);
        assert_non_null(strstr(checks[i].state, "unreadable"));
    }
    doc_free(doc);
}

static void want_of_memory_is_reported(void **state)
{
    struct doc *doc = doc_new();
    struct doc_system *system = doc_add_system(doc);
    struct session *session = doc_add_session(doc);
    struct probe_check checks[PROBE_CHECKS];

    (void)state;
    for (long n = 0; n < 4; n++) {
        support_fail_allocation = n;
        assert_int_equal(probe_checks(doc, system, session, checks), -ENOMEM);
        support_fail_allocation = -1;
    }
    doc_free(doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_are_judged_as_a_person_would),
        cmocka_unit_test(a_machine_that_tells_nothing_gets_four_question_marks),
        cmocka_unit_test(want_of_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
