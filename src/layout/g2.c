/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * g2.c - summaries of lmbench 2.0a12 (spec/lmbench.md 4.7)
 */
#include "layout/parts.h"

#define FIXED(id, filter, columns)                                         \
    {                                                                      \
        .shows = id, .where = filter, .rule = LAYOUT_FIXED, .decimals = 1, \
        .cut = true, .plain.width = columns                                \
    }
/* a K stands there even where no number does */
#define PROCESS(id)                                                                  \
    {                                                                                \
        .shows = id, .rule = LAYOUT_FIXED, .decimals = 1, .kilo = true, .cut = true, \
        .plain.width = 4, .old_missing = "K"                                         \
    }
static const struct layout_column processor[] = {
    LAYOUT_MHZ(LAYOUT_ASIDE, 4, 0, "-1"),
    FIXED("lat_syscall.null", NULL, 4),
    { LAYOUT_NULL_IO, .rule = LAYOUT_FIXED, .decimals = 1, .cut = true,
      .plain.width = 4 },
    FIXED("lat_syscall.stat", NULL, 4),
    FIXED("lat_syscall.open", NULL, 4),
    { .shows = "lat_select.tcp",
      .where = LAYOUT_FDS,
      .rule = LAYOUT_TRUNC,
      .cut = true,
      .plain.width = 5 },
    FIXED("lat_sig.install", NULL, 4),
    FIXED("lat_sig.catch", NULL, 4),
    PROCESS("lat_proc.fork"),
    PROCESS("lat_proc.exec"),
    PROCESS("lat_proc.shell"),
    LAYOUT_END,
};

#define SWITCH(filter, columns, more_)                             \
    {                                                              \
        .shows = "lat_ctx", .where = filter, .rule = LAYOUT_TRUNC, \
        .plain.width = columns, .old = {                           \
            .width = 4,                                            \
            .more = more_                                          \
        }                                                          \
    }
static const struct layout_column context[] = {
    SWITCH("size=0 procs=2", 5, 1),    SWITCH("size=16K procs=2", 6, 2),
    SWITCH("size=64K procs=2", 6, 2),  SWITCH("size=16K procs=8", 6, 2),
    SWITCH("size=64K procs=8", 6, 2),  SWITCH("size=16K procs=16", 7, 3),
    SWITCH("size=64K procs=16", 7, 3), LAYOUT_END,
};

#define LATENCY(filter, columns, places)                                 \
    {                                                                    \
        .shows = "lat_mem_rd", .where = "stride=128 size" filter,        \
        .rule = LAYOUT_FIXED, .decimals = places, .plain.width = columns \
    }
static const struct layout_column memory[] = {
    LAYOUT_MHZ_19,
    /* no blank between the clock and this one */
    { .shows = "lat_mem_rd",
      .where = "stride=128 size=1K",
      .rule = LAYOUT_FIXED,
      .decimals = 2,
      .plain = { .width = 5 },
      .old = { .width = 6, .more = -1 } },
    LATENCY("=128K", 6, 2),
    LATENCY("?=max:8M", 11, 1),
    { .source = LAYOUT_GUESS, .shows = "", .weight = LAYOUT_ASIDE, .plain.more = 3 },
    LAYOUT_END,
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

static const struct layout_table memory_table = {
    LAYOUT_MEMORY,
    .rule = 51,
    .headings = { LAYOUT_HOST "   Mhz  L1 $   L2 $    Main mem    Guesses" },
    .dashes = "--------- -------------  ---- ----- ------    --------    -------",
    LAYOUT_NS,
    .columns = memory,
};

static const struct layout_table *const tables[] = {
    &layout_basic_20, &processor_table,     &context_table, &layout_local_19,
    &layout_files_19, &layout_bandwidth_19, &memory_table,  NULL,
};

const struct layout_generation layout_g2 = {
    .name = "g2",
    .version = "2.0",
    .made_by = "2.0a12",
    .banner = "L M B E N C H  2 . 0   S U M M A R Y",
    .alpha = true,
    .always = true,
    .tables = tables,
};
