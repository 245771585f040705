/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * job.c - what one worker process is asked to do, as its argument list
 *
 * Every argument is "name=value", and one table holds how each is written and read.
 */
#include "harness/job.h"

#include "base/buf.h"
#include "base/num.h"

#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct field {
    const char *name;
    /* appends the field's arguments, each ending in a NUL */
    void (*write)(struct buf *out, const struct field *f, const struct job *job);
    int (*read)(const struct field *f, struct job *job, char *value);
    size_t offset; /* of what the field is in struct job, where one member is all */
};

static void *member(const struct field *f, const struct job *job)
{
    return (char *)(uintptr_t)job + f->offset;
}

static void add(struct buf *out, const struct field *f, const char *value)
{
    buf_printf(out, "%s=%s", f->name, value);
    buf_add(out, "", 1);
}

static void text_write(struct buf *out, const struct field *f, const struct job *job)
{
    const char *const *text = member(f, job);

    if (*text)
        add(out, f, *text);
}

static int text_read(const struct field *f, struct job *job, char *value)
{
    const char **text = member(f, job);

    *text = value;
    return 0;
}

static void u32_write(struct buf *out, const struct field *f, const struct job *job)
{
    const uint32_t *number = member(f, job);
    char text[NUM_TEXT];

    num_from_u64(text, *number);
    add(out, f, text);
}

static int u32_read(const struct field *f, struct job *job, char *value)
{
    uint32_t *number = member(f, job);
    uint64_t wide;

    if (num_to_u64(value, &wide) < 0 || wide > UINT32_MAX)
        return -EINVAL;
    *number = (uint32_t)wide;
    return 0;
}

static void flag_write(struct buf *out, const struct field *f, const struct job *job)
{
    const bool *flag = member(f, job);

    if (*flag)
        add(out, f, "yes");
}

static int flag_read(const struct field *f, struct job *job, char *value)
{
    bool *flag = member(f, job);

    if (strcmp(value, "yes") != 0)
        return -EINVAL;
    *flag = true;
    return 0;
}

static void params_write(struct buf *out, const struct field *f, const struct job *job)
{
    for (size_t i = 0; i < job->n_params; i++) {
        buf_printf(out, "%s=%s=", f->name, job->params[i].name);
        buf_add(out, job->params[i].value, strlen(job->params[i].value) + 1);
    }
}

static int params_read(const struct field *f, struct job *job, char *value)
{
    char *equals = strchr(value, '=');

    (void)f;
    if (!equals || equals == value || job->n_params == JOB_PARAMS)
        return -EINVAL;
    *equals = '\0';
    job->params[job->n_params++] =
        (struct job_param){ .name = value, .value = equals + 1 };
    return 0;
}

/* "point=PASSES" of the only one, "point=PASSES=VALUE" of those along an axis. */
static void points_write(struct buf *out, const struct field *f, const struct job *job)
{
    char passes[NUM_TEXT];

    for (size_t i = 0; i < job->n_points; i++) {
        num_from_u64(passes, job->passes[i]);
        buf_printf(out, "%s=%s", f->name, passes);
        if (job->axis && job->points[i])
            buf_printf(out, "=%s", job->points[i]);
        buf_add(out, "", 1);
    }
}

static int points_read(const struct field *f, struct job *job, char *value)
{
    char *equals = strchr(value, '=');

    (void)f;
    if (job->n_points == JOB_POINTS)
        return -EINVAL;
    if (equals)
        *equals = '\0';
    job->points[job->n_points] = equals ? equals + 1 : NULL;
    return num_to_u64(value, &job->passes[job->n_points++]);
}

static void cpus_write(struct buf *out, const struct field *f, const struct job *job)
{
    char cpu[NUM_TEXT];

    if (!job->n_cpus)
        return;
    buf_printf(out, "%s=", f->name);
    for (size_t i = 0; i < job->n_cpus; i++) {
        num_from_i64(cpu, job->cpus[i]);
        buf_printf(out, "%s%s", i ? "," : "", cpu);
    }
    buf_add(out, "", 1);
}

static int cpus_read(const struct field *f, struct job *job, char *value)
{
    (void)f;
    for (char *next; value; value = next) {
        uint64_t cpu;

        next = strchr(value, ',');
        if (next)
            *next++ = '\0';
        if (job->n_cpus == JOB_CPUS || num_to_u64(value, &cpu) < 0 || cpu > INT_MAX)
            return -EINVAL;
        job->cpus[job->n_cpus++] = (int)cpu;
    }
    return 0;
}

#define MEMBER(kind, which) kind##_write, kind##_read, offsetof(struct job, which)
static const struct field fields[] = {
    { "bench", MEMBER(text, bench) },
    { "case", MEMBER(text, which) },
    { "param", params_write, params_read, 0 },
    { "axis", MEMBER(text, axis) },
    { "point", points_write, points_read, 0 },
    { "observations", MEMBER(u32, observations) },
    { "hz", MEMBER(u32, hz) },
    { "cpus", cpus_write, cpus_read, 0 },
    { "free", MEMBER(flag, free) },
    { "scratch", MEMBER(text, scratch) },
    { "libexec", MEMBER(text, libexec) },
    { "remote", MEMBER(text, remote) },
};
enum { FIELDS = sizeof fields / sizeof *fields };

char **job_to_argv(const struct job *job, const char *program)
{
    struct buf texts = { 0 };
    char **argv = NULL;
    size_t n = 0;
    char *copy;

    buf_add(&texts, program, strlen(program) + 1);
    for (size_t i = 0; i < FIELDS; i++)
        fields[i].write(&texts, &fields[i], job);
    if (!buf_ok(&texts))
        goto out;
    for (size_t i = 0; i < texts.length; i++)
        n += texts.text[i] == '\0';
    argv = malloc((n + 1) * sizeof *argv + texts.length);
    if (!argv)
        goto out;
    copy = memcpy(argv + n + 1, texts.text, texts.length);
    for (size_t i = 0; i < n; i++) {
        argv[i] = copy;
        copy += strlen(copy) + 1;
    }
    argv[n] = NULL;
out:
    buf_done(&texts);
    return argv;
}

static const struct field *field_of(const char *argument, size_t name_length)
{
    for (size_t i = 0; i < FIELDS; i++) {
        if (strlen(fields[i].name) == name_length &&
            memcmp(fields[i].name, argument, name_length) == 0)
            return &fields[i];
    }
    return NULL;
}

static int complete(const struct job *job, struct diag *why)
{
    if (!job->bench)
        return diag_set(why, -EINVAL, "no benchmark is named: bench=NAME is missing");
    if (!job->n_points)
        return diag_set(why, -EINVAL, "nothing to measure: point=PASSES is missing");
    for (size_t i = 0; i < job->n_points; i++) {
        if (!job->points[i] != !job->axis)
            return diag_set(why, -EINVAL,
                            "points have a value where there is an axis, "
                            "and only there");
    }
    return 0;
}

int job_from_argv(struct job *job, int argc, char **argv, struct diag *why)
{
    struct job got = { .which = "" };

    for (int i = 1; i < argc; i++) {
        char *equals = strchr(argv[i], '=');
        const struct field *f =
            equals ? field_of(argv[i], (size_t)(equals - argv[i])) : NULL;

        if (!f)
            return diag_set(why, -EINVAL, "unknown argument '%s'", argv[i]);
        if (f->read(f, &got, equals + 1) < 0)
            return diag_set(why, -EINVAL, "cannot take argument %d, '%s'", i, argv[i]);
    }
    if (complete(&got, why) < 0)
        return -EINVAL;
    *job = got;
    return 0;
}
