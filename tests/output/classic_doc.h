/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * classic_doc.h - documents for the tests of the classic views, and what they print
 */
#ifndef CLASSIC_DOC_H
#define CLASSIC_DOC_H

#include <math.h>
#include <stdio.h>

#include "output/view.h"

#include "builder.h"
#include "support.h"

/* What a published raw file holds, in its own units. */
struct value {
    const char *id, *params;
    double value;
};

#define US 1e-6
#define NS 1e-9
#define MB 1e6

/* corpus raw/001, a LicheeRV D1: what its summary is made of */
BUILDER const struct value licheerv[] = {
    { "tlb", NULL, 10 },
    { "line", NULL, 64 },
    { "par_mem", "size=536870912", 5.82 },
    { "par_mem", "size=268435456", 5.90 },
    { "lat_syscall.null", NULL, 0.3912 * US },
    { "lat_syscall.read", NULL, 1.1776 * US },
    { "lat_syscall.write", NULL, 0.7679 * US },
    { "lat_syscall.stat", NULL, 14.8294 * US },
    { "lat_syscall.open", NULL, 34.8146 * US },
    { "lat_select.file", "fds=10", 2.4155 * US },
    { "lat_select.file", "fds=100", 12.4193 * US },
    { "lat_select.tcp", "fds=10", 2.8730 * US },
    { "lat_select.tcp", "fds=100", 33.3653 * US },
    { "lat_select.tcp", "fds=250", 86.1364 * US },
    { "lat_sig.install", NULL, 1.9978 * US },
    { "lat_sig.catch", NULL, 13.9885 * US },
    { "lat_sig.prot", NULL, 0.4147 * US },
    { "lat_pipe", NULL, 36.6257 * US },
    { "lat_unix", NULL, 89.8387 * US },
    { "lat_proc.fork", NULL, 6665 * US },
    { "lat_proc.exec", NULL, 33408 * US },
    { "lat_proc.shell", NULL, 48650 * US },
    { "lat_ops.integer_bit", NULL, 1.01 * NS },
    { "lat_ops.integer_add", NULL, 0.02 * NS },
    { "lat_ops.integer_mul", NULL, 3.24 * NS },
    { "lat_ops.integer_div", NULL, 12.02 * NS },
    { "lat_ops.integer_mod", NULL, 3.98 * NS },
    { "lat_ops.int64_bit", NULL, 1.00 * NS },
    { "lat_ops.float_add", NULL, 3.96 * NS },
    { "lat_ops.float_mul", NULL, 3.97 * NS },
    { "lat_ops.float_div", NULL, 18.86 * NS },
    { "lat_ops.float_bogomflops", NULL, 26.99 * NS },
    { "lat_ops.double_add", NULL, 4.96 * NS },
    { "lat_ops.double_mul", NULL, 5.00 * NS },
    { "lat_ops.double_div", NULL, 33.85 * NS },
    { "lat_ops.double_bogomflops", NULL, 44.02 * NS },
    { "lat_ctx", "size=0 procs=2", 12.08 * US },
    { "lat_ctx", "size=0 procs=8", 21.11 * US },
    { "lat_ctx", "size=16384 procs=2", 27.83 * US },
    { "lat_ctx", "size=16384 procs=8", 30.17 * US },
    { "lat_ctx", "size=16384 procs=16", 29.82 * US },
    { "lat_ctx", "size=65536 procs=2", 23.33 * US },
    { "lat_ctx", "size=65536 procs=8", 26.47 * US },
    { "lat_ctx", "size=65536 procs=16", 26.63 * US },
    { "lat_udp", "host=localhost", 175.2599 * US },
    { "lat_tcp", "host=localhost", 263.6222 * US },
    { "lat_connect", "host=localhost", 926.5 * US },
    { "lat_fs.create", "size=0", 1.0 / 3647 },
    { "lat_fs.delete", "size=0", 1.0 / 4172 },
    { "lat_fs.create", "size=10240", 1.0 / 1677 },
    { "lat_fs.delete", "size=10240", 1.0 / 3016 },
    { "lat_mmap", "size=268435456", 51991 * US },
    { "lat_mmap", "size=536870912", 103014 * US },
    { "lat_pagefault", NULL, 8.4231 * US },
    { "bw_pipe", NULL, 191.46 * MB },
    { "bw_unix", NULL, 186.80 * MB },
    { "bw_tcp", "message=1437 host=localhost", 65.76 * MB },
    { "bw_tcp", "message=10485760 host=localhost", 184.40 * MB },
    { "bw_file_rd.io_only", "size=536870912", 461.49 * MB },
    { "bw_mmap_rd.mmap_only", "size=536870912", 2064.61 * MB },
    { "bw_mem.bcopy", "size=268435456", 1287.39 * MB },
    { "bw_mem.fcp", "size=268435456", 1282.42 * MB },
    { "bw_mem.frd", "size=536870912", 1196.38 * MB },
    { "bw_mem.fwr", "size=536870912", 1093.07 * MB },
    { "lat_mem_rd", "size=1024 stride=128", 2.043 * NS },
    { "lat_mem_rd", "size=131072 stride=128", 25.623 * NS },
    { "lat_mem_rd", "size=536870912 stride=128", 26.340 * NS },
    { "lat_mem_rd.random", "size=536870912 stride=16", 170.990 * NS },
    { NULL, NULL, 0 },
};

BUILDER const char *unit_of(const char *id)
{
    return strncmp(id, "bw_", 3) == 0   ? "B/s"
           : strcmp(id, "tlb") == 0     ? "pages"
           : strcmp(id, "line") == 0    ? "B"
           : strcmp(id, "par_mem") == 0 ? "1"
                                        : "s";
}

/* Imported rows: one value each, nothing known of its spread. */
BUILDER void import(struct doc *doc, struct session *s, const struct value *values)
{
    struct measurement *reads[2] = { NULL, NULL };

    for (; values->id; values++) {
        struct measurement *m = add_row(doc, s, values->id, unit_of(values->id),
                                        values->params, values->value, 0);

        m->definition =
            add_definition(doc, values->id, unit_of(values->id), "lmbench-3.0a4");
        m->origin = DOC_ORIGIN_IMPORTED;
        m->judged->estimate.n = 1;
        m->judged->class = JUDGED_UNKNOWN;
        if (strcmp(values->id, "lat_syscall.read") == 0)
            reads[0] = m;
        if (strcmp(values->id, "lat_syscall.write") == 0)
            reads[1] = m;
    }
    if (reads[0] && reads[1])
        add_mean(doc, s, reads[0], reads[1]);
}

BUILDER struct doc *licheerv_doc(void)
{
    struct doc *doc = doc_new();
    struct session *s =
        add_session(doc, "r1", "openeuler-riscv64", "6.1.0-0.rc3.11.oe2303.riscv64",
                    "riscv64-linux-gnu");

    add_fact(doc, &s->system->facts, "cpu.mhz", "998", "MHz");
    import(doc, s, licheerv);
    return doc;
}

BUILDER char *printed(const struct doc *doc, const struct view_options *options)
{
    struct sink sink;
    struct diag why = { 0 };
    char *text;

    sink_open_memory(&sink);
    if (view_print(view_find("text-3.0"), doc, options, &sink, &why) < 0)
        fail_msg("%s", diag_text(&why));
    text = strdup(sink.buf.text);
    sink_abandon(&sink);
    return text;
}

BUILDER void assert_has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no '%s' in:\n%s", part, text);
}

BUILDER void assert_has_not(const char *text, const char *part)
{
    if (strstr(text, part))
        fail_msg("'%s' in:\n%s", part, text);
}

/* Three rows of reference R2, as corpus summaries/022 has them in their columns. */
BUILDER const struct value lucent_20_pre[] = {
    { "lat_ctx", "size=0 procs=2", 1.66 * US },
    { "lat_ctx", "size=16384 procs=2", 2.04 * US },
    { "lat_ctx", "size=65536 procs=2", 2.09 * US },
    { "lat_ctx", "size=16384 procs=8", 3.19 * US },
    { "lat_ctx", "size=65536 procs=8", 24.4 * US },
    { "lat_ctx", "size=16384 procs=16", 6.05 * US },
    { "lat_ctx", "size=65536 procs=16", 34.6 * US },
    { "lat_pipe", NULL, 8.525 * US },
    { "lat_unix", NULL, 13.3 * US },
    { "lat_tcp", NULL, 20.7 * US },
    { "lat_connect", NULL, 60.4 * US },
    { NULL, NULL, 0 },
};
BUILDER const struct value lucent_20[] = {
    { "lat_ctx", "size=0 procs=2", 1.73 * US },
    { "lat_ctx", "size=16384 procs=2", 0.88 * US },
    { "lat_ctx", "size=65536 procs=8", 14.7 * US },
    { "lat_ctx", "size=16384 procs=16", 0.10 * US },
    { "lat_ctx", "size=65536 procs=16", 24.9 * US },
    { "lat_pipe", NULL, 7.541 * US },
    { "lat_unix", NULL, 13.5 * US },
    { "lat_tcp", NULL, 63.8 * US },
    { "lat_connect", NULL, 73.2 * US },
    { NULL, NULL, 0 },
};
BUILDER const struct value lucent_26[] = {
    { "lat_ctx", "size=0 procs=2", 1.56 * US },
    { "lat_ctx", "size=16384 procs=2", 1.65 * US },
    { "lat_ctx", "size=65536 procs=2", 1.92 * US },
    { "lat_ctx", "size=16384 procs=8", 4.65 * US },
    { "lat_ctx", "size=65536 procs=8", 30.5 * US },
    { "lat_ctx", "size=16384 procs=16", 10.0 * US },
    { "lat_ctx", "size=65536 procs=16", 40.4 * US },
    { "lat_pipe", NULL, 9.622 * US },
    { "lat_unix", NULL, 73.4 * US },
    { "lat_tcp", NULL, 132.6 * US },
    { "lat_connect", NULL, 451.7 * US },
    { NULL, NULL, 0 },
};

BUILDER struct doc *lucent_doc(void)
{
    struct doc *doc = doc_new();

    import(doc, add_session(doc, "r1", "lucent.rdg", "2.4.20-8", "i686-pc-linux-gnu"),
           lucent_20_pre);
    import(doc, add_session(doc, "r2", "lucent.rdg", "2.4.20", "i686-pc-linux-gnu"),
           lucent_20);
    import(doc, add_session(doc, "r3", "lucent.rdg", "2.6.0", "i686-pc-linux-gnu"),
           lucent_26);
    return doc;
}

/* A run of ours with one of everything that is worth a remark. */
BUILDER struct doc *own_doc(void)
{
    struct doc *doc = doc_new();
    struct session *s =
        add_session(doc, "r1", "boxa", "6.1.0-18-amd64", "x86_64-linux-gnu");
    struct measurement *read, *write, *m;
    struct definition *select, *full;

    doc->uuid = "6f6a1f5e-0000-4000-8000-000000000000";
    doc->completeness = "partial";
    s->protocol.set = "quick";
    add_fact(doc, &s->system->facts, "cpu.mhz", "2995.3", "MHz");
    add_row(doc, s, "lat_syscall.null", "s", NULL, 0.12476 * US, 0.0012);
    read = add_row(doc, s, "lat_syscall.read", "s", NULL, 0.1902 * US, 0.009);
    write = add_row(doc, s, "lat_syscall.write", "s", NULL, 0.1502 * US, 0.009);
    add_mean(doc, s, read, write);
    m = add_row(doc, s, "lat_syscall.open", "s", NULL, 1.15 * US, 0.03);
    add_flag(doc, m, "drift", JUDGED_WARNING, NULL);
    add_row(doc, s, "lat_select.tcp", "s", "fds=100", 5.15 * US, 0.02);
    select = add_definition(doc, "lat_select.tcp", "s", "1");
    select->likeness = WORDS_LIKENESS_DIFFERENT;
    select->note = "lmbench polls fewer of them.";
    m = add_row(doc, s, "lat_proc.fork", "s", NULL, 112.02 * US, 0.12);
    add_flag(doc, m, "second-mode", JUDGED_INFO, "second mode 4.00 ms, 3 %");
    add_row(doc, s, "lat_pipe", "s", "placement=same", 4.411 * US, 0.02);
    add_missing(doc, s, "bw_pipe", "B/s", NULL, DOC_STATUS_FAILED, "timeout");
    add_missing(doc, s, "lat_rpc.udp", "s", NULL, DOC_STATUS_UNSUPPORTED, "no rpc");
    add_missing(doc, s, "lat_rpc.tcp", "s", NULL, DOC_STATUS_UNSUPPORTED, "no rpc");
    add_row(doc, s, "bw_mem.frd", "B/s", "size=536870912", 11213 * MB, 0.02);
    add_row(doc, s, "bw_mem.fwr", "B/s", "size=536870912", 8123 * MB, 0.02);
    for (int i = 0; i < 2; i++) {
        full = add_definition(doc, i ? "bw_mem.fwr" : "bw_mem.frd", "B/s", "1");
        full->likeness = WORDS_LIKENESS_DIFFERENT;
        full->note = "ours moves whole vectors.";
    }
    return doc;
}

BUILDER void run_on(struct doc *doc, struct measurement *m, int on_two, int of)
{
    for (int i = 0; i < of; i++) {
        struct invocation *inv = doc_add_invocation(doc, m->session);

        inv->seq = (uint32_t)m->session->n_invocations;
        inv->valid = true;
        inv->series = arena_alloc(doc->arena, sizeof *inv->series);
        inv->n_series = 1;
        inv->series->measurement = m;
        inv->counts = arena_alloc(doc->arena, sizeof *inv->counts);
        inv->n_counts = 1;
        *inv->counts = (struct count){ "processors", "1", i < on_two ? 2 : 1 };
    }
}

#endif
