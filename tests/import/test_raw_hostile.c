/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Raw files as logs, terminals, shells and lost bytes leave them; all invented. */
#include "import/raw.h"

#include <stdio.h>

#include "reading.h"
#include "support.h"

#define HEAD "[lmbench3.0 results for Linux h 5.4.0 #1 SMP x86_64]\n"

/* What each file gives, "id params value" in base units, all that there is. */
static const struct {
    const char *text;
    const char *values[8];
    size_t ambiguous;
} files[] = {
    /* a number is whole, or none */
    { HEAD "integer bit parallelism: 1,5\ninteger add parallelism: 1.2.3\n"
           "integer mul parallelism: 1e400\nint64 bit parallelism: 7e\n"
           "float add parallelism: 2.50float mul parallelism: 2.75\n",
      { "par_ops.float_add  2.5", "par_ops.float_mul  2.75" },
      0 },
    { HEAD "\"mappings\n0.524288 1.5e+01\n1.048576 1,5\n2.097152 -1\n4.194304 inf\n",
      { "lat_mmap size=524288 1.5e-05" },
      0 },
    { HEAD "Simple read: 0.4000 used\nSimple stat: 1234567890.1234567 microseconds\n",
      { "lat_syscall.stat  1234.5678901234" },
      0 },
    { HEAD "Pipe bandwidth: 10.00 MB/sec\ntlb: 6",
      { "bw_pipe  10000000" },
      0 }, /* 6, or 64 */
    { HEAD "Pipe bandwidth: 10.00 MB/sec\n\"File system latency\n0k\t9\t100\t20",
      { "bw_pipe  10000000", "lat_fs.create size=0 0.01" },
      1 },
    /* sizes: ties go to even digits, disks have an offset 0, millions are millions */
    { HEAD "\"stride=16\n0.01562 1.000\n0.07812 2.000\n",
      { "lat_mem_rd size=16384 stride=16 1e-09",
        "lat_mem_rd size=81920 stride=16 2e-09" },
      0 },
    { HEAD "\"Zone bandwidth for /dev/x\n0.0 50.00\n2.0 40.00\n",
      { "disk.zone offset=0 50000000", "disk.zone offset=2000000 40000000" },
      0 },
    { HEAD "Memory read bandwidth\n268.44 5.00\n879.00 4.00\n",
      { "bw_mem.frd size=268435456 5000000", "bw_mem.frd size=879000000 4000000" },
      0 },
    /* blocks that we do not know, and lines that are none of a block's */
    { HEAD "Memory load parallelism\n0.001024 2.00\n\"pmake jobs=4\n10 25.50\n"
           "100 250.50\n",
      { "par_mem size=1024 2" },
      2 },
    { HEAD "\"File system latency\n0k\t9\t100\t200\n\n0.524288 8.031\n",
      { "lat_fs.create size=0 0.01", "lat_fs.delete size=0 0.005" },
      1 },
    { HEAD "\"read bandwidth\n0.000512 5.00\n0.001024 6.00\n0.5 12\n0.002048 7.00\n"
           "0.000512 1.00\n0.001024 2.00\n", /* its heading was lost */
      { "bw_file_rd.io_only size=512 5000000", "bw_file_rd.io_only size=1024 6000000",
        "bw_file_rd.io_only size=2048 7000000" },
      3 },
    { HEAD "\"size=4k ovr=1.00\n2 3.00\n00000001 00000002\n4 5.00\n",
      { "lat_ctx.overhead size=4096 1e-06", "lat_ctx size=4096 procs=2 3e-06",
        "lat_ctx size=4096 procs=4 5e-06" },
      0 },
    { HEAD "\"size=0k ovr=5.232 12.34\n4 13.50\n", /* the overhead, and "2 12.34" */
      { "lat_ctx size=0 procs=4 1.35e-05" },
      0 },
    { HEAD "\"read bandwidth\n0.000512 5.00\"Mmap read bandwidth\n0.000512 6.00\n",
      { "bw_file_rd.io_only size=512 5000000",
        "bw_mmap_rd.mmap_only size=512 6000000" },
      0 },
    /* what shells say of the dead is no command */
    { "\"libc bcopy unaligned\n0.000512 5.00\n"
      "./lmbench: line 66: 4711 Killed  bw_mem 512m rd\n[1]+ Aborted bw_mem 8m wr\n"
      "Usage: lat_pipe [-P n]\n0.001024 6.00\n",
      { "bw_mem.bcopy size=512 5000000", "bw_mem.bcopy size=1024 6000000" },
      0 },
    { HEAD "Memory bzero bandwidth\n0.000512 5.00\n+ bw_mem 1024 rd\n0.001024 6.00\n",
      { "bw_mem.bzero size=512 5000000", "bw_mem.bzero size=1024 6000000" },
      0 },
    /* stamps and colours; a kernel's log between the lines is not of them */
    { "2024-05-01T12:00:00.5Z \"size=0k ovr=1.00\n2024-05-01T12:00:00.6Z 2 3.00\n"
      "12:00:01 4 5.00\n",
      { "lat_ctx.overhead size=0 1e-06", "lat_ctx size=0 procs=2 3e-06",
        "lat_ctx size=0 procs=4 5e-06" },
      0 },
    { "\"size=0k ovr=1.00\n2 3.00\n[   12.345678] 8 9.00\n4 5.00\n",
      { "lat_ctx.overhead size=0 1e-06", "lat_ctx size=0 procs=2 3e-06",
        "lat_ctx size=0 procs=4 5e-06" },
      0 },
    { "\033[1mSimple\033[0m \033[32mread:\033[0m 0.5000 microseconds\033[K\n",
      { "lat_syscall.read  5e-07" },
      0 },
    /* names */
    { HEAD "TCP latency using ::1: 5.0000 microseconds\n"
           "Pagefaults on /tmp/my file: 0.5000 microseconds\n"
           "File /tmp/a b write bandwidth:1333 KB/sec\n"
           "Avg xfer 900, 0.9KB in 1.5000 millisecs, 600.00 KB/sec\n",
      { "lat_tcp host=::1 5e-06", "lat_pagefault  5e-07", "lmdd.write  1333000",
        "lat_http.time  0.0015", "lat_http.rate  600000" },
      0 },
};

static void files_give_what_is_in_them_and_nothing_else(void **state)
{
    (void)state;
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        struct reading r;
        size_t n = 0, ambiguous = 0;

        reading_of_text(&r, "x", files[f].text, strlen(files[f].text), NULL);
        for (; n < 8 && files[f].values[n]; n++) {
            if (!reading_has(&r, files[f].values[n]))
                fail_msg("no '%s' of:\n%s", files[f].values[n], files[f].text);
        }
        if (r.log.values != n)
            fail_msg("%zu values, not %zu, of:\n%s", r.log.values, n, files[f].text);
        for (size_t i = 0; i < r.log.n_notes; i++)
            ambiguous += r.log.notes[i].kind == IMPORT_AMBIGUOUS;
        if (ambiguous != files[f].ambiguous)
            fail_msg("%zu ambiguous, not %zu, of:\n%s", ambiguous, files[f].ambiguous,
                     files[f].text);
        reading_close(&r);
    }
}

static const struct {
    const char *header, *host, *release, *version;
} headers[] = {
    { "[lmbench3.0 results for Linux h 5.4.0 #1]", "h", "5.4.0", "3.0" },
    { "[lmbench 3.0 results for Linux h 5.4.0 #1]", "h", "5.4.0", "3.0" },
    { "[lmbench-3.0-a9 results for Linux h 5.4.0]", "h", "5.4.0", "3.0a9" },
    { "[LMBENCH2.0 RESULTS FOR Linux h 2.4.19 #1", "h", "2.4.19", "2.0" },
    { "[lmbench2.0 results for Linux my old box 2.4.19]", "my old box", "2.4.19",
      "2.0" },
    { "[lmbench2.0 results for HP-UX hp B.10.20 A 9000/782]", "hp", "B.10.20", "2.0" },
    { "[lmbench results for Linux h 5.4.0 #1]", "h", "5.4.0", NULL },
    { "[date][lmbench3.0 results for Linux h 5.4.0]", "h", "5.4.0", "3.0" },
};

static const char *fact(const struct facts *facts, const char *key)
{
    const struct fact *f = facts_find(facts, key, DOC_AT_ALWAYS);

    return f ? f->value : NULL;
}

static void headers_are_known_in_all_their_spellings(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        const struct session *s;
        struct reading r;
        char text[200];

        snprintf(text, sizeof text, "%s\nSimple read: 0.5000 microseconds\n",
                 headers[i].header);
        reading_of_text(&r, "x", text, strlen(text), NULL);
        assert_int_equal(r.doc->n_sessions, 1);
        s = r.doc->sessions[0];
        if (!s->system->name || strcmp(s->system->name, headers[i].host) != 0)
            fail_msg("no host in %s", headers[i].header);
        assert_string_equal(fact(&s->system->facts, "kernel.release"),
                            headers[i].release);
        if (headers[i].version)
            assert_string_equal(fact(&s->facts, "import.version"), headers[i].version);
        else
            assert_null(fact(&s->facts, "import.version"));
        reading_close(&r);
    }
}

static void what_windows_puts_in_front_is_no_text(void **state)
{
    static const char text[] = "Simple read: 0.5000 microseconds\n";
    static const char marked[] = "\xef\xbb\xbfSimple read: 0.5000 microseconds\n";
    char wide[2 * sizeof text] = "\xff\xfe";
    struct reading r;

    (void)state;
    reading_of_text(&r, "x", marked, sizeof marked - 1, NULL);
    assert_int_equal(r.log.values, 1);
    reading_close(&r);
    for (size_t big = 0; big < 2; big++) {
        for (size_t i = 0; i + 1 < sizeof text; i++) {
            wide[2 + 2 * i + big] = text[i];
            wide[3 + 2 * i - big] = '\0';
        }
        memcpy(wide, big ? "\xfe\xff" : "\xff\xfe", 2);
        reading_of_text(&r, "x", wide, sizeof wide, NULL);
        assert_int_equal(r.log.values, 1);
        reading_close(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_give_what_is_in_them_and_nothing_else),
        cmocka_unit_test(headers_are_known_in_all_their_spellings),
        cmocka_unit_test(what_windows_puts_in_front_is_no_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
