/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ctx.c - a benchmark's context: parameters, state, and why something failed
 */
#include "harness/ctx.h"

#include "base/num.h"
#include "harness/harness.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

const struct bench_case *ctx_case(const struct bench *bench, const char *which)
{
    const char *wanted = which ? which : "";

    for (const struct bench_case *c = bench->cases; c->title; c++) {
        if (strcmp(c->name ? c->name : "", wanted) == 0)
            return c;
    }
    return NULL;
}

static int note(struct bench_ctx *ctx, int rc, const char *format, va_list args)
{
    ctx->rc = rc;
    vsnprintf(ctx->why, sizeof ctx->why, format, args);
    return rc;
}

int bench_fail(struct bench_ctx *ctx, int rc, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    ctx->skipped = false;
    note(ctx, rc ? rc : -EIO, format, args);
    va_end(args);
    return ctx->rc;
}

int bench_skip(struct bench_ctx *ctx, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    ctx->skipped = true;
    note(ctx, -ENOTSUP, format, args);
    va_end(args);
    return ctx->rc;
}

const char *bench_ctx_why(const struct bench_ctx *ctx)
{
    return ctx->why;
}

bool bench_ctx_skipped(const struct bench_ctx *ctx)
{
    return ctx->skipped;
}

/* ---- parameters ---- */

static struct ctx_value *value_of(const struct bench_ctx *ctx, const char *name)
{
    for (size_t i = 0; i < ctx->n_params; i++) {
        if (strcmp(ctx->params[i].name, name) == 0)
            return (struct ctx_value *)&ctx->params[i];
    }
    return NULL;
}

static const struct bench_param *param_of(const struct bench *bench, const char *name)
{
    for (const struct bench_param *p = bench->params; p && p->name; p++) {
        if (strcmp(p->name, name) == 0)
            return p;
    }
    return NULL;
}

char *ctx_text(struct bench_ctx *ctx, size_t bytes)
{
    char *text = ctx->text + ctx->text_used;

    if (bytes > CTX_TEXT - ctx->text_used)
        return NULL;
    ctx->text_used += bytes;
    return text;
}

/* The first `length` bytes of a text, with a NUL. */
static const char *copy(struct bench_ctx *ctx, const char *text, size_t length)
{
    char *to = ctx_text(ctx, length + 1);

    if (to)
        memcpy(to, text, length); /* behind it all is still zero */
    return to;
}

static int set_param(struct bench_ctx *ctx, const char *name, size_t name_length,
                     const char *value, size_t value_length)
{
    struct ctx_value fresh = { copy(ctx, name, name_length),
                               copy(ctx, value, value_length) };
    struct ctx_value *there = fresh.name ? value_of(ctx, fresh.name) : NULL;

    if (!fresh.name || !fresh.value ||
        (!there && ctx->n_params == sizeof ctx->params / sizeof *ctx->params))
        return bench_fail(ctx, -E2BIG, "too many parameters, or too long ones");
    if (!there)
        there = &ctx->params[ctx->n_params++];
    *there = fresh;
    return 0;
}

int ctx_set_param(struct bench_ctx *ctx, const char *name, const char *value)
{
    return set_param(ctx, name, strlen(name), value, strlen(value));
}

static int set_argument(struct bench_ctx *ctx, const char *argument)
{
    const char *equals = strchr(argument, '=');

    if (!equals)
        return bench_fail(ctx, -EINVAL, "'%s' is not NAME=VALUE", argument);
    return set_param(ctx, argument, (size_t)(equals - argument), equals + 1,
                     strlen(equals + 1));
}

static int set_default(struct bench_ctx *ctx, const struct bench_param *p)
{
    return set_param(ctx, p->name, strlen(p->name), p->values, strcspn(p->values, " "));
}

static int number_of(const struct bench_param *p, const char *text, uint64_t *value)
{
    return p->bytes ? num_to_bytes(text, value) : num_to_u64(text, value);
}

static bool is_word_of(const char *words, const char *word)
{
    size_t length = strlen(word);

    for (const char *p = words; *p; p += strspn(p, " ")) {
        size_t n = strcspn(p, " ");

        if (n == length && memcmp(p, word, n) == 0)
            return true;
        p += n;
    }
    return false;
}

static int check_param(struct bench_ctx *ctx, const struct ctx_value *v)
{
    const struct bench_param *p = param_of(ctx->bench, v->name);
    uint64_t number;

    if (!p && ctx->bench->placed && strcmp(v->name, "placement") == 0)
        return 0;
    if (!p)
        return bench_fail(ctx, -EINVAL, "%s has no parameter '%s'", ctx->bench->name,
                          v->name);
    if (p->words && !is_word_of(p->words, v->value))
        return bench_fail(ctx, -EINVAL, "%s=%s: not one of: %s", p->name, v->value,
                          p->words);
    if (!p->bytes && !p->most)
        return 0;
    if (number_of(p, v->value, &number) < 0)
        return bench_fail(ctx, -EINVAL, "%s=%s: not a whole number", p->name, v->value);
    if (p->most && (number < p->least || number > p->most))
        return bench_fail(ctx, -ERANGE, "%s=%s: not within %llu and %llu", p->name,
                          v->value, (unsigned long long)p->least,
                          (unsigned long long)p->most);
    return 0;
}

const char *bench_param_str(const struct bench_ctx *ctx, const char *name)
{
    const struct ctx_value *v = value_of(ctx, name);

    assert(v);
    return v->value;
}

uint64_t bench_param_u64(const struct bench_ctx *ctx, const char *name)
{
    const struct bench_param *p = param_of(ctx->bench, name);
    uint64_t value = 0;
    int rc;

    assert(p && (p->bytes || p->most)); /* so that setup has checked it */
    rc = number_of(p, bench_param_str(ctx, name), &value);
    assert(rc == 0);
    (void)rc;
    return value;
}

uint64_t bench_passes(const struct bench_ctx *ctx)
{
    return ctx->passes;
}

bool bench_wants(const struct bench_ctx *ctx, const char *which)
{
    return !ctx->job || strcmp(ctx->job->which, which) == 0;
}

/* ---- its life ---- */

static size_t aligned(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

struct bench_ctx *bench_ctx_new(const struct bench *bench, const char *const *args)
{
    const size_t state_at = aligned(sizeof(struct bench_ctx));
    const size_t text_at = state_at + aligned(bench->state_size);
    const size_t resources_at = text_at + CTX_TEXT;
    const size_t bytes = resources_at + CTX_RESOURCES * sizeof(struct ctx_resource);
    struct bench_ctx *ctx = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    char *start = (char *)ctx;
    int rc = 0;

    if (ctx == MAP_FAILED)
        return NULL;
    ctx->bench = bench;
    ctx->bytes = bytes;
    ctx->state = start + state_at;
    ctx->text = start + text_at;
    ctx->resources = (struct ctx_resource *)(void *)(start + resources_at);
    ctx->report.fd = -1;
    ctx->tasks = 1;
    for (const struct bench_param *p = bench->params; rc == 0 && p && p->name; p++)
        rc = set_default(ctx, p);
    for (; rc == 0 && args && *args; args++)
        rc = set_argument(ctx, *args);
    return ctx; /* what is wrong with its parameters, setup tells */
}

void bench_ctx_use(struct bench_ctx *ctx, const struct job *job)
{
    ctx->job = job;
}

int bench_ctx_setup(struct bench_ctx *ctx)
{
    int rc = ctx->rc;

    for (size_t i = 0; rc == 0 && i < ctx->n_params; i++)
        rc = check_param(ctx, &ctx->params[i]);
    if (rc == 0 && ctx->bench->setup)
        rc = ctx->bench->setup(ctx, ctx->state);
    if (rc < 0 && !ctx->why[0])
        bench_fail(ctx, rc, "%s cannot be set up: %s", ctx->bench->name, strerror(-rc));
    return rc;
}

static uint64_t run(struct bench_ctx *ctx, const struct bench_case *c, bench_loop *loop,
                    uint64_t passes)
{
    uint64_t done;

    ctx->passes = passes;
    if (c->before && c->before(ctx, ctx->state) < 0)
        return 0;
    done = loop(ctx->state, passes);
    if (c->after && c->after(ctx, ctx->state) < 0)
        return 0;
    return done;
}

uint64_t bench_ctx_run(struct bench_ctx *ctx, const char *which, uint64_t passes)
{
    const struct bench_case *c = ctx_case(ctx->bench, which);

    assert(c);
    return run(ctx, c, c->loop, passes);
}

uint64_t bench_ctx_run_base(struct bench_ctx *ctx, const char *which, uint64_t passes)
{
    const struct bench_case *c = ctx_case(ctx->bench, which);

    assert(c && c->base);
    return run(ctx, c, c->base, passes);
}

uint64_t bench_ctx_step(const struct bench_ctx *ctx, const char *which)
{
    const struct bench_case *c = ctx_case(ctx->bench, which);

    assert(c);
    return c->step ? c->step(ctx->state) : 1;
}
