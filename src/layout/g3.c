/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * g3.c - summaries of the 2.0 beta of March 2002 (spec/lmbench.md 4.6), read only
 */
#include "layout/parts.h"

const struct layout_generation layout_g3 = {
    .name = "g3",
    .version = "2.0",
    .made_by = "2.0",
    .banner = "L M B E N C H  2 . 0   S U M M A R Y",
    .alpha = true,
    .always = true,
    .beta = true,
    .read_only = true,
    .tables = layout_tables_20,
};
