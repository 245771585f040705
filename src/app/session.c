/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * session.c - one session from its plan to the document on disk
 */
#include "app/session.h"

#include "app/app.h"
#include "app/ending.h"
#include "app/planning.h"
#include "app/settings.h"
#include "app/signals.h"
#include "judge/judge.h"
#include "probe/probe.h"
#include "run/run.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>

enum { SWEEP_MOST = 23 }; /* invocations of a sweep in `full`: model.md section 2 */

/* "1,0" in place of "auto": what was chosen is what another run must repeat. */
static int note_cpus(struct session_run *run)
{
    struct protocol *p = &run->session->protocol;
    struct buf buf = { 0 };

    for (size_t i = 0; i < run->cpus.n; i++)
        buf_printf(&buf, "%s%d", i ? "," : "", run->cpus.cpu[i]);
    if (run->cpus.n)
        p->cpus = buf_ok(&buf) ? arena_strdup(run->doc->arena, buf.text) : NULL;
    buf_done(&buf);
    return p->cpus ? 0 : diag_set(&run->why, -ENOMEM, "no memory");
}

int session_place(struct session_run *run)
{
    const char *cpus = run->session->protocol.cpus;
    int rc = 0;

    if (!run->topology)
        rc = os_topology_new(&run->topology, &run->why);
    if (rc == 0)
        rc = os_topology_select(run->topology, cpus ? cpus : "auto", &run->cpus,
                                &run->why);
    if (rc == 0)
        rc = note_cpus(run);
    if (rc == 0)
        rc = planning_build(&run->plan, run->doc, run->session, run->topology,
                            &run->cpus, &run->why);
    return rc;
}

/* ---- what the runner asks ---- */

static double spent_on(const struct session_run *run, const struct measurement *m)
{
    double spent = 0;

    for (size_t i = 0; i < run->plan.n_jobs; i++) {
        const struct plan_job *job = &run->plan.jobs[i];

        for (size_t p = 0; p < job->n_points; p++) {
            if (job->points[p] == m)
                spent = job->cost_s * (job->valid + job->replaced + job->pilots);
        }
    }
    return spent;
}

static bool in_sweep(const struct session_run *run, const struct measurement *m)
{
    for (size_t i = 0; i < run->plan.n_jobs; i++) {
        for (size_t p = 0; p < run->plan.jobs[i].n_points; p++) {
            if (run->plan.jobs[i].points[p] == m)
                return run->plan.jobs[i].n_points > 1;
        }
    }
    return false;
}

/*
 * Not where the warm-up was given, nor for rows that only watch, and not for pairs, of
 * which both would have to be measured again.
 */
static bool may_be_again(const struct session_run *run, const struct measurement *m,
                         enum doc_stop why)
{
    return run->session->protocol.pilots && !m->sentinel && !run->plan.paired &&
           why != DOC_STOP_TIME;
}

static int advise(void *self, struct measurement *m, uint32_t valid, double span_s,
                  struct advice *out)
{
    struct session_run *run = self;
    const char *set = run->session->protocol.set;
    int rc = judge_advise(run->doc, m, valid, span_s, spent_on(run, m), out);

    if (rc == 0 && out->what == ADVICE_CONTINUE && valid >= SWEEP_MOST && set &&
        strcmp(set, "full") == 0 && in_sweep(run, m))
        *out = (struct advice){ .what = ADVICE_STOP, .why = DOC_STOP_MAXIMUM };
    if (rc == 0 && out->what == ADVICE_STOP && may_be_again(run, m, out->why))
        out->warmup = judge_warmup_again(m);
    else
        out->warmup = 0;
    if (rc == 0 && out->warmup)
        out->what = ADVICE_AGAIN;
    return rc;
}

static int warm_up(void *self, struct measurement *m,
                   const struct invocation *const *pilots, size_t n, struct advice *out)
{
    (void)self;
    return judge_advise_warmup(m, pilots, n, out);
}

static int alike(void *self, bool *out)
{
    struct session_run *run = self;
    struct judge_serial serial;
    int rc = judge_serial(run->doc, run->session, &serial);

    *out = rc == 0 && serial.found;
    return rc;
}

static int record(void *self, const struct invocation *i)
{
    struct session_run *run = self;

    if (run->journal)
        run->journal_rc = journal_add(run->journal, i, &run->why);
    return run->journal_rc;
}

static int sync_journal(void *self)
{
    struct session_run *run = self;

    if (run->journal)
        run->journal_rc = journal_sync(run->journal, &run->why);
    return run->journal_rc;
}

/* What is worth keeping: a resumed run does not try a row again that has ended. */
static int note(struct session_run *run, const struct run_event *event)
{
    const struct session *s = run->session;

    if (!run->journal || run->journal_rc < 0)
        return run->journal_rc;
    if (event->kind == RUN_EVENT_ROW || event->kind == RUN_EVENT_PLAN)
        return journal_add_row(run->journal, event->measurement, &run->why);
    if (event->kind == RUN_EVENT_SECOND_RUN || event->kind == RUN_EVENT_SPREAD)
        return journal_add_event(run->journal, &s->events[s->n_events - 1], &run->why);
    return 0;
}

static void tell(void *self, const struct run_event *event)
{
    struct session_run *run = self;

    if (run->fail_fast && event->kind == RUN_EVENT_ROW &&
        event->measurement->status == DOC_STATUS_FAILED)
        run->failed_fast = true;
    run->journal_rc = note(run, event);
    if (run->settings && event->kind == RUN_EVENT_INVOCATION &&
        event->invocation->phase == DOC_PHASE_PILOT)
        settings_share_passes(&run->plan, event->job);
    progress_event(event);
}

static int stopped(void *self)
{
    const struct session_run *run = self;

    return signals_stopped() || run->failed_fast || run->journal_rc < 0
               ? DOC_STOP_INTERRUPTED
               : 0;
}

static int before(void *self, const struct plan_job *job, uint32_t block)
{
    struct session_run *run = self;

    (void)block;
    return run->settings ? settings_apply(run->settings, job, &run->why) : 0;
}

static bool skip(void *self)
{
    (void)self;
    return signals_skip();
}

/* ---- the parts of a session ---- */

/* Everything that measuring needs and that may be refused: an exit code. */
static int get_ready(struct session_run *run, struct shepherd **shepherd)
{
    const char *libexec = app_libexec_dir(&run->why);
    int rc;

    if (!libexec)
        return app_fail(&run->why, APP_USAGE);
    /* before there is a scratch directory that nobody would remove */
    signals_catch();
    rc = spawn_shepherd_new(shepherd, run->dir, libexec, &run->why);
    signals_tell(*shepherd);
    if (rc == -EAGAIN || rc == -EMFILE || rc == -ENFILE || rc == -ENOMEM)
        return app_fail(&run->why, APP_FAILED);
    return rc < 0 ? app_fail(&run->why, APP_OUTPUT) : APP_OK;
}

/* The first setting again, whatever ended the run. */
static int restore(struct session_run *run, int rc)
{
    struct diag why = { 0 };
    int restored = run->settings ? settings_restore(run->settings, &why) : 0;

    if (restored < 0)
        app_error("the first setting could not be restored: %s", diag_text(&why));
    if (rc == 0 && restored < 0)
        run->why = why;
    return rc < 0 ? rc : restored;
}

static int measure(struct session_run *run, struct shepherd *shepherd)
{
    const struct run_hooks hooks = { .self = run,
                                     .advise = advise,
                                     .warm_up = warm_up,
                                     .alike = alike,
                                     .before = before,
                                     .record = record,
                                     .sync = sync_journal,
                                     .event = tell,
                                     .stopped = stopped,
                                     .skip = skip };
    int rc;

    progress_start(run->progress);
    rc = run_session(run->doc, &run->plan, shepherd, &hooks, &run->why);
    progress_end();
    signals_tell(NULL);
    spawn_shepherd_free(shepherd);
    if (rc == 0 || rc == -EINTR)
        rc = run->journal_rc;
    return restore(run, rc);
}

int session_take(struct session_run *run)
{
    struct shepherd *shepherd = NULL;
    int code = get_ready(run, &shepherd);

    if (code == APP_OK && measure(run, shepherd) < 0)
        code = app_fail(&run->why, APP_INTERNAL);
    return code;
}

/* What measuring cost besides the measured: without the workers and the shepherd. */
static void say_own_use(const struct session_run *run)
{
    const struct session *s = run->session;
    struct rusage own;
    double cpu, wall = 0;

    if (getrusage(RUSAGE_SELF, &own) < 0)
        return;
    cpu = (double)(own.ru_utime.tv_sec + own.ru_stime.tv_sec) +
          (double)(own.ru_utime.tv_usec + own.ru_stime.tv_usec) / 1e6;
    if (s->n_invocations)
        wall = s->invocations[s->n_invocations - 1]->offset_s;
    app_say(APP_VERBOSE,
            "errbar: the runner itself took %.2f s of CPU in %.0f s, and %.0f MiB", cpu,
            wall, (double)own.ru_maxrss / 1024);
}

static int judge_session(struct session_run *run)
{
    int rc = probe_session(run->doc, run->session, "", DOC_AT_END);

    run->session->end = session_now(run->doc);
    if (rc == 0)
        rc = judge_doc(run->doc);
    run->doc->completeness =
        ending_is_complete(run->doc, run->session) ? "full" : "partial";
    return rc < 0 ? diag_set(&run->why, rc, "no memory to judge the run") : 0;
}

int session_measure(struct session_run *run)
{
    struct shepherd *shepherd = NULL;
    int code = get_ready(run, &shepherd), rc, number;

    if (code != APP_OK) { /* nothing was measured: there is nothing to go on with */
        journal_close(run->journal, !run->resumed);
        run->journal = NULL;
        return code;
    }
    rc = measure(run, shepherd);
    number = signals_stopped();
    /* what stopped it is told, and what was measured is written all the same */
    if (rc < 0)
        app_error("%s; what was measured until then is kept", diag_text(&run->why));
    code = run->journal_rc < 0 ? APP_OUTPUT
           : rc == -ECANCELED  ? APP_FAILED
           : rc < 0            ? APP_INTERNAL
                               : APP_OK;
    if (judge_session(run) < 0) {
        app_error("%s; 'errbar resume' goes on with the journal %s",
                  diag_text(&run->why), journal_path(run->journal));
        return APP_INTERNAL;
    }
    say_own_use(run);
    rc = ending_write(run->doc, run->output);
    if (rc == APP_OK)
        ending_say(run->doc, run->session, run->output);
    /* settings are not toggled by who resumes: what was measured is all there is */
    if (rc == APP_OK && ((code == APP_OK && number == 0) || run->settings)) {
        journal_close(run->journal, true);
        run->journal = NULL;
    } else {
        app_say(APP_NORMAL, "errbar: the journal is kept: %s; 'errbar resume' goes on",
                journal_path(run->journal));
    }
    if (number)
        signals_die(number);
    if (code == APP_OK)
        code = rc;
    return code == APP_OK ? ending_code(run->doc, run->session, run->fail_on_noise)
                          : code;
}

void session_done(struct session_run *run)
{
    journal_close(run->journal, false);
    os_topology_free(run->topology);
    doc_free(run->doc);
    *run = (struct session_run){ 0 };
}
