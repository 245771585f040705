/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * foreign_changed.c - what other versions of lmbench than 3.0a4 mean by the same label
 *
 * Source: spec/lmbench.md 1.1, 1.2, 1.3, 1.5, 1.6, 1.8, 3.3 and 6.1. A revision is
 * named after the version that is known to have had it. 1.9, an early 2.0 of which only
 * results are known, is taken as 2.0 where nothing speaks against it.
 */
#include "import/foreign.h"

#define CHANGED(versions, id_, unit_, better_, quantity_, family_, likeness_, per_, \
                title_, note_)                                                      \
    .definition = { .id = id_,                                                      \
                    .revision = "lmbench-" NAME_##versions,                         \
                    .suite = "lmbench",                                             \
                    .family = family_,                                              \
                    .likeness = WORDS_LIKENESS_##likeness_,                         \
                    .quantity = quantity_,                                          \
                    .unit = unit_,                                                  \
                    .better = DOC_BETTER_##better_,                                 \
                    .per = per_,                                                    \
                    .title = title_,                                                \
                    .note = note_ },                                                \
    .from = FROM_##versions, .to = TO_##versions
#define TIME(versions, id, family, likeness, per, title, note) \
    CHANGED(versions, id, "s", LOWER, "time", family, likeness, per, title, note)
#define RATE(versions, id, family, likeness, title, note)                         \
    CHANGED(versions, id, "B/s", HIGHER, "bandwidth", family, likeness, "second", \
            title, note)

enum {
    FROM_V1 = 10000,
    TO_V1 = 18999,
    FROM_V1_9 = 19000,
    TO_V1_9 = 19999,
    FROM_V2 = 20000,
    TO_V2 = 29999,
    FROM_V1_9_AND_2 = FROM_V1_9,
    TO_V1_9_AND_2 = TO_V2,
    FROM_UP_TO_2 = FROM_V1,
    TO_UP_TO_2 = TO_V2,
    FROM_V3_A9 = 30009,
    TO_V3_A9 = 39999
};
#define NAME_V1 "1.1"
#define NAME_V1_9 "1.9"
#define NAME_V2 "2.0a12"
#define NAME_V1_9_AND_2 NAME_V2
#define NAME_UP_TO_2 NAME_V2
#define NAME_V3_A9 "3.0a9"

/* Notes that several definitions share. */
#define NOT_KNOWN_1 "how lmbench 1 measured it is known from its results only."
#define VFORK_NOTE                                                                   \
    "lmbench 2.0 starts the child by vfork, which shares the parent's memory; ours " \
    "by "                                                                            \
    "fork."
#define FORK_OR_VFORK_NOTE "whether lmbench 1.9 forks or vforks is not known."
#define SHIFTED_NOTE \
    "lmbench 2.0 shifts the destination by 1920 bytes where this is said."
#define ADD_NOTE "lmbench 3.0a9 times a = a + a + i, ours one addition."

#define PROCESSES(versions, likeness, note)                                      \
    { TIME(versions, "lat_proc.fork", "process", likeness, "process",            \
           "a child that exits at once, and wait", note),                        \
      .label = "Process fork+exit:|Static Process fork+exit:|Null process:" },   \
        { TIME(versions, "lat_proc.exec", "process", likeness, "process",        \
               "a child that executes a small program, and wait", note),         \
          .label = "Process fork+execve:|Static Process fork+execve:|"           \
                   "Simple process:" },                                          \
    {                                                                            \
        TIME(versions, "lat_proc.shell", "process", likeness, "process",         \
             "a child that is a shell with a small program, and wait", note),    \
            .label = "Process fork+/bin/sh -c:|Static Process fork+/bin/sh -c:|" \
                     "/bin/sh process:"                                          \
    }
#define SELECTS(versions, likeness, note)                                             \
    { TIME(versions, "lat_select.file", "select", likeness, "call",                   \
           "select for writing on descriptors of a file, all of them", note),         \
      .label = "Select on %d fd's:", .params = "fds" },                               \
    {                                                                                 \
        TIME(versions, "lat_select.tcp", "select", likeness, "call",                  \
             "select for writing on descriptors of a TCP socket, all of them", note), \
            .label = "Select on %d tcp fd's:", .params = "fds"                        \
    }
#define CONTEXT(versions, note)                                                      \
    { TIME(versions, "lat_ctx", "context", CLOSE, "switch",                          \
           "a token passed around a ring of processes that each read an array; the " \
           "work of one process is subtracted",                                      \
           note),                                                                    \
      .label = "\"size=%dk ovr=|\"size=%d ovr=", .params = "size procs" },           \
    {                                                                                \
        TIME(versions, "lat_ctx.overhead", "context", CLOSE, "pass",                 \
             "the work of one process, as subtracted from context switches", note),  \
            .label = "\"size=%dk ovr=|\"size=%d ovr=", .params = "size"              \
    }
#define COPIES(versions, likeness, note)                                   \
    { RATE(versions, "bw_mem.bcopy", "mem-bandwidth", likeness,            \
           "memory copied by the C library, destination shifted", note),   \
      .label = "\"libc bcopy unaligned", .params = "size" },               \
    {                                                                      \
        RATE(versions, "bw_mem.bcopy_conflict", "mem-bandwidth", likeness, \
             "memory copied by the C library, pages aligned", note),       \
            .label = "\"libc bcopy aligned", .params = "size"              \
    }

const struct foreign foreign_changed[] = {
    { TIME(V1, "lat_syscall.null", "syscall", DIFFERENT, "call",
           "write of one byte to /dev/null",
           "lmbench 1 writes a byte, ours asks for the parent's number."),
      .label = "Null syscall:" },

    PROCESSES(V1, DIFFERENT, NOT_KNOWN_1),
    PROCESSES(V1_9, DIFFERENT, FORK_OR_VFORK_NOTE),
    PROCESSES(V2, DIFFERENT, VFORK_NOTE),

    SELECTS(V1, CLOSE, NOT_KNOWN_1),
    SELECTS(V1_9_AND_2, SAME, NULL),

    CONTEXT(V1, NOT_KNOWN_1),
    CONTEXT(V1_9_AND_2,
            "lmbench 2.0 reckons what is subtracted from the time for one page; ours "
            "measures it in the same process."),

    { TIME(UP_TO_2, "lat_fcntl", "ipc", DIFFERENT, "round trip",
           "control handed to another process and back by record locks",
           "lmbench 2.0 times both ways, ours one."),
      .label = "Fcntl lock latency:" },

    { RATE(UP_TO_2, "bw_tcp", "network", DIFFERENT,
           "a stream over TCP, 10 MiB or more for each connection",
           "lmbench 2.0 counts the connection in, ours only the stream."),
      .label = "Socket bandwidth using %s:", .params = "host" },
    { RATE(V3_A9, "bw_tcp", "network", CLOSE, "a stream of messages over TCP",
           "the largest message of lmbench 3.0a9 is of 10000000 bytes, that of 3.0a4 "
           "and "
           "ours of 10485760."),
      .label = "Socket bandwidth using %s", .params = "message host" },

    COPIES(V1, DIFFERENT, NOT_KNOWN_1),
    COPIES(V1_9_AND_2, DIFFERENT, SHIFTED_NOTE),

    { TIME(V1, "lat_mem_rd", "mem-latency", DIFFERENT, "load",
           "a chain of loads at a constant distance, less one clock for each",
           "lmbench 1 subtracts a clock for each load."),
      .label = "Memory load latency", .params = "size stride" },
    { TIME(V1_9_AND_2, "lat_mem_rd", "mem-latency", CLOSE, "load",
           "a descending chain of loads at a constant distance",
           "lmbench 2.0 prints the least of four tries, and its chain descends."),
      .label = "Memory load latency", .params = "size stride" },

    { TIME(V3_A9, "lat_ops.integer_add", "cpu", DIFFERENT, "operation",
           "integer add, each on the result of the one before", ADD_NOTE),
      .label = "integer add:" },
    { TIME(V3_A9, "lat_ops.int64_add", "cpu", DIFFERENT, "operation",
           "int64 add, each on the result of the one before", ADD_NOTE),
      .label = "int64 add:|uint64 add:" },

    { TIME(V3_A9, "stream.add_latency", "mem-bandwidth", SAME, "element",
           "stream add, time per element", NULL),
      .label = "STREAM add latency:" },
    { RATE(V3_A9, "stream.add_bandwidth", "mem-bandwidth", SAME,
           "stream add, bytes of all arrays", NULL),
      .label = "STREAM add bandwidth:" },
    { .label = NULL },
};
