/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * g0.c - summaries of lmbench 1.0 and 1.1 (spec/lmbench.md 4.7), read only
 */
#include "layout/parts.h"

#define NUMBER(id, filter, rule_, places, columns)                                \
    {                                                                             \
        .shows = id, .where = filter, .rule = LAYOUT_##rule_, .decimals = places, \
        .plain.width = columns, .old_missing = "-1"                               \
    }
#define TRUNC(id, filter, columns) NUMBER(id, filter, TRUNC, 0, columns)
#define RATE(id, filter, columns) NUMBER(id, filter, WHOLE, 0, columns)
#define KILO(id, rule_, places, columns, more_)                                \
    {                                                                          \
        .shows = id, .rule = LAYOUT_##rule_, .decimals = places, .kilo = true, \
        .plain = {                                                             \
            .width = columns,                                                  \
            .more = more_                                                      \
        }                                                                      \
    }
#define GUESS                                                                        \
    {                                                                                \
        .source = LAYOUT_GUESS, .shows = "", .weight = LAYOUT_ASIDE, .plain.more = 3 \
    }

/* ---- 1.0 ---- */

static const struct layout_column processor_10[] = {
    LAYOUT_MHZ(LAYOUT_ASIDE, 4, 0, "-1"),
    TRUNC("lat_syscall.null", NULL, 7),
    KILO("lat_proc.fork", FIXED, 1, 7, 0),
    KILO("lat_proc.exec", FIXED, 1, 7, 0),
    KILO("lat_proc.shell", TRUNC, 0, 7, 0),
    TRUNC("lat_mmap", "size?=max", 4),
    TRUNC("lat_ctx", "size=0 procs=2", 6),
    TRUNC("lat_ctx", "size=0 procs=8", 6),
    LAYOUT_END,
};

static const struct layout_column local_10[] = {
    TRUNC("lat_pipe", NULL, 7),           TRUNC("lat_udp", LAYOUT_HERE, 7),
    TRUNC("lat_rpc.udp", LAYOUT_HERE, 7), TRUNC("lat_tcp", LAYOUT_HERE, 7),
    TRUNC("lat_rpc.tcp", LAYOUT_HERE, 7), LAYOUT_END,
};

static const struct layout_column bandwidth_10[] = {
    RATE("bw_pipe", NULL, 4),
    NUMBER("bw_tcp", "message?=max " LAYOUT_HERE, FIXED, 1, 4),
    NUMBER("bw_file_rd.io_only", "size?=max", FIXED, 1, 6),
    NUMBER("bw_mmap_rd.mmap_only", "size?=max", FIXED, 1, 6),
    RATE("bw_mem.bcopy", "size?=max", 6),
    RATE("bw_mem.fcp", "size?=max", 6),
    RATE("bw_mem.frd", "size?=max", 4),
    RATE("bw_mem.fwr", "size?=max", 5),
    LAYOUT_END,
};

static const struct layout_column memory_10[] = {
    LAYOUT_MHZ_19,
    TRUNC("lat_mem_rd", "stride=128 size=1K", 5),
    TRUNC("lat_mem_rd", "stride=128 size=128K", 6),
    TRUNC("lat_mem_rd", LAYOUT_MAIN, 11),
    TRUNC("lat_mem_rd.tlb", NULL, 6),
    GUESS,
    LAYOUT_END,
};

static const struct layout_table processor_table_10 = {
    .topic = "processor",
    .title = "            Processor, Processes - times in microseconds",
    .rule = 44,
    .headings = { LAYOUT_HOST
                  "  Mhz    Null    Null  Simple /bin/sh Mmap 2-proc 8-proc",
                  "                             Syscall Process Process Process  lat"
                  "  ctxsw  ctxsw" },
    .dashes = LAYOUT_DASHES "---- ------- ------- ------- ------- ---- ------ ------",
    LAYOUT_US,
    .columns = processor_10,
    .joined = true,
};

static const struct layout_table local_table_10 = {
    .topic = "local",
    .title = "            *Local* Communication latencies in microseconds",
    .rule = 47,
    .headings = { LAYOUT_HOST "  Pipe       UDP    RPC/     TCP    RPC/",
                  "                                            UDP             TCP" },
    .dashes = LAYOUT_DASHES "------- ------- ------- ------- -------",
    LAYOUT_US,
    .columns = local_10,
};

static const struct layout_table bandwidth_table_10 = {
    .topic = "bandwidth",
    .title = "            *Local* Communication bandwidths in megabytes/second",
    .rule = 52,
    .headings = { LAYOUT_HOST " Pipe  TCP  File   Mmap  Bcopy  Bcopy  Mem   Mem",
                  "                                  reread reread (libc) (hand) read"
                  " write" },
    .dashes = LAYOUT_DASHES "---- ---- ------ ------ ------ ------ ---- -----",
    LAYOUT_MB,
    .columns = bandwidth_10,
};

static const struct layout_table memory_table_10 = {
    .topic = "memory",
    .title = "\t    Memory latencies in nanoseconds",
    .subtitle = "            (WARNING - may not be correct, check graphs)",
    .rule = 44,
    .headings = { LAYOUT_HOST "   Mhz  L1 $   L2 $    Main mem    TLB    Guesses" },
    .dashes =
        "--------- -------------   ---  ----   ----    --------    ---    -------",
    LAYOUT_NS,
    .columns = memory_10,
};

static const struct layout_table *const tables_10[] = {
    &processor_table_10, &local_table_10, &bandwidth_table_10, &memory_table_10, NULL,
};

const struct layout_generation layout_g0 = {
    .name = "g0",
    .version = "1.0",
    .made_by = "1.0",
    .banner = "L M B E N C H  1 . 0   S U M M A R Y",
    .always = true,
    .read_only = true,
    .tables = tables_10,
};

/* ---- 1.1: what 1.9 has, without AF_UNIX and with other process columns ---- */

static const struct layout_column processor_11[] = {
    LAYOUT_MHZ(LAYOUT_ASIDE, 4, 0, "-1"),   TRUNC("lat_syscall.null", NULL, 3),
    TRUNC("lat_sig.install", NULL, 4),      TRUNC("lat_sig.catch", NULL, 4),
    KILO("lat_proc.fork", FIXED, 1, 4, 1),  KILO("lat_proc.exec", TRUNC, 0, 4, 0),
    KILO("lat_proc.shell", TRUNC, 0, 4, 0), LAYOUT_END,
};

static const struct layout_column local_11[] = {
    TRUNC("lat_ctx", "size=0 procs=2", 5),   TRUNC("lat_pipe", NULL, 5),
    TRUNC("lat_udp", LAYOUT_HERE, 5),        TRUNC("lat_rpc.udp", LAYOUT_HERE, 5),
    TRUNC("lat_tcp", LAYOUT_HERE, 5),        TRUNC("lat_rpc.tcp", LAYOUT_HERE, 5),
    TRUNC("lat_connect", LAYOUT_CONNECT, 4), LAYOUT_END,
};

static const struct layout_column bandwidth_11[] = {
    RATE("bw_pipe", NULL, 4),
    RATE("bw_tcp", "message?=max " LAYOUT_HERE, 4),
    RATE("bw_file_rd.io_only", "size?=max", 6),
    RATE("bw_mmap_rd.mmap_only", "size?=max", 6),
    RATE("bw_mem.bcopy", "size?=max", 6),
    RATE("bw_mem.fcp", "size?=max", 6),
    RATE("bw_mem.frd", "size?=max", 4),
    RATE("bw_mem.fwr", "size?=max", 5),
    LAYOUT_END,
};

static const struct layout_table processor_table_11 = {
    LAYOUT_PROCESSOR,
    .rule = 64,
    .headings = { LAYOUT_HOST "  Mhz Null sig  sig  fork exec sh  ",
                  "                             call inst hndl Proc Proc Proc" },
    .dashes = LAYOUT_DASHES "---- ---- ---- ---- ---- ---- ----",
    LAYOUT_US,
    .columns = processor_11,
    .joined = true,
};

static const struct layout_table local_table_11 = {
    LAYOUT_LOCAL,
    .rule = 67,
    .headings = { LAYOUT_HOST " 2p/0K  Pipe   UDP  RPC/   TCP  RPC/ TCP",
                  "                        ctxsw               UDP         TCP conn" },
    .dashes = LAYOUT_DASHES "----- ----- ----- ----- ----- ----- ----",
    LAYOUT_US,
    .columns = local_11,
};

static const struct layout_table bandwidth_table_11 = {
    LAYOUT_BANDWIDTH,
    .rule = 59,
    .headings = { "Host                OS  Pipe  TCP  File   Mmap  Bcopy  Bcopy  Mem   "
                  "Mem",
                  "                                  reread reread (libc) (hand) read"
                  " write" },
    .dashes = LAYOUT_DASHES "---- ---- ------ ------ ------ ------ ---- -----",
    LAYOUT_MB,
    .columns = bandwidth_11,
};

static const struct layout_table *const tables_11[] = {
    &processor_table_11,
    &layout_context_19,
    &local_table_11,
    &layout_files_19,
    &bandwidth_table_11,
    &layout_memory_19,
    NULL,
};

const struct layout_generation layout_g0_1 = {
    .name = "g0.1",
    .version = "1.1",
    .made_by = "1.1",
    .banner = "L M B E N C H  1 . 1   S U M M A R Y",
    .always = true,
    .read_only = true,
    .tables = tables_11,
};
