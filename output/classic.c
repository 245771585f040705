/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * classic.c - the layouts of lmbench's summaries as constant tables
 *
 * Layouts and titles are those of the old summaries, since a summary of ours is to be
 * read beside them (spec/lmbench.md section 4). `old` is what --faithful prints where
 * the old program was wrong.
 */
#include "output/classic.h"

#define COLUMN(id, filter, columns)                          \
    {                                                        \
        .shows = id, .where = filter, .plain.width = columns \
    }
#define MHZ(weight_, columns, more_, missing)                                         \
    {                                                                                 \
        .shows = "cpu.mhz", .source = CLASSIC_FACT, .weight = weight_, .whole = true, \
        .plain = { .width = columns, .more = more_ }, .old_missing = missing          \
    }
#define END                     \
    {                           \
        .source = CLASSIC_VALUE \
    }

static const struct classic_column basic[] = {
    { .shows = "toolchain.target kernel.machine",
      .source = CLASSIC_WORDS,
      .weight = CLASSIC_ASIDE,
      .plain.width = 23 },
    MHZ(CLASSIC_ASIDE_OF_OLD, 4, 0, NULL),
    { .shows = "tlb", .whole = true, .plain.width = 5 },
    { .shows = "line", .whole = true, .plain.width = 5 },
    COLUMN("par_mem", "size=max", 6),
    { .shows = "run.copies",
      .source = CLASSIC_COPIES,
      .weight = CLASSIC_ASIDE,
      .plain.width = 4 },
    END,
};

static const struct classic_column processor[] = {
    MHZ(CLASSIC_ASIDE, 4, 0, "-1"),
    COLUMN("lat_syscall.null", NULL, 4),
    { .shows = "derived.null_io", .plain.width = 4, .old_else = "lat_syscall.write" },
    COLUMN("lat_syscall.stat", NULL, 4),
    COLUMN("lat_syscall.open", NULL, 4),
    COLUMN("lat_select.tcp", "fds=100 definition?=own", 4),
    COLUMN("lat_sig.install", NULL, 4),
    COLUMN("lat_sig.catch", NULL, 4),
    COLUMN("lat_proc.fork", NULL, 4),
    COLUMN("lat_proc.exec", NULL, 4),
    COLUMN("lat_proc.shell", NULL, 4),
    END,
};

#define SINGLE(id)                                          \
    {                                                       \
        .shows = id, .single = true, .plain = {.width = 6 } \
    }
static const struct classic_column integer[] = {
    SINGLE("lat_ops.integer_bit"), SINGLE("lat_ops.integer_add"),
    SINGLE("lat_ops.integer_mul"), SINGLE("lat_ops.integer_div"),
    SINGLE("lat_ops.integer_mod"), END,
};

static const struct classic_column uint64[] = {
    { .shows = "lat_ops.int64_bit",
      .single = true,
      .plain.width = 6,
      .old = { .width = 5, .digits = 6, .more = 1 } },
    SINGLE("lat_ops.int64_add"),
    SINGLE("lat_ops.int64_mul"),
    SINGLE("lat_ops.int64_div"),
    SINGLE("lat_ops.int64_mod"),
    END,
};

static const struct classic_column single_precision[] = {
    SINGLE("lat_ops.float_add"),
    SINGLE("lat_ops.float_mul"),
    SINGLE("lat_ops.float_div"),
    SINGLE("lat_ops.float_bogomflops"),
    END,
};

static const struct classic_column double_precision[] = {
    SINGLE("lat_ops.double_add"),
    SINGLE("lat_ops.double_mul"),
    SINGLE("lat_ops.double_div"),
    SINGLE("lat_ops.double_bogomflops"),
    END,
};

static const struct classic_column context[] = {
    COLUMN("lat_ctx", "size=0 procs=2", 6),
    COLUMN("lat_ctx", "size=16K procs=2", 6),
    COLUMN("lat_ctx", "size=64K procs=2", 6),
    COLUMN("lat_ctx", "size=16K procs=8", 6),
    COLUMN("lat_ctx", "size=64K procs=8", 6),
    COLUMN("lat_ctx", "size=16K procs=16", 7),
    COLUMN("lat_ctx", "size=64K procs=16", 7),
    END,
};

#define HERE "host?=localhost"
static const struct classic_column local[] = {
    COLUMN("lat_ctx", "size=0 procs=2", 5),
    COLUMN("lat_pipe", NULL, 5),
    COLUMN("lat_unix", NULL, 4),
    COLUMN("lat_udp", HERE, 5),
    COLUMN("lat_rpc.udp", HERE, 5),
    COLUMN("lat_tcp", HERE, 5),
    COLUMN("lat_rpc.tcp", HERE, 5),
    { .shows = "lat_connect",
      .where = HERE,
      .single = true,
      .plain.width = 4,
      .old = { .width = 4, .digits = 5 } },
    END,
};

#define THERE "host=remote"
static const struct classic_column remote[] = {
    COLUMN("lat_udp", THERE, 5),
    COLUMN("lat_rpc.udp", THERE, 5),
    COLUMN("lat_tcp", THERE, 5),
    COLUMN("lat_rpc.tcp", THERE, 5),
    { .shows = "lat_connect", .where = THERE, .single = true, .plain.width = 4 },
    END,
};

static const struct classic_column files[] = {
    { .shows = "lat_fs.create",
      .where = "size=0",
      .single = true,
      .plain.width = 6,
      .head = { "0K", "Create" } },
    { .shows = "lat_fs.delete",
      .where = "size=0",
      .single = true,
      .plain.width = 6,
      .head = { "0K", "Delete" } },
    { .shows = "lat_fs.create",
      .where = "size=10K",
      .single = true,
      .plain.width = 6,
      .head = { "10K", "Create" } },
    { .shows = "lat_fs.delete",
      .where = "size=10K",
      .single = true,
      .plain.width = 6,
      .head = { "10K", "Delete" } },
    COLUMN("lat_mmap", "size=max", 7),
    COLUMN("lat_sig.prot", NULL, 5),
    COLUMN("lat_pagefault", NULL, 7),
    COLUMN("lat_select.file", "fds=100 definition?=own", 5),
    END,
};

static const struct classic_column bandwidth[] = {
    COLUMN("bw_pipe", NULL, 4),
    COLUMN("bw_unix", NULL, 4),
    COLUMN("bw_tcp", "message=max " HERE, 4),
    COLUMN("bw_file_rd.io_only", "size=max", 6),
    COLUMN("bw_mmap_rd.mmap_only", "size=max", 6),
    COLUMN("bw_mem.bcopy", "size=max", 6),
    COLUMN("bw_mem.fcp", "size=max", 6),
    COLUMN("bw_mem.frd", "size=max", 4),
    COLUMN("bw_mem.fwr", "size=max", 5),
    END,
};

static const struct classic_column memory[] = {
    MHZ(CLASSIC_ASIDE, 4, 1, "-1"),
    COLUMN("lat_mem_rd", "stride=128 size=1K", 6),
    COLUMN("lat_mem_rd", "stride=128 size=128K", 6),
    /* the old program prints it five columns left of its heading */
    { .shows = "lat_mem_rd",
      .where = "stride=128 size=max",
      .plain = { .width = 11, .digits = 6 },
      .old = { .width = 6 } },
    { .shows = "lat_mem_rd.random",
      .where = "size=max",
      .plain = { .width = 11, .digits = 6 } },
    /* one blank before it, and a row with main memory in its place has 80 columns */
    { .source = CLASSIC_GUESS, .shows = "", .weight = CLASSIC_ASIDE, .old.more = 3 },
    END,
};

#define HOST "Host                 OS"
#define PREFIX "--------- ------------- "
#define US "us", .in_base = 1e-6
#define NS "ns", .in_base = 1e-9
#define MB "MB/s", .in_base = 1e6

static const struct classic_table g6[] = {
    {
        .title = "Basic system parameters",
        .rule = "-------------------------------------------------------------------"
                "-----------",
        .headings = { HOST " Description              Mhz  tlb  cache  mem   scal",
                      "                                                     pages line"
                      "   par   load",
                      "                                                           "
                      "bytes  " },
        .dashes = PREFIX "----------------------- ---- ----- ----- ------ ----",
        .unit = "",
        .in_base = 1,
        .columns = basic,
        .joined = true,
    },
    {
        .title = "Processor, Processes - times in microseconds - smaller is better",
        .rule = "-------------------------------------------------------------------"
                "-----------",
        .headings = { HOST "  Mhz null null      open slct sig  sig  fork exec sh  ",
                      "                             call  I/O stat clos TCP  inst hndl"
                      " proc proc proc" },
        .dashes = PREFIX "---- ---- ---- ---- ---- ---- ---- ---- ---- ---- ----",
        .unit = US,
        .columns = processor,
    },
    {
        .title = "Basic integer operations - times in nanoseconds - smaller is better",
        .rule = "-------------------------------------------------------------------",
        .headings = { HOST "  intgr intgr  intgr  intgr  intgr  ",
                      "                          bit   add    mul    div    mod   " },
        .dashes = PREFIX "------ ------ ------ ------ ------ ",
        .unit = NS,
        .columns = integer,
    },
    {
        /* 3.0a4 looks for lines that it never writes */
        .title = "Basic uint64 operations - times in nanoseconds - smaller is better",
        .rule = "------------------------------------------------------------------",
        .headings = { HOST " int64  int64  int64  int64  int64  ",
                      "                         bit    add    mul    div    mod   " },
        .dashes = PREFIX "------ ------ ------ ------ ------ ",
        .unit = NS,
        .columns = uint64,
        .never_old = true,
    },
    {
        .title = "Basic float operations - times in nanoseconds - smaller is better",
        .rule = "-----------------------------------------------------------------",
        .headings = { HOST "  float  float  float  float",
                      "                         add    mul    div    bogo" },
        .dashes = PREFIX "------ ------ ------ ------ ",
        .unit = NS,
        .columns = single_precision,
    },
    {
        .title = "Basic double operations - times in nanoseconds - smaller is better",
        .rule = "------------------------------------------------------------------",
        .headings = { HOST "  double double double double",
                      "                         add    mul    div    bogo" },
        .dashes = PREFIX "------  ------ ------ ------ ",
        .unit = NS,
        .columns = double_precision,
    },
    {
        .title = "Context switching - times in microseconds - smaller is better",
        .rule = "-------------------------------------------------------------------"
                "------",
        .headings = { HOST "  2p/0K 2p/16K 2p/64K 8p/16K 8p/64K 16p/16K 16p/64K",
                      "                         ctxsw  ctxsw  ctxsw ctxsw  ctxsw   "
                      "ctxsw   ctxsw" },
        .dashes = PREFIX "------ ------ ------ ------ ------ ------- -------",
        .unit = US,
        .columns = context,
    },
    {
        .title = "*Local* Communication latencies in microseconds - smaller is better",
        .rule = "-------------------------------------------------------------------"
                "--",
        .headings = { HOST " 2p/0K  Pipe AF     UDP  RPC/   TCP  RPC/ TCP",
                      "                        ctxsw       UNIX         UDP         TCP"
                      " conn" },
        .dashes = PREFIX "----- ----- ---- ----- ----- ----- ----- ----",
        .unit = US,
        .columns = local,
    },
    {
        .title = "*Remote* Communication latencies in microseconds - smaller is better",
        .rule = "-------------------------------------------------------------------"
                "--",
        .headings = { HOST "   UDP  RPC/  TCP   RPC/ TCP",
                      "                               UDP         TCP  conn" },
        .dashes = PREFIX "----- ----- ----- ----- ----",
        .unit = US,
        .columns = remote,
    },
    {
        .title = "File & VM system latencies in microseconds - smaller is better",
        .rule = "-------------------------------------------------------------------"
                "------------",
        .headings = { HOST "   0K File      10K File     Mmap    Prot   Page   100fd",
                      "                        Create Delete Create Delete Latency "
                      "Fault  Fault  selct" },
        .dashes = PREFIX "------ ------ ------ ------ ------- ----- ------- -----",
        .unit = US,
        .columns = files,
    },
    {
        .title = "*Local* Communication bandwidths in MB/s - bigger is better",
        .rule = "-------------------------------------------------------------------"
                "----------",
        .headings = { "Host                OS  Pipe AF    TCP  File   Mmap  Bcopy  "
                      "Bcopy  Mem   Mem",
                      "                             UNIX      reread reread (libc) "
                      "(hand) read write" },
        .dashes = PREFIX "---- ---- ---- ------ ------ ------ ------ ---- -----",
        .unit = MB,
        .columns = bandwidth,
    },
    {
        .title = "Memory latencies in nanoseconds - smaller is better",
        .subtitle = "    (WARNING - may not be correct, check graphs)",
        .rule = "-------------------------------------------------------------------"
                "-----------",
        .headings = { HOST "   Mhz   L1 $   L2 $    Main mem    Rand mem    Guesses" },
        .dashes = "--------- -------------   ---   ----   ----    --------    --------"
                  "    -------",
        .unit = NS,
        .columns = memory,
    },
    { .title = NULL },
};

const struct classic_generation classic_generations[] = {
    { .name = "g6",
      .version = "3.0",
      .banner = "L M B E N C H  3 . 0   S U M M A R Y",
      .alpha = true,
      .tables = g6 },
    { .name = NULL },
};
