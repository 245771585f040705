/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * resource.c - what a benchmark may ask its context for, released newest first
 */
#include "harness/ctx.h"
#include "harness/harness.h"
#include "harness/semaphores.h"
#include "os/affinity.h"
#include "os/self.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int remove_any(const char *path, const struct stat *st, int kind,
                      struct FTW *ftw)
{
    (void)st;
    (void)kind;
    (void)ftw;
    (void)remove(path); /* what stays, the shepherd removes */
    return 0;
}

static void release(const struct ctx_resource *r)
{
    switch (r->kind) {
    case CTX_FD:
        close(r->fd);
        break;
    case CTX_MAPPING:
        munmap(r->at, r->bytes);
        break;
    case CTX_FILE:
        unlink(r->at);
        break;
    case CTX_DIRECTORY:
        (void)nftw(r->at, remove_any, 8, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
        break;
    case CTX_SEMAPHORES:
        semctl(r->fd, 0, IPC_RMID);
        break;
    case CTX_CALL:
        r->call(r->at);
        break;
    case CTX_CHILD:
        kill(r->pid, SIGKILL);
        while (waitpid(r->pid, NULL, 0) < 0 && errno == EINTR)
            ;
        break;
    }
}

void bench_ctx_free(struct bench_ctx *ctx)
{
    if (!ctx)
        return;
    while (ctx->n_resources)
        release(&ctx->resources[--ctx->n_resources]);
    munmap(ctx, ctx->bytes);
}

/* Before something is got, so that it can always be kept. */
static int reserve(struct bench_ctx *ctx, size_t n)
{
    if (n > CTX_RESOURCES - ctx->n_resources)
        return bench_fail(ctx, -E2BIG, "more than %d files, processes and mappings",
                          CTX_RESOURCES);
    return 0;
}

static void keep(struct bench_ctx *ctx, struct ctx_resource r)
{
    ctx->resources[ctx->n_resources++] = r;
}

/* A sentence's end that says which limit was met, where one was. */
static const char *limit_text(int error, char text[64])
{
    bool files = error == EMFILE;
    struct rlimit limit;

    text[0] = '\0';
    if ((files || error == EAGAIN) &&
        getrlimit(files ? RLIMIT_NOFILE : RLIMIT_NPROC, &limit) == 0)
        snprintf(text, 64, " (%s; ulimit -%c is %lld)",
                 files ? "too many for the limit" : "too many processes",
                 files ? 'n' : 'u',
                 limit.rlim_cur == RLIM_INFINITY ? -1 : (long long)limit.rlim_cur);
    return text;
}

int bench_fail_errno(struct bench_ctx *ctx, int error, const char *what)
{
    char limit[64];

    return bench_fail(ctx, -error, "%s: %s%s", what, strerror(error),
                      limit_text(error, limit));
}

int bench_open(struct bench_ctx *ctx, const char *path, int flags, ...)
{
    char what[192];
    mode_t mode = 0;
    va_list args;
    int fd;

    if (flags & O_CREAT) {
        va_start(args, flags);
        mode = va_arg(args, mode_t);
        va_end(args);
    }
    if (reserve(ctx, 1) < 0)
        return ctx->rc;
    fd = open(path, flags | O_CLOEXEC, mode);
    if (fd < 0) {
        int error = errno;

        snprintf(what, sizeof what, "cannot open %s", path);
        return bench_fail_errno(ctx, error, what);
    }
    keep(ctx, (struct ctx_resource){ .kind = CTX_FD, .fd = fd });
    return fd;
}

static const char *scratch_of(const struct bench_ctx *ctx)
{
    return ctx->job && ctx->job->scratch ? ctx->job->scratch : P_tmpdir;
}

int bench_semaphores(struct bench_ctx *ctx, int n)
{
    char file[PATH_MAX], *kept;
    int id;

    if (reserve(ctx, 2) < 0)
        return ctx->rc;
    id = harness_semaphores_new(scratch_of(ctx), n, file);
    if (id == -ENOSYS)
        return bench_skip(ctx, "this kernel has no System V semaphores");
    if (id < 0)
        return bench_fail_errno(ctx, -id, "cannot make semaphores");
    kept = *file ? ctx_text(ctx, strlen(file) + 1) : NULL;
    if (kept) {
        stpcpy(kept, file);
        keep(ctx, (struct ctx_resource){ .kind = CTX_FILE, .at = kept });
    }
    keep(ctx, (struct ctx_resource){ .kind = CTX_SEMAPHORES, .fd = id });
    return id;
}

void *bench_map(struct bench_ctx *ctx, size_t bytes, int protection, int flags, int fd)
{
    void *at;

    bytes += !bytes;
    if (reserve(ctx, 1) < 0)
        return NULL;
    at = mmap(NULL, bytes, protection, flags, fd, 0);
    if (at == MAP_FAILED) {
        bench_fail(ctx, -errno, "%s %zu bytes: %s",
                   fd < 0 ? "no memory for" : "cannot map", bytes, strerror(errno));
        return NULL;
    }
    keep(ctx, (struct ctx_resource){ .kind = CTX_MAPPING, .at = at, .bytes = bytes });
    return at;
}

void *bench_alloc(struct bench_ctx *ctx, size_t bytes)
{
    return bench_map(ctx, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                     -1);
}

int bench_pipe(struct bench_ctx *ctx, int fds[2])
{
    if (reserve(ctx, 2) < 0)
        return ctx->rc;
    if (pipe2(fds, O_CLOEXEC) < 0)
        return bench_fail_errno(ctx, errno, "cannot make a pipe");
    keep(ctx, (struct ctx_resource){ .kind = CTX_FD, .fd = fds[0] });
    keep(ctx, (struct ctx_resource){ .kind = CTX_FD, .fd = fds[1] });
    return 0;
}

int bench_adopt(struct bench_ctx *ctx, int fd, const char *what)
{
    int error = errno;

    if (fd < 0)
        return bench_fail_errno(ctx, error, what);
    if (reserve(ctx, 1) < 0) {
        close(fd);
        return ctx->rc;
    }
    keep(ctx, (struct ctx_resource){ .kind = CTX_FD, .fd = fd });
    return fd;
}

int bench_defer(struct bench_ctx *ctx, void (*undo)(void *what), void *what)
{
    if (reserve(ctx, 1) < 0) {
        undo(what);
        return ctx->rc;
    }
    keep(ctx, (struct ctx_resource){ .kind = CTX_CALL, .at = what, .call = undo });
    return 0;
}

void bench_close(struct bench_ctx *ctx, int fd)
{
    for (size_t i = ctx->n_resources; i-- > 0;) {
        struct ctx_resource *r = &ctx->resources[i];

        if (r->kind == CTX_FD && r->fd == fd) {
            close(fd);
            ctx->n_resources--;
            memmove(r, r + 1, (ctx->n_resources - i) * sizeof *r);
            return;
        }
    }
}

static char *joined(struct bench_ctx *ctx, const char *directory, const char *name)
{
    char *path = ctx_text(ctx, strlen(directory) + strlen(name) + 2);

    if (path)
        stpcpy(stpcpy(stpcpy(path, directory), "/"), name);
    else
        bench_fail(ctx, -ENAMETOOLONG, "the path of %s is too long", name);
    return path;
}

/* Reasons go into documents: no directory of the user's stands in them. */
static int make_temporary(struct bench_ctx *ctx, enum ctx_kind kind, const char **path)
{
    char *name = joined(ctx, scratch_of(ctx), "errbar-XXXXXX");
    int fd = -1;

    if (!name || reserve(ctx, 1) < 0)
        return ctx->rc;
    if (kind == CTX_FILE ? (fd = mkostemp(name, O_CLOEXEC)) < 0 : !mkdtemp(name))
        return bench_fail(ctx, -errno,
                          "no file can be made in the scratch directory: %s",
                          strerror(errno));
    if (fd >= 0)
        close(fd);
    keep(ctx, (struct ctx_resource){ .kind = kind, .at = name });
    *path = name;
    return 0;
}

int bench_tempfile(struct bench_ctx *ctx, const char **path)
{
    return make_temporary(ctx, CTX_FILE, path);
}

int bench_tempdir(struct bench_ctx *ctx, const char **path)
{
    return make_temporary(ctx, CTX_DIRECTORY, path);
}

int bench_helper(struct bench_ctx *ctx, const char *name, const char **path)
{
    const char *libexec = ctx->job && ctx->job->libexec ? ctx->job->libexec : ".";
    const char *program = joined(ctx, libexec, name);

    if (!program)
        return ctx->rc;
    if (access(program, X_OK) < 0)
        return bench_fail(ctx, -errno, "%s cannot be executed: %s", name,
                          strerror(errno));
    *path = program;
    return 0;
}

/* Where the task that starts next may run: nothing to do where all may run anywhere. */
static int place(const struct bench_ctx *ctx, size_t task)
{
    const struct job *job = ctx->job;

    if (!job || job->free || !job->n_cpus)
        return 0;
    return os_affinity_set(&job->cpus[task % job->n_cpus], 1);
}

static void be_peer(struct bench_ctx *ctx, pid_t worker, int (*body)(void *state),
                    void *state)
{
    enum { NOT_PLACED = 120 };

    if (os_self_dies_with_parent() < 0 || getppid() != worker)
        _exit(NOT_PLACED);
    if (place(ctx, ctx->tasks) < 0)
        _exit(NOT_PLACED);
    _exit(body(state));
}

pid_t bench_spawn(struct bench_ctx *ctx, int (*body)(void *state), void *state)
{
    pid_t worker = getpid(), pid;

    if (reserve(ctx, 1) < 0)
        return ctx->rc;
    pid = fork();
    if (pid < 0)
        return bench_fail_errno(ctx, errno, "cannot start a process");
    if (pid == 0)
        be_peer(ctx, worker, body, state);
    keep(ctx, (struct ctx_resource){ .kind = CTX_CHILD, .pid = pid });
    ctx->tasks++;
    return pid;
}

void ctx_peers(const struct bench_ctx *ctx, void (*see)(void *self, pid_t pid),
               void *self)
{
    for (size_t i = 0; i < ctx->n_resources; i++) {
        if (ctx->resources[i].kind == CTX_CHILD)
            see(self, ctx->resources[i].pid);
    }
}

void bench_count(struct bench_ctx *ctx, const char *name, double value,
                 const char *unit)
{
    harness_report_count(&ctx->report, name, value, unit);
}
