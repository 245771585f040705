/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * g7.c - summaries of lmbench 3.0a9 (spec/lmbench.md 4.4, 4.5)
 */
#include "layout/parts.h"

static const struct layout_column memory[] = {
    LAYOUT_MHZ(LAYOUT_ASIDE, 4, 1, "-1"),
    LAYOUT_COLUMN("lat_mem_rd", "stride=128 size=1K", 6),
    LAYOUT_COLUMN("lat_mem_rd", "stride=128 size=128K", 6),
    { .shows = "lat_mem_rd",
      .where = LAYOUT_MAIN,
      .plain = { .width = 11, .digits = 8 } },
    { .shows = "lat_mem_rd.random",
      .where = "size?=max",
      .plain = { .width = 11, .digits = 8 } },
    { .source = LAYOUT_GUESS, .shows = "", .weight = LAYOUT_ASIDE, .old.more = 3 },
    LAYOUT_END,
};

static const struct layout_table uint64_table = {
    .topic = "uint64",
    .title = "Basic uint64 operations - times in nanoseconds - smaller is better",
    .rule = 66,
    .headings = { LAYOUT_HOST " int64  int64  int64  int64  int64  ",
                  "                         bit    add    mul    div    mod   " },
    .dashes = LAYOUT_DASHES "------ ------ ------ ------ ------ ",
    LAYOUT_NS,
    .columns = layout_uint64,
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

const struct layout_generation layout_g7 = {
    .name = "g7",
    .version = "3.0",
    .made_by = "3.0a9",
    .banner = "L M B E N C H  3 . 0   S U M M A R Y",
    .tables = tables,
    .alpha = true,
    .always = true,
    .drops = true,
};
