/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * foreign_contest.c - what a number of a contest report means, version by version
 *
 * The loads changed under their names: 0.37 to 0.41 brought another flush of memory,
 * 0.60 was written anew (spec/contest.md section 1), so no version's times are compared
 * with another's. Before 0.60 the compile alone was called noload; it has one id here.
 */
#include "import/foreign.h"

#define NOTE                                                                           \
    "contest compiled a kernel of its day, timed it by a clock of whole seconds (0.3 " \
    "to 0.5: hundredths or tenths) and did not order its runs by chance."

#define LOAD(version, name, heading, what)                    \
    {                                                         \
        .definition = { .id = "contest." name,                \
                        .revision = version,                  \
                        .suite = "contest",                   \
                        .family = "contest",                  \
                        .likeness = WORDS_LIKENESS_DIFFERENT, \
                        .quantity = "time",                   \
                        .unit = "s",                          \
                        .better = DOC_BETTER_LOWER,           \
                        .per = "compile",                     \
                        .title = what,                        \
                        .note = NOTE },                       \
        .label = heading ":"                                  \
    }

/* "noload" or "no_load" is the only name that versions disagree in. */
#define LOADS(version, alone)                                                      \
    LOAD(version, "no_load", alone, "a kernel compiled with nothing beside it"),   \
        LOAD(version, "cacherun", "cacherun",                                      \
             "a kernel compiled again, its files still in memory"),                \
        LOAD(version, "process_load", "process_load",                              \
             "a kernel compiled beside processes that pass data round a ring"),    \
        LOAD(version, "ctar_load", "ctar_load",                                    \
             "a kernel compiled beside the packing of a tree, again and again"),   \
        LOAD(version, "xtar_load", "xtar_load",                                    \
             "a kernel compiled beside the unpacking of a tree, again and again"), \
        LOAD(version, "io_load", "io_load",                                        \
             "a kernel compiled beside the writing of a file as large as memory"), \
        LOAD(version, "io_halfmem", "io_halfmem",                                  \
             "a kernel compiled beside the writing of a file half as large as "    \
             "memory"),                                                            \
        LOAD(version, "io_fullmem", "io_fullmem",                                  \
             "a kernel compiled beside the writing of a file as large as memory"), \
        LOAD(version, "io_other", "io_other",                                      \
             "a kernel compiled beside the writing of a file on another disk"),    \
        LOAD(version, "read_load", "read_load",                                    \
             "a kernel compiled beside the reading of a file as large as memory"), \
        LOAD(version, "list_load", "list_load",                                    \
             "a kernel compiled beside a listing of all files"),                   \
        LOAD(version, "mem_load", "mem_load",                                      \
             "a kernel compiled beside the touching of more than all memory"),     \
        LOAD(version, "dbench_load", "dbench_load",                                \
             "a kernel compiled beside dbench"),                                   \
    {                                                                              \
        .definition = { .id = "contest.custom",                                    \
                        .revision = version,                                       \
                        .suite = "contest",                                        \
                        .family = "contest",                                       \
                        .likeness = WORDS_LIKENESS_DIFFERENT,                      \
                        .quantity = "time",                                        \
                        .unit = "s",                                               \
                        .better = DOC_BETTER_LOWER,                                \
                        .per = "compile",                                          \
                        .title =                                                   \
                            "a kernel compiled beside a load that we do not know", \
                        .note = NOTE },                                            \
        .label = "%s:", .params = "load"                                           \
    }

const struct foreign foreign_contest[] = {
    LOADS("contest-0.34", "noload"),  LOADS("contest-0.37", "noload"),
    LOADS("contest-0.50", "noload"),  LOADS("contest-0.60", "no_load"),
    LOADS("contest-0.61", "no_load"), { .label = NULL },
};
