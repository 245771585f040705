/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * progress.c - how far a run is: a bar on a terminal, plain lines elsewhere
 */
#include "app/progress.h"

#include "app/app.h"
#include "base/arena.h"
#include "output/numfmt.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static enum progress_kind kind;
static bool drawn;          /* a bar stands on the line */
static double last_drawn_s; /* bar: at most ten a second */
static double last_plain_s; /* plain: at most one line a minute */

static double now_s(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int progress_kind_from(const char *word, enum progress_kind *out)
{
    static const char *const words[] = { "auto", "bar", "plain", "json", "none" };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(word, words[i]) == 0) {
            *out = (enum progress_kind)i;
            return 0;
        }
    }
    return -EINVAL;
}

void progress_start(enum progress_kind wanted)
{
    kind = wanted;
    if (kind == PROGRESS_AUTO)
        kind = app_terminal(2) ? PROGRESS_BAR : PROGRESS_PLAIN;
    if (app_loudness == APP_QUIET && kind != PROGRESS_JSON)
        kind = PROGRESS_NONE;
    last_plain_s = now_s();
}

void progress_end(void)
{
    if (drawn)
        fputs("\r\033[K", stderr);
    drawn = false;
}

/* "lat_ctx size=64K procs=8" of a job: its first point stands for all. */
static void name_of(char name[96], const struct run_event *e)
{
    struct arena *arena = arena_new();
    const char *label = NULL;

    if (arena && e->measurement)
        label = measurement_label(e->measurement, arena);
    else if (arena && e->job && e->job->n_points)
        label = measurement_label(e->job->points[0], arena);
    snprintf(name, 96, "%s", label ? label : "");
    arena_free(arena);
}

static void eta(char text[NUMFMT_TEXT], double seconds)
{
    unsigned s = seconds > 0 ? (unsigned)(seconds + 0.5) : 0;

    snprintf(text, NUMFMT_TEXT, "%02u:%02u:%02u", s / 3600, s / 60 % 60, s % 60);
}

static void draw_bar(const struct run_event *e)
{
    char name[96], left[NUMFMT_TEXT], line[256];
    double now = now_s();

    if (now - last_drawn_s < 0.1 && e->kind == RUN_EVENT_INVOCATION)
        return;
    last_drawn_s = now;
    name_of(name, e);
    eta(left, e->eta_s);
    snprintf(line, sizeof line, " [%3.0f %%] %-40.40s %s  ETA %s", 100 * e->done, name,
             e->kind == RUN_EVENT_WAIT ? "waits" : "", left);
    fprintf(stderr, "\r\033[K%.*s", app_terminal_width(2) - 1, line);
    fflush(stderr);
    drawn = true;
}

static void say_invalid(const struct run_event *e)
{
    char name[96];

    progress_end();
    name_of(name, e);
    app_say(APP_VERBOSE, "errbar: %s: invocation %u is not valid: %s", name,
            e->invocation->seq, e->invocation->reason ? e->invocation->reason : "?");
}

static void say_row(const struct run_event *e)
{
    const struct measurement *m = e->measurement;
    char name[96];

    /* an interrupted run says so once, for all rows */
    if (m->sentinel || m->status == DOC_STATUS_INTERRUPTED)
        return;
    name_of(name, e);
    if (m->status != DOC_STATUS_OK) {
        progress_end();
        app_say(APP_NORMAL, "errbar: %s: %s: %s", name, doc_status_name[m->status],
                m->reason ? m->reason : "no reason given");
        return;
    }
    app_say(APP_VERBOSE, "errbar: %s: done (%s)", name, doc_stop_name[m->stop]);
}

static void plain_line(const struct run_event *e)
{
    char left[NUMFMT_TEXT];
    double now = now_s();

    if (now - last_plain_s < 60)
        return;
    last_plain_s = now;
    eta(left, e->eta_s);
    app_say(APP_NORMAL, "errbar: %.0f %% done, about %s to go", 100 * e->done, left);
}

static void json_line(const struct run_event *e)
{
    static const char *const kinds[] = { "invocation", "row",    "block", "wait",
                                         "second-run", "spread", "plan" };
    char name[96];

    name_of(name, e);
    fprintf(stderr, "{\"event\":\"%s\",\"row\":\"%s\",\"done\":%.4f,\"eta_s\":%.1f}\n",
            kinds[e->kind], name, e->done, e->eta_s);
}

void progress_event(const struct run_event *e)
{
    if (kind == PROGRESS_JSON) {
        json_line(e);
        return;
    }
    if (e->kind == RUN_EVENT_SECOND_RUN) {
        progress_end();
        app_say(APP_NORMAL,
                "errbar: another errbar measures on this machine at the same "
                "time: both results are flagged second-run");
    } else if (e->kind == RUN_EVENT_SPREAD) {
        app_say(APP_VERBOSE,
                "errbar: invocations that follow each other are alike: the "
                "blocks lie twice as far apart from here on");
    } else if (e->kind == RUN_EVENT_ROW) {
        say_row(e);
    } else if (e->kind == RUN_EVENT_INVOCATION && !e->invocation->valid) {
        say_invalid(e);
    }
    if (kind == PROGRESS_BAR)
        draw_bar(e);
    else if (kind == PROGRESS_PLAIN)
        plain_line(e);
}
