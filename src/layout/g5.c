/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * g5.c - summaries of lmbench 3.0-2003 (spec/lmbench.md 4.5)
 */
#include "layout/parts.h"

static const struct layout_column memory[] = {
    LAYOUT_MHZ(LAYOUT_ASIDE, 4, 1, "-1"),
    LAYOUT_COLUMN("lat_mem_rd", "stride=128 size=1K", 6),
    LAYOUT_COLUMN("lat_mem_rd", "stride=128 size=128K", 6),
    { .shows = "lat_mem_rd",
      .where = LAYOUT_MAIN,
      .plain = { .width = 11, .digits = 6 } },
    { .source = LAYOUT_GUESS, .shows = "", .weight = LAYOUT_ASIDE, .plain.more = 3 },
    LAYOUT_END,
};

static const struct layout_table memory_table = {
    LAYOUT_MEMORY,
    .rule = 66,
    .headings = { LAYOUT_HOST "   Mhz   L1 $   L2 $    Main mem    Guesses" },
    .dashes = "--------- -------------   ---   ----   ----    --------    -------",
    LAYOUT_NS,
    .columns = memory,
};

static const struct layout_table *const tables[] = {
    &layout_basic_30,
    &layout_processor_30,
    &layout_integer_30,
    &layout_float_30,
    &layout_double_30,
    &layout_context_30,
    &layout_local_30,
    &layout_files_30,
    &layout_bandwidth_30,
    &memory_table,
    NULL,
};

const struct layout_generation layout_g5 = {
    .name = "g5",
    .version = "3.0",
    .made_by = "3.0-2003",
    .banner = "L M B E N C H  3 . 0   S U M M A R Y",
    .alpha = true,
    .tables = tables,
};
