/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * parts.h - columns and tables that several generations share
 */
#ifndef LAYOUT_PARTS_H
#define LAYOUT_PARTS_H

#include "layout/layout.h"

extern const struct layout_generation layout_g0, layout_g0_1, layout_g1, layout_g2,
    layout_g3, layout_g4, layout_g5, layout_g6, layout_g7;

/* of 3.0, in g6.c */
extern const struct layout_table layout_basic_30, layout_processor_30,
    layout_integer_30, layout_float_30, layout_double_30, layout_context_30,
    layout_local_30, layout_remote_30, layout_files_30, layout_bandwidth_30;
extern const struct layout_column layout_uint64[];
/* of 2.0, in g4.c */
extern const struct layout_table layout_basic_20;
extern const struct layout_table *const layout_tables_20[];
/* of 1.1 to 2.0a12, in g1.c */
extern const struct layout_table layout_files_19, layout_local_19, layout_context_19,
    layout_bandwidth_19, layout_memory_19;

#define LAYOUT_COLUMN(id, filter, columns)                   \
    {                                                        \
        .shows = id, .where = filter, .plain.width = columns \
    }
#define LAYOUT_NULL_IO .shows = "derived.null_io", .kept_as = "lat_syscall.null_io"
#define LAYOUT_MHZ(weight_, columns, more_, missing)                        \
    {                                                                       \
        .shows = "cpu.mhz", .source = LAYOUT_FACT, .weight = weight_,       \
        .rule = LAYOUT_WHOLE, .plain = { .width = columns, .more = more_ }, \
        .old_missing = missing                                              \
    }
/* their "%d" for what is not in the tables that the rule of 4.1 is for */
#define LAYOUT_INTEGER .rule = LAYOUT_TRUNC, .cut = true
/* of the memory table before 2.0 */
#define LAYOUT_MHZ_19                                                      \
    {                                                                      \
        .shows = "cpu.mhz", .source = LAYOUT_FACT, .weight = LAYOUT_ASIDE, \
        .rule = LAYOUT_WHOLE, .plain = { .width = 4, .more = 1 },          \
        .old = { .width = 3, .more = 2 }, .old_missing = "-1"              \
    }
#define LAYOUT_END             \
    {                          \
        .source = LAYOUT_VALUE \
    }

#define LAYOUT_HERE "host?=localhost"
#define LAYOUT_CONNECT LAYOUT_HERE " definition?=ours"
#define LAYOUT_FDS "fds=100 definition?=ours" /* and not lmbench's own way */
#define LAYOUT_FAULTS "memory?=file definition?=ours"
#define LAYOUT_MAIN "stride=128 size?=max"

/* Rows of headings and dashes start with these. */
#define LAYOUT_HOST "Host                 OS"
#define LAYOUT_DASHES "--------- ------------- "
#define LAYOUT_US .unit = "us", .in_base = 1e-6
#define LAYOUT_NS .unit = "ns", .in_base = 1e-9
#define LAYOUT_MB .unit = "MB/s", .in_base = 1e6

/* The 10K files of 2.0 and before stand four columns further right. */
#define LAYOUT_FILE_HEADINGS                                                          \
    .headings = { LAYOUT_HOST "   0K File      10K File      Mmap    Prot    Page\t", \
                  "                        Create Delete Create Delete  Latency "     \
                  "Fault   Fault " },                                                 \
    .dashes = LAYOUT_DASHES "------ ------ ------ ------  ------- -----   ----- "
#define LAYOUT_CONTEXT_HEADINGS                                                      \
    .headings = { LAYOUT_HOST " 2p/0K 2p/16K 2p/64K 8p/16K 8p/64K 16p/16K 16p/64K",  \
                  "                        ctxsw  ctxsw  ctxsw ctxsw  ctxsw   ctxsw" \
                  "   ctxsw" },                                                      \
    .dashes = LAYOUT_DASHES "----- ------ ------ ------ ------ ------- -------"
#define LAYOUT_LOCAL_HEADINGS                                                        \
    .headings = { LAYOUT_HOST " 2p/0K  Pipe AF     UDP  RPC/   TCP  RPC/ TCP",       \
                  "                        ctxsw       UNIX         UDP         TCP" \
                  " conn" },                                                         \
    .dashes = LAYOUT_DASHES "----- ----- ---- ----- ----- ----- ----- ----"
#define LAYOUT_BANDWIDTH_HEADINGS                                                \
    .headings = { "Host                OS  Pipe AF    TCP  File   Mmap  Bcopy  " \
                  "Bcopy  Mem   Mem",                                            \
                  "                             UNIX      reread reread (libc) " \
                  "(hand) read write" },                                         \
    .dashes = LAYOUT_DASHES "---- ---- ---- ------ ------ ------ ------ ---- -----"

/* Titles that have stayed since 1.1. */
#define LAYOUT_PROCESSOR  \
    .topic = "processor", \
    .title = "Processor, Processes - times in microseconds - smaller is better"
#define LAYOUT_CONTEXT  \
    .topic = "context", \
    .title = "Context switching - times in microseconds - smaller is better"
#define LAYOUT_LOCAL  \
    .topic = "local", \
    .title = "*Local* Communication latencies in microseconds - smaller is better"
#define LAYOUT_FILES  \
    .topic = "files", \
    .title = "File & VM system latencies in microseconds - smaller is better"
#define LAYOUT_BANDWIDTH  \
    .topic = "bandwidth", \
    .title = "*Local* Communication bandwidths in MB/s - bigger is better"
#define LAYOUT_MEMORY                                                                  \
    .topic = "memory", .title = "Memory latencies in nanoseconds - smaller is better", \
    .subtitle = "    (WARNING - may not be correct, check graphs)"

#endif
