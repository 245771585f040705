/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * preparing.c - what will be measured: rows and plan, before anything is touched
 */
#include "app/preparing.h"

#include "app/app.h"
#include "app/select.h"
#include "app/settings.h"
#include "model/alike.h"
#include "output/numfmt.h"
#include "run/run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- the plan ---- */

static struct session *new_session(struct doc *doc, const struct protocol *protocol)
{
    struct session *session = doc_add_session(doc);

    if (!session)
        return NULL;
    session->id = arena_printf(doc->arena, "r%zu", doc->n_sessions);
    session->protocol = *protocol;
    session->boot = 1;
    return session->id ? session : NULL;
}

/* Rows of `from` as new rows of `to`: nothing observed, the same work planned. */
static int copy_rows(struct doc *doc, const struct session *from, struct session *to,
                     size_t n_before)
{
    bool *superseded = arena_alloc(doc->arena, (n_before + 1) * sizeof *superseded);
    int rc = superseded ? measurement_find_superseded(
                              (const struct measurement *const *)doc->measurements,
                              n_before, superseded)
                        : -ENOMEM;

    for (size_t i = 0; rc == 0 && i < n_before; i++) {
        const struct measurement *old = doc->measurements[i];
        struct measurement *m;

        if (old->session != from || old->origin != DOC_ORIGIN_MEASURED || superseded[i])
            continue;
        m = doc_add_measurement(doc);
        if (!m)
            return -ENOMEM;
        *m = (struct measurement){
            .id = arena_printf(doc->arena, "m%zu", doc->n_measurements),
            .definition = old->definition,
            .params = old->params,
            .n_params = old->n_params,
            .session = to,
            .attempt = 1,
            .sentinel = old->sentinel,
            .rejects = old->rejects,
            .plan = old->plan,
        };
        if (!m->id)
            return -ENOMEM;
    }
    to->protocol.pilots = 0; /* how long they warm up is known */
    return rc;
}

int preparing_again(struct session_run *run)
{
    struct session *before = run->session;
    size_t n_before = run->doc->n_measurements;

    run->session = new_session(run->doc, &before->protocol);
    if (!run->session || copy_rows(run->doc, before, run->session, n_before) < 0)
        return diag_set(&run->why, -ENOMEM, "no memory for another session");
    run->session->system = before->system;
    run->session->boot = before->boot;
    run->session->clock.hz = before->clock.hz;
    return session_place(run);
}

/* The document that --like or --append names, with one new session at its end. */
static int plan_from_file(struct session_run *run, const struct run_options *o,
                          const char *path)
{
    const struct session *last;
    struct protocol protocol;
    size_t n_before;
    int code;

    code = app_load(&run->doc, (char *[]){ (char *)path }, 1);
    if (code != APP_OK)
        return code;
    n_before = run->doc->n_measurements;
    last = run->doc->n_sessions ? run->doc->sessions[run->doc->n_sessions - 1] : NULL;
    if (!last || !last->protocol.order) {
        app_error(
            "%s holds no session that errbar measured: nothing to measure like it",
            path);
        return APP_DATA;
    }
    if (settings_are_in(run->doc, last)) {
        app_error("%s: its settings were toggled by errbar ab, which must do it again",
                  path);
        return APP_USAGE;
    }
    protocol = last->protocol;
    if (o->max_time_said > 0)
        protocol.max_seconds = o->max_time_said;
    if (o->protocol.exactly)
        protocol.exactly = o->protocol.exactly;
    run->session = new_session(run->doc, &protocol);
    /* doc_add_session may have moved the list, not the sessions */
    if (!run->session || copy_rows(run->doc, last, run->session, n_before) < 0)
        return app_fail(&(struct diag){ .rc = -ENOMEM }, APP_INTERNAL);
    run->session->clock.hz = last->clock.hz;
    if (run->doc->n_measurements == n_before) {
        app_error("%s: its last session has no measured rows", path);
        return APP_NOTHING;
    }
    return APP_OK;
}

static int code_of(int rc)
{
    switch (rc) {
    case 0:
        return APP_OK;
    case -EINVAL:
        return APP_USAGE;
    case -ENOENT:
        return APP_NOTHING;
    default:
        return APP_INTERNAL;
    }
}

/*
 * With --like the rows of the other file's session become the only ones: the document
 * keeps just what the new session needs.
 */
static void forget_old(struct session_run *run)
{
    struct doc *doc = run->doc;
    size_t kept = 0;

    for (size_t i = 0; i < doc->n_measurements; i++) {
        if (doc->measurements[i]->session == run->session)
            doc->measurements[kept++] = doc->measurements[i];
    }
    for (size_t i = 0; i < kept; i++)
        doc->measurements[i]->id = arena_printf(doc->arena, "m%zu", i + 1);
    doc->n_measurements = kept;
    doc->sessions[0] = run->session;
    run->session->id = "r1";
    doc->n_sessions = 1;
    doc->n_systems = 0;
    doc->n_derived = 0;
    doc->title = doc->licence = doc->completeness = NULL;
}

static int plan_from_selection(struct session_run *run, const struct run_options *o)
{
    int rc;

    run->doc = doc_new();
    run->session = run->doc ? new_session(run->doc, &o->protocol) : NULL;
    if (!run->session)
        return -ENOMEM;
    rc = select_rows(&o->selection, run->doc, run->session, &run->why);
    if (rc == 0 && o->settings)
        rc = settings_add_rows(run->doc, run->session);
    else if (rc == 0 && !o->protocol.draft)
        rc = select_sentinels(run->doc, run->session);
    return rc;
}

/* Sentinels alone are not worth a run. */
static int check_any(const struct session_run *run)
{
    const struct measurement *m = NULL;

    for (size_t i = 0; i < run->plan.n_jobs; i++) {
        if (!run->plan.jobs[i].sentinel)
            return APP_OK;
    }
    for (size_t i = run->doc->n_measurements; i-- > 0;) {
        if (run->doc->measurements[i]->session == run->session &&
            !run->doc->measurements[i]->sentinel)
            m = run->doc->measurements[i];
    }
    app_error("nothing that is selected can be measured here (%s: %s)",
              m ? m->definition->id : "no row",
              m && m->reason ? m->reason : "unsupported");
    return APP_NOTHING;
}

int preparing_plan(struct session_run *run, const struct run_options *o)
{
    const char *file = o->like ? o->like : o->append;
    int rc, code;

    run->progress = o->progress;
    run->fail_on_noise = o->fail_on_noise;
    run->fail_fast = o->fail_fast;
    run->settings = o->settings;
    if (file) {
        code = plan_from_file(run, o, file);
        if (code != APP_OK)
            return code;
        if (o->like)
            forget_old(run);
        rc = 0;
    } else {
        rc = plan_from_selection(run, o);
    }
    if (rc == 0)
        rc = session_place(run);
    if (rc < 0) {
        run->why.rc = rc;
        return app_fail(&run->why, (enum app_exit)code_of(rc));
    }
    return check_any(run);
}

/* ---- what --dry-run shows ---- */

static void print_job(struct sink *sink, const struct plan_job *job,
                      struct arena *arena)
{
    sink_printf(sink, "  %-44s", measurement_label(job->points[0], arena));
    if (job->n_points > 1)
        sink_printf(sink, " and %zu more point%s", job->n_points - 1,
                    job->n_points == 2 ? "" : "s");
    if (job->n_cpus == 0)
        sink_text(sink, " unbound");
    for (size_t i = 0; i < job->n_cpus; i++)
        sink_printf(sink, "%s%d", i ? "," : " cpu ", job->cpus[i]);
    sink_text(sink, job->sentinel ? "  (sentinel)\n" : "\n");
}

static void print_invocations(struct sink *sink, const struct protocol *p)
{
    if (p->exactly) {
        sink_printf(sink, "%u invocations a row", p->exactly);
        return;
    }
    sink_text(sink, "invocations until the half-width is ");
    sink_printf(sink, "%g %%, looked at after", 100 * p->precision);
    for (size_t i = 0; i < p->n_looks; i++)
        sink_printf(sink, " %u", p->looks[i]);
}

static int print_plan(struct sink *sink, void *self, struct diag *why)
{
    const struct session_run *run = self;
    const struct protocol *p = &run->session->protocol;
    struct arena *arena = arena_new();
    size_t *order = calloc(run->plan.n_jobs + 1, sizeof *order);
    char seconds[NUMFMT_TEXT];
    int rc = 0;

    if (!arena || !order) {
        rc = diag_set(why, -ENOMEM, "no memory for the plan");
        goto out;
    }
    rc = run_block_order(&run->plan, 0, order);
    if (rc < 0)
        goto out;
    sink_printf(sink, "order of the first block, seed %llu:\n",
                (unsigned long long)p->seed);
    for (size_t i = 0; i < run->plan.n_jobs; i++)
        print_job(sink, &run->plan.jobs[order[i]], arena);
    for (size_t i = 0; i < run->doc->n_measurements; i++) {
        const struct measurement *m = run->doc->measurements[i];

        if (m->session == run->session && m->status == DOC_STATUS_UNSUPPORTED)
            sink_printf(sink, "  %-44s unsupported: %s\n", measurement_label(m, arena),
                        m->reason);
    }
    print_invocations(sink, p);
    sink_printf(sink, "; %u+%u samples each", p->warmup, p->samples);
    if (p->pilots)
        sink_printf(sink, " (more in the first %u, which tell how long it warms up)",
                    p->pilots);
    sink_printf(sink, "; spread over %g s at least\n", p->span_seconds);
    numfmt_seconds(seconds, run_estimate_s(&run->plan));
    sink_printf(sink, "about %s in all\n", seconds);
out:
    free(order);
    arena_free(arena);
    return rc;
}

int preparing_show(const struct session_run *run)
{
    return app_output(NULL, print_plan, (void *)run);
}
