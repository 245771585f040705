/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * foreign.c - other people's definitions: what a number in their files means
 *
 * lmbench 3.0a4 as spec/lmbench.md sections 1 and 3.2 describe it from the outside
 * (foreign_changed.c has what other versions mean otherwise); titles and notes are
 * ours. Their file system rates (files per second) are kept here as the time per file,
 * which is what they are compared and summarised by.
 */
#include "import/foreign.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define LMBENCH(id_, unit_, better_, quantity_, family_, likeness_, per_, title_, \
                note_)                                                            \
    .definition = { .id = id_,                                                    \
                    .revision = "lmbench-3.0a4",                                  \
                    .suite = "lmbench",                                           \
                    .family = family_,                                            \
                    .likeness = WORDS_LIKENESS_##likeness_,                       \
                    .quantity = quantity_,                                        \
                    .unit = unit_,                                                \
                    .better = DOC_BETTER_##better_,                               \
                    .per = per_,                                                  \
                    .title = title_,                                              \
                    .note = note_ }

/* a time per something, a rate in bytes, a ratio */
#define TIME(id, family, likeness, per, title, note) \
    LMBENCH(id, "s", LOWER, "time", family, likeness, per, title, note)
#define RATE(id, family, likeness, title, note) \
    LMBENCH(id, "B/s", HIGHER, "bandwidth", family, likeness, "second", title, note)
#define RATIO(id, family, title) \
    LMBENCH(id, "1", HIGHER, "ratio", family, SAME, NULL, title, NULL)

/* Notes that several definitions share. */
#define SELECT_NOTE                                                                    \
    "lmbench passes the number of descriptors as the highest one, so it polls fewer: " \
    "2 of 10, about 91 of 100; ours polls all."
#define PARENT_NOTE "the child is forked from a parent of another size."
#define WIDTH_NOTE "ours moves whole vectors, lmbench's loop 4-byte integers."
#define OPTIMISED_NOTE \
    "compilers remove lmbench's additions; ours form a chain that must be computed."
#define STREAM_ADD_NOTE                                                             \
    "lmbench 3.0a4 runs the sum kernel under this label and credits three arrays, " \
    "which reads three times too fast."
#define MINIMUM_NOTE "lmbench prints the minimum of its repetitions, ours a median."

#define OPERATION(type, op, likeness, note)                                    \
    { TIME("lat_ops." type "_" op, "cpu", likeness, "operation",               \
           type " " op ", each on the result of the one before", note),        \
      .label = type " " op ":" },                                              \
    {                                                                          \
        RATIO("par_ops." type "_" op, "cpu",                                   \
              type " " op ": independent chains that run in the time of one"), \
            .label = type " " op " parallelism:"                               \
    }
#define STREAM(name, run, label_, likeness, note)                         \
    { TIME(name "." run "_latency", "mem-bandwidth", likeness, "element", \
           name " " run ", time per element", note),                      \
      .label = label_ " " run " latency:" },                              \
    {                                                                     \
        RATE(name "." run "_bandwidth", "mem-bandwidth", likeness,        \
             name " " run ", bytes of all arrays", note),                 \
            .label = label_ " " run " bandwidth:"                         \
    }

const struct foreign foreign_all[] = {
    { TIME("lat_syscall.null", "syscall", SAME, "call", "getppid", NULL),
      .label = "Simple syscall:" },
    { TIME("lat_syscall.read", "syscall", SAME, "call",
           "read of one byte from /dev/zero", NULL),
      .label = "Simple read:" },
    { TIME("lat_syscall.write", "syscall", SAME, "call",
           "write of one byte to /dev/null", NULL),
      .label = "Simple write:" },
    { TIME(
          "lat_syscall.null_io", "syscall", SAME, "call",
          "mean of reading from /dev/zero and writing to /dev/null, as summaries print "
          "it",
          NULL),
      .label = "(null I/O)" },
    { TIME("lat_syscall.stat", "syscall", SAME, "call", "stat of an empty file", NULL),
      .label = "Simple stat:" },
    { TIME("lat_syscall.fstat", "syscall", SAME, "call", "fstat of an empty file",
           NULL),
      .label = "Simple fstat:" },
    { TIME("lat_syscall.open", "syscall", SAME, "call",
           "open and close of an empty file", NULL),
      .label = "Simple open/close:" },
    { TIME("lat_select.file", "select", DIFFERENT, "call",
           "select for writing on descriptors of a file", SELECT_NOTE),
      .label = "Select on %d fd's:", .params = "fds" },
    { TIME("lat_select.tcp", "select", DIFFERENT, "call",
           "select for writing on descriptors of a TCP socket", SELECT_NOTE),
      .label = "Select on %d tcp fd's:", .params = "fds" },

    { TIME("lat_sig.install", "signal", SAME, "call", "sigaction", NULL),
      .label = "Signal handler installation:" },
    { TIME("lat_sig.catch", "signal", SAME, "signal",
           "a signal to oneself, caught by an empty handler; the kill is subtracted",
           NULL),
      .label = "Signal handler overhead:" },
    { TIME("lat_sig.prot", "fault", CLOSE, "fault",
           "a store to a read-only page, caught; the caught signal is subtracted",
           "lmbench subtracts a signal measured at another time, ours alternates."),
      .label = "Protection fault:" },

    { TIME("lat_proc.procedure", "process", SAME, "call", "call of an empty function",
           NULL),
      .label = "Procedure call:" },
    { TIME("lat_proc.fork", "process", CLOSE, "process", "fork, exit and wait",
           PARENT_NOTE),
      .label = "Process fork+exit:|Static Process fork+exit:" },
    { TIME("lat_proc.exec", "process", CLOSE, "process",
           "fork, execve of a small program, and wait",
           "the program executed is another one."),
      .label = "Process fork+execve:|Static Process fork+execve:" },
    { TIME("lat_proc.shell", "process", CLOSE, "process",
           "fork, sh -c with a small program, and wait",
           "the shell is the system's, the program executed is another one."),
      .label = "Process fork+/bin/sh -c:|Static Process fork+/bin/sh -c:" },

    { TIME("lat_pipe", "ipc", SAME, "round trip",
           "one byte through a pipe and back through another", NULL),
      .label = "Pipe latency:" },
    { TIME("lat_unix", "ipc", SAME, "round trip",
           "one byte there and back over a local stream socket", NULL),
      .label = "AF_UNIX sock stream latency:" },
    { TIME("lat_fifo", "ipc", SAME, "round trip",
           "one byte there and back through two named pipes", NULL),
      .label = "Fifo latency:" },
    { TIME("lat_sem", "ipc", SAME, "hand-over",
           "control handed to another process by a System V semaphore", NULL),
      .label = "Semaphore latency:" },
    { TIME("lat_fcntl", "ipc", SAME, "hand-over",
           "control handed to another process by record locks", NULL),
      .label = "Fcntl lock latency:" },
    { TIME("lat_unix_connect", "ipc", CLOSE, "connection",
           "connect and close of a local stream socket",
           "ours awaits the server's accept outside the clock; lmbench's shares a "
           "processor with it wherever the scheduler puts both on one."),
      .label = "UNIX connection cost:|UNIX connection cost :" },
    { TIME("lat_udp", "network", SAME, "round trip", "four bytes there and back by UDP",
           NULL),
      .label = "UDP latency using %s:", .params = "host" },
    { TIME("lat_tcp", "network", SAME, "round trip",
           "one byte there and back on a TCP connection", NULL),
      .label = "TCP latency using %s:", .params = "host" },
    { TIME("lat_rpc.udp", "network", SAME, "call",
           "remote procedure call of one byte by UDP", NULL),
      .label = "RPC/udp latency using %s:", .params = "host" },
    { TIME("lat_rpc.tcp", "network", SAME, "call",
           "remote procedure call of one byte by TCP", NULL),
      .label = "RPC/tcp latency using %s:", .params = "host" },
    { TIME("lat_connect", "network", CLOSE, "connection",
           "socket, connect and close to a TCP server",
           "ours awaits the server's accept outside the clock; lmbench's can fill the "
           "listen queue and then times a retransmission."),
      .label = "TCP/IP connection cost to %s:", .params = "host" },
    { TIME("lat_http.time", "network", CLOSE, "pass",
           "14 documents fetched one after the other",
           "the pages are ours, as many and as many bytes as lmbench's."),
      .label = "Avg xfer:" },
    { RATE("lat_http.rate", "network", CLOSE,
           "14 documents fetched one after the other",
           "the pages are ours, as many and as many bytes as lmbench's."),
      .label = "Avg xfer:" },

    { TIME("lat_ctx", "context", CLOSE, "switch",
           "a token passed around a ring of processes that each read an array; the "
           "work of one process is subtracted",
           "ours measures what is subtracted in the same process and over the same "
           "number of pipes."),
      .label = "\"size=%dk ovr=", .params = "size procs" },
    { TIME("lat_ctx.overhead", "context", CLOSE, "pass",
           "the work of one process, as subtracted from context switches",
           "lmbench measures it once, over 96 pipes."),
      .label = "\"size=%dk ovr=", .params = "size" },

    { TIME("lat_fs.create", "file", SAME, "file",
           "creating, writing and closing a file", NULL),
      .label = "\"File system latency", .params = "size" },
    { TIME("lat_fs.delete", "file", SAME, "file", "unlinking a file", NULL),
      .label = "\"File system latency", .params = "size" },
    { RATE("lmdd.write", "file", SAME, "writing a file of zeros and fsync", NULL),
      .label = "File %s write bandwidth:" },
    { TIME("disk.seek", "file", SAME, "seek", "reading 512 bytes far apart on a disk",
           NULL),
      .label = "\"Seek times for %s", .params = "distance" },
    { RATE("disk.zone", "file", SAME, "reading a disk at an offset", NULL),
      .label = "\"Zone bandwidth for %s", .params = "offset" },
    { TIME("lat_pagefault", "fault", DIFFERENT, "page",
           "touching a page of a mapped file for the first time",
           "lmbench's pages are mapped sixteen at a time on today's kernels, so most "
           "of its faults are none; ours takes one for each page."),
      .label = "Pagefaults on %s:" },
    { TIME("lat_mmap", "mmap", DIFFERENT, "mapping",
           "mapping a file, touching it, and unmapping it",
           "lmbench touches the first tenth only, and the size follows the memory of "
           "the machine; ours touches all pages of a stated size."),
      .label = "\"mappings", .params = "size" },

    { RATE("bw_pipe", "ipc", SAME, "64 KiB chunks through a pipe", NULL),
      .label = "Pipe bandwidth:" },
    { RATE("bw_unix", "ipc", SAME, "64 KiB chunks through a local stream socket", NULL),
      .label = "AF_UNIX sock stream bandwidth:" },
    { RATE("bw_tcp", "network", CLOSE, "a stream of messages over TCP",
           "ours sends each message at once (TCP_NODELAY); in lmbench the kernel may "
           "gather small ones."),
      .label = "Socket bandwidth using %s", .params = "message host" },
    { RATE("bw_file_rd.io_only", "file", SAME,
           "reading a cached file, each word added up", NULL),
      .label = "\"read bandwidth", .params = "size" },
    { RATE("bw_file_rd.open2close", "file", SAME,
           "opening, reading and closing a cached file", NULL),
      .label = "\"read open2close bandwidth", .params = "size" },
    { RATE("bw_mmap_rd.mmap_only", "mmap", SAME, "adding up each word of a mapped file",
           NULL),
      .label = "\"Mmap read bandwidth", .params = "size" },
    { RATE("bw_mmap_rd.open2close", "mmap", SAME,
           "opening, mapping, adding up and closing a file", NULL),
      .label = "\"Mmap read open2close bandwidth", .params = "size" },
    { RATE("bw_mem.bcopy", "mem-bandwidth", SAME, "memory copied by the C library",
           NULL),
      .label = "\"libc bcopy unaligned", .params = "size" },
    { RATE("bw_mem.bcopy_conflict", "mem-bandwidth", SAME,
           "memory copied by the C library, destination shifted by 1920 bytes", NULL),
      .label = "\"libc bcopy aligned", .params = "size" },
    { RATE("bw_mem.bzero", "mem-bandwidth", SAME, "memory cleared by the C library",
           NULL),
      .label = "Memory bzero bandwidth", .params = "size" },
    { RATE("bw_mem.fcp", "mem-bandwidth", DIFFERENT, "memory copied word by word",
           WIDTH_NOTE),
      .label = "\"unrolled bcopy unaligned", .params = "size" },
    { RATE("bw_mem.cp", "mem-bandwidth", DIFFERENT,
           "memory copied, one word of each 16 bytes", WIDTH_NOTE),
      .label = "\"unrolled partial bcopy unaligned", .params = "size" },
    { RATE("bw_mem.frd", "mem-bandwidth", DIFFERENT, "memory read, each word",
           WIDTH_NOTE),
      .label = "Memory read bandwidth", .params = "size" },
    { RATE("bw_mem.rd", "mem-bandwidth", DIFFERENT,
           "memory read, one word of each 16 bytes", WIDTH_NOTE),
      .label = "Memory partial read bandwidth", .params = "size" },
    { RATE("bw_mem.fwr", "mem-bandwidth", DIFFERENT, "memory written, each word",
           WIDTH_NOTE),
      .label = "Memory write bandwidth", .params = "size" },
    { RATE("bw_mem.wr", "mem-bandwidth", DIFFERENT,
           "memory written, one word of each 16 bytes", WIDTH_NOTE),
      .label = "Memory partial write bandwidth", .params = "size" },
    { RATE("bw_mem.rdwr", "mem-bandwidth", DIFFERENT,
           "memory read and written back, one word of each 16 bytes", WIDTH_NOTE),
      .label = "Memory partial read/write bandwidth", .params = "size" },

    OPERATION("integer", "bit", SAME, NULL),
    OPERATION("integer", "add", DIFFERENT, OPTIMISED_NOTE),
    OPERATION("integer", "mul", SAME, NULL),
    OPERATION("integer", "div", SAME, NULL),
    OPERATION("integer", "mod", SAME, NULL),
    OPERATION("int64", "bit", SAME, NULL),
    OPERATION("int64", "add", DIFFERENT, OPTIMISED_NOTE),
    OPERATION("int64", "mul", SAME, NULL),
    OPERATION("int64", "div", SAME, NULL),
    OPERATION("int64", "mod", SAME, NULL),
    OPERATION("float", "add", SAME, NULL),
    OPERATION("float", "mul", SAME, NULL),
    OPERATION("float", "div", SAME, NULL),
    OPERATION("double", "add", SAME, NULL),
    OPERATION("double", "mul", SAME, NULL),
    OPERATION("double", "div", SAME, NULL),
    { TIME("lat_ops.float_bogomflops", "cpu", SAME, "element",
           "an expression of add, subtract, multiply and divide in float", NULL),
      .label = "float bogomflops:" },
    { TIME("lat_ops.double_bogomflops", "cpu", SAME, "element",
           "an expression of add, subtract, multiply and divide in double", NULL),
      .label = "double bogomflops:" },

    { LMBENCH("tlb", "pages", HIGHER, "count", "mem-latency", SAME, NULL,
              "pages that the translation buffer holds", NULL),
      .label = "tlb:" },
    { LMBENCH("line", "B", HIGHER, "size", "mem-latency", SAME, NULL,
              "bytes of a cache line", NULL),
      .label = "[LINE_SIZE:" },
    { LMBENCH("mhz", "Hz", HIGHER, "frequency", "cpu", SAME, NULL,
              "the processor's clock, from loops of known length", NULL),
      .label = "[MHZ:" },
    { RATIO("par_mem", "mem-latency",
            "independent chains of loads that run in the time of one"),
      .label = "Memory load parallelism", .params = "size" },
    { TIME("lat_mem_rd", "mem-latency", CLOSE, "load",
           "a chain of loads at a constant distance", MINIMUM_NOTE),
      .label = "Memory load latency", .params = "size stride" },
    { TIME("lat_mem_rd.tlb", "mem-latency", SAME, "miss",
           "a miss of the translation buffer, as summaries of lmbench 1.0 print it",
           NULL),
      .label = "(TLB)" },
    { TIME("lat_mem_rd.random", "mem-latency", CLOSE, "load",
           "a chain of loads in random order over all pages", MINIMUM_NOTE),
      .label = "Random load latency", .params = "size stride" },

    STREAM("stream", "copy", "STREAM", SAME, NULL),
    STREAM("stream", "scale", "STREAM", SAME, NULL),
    STREAM("stream", "add", "STREAM", DIFFERENT, STREAM_ADD_NOTE),
    STREAM("stream", "triad", "STREAM", SAME, NULL),
    STREAM("stream2", "fill", "STREAM2", SAME, NULL),
    STREAM("stream2", "copy", "STREAM2", SAME, NULL),
    STREAM("stream2", "daxpy", "STREAM2", SAME, NULL),
    STREAM("stream2", "sum", "STREAM2", SAME, NULL),
    { .label = NULL },
};

static const struct foreign *const tables[] = { foreign_all, foreign_changed,
                                                foreign_contest };
enum { TABLES = sizeof tables / sizeof *tables };

static bool is_id(const struct foreign *f, const char *id)
{
    return strcmp(f->definition.id, id) == 0;
}

const struct foreign *foreign_find(const char *id, const char *revision)
{
    for (int t = 0; t < TABLES; t++) {
        for (const struct foreign *f = tables[t]; f->label; f++) {
            if (is_id(f, id) &&
                (!revision || strcmp(f->definition.revision, revision) == 0))
                return f;
        }
    }
    return NULL;
}

/* What follows the number of a version: "a12", "-a12", "-alpha12", "alpha12". */
static int alpha_of(const char *text)
{
    text += *text == '-';
    if (*text != 'a')
        return 0;
    text += strncmp(text, "alpha", 5) == 0 ? 5 : 1;
    return isdigit((unsigned char)*text) ? atoi(text) % 1000 : 0;
}

int foreign_version(const char *version)
{
    int major, minor = 0;

    if (!version || !isdigit((unsigned char)version[0]))
        return 0;
    major = version[0] - '0';
    version++;
    if (version[0] == '.' && isdigit((unsigned char)version[1])) {
        minor = version[1] - '0';
        version += 2;
    }
    return major * 10000 + minor * 1000 +
           (strchr("-a", version[0]) && version[0] ? alpha_of(version) : 0);
}

static const struct foreign *find_changed(const char *id, int version)
{
    for (const struct foreign *f = foreign_changed; f->label; f++) {
        if (is_id(f, id) && version >= f->from && version <= f->to)
            return f;
    }
    return NULL;
}

const struct foreign *foreign_for(const char *id, const char *version)
{
    const struct foreign *f = find_changed(id, foreign_version(version));

    if (version && strncmp(version, "contest-", 8) == 0)
        return foreign_find(id, version);
    return f ? f : foreign_find(id, NULL);
}

const char *foreign_revision(const struct foreign *foreign, const char *version)
{
    bool matters = false;

    for (const struct foreign *f = foreign_changed; f->label && !matters; f++)
        matters = is_id(f, foreign->definition.id);
    return matters && foreign_version(version) == 0 ? "lmbench-unknown"
                                                    : foreign->definition.revision;
}
