/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * start.c - the last steps before the first measurement
 */
#include "app/start.h"

#include "app/app.h"
#include "app/far_end.h"
#include "app/floor.h"
#include "app/machine.h"
#include "app/settings.h"
#include "probe/probe.h"
#include "spawn/spawn.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

bool start_checks(struct doc *doc, const struct doc_system *system,
                  const struct session *session, FILE *to)
{
    static const char *const mark[] = { "ok", "!", "?" };
    struct probe_check checks[PROBE_CHECKS] = { 0 };
    bool fit = true;
    int width = 0;

    if (probe_checks(doc, system, session, checks) < 0)
        return true;
    for (size_t i = 0; i < PROBE_CHECKS; i++) {
        int n = (int)strlen(checks[i].state);

        width = n > width ? n : width;
    }
    for (size_t i = 0; i < PROBE_CHECKS; i++) {
        bool has_advice = checks[i].advice && *checks[i].advice;

        if (to)
            fprintf(to, "  %-14s  %-*s  %s%s%s\n", checks[i].name, width,
                    checks[i].state, mark[checks[i].verdict], has_advice ? "  " : "",
                    has_advice ? checks[i].advice : "");
        fit = fit && checks[i].verdict != PROBE_WARNING;
    }
    return fit;
}

/* An absolute path, so that resume may be called from elsewhere. */
static const char *absolute(struct doc *doc, const char *path)
{
    char here[PATH_MAX];

    if (*path == '/' || strcmp(path, "-") == 0)
        return arena_strdup(doc->arena, path);
    if (!getcwd(here, sizeof here))
        return NULL;
    return arena_printf(doc->arena, "%s/%s", here, path);
}

/* "20260302T080240Z.xml" in the data directory: never the host's name. */
static const char *default_output(struct session_run *run)
{
    const char *dir = app_result_dir(&run->why);
    char compact[32];
    size_t n = 0;

    for (const char *p = run->session->start; *p && n + 1 < sizeof compact; p++) {
        if (*p != '-' && *p != ':')
            compact[n++] = *p;
    }
    compact[n] = '\0';
    return dir ? arena_printf(run->doc->arena, "%s/%s.xml", dir, compact) : NULL;
}

/* Found out now, not after an hour of measuring. */
static int check_output(struct session_run *run, const struct run_options *o)
{
    const char *path = o->output ? o->output : o->append;

    run->output = path ? absolute(run->doc, path) : default_output(run);
    if (!run->output && path && !run->why.rc)
        diag_set(&run->why, -ENOENT, "%s: there is no current directory any more",
                 path);
    if (!run->output)
        return app_fail(&run->why, APP_OUTPUT);
    if (strcmp(run->output, "-") == 0)
        return APP_OK;
    return sink_check_file(run->output, &run->why) < 0 ? app_fail(&run->why, APP_OUTPUT)
                                                       : APP_OK;
}

static int start_journal(struct session_run *run, const struct run_options *o)
{
    struct journal_plan plan = { .output = run->output,
                                 .build = session_build(run->doc),
                                 .append = o->append,
                                 .dir = run->dir,
                                 .remote = o->remote };
    const char *dir = o->journal_dir ? o->journal_dir : app_journal_dir(&run->why);
    char boot[PROBE_BOOT];
    const char *path;
    int rc;

    if (!dir || (o->journal_dir && app_make_dir(dir, &run->why) < 0))
        return app_fail(&run->why, APP_OUTPUT);
    /* without a boot id resume cannot tell a reboot, and goes on */
    if (probe_boot_hash(boot, "") == 0)
        plan.boot = boot;
    path = arena_printf(run->doc->arena, "%s/%s.journal", dir, run->doc->uuid);
    rc = path ? 0 : -ENOMEM;
    if (path)
        rc = journal_new(&run->journal, path, run->doc, &plan, &run->why);
    if (rc < 0)
        return app_fail(&run->why, APP_OUTPUT);
    return APP_OK;
}

static bool goes_far(const struct session_run *run)
{
    for (size_t i = 0; i < run->doc->n_measurements; i++) {
        const struct measurement *m = run->doc->measurements[i];
        const char *host = measurement_param(m, "host");

        if (m->session == run->session && host && strcmp(host, "remote") == 0)
            return true;
    }
    return false;
}

int start_far_end(struct session_run *run, const char *remote, const char *token_file)
{
    char token[FAR_END_TOKEN], text[FAR_END_TEXT];

    if (!remote && !goes_far(run))
        return APP_OK;
    if (!remote) {
        app_error("rows with host=remote go over a network: --remote ADDRESS:PORT says "
                  "where errbar serve runs");
        return APP_USAGE;
    }
    if (far_end_token(token, token_file, &run->why) < 0)
        return app_fail(&run->why, APP_USAGE);
    if (far_end_call(remote, token, text, &run->why) < 0)
        return app_fail(&run->why, run->why.rc == -EINVAL ? APP_USAGE : APP_FAILED);
    run->plan.remote = arena_strdup(run->doc->arena, text);
    return run->plan.remote ? APP_OK : APP_INTERNAL;
}

/* One more session of a document is by default one of the same machine. */
static const char *name_for(const struct session_run *run, const struct run_options *o)
{
    const struct doc *doc = run->doc;

    for (size_t i = doc->n_sessions; !o->name && o->append && i-- > 0;) {
        if (doc->sessions[i] != run->session && doc->sessions[i]->system)
            return doc->sessions[i]->system->name;
    }
    return o->name;
}

/* Where benchmarks make their files, and what file system that is. */
static int find_dir(struct session_run *run, const struct run_options *o)
{
    run->dir = absolute(run->doc, spawn_scratch_place(o->dir));
    return run->dir ? probe_filesystem(run->doc, &run->session->facts, "", run->dir)
                    : -ENOMEM;
}

int start_machine(struct session_run *run, const struct run_options *o)
{
    struct doc *doc = run->doc;
    struct doc_event *note;
    int code, rc;

    run->session->start = session_now(doc);
    doc->title = o->title ? o->title : doc->title;
    doc->licence = o->licence ? o->licence : doc->licence;
    code = session_head(doc, &run->why) == 0 ? check_output(run, o)
                                             : app_fail(&run->why, APP_INTERNAL);
    if (code != APP_OK)
        return code;
    rc = machine_read(doc, run->session, name_for(run, o), o->label);
    if (rc == 0)
        rc = probe_session(doc, run->session, "", DOC_AT_START);
    if (rc == 0)
        rc = find_dir(run, o);
    if (rc == 0 && o->note) {
        note = doc_add_event(doc, run->session);
        if (note)
            *note = (struct doc_event){ .code = "note", .text = o->note };
    }
    if (rc < 0) {
        run->why.rc = rc;
        return app_fail(&run->why, APP_INTERNAL);
    }
    if (!start_checks(doc, run->session->system, run->session,
                      app_loudness >= APP_NORMAL ? stderr : NULL) &&
        o->strict) {
        app_error("this machine is not fit for a good measurement; without --strict it "
                  "would be measured and flagged");
        return APP_UNFIT;
    }
    return APP_OK;
}

int start_session(struct session_run *run, const struct run_options *o)
{
    int code = start_machine(run, o);

    if (code == APP_OK && floor_copy(run->doc, run->session) < 0)
        code = app_fail(&(struct diag){ .rc = -ENOMEM }, APP_INTERNAL);
    if (code == APP_OK && o->settings &&
        settings_note(o->settings, run->doc, run->session) < 0)
        code = app_fail(&(struct diag){ .rc = -ENOMEM }, APP_INTERNAL);
    return code == APP_OK ? start_journal(run, o) : code;
}
