/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cmd_noise.c - errbar noise: how much this machine differs from itself
 */
#include "app/commands.h"
#include "app/ending.h"
#include "app/floor.h"
#include "app/noise_known.h"
#include "app/option.h"
#include "app/preparing.h"
#include "app/signals.h"
#include "app/start.h"
#include "judge/judge.h"
#include "output/numfmt.h"
#include "output/xml.h"
#include "probe/probe.h"
#include "run/run.h"
#include "stats/rng.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    SESSIONS = JUDGE_BETWEEN_SESSIONS,
    SESSIONS_MOST = 40, /* more tell hardly anything more */
    INVOCATIONS = 10,   /* of which an interval is made as a run's quick one is */
    DEFAULT_S = 600,
    PURPOSE_GAPS = 3 /* of the seed's streams; run has 1 and 2 */
};

struct options {
    struct run_options run;
    double for_s;
    bool show, again;
    enum listing_format format;
};

enum { KEY_FOR = 0x400, KEY_SHOW, KEY_AGAIN, KEY_FORMAT };

static const struct argp_option option_table[] = {
    { "for", KEY_FOR, "TIME", 0,
      "How long to measure, sessions and random gaps between them (10m)", 1 },
    { "show", KEY_SHOW, NULL, 0, "Measure nothing: tell what is known", 1 },
    { "again", KEY_AGAIN, NULL, 0,
      "Measure nothing: find it anew from the sessions that are kept", 1 },
    { "format", KEY_FORMAT, "NAME", 0, "table, json, jsonl, csv or tsv", 3 },
    { 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        for (size_t i = 0; i < 3; i++)
            state->child_inputs[i] = &o->run;
        return 0;
    case KEY_FOR:
        o->for_s = option_seconds("--for", arg);
        return 0;
    case KEY_SHOW:
        o->show = true;
        return 0;
    case KEY_AGAIN:
        o->again = true;
        return 0;
    case KEY_FORMAT:
        for (int f = 0; f < LISTING_MDOC; f++) {
            if (strcmp(arg, listing_format_name[f]) == 0) {
                o->format = (enum listing_format)f;
                return 0;
            }
        }
        app_usage("--format is table, json, jsonl, csv or tsv, not '%s'", arg);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* ---- measuring ---- */

static double now_s(void)
{
    struct timespec t;

    clock_gettime(CLOCK_BOOTTIME, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/*
 * Returns early where a signal asks for the end: in short steps, because one that comes
 * just before a sleep does not end it.
 */
static void wait_s(double seconds)
{
    double until = now_s() + seconds, left;

    while (!signals_stopped() && (left = until - now_s()) > 0) {
        double step = fmin(left, 0.2);
        struct timespec t = { 0, (long)(step * 1e9) };

        nanosleep(&t, NULL);
    }
}

/* The sessions and what lies between them. */
struct floor_run {
    struct session_run run;
    const struct options *options;
    struct session *sessions[SESSIONS_MOST];
    double gaps[SESSIONS_MOST]; /* before each */
    size_t n, wanted;
    double began_s;
};

/* How many sessions of that length fit into half of the time. */
static void plan_sessions(struct floor_run *f, double session_s)
{
    double fit = f->options->for_s / 2 / fmax(session_s, 0.1);

    f->wanted = fit < SESSIONS        ? SESSIONS
                : fit > SESSIONS_MOST ? SESSIONS_MOST
                                      : (size_t)fit;
}

/* Random gaps that fill what time the sessions leave, all ways alike likely. */
static int plan_gaps(struct floor_run *f, double session_s)
{
    double left = f->options->for_s - (double)f->wanted * session_s, sum = 0;
    struct st_rng *rng =
        st_rng_new(f->options->run.protocol.seed, PURPOSE_GAPS, f->wanted);

    if (!rng)
        return -ENOMEM;
    for (size_t i = 1; i < f->wanted; i++)
        sum += f->gaps[i] = st_rng_exponential(rng);
    for (size_t i = 1; i < f->wanted; i++)
        f->gaps[i] *= fmax(left, 0) / sum;
    st_rng_free(rng);
    return 0;
}

/* Another session in another order, and with other paddings. */
static int begin(struct floor_run *f)
{
    struct session_run *run = &f->run;
    int rc = f->n ? preparing_again(run) : 0;

    run->session->protocol.seed = f->options->run.protocol.seed + f->n;
    if (rc < 0 || f->n == 0)
        return rc;
    run->session->start = session_now(run->doc);
    return run->session->start ? probe_session(run->doc, run->session, "", DOC_AT_START)
                               : -ENOMEM;
}

static int take(struct floor_run *f)
{
    struct session_run *run = &f->run;
    int rc = begin(f), code;

    if (rc < 0) {
        run->why.rc = rc;
        return app_fail(&run->why, APP_INTERNAL);
    }
    code = session_take(run);
    run->session->end = session_now(run->doc);
    if (code == APP_OK && probe_session(run->doc, run->session, "", DOC_AT_END) < 0)
        code = app_fail(&(struct diag){ .rc = -ENOMEM }, APP_INTERNAL);
    if (code == APP_OK && !signals_stopped())
        f->sessions[f->n++] = run->session;
    return code;
}

static int take_all(struct floor_run *f)
{
    int code = take(f);
    double session_s = now_s() - f->began_s;

    plan_sessions(f, session_s);
    if (code == APP_OK && plan_gaps(f, session_s) < 0)
        code = app_fail(&(struct diag){ .rc = -ENOMEM }, APP_INTERNAL);
    if (code == APP_OK && f->options->for_s < (double)f->wanted * session_s)
        app_say(APP_NORMAL,
                "errbar: %zu sessions of %.0f s each take longer than --for says",
                f->wanted, session_s);
    while (code == APP_OK && f->n < f->wanted && !signals_stopped()) {
        app_say(APP_NORMAL, "errbar: session %zu of %zu done, the next one in %.0f s",
                f->n, f->wanted, f->gaps[f->n]);
        wait_s(f->gaps[f->n]);
        if (!signals_stopped())
            code = take(f);
    }
    return code;
}

/* What the sessions say, in all of them, beside what older ones said of others. */
static int settle(struct floor_run *f)
{
    struct doc *doc = f->run.doc;
    struct judge_between *found = NULL;
    size_t n = 0;
    int rc = judge_doc(doc);

    if (rc == 0)
        rc = judge_between(doc, (const struct session *const *)f->sessions, f->n,
                           doc->arena, &found, &n);
    if (rc == 0 && n == 0) {
        app_error("no row was measured in all sessions: the noise floor stays as it "
                  "was");
        return APP_FAILED;
    }
    rc = rc < 0 ? rc : floor_note(doc, f->sessions, f->n, found, n);
    for (size_t i = 0; rc == 0 && i < f->n; i++)
        rc = floor_copy(doc, f->sessions[i]);
    rc = rc < 0 ? rc : judge_doc(doc);
    if (rc < 0)
        return app_fail(&(struct diag){ .rc = rc }, APP_INTERNAL);
    doc->completeness = "partial";
    return ending_write(doc, f->run.output);
}

static int measure(struct floor_run *f)
{
    int code;

    f->began_s = now_s();
    code = take_all(f);
    if (code != APP_OK || signals_stopped())
        app_say(APP_NORMAL, "errbar: the noise floor stays as it was");
    if (signals_stopped())
        signals_die(signals_stopped());
    if (code == APP_OK)
        code = settle(f);
    if (code == APP_OK)
        app_say(APP_NORMAL, "wrote %s (%zu sessions)", f->run.output, f->n);
    return code == APP_OK ? noise_show(f->run.session, f->options->format) : code;
}

/* ---- from options to sessions ---- */

static void settle_options(struct options *o)
{
    struct protocol *p = &o->run.protocol;

    run_options_settle(&o->run);
    if (!p->exactly)
        p->exactly = INVOCATIONS;
    if (p->exactly < 3)
        app_usage("--invocations of a noise floor: at least 3, fewer have no interval");
    p->span_seconds = 0;
}

static int run_noise(struct floor_run *f, struct options *o)
{
    char needs[NUMFMT_TEXT];
    int code = preparing_plan(&f->run, &o->run);
    double least;

    if (code != APP_OK)
        return code;
    least = SESSIONS * run_estimate_s(&f->run.plan);
    numfmt_seconds(needs, least);
    if (o->run.dry_run) {
        code = preparing_show(&f->run);
        app_say(APP_NORMAL, "that at least %d times, about %s without the gaps",
                SESSIONS, needs);
        return code;
    }
    if (least > o->for_s)
        app_usage("%d sessions of these rows take about %s: choose fewer rows or more "
                  "time (--for)",
                  SESSIONS, needs);
    o->run.output = floor_path(&f->run.why);
    if (!o->run.output)
        return app_fail(&f->run.why, APP_OUTPUT);
    code = start_machine(&f->run, &o->run);
    return code == APP_OK ? measure(f) : code;
}

static int run(const struct app_command *self, int argc, char **argv)
{
    struct options options = { .for_s = DEFAULT_S };
    struct floor_run floor = { .options = &options };
    int code;

    run_options_init(&options.run);
    app_parse(self, argc, argv, &options);
    settle_options(&options);
    code = options.show    ? noise_show_known(options.format)
           : options.again ? noise_again(options.format)
                           : run_noise(&floor, &options);
    session_done(&floor.run);
    run_options_done(&options.run);
    return code;
}

static const struct argp_child children[] = {
    { &run_parts[RUN_SELECTING], 0, NULL, 0 },
    { &run_parts[RUN_MEASURING], 0, NULL, 0 },
    { &run_parts[RUN_SHOWING], 0, NULL, 0 },
    { 0 },
};
static const struct argp argp = {
    option_table, parse, NULL, NULL, children, NULL, NULL
};

const struct app_command cmd_noise = {
    .name = "noise",
    .arguments = "[BENCHMARK...]",
    .help = "measure how much this machine differs from itself, for reruns",
    .examples = "  errbar noise\n"
                "  errbar noise --for 30m --set classic\n"
                "  errbar noise --show\n\n"
                "At least eight short sessions at random gaps; what they differ by is "
                "kept for this machine, and every run from then on knows it.",
    .argp = &argp,
    .run = run,
};
