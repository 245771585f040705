/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "output/classic.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>

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
static const struct value licheerv[] = {
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

static const char *unit_of(const char *id)
{
    return strncmp(id, "bw_", 3) == 0   ? "B/s"
           : strcmp(id, "tlb") == 0     ? "pages"
           : strcmp(id, "line") == 0    ? "B"
           : strcmp(id, "par_mem") == 0 ? "1"
                                        : "s";
}

/* Imported rows: one value each, nothing known of its spread. */
static void import(struct doc *doc, struct session *s, const struct value *values)
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

static struct doc *licheerv_doc(void)
{
    struct doc *doc = doc_new();
    struct session *s =
        add_session(doc, "r1", "openeuler-riscv64", "6.1.0-0.rc3.11.oe2303.riscv64",
                    "riscv64-linux-gnu");

    add_fact(doc, &s->system->facts, "cpu.mhz", "998", "MHz");
    import(doc, s, licheerv);
    return doc;
}

static char *printed(const struct doc *doc, const struct view_options *options)
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

static void assert_has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no '%s' in:\n%s", part, text);
}

static void assert_has_not(const char *text, const char *part)
{
    if (strstr(text, part))
        fail_msg("'%s' in:\n%s", part, text);
}

/* The summary as it was published beside the raw file (corpus summaries/033). */
static void faithful_is_the_published_summary_byte_for_byte(void **state)
{
    const struct view_options options = { .faithful = true, .bare = true };
    char *path = support_data("lmbench/licheerv-d1.summary.txt");
    char *want = support_read(path, NULL);
    struct doc *doc = licheerv_doc();
    char *got = printed(doc, &options);

    (void)state;
    assert_string_equal(got, want);
    free(got);
    free(want);
    free(path);
    doc_free(doc);
}

/* The same without tabs, blanks at ends, and the faults of the old program. */
static void by_default_the_layout_is_kept_without_its_faults(void **state)
{
    const struct view_options options = { .bare = true };
    char *path = support_data("lmbench/licheerv-d1.default.txt");
    char *want = support_read(path, NULL);
    struct doc *doc = licheerv_doc();
    char *got = printed(doc, &options);

    (void)state;
    assert_string_equal(got, want);
    free(got);
    free(want);
    free(path);
    doc_free(doc);
}

/* Three rows of reference R2, as corpus summaries/022 has them in their columns. */
static const struct value lucent_20_pre[] = {
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
static const struct value lucent_20[] = {
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
static const struct value lucent_26[] = {
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

static struct doc *lucent_doc(void)
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

#define LUCENT_CONTEXT                                                             \
    "Context switching - times in microseconds - smaller is better\n"              \
    "-------------------------------------------------------------------------\n"  \
    "Host                 OS  2p/0K 2p/16K 2p/64K 8p/16K 8p/64K 16p/16K 16p/64K\n" \
    "                         ctxsw  ctxsw  ctxsw ctxsw  ctxsw   ctxsw   ctxsw\n"  \
    "--------- ------------- ------ ------ ------ ------ ------ ------- -------\n" \
    "lucent.rd Linux 2.4.20- 1.6600 2.0400 2.0900 3.1900   24.4 6.05000    34.6\n" \
    "lucent.rd  Linux 2.4.20 1.7300 0.8800                 14.7 0.10000    24.9\n" \
    "lucent.rd   Linux 2.6.0 1.5600 1.6500 1.9200 4.6500   30.5    10.0    40.4\n\n"
#define LUCENT_LOCAL                                                          \
    "*Local* Communication latencies in microseconds - smaller is better\n"   \
    "---------------------------------------------------------------------\n" \
    "Host                 OS 2p/0K  Pipe AF     UDP  RPC/   TCP  RPC/ TCP\n"  \
    "                        ctxsw       UNIX         UDP         TCP conn\n" \
    "--------- ------------- ----- ----- ---- ----- ----- ----- ----- ----\n"

static void rows_stand_in_the_order_of_the_arguments(void **state)
{
    const struct view_options faithful = { .faithful = true, .bare = true };
    const struct view_options plain = { .bare = true };
    struct doc *doc = lucent_doc();
    char *text = printed(doc, &faithful);

    (void)state;
    assert_has(
        text, LUCENT_CONTEXT LUCENT_LOCAL
        "lucent.rd Linux 2.4.20- 1.660 8.525 13.3              20.7        60.\n"
        "lucent.rd  Linux 2.4.20 1.730 7.541 13.5              63.8        73.\n"
        "lucent.rd   Linux 2.6.0 1.560 9.622 73.4             132.6       451.\n");
    free(text);
    text = printed(doc, &plain);
    /* the same, but for the digit that the old column loses */
    assert_has(
        text, LUCENT_CONTEXT LUCENT_LOCAL
        "lucent.rd Linux 2.4.20- 1.660 8.525 13.3              20.7       60.4\n"
        "lucent.rd  Linux 2.4.20 1.730 7.541 13.5              63.8       73.2\n"
        "lucent.rd   Linux 2.6.0 1.560 9.622 73.4             132.6       451.\n");
    assert_has_not(text, "Processor"); /* a table without any value */
    free(text);
    doc_free(doc);
}

static char *memory_row(double l1, double l2, double main, bool faithful)
{
    const struct view_options options = { .faithful = faithful, .bare = true };
    struct value values[] = { { "lat_syscall.null", NULL, 0.25 * US },
                              { "lat_mem_rd", "size=1024 stride=128", l1 * NS },
                              { "lat_mem_rd", "size=131072 stride=128", l2 * NS },
                              { "lat_mem_rd", "size=67108864 stride=128", main * NS },
                              { NULL, NULL, 0 } };
    struct doc *doc = doc_new();
    struct session *s = add_session(doc, "r1", "camflow", "5.7.7camflow", NULL);
    char *text;

    import(doc, s, values);
    if (l1 > 0)
        add_fact(doc, &s->system->facts, "cpu.mhz", "1000", "MHz");
    text = printed(doc, &options);
    doc_free(doc);
    return text;
}

/* spec/lmbench.md 4.4: alike is within a fifth of the larger */
static void latencies_that_are_alike_make_a_guess(void **state)
{
    static const struct {
        double l1, l2, main;
        const char *row;
    } cases[] = {
        { 2.0, 15.0, 136.0,
          "\ncamflow   Linux 5.7.7ca  1000 2.0000   15.0       136.0\n" },
        { 2.0, 26.0, 26.3,
          "\ncamflow   Linux 5.7.7ca  1000 2.0000   26.0        26.3             No L2 "
          "cache?\n" },
        { 15.0, 15.0, 136.0,
          "\ncamflow   Linux 5.7.7ca  1000   15.0   15.0       136.0             No L1 "
          "cache?\n" },
        { 15.0, 18.9, 136.0,
          "\ncamflow   Linux 5.7.7ca  1000   15.0   18.9       136.0\n" },
        { 15.0, 15.0, 15.0,
          "\ncamflow   Linux 5.7.7ca  1000   15.0   15.0        15.0             No L1 "
          "cache?\n" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = memory_row(cases[i].l1, cases[i].l2, cases[i].main, false);

        assert_has(text, cases[i].row);
        free(text);
    }
}

/* As corpus summaries/045 has it, there with a clock that was known. */
static void the_old_program_blames_the_clock_for_a_missing_latency(void **state)
{
    char *text = memory_row(-1, 15.0, 136.0, true);

    (void)state;
    assert_has(
        text, "\ncamflow   Linux 5.7.7ca    -1     -      -           -    Bad mhz?\n");
    assert_has(text, "\ncamflow   Linux 5.7.7ca   -1 0.25 ");
    free(text);
    text = memory_row(-1, 15.0, 136.0, false);
    assert_has(text, "\ncamflow   Linux 5.7.7ca                15.0       136.0\n");
    assert_has(text, "\ncamflow   Linux 5.7.7ca      0.25\n");
    free(text);
}

/* As corpus summaries/025: 64 copies, no arithmetic, no cost of a connection. */
static void what_is_measured_alone_is_blank_where_copies_ran(void **state)
{
    const struct view_options options = { .bare = true };
    struct doc *doc = licheerv_doc();
    char *text;

    (void)state;
    add_fact(doc, &doc->sessions[0]->facts, "run.copies", "64", NULL);
    text = printed(doc, &options);
    assert_has(text, " 5.8200   64\n");
    assert_has_not(text, "Basic integer operations");
    assert_has(text, "12.1  36.6 89.8 175.3       263.6\n");
    free(text);
    doc_free(doc);
}

/* A run of ours with one of everything that is worth a remark. */
static struct doc *own_doc(void)
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

static void a_summary_of_ours_has_a_heading_of_ours(void **state)
{
    const struct view_options plain = { .bare = true };
    const struct view_options faithful = { .bare = true, .faithful = true };
    struct doc *doc = own_doc();
    char *text = printed(doc, &plain);

    (void)state;
    assert_memory_equal(text,
                        "\n"
                        "                 E R R B A R   S U M M A R Y\n"
                        "                 ---------------------------\n"
                        "                 (lmbench 3.0 layout)\n"
                        "\n"
                        "Basic system parameters\n",
                        138);
    free(text);
    text = printed(doc, &faithful);
    assert_memory_equal(
        text, "\n                 L M B E N C H  3 . 0   S U M M A R Y\n", 55);
    free(text);
    /* one row of ours among imported ones is enough */
    import(doc, add_session(doc, "r2", "old", "2.4", NULL), lucent_20);
    text = printed(doc, &plain);
    assert_has(text, "E R R B A R   S U M M A R Y");
    free(text);
    doc_free(doc);
}

static void cells_come_from_the_judged_estimates(void **state)
{
    const struct view_options options = { .bare = true };
    struct doc *doc = own_doc();
    char *text = printed(doc, &options);

    (void)state;
    assert_has(
        text,
        "Host                 OS Description              Mhz  tlb  cache  mem   scal\n"
        "                                                     pages line   par   load\n"
        "                                                           bytes\n"
        "--------- ------------- ----------------------- ---- ----- ----- ------ ----\n"
        "boxa      Linux 6.1.0-1        x86_64-linux-gnu 2995                       1\n"
        "\n"
        "Processor, Processes - times in microseconds - smaller is better\n"
        "------------------------------------------------------------------------------"
        "\n"
        "Host                 OS  Mhz null null      open slct sig  sig  fork exec sh\n"
        "                             call  I/O stat clos TCPa inst hndl proc proc "
        "proc\n"
        "--------- ------------- ---- ---- ---- ---- ---- ---- ---- ---- ---- ---- "
        "----\n"
        "boxa      Linux 6.1.0-1 2995 0.12 0.17      1.15 5.15           112.\n"
        "a  lat_select.tcp is not lmbench's: lmbench polls fewer of them.\n"
        "\n");
    free(text);
    doc_free(doc);
}

static void what_is_not_lmbenchs_has_a_letter_and_a_line_even_bare(void **state)
{
    const struct view_options plain = { .bare = true };
    const struct view_options faithful = { .bare = true, .faithful = true };
    struct doc *doc = own_doc();
    char *text = printed(doc, &plain);

    (void)state;
    /* two columns of one note share its letter */
    assert_has(text,
               "  Bcopy  Mema  Mema\n"
               "                             UNIX      reread reread (libc) (hand) "
               "read write\n");
    assert_has(text, " 11.K 8123.\na  bw_mem.frd is not lmbench's: ours moves whole "
                     "vectors.\n");
    free(text);
    text = printed(doc, &faithful);
    assert_has(text, "clos TCPa inst");
    assert_has(text, "\na  bw_mem.frd is not");
    free(text);
    doc_free(doc);
}

static void imported_rows_alone_have_no_letters(void **state)
{
    const struct view_options options = { .bare = true };
    struct doc *doc = licheerv_doc();
    char *text;

    (void)state;
    for (size_t i = 0; i < doc->n_catalogue; i++)
        doc->catalogue[i]->likeness = WORDS_LIKENESS_DIFFERENT;
    text = printed(doc, &options);
    assert_has_not(text, "is not lmbench's");
    assert_has(text, "clos TCP  inst");
    free(text);
    doc_free(doc);
}

static void below_the_tables_stand_reasons_noise_and_where_it_comes_from(void **state)
{
    const struct view_options options = { .bare = false };
    const struct view_options bare = { .bare = true };
    struct doc *doc = own_doc();
    char *text = printed(doc, &options);

    (void)state;
    assert_has(
        text,
        "\n\n"
        "boxa: failed (timeout): bw_pipe\n"
        "boxa: unsupported (no rpc): lat_rpc.udp, lat_rpc.tcp\n"
        "noisy: boxa, lat_proc.fork 112 us +-12 % (K = 15 over 92 s), second-mode\n"
        "boxa, warnings: lat_syscall.open (drift)\n"
        "errbar ");
    assert_has(text,
               ", view text-3.0, layout g6. MB = 10^6 bytes, 16K = 16 * 1024 bytes."
               "\n   Licence not stated.\n"
               "boxa: result 6f6a1f5e-0000-4000-8000-000000000000, "
               "2026-03-02T08:02:40Z, set\n   quick, partial\n");
    free(text);
    text = printed(doc, &bare);
    assert_has_not(text, "timeout");
    assert_has_not(text, "result");
    free(text);
    doc_free(doc);
}

static void a_warning_of_all_rows_is_told_once(void **state)
{
    const struct view_options options = { .bare = false };
    struct doc *doc = own_doc();
    char *text;

    (void)state;
    for (size_t i = 0; i < doc->n_measurements; i++) {
        if (doc->measurements[i]->judged)
            add_flag(doc, doc->measurements[i], "second-run", JUDGED_WARNING, NULL);
    }
    text = printed(doc, &options);
    assert_has(text,
               "lat_proc.fork 112 us +-12 % (K = 15 over 92 s), second-mode\n"
               "boxa, warnings: all rows (second-run), lat_syscall.open (drift)\n");
    free(text);
    doc_free(doc);
}

static void a_difference_that_may_be_zero_is_told_with_its_interval(void **state)
{
    const struct view_options options = { .bare = false };
    struct doc *doc = own_doc();
    struct measurement *m = add_row(doc, doc->sessions[0], "lat_ctx", "s",
                                    "size=0 procs=2 placement=same", -0.012 * US, 1);
    char *text;

    (void)state;
    m->judged->estimate.lo = -0.05 * US;
    m->judged->estimate.hi = 0.03 * US;
    m->judged->class = JUDGED_UNKNOWN;
    text = printed(doc, &options);
    assert_has(text,
               "\nunknown: boxa, lat_ctx size=0 procs=2 -0.012 us [-0.050, 0.030] "
               "contains 0");
    assert_has(text,
               "\nboxa      Linux 6.1.0-1       4.411\n"); /* a blank in its cell */
    free(text);
    doc_free(doc);
}

static void run_on(struct doc *doc, struct measurement *m, int on_two, int of)
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

static void the_cell_is_placed_on_one_processor_and_a_line_tells_the_others(
    void **state)
{
    const struct view_options options = { .bare = true };
    struct doc *doc = own_doc();
    struct session *s = doc->sessions[0];
    char *text;

    (void)state;
    run_on(doc, add_row(doc, s, "lat_pipe", "s", "placement=cross", 43.2 * US, 0.032),
           10, 10);
    run_on(doc, add_row(doc, s, "lat_pipe", "s", "placement=free", 9.2 * US, 0.42), 3,
           15);
    text = printed(doc, &options);
    assert_has(
        text,
        "boxa      Linux 6.1.0-1       4.411\n"
        "boxa, lat_pipe: same 4.411 us +-2.0 % (K = 15 over 92 s); cross 43.2 us "
        "+-3.2 %\n"
        "   (K = 15 over 92 s), 10 of 10 on two processors; free 9.2 us +-42 % (K "
        "= 15\n"
        "   over 92 s), 3 of 15 on two processors\n");
    free(text);
    doc_free(doc);
}

static void the_last_attempt_that_went_well_is_shown(void **state)
{
    const struct view_options options = { .bare = true };
    struct doc *doc = own_doc();
    struct session *s = doc->sessions[0];
    char *text;

    (void)state;
    add_row(doc, s, "lat_pipe", "s", "placement=same", 5.5 * US, 0.02)->attempt = 2;
    add_missing(doc, s, "lat_pipe", "s", "placement=same", DOC_STATUS_FAILED,
                "signal 11")
        ->attempt = 3;
    text = printed(doc, &options);
    assert_has(text, "boxa      Linux 6.1.0-1       5.500\n");
    free(text);
    doc_free(doc);
}

static void sentinels_are_not_shown(void **state)
{
    const struct view_options options = { .bare = true };
    struct doc *doc = own_doc();
    char *text;

    (void)state;
    doc->measurements[0]->sentinel = true; /* the null call */
    text = printed(doc, &options);
    assert_has(text, "boxa      Linux 6.1.0-1 2995      0.17      1.15");
    free(text);
    doc_free(doc);
}

static void a_draft_has_a_watermark_even_bare(void **state)
{
    const struct view_options options = { .bare = true };
    struct doc *doc = own_doc();
    char *text;

    (void)state;
    doc->sessions[0]->protocol.draft = true;
    text = printed(doc, &options);
    assert_has(text, "(lmbench 3.0 layout)\n\nDRAFT - ");
    free(text);
    doc_free(doc);
}

static void assert_mailable(const char *text)
{
    size_t column = 0;

    for (const char *c = text; *c; c++) {
        if (*c == '\n') {
            assert_true(column == 0 || c[-1] != ' ');
            column = 0;
            continue;
        }
        if (*c < ' ' || *c > '~' || ++column > 80)
            fail_msg("not for mail at: %.40s", c);
    }
}

static void hostile_names_do_not_break_the_layout(void **state)
{
    static const char *const names[] = {
        "a\033[31mred",
        "two\nlines",
        "tab\there",
        "\xff\xfe\xc3",
        "m\xc3\xbcnchen-\xe2\x80\xae"
        "gnp",
        "\xe6\xb5\x8b\xe8\xaf\x95\xe6\x9c\xba\xe5\x99\xa8",
        "a-name-that-goes-on-and-on-and-on-and-on-and-on-and-on-and-on-and-on-and-on-"
        "and-"
        "on-and-on-and-on-and-on-and-on-and-on-and-on-and-on-and-on-and-on-and-on-and-"
        "on",
        "",
        " ",
        NULL,
    };
    const struct view_options options = { .bare = false };

    (void)state;
    for (size_t i = 0; names[i]; i++) {
        struct doc *doc = own_doc();
        struct session *s = doc->sessions[0];
        char *text;

        s->system->name = names[i];
        s->system->label = names[i];
        s->protocol.set = names[i];
        doc->licence = names[i];
        ((struct fact *)facts_find(&s->system->facts, "kernel.release", DOC_AT_ALWAYS))
            ->value = names[i];
        doc->measurements[7]->reason = names[i];
        text = printed(doc, &options);
        assert_mailable(text);
        assert_has(text, "2995 0.12 0.17      1.15 5.15           112.\n");
        free(text);
        doc_free(doc);
    }
}

static void a_summary_of_nothing_is_an_error_that_says_so(void **state)
{
    const struct view_options options = { .bare = false };
    struct doc *doc = doc_new();
    struct diag why = { 0 };
    struct sink sink;

    (void)state;
    add_row(doc, add_session(doc, "r1", "boxa", "6.1", NULL), "contest.io_load", "s",
            NULL, 80, 0.01);
    sink_open_memory(&sink);
    assert_int_equal(view_print(view_find("text-3.0"), doc, &options, &sink, &why),
                     -ENOENT);
    assert_string_equal(why.text, "nothing of these results has a place in text-3.0");
    assert_null(sink.buf.text);
    sink_abandon(&sink);
    doc_free(doc);
}

static void what_a_view_has_not_got_is_refused(void **state)
{
    const struct view_options generation = { .generation = "g99" };
    const struct view_options pooled = { .by_system = true };
    struct doc *doc = lucent_doc();
    struct diag why = { 0 };
    struct sink sink;
    char *text;

    (void)state;
    sink_open_memory(&sink);
    assert_int_equal(view_print(view_find("text-3.0"), doc, &generation, &sink, &why),
                     -ENOTSUP);
    assert_has(why.text, "no generation 'g99'");
    sink_abandon(&sink);
    text = printed(doc, &pooled); /* each system has one run: the same rows */
    free(text);
    doc->sessions[1]->system = doc->sessions[0]->system;
    doc->n_systems = 2;
    why.rc = 0;
    sink_open_memory(&sink);
    assert_int_equal(view_print(view_find("text-3.0"), doc, &pooled, &sink, &why),
                     -ENOTSUP);
    sink_abandon(&sink);
    doc_free(doc);
}

static void a_comma_locale_changes_nothing(void **state)
{
    const struct view_options options = { .bare = false };
    struct doc *doc = own_doc();
    char *before = printed(doc, &options), *after;

    (void)state;
    setlocale(LC_ALL, "de_DE.UTF-8");
    after = printed(doc, &options);
    setlocale(LC_ALL, "C");
    assert_string_equal(after, before);
    free(before);
    free(after);
    doc_free(doc);
}

static void a_want_of_memory_is_reported_and_nothing_leaks(void **state)
{
    const struct view_options options = { .bare = false };
    struct doc *doc = own_doc();
    int rc = -ENOMEM;

    (void)state;
    run_on(doc, doc->measurements[6], 1, 2);
    for (long n = 0; rc == -ENOMEM; n++) {
        struct sink sink;

        assert_true(n < 10000);
        sink_open_memory(&sink);
        support_fail_allocation = n;
        rc = view_print(view_find("text-3.0"), doc, &options, &sink, NULL);
        support_fail_allocation = -1;
        sink_abandon(&sink);
    }
    assert_int_equal(rc, 0);
    doc_free(doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faithful_is_the_published_summary_byte_for_byte),
        cmocka_unit_test(by_default_the_layout_is_kept_without_its_faults),
        cmocka_unit_test(rows_stand_in_the_order_of_the_arguments),
        cmocka_unit_test(latencies_that_are_alike_make_a_guess),
        cmocka_unit_test(the_old_program_blames_the_clock_for_a_missing_latency),
        cmocka_unit_test(what_is_measured_alone_is_blank_where_copies_ran),
        cmocka_unit_test(a_summary_of_ours_has_a_heading_of_ours),
        cmocka_unit_test(cells_come_from_the_judged_estimates),
        cmocka_unit_test(what_is_not_lmbenchs_has_a_letter_and_a_line_even_bare),
        cmocka_unit_test(imported_rows_alone_have_no_letters),
        cmocka_unit_test(below_the_tables_stand_reasons_noise_and_where_it_comes_from),
        cmocka_unit_test(a_warning_of_all_rows_is_told_once),
        cmocka_unit_test(a_difference_that_may_be_zero_is_told_with_its_interval),
        cmocka_unit_test(
            the_cell_is_placed_on_one_processor_and_a_line_tells_the_others),
        cmocka_unit_test(the_last_attempt_that_went_well_is_shown),
        cmocka_unit_test(sentinels_are_not_shown),
        cmocka_unit_test(a_draft_has_a_watermark_even_bare),
        cmocka_unit_test(hostile_names_do_not_break_the_layout),
        cmocka_unit_test(a_summary_of_nothing_is_an_error_that_says_so),
        cmocka_unit_test(what_a_view_has_not_got_is_refused),
        cmocka_unit_test(a_comma_locale_changes_nothing),
        cmocka_unit_test(a_want_of_memory_is_reported_and_nothing_leaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
