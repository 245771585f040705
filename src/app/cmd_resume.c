/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cmd_resume.c - errbar resume: goes on where a run was interrupted
 */
#include "app/commands.h"
#include "app/ending.h"
#include "app/preparing.h"
#include "app/settings.h"
#include "app/start.h"
#include "judge/judge.h"
#include "probe/probe.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct options {
    const char *session, *journal_dir, *remote, *token_file;
    enum progress_kind progress;
    bool new_session, fail_on_noise;
};

enum {
    KEY_NEW_SESSION = 0x200,
    KEY_JOURNAL,
    KEY_PROGRESS,
    KEY_FAIL_ON,
    KEY_REMOTE,
    KEY_TOKEN_FILE
};

static const struct argp_option option_table[] = {
    { "new-session", KEY_NEW_SESSION, NULL, 0,
      "After a reboot: keep what there is and measure all rows in one more session",
      1 },
    { "journal", KEY_JOURNAL, "DIR", 0, "Where journals stand", 1 },
    { "remote", KEY_REMOTE, "ADDRESS:PORT", 0,
      "Where errbar serve runs now, if no longer where the run found it", 1 },
    { "token-file", KEY_TOKEN_FILE, "FILE", 0,
      "Holds the token that it wants ($ERRBAR_TOKEN otherwise)", 1 },
    { "progress", KEY_PROGRESS, "HOW", 0, "auto, bar, plain, json or none", 1 },
    { "fail-on", KEY_FAIL_ON, "WHAT", 0,
      "noise: exit 5 where a row is noisy or wider than asked for", 1 },
    { 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case KEY_NEW_SESSION:
        o->new_session = true;
        return 0;
    case KEY_JOURNAL:
        o->journal_dir = arg;
        return 0;
    case KEY_REMOTE:
        o->remote = arg;
        return 0;
    case KEY_TOKEN_FILE:
        o->token_file = arg;
        return 0;
    case KEY_PROGRESS:
        if (progress_kind_from(arg, &o->progress) < 0)
            app_usage("--progress is auto, bar, plain, json or none, not '%s'", arg);
        return 0;
    case KEY_FAIL_ON:
        if (strcmp(arg, "noise") != 0)
            app_usage("--fail-on of a run is noise, not '%s'", arg);
        o->fail_on_noise = true;
        return 0;
    case ARGP_KEY_ARG:
        if (o->session)
            app_usage("one session at a time: '%s' is too much", arg);
        o->session = arg;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static bool is_journal(const char *name)
{
    size_t n = strlen(name);

    return n > 8 && strcmp(name + n - 8, ".journal") == 0;
}

/*
 * The journal meant: a path, the beginning of a session's name, or the last one.
 *
 * Owner: the caller
 */
static char *find_journal(const struct options *o, struct diag *why)
{
    const char *dir = o->journal_dir ? o->journal_dir : app_journal_dir(why);
    struct timespec newest = { 0 };
    struct dirent *entry;
    char *found = NULL;
    DIR *open_dir;

    if (!dir)
        return NULL;
    if (o->session && strchr(o->session, '/'))
        return strdup(o->session);
    open_dir = opendir(dir);
    while (open_dir && (entry = readdir(open_dir))) {
        char *path;
        struct stat st;

        if (!is_journal(entry->d_name) ||
            (o->session && strncmp(entry->d_name, o->session, strlen(o->session)) != 0))
            continue;
        if (asprintf(&path, "%s/%s", dir, entry->d_name) < 0)
            break;
        if (stat(path, &st) == 0 && (!found || st.st_mtim.tv_sec > newest.tv_sec ||
                                     (st.st_mtim.tv_sec == newest.tv_sec &&
                                      st.st_mtim.tv_nsec > newest.tv_nsec))) {
            free(found);
            found = path;
            newest = st.st_mtim;
        } else {
            free(path);
        }
    }
    if (open_dir)
        closedir(open_dir);
    if (!found && o->session)
        diag_set(why, -ENOENT, "there is no journal '%s' in %s", o->session, dir);
    else if (!found)
        diag_set(why, -ENOENT, "there is nothing to resume in %s", dir);
    return found;
}

/* Same boot, same build: else it would not be the same session. */
static int check_same(struct session_run *run, const struct journal_plan *plan)
{
    const char *build = session_build(run->doc);
    char boot[PROBE_BOOT];

    if (probe_boot_hash(boot, "") == 0 && plan->boot && strcmp(plan->boot, boot) != 0) {
        app_error(
            "the machine was booted since: 'errbar resume --new-session' keeps what "
            "was measured and adds a session");
        return APP_USAGE;
    }
    if (plan->build && build && strcmp(plan->build, build) != 0) {
        app_error(
            "errbar was built anew since: 'errbar resume --new-session' keeps what "
            "was measured and adds a session");
        return APP_USAGE;
    }
    return APP_OK;
}

/* What was measured becomes the document it was meant for, as it is. */
static int close_old(struct session_run *run)
{
    int code;

    run->session->end = session_now(run->doc);
    for (size_t i = 0; i < run->doc->n_measurements; i++) {
        struct measurement *m = run->doc->measurements[i];

        if (m->session == run->session && m->stop == DOC_STOP_NONE)
            m->stop = DOC_STOP_INTERRUPTED;
    }
    if (judge_doc(run->doc) < 0)
        return app_fail(&(struct diag){ .rc = -ENOMEM }, APP_INTERNAL);
    code = ending_write(run->doc, run->output);
    if (code == APP_OK) {
        journal_close(run->journal, true);
        run->journal = NULL;
    }
    return code;
}

/* The far end of a run that had one; what was measured stays where it cannot be had. */
static int call_again(struct session_run *run, const struct options *o,
                      const char *remote)
{
    int code = start_far_end(run, remote, o->token_file);

    if (code != APP_OK && remote)
        app_say(APP_NORMAL,
                "errbar: this run goes over the network to %s; nothing is lost: call "
                "'errbar resume --remote ADDRESS:PORT' with the token of the errbar "
                "serve that runs there",
                remote);
    return code;
}

static int start_new(struct session_run *run, const struct options *o,
                     const char *remote)
{
    struct run_options again;
    struct session_run next = { 0 };
    char *output = strdup(run->output);
    int code = output ? call_again(run, o, remote) : APP_INTERNAL;

    run_options_init(&again);
    if (code == APP_OK)
        code = close_old(run);
    again.append = output;
    again.dir = run->dir;
    again.progress = o->progress;
    again.fail_on_noise = o->fail_on_noise;
    again.remote = remote;
    if (code == APP_OK && strcmp(output, "-") == 0) {
        app_error("the result went to standard output: add a session with errbar run "
                  "--append FILE");
        code = APP_USAGE;
    }
    if (code == APP_OK)
        code = preparing_plan(&next, &again);
    next.plan.remote = run->plan.remote;
    if (code == APP_OK)
        code = start_session(&next, &again);
    if (code == APP_OK)
        code = session_measure(&next);
    session_done(&next);
    run_options_done(&again);
    free(output);
    return code;
}

/*
 * Its commands stand in the journal, but nobody should find that a file which is read
 * runs commands: the user gives them again.
 */
static void say_ab(const struct session_run *run)
{
    const char *first = settings_command(run->session, 0);

    app_say(
        APP_NORMAL,
        "errbar: a run of errbar ab does not go on, for errbar runs no commands out "
        "of a file: what was measured is written to %s; for more, call errbar ab "
        "with its settings again",
        run->output);
    if (*first)
        app_say(APP_NORMAL,
                "errbar: where it was killed the second setting may still "
                "be in force; this sets the first: %s",
                first);
}

static int resume(struct session_run *run, const struct options *o, const char *path)
{
    struct journal_plan plan = { 0 };
    struct doc_event *event;
    const char *remote;
    int code, rc;

    run->doc = doc_new();
    rc = run->doc ? journal_open(&run->journal, path, run->doc, &plan, &run->why)
                  : -ENOMEM;
    if (rc == 0 && run->doc->n_sessions == 0)
        rc = diag_set(&run->why, -EBADMSG, "%s: no session in this journal", path);
    if (rc < 0)
        return app_fail(&run->why, rc == -EWOULDBLOCK ? APP_USAGE : APP_DATA);
    run->session = run->doc->sessions[run->doc->n_sessions - 1];
    run->output = plan.output ? plan.output : "-";
    run->dir = plan.dir;
    run->progress = o->progress;
    run->fail_on_noise = o->fail_on_noise;
    run->resumed = true;
    if (settings_are_in(run->doc, run->session)) {
        say_ab(run);
        return close_old(run);
    }
    remote = o->remote ? o->remote : plan.remote;
    if (o->new_session)
        return start_new(run, o, remote);
    code = check_same(run, &plan);
    if (code != APP_OK)
        return code;
    if (session_place(run) < 0)
        return app_fail(&run->why, APP_USAGE);
    code = call_again(run, o, remote);
    if (code != APP_OK)
        return code;
    event = doc_add_event(run->doc, run->session);
    if (event)
        *event = (struct doc_event){ .code = "resumed",
                                     .text = "the run was interrupted and went on" };
    if (!event || journal_add_event(run->journal, event, &run->why) < 0)
        return app_fail(&run->why, APP_OUTPUT);
    app_say(APP_NORMAL, "errbar: goes on after %zu invocations",
            run->session->n_invocations);
    return session_measure(run);
}

static int run(const struct app_command *self, int argc, char **argv)
{
    struct session_run run = { 0 };
    struct options options = { 0 };
    char *path;
    int code;

    app_parse(self, argc, argv, &options);
    path = find_journal(&options, &run.why);
    code = path ? resume(&run, &options, path) : app_fail(&run.why, APP_USAGE);
    session_done(&run);
    free(path);
    return code;
}

static const struct argp argp = { option_table, parse, NULL, NULL, NULL, NULL, NULL };

const struct app_command cmd_resume = {
    .name = "resume",
    .arguments = "[SESSION]",
    .help = "go on with a run that was interrupted",
    .examples =
        "  errbar resume\n"
        "  errbar resume 6f6a1f5e\n\n"
        "SESSION is a journal's path or the beginning of its name; without one, "
        "the last run. What is measured already is not measured again.",
    .argp = &argp,
    .run = run,
};
