/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invented raw files of each version, every row of spec/lmbench.md 3.2 in them. */
#include "import/raw.h"

#include <stdio.h>

#include "reading.h"
#include "support.h"

/* Points of one block, size after size: number of them, first and last. */
struct row {
    const char *id, *params;
    double value;
    const char *printed;
    const char *revision;
};

static void read_text(struct reading *r, const char *text)
{
    reading_of_text(r, "invented", text, strlen(text), NULL);
    if (r->rc < 0)
        fail_msg("%s", r->why.text);
}

static void check_rows(const struct reading *r, size_t session, const struct row *rows,
                       size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct series *s = reading_value(r, r->doc->sessions[session], rows[i].id,
                                               rows[i].params, NULL);

        assert_near(s->values[0], rows[i].value, 1e-14);
        assert_string_equal(s->printed[0], rows[i].printed);
        if (rows[i].revision)
            assert_string_equal(s->measurement->definition->revision, rows[i].revision);
    }
}
#define CHECK(reading, session, rows) \
    check_rows(reading, session, rows, sizeof(rows) / sizeof *(rows))

/* ---- 3.0a4: every line and block of the grammar ---- */

#define SCALARS                                          \
    "Simple syscall: 0.1234 microseconds\n"              \
    "Simple read: 0.2345 microseconds\n"                 \
    "Simple write: 0.3456 microseconds\n"                \
    "Simple stat: 1.4567 microseconds\n"                 \
    "Simple fstat: 0.5678 microseconds\n"                \
    "Simple open/close: 2.6789 microseconds\n"           \
    "Select on 10 fd's: 0.7000 microseconds\n"           \
    "Select on 100 tcp fd's: 8.1000 microseconds\n"      \
    "Signal handler installation: 0.2100 microseconds\n" \
    "Signal handler overhead: 1.2200 microseconds\n"     \
    "Protection fault: 0.3300 microseconds\n"            \
    "Pipe latency: 7.1111 microseconds\n"                \
    "AF_UNIX sock stream latency: 8.2222 microseconds\n" \
    "Process fork+exit: 101.5000 microseconds\n"         \
    "Process fork+execve: 502.2500 microseconds\n"       \
    "Process fork+/bin/sh -c: 1503.0000 microseconds\n"
#define OPERATIONS                          \
    "integer bit: 0.31 nanoseconds\n"       \
    "integer div: 7.12 nanoseconds\n"       \
    "int64 mul: 1.03 nanoseconds\n"         \
    "float add: 1.30 nanoseconds\n"         \
    "double div: 4.41 nanoseconds\n"        \
    "float bogomflops: 3.05 nanoseconds\n"  \
    "double bogomflops: 3.97 nanoseconds\n" \
    "integer mod parallelism: 2.20\n"       \
    "double add parallelism: 3.75\n"
#define REST                                                                \
    "File /home/me/file write bandwidth: 23456 KB/sec\n"                    \
    "Pagefaults on /home/me/file: 0.2513 microseconds\n\n"                  \
    "\"mappings\n0.524288 8.031\n1.048576 13\n\n"                           \
    "\"File system latency\n0k\t500\t12345\t23456\n10k\t300\t-1\t34567\n\n" \
    "\"Seek times for /dev/sdz\n12.5 3.25\n\n"                              \
    "\"Zone bandwidth for /dev/sdz\n2.0 55.5\n\n"                           \
    "UDP latency using localhost: 11.1000 microseconds\n"                   \
    "TCP latency using localhost: 12.2000 microseconds\n"                   \
    "RPC/udp latency using localhost: 18.3000 microseconds\n"               \
    "RPC/tcp latency using localhost: 21.4000 microseconds\n"               \
    "TCP/IP connection cost to localhost: 33.5000 microseconds\n\n"         \
    "Socket bandwidth using localhost\n0.000001 1.25 MB/sec\n"              \
    "0.001437 1511.25 MB/sec\n10.485760 4321.00 MB/sec\n\n"                 \
    "Avg xfer: 3.2KB, 41.8KB in 2.5000 millisecs, 16.72 MB/sec\n"           \
    "[ Networking remote to far: Linux far 2.6 #1 i686 ]\n"                 \
    "TCP latency using far: 152.2000 microseconds\n"                        \
    "AF_UNIX sock stream bandwidth: 2500.50 MB/sec\n"                       \
    "Pipe bandwidth: 1750.25 MB/sec\n\n"                                    \
    "\"read bandwidth\n0.000512 250.25\n1.05 2500.75\n\n"                   \
    "\"read open2close bandwidth\n0.000512 151.25\n\n"                      \
    "\"Mmap read bandwidth\n0.000512 9250.25\n\n"                           \
    "\"Mmap read open2close bandwidth\n0.000512 52.25\n\n\n"                \
    "\"libc bcopy unaligned\n0.000512 5250.00\n\n"                          \
    "\"libc bcopy aligned\n0.000512 5350.00\n\n"                            \
    "Memory bzero bandwidth\n0.000512 15250.00\n\n"                         \
    "\"unrolled bcopy unaligned\n0.000512 2250.00\n\n"                      \
    "\"unrolled partial bcopy unaligned\n0.000512 4250.00\n\n"              \
    "Memory read bandwidth\n0.000512 3250.00\n134.22 0.512345\n\n"          \
    "Memory partial read bandwidth\n0.000512 6250.00\n\n"                   \
    "Memory write bandwidth\n0.000512 3150.00\n\n"                          \
    "Memory partial write bandwidth\n0.000512 6150.00\n\n"                  \
    "Memory partial read/write bandwidth\n0.000512 6350.00\n\n"             \
    "\"size=0k ovr=0.91\n2 1.75\n96 2.25\n\n"                               \
    "\"size=64k ovr=9.25\n2 2.50\n\n"                                       \
    "tlb: 64 pages\n"                                                       \
    "Memory load parallelism\n0.001024 1.99\n\n"                            \
    "STREAM copy latency: 1.25 nanoseconds\n"                               \
    "STREAM copy bandwidth: 12800.00 MB/sec\n"                              \
    "STREAM add latency: 1.50 nanoseconds\n"                                \
    "STREAM2 sum bandwidth: 8800.00 MB/sec\n\n"                             \
    "Memory load latency\n\"stride=16\n0.00049 1.125\n512.00000 2.250\n\n"  \
    "\"stride=1024\n0.00098 1.375\n\n\n"                                    \
    "Random load latency\n\"stride=16\n0.12500 9.875\n\n\n"

static const char a4[] =
    "[lmbench3.0 results for Linux near 2.6.9 #1 Mon Jan 3 10:00:00 UTC 2005 i686 "
    "unknown unknown GNU/Linux]\n"
    "[LMBENCH_VER: ]\n[ALL: 512 1k 2k]\n[LINE_SIZE: 64]\n[MB: 512]\n"
    "[MHZ: 2992 MHz, 0.3342 nanosec clock]\n[OS: i686-pc-linux-gnu]\n[SYNC_MAX: 1]\n"
    "[LMBENCH VERSION: lmbench-3alpha4]\n[USER: me]\n[MACHINE: i686]\n"
    "[Mon Jan  3 10:10:10 UTC 2005]\n"
    "[net: eth0  1500 0 0]\n[if: inet 10.0.0.1]\n"
    "[mount: tmpfs on /run type tmpfs (rw,size=16384k)]\n"
    "./lmbench: 104: netstat: not found\n" SCALARS OPERATIONS
    "uint64 add: 0.52 nanoseconds\n" REST "[Mon Jan  3 11:10:10 UTC 2005]\n";

static void a_file_of_3_0a4_comes_in_whole(void **state)
{
    static const struct row rows[] = {
        { "lat_syscall.null", "", 1.234e-07, "0.1234", "lmbench-3.0a4" },
        { "lat_syscall.read", "", 2.345e-07, "0.2345", NULL },
        { "lat_syscall.write", "", 3.456e-07, "0.3456", NULL },
        { "lat_syscall.stat", "", 1.4567e-06, "1.4567", NULL },
        { "lat_syscall.fstat", "", 5.678e-07, "0.5678", NULL },
        { "lat_syscall.open", "", 2.6789e-06, "2.6789", NULL },
        { "lat_select.file", "fds=10", 7e-07, "0.7000", "lmbench-3.0a4" },
        { "lat_select.tcp", "fds=100", 8.1e-06, "8.1000", NULL },
        { "lat_sig.install", "", 2.1e-07, "0.2100", NULL },
        { "lat_sig.catch", "", 1.22e-06, "1.2200", NULL },
        { "lat_sig.prot", "", 3.3e-07, "0.3300", NULL },
        { "lat_pipe", "", 7.1111e-06, "7.1111", NULL },
        { "lat_unix", "", 8.2222e-06, "8.2222", NULL },
        { "lat_proc.fork", "", 1.015e-04, "101.5000", "lmbench-3.0a4" },
        { "lat_proc.exec", "", 5.0225e-04, "502.2500", NULL },
        { "lat_proc.shell", "", 1.503e-03, "1503.0000", NULL },
        { "lat_ops.integer_bit", "", 3.1e-10, "0.31", NULL },
        { "lat_ops.integer_div", "", 7.12e-09, "7.12", NULL },
        { "lat_ops.int64_mul", "", 1.03e-09, "1.03", NULL },
        { "lat_ops.int64_add", "", 5.2e-10, "0.52", "lmbench-3.0a4" },
        { "lat_ops.float_add", "", 1.3e-09, "1.30", NULL },
        { "lat_ops.double_div", "", 4.41e-09, "4.41", NULL },
        { "lat_ops.float_bogomflops", "", 3.05e-09, "3.05", NULL },
        { "par_ops.integer_mod", "", 2.2, "2.20", NULL },
        { "par_ops.double_add", "", 3.75, "3.75", NULL },
        { "lmdd.write", "", 23456e3, "23456", NULL },
        { "lat_pagefault", "", 2.513e-07, "0.2513", NULL },
        { "lat_mmap", "size=524288", 8.031e-06, "8.031", NULL },
        { "lat_mmap", "size=1048576", 13e-06, "13", NULL },
        { "lat_fs.create", "size=0", 1.0 / 12345, "12345", NULL },
        { "lat_fs.delete", "size=10240", 1.0 / 34567, "34567", NULL },
        { "disk.seek", "distance=12500000", 3.25e-03, "3.25", NULL },
        { "disk.zone", "offset=2000000", 55.5e6, "55.5", NULL },
        { "lat_udp", "host=localhost", 11.1e-06, "11.1000", NULL },
        { "lat_rpc.udp", "host=localhost", 18.3e-06, "18.3000", NULL },
        { "lat_rpc.tcp", "host=localhost", 21.4e-06, "21.4000", NULL },
        { "lat_connect", "host=localhost", 33.5e-06, "33.5000", NULL },
        { "lat_tcp", "host=far", 152.2e-06, "152.2000", NULL },
        { "bw_tcp", "message=1 host=localhost", 1.25e6, "1.25", "lmbench-3.0a4" },
        { "bw_tcp", "message=1437 host=localhost", 1511.25e6, "1511.25", NULL },
        { "bw_tcp", "message=10485760 host=localhost", 4321e6, "4321.00", NULL },
        { "lat_http.time", "", 2.5e-03, "2.5000", NULL },
        { "lat_http.rate", "", 16.72e6, "16.72", NULL },
        { "bw_unix", "", 2500.5e6, "2500.50", NULL },
        { "bw_pipe", "", 1750.25e6, "1750.25", NULL },
        { "bw_file_rd.io_only", "size=1048576", 2500.75e6, "2500.75", NULL },
        { "bw_file_rd.open2close", "size=512", 151.25e6, "151.25", NULL },
        { "bw_mmap_rd.mmap_only", "size=512", 9250.25e6, "9250.25", NULL },
        { "bw_mmap_rd.open2close", "size=512", 52.25e6, "52.25", NULL },
        { "bw_mem.bcopy", "size=512", 5250e6, "5250.00", "lmbench-3.0a4" },
        { "bw_mem.bcopy_conflict", "size=512", 5350e6, "5350.00", NULL },
        { "bw_mem.bzero", "size=512", 15250e6, "15250.00", NULL },
        { "bw_mem.fcp", "size=512", 2250e6, "2250.00", NULL },
        { "bw_mem.cp", "size=512", 4250e6, "4250.00", NULL },
        { "bw_mem.frd", "size=134217728", 0.512345e6, "0.512345", NULL },
        { "bw_mem.rd", "size=512", 6250e6, "6250.00", NULL },
        { "bw_mem.fwr", "size=512", 3150e6, "3150.00", NULL },
        { "bw_mem.wr", "size=512", 6150e6, "6150.00", NULL },
        { "bw_mem.rdwr", "size=512", 6350e6, "6350.00", NULL },
        { "lat_ctx", "size=0 procs=2", 1.75e-06, "1.75", "lmbench-3.0a4" },
        { "lat_ctx", "size=0 procs=96", 2.25e-06, "2.25", NULL },
        { "lat_ctx", "size=65536 procs=2", 2.5e-06, "2.50", NULL },
        { "lat_ctx.overhead", "size=65536", 9.25e-06, "9.25", NULL },
        { "tlb", "", 64, "64", NULL },
        { "line", "", 64, "64", NULL },
        { "par_mem", "size=1024", 1.99, "1.99", NULL },
        { "stream.copy_latency", "", 1.25e-09, "1.25", NULL },
        { "stream.copy_bandwidth", "", 12800e6, "12800.00", NULL },
        { "stream.add_latency", "", 1.5e-09, "1.50", "lmbench-3.0a4" },
        { "stream2.sum_bandwidth", "", 8800e6, "8800.00", NULL },
        { "lat_mem_rd", "size=512 stride=16", 1.125e-09, "1.125", "lmbench-3.0a4" },
        { "lat_mem_rd", "size=536870912 stride=16", 2.25e-09, "2.250", NULL },
        { "lat_mem_rd", "size=1024 stride=1024", 1.375e-09, "1.375", NULL },
        { "lat_mem_rd.random", "size=131072 stride=16", 9.875e-09, "9.875", NULL },
    };
    struct reading r;

    (void)state;
    read_text(&r, a4);
    assert_int_equal(r.doc->n_sessions, 1);
    CHECK(&r, 0, rows);
    /* the shell's complaint, and the -1 */
    assert_int_equal(r.log.n_notes, 2);
    assert_true(reading_notes(&r, IMPORT_INVALID, 52, "not measured"));
    reading_close(&r);
}

static void the_interval_is_what_printing_leaves(void **state)
{
    const struct series *s;
    struct reading r;

    (void)state;
    read_text(&r, a4);
    s = reading_value(&r, r.doc->sessions[0], "lat_syscall.null", "", NULL);
    assert_near(s->lo[0], 1.2335e-07, 1e-14);
    assert_near(s->hi[0], 1.2345e-07, 1e-14);
    s = reading_value(&r, r.doc->sessions[0], "lat_fs.create", "size=0", NULL);
    assert_near(s->lo[0], 1 / 12345.5, 1e-14);
    assert_near(s->hi[0], 1 / 12344.5, 1e-14);
    s = reading_value(&r, r.doc->sessions[0], "bw_pipe", "", NULL);
    assert_near(s->lo[0], 1750.245e6, 1e-14);
    reading_close(&r);
}

/* ---- 3.0a9 ---- */

static void a_file_of_3_0a9_has_the_definitions_of_its_version(void **state)
{
    static const struct row rows[] = {
        { "lat_ops.int64_add", "", 5.2e-10, "0.52", "lmbench-3.0a9" },
        { "stream.add_bandwidth", "", 8000e6, "8000.00", "lmbench-3.0a9" },
        { "bw_tcp", "message=10000000 host=localhost", 4321e6, "4321.00",
          "lmbench-3.0a9" },
        { "lat_proc.fork", "", 1.015e-04, "101.5000", "lmbench-3.0a4" },
        { "lat_mem_rd", "size=1024 stride=128", 1.5e-09, "1.500", "lmbench-3.0a4" },
    };
    static const char body[] = SCALARS "uint64 add: 0.52 nanoseconds\n"
                                       "STREAM add bandwidth: 8000.00 MB/sec\n"
                                       "Socket bandwidth using localhost\n"
                                       "10.000000 4321.00 MB/sec\n\n"
                                       "Memory load latency\n\"stride=128\n"
                                       "0.00098 1.500\n";
    static const char *const heads[] = {
        "[lmbench3.0 results for Linux h 5.0 #1 x86_64]\n[LMBENCH_VER: 3.0-a9]\n",
        "[lmbench3.0 results for Linux h 5.0 #1 x86_64]\n"
        "scripts/lmbench: Zeile 66: version: Datei nicht gefunden\n"
        "[LMBENCH VERSION: lmbench-3.0-a9]\n",
        /* nothing says it but the form of the lines */
        "[lmbench3.0 results for Linux h 5.0 #1 x86_64]\n[LMBENCH_VER: ]\n",
        "",
    };

    (void)state;
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        char text[4096];
        struct reading r;

        snprintf(text, sizeof text, "%s%s", heads[i], body);
        read_text(&r, text);
        CHECK(&r, 0, rows);
        reading_close(&r);
    }
}

/* ---- 2.x and 1.x ---- */

static void a_file_of_2_0_has_glued_lines_whole_numbers_and_negatives(void **state)
{
    static const struct row rows[] = {
        { "lat_syscall.write", "", 3.456e-07, "0.3456", NULL },
        { "lat_select.tcp", "fds=100", 8.1e-06, "8.1000", "lmbench-2.0a12" },
        { "lat_sig.install", "", 9.32e-07, "0.932", NULL },
        { "lat_proc.fork", "", 1.015e-04, "101.5000", "lmbench-2.0a12" },
        { "lat_pagefault", "", 3e-06, "3", NULL },
        { "bw_tcp", "host=localhost", 123.45e6, "123.45", "lmbench-2.0a12" },
        { "bw_mem.bcopy", "size=512", 525e6, "525.00", "lmbench-2.0a12" },
        { "lat_ctx", "size=16384 procs=16", 7.5e-06, "7.50", "lmbench-2.0a12" },
        { "lat_mem_rd", "size=8388608 stride=128", 2.1e-07, "210.000",
          "lmbench-2.0a12" },
        { "lat_unix_connect", "", 4.55e-05, "45.5000", NULL },
        { "lat_fcntl", "", 7.35e-06, "7.3500", "lmbench-2.0a12" },
    };
    static const char text[] =
        "[lmbench2.0 results for HP-UX big B.10.20 A 9000/889 two-user license]\n"
        "[LMBENCH_VER: Version2-alpha12]\n[MHZ: -1 System too busy]\n"
        "Simple syscall: 0.8300 microseconds\n"
        "Read from /dev/zero: -1Simple write: 0.3456 microseconds\n"
        "Select on 100 tcp fd's: 8.1000 microseconds\n"
        "Signal handler installation: 0.932 microseconds\n"
        "Process fork+exit: 101.5000 microseconds\n"
        "Pagefaults on /tmp/file: 3 usecs\n"
        "UNIX connection cost : 45.5000 microseconds\n"
        "Fcntl lock latency: 7.3500 microseconds\n"
        "Socket bandwidth using localhost: 123.45 MB/sec\n"
        "\"libc bcopy unaligned\n0.000512 525.00\n\n"
        "\"size=16k ovr=12.50\n2 -3.25\n4 0.00\n8 Recv timed out\nRecv timed out\n"
        "16 7.50\n\n"
        "Memory load latency\n\"stride=128\n8.00000 210.000\n";
    const struct series *s;
    const struct measurement *m;
    struct reading r;

    (void)state;
    read_text(&r, text);
    assert_int_equal(r.doc->n_sessions, 1);
    CHECK(&r, 0, rows);
    assert_string_equal(r.doc->sessions[0]->system->name, "big");
    s = reading_value(&r, r.doc->sessions[0], "lat_pagefault", "", NULL);
    assert_near(s->lo[0], 3e-06, 1e-14);
    assert_near(s->hi[0], 4e-06, 1e-14);
    m = reading_find(&r, r.doc->sessions[0], "lat_ctx", "size=16384 procs=2");
    assert_int_equal(m->status, DOC_STATUS_FAILED);
    assert_string_equal(m->reason, "negative");
    m = reading_find(&r, r.doc->sessions[0], "lat_ctx", "size=16384 procs=4");
    assert_string_equal(m->reason, "zero");
    m = reading_find(&r, r.doc->sessions[0], "lat_syscall.read", "");
    assert_string_equal(m->reason, "not measured");
    reading_close(&r);
}

static void a_file_of_1_1_has_its_own_words(void **state)
{
    static const struct row rows[] = {
        { "lat_syscall.null", "", 4e-06, "4", "lmbench-1.1" },
        { "lat_proc.fork", "", 1.25e-03, "1250", "lmbench-1.1" },
        { "lat_ctx", "size=0 procs=8", 62e-06, "62", "lmbench-1.1" },
        { "lat_ctx.overhead", "size=0", 22e-06, "22", NULL },
        { "lat_ctx", "size=4096 procs=8", 64.17e-06, "64.17", NULL },
        { "lat_ctx.overhead", "size=4096", 60.02e-06, "60.02", NULL },
        { "bw_tcp", "host=localhost", 6.9e6, "6.90", "lmbench-2.0a12" },
    };
    const struct series *s;
    struct reading r;

    (void)state;
    read_text(&r, "[lmbench1.1 results for SunOS old 4.1.3 1 sun4m]\n"
                  "Null syscall: 4 microseconds\n"
                  "Null process: 1250 microseconds\n"
                  "\"size=0 ovr=22\n2 31\n8 62\n\n"
                  "Context switch of 8 4k processes: 64.17 (60.02 overhead)\n"
                  "Socket bandwidth using localhost: 6.90 MB/sec\n");
    CHECK(&r, 0, rows);
    s = reading_value(&r, r.doc->sessions[0], "lat_ctx", "size=0 procs=8", NULL);
    assert_near(s->lo[0], 61.5e-06, 1e-14);
    assert_near(s->hi[0], 63e-06, 1e-14);
    reading_close(&r);
}

/* ---- what mails and logs do to them ---- */

static void a_mount_line_eats_nothing(void **state)
{
    static const struct row rows[] = {
        { "lat_syscall.null", "", 1e-06, "1.0000", NULL },
        { "lat_ctx", "size=16384 procs=2", 3e-06, "3.00", NULL },
    };
    struct reading r;

    (void)state;
    read_text(&r, "[lmbench3.0 results for Linux h 5.0 #1 x86_64]\n"
                  "[mount: tmpfs on /run type tmpfs (rw,size=1617556k,mode=700)]\n"
                  "[mount: tmpfs on /x type tmpfs (rw,size=0k ovr=5)]\n"
                  "Simple syscall: 1.0000 microseconds\n"
                  "\"size=16k ovr=2.00\n2 3.00\n");
    CHECK(&r, 0, rows);
    assert_int_equal(r.log.values, 3);
    reading_close(&r);
}

static void machines_in_one_file_are_sessions_of_their_own(void **state)
{
    struct reading r;

    (void)state;
    read_text(&r, "[lmbench3.0 results for Linux one 5.0 #1 x86_64]\n"
                  "Simple syscall: 1.0000 microseconds\n"
                  "[lmbench3.0 results for Linux two 5.0 #1 x86_64]\n"
                  "Simple syscall: 2.0000 microseconds\n"
                  "[lmbench2.0 results for Linux one 5.0 #1 x86_64]\n"
                  "Simple syscall: 3.0000 microseconds\n");
    assert_int_equal(r.doc->n_sessions, 3);
    assert_int_equal(r.doc->n_systems, 2);
    assert_ptr_equal(r.doc->sessions[0]->system, r.doc->sessions[2]->system);
    reading_close(&r);
}

static void a_run_that_is_started_again_is_another_session(void **state)
{
    struct reading r;

    (void)state;
    read_text(&r, "Simple read: 1.0 microseconds\nPipe latency: 2.0 microseconds\n"
                  "Simple read: 3.0 microseconds\nPipe latency: 4.0 microseconds\n");
    assert_int_equal(r.doc->n_sessions, 2);
    assert_string_equal(r.doc->sessions[1]->system->label, "run 2");
    reading_close(&r);
    read_text(&r, "Simple read: 1.0 microseconds\nSimple read: 2.0 microseconds\n"
                  "Pipe latency: 4.0 microseconds\n");
    assert_int_equal(r.doc->n_sessions, 1);
    assert_int_equal(r.doc->sessions[0]->n_invocations, 2);
    reading_close(&r);
}

static void banners_over_each_benchmark_part_no_run(void **state)
{
    struct reading r;

    (void)state;
    read_text(&r, "=== lat_syscall ===\nSimple read: 1.0 microseconds\n"
                  "=== lat_pipe ===\nPipe latency: 2.0 microseconds\n");
    assert_int_equal(r.doc->n_sessions, 1);
    assert_null(r.doc->sessions[0]->system->label);
    reading_close(&r);
}

static void lines_that_mail_has_quoted_wrapped_and_encoded_are_read(void **state)
{
    static const struct row rows[] = {
        { "lat_unix", "", 12.5e-06, "12.5000", NULL },
        { "bw_unix", "", 387.46e6, "387.46", NULL },
        { "lat_ctx", "size=32768 procs=2", 4.5e-06, "4.50", NULL },
        { "lat_ctx", "size=32768 procs=4", 5.5e-06, "5.50", NULL },
        { "lat_syscall.stat", "", 1.5e-06, "1.5000", NULL },
    };
    struct reading r;

    (void)state;
    read_text(&r, "> AF_UNIX sock stream latency: 12.5000\r\n> microseconds\r\n"
                  "> AF_UNIX sock stream bandwidth:\r\n> 387.46 MB/sec\r\n"
                  "> \"size=3D32k ovr=3D2.82\r\n> 2 4.50\r\n>\r\n> 4 5.50\r\n"
                  "> [   12.345678] Simple   stat:   1.5000  microseconds  \r\n");
    assert_int_equal(r.doc->n_sessions, 1);
    CHECK(&r, 0, rows);
    reading_close(&r);
}

static void a_number_at_the_very_end_of_a_cut_file_is_not_trusted(void **state)
{
    struct reading r;

    (void)state;
    read_text(&r, "Simple read: 1.0000 microseconds\n\"stride=64\n0.00049 1.187\n"
                  "0.00098 1.1");
    assert_int_equal(r.log.values, 2);
    assert_true(reading_notes(&r, IMPORT_AMBIGUOUS, 4, "ends here"));
    reading_close(&r);
    read_text(&r, "Simple read: 1.0000 microseconds\nPipe latency: 12.3");
    assert_int_equal(r.log.values, 1);
    assert_true(reading_notes(&r, IMPORT_SKIPPED, 2, "unit"));
    reading_close(&r);
}

static void numbers_without_a_heading_are_kept_as_text(void **state)
{
    struct reading r;

    (void)state;
    read_text(&r, "Simple read: 1.0000 microseconds\n0.524288 283\n"
                  "\"read bandwidth\n0.000512 250.00\n1.05 2500.00\n\n"
                  "0.000512 99.00\n");
    assert_int_equal(r.log.values, 3);
    assert_true(reading_notes(&r, IMPORT_AMBIGUOUS, 2, "no heading"));
    assert_true(reading_notes(&r, IMPORT_AMBIGUOUS, 7, "no heading"));
    reading_close(&r);
}

static void a_command_says_what_bare_numbers_are(void **state)
{
    static const struct row rows[] = {
        { "bw_mem.bcopy_conflict", "size=67108864", 5000.5e6, "5000.50", NULL },
        { "bw_mem.rd", "size=1024", 7000.25e6, "7000.25", NULL },
        { "bw_file_rd.open2close", "size=1048576", 900e6, "900.00", NULL },
        { "lat_syscall.open", "", 2.5e-06, "2.50", NULL },
    };
    struct reading r;

    (void)state;
    read_text(&r, "# ./bw_mem -N 3 64m bcopy conflict\n67.11 5000.50\n"
                  "$ bin/bw_mem -P 2 1k rd\n0.001024 7000.25\n"
                  "+ bw_file_rd 1m open2close /tmp/f\n1.05 900.00\n"
                  "Command: lat_syscall -N 100 open /tmp/f\nRun 1: 2.50\n");
    CHECK(&r, 0, rows);
    reading_close(&r);
}

static void numbers_below_a_mangled_heading_are_not_the_block_before(void **state)
{
    static const char text[] = "\"libc bcopy unaligned\n"
                               "0.000512 100.1\n"
                               "Segmentation fault\n"
                               "0.001024 100.2\n"
                               "\"libc bc\nopy aligned\n"
                               "0.000512 200.1\n"
                               "0.001024 200.2\n";
    struct reading r;
    size_t ambiguous = 0;

    (void)state;
    reading_of_text(&r, "x", text, sizeof text - 1, NULL);
    assert_int_equal(r.rc, 0);
    assert_int_equal(r.log.values, 2);
    for (size_t i = 0; i < r.log.n_notes; i++)
        ambiguous += r.log.notes[i].kind == IMPORT_AMBIGUOUS;
    assert_int_equal(ambiguous, 2);
    reading_close(&r);
}

static void a_number_that_lost_decimals_within_a_block_is_doubtful(void **state)
{
    static const char text[] = "\"stride=128\n"
                               "0.00049 1.235\n0.00098 1.235\n0.00195 1\n.235\n"
                               "0.00293 1.236\n"
                               "Memory bzero bandwidth\n"
                               "0.000512 5.1\n0.001024 44.77\n0.002048 44.78\n"
                               "0.004096 4\n4.79\n";
    struct reading r;
    size_t doubtful = 0;

    (void)state;
    reading_of_text(&r, "x", text, sizeof text - 1, NULL);
    assert_int_equal(r.rc, 0);
    for (size_t i = 0; i < r.log.n_notes; i++)
        doubtful += r.log.notes[i].kind == IMPORT_DOUBTFUL &&
                    strstr(r.log.notes[i].why, "decimals");
    assert_int_equal(doubtful, 2);
    reading_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_of_3_0a4_comes_in_whole),
        cmocka_unit_test(the_interval_is_what_printing_leaves),
        cmocka_unit_test(a_file_of_3_0a9_has_the_definitions_of_its_version),
        cmocka_unit_test(a_file_of_2_0_has_glued_lines_whole_numbers_and_negatives),
        cmocka_unit_test(a_file_of_1_1_has_its_own_words),
        cmocka_unit_test(a_mount_line_eats_nothing),
        cmocka_unit_test(machines_in_one_file_are_sessions_of_their_own),
        cmocka_unit_test(a_run_that_is_started_again_is_another_session),
        cmocka_unit_test(banners_over_each_benchmark_part_no_run),
        cmocka_unit_test(lines_that_mail_has_quoted_wrapped_and_encoded_are_read),
        cmocka_unit_test(a_number_at_the_very_end_of_a_cut_file_is_not_trusted),
        cmocka_unit_test(numbers_without_a_heading_are_kept_as_text),
        cmocka_unit_test(a_command_says_what_bare_numbers_are),
        cmocka_unit_test(a_number_that_lost_decimals_within_a_block_is_doubtful),
        cmocka_unit_test(numbers_below_a_mangled_heading_are_not_the_block_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
