/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * verdict.c - whether an invocation counts, and which point's doing it is if not
 */
#include "run/runner.h"

#include <errno.h>
#include <string.h>

struct tally {
    uint32_t seen[JOB_POINTS][DOC_PART_COUNT]; /* observations */
    uint64_t passes[JOB_POINTS];
    const char *failed[JOB_POINTS]; /* the worker's sentence */
    const char *first_failure;
    bool ended;
};

static void read_record(const struct wire_record *r, const struct job *job,
                        struct tally *t, struct run_verdict *out)
{
    if (r->kind == WIRE_END)
        t->ended = true;
    if (r->point >= job->n_points)
        return;
    if (r->kind == WIRE_OBSERVATION && r->part < DOC_PART_COUNT) {
        t->seen[r->point][r->part]++;
    } else if (r->kind == WIRE_PASSES && r->part == DOC_PART_SUBJECT) {
        t->passes[r->point] = r->passes;
    } else if (r->kind == WIRE_SKIP) {
        out->skipped[r->point] = r->text;
    } else if (r->kind == WIRE_FAIL) {
        t->failed[r->point] = r->text;
        if (!t->first_failure)
            t->first_failure = r->text;
    }
}

/* All observations of all parts that the point has, as many as asked for. */
static bool is_complete(const struct tally *t, const struct job *job, size_t point)
{
    uint32_t subject = t->seen[point][DOC_PART_SUBJECT];
    uint32_t base = t->seen[point][DOC_PART_BASE];

    return t->passes[point] > 0 && subject == job->observations &&
           (base == 0 || base == job->observations);
}

static const char *reason_of(const struct spawn_outcome *o, const struct tally *t,
                             struct arena *arena)
{
    switch (o->end) {
    case SPAWN_TIMEOUT:
        return arena_strdup(arena, "timeout");
    case SPAWN_ABANDONED:
        return arena_strdup(arena, "abandoned");
    case SPAWN_SIGNALLED:
        return arena_printf(arena, "signal %d", o->status);
    case SPAWN_NOT_STARTED:
        return arena_printf(arena, "not started: %s", strerror(o->status));
    case SPAWN_EXITED:
        break;
    }
    if (t->first_failure)
        return arena_printf(arena, "exit %d: %s", o->status, t->first_failure);
    if (o->status)
        return arena_printf(arena, "exit %d", o->status);
    return arena_strdup(arena, "ended early");
}

static int exit_code_of(const struct spawn_outcome *o)
{
    if (o->end == SPAWN_NOT_STARTED)
        return RUN_EXIT_NOT_STARTED;
    return o->end == SPAWN_EXITED ? o->status : RUN_EXIT_SIGNAL + o->status;
}

/*
 * Whose doing it is: of the points that say so; else of the first that is not
 * complete, because the process walks them in order; else of all.
 */
static void blame(const struct job *job, const struct spawn_outcome *o,
                  const struct tally *t, struct run_verdict *out)
{
    size_t first = job->n_points;

    for (size_t i = job->n_points; i-- > 0;) {
        out->blamed[i] = t->failed[i] != NULL;
        if (!out->skipped[i] && !is_complete(t, job, i))
            first = i;
    }
    if (t->first_failure)
        return;
    for (size_t i = 0; i < job->n_points; i++)
        out->blamed[i] =
            first == job->n_points || o->end == SPAWN_NOT_STARTED || i == first;
}

int run_judge_outcome(const struct run_request *request,
                      const struct spawn_outcome *outcome, struct arena *arena,
                      struct run_verdict *out)
{
    const struct job *job = &request->job;
    struct tally t = { 0 };

    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < outcome->n; i++)
        read_record(&outcome->records[i], job, &t, out);
    out->exit_code = exit_code_of(outcome);
    out->valid = outcome->end == SPAWN_EXITED && outcome->status == 0 && t.ended &&
                 !t.first_failure;
    for (size_t i = 0; out->valid && i < job->n_points; i++)
        out->valid = out->skipped[i] || is_complete(&t, job, i);
    if (out->valid)
        return 0;
    if (out->exit_code == 0)
        out->exit_code = 1; /* it ended well and had not done its work */
    blame(job, outcome, &t, out);
    out->reason = reason_of(outcome, &t, arena);
    return out->reason ? 0 : -ENOMEM;
}
