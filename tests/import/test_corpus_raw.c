/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values that the corpus' INDEX.md names, and what its files hold besides. */
#include "import/raw.h"

#include "import/foreign.h"

#include <math.h>
#include <stdio.h>

#include "reading.h"
#include "support.h"

#define US(x) ((x) / 1e6)
#define NS(x) ((x) / 1e9)
#define MB(x) ((x)*1e6)
#define FILES(x) (1.0 / (x))

static const struct {
    const char *file;
    size_t session;
    const char *id, *params;
    double value;
    const char *printed;
} expected[] = {
    { "001-licheerv-d1-riscv64", 0, "lat_syscall.null", "", US(0.3912), "0.3912" },
    { "001-licheerv-d1-riscv64", 0, "lat_select.tcp", "fds=100", US(33.3653),
      "33.3653" },
    { "001-licheerv-d1-riscv64", 0, "lat_proc.shell", "", US(48650), "48650.0000" },
    { "001-licheerv-d1-riscv64", 0, "lat_fs.create", "size=0", FILES(3647), "3647" },
    { "001-licheerv-d1-riscv64", 0, "lat_fs.delete", "size=0", FILES(4172), "4172" },
    { "001-licheerv-d1-riscv64", 0, "lat_ctx", "size=16384 procs=2", US(27.83),
      "27.83" },
    { "001-licheerv-d1-riscv64", 0, "lat_ctx.overhead", "size=16384", US(18.55),
      "18.55" },
    { "001-licheerv-d1-riscv64", 0, "lat_mem_rd", "size=536870912 stride=128",
      NS(26.34), "26.340" },
    { "001-licheerv-d1-riscv64", 0, "lat_mem_rd", "size=512 stride=128", NAN, NULL },
    { "001-licheerv-d1-riscv64", 0, "lat_mmap", "size=524288", US(231), "231" },
    { "001-licheerv-d1-riscv64", 0, "line", "", 64, "64" },
    { "001-licheerv-d1-riscv64", 0, "lmdd.write", "", 10206e3, "10206" },

    { "004-hifive-unmatched-inf", 0, "lat_syscall.stat", "", US(5.9706), "5.9706" },
    { "004-hifive-unmatched-inf", 0, "lat_proc.exec", "", US(14730), "14730.0000" },
    { "004-hifive-unmatched-inf", 0, "lat_mem_rd", "size=4294967296 stride=64",
      NS(138.764), "138.764" },
    { "004-hifive-unmatched-inf", 0, "lmdd.write", "", 1726e3, "1726" },
    { "004-hifive-unmatched-inf", 0, "lat_fs.create", "size=0", FILES(10885), "10885" },
    { "004-hifive-unmatched-inf", 0, "bw_tcp", "message=10485760 host=localhost",
      MB(218.83), "218.83" },
    { "004-hifive-unmatched-inf", 0, "lat_http.time", "", 6.743e-3, "6.7430" },
    { "004-hifive-unmatched-inf", 0, "lat_http.rate", "", MB(6.19), "6.19" },

    { "006-visionfive2-binary-garbage", 0, "lat_syscall.null", "", US(0.1568),
      "0.1568" },
    { "006-visionfive2-binary-garbage", 0, "stream.copy_latency", "", NS(9.76),
      "9.76" },
    { "006-visionfive2-binary-garbage", 0, "tlb", "", 24, "24" },
    { "006-visionfive2-binary-garbage", 0, "lat_proc.shell", "", US(10124),
      "10124.0000" },
    { "006-visionfive2-binary-garbage", 0, "lat_mem_rd", "size=1073741824 stride=512",
      NS(114.884), "114.884" },

    { "009-wsl2-complete-3alpha4", 0, "lat_syscall.null", "", US(0.1196), "0.1196" },
    { "009-wsl2-complete-3alpha4", 0, "lat_connect", "host=localhost", US(30.3144),
      "30.3144" },
    { "009-wsl2-complete-3alpha4", 0, "lat_ctx", "size=16384 procs=8", US(19.74),
      "19.74" },
    { "009-wsl2-complete-3alpha4", 0, "bw_mem.bcopy", "size=2147483648", MB(16839.71),
      "16839.71" },
    { "009-wsl2-complete-3alpha4", 0, "lat_mem_rd.random", "size=436207616 stride=16",
      NS(135.376), "135.376" },
    { "009-wsl2-complete-3alpha4", 0, "lat_pipe", "", US(36.4545), "36.4545" },

    { "011-wsl2-truncated-in-lat-mem-rd", 0, "lat_syscall.null", "", US(0.1999),
      "0.1999" },
    { "011-wsl2-truncated-in-lat-mem-rd", 0, "stream.copy_latency", "", NS(0.92),
      "0.92" },
    { "011-wsl2-truncated-in-lat-mem-rd", 0, "lat_mem_rd", "size=5368709120 stride=32",
      NS(3.320), "3.320" },
    { "011-wsl2-truncated-in-lat-mem-rd", 0, "lat_mem_rd", "size=369098752 stride=64",
      NS(4.472), "4.472" },

    { "012-kylin-n90-aarch64-zh-shell", 0, "lat_syscall.null", "", US(0.1530),
      "0.1530" },
    { "012-kylin-n90-aarch64-zh-shell", 0, "lat_ops.int64_add", "", NS(0.24), "0.24" },
    { "012-kylin-n90-aarch64-zh-shell", 0, "tlb", "", 48, "48" },
    { "012-kylin-n90-aarch64-zh-shell", 0, "lat_connect", "host=localhost",
      US(11375.1444), "11375.1444" },
    { "012-kylin-n90-aarch64-zh-shell", 0, "lat_mem_rd", "size=8388608 stride=128",
      NS(9.203), "9.203" },
    { "012-kylin-n90-aarch64-zh-shell", 0, "lat_mem_rd.random",
      "size=8388608 stride=16", NS(82.326), "82.326" },

    { "014-pkvm-guest-clock-1970", 0, "lat_syscall.null", "", US(0.0886), "0.0886" },
    { "014-pkvm-guest-clock-1970", 0, "lat_ctx", "size=65536 procs=2", US(2.02),
      "2.02" },
    { "014-pkvm-guest-clock-1970", 0, "lat_connect", "host=localhost", US(15987.9688),
      "15987.9688" },
    { "014-pkvm-guest-clock-1970", 0, "lat_fs.create", "size=0", FILES(72750),
      "72750" },

    { "016-kunpeng-virtcca-vm-trailer", 0, "lat_select.tcp", "fds=100", US(667.4706),
      "667.4706" },
    { "016-kunpeng-virtcca-vm-trailer", 0, "lat_pipe", "", US(26.7666), "26.7666" },
    { "016-kunpeng-virtcca-vm-trailer", 0, "lat_proc.shell", "", US(20847),
      "20847.0000" },
    { "016-kunpeng-virtcca-vm-trailer", 0, "lat_mem_rd", "size=67108864 stride=1024",
      NS(5.468), "5.468" },

    { "018-kylin-n90-nvhe-noisy", 0, "lat_syscall.null", "", US(0.1028), "0.1028" },
    { "018-kylin-n90-nvhe-noisy", 0, "lat_select.file", "fds=500", NAN, NULL },
    { "018-kylin-n90-nvhe-noisy", 0, "lat_ctx", "size=0 procs=4", US(5.87), "5.87" },
    { "018-kylin-n90-nvhe-noisy", 0, "lat_unix", "", NAN, NULL },
    { "018-kylin-n90-nvhe-noisy", 0, "bw_pipe", "", NAN, NULL },
    { "018-kylin-n90-nvhe-noisy", 0, "bw_mem.bcopy", "size=33554432", MB(11656.92),
      "11656.92" },
    { "018-kylin-n90-nvhe-noisy", 0, "lat_mem_rd.random", "size=67108864 stride=16",
      NS(150.669), "150.669" },

    { "019-i7-vanilla-ip-host-bad-mhz", 0, "lat_syscall.null", "", US(0.3379),
      "0.3379" },
    { "019-i7-vanilla-ip-host-bad-mhz", 0, "lat_proc.exec", "", US(1210.4),
      "1210.4000" },
    { "019-i7-vanilla-ip-host-bad-mhz", 0, "lat_udp", "host=localhost", US(10.5562),
      "10.5562" },
    { "019-i7-vanilla-ip-host-bad-mhz", 0, "lat_tcp", "host=localhost", US(12.6627),
      "12.6627" },
    { "019-i7-vanilla-ip-host-bad-mhz", 0, "lat_connect", "host=localhost", US(50.6667),
      "50.6667" },
    { "019-i7-vanilla-ip-host-bad-mhz", 0, "lat_ctx", "size=0 procs=24", US(1.03),
      "1.03" },
    { "019-i7-vanilla-ip-host-bad-mhz", 0, "lat_ctx", "size=65536 procs=2", US(1.84),
      "1.84" },
    { "019-i7-vanilla-ip-host-bad-mhz", 0, "bw_tcp", "message=10000000 host=localhost",
      MB(7901.39), "7901.39" },

    { "021-lkp-bw-mem-compiler-noise", 0, "bw_mem.rd", "size=268435456", MB(13805.57),
      "13805.57" },

    { "024-azure-lat-mem-rd-stride64", 0, "lat_mem_rd", "size=512 stride=64", NS(1.187),
      "1.187" },
    { "024-azure-lat-mem-rd-stride64", 0, "lat_mem_rd", "size=49152 stride=64",
      NS(4.108), "4.108" },
    { "024-azure-lat-mem-rd-stride64", 0, "lat_mem_rd", "size=4294967296 stride=64",
      NS(9.143), "9.143" },

    { "025-kunpeng1620-numa-lat", 0, "lat_mem_rd", "size=268435456 stride=128",
      NS(141.705), "141.705" },

    { "027-docker-lat-ctx-runs", 0, "lat_ctx", "size=32768 procs=2", US(2.20), "2.20" },

    { "028-oscomp-qemu-and-d1-in-one-log", 0, "lat_syscall.null", "", US(0.6571),
      "0.6571" },
    { "028-oscomp-qemu-and-d1-in-one-log", 0, "lat_pipe", "", US(186.2234),
      "186.2234" },
    { "028-oscomp-qemu-and-d1-in-one-log", 0, "lmdd.write", "", 30346e3, "30346" },
    { "028-oscomp-qemu-and-d1-in-one-log", 0, "lat_ctx", "size=32768 procs=96",
      US(51.64), "51.64" },
    { "028-oscomp-qemu-and-d1-in-one-log", 1, "lat_syscall.null", "", US(0.3969),
      "0.3969" },
    { "028-oscomp-qemu-and-d1-in-one-log", 1, "lat_proc.shell", "", US(12740),
      "12740.0000" },
    { "028-oscomp-qemu-and-d1-in-one-log", 1, "lat_fs.create", "size=10240",
      FILES(2551), "2551" },

    { "030-oscomp-toy-kernel-group-markers", 0, "lat_syscall.null", "", US(5.3355),
      "5.3355" },
    { "030-oscomp-toy-kernel-group-markers", 0, "lat_proc.shell", "", US(700577),
      "700577.0000" },
    { "030-oscomp-toy-kernel-group-markers", 0, "lat_ctx", "size=32768 procs=2",
      US(244.74), "244.74" },
    { "030-oscomp-toy-kernel-group-markers", 0, "lat_ctx.overhead", "size=32768",
      US(89.25), "89.25" },
    { "030-oscomp-toy-kernel-group-markers", 0, "lat_ctx", "size=32768 procs=96",
      US(124.16), "124.16" },

    { "032-2alpha8-linux-2.4.10-hand-edited", 0, "lat_syscall.null", "", US(0.3226),
      "0.3226" },
    { "032-2alpha8-linux-2.4.10-hand-edited", 0, "lat_fcntl", "", US(7.3516),
      "7.3516" },
    { "032-2alpha8-linux-2.4.10-hand-edited", 0, "lat_fifo", "", US(8.0457), "8.0457" },
    { "032-2alpha8-linux-2.4.10-hand-edited", 0, "lat_select.tcp", "fds=200",
      US(62.7955), "62.7955" },
    { "032-2alpha8-linux-2.4.10-hand-edited", 0, "lat_fs.delete", "size=10240",
      FILES(51972), "51972" },

    { "033-2.0beta-adler-header-and-select", 0, "lat_select.file", "fds=10", US(1.8509),
      "1.8509" },
    { "033-2.0beta-adler-header-and-select", 0, "lat_select.file", "fds=500",
      US(36.6954), "36.6954" },
    { "033-2.0beta-adler-header-and-select", 0, "lat_select.tcp", "fds=100",
      US(15.4286), "15.4286" },

    { "036-2alpha11-ip27-signals", 5, "lat_sig.catch", "", US(8.628), "8.628" },
    { "036-2alpha11-ip27-signals", 6, "lat_sig.catch", "", US(37.009), "37.009" },
    { "036-2alpha11-ip27-signals", 6, "lat_sig.prot", "", US(4.264), "4.264" },
    { "036-2alpha11-ip27-signals", 7, "lat_sig.catch", "", US(14.331), "14.331" },
    { "036-2alpha11-ip27-signals", 7, "lat_sig.prot", "", US(3.600), "3.600" },

    { "039-2alpha9-i686-shell-session", 0, "lat_syscall.open", "", US(7.5756),
      "7.5756" },
    { "039-2alpha9-i686-shell-session", 0, "lat_syscall.stat", "", US(5.4864),
      "5.4864" },
    { "039-2alpha9-i686-shell-session", 0, "lat_syscall.write", "", US(0.9614),
      "0.9614" },
    { "039-2alpha9-i686-shell-session", 0, "lat_syscall.read", "", US(1.1420),
      "1.1420" },
    { "039-2alpha9-i686-shell-session", 0, "lat_syscall.null", "", US(0.6349),
      "0.6349" },
};

static void open_raw(struct reading *r, const char *file)
{
    char name[128];

    snprintf(name, sizeof name, "lmbench/raw/%s.txt", file);
    reading_open(r, name);
    assert_string_equal(r->log.kind->name, "lmbench");
}

static void every_value_that_the_index_names_is_found(void **state)
{
    struct reading r = { 0 };
    const char *open = "";

    (void)state;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const struct series *s;

        if (strcmp(open, expected[i].file) != 0) {
            if (*open)
                reading_close(&r);
            open = expected[i].file;
            open_raw(&r, open);
        }
        assert_true(expected[i].session < r.doc->n_sessions);
        s = reading_value(&r, r.doc->sessions[expected[i].session], expected[i].id,
                          expected[i].params, NULL);
        assert_true(s->values[0] > 0);
        if (!expected[i].printed)
            continue;
        assert_near(s->values[0], expected[i].value, 1e-15);
        assert_string_equal(s->printed[0], expected[i].printed);
        assert_true(s->lo[0] < s->values[0] && s->values[0] < s->hi[0]);
    }
    reading_close(&r);
}

static const struct {
    const char *file, *id, *params;
} absent[] = {
    { "001-licheerv-d1-riscv64", "lat_rpc.udp", "host=localhost" },
    { "001-licheerv-d1-riscv64", "lat_rpc.tcp", "host=localhost" },
    { "004-hifive-unmatched-inf", "lat_pagefault", "" },
    { "004-hifive-unmatched-inf", "stream.copy_latency", "" },
    { "006-visionfive2-binary-garbage", "lat_sig.prot", "" },
    { "011-wsl2-truncated-in-lat-mem-rd", "lat_mem_rd", "size=512 stride=128" },
    { "019-i7-vanilla-ip-host-bad-mhz", "lat_ctx", "size=0 procs=2" },
    { "019-i7-vanilla-ip-host-bad-mhz", "lat_pagefault", "" },
    { "032-2alpha8-linux-2.4.10-hand-edited", "lat_select.tcp", "fds=100" },
    { "032-2alpha8-linux-2.4.10-hand-edited", "lat_ctx", "size=0 procs=2" },
};

static void what_is_missing_is_no_number(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++) {
        const struct measurement *m;
        struct reading r;

        open_raw(&r, absent[i].file);
        m = reading_find(&r, r.doc->sessions[0], absent[i].id, absent[i].params);
        if (m && (m->status == DOC_STATUS_OK || reading_series(m, NULL)))
            fail_msg("%s has %s", absent[i].file, absent[i].id);
        reading_close(&r);
    }
}

/* Sessions and values, counted by hand or by grep. */
static const struct {
    const char *file;
    size_t sessions, values;
    const char *revision; /* of lat_mem_rd, or of what stands in `id` */
    const char *id;
} counts[] = {
    { "004-hifive-unmatched-inf", 1, 0, "lmbench-3.0a4", "stream.add_bandwidth" },
    { "012-kylin-n90-aarch64-zh-shell", 1, 0, "lmbench-3.0a9", "lat_ops.int64_add" },
    { "018-kylin-n90-nvhe-noisy", 1, 0, "lmbench-3.0a9", "bw_tcp" },
    { "009-wsl2-complete-3alpha4", 1, 0, "lmbench-3.0a4", "bw_tcp" },
    { "021-lkp-bw-mem-compiler-noise", 1, 1, "lmbench-3.0a4", "bw_mem.rd" },
    { "024-azure-lat-mem-rd-stride64", 1, 35, "lmbench-unknown", "lat_mem_rd" },
    { "025-kunpeng1620-numa-lat", 11, 11 * 37, "lmbench-unknown", "lat_mem_rd" },
    { "027-docker-lat-ctx-runs", 1, 25, "lmbench-3.0a4", "lat_ctx" },
    { "028-oscomp-qemu-and-d1-in-one-log", 2, 66, "lmbench-3.0a4", "lat_proc.fork" },
    { "030-oscomp-toy-kernel-group-markers", 1, 34, "lmbench-3.0a4", "lat_proc.fork" },
    { "032-2alpha8-linux-2.4.10-hand-edited", 1, 28, "lmbench-2.0a12",
      "lat_proc.fork" },
    { "033-2.0beta-adler-header-and-select", 1, 8, "lmbench-2.0a12", "lat_select.tcp" },
    { "036-2alpha11-ip27-signals", 8, 12, "lmbench-3.0a4", "lat_sig.catch" },
    { "039-2alpha9-i686-shell-session", 1, 5, "lmbench-3.0a4", "lat_syscall.null" },
};

static void nothing_is_lost_and_nothing_is_added(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        const char *revision = NULL;
        struct reading r;

        open_raw(&r, counts[i].file);
        assert_int_equal(r.doc->n_sessions, counts[i].sessions);
        if (counts[i].values)
            assert_int_equal(r.log.values, counts[i].values);
        for (size_t d = 0; d < r.doc->n_catalogue; d++) {
            if (strcmp(r.doc->catalogue[d]->id, counts[i].id) == 0)
                revision = r.doc->catalogue[d]->revision;
        }
        if (!revision || strcmp(revision, counts[i].revision) != 0)
            fail_msg("%s: %s is %s", counts[i].file, counts[i].id, revision);
        reading_close(&r);
    }
}

static bool is_point(const char *line)
{
    size_t n = strspn(line, "0123456789."), blank = strspn(line + n, " ");
    size_t second = strspn(line + n + blank, "0123456789.");
    const char *rest = line + n + blank + second;

    return n && blank == 1 && second && (!*rest || strcmp(rest, " MB/sec") == 0);
}

/* Every line of two numbers in a complete file is a point of some block. */
static void every_point_of_every_block_is_kept(void **state)
{
    static const char *const complete[] = { "001-licheerv-d1-riscv64",
                                            "006-visionfive2-binary-garbage",
                                            "018-kylin-n90-nvhe-noisy" };

    (void)state;
    for (size_t f = 0; f < 3; f++) {
        struct reading r;
        size_t lines = 0, points = 0;

        open_raw(&r, complete[f]);
        for (char *line = strtok(r.text, "\n"); line; line = strtok(NULL, "\n"))
            lines += is_point(line);
        for (size_t m = 0; m < r.doc->n_measurements; m++) {
            const struct measurement *row = r.doc->measurements[m];

            points +=
                (measurement_param(row, "size") || measurement_param(row, "message")) &&
                strcmp(row->definition->id, "lat_ctx.overhead") != 0 &&
                strncmp(row->definition->id, "lat_fs", 6) != 0;
        }
        assert_true(points > 300);
        assert_int_equal(points, lines);
        reading_close(&r);
    }
}

static void banners_part_blocks_that_would_be_the_same_rows(void **state)
{
    struct reading r;
    struct session *s;

    (void)state;
    open_raw(&r, "025-kunpeng1620-numa-lat");
    s = reading_session(&r, "localdie 64core", 0);
    assert_near(reading_value(&r, s, "lat_mem_rd", "size=268435456 stride=128", NULL)
                    ->values[0],
                NS(171.991), 1e-15);
    s = reading_session(&r, "crosssocket 16core", 0);
    assert_near(reading_value(&r, s, "lat_mem_rd", "size=268435456 stride=128", NULL)
                    ->values[0],
                NS(379.667), 1e-15);
    reading_close(&r);
}

static void the_runs_of_a_script_are_invocations_and_its_mean_is_doubted(void **state)
{
    const struct session *s;
    struct reading r;

    (void)state;
    open_raw(&r, "027-docker-lat-ctx-runs");
    s = r.doc->sessions[0];
    assert_int_equal(s->n_invocations, 25);
    assert_string_equal(s->invocations[4]->series[0].printed[0], "2.15");
    assert_string_equal(s->system->name, "asus-laptop");
    assert_null(s->system->label);
    assert_true(reading_notes(&r, IMPORT_DOUBTFUL, 35, "25 runs"));
    assert_true(reading_notes(&r, IMPORT_DOUBTFUL, 36, "2.1476"));
    reading_close(&r);
}

static const char *fact(const struct reading *r, const char *key)
{
    const struct session *s = r->doc->sessions[0];
    const struct fact *f = facts_find(&s->facts, key, DOC_AT_ALWAYS);

    f = f ? f : facts_find(&s->system->facts, key, DOC_AT_ALWAYS);
    return f ? f->value : "";
}

static void headers_are_facts_without_what_is_private(void **state)
{
    struct reading r;

    (void)state;
    open_raw(&r, "033-2.0beta-adler-header-and-select");
    assert_string_equal(r.doc->sessions[0]->system->name, "adler.hpl.hp.com");
    assert_string_equal(fact(&r, "kernel.release"), "2.4.8");
    assert_string_equal(fact(&r, "lmbench.ver"), "Beta2.3 20010502085147");
    assert_string_equal(fact(&r, "import.version"), "2.0");
    reading_close(&r);
    open_raw(&r, "014-pkvm-guest-clock-1970");
    assert_string_equal(fact(&r, "cpu.mhz"), "1900");
    assert_string_equal(fact(&r, "toolchain.target"), "aarch64-Linux");
    assert_string_equal(fact(&r, "run.copies"), "1");
    assert_string_equal(fact(&r, "lmbench.enough"), "5000");
    assert_string_equal(fact(&r, "lmbench.date.start"), "Thu Jan 1 08:00:06 CST 1970");
    assert_true(reading_notes(&r, IMPORT_DOUBTFUL, 37, "clock"));
    for (size_t i = 0; i < r.doc->sessions[0]->facts.n; i++) {
        assert_null(strstr(r.doc->sessions[0]->facts.items[i].key, "user"));
        assert_null(strstr(r.doc->sessions[0]->facts.items[i].value, "/tmp"));
    }
    reading_close(&r);
}

static void doubts_are_told_with_the_line(void **state)
{
    struct reading r;

    (void)state;
    open_raw(&r, "032-2alpha8-linux-2.4.10-hand-edited");
    assert_true(reading_notes(&r, IMPORT_DOUBTFUL, 16, "page fault"));
    reading_close(&r);
    open_raw(&r, "028-oscomp-qemu-and-d1-in-one-log");
    for (uint32_t line = 27; line <= 30; line++)
        assert_true(reading_notes(&r, IMPORT_AMBIGUOUS, line, "no heading"));
    reading_close(&r);
    open_raw(&r, "004-hifive-unmatched-inf");
    assert_true(reading_notes(&r, IMPORT_INVALID, 627, "infinite"));
    reading_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_that_the_index_names_is_found),
        cmocka_unit_test(what_is_missing_is_no_number),
        cmocka_unit_test(nothing_is_lost_and_nothing_is_added),
        cmocka_unit_test(every_point_of_every_block_is_kept),
        cmocka_unit_test(banners_part_blocks_that_would_be_the_same_rows),
        cmocka_unit_test(the_runs_of_a_script_are_invocations_and_its_mean_is_doubted),
        cmocka_unit_test(headers_are_facts_without_what_is_private),
        cmocka_unit_test(doubts_are_told_with_the_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
