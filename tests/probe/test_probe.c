/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/probe.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/registry.h"

#include "support.h"

static const char *const machines[] = { "guest", "laptop", "arm", "container",
                                        "hostile" };
enum { MACHINES = sizeof machines / sizeof *machines };

struct read {
    struct doc *doc;
    struct doc_system *system;
    struct session *session;
};

static char *tree(const char *machine)
{
    char name[64];

    snprintf(name, sizeof name, "sysroots/%s", machine);
    return support_data(name);
}

/* All that can be read of a machine, measured on its CPU 1. */
static struct read all_of(const char *root)
{
    struct read r = { .doc = doc_new() };

    r.system = doc_add_system(r.doc);
    r.session = doc_add_session(r.doc);
    r.session->protocol.cpus = "1";
    assert_int_equal(probe_system(r.doc, r.system, root), 0);
    assert_int_equal(probe_session(r.doc, r.session, root, DOC_AT_START), 0);
    assert_int_equal(probe_session(r.doc, r.session, root, DOC_AT_END), 0);
    assert_int_equal(probe_filesystem(r.doc, &r.session->facts, root, "/home/x"), 0);
    return r;
}

static const struct fact *found(const struct read *r, const char *key, enum doc_at at)
{
    const struct fact *f = facts_find(&r->system->facts, key, at);

    return f ? f : facts_find(&r->session->facts, key, at);
}

static void each_machine_yields_what_its_files_say(void **state)
{
    static const struct {
        const char *machine, *key, *value; /* value: what it is, or "?reason" */
    } wanted[] = {
        { "guest", "cpu.model", "AMD EPYC" },
        { "guest", "cpu.family", "26" },
        { "guest", "cpu.model.number", "2" }, /* not "model name" */
        { "guest", "cpu.cores", "2" },
        { "guest", "cpu.smt", "off" },
        { "guest", "cpu.isolated", "none" },
        { "guest", "cpu.nohz_full", "none" },
        { "guest", "cpu.mhz.cpuinfo", "2596.098" },
        { "guest", "cpu.mhz", "?unreadable" }, /* of another machine */
        { "guest", "cpu.governor", "?unreadable" },
        { "guest", "cpu.idle.states", "POLL" }, /* the other is disabled */
        { "guest", "cpu.tlb", "192 4K pages" },
        { "guest", "cache.l1d.size", "49152" },
        { "guest", "cache.l1i.size", "32768" },
        { "guest", "cache.l2.size", "1048576" },
        { "guest", "cache.l3.size", "33554432" },
        { "guest", "cache.l3.ways", "?unreadable" }, /* told as 0 */
        { "guest", "cache.l3.sharing", "2" },
        { "guest", "cache.l4.size", "?not-applicable" },
        { "guest", "memory.total", "25276502016" }, /* 24684084 kB */
        { "guest", "memory.thp", "madvise" },
        { "guest", "memory.damon", "on" },
        { "guest", "kernel.hz", "250" },
        { "guest", "kernel.preempt", "none" },
        { "guest", "kernel.cmdline",
          "mitigations=auto,no_guest_host psi=1 page_reporting.page_reporting_order=11 "
          "haltpoll.guest_halt_poll_ns=0" }, /* nosmt is init's, behind "--" */
        { "guest", "kernel.mitigation.meltdown", "Not affected" },
        { "guest", "kernel.mitigation.mds", "?not-applicable" },
        { "guest", "kernel.mitigation.others", "branch_of_tomorrow: Vulnerable" },
        { "guest", "kernel.config.KASAN", "n" },
        { "guest", "kernel.config.MITIGATION_RETPOLINE", "y" },
        { "guest", "os.id", "debian" },
        { "guest", "os.version", "12" },
        { "guest", "net.ports", "32768 60999" },
        { "guest", "virt.hypervisor", "yes" },
        { "guest", "virt.type", "?unreadable" },
        { "guest", "virt.container", "none" }, /* in spite of the image's mark */
        { "guest", "virt.cgroup", "hybrid" },
        { "guest", "virt.memory.limit", "none" },
        { "guest", "load.average", "0.04" },
        { "guest", "load.runnable", "2" },
        { "guest", "load.pressure.cpu", "6.542925" },
        { "guest", "load.pressure.cpu.now", "0.25" },
        { "guest", "load.pressure.io.full", "1" },
        { "guest", "load.interrupts", "176662" },
        { "guest", "load.interrupts.cpus", "2024" }, /* 0 + 20 + 2000 + 4 of CPU 1 */
        { "guest", "load.switches", "350883" },
        { "guest", "load.listen_overflows", "4" },
        { "guest", "run.cpus", "0-1" },
        { "guest", "fs.type", "ext4" },
        { "guest", "fs.options", "rw,relatime,discard" },
        { "guest", "fs.device", "virtual" },

        { "laptop", "cpu.model", "Intel(R) Core(TM) i7-8650U CPU @ 1.90GHz" },
        { "laptop", "cpu.cores", "4" },
        { "laptop", "cpu.threads", "8" },
        { "laptop", "cpu.packages", "1" },
        { "laptop", "cpu.smt", "on" },
        { "laptop", "cpu.isolated", "2,6" },
        { "laptop", "cpu.mhz.min", "400" },
        { "laptop", "cpu.mhz.max", "4200" },
        { "laptop", "cpu.mhz.base", "2100" },
        { "laptop", "cpu.driver", "intel_pstate" },
        { "laptop", "cpu.governor", "powersave" },
        { "laptop", "cpu.boost", "on" }, /* no_turbo is 0 */
        { "laptop", "cpu.energy_preference", "balance_performance balance_power" },
        { "laptop", "cpu.idle.states", "POLL C1 C1E C3 C6" },
        { "laptop", "cpu.idle.limit", "4" },
        { "laptop", "memory.hugepages", "16" },
        { "laptop", "kernel.version",
          "#1 SMP PREEMPT_DYNAMIC Debian 6.1.76-1 (2024-02-01)" },
        { "laptop", "kernel.preempt", "full" }, /* of the command line */
        { "laptop", "kernel.cmdline", "isolcpus=2,6 preempt=full" },
        { "laptop", "kernel.config.KFENCE", "m" },
        { "laptop", "kernel.config.MITIGATION_RETPOLINE", "y" }, /* by its older name */
        { "laptop", "kernel.config.LOCKDEP", "?not-applicable" },
        { "laptop", "virt.hypervisor", "no" },
        { "laptop", "virt.type", "none" },
        { "laptop", "virt.container", "none" },
        { "laptop", "virt.cgroup", "v2" },
        { "laptop", "virt.cpu.quota", "2" }, /* of the tightest group above */
        { "laptop", "virt.memory.limit", "4294967296" },
        { "laptop", "load.throttled", "3" },
        { "laptop", "load.temperature", "61.5" },
        { "laptop", "load.throttles", "28" }, /* 0 + 1 + … + 7 */
        { "laptop", "load.mains", "off" },
        { "laptop", "load.steal", "0" },
        { "laptop", "fs.type", "btrfs" },
        { "laptop", "fs.options", "rw,noatime,ssd,space_cache=v2" },
        { "laptop", "fs.device", "solid" },

        { "arm", "cpu.model", "Cortex-A53 + Cortex-A72" },
        { "arm", "cpu.vendor", "ARM" },
        { "arm", "cpu.family", "8" },
        { "arm", "cpu.kinds", "2" },
        { "arm", "cpu.governor", "schedutil performance" },
        { "arm", "cpu.mhz.min", "408" },
        { "arm", "cpu.mhz.max", "1800" },
        { "arm", "cpu.boost", "off" },
        { "arm", "cache.l1d.line", "?unreadable" },
        { "arm", "cache.l2.sharing", "4" },
        { "arm", "kernel.machine", "aarch64" },
        { "arm", "kernel.preempt", "rt" },
        { "arm", "kernel.hz", "?unreadable" },
        { "arm", "kernel.config.HZ", "?unreadable" },
        { "arm", "kernel.cmdline", "none" },
        { "arm", "virt.hypervisor", "?not-applicable" },
        { "arm", "load.temperature", "52.111" },

        { "container", "cpu.threads", "48" },
        { "container", "cpu.cores", "?unreadable" },
        { "container", "kernel.cmdline", "?unreadable" },
        { "container", "os.id", "alpine" },
        { "container", "virt.container", "podman" },
        { "container", "virt.cpu.quota", "1.5" },
        { "container", "virt.memory.limit", "1073741824" },
        { "container", "load.throttled", "42" },
        { "container", "load.pressure.cpu", "?unreadable" },
        { "container", "fs.device", "overlay" },

        { "hostile", "cpu.model", "?unreadable" },
        { "hostile", "cpu.online", "?unreadable" },
        { "hostile", "cpu.governor", "?unreadable" },
        { "hostile", "cpu.mhz.max", "?unreadable" },
        { "hostile", "cpu.smt", "?unreadable" },
        { "hostile", "cache.l1d.size", "?unreadable" },
        { "hostile", "cache.l1d.sharing", "?unreadable" },
        { "hostile", "memory.total", "?unreadable" },
        { "hostile", "memory.damon", "?unreadable" }, /* it is there, so not "off" */
        { "hostile", "kernel.version", "?redacted" },
        { "hostile", "kernel.cmdline", "psi=1" },
        { "hostile", "kernel.preempt", "?unreadable" },
        { "hostile", "kernel.hz", "?unreadable" },
        { "hostile", "kernel.config.HZ", "?unreadable" },
        { "hostile", "kernel.config.digest", "?unreadable" },
        { "hostile", "kernel.mitigation.meltdown", "?unreadable" },
        { "hostile", "kernel.mitigation.spectre_v2", "?unreadable" },
        { "hostile", "kernel.mitigation.l1tf", "?redacted" },
        { "hostile", "kernel.mitigation.others", "none" },
        { "hostile", "os.id", "?redacted" },
        { "hostile", "virt.cpu.quota", "?unreadable" },
        { "hostile", "virt.memory.limit", "?unreadable" },
        { "hostile", "load.average", "?unreadable" },
        { "hostile", "load.steal", "?unreadable" },
        { "hostile", "load.interrupts.cpus", "?unreadable" },
        { "hostile", "load.temperature", "?not-applicable" },
        { "hostile", "fs.type", "?unreadable" },
    };

    (void)state;
    for (size_t m = 0; m < MACHINES; m++) {
        char *root = tree(machines[m]);
        struct read r = all_of(root);

        for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
            const struct fact *f;

            if (strcmp(wanted[i].machine, machines[m]) != 0)
                continue;
            f = found(&r, wanted[i].key, DOC_AT_ALWAYS);
            if (!f) {
                fail_msg("%s: no fact %s", machines[m], wanted[i].key);
                continue;
            }
            if (strcmp(f->value ? f->value : f->missing,
                       wanted[i].value + (wanted[i].value[0] == '?')) != 0 ||
                !f->value != (wanted[i].value[0] == '?'))
                fail_msg("%s: %s is '%s' (missing: %s), wanted '%s'", machines[m],
                         wanted[i].key, f->value ? f->value : "",
                         f->missing ? f->missing : "", wanted[i].value);
        }
        doc_free(r.doc);
        free(root);
    }
}

static bool is_key(const char *key)
{
    for (const struct probe_key *k = probe_keys; k->key; k++) {
        if (strcmp(k->key, key) == 0)
            return true;
    }
    return false;
}

static void assert_well_formed(const struct facts *facts)
{
    for (size_t i = 0; i < facts->n; i++) {
        const struct fact *f = &facts->items[i];

        assert_true(is_key(f->key));
        if (f->value) {
            assert_null(f->missing);
            assert_non_null(f->source);
            assert_true(f->value[0] != '\0');
        } else {
            assert_true(strcmp(f->missing, "unreadable") == 0 ||
                        strcmp(f->missing, "not-applicable") == 0 ||
                        strcmp(f->missing, "redacted") == 0);
            assert_null(f->source);
        }
    }
}

static size_t count(const struct read *r, const char *key)
{
    const struct facts *both[] = { &r->system->facts, &r->session->facts };
    size_t n = 0;

    for (size_t i = 0; i < 2; i++) {
        for (size_t j = 0; j < both[i]->n; j++)
            n += strcmp(both[i]->items[j].key, key) == 0;
    }
    return n;
}

/* Also on the machine that runs this. */
static void every_key_has_a_value_or_a_reason_on_every_machine(void **state)
{
    (void)state;
    for (size_t m = 0; m <= MACHINES; m++) {
        char *root = m < MACHINES ? tree(machines[m]) : strdup("");
        struct read r = all_of(root);

        assert_well_formed(&r.system->facts);
        assert_well_formed(&r.session->facts);
        for (const struct probe_key *k = probe_keys; k->key; k++) {
            size_t n = count(&r, k->key);

            if (strncmp(k->key, "rerun.", 6) == 0) { /* nothing here measures */
                assert_int_equal(n, 0);
                continue;
            }
            /* once, or at start and at end */
            if (n != (strncmp(k->key, "load.", 5) == 0 ? 2u : 1u))
                fail_msg("%s: %zu facts %s", root, n, k->key);
        }
        doc_free(r.doc);
        free(root);
    }
}

static void keys_are_unique_and_explained(void **state)
{
    size_t options = 0;

    (void)state;
    for (const struct probe_key *k = probe_keys; k->key; k++) {
        assert_true(k->help && k->help[0]);
        for (const struct probe_key *other = probe_keys; other < k; other++)
            assert_string_not_equal(k->key, other->key);
        options += strncmp(k->key, "kernel.config.", 14) == 0;
    }
    assert_true(options > 40);
}

static void each_family_of_benchmarks_has_its_rerun_fact(void **state)
{
    char key[64];

    (void)state;
    for (const struct bench *const *b = bench_all; *b; b++) {
        for (const struct bench_case *c = (*b)->cases; c->title; c++) {
            snprintf(key, sizeof key, "rerun.%s", bench_family(*b, c));
            if (!is_key(key))
                fail_msg("%s: %s is no key", (*b)->name, key);
        }
    }
}

/* The trees hold names, addresses, serials and UUIDs; planted.txt lists them. */
static void nothing_that_identifies_is_recorded_anywhere(void **state)
{
    char *path = support_data("sysroots/planted.txt");
    char *list = support_read(path, NULL);
    size_t looked = 0;

    (void)state;
    for (size_t m = 0; m < MACHINES; m++) {
        char *root = tree(machines[m]);
        struct read r = all_of(root);
        const struct facts *both[] = { &r.system->facts, &r.session->facts };
        char *copy = strdup(list), *rest = copy, *word;

        while ((word = strsep(&rest, "\n"))) {
            for (size_t i = 0; word[0] && i < 2; i++) {
                for (size_t j = 0; j < both[i]->n; j++) {
                    const struct fact *f = &both[i]->items[j];

                    /* digests are of this build, and hold any short word by chance */
                    if (f->value && strstr(f->value, word) &&
                        !strstr(f->value, "sha256:") && strcmp(f->key, "build.id") != 0)
                        fail_msg("%s: %s is '%s'", machines[m], f->key, f->value);
                    looked++;
                }
            }
        }
        free(copy);
        doc_free(r.doc);
        free(root);
    }
    assert_true(looked > 10000);
    free(list);
    free(path);
}

static void this_machine_is_measured_where_files_do_not_tell(void **state)
{
    struct read r = all_of("");
    const struct fact *hz = found(&r, "kernel.hz", DOC_AT_ALWAYS);
    const struct fact *mhz = found(&r, "cpu.mhz", DOC_AT_ALWAYS);

    (void)state;
    assert_non_null(hz->value);
    assert_true(atoi(hz->value) >= 24 && atoi(hz->value) <= 10000);
    assert_string_equal(mhz->source, "measured");
    assert_string_equal(mhz->unit, "MHz");
    assert_string_equal(found(&r, "program.version", DOC_AT_ALWAYS)->value, "0.1.0");
    assert_non_null(found(&r, "build.compiler", DOC_AT_ALWAYS)->value);
    assert_non_null(found(&r, "libc.version", DOC_AT_ALWAYS)->value);
    doc_free(r.doc);
}

static void files_of_any_size_and_kind_neither_block_nor_fill_memory(void **state)
{
    char path[256];
    struct read r;

    (void)state;
    snprintf(path, sizeof path, "%s/proc", support_scratch());
    assert_int_equal(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/proc/cpuinfo", support_scratch());
    support_write(path, "model name : X\n", 15);
    assert_int_equal(truncate(path, 1L << 32), 0);
    snprintf(path, sizeof path, "%s/proc/meminfo", support_scratch());
    assert_int_equal(mkfifo(path, 0600), 0);
    snprintf(path, sizeof path, "%s/proc/loadavg", support_scratch());
    assert_int_equal(symlink("loadavg", path), 0);
    r = all_of(support_scratch());
    assert_string_equal(found(&r, "cpu.model", DOC_AT_ALWAYS)->missing, "unreadable");
    assert_string_equal(found(&r, "memory.total", DOC_AT_ALWAYS)->missing,
                        "unreadable");
    assert_string_equal(found(&r, "load.average", DOC_AT_ALWAYS)->missing,
                        "unreadable");
    doc_free(r.doc);
}

static void want_of_memory_is_reported_and_nothing_leaks(void **state)
{
    char *root = tree("laptop");
    int rc = -ENOMEM, failed = 0;

    (void)state;
    for (long n = 0; rc == -ENOMEM; n++) {
        struct doc *doc = doc_new();
        struct doc_system *system = doc_add_system(doc);
        struct session *session = doc_add_session(doc);

        support_fail_allocation = n;
        rc = probe_system(doc, system, root);
        if (rc == 0)
            rc = probe_session(doc, session, root, DOC_AT_START);
        if (rc == 0)
            rc = probe_filesystem(doc, &session->facts, root, "/home/x");
        failed += rc == -ENOMEM;
        rc = support_fail_allocation < 0 ? -ENOMEM : rc;
        support_fail_allocation = -1;
        assert_well_formed(&system->facts);
        doc_free(doc);
    }
    assert_int_equal(rc, 0);
    assert_true(failed > 5);
    free(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_machine_yields_what_its_files_say),
        cmocka_unit_test(every_key_has_a_value_or_a_reason_on_every_machine),
        cmocka_unit_test(keys_are_unique_and_explained),
        cmocka_unit_test(each_family_of_benchmarks_has_its_rerun_fact),
        cmocka_unit_test(nothing_that_identifies_is_recorded_anywhere),
        cmocka_unit_test(this_machine_is_measured_where_files_do_not_tell),
        cmocka_unit_test(files_of_any_size_and_kind_neither_block_nor_fill_memory),
        cmocka_unit_test(want_of_memory_is_reported_and_nothing_leaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
