/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * g1.c - summaries of lmbench 1.9 (spec/lmbench.md 4.7), and what stayed to 2.0a12
 *
 * Numbers are not cut to their columns: what is too long pushes the rest of its row.
 */
#include "layout/parts.h"

#define FIXED(id, filter, columns, places)                                      \
    {                                                                           \
        .shows = id, .where = filter, .rule = LAYOUT_FIXED, .decimals = places, \
        .plain.width = columns                                                  \
    }
#define TRUNC(id, filter, columns)                                                 \
    {                                                                              \
        .shows = id, .where = filter, .rule = LAYOUT_TRUNC, .plain.width = columns \
    }
#define KILO(id, filter, columns, rule_, places)                                       \
    {                                                                                  \
        .shows = id, .where = filter, .rule = rule_, .decimals = places, .kilo = true, \
        .plain.width = columns                                                         \
    }
static const struct layout_column processor[] = {
    LAYOUT_MHZ(LAYOUT_ASIDE, 4, 0, "-1"),
    FIXED("lat_syscall.null", NULL, 4, 1),
    { LAYOUT_NULL_IO, .rule = LAYOUT_FIXED, .decimals = 1, .plain.width = 4 },
    TRUNC("lat_syscall.stat", NULL, 4),
    TRUNC("lat_syscall.open", NULL, 4),
    KILO("lat_select.file", LAYOUT_FDS, 5, LAYOUT_FIXED, 2),
    FIXED("lat_sig.install", NULL, 4, 1),
    TRUNC("lat_sig.catch", NULL, 4),
    KILO("lat_proc.fork", NULL, 4, LAYOUT_FIXED, 1),
    KILO("lat_proc.exec", NULL, 4, LAYOUT_TRUNC, 0),
    KILO("lat_proc.shell", NULL, 4, LAYOUT_TRUNC, 0),
    LAYOUT_END,
};

/* the old program prints them one or two columns left of their headings */
#define SHIFTED(filter, columns, width_, more_)                    \
    {                                                              \
        .shows = "lat_ctx", .where = filter, .rule = LAYOUT_TRUNC, \
        .plain.width = columns, .old = {                           \
            .width = width_,                                       \
            .more = more_                                          \
        }                                                          \
    }
static const struct layout_column context[] = {
    SHIFTED("size=0 procs=2", 5, 4, 0),    SHIFTED("size=16K procs=2", 6, 4, 2),
    SHIFTED("size=64K procs=2", 6, 4, 2),  SHIFTED("size=16K procs=8", 6, 4, 1),
    SHIFTED("size=64K procs=8", 6, 4, 2),  SHIFTED("size=16K procs=16", 7, 4, 3),
    SHIFTED("size=64K procs=16", 7, 4, 3), LAYOUT_END,
};

static const struct layout_column local[] = {
    TRUNC("lat_ctx", "size=0 procs=2", 5),
    TRUNC("lat_pipe", NULL, 5),
    TRUNC("lat_unix", NULL, 4),
    TRUNC("lat_udp", LAYOUT_HERE, 5),
    TRUNC("lat_rpc.udp", LAYOUT_HERE, 5),
    TRUNC("lat_tcp", LAYOUT_HERE, 5),
    TRUNC("lat_rpc.tcp", LAYOUT_HERE, 5),
    TRUNC("lat_connect", LAYOUT_CONNECT, 4),
    LAYOUT_END,
};

/* 100000 where 1000000 microseconds are a second: a tenth of the time per file */
#define FILE_COLUMN(id, size, verb)                                                 \
    {                                                                               \
        .shows = id, .where = "size=" size, .rule = LAYOUT_TRUNC, .plain.width = 6, \
        .old = { .width = 6, .times = 0.1 }, .head = {                              \
            size,                                                                   \
            verb                                                                    \
        }                                                                           \
    }
static const struct layout_column files[] = {
    FILE_COLUMN("lat_fs.create", "0K", "Create"),
    FILE_COLUMN("lat_fs.delete", "0K", "Delete"),
    FILE_COLUMN("lat_fs.create", "10K", "Create"),
    FILE_COLUMN("lat_fs.delete", "10K", "Delete"),
    { .shows = "lat_mmap",
      .where = "size?=max",
      .rule = LAYOUT_TRUNC,
      .plain.width = 8,
      .old_missing = "-1" },
    TRUNC("lat_sig.prot", NULL, 5),
    KILO("lat_pagefault", LAYOUT_FAULTS, 7, LAYOUT_FIXED, 1),
    LAYOUT_END,
};

/* a missing line shows as -1, a missing block as 0 */
#define RATE(id, filter, columns, missing)                                          \
    {                                                                               \
        .shows = id, .where = filter, .rule = LAYOUT_WHOLE, .plain.width = columns, \
        .old_missing = missing                                                      \
    }
static const struct layout_column bandwidth[] = {
    RATE("bw_pipe", NULL, 4, "-1"),
    RATE("bw_unix", NULL, 4, NULL),
    RATE("bw_tcp", "message?=max " LAYOUT_HERE, 4, "-1"),
    RATE("bw_file_rd.io_only", "size?=max", 6, "0"),
    RATE("bw_mmap_rd.mmap_only", "size?=max", 6, "0"),
    RATE("bw_mem.bcopy", "size?=max", 6, "0"),
    RATE("bw_mem.fcp", "size?=max", 6, "0"),
    RATE("bw_mem.frd", "size?=max", 4, "0"),
    RATE("bw_mem.fwr", "size?=max", 5, "0"),
    LAYOUT_END,
};

static const struct layout_column memory[] = {
    LAYOUT_MHZ_19,
    TRUNC("lat_mem_rd", "stride=128 size=1K", 5),
    TRUNC("lat_mem_rd", "stride=128 size=128K", 6),
    TRUNC("lat_mem_rd", LAYOUT_MAIN, 11),
    { .source = LAYOUT_GUESS, .shows = "", .weight = LAYOUT_ASIDE, .plain.more = 3 },
    LAYOUT_END,
};

static const struct layout_table processor_table = {
    LAYOUT_PROCESSOR,
    .rule = 64,
    .headings = { LAYOUT_HOST
                  "  Mhz null null      open selct sig  sig  fork exec sh  ",
                  "                             call  I/O stat clos       inst hndl "
                  "proc"
                  " proc proc" },
    .dashes = LAYOUT_DASHES "---- ---- ---- ---- ---- ----- ---- ---- ---- ---- ----",
    LAYOUT_US,
    .columns = processor,
    .joined = true,
};

const struct layout_table layout_context_19 = {
    LAYOUT_CONTEXT, .rule = 61, LAYOUT_CONTEXT_HEADINGS, LAYOUT_US, .columns = context,
};

const struct layout_table layout_local_19 = {
    LAYOUT_LOCAL, .rule = 67, LAYOUT_LOCAL_HEADINGS, LAYOUT_US, .columns = local,
};

const struct layout_table layout_files_19 = {
    LAYOUT_FILES, .rule = 62, LAYOUT_FILE_HEADINGS, LAYOUT_US, .columns = files,
};

const struct layout_table layout_bandwidth_19 = {
    LAYOUT_BANDWIDTH, .rule = 59,           LAYOUT_BANDWIDTH_HEADINGS,
    LAYOUT_MB,        .columns = bandwidth,
};

const struct layout_table layout_memory_19 = {
    LAYOUT_MEMORY,
    .rule = 51,
    .headings = { LAYOUT_HOST "   Mhz  L1 $   L2 $    Main mem    Guesses" },
    .dashes = "--------- -------------   ---  ----   ----    --------    -------",
    LAYOUT_NS,
    .columns = memory,
};

static const struct layout_table *const tables[] = {
    &processor_table,
    &layout_context_19,
    &layout_local_19,
    &layout_files_19,
    &layout_bandwidth_19,
    &layout_memory_19,
    NULL,
};

const struct layout_generation layout_g1 = {
    .name = "g1",
    .version = "1.9",
    .made_by = "1.9",
    .banner = "L M B E N C H  1 . 9   S U M M A R Y",
    .alpha = true,
    .always = true,
    .tables = tables,
};
