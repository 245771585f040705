/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * g6.c - summaries of lmbench 3.0a4 (spec/lmbench.md 4.4)
 */
#include "layout/parts.h"

static const struct layout_column basic[] = {
    { .shows = "toolchain.target kernel.machine",
      .source = LAYOUT_WORDS,
      .weight = LAYOUT_ASIDE,
      .plain.width = 23 },
    LAYOUT_MHZ(LAYOUT_ASIDE_OF_OLD, 4, 0, NULL),
    { .shows = "tlb", LAYOUT_INTEGER, .plain.width = 5 },
    { .shows = "line", LAYOUT_INTEGER, .plain.width = 5 },
    LAYOUT_COLUMN("par_mem", "size?=max", 6),
    { .shows = "run.copies",
      .source = LAYOUT_COPIES,
      .weight = LAYOUT_ASIDE,
      LAYOUT_INTEGER,
      .plain.width = 4 },
    LAYOUT_END,
};

static const struct layout_column processor[] = {
    LAYOUT_MHZ(LAYOUT_ASIDE, 4, 0, "-1"),
    LAYOUT_COLUMN("lat_syscall.null", NULL, 4),
    { LAYOUT_NULL_IO, .plain.width = 4, .old_else = "lat_syscall.write" },
    LAYOUT_COLUMN("lat_syscall.stat", NULL, 4),
    LAYOUT_COLUMN("lat_syscall.open", NULL, 4),
    LAYOUT_COLUMN("lat_select.tcp", LAYOUT_FDS, 4),
    LAYOUT_COLUMN("lat_sig.install", NULL, 4),
    LAYOUT_COLUMN("lat_sig.catch", NULL, 4),
    LAYOUT_COLUMN("lat_proc.fork", NULL, 4),
    LAYOUT_COLUMN("lat_proc.exec", NULL, 4),
    LAYOUT_COLUMN("lat_proc.shell", NULL, 4),
    LAYOUT_END,
};

#define SINGLE(id)                                          \
    {                                                       \
        .shows = id, .single = true, .plain = {.width = 6 } \
    }
static const struct layout_column integer[] = {
    SINGLE("lat_ops.integer_bit"), SINGLE("lat_ops.integer_add"),
    SINGLE("lat_ops.integer_mul"), SINGLE("lat_ops.integer_div"),
    SINGLE("lat_ops.integer_mod"), LAYOUT_END,
};

const struct layout_column layout_uint64[] = {
    { .shows = "lat_ops.int64_bit",
      .single = true,
      .plain.width = 6,
      .old = { .width = 5, .digits = 6, .more = 1 } },
    SINGLE("lat_ops.int64_add"),
    SINGLE("lat_ops.int64_mul"),
    SINGLE("lat_ops.int64_div"),
    SINGLE("lat_ops.int64_mod"),
    LAYOUT_END,
};

static const struct layout_column single_precision[] = {
    SINGLE("lat_ops.float_add"),
    SINGLE("lat_ops.float_mul"),
    SINGLE("lat_ops.float_div"),
    SINGLE("lat_ops.float_bogomflops"),
    LAYOUT_END,
};

static const struct layout_column double_precision[] = {
    SINGLE("lat_ops.double_add"),
    SINGLE("lat_ops.double_mul"),
    SINGLE("lat_ops.double_div"),
    SINGLE("lat_ops.double_bogomflops"),
    LAYOUT_END,
};

static const struct layout_column context[] = {
    LAYOUT_COLUMN("lat_ctx", "size=0 procs=2", 6),
    LAYOUT_COLUMN("lat_ctx", "size=16K procs=2", 6),
    LAYOUT_COLUMN("lat_ctx", "size=64K procs=2", 6),
    LAYOUT_COLUMN("lat_ctx", "size=16K procs=8", 6),
    LAYOUT_COLUMN("lat_ctx", "size=64K procs=8", 6),
    LAYOUT_COLUMN("lat_ctx", "size=16K procs=16", 7),
    LAYOUT_COLUMN("lat_ctx", "size=64K procs=16", 7),
    LAYOUT_END,
};

static const struct layout_column local[] = {
    LAYOUT_COLUMN("lat_ctx", "size=0 procs=2", 5),
    LAYOUT_COLUMN("lat_pipe", NULL, 5),
    LAYOUT_COLUMN("lat_unix", NULL, 4),
    LAYOUT_COLUMN("lat_udp", LAYOUT_HERE, 5),
    LAYOUT_COLUMN("lat_rpc.udp", LAYOUT_HERE, 5),
    LAYOUT_COLUMN("lat_tcp", LAYOUT_HERE, 5),
    LAYOUT_COLUMN("lat_rpc.tcp", LAYOUT_HERE, 5),
    { .shows = "lat_connect",
      .where = LAYOUT_CONNECT,
      .single = true,
      .plain.width = 4,
      .old = { .width = 4, .digits = 5 } },
    LAYOUT_END,
};

#define TLAYOUT_HERE "host=remote"
static const struct layout_column remote[] = {
    LAYOUT_COLUMN("lat_udp", TLAYOUT_HERE, 5),
    LAYOUT_COLUMN("lat_rpc.udp", TLAYOUT_HERE, 5),
    LAYOUT_COLUMN("lat_tcp", TLAYOUT_HERE, 5),
    LAYOUT_COLUMN("lat_rpc.tcp", TLAYOUT_HERE, 5),
    { .shows = "lat_connect", .where = TLAYOUT_HERE " definition?=ours", .single = true, .plain.width = 4 },
    LAYOUT_END,
};

static const struct layout_column files[] = {
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
    LAYOUT_COLUMN("lat_mmap", "size?=max", 7),
    LAYOUT_COLUMN("lat_sig.prot", NULL, 5),
    LAYOUT_COLUMN("lat_pagefault", LAYOUT_FAULTS, 7),
    LAYOUT_COLUMN("lat_select.file", LAYOUT_FDS, 5),
    LAYOUT_END,
};

static const struct layout_column bandwidth[] = {
    LAYOUT_COLUMN("bw_pipe", NULL, 4),
    LAYOUT_COLUMN("bw_unix", NULL, 4),
    LAYOUT_COLUMN("bw_tcp", "message?=max " LAYOUT_HERE, 4),
    LAYOUT_COLUMN("bw_file_rd.io_only", "size?=max", 6),
    LAYOUT_COLUMN("bw_mmap_rd.mmap_only", "size?=max", 6),
    LAYOUT_COLUMN("bw_mem.bcopy", "size?=max", 6),
    LAYOUT_COLUMN("bw_mem.fcp", "size?=max", 6),
    LAYOUT_COLUMN("bw_mem.frd", "size?=max", 4),
    LAYOUT_COLUMN("bw_mem.fwr", "size?=max", 5),
    LAYOUT_END,
};

static const struct layout_column memory[] = {
    LAYOUT_MHZ(LAYOUT_ASIDE, 4, 1, "-1"),
    LAYOUT_COLUMN("lat_mem_rd", "stride=128 size=1K", 6),
    LAYOUT_COLUMN("lat_mem_rd", "stride=128 size=128K", 6),
    /* the old program prints it five columns left of its heading */
    { .shows = "lat_mem_rd",
      .where = "stride=128 size?=max",
      .plain = { .width = 11, .digits = 6 },
      .old = { .width = 6 } },
    { .shows = "lat_mem_rd.random",
      .where = "size?=max",
      .plain = { .width = 11, .digits = 6 } },
    /* one blank before it, and a row with main memory in its place has 80 columns */
    { .source = LAYOUT_GUESS, .shows = "", .weight = LAYOUT_ASIDE, .old.more = 3 },
    LAYOUT_END,
};

const struct layout_table layout_basic_30 = {
    .topic = "basic",
    .title = "Basic system parameters",
    .rule = 78,
    .headings = { LAYOUT_HOST " Description              Mhz  tlb  cache  mem   scal",
                  "                                                     pages line"
                  "   par   load",
                  "                                                           "
                  "bytes  " },
    .dashes = LAYOUT_DASHES "----------------------- ---- ----- ----- ------ ----",
    .unit = "",
    .in_base = 1,
    .columns = basic,
    .joined = true,
};

const struct layout_table layout_processor_30 = {
    LAYOUT_PROCESSOR,
    .rule = 78,
    .headings = { LAYOUT_HOST "  Mhz null null      open slct sig  sig  fork exec sh  ",
                  "                             call  I/O stat clos TCP  inst hndl"
                  " proc proc proc" },
    .dashes = LAYOUT_DASHES "---- ---- ---- ---- ---- ---- ---- ---- ---- ---- ----",
    LAYOUT_US,
    .columns = processor,
};

const struct layout_table layout_integer_30 = {
    .topic = "integer",
    .title = "Basic integer operations - times in nanoseconds - smaller is better",
    .rule = 67,
    .headings = { LAYOUT_HOST "  intgr intgr  intgr  intgr  intgr  ",
                  "                          bit   add    mul    div    mod   " },
    .dashes = LAYOUT_DASHES "------ ------ ------ ------ ------ ",
    LAYOUT_NS,
    .columns = integer,
};

const struct layout_table layout_float_30 = {
    .topic = "float",
    .title = "Basic float operations - times in nanoseconds - smaller is better",
    .rule = 65,
    .headings = { LAYOUT_HOST "  float  float  float  float",
                  "                         add    mul    div    bogo" },
    .dashes = LAYOUT_DASHES "------ ------ ------ ------ ",
    LAYOUT_NS,
    .columns = single_precision,
};

const struct layout_table layout_double_30 = {
    .topic = "double",
    .title = "Basic double operations - times in nanoseconds - smaller is better",
    .rule = 66,
    .headings = { LAYOUT_HOST "  double double double double",
                  "                         add    mul    div    bogo" },
    .dashes = LAYOUT_DASHES "------  ------ ------ ------ ",
    LAYOUT_NS,
    .columns = double_precision,
};

const struct layout_table layout_context_30 = {
    LAYOUT_CONTEXT,
    .rule = 73,
    .headings = { LAYOUT_HOST "  2p/0K 2p/16K 2p/64K 8p/16K 8p/64K 16p/16K 16p/64K",
                  "                         ctxsw  ctxsw  ctxsw ctxsw  ctxsw   "
                  "ctxsw   ctxsw" },
    .dashes = LAYOUT_DASHES "------ ------ ------ ------ ------ ------- -------",
    LAYOUT_US,
    .columns = context,
};

const struct layout_table layout_local_30 = {
    LAYOUT_LOCAL,
    .rule = 69,
    .headings = { LAYOUT_HOST " 2p/0K  Pipe AF     UDP  RPC/   TCP  RPC/ TCP",
                  "                        ctxsw       UNIX         UDP         TCP"
                  " conn" },
    .dashes = LAYOUT_DASHES "----- ----- ---- ----- ----- ----- ----- ----",
    LAYOUT_US,
    .columns = local,
};

const struct layout_table layout_remote_30 = {
    .topic = "remote",
    .title = "*Remote* Communication latencies in microseconds - smaller is better",
    .rule = 69,
    .headings = { LAYOUT_HOST "   UDP  RPC/  TCP   RPC/ TCP",
                  "                               UDP         TCP  conn" },
    .dashes = LAYOUT_DASHES "----- ----- ----- ----- ----",
    LAYOUT_US,
    .columns = remote,
};

const struct layout_table layout_files_30 = {
    LAYOUT_FILES,
    .rule = 79,
    .headings = { LAYOUT_HOST
                  "   0K File      10K File     Mmap    Prot   Page   100fd",
                  "                        Create Delete Create Delete Latency "
                  "Fault  Fault  selct" },
    .dashes = LAYOUT_DASHES "------ ------ ------ ------ ------- ----- ------- -----",
    LAYOUT_US,
    .columns = files,
};

const struct layout_table layout_bandwidth_30 = {
    LAYOUT_BANDWIDTH,
    .rule = 77,
    .headings = { "Host                OS  Pipe AF    TCP  File   Mmap  Bcopy  "
                  "Bcopy  Mem   Mem",
                  "                             UNIX      reread reread (libc) "
                  "(hand) read write" },
    .dashes = LAYOUT_DASHES "---- ---- ---- ------ ------ ------ ------ ---- -----",
    LAYOUT_MB,
    .columns = bandwidth,
};

static const struct layout_table uint64_table = {
    /* 3.0a4 looks for lines that it never writes */
    .topic = "uint64",
    .title = "Basic uint64 operations - times in nanoseconds - smaller is better",
    .rule = 66,
    .headings = { LAYOUT_HOST " int64  int64  int64  int64  int64  ",
                  "                         bit    add    mul    div    mod   " },
    .dashes = LAYOUT_DASHES "------ ------ ------ ------ ------ ",
    LAYOUT_NS,
    .columns = layout_uint64,
    .never_old = true,
};

static const struct layout_table memory_table = {
    LAYOUT_MEMORY,
    .rule = 78,
    .headings = { LAYOUT_HOST
                  "   Mhz   L1 $   L2 $    Main mem    Rand mem    Guesses" },
    .dashes = "--------- -------------   ---   ----   ----    --------    --------"
              "    -------",
    LAYOUT_NS,
    .columns = memory,
};

static const struct layout_table *const tables[] = {
    &layout_basic_30,
    &layout_processor_30,
    &layout_integer_30,
    &uint64_table,
    &layout_float_30,
    &layout_double_30,
    &layout_context_30,
    &layout_local_30,
    &layout_remote_30,
    &layout_files_30,
    &layout_bandwidth_30,
    &memory_table,
    NULL,
};

const struct layout_generation layout_g6 = {
    .name = "g6",
    .version = "3.0",
    .made_by = "3.0a4",
    .banner = "L M B E N C H  3 . 0   S U M M A R Y",
    .tables = tables,
    .alpha = true,
};
