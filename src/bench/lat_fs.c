/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lat_fs.c - creating files of some size, and deleting them
 *
 * Timed of `create`: openat with O_CREAT, one write where the size is not 0, close; of
 * `delete`: unlinkat. Divided by: files. Their names are found from one open directory,
 * so that it does not matter how deep --dir lies; they are spread over directories of
 * 100 files at most, which are made outside the clock, as are the files that are to be
 * deleted. Nothing is flushed to disk, as with lmbench.
 *
 * After each observation every file is asked for: those that were created have their
 * size, those that were deleted are gone.
 */
#include "harness/bench.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { EACH = 100, DIRECTORIES = 100, MOST = EACH * DIRECTORIES };

struct state {
    int top;
    unsigned directories; /* made so far */
    size_t size;
    char *content;
};

/* "42/17": the 4217th, NUL included. */
static void name_of(uint64_t number, char name[6])
{
    name[0] = (char)('0' + number / 1000);
    name[1] = (char)('0' + number / 100 % 10);
    name[2] = '/';
    name[3] = (char)('0' + number / 10 % 10);
    name[4] = (char)('0' + number % 10);
    name[5] = '\0';
}

/* In one write, where the disk is not full: the next one tells that it is. */
static bool fill(const struct state *s, int fd)
{
    size_t done = 0;

    while (done < s->size) {
        ssize_t n = write(fd, s->content + done, s->size - done);

        if (n <= 0)
            return false;
        done += (size_t)n;
    }
    return true;
}

static bool create(const struct state *s, const char *name)
{
    int fd = openat(s->top, name, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC,
                    S_IRUSR | S_IWUSR);

    if (fd < 0)
        return false;
    if (!fill(s, fd)) {
        close(fd); /* and errno stays, since that succeeds */
        return false;
    }
    return close(fd) == 0;
}

static uint64_t loop_create(void *state, uint64_t passes)
{
    const struct state *s = state;
    uint64_t done = 0;
    char name[6];

    for (; done < passes; done++) {
        name_of(done, name);
        if (!create(s, name))
            break;
    }
    return done;
}

static uint64_t loop_delete(void *state, uint64_t passes)
{
    const struct state *s = state;
    uint64_t done = 0;
    char name[6];

    for (; done < passes; done++) {
        name_of(done, name);
        if (unlinkat(s->top, name, 0) < 0)
            break;
    }
    return done;
}

/* ---- outside the clock ---- */

static int cannot(struct bench_ctx *ctx, const char *what)
{
    if (errno == ENOSPC || errno == EDQUOT)
        return bench_skip(ctx, "%s: %s", what, strerror(errno));
    return bench_fail_errno(ctx, errno, what);
}

static int make_directories(struct bench_ctx *ctx, struct state *s)
{
    uint64_t wanted = (bench_passes(ctx) + EACH - 1) / EACH;

    for (; s->directories < wanted && s->directories < DIRECTORIES; s->directories++) {
        char name[6];

        name_of((uint64_t)s->directories * EACH, name);
        name[2] = '\0';
        if (mkdirat(s->top, name, S_IRWXU) < 0)
            return cannot(ctx, "cannot make a directory in the scratch directory");
    }
    return 0;
}

static int before_create(struct bench_ctx *ctx, void *state)
{
    return make_directories(ctx, state);
}

static int before_delete(struct bench_ctx *ctx, void *state)
{
    uint64_t passes = bench_passes(ctx);
    int rc = make_directories(ctx, state);

    if (rc == 0 && loop_create(state, passes) != passes)
        rc = cannot(ctx, "cannot make the files that are to be deleted");
    return rc;
}

static int after_create(struct bench_ctx *ctx, void *state)
{
    const struct state *s = state;
    char name[6];
    struct stat st;

    for (uint64_t i = 0; i < bench_passes(ctx); i++) {
        name_of(i, name);
        if (fstatat(s->top, name, &st, 0) < 0 || (uint64_t)st.st_size != s->size)
            return bench_fail(ctx, -EIO, "a file that was created is not there whole");
        if (unlinkat(s->top, name, 0) < 0)
            return bench_fail_errno(ctx, errno, "cannot delete a file");
    }
    return 0;
}

static int after_delete(struct bench_ctx *ctx, void *state)
{
    const struct state *s = state;
    char name[6];
    struct stat st;

    for (uint64_t i = 0; i < bench_passes(ctx); i++) {
        name_of(i, name);
        if (fstatat(s->top, name, &st, 0) == 0 || errno != ENOENT)
            return bench_fail(ctx, -EIO, "a file that was deleted is still there");
    }
    return 0;
}

static int setup(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;
    const char *path;
    int rc = bench_tempdir(ctx, &path);

    if (rc < 0)
        return rc;
    s->top = bench_open(ctx, path, O_RDONLY | O_DIRECTORY);
    if (s->top < 0)
        return s->top;
    s->size = bench_param_u64(ctx, "size");
    s->content = bench_alloc(ctx, s->size);
    if (!s->content)
        return -ENOMEM;
    memset(s->content, 'x', s->size);
    return 0;
}

static const struct bench_case cases[] = {
    { .name = "create",
      .title = "creating, writing and closing a file",
      .per = "file",
      .likeness = WORDS_LIKENESS_SAME,
      .loop = loop_create,
      .before = before_create,
      .after = after_create,
      .most = MOST,
      .sets = BENCH_QUICK | BENCH_CLASSIC },
    { .name = "delete",
      .title = "unlinking a file",
      .per = "file",
      .likeness = WORDS_LIKENESS_SAME,
      .loop = loop_delete,
      .before = before_delete,
      .after = after_delete,
      .most = MOST,
      .sets = BENCH_QUICK | BENCH_CLASSIC },
    { 0 },
};

static const struct bench_param params[] = {
    { .name = "size",
      .values = "0 1K 4K 10K",
      .quick = "0 10K",
      .bytes = true,
      .most = 1 << 20,
      .help = "bytes of a file" },
    { 0 },
};

const struct bench bench_lat_fs = {
    .name = "lat_fs",
    .title = "creating and deleting files",
    .family = "file",
    .source =
        "Like lmbench 3's program of that name, which says it as files per second. The "
        "files lie in the run's scratch directory (--dir), whose file system is among "
        "the facts of the machine; each is found where it should be, or gone, before "
        "its observation counts.",
    .revision = "1",
    .tasks = BENCH_ONE_TASK,
    .state_size = sizeof(struct state),
    .cases = cases,
    .params = params,
    .setup = setup,
};
