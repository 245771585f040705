/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bench.h - everything a benchmark may know
 *
 * A benchmark describes itself in a constant struct bench and does its work in a
 * loop that returns the passes that succeeded. It prints nothing, reads no clock
 * and keeps no globals but what a signal handler needs. What setup asks the context
 * for (files, memory, children, ports) is released by the context, newest first,
 * whatever happens.
 */
#ifndef HARNESS_BENCH_H
#define HARNESS_BENCH_H

#include "model/words.h"

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/types.h>

struct bench_ctx;

/* One task: its own run-queue wait tells of disturbance. Many: it is the subject. */
enum bench_tasks { BENCH_ONE_TASK, BENCH_MANY_TASKS };

/* Causes that may reject an observation of this benchmark (bits). */
enum bench_rejects {
    BENCH_REJECTS_DEFAULT = 0, /* one task: all four; many tasks: none */
    BENCH_REJECTS_WAIT = 1u << 0,
    BENCH_REJECTS_SWITCHES = 1u << 1,
    BENCH_REJECTS_MIGRATIONS = 1u << 2,
    BENCH_REJECTS_FAULTS = 1u << 3,
    BENCH_REJECTS_NOTHING = 1u << 30
};

/*
 * Sets that a case is in: whoever names quick names classic, too; all are in full but
 * those that are measured only where somebody names them.
 */
enum bench_sets {
    BENCH_QUICK = 1u << 0,
    BENCH_CLASSIC = 1u << 1,
    BENCH_ON_REQUEST = 1u << 2
};

/* Returns how many of `passes` operations succeeded; 0 passes must be harmless. */
typedef uint64_t bench_loop(void *state, uint64_t passes);
typedef int bench_step(struct bench_ctx *ctx, void *state);

/*
 * A parameter. Values are text: whole numbers, byte sizes ("16K") or words.
 * `values` lists, separated by blanks, what `full` measures; `classic` and `quick`
 * the shorter lists. A user's --param replaces the list.
 */
struct bench_param {
    const char *name;
    const char *values;  /* "2 4 8 16 24 32 64 96" */
    const char *classic; /* NULL: as values */
    const char *quick;   /* NULL: as classic */
    bool bytes;          /* a size: 64K and 65536 are the same, stored as 65536 */
    bool axis;           /* one process walks these points (a sweep) */
    bool file;           /* a file's size: of a set's those too large here are halved */
    bool quiet; /* no part of a measurement's name unless a user sets it: an odd end */
    const char *words;    /* the only values allowed, separated by blanks; NULL: any */
    uint64_t least, most; /* bounds of a number; most 0: not a number, unless bytes */
    const char *help;
};

/* A definition: one number with a name. */
struct bench_case {
    const char *name;  /* "null"; NULL for the only case of a benchmark */
    const char *title; /* "getppid" */
    const char *per;   /* "call"; what one pass is */
    enum words_likeness likeness;
    const char *note; /* on the likeness, where close or different: "ours ... ." */
    bench_loop *loop;
    bench_loop *base; /* what is subtracted: alternated with loop, as the base part */
    bench_step *before, *after; /* untimed, around each observation of either part */
    bench_step *verify; /* after the last observation: 0, or bench_fail(): then nothing
                           of this invocation counts */
    uint64_t bytes;     /* moved by one pass: makes it a bandwidth */
    const char *bytes_of; /* or the parameter, a size, that says how many are */
    uint64_t (*step)(void *state); /* passes must be a multiple of this; NULL: 1 */
    uint64_t least;                /* smallest number of passes; 0: 1 */
    uint64_t most;      /* largest: what `before` can prepare; 0: any number */
    double deadline_s;  /* 0: the larger of 10 s and 20 times its pilot */
    unsigned sets;      /* BENCH_QUICK | BENCH_CLASSIC, or BENCH_ON_REQUEST */
    const char *family; /* NULL: the benchmark's (bench_family) */
    bool alone; /* one task though the benchmark has many: what disturbs one disturbs
                   it, and placement means nothing to it (bench_rejects) */
};

/*
 * Points that quick and classic measure where the product of the lists would be too
 * many: each row is a list of placements and one point ("size=0 procs=2").
 */
struct bench_points {
    unsigned sets; /* BENCH_QUICK | BENCH_CLASSIC */
    const char *placements, *params;
};

struct bench {
    const char *name;   /* "lat_syscall" */
    const char *title;  /* "simple system calls" */
    const char *family; /* syscall, signal, fault, process, ipc, network, select,
                           context, file, mmap, mem-latency, mem-bandwidth or cpu */
    const char *source; /* sentences: what it is like and how it differs; never NULL */
    const char *revision; /* "1" */
    /* the helper that can measure it, where errbar-worker itself cannot: NULL */
    const char *worker;
    enum bench_tasks tasks;
    unsigned rejects;       /* enum bench_rejects */
    bool placed;            /* has the parameter placement=same|sibling|cross|free */
    const char *placements; /* those it can do, e.g. "same free"; NULL: all */
    const char *quick_placements;     /* NULL: "same" */
    const char *classic_placements;   /* NULL: "same" */
    size_t state_size;                /* handed over zeroed */
    const struct bench_case *cases;   /* ends with { 0 } (title NULL) */
    const struct bench_param *params; /* ends with { 0 }; NULL: none */
    /* ends with { 0 }; NULL: the product of the parameters' lists. `full`, and whoever
       gives --param, always gets the product */
    const struct bench_points *points;
    /* once per point; 0 or what bench_fail/_skip/_open returned; NULL: nothing to do */
    bench_step *setup;
};

/* ---- what setup (and before, after, verify) may ask the context for ---- */

/*
 * All of these return a negative errno on failure after noting why, so that a
 * benchmark can hand it on; what they give is released by the context.
 */
int bench_open(struct bench_ctx *ctx, const char *path, int flags, ...);
void *bench_alloc(struct bench_ctx *ctx, size_t bytes); /* page-aligned, zeroed; NULL */
int bench_pipe(struct bench_ctx *ctx, int fds[2]);
/*
 * Takes over what a system call gave: the descriptor, or where it gave none fails with
 * "what: the error's text".
 */
int bench_adopt(struct bench_ctx *ctx, int fd, const char *what);
/* Takes over what a library gave: undo(what) comes with the rest of the context's.
 */
int bench_defer(struct bench_ctx *ctx, void (*undo)(void *what), void *what);
/*
 * Two sockets connected to each other, of AF_UNIX, or of AF_INET or AF_INET6 over the
 * loopback and ports that nobody else has. Skips where the machine has no such address.
 */
int bench_socketpair(struct bench_ctx *ctx, int family, int type, int fds[2]);
/* A stream socket that listens there, and where; what it accepts is to be adopted. */
struct bench_address {
    union {
        struct sockaddr any;
        struct sockaddr_in in;
        struct sockaddr_in6 in6;
    };
    socklen_t length;
};
int bench_listen(struct bench_ctx *ctx, int family, int backlog,
                 struct bench_address *at);
/*
 * The far end of run --remote, and what it answers: a byte with the next one, a
 * datagram of four bytes with the next number, requests for messages, connections,
 * remote procedure calls by either transport, requests for pages and for datagrams.
 */
enum bench_service {
    BENCH_ECHO,
    BENCH_DATAGRAM,
    BENCH_STREAM,
    BENCH_CONNECT,
    BENCH_RPC_UDP,
    BENCH_RPC_TCP,
    BENCH_HTTP,
    BENCH_WINDOWS,
    BENCH_SERVICES
};
static inline int bench_service_type(enum bench_service service)
{
    return service == BENCH_DATAGRAM || service == BENCH_RPC_UDP ||
                   service == BENCH_WINDOWS
               ? SOCK_DGRAM
               : SOCK_STREAM;
}
/*
 * Where one of its services is; a skip where no far end was named, where it has not
 * that service, or where the point's ip is not the one that it is called by.
 */
int bench_far(struct bench_ctx *ctx, enum bench_service service,
              struct bench_address *at);
/* A socket that is connected to it. */
int bench_dial(struct bench_ctx *ctx, enum bench_service service);
/*
 * A new empty file in the scratch directory, or a directory, which goes with all that
 * is in it; *path lives as long as the context.
 */
int bench_tempfile(struct bench_ctx *ctx, const char **path);
int bench_tempdir(struct bench_ctx *ctx, const char **path);
/* A set of `n` System V semaphores, all 0: its id. */
int bench_semaphores(struct bench_ctx *ctx, int n);
/* mmap(); NULL where it fails. */
void *bench_map(struct bench_ctx *ctx, size_t bytes, int protection, int flags, int fd);

/*
 * Starts a peer process that runs `body` on the next task's CPU and exits with what
 * it returns. It dies with the invocation, however that ends.
 */
pid_t bench_spawn(struct bench_ctx *ctx, int (*body)(void *state), void *state);

/*
 * After bench_spawn(): closes in this process, or in the peer that calls it, one end
 * that the other side owns. The context forgets it.
 */
void bench_close(struct bench_ctx *ctx, int fd);

/* A parameter of the point being set up. Asking for one it has not is our mistake. */
const char *bench_param_str(const struct bench_ctx *ctx, const char *name);
uint64_t bench_param_u64(const struct bench_ctx *ctx, const char *name);

/* In before, the loops and after: passes of this observation. */
uint64_t bench_passes(const struct bench_ctx *ctx);

/* Whether that case will run here; in a worker only one will. */
bool bench_wants(const struct bench_ctx *ctx, const char *which);

/* Full path of a program that errbar installs for benchmarks to execute. */
int bench_helper(struct bench_ctx *ctx, const char *name, const char **path);

/* Cannot be measured here, and why: the measurement becomes unsupported. */
int bench_skip(struct bench_ctx *ctx, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Went wrong: the invocation is not valid. Returns rc, or -EIO where rc is 0. */
int bench_fail(struct bench_ctx *ctx, int rc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same for a system call: "what: the error's text", and the limit it met. */
int bench_fail_errno(struct bench_ctx *ctx, int error, const char *what);

/* One number for the invocation's counts, beside the observations. */
void bench_count(struct bench_ctx *ctx, const char *name, double value,
                 const char *unit);

/* Keeps a computed value alive: the compiler must produce it. */
static inline void bench_keep(uint64_t value)
{
    __asm__ volatile("" : : "r"(value) : "memory");
}

#endif
