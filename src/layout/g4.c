/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * g4.c - summaries of lmbench 2.0 (spec/lmbench.md 4.6)
 */
#include "layout/parts.h"

static const struct layout_column basic[] = {
    { .shows = "toolchain.target kernel.machine",
      .source = LAYOUT_WORDS,
      .weight = LAYOUT_ASIDE,
      .plain.width = 23 },
    LAYOUT_MHZ(LAYOUT_COUNTS, 4, 0, NULL),
    LAYOUT_END,
};

static const struct layout_column processor[] = {
    LAYOUT_MHZ(LAYOUT_ASIDE, 4, 0, "-1"),
    LAYOUT_COLUMN("lat_syscall.null", NULL, 4),
    { LAYOUT_NULL_IO, .plain.width = 4 },
    LAYOUT_COLUMN("lat_syscall.stat", NULL, 4),
    LAYOUT_COLUMN("lat_syscall.open", NULL, 4),
    LAYOUT_COLUMN("lat_select.tcp", LAYOUT_FDS, 5),
    LAYOUT_COLUMN("lat_sig.install", NULL, 4),
    LAYOUT_COLUMN("lat_sig.catch", NULL, 4),
    LAYOUT_COLUMN("lat_proc.fork", NULL, 4),
    LAYOUT_COLUMN("lat_proc.exec", NULL, 4),
    LAYOUT_COLUMN("lat_proc.shell", NULL, 4),
    LAYOUT_END,
};

static const struct layout_column context[] = {
    LAYOUT_COLUMN("lat_ctx", "size=0 procs=2", 5),
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
    LAYOUT_COLUMN("lat_connect", LAYOUT_CONNECT, 4),
    LAYOUT_END,
};

#define FILE_COLUMN(id, size, first)                                           \
    {                                                                          \
        .shows = id, .where = "size=" size, .plain = { .width = 6 }, .head = { \
            size,                                                              \
            first                                                              \
        }                                                                      \
    }
/* the last column begins two before the dashes above it */
static const struct layout_column files[] = {
    FILE_COLUMN("lat_fs.create", "0K", "Create"),
    FILE_COLUMN("lat_fs.delete", "0K", "Delete"),
    FILE_COLUMN("lat_fs.create", "10K", "Create"),
    FILE_COLUMN("lat_fs.delete", "10K", "Delete"),
    LAYOUT_COLUMN("lat_mmap", "size?=max", 8),
    LAYOUT_COLUMN("lat_sig.prot", NULL, 5),
    LAYOUT_COLUMN("lat_pagefault", LAYOUT_FAULTS, 7),
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
    LAYOUT_COLUMN("lat_mem_rd", "stride=128 size=1K", 5),
    LAYOUT_COLUMN("lat_mem_rd", "stride=128 size=128K", 6),
    /* the old program prints it five columns left of its heading */
    { .shows = "lat_mem_rd",
      .where = LAYOUT_MAIN,
      .plain = { .width = 11, .digits = 6 },
      .old = { .width = 6 } },
    { .source = LAYOUT_GUESS, .shows = "", .weight = LAYOUT_ASIDE, .plain.more = 3 },
    LAYOUT_END,
};

const struct layout_table layout_basic_20 = {
    .topic = "basic",
    .title = "Basic system parameters",
    .rule = 52,
    .headings = { LAYOUT_HOST " Description              Mhz",
                  "                                                    " },
    .dashes = LAYOUT_DASHES "----------------------- ----",
    .unit = "",
    .in_base = 1,
    .columns = basic,
    .joined = true,
};

static const struct layout_table processor_table = {
    LAYOUT_PROCESSOR,
    .rule = 64,
    .headings = { LAYOUT_HOST
                  "  Mhz null null      open selct sig  sig  fork exec sh  ",
                  "                             call  I/O stat clos TCP   inst hndl "
                  "proc"
                  " proc proc" },
    .dashes = LAYOUT_DASHES "---- ---- ---- ---- ---- ----- ---- ---- ---- ---- ----",
    LAYOUT_US,
    .columns = processor,
};

static const struct layout_table context_table = {
    LAYOUT_CONTEXT, .rule = 61, LAYOUT_CONTEXT_HEADINGS, LAYOUT_US, .columns = context,
};

static const struct layout_table local_table = {
    LAYOUT_LOCAL, .rule = 67, LAYOUT_LOCAL_HEADINGS, LAYOUT_US, .columns = local,
};

static const struct layout_table files_table = {
    LAYOUT_FILES, .rule = 62, LAYOUT_FILE_HEADINGS, LAYOUT_US, .columns = files,
};

static const struct layout_table bandwidth_table = {
    LAYOUT_BANDWIDTH, .rule = 59,           LAYOUT_BANDWIDTH_HEADINGS,
    LAYOUT_MB,        .columns = bandwidth,
};

static const struct layout_table memory_table = {
    LAYOUT_MEMORY,
    .rule = 51,
    .headings = { LAYOUT_HOST "   Mhz  L1 $   L2 $    Main mem    Guesses" },
    .dashes = "--------- -------------  ---- ----- ------    --------    -------",
    LAYOUT_NS,
    .columns = memory,
};

const struct layout_table *const layout_tables_20[] = {
    &layout_basic_20, &processor_table, &context_table, &local_table,
    &files_table,     &bandwidth_table, &memory_table,  NULL,
};

const struct layout_generation layout_g4 = {
    .name = "g4",
    .version = "2.0",
    .made_by = "2.0",
    .banner = "L M B E N C H  2 . 0   S U M M A R Y",
    .gap = true,
    .always = true,
    .tables = layout_tables_20,
};
