/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * settings.c - the two settings that errbar ab toggles between invocations
 */
#include "app/settings.h"

#include "app/app.h"
#include "app/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *const names[] = { "a", "b" };
static const char *const codes[] = { "setting-a", "setting-b" };

/* ---- rows ---- */

static int add_setting(struct doc *doc, struct measurement *m, const char *name)
{
    struct doc_param *params =
        arena_alloc(doc->arena, (m->n_params + 2) * sizeof *params);

    if (!params)
        return -ENOMEM;
    if (m->n_params)
        memcpy(params, m->params, m->n_params * sizeof *params);
    params[m->n_params++] = (struct doc_param){ "setting", name };
    m->params = params;
    return 0;
}

/* A list of rows of the session alone, each followed by its twin. */
int settings_add_rows(struct doc *doc, struct session *session)
{
    size_t n = doc->n_measurements;

    for (size_t i = 0; i < n; i++) {
        struct measurement *twin = doc_add_measurement(doc);

        if (!twin)
            return -ENOMEM;
        *twin = *doc->measurements[i];
    }
    /* m1 a, m1 b, m2 a ...: from the end, so that none is overwritten */
    for (size_t i = n; i-- > 0;) {
        struct measurement *row = doc->measurements[i];
        struct measurement *twin = doc->measurements[n + i];

        if (row->session != session || add_setting(doc, row, names[0]) < 0 ||
            add_setting(doc, twin, names[1]) < 0)
            return -ENOMEM;
    }
    {
        struct measurement **all =
            arena_alloc(doc->arena, (2 * n + 1) * sizeof(struct measurement *));

        if (!all)
            return -ENOMEM;
        for (size_t i = 0; i < n; i++) {
            all[2 * i] = doc->measurements[i];
            all[2 * i + 1] = doc->measurements[n + i];
        }
        memcpy((void *)doc->measurements, (void *)all,
               2 * n * sizeof(struct measurement *));
    }
    for (size_t i = 0; i < 2 * n; i++) {
        doc->measurements[i]->id = arena_printf(doc->arena, "m%zu", i + 1);
        if (!doc->measurements[i]->id)
            return -ENOMEM;
    }
    return 0;
}

bool settings_are_in(const struct doc *doc, const struct session *session)
{
    for (size_t i = 0; i < doc->n_measurements; i++) {
        if (doc->measurements[i]->session == session &&
            measurement_param(doc->measurements[i], "setting"))
            return true;
    }
    return false;
}

int settings_note(const struct settings *s, struct doc *doc, struct session *session)
{
    for (size_t i = 0; i < 2; i++) {
        struct doc_event *event = doc_add_event(doc, session);

        if (!event)
            return -ENOMEM;
        *event = (struct doc_event){ .code = codes[i],
                                     .text = s->command[i] ? s->command[i] : "" };
    }
    return 0;
}

void settings_share_passes(const struct plan *plan, const struct plan_job *job)
{
    size_t at = (size_t)(job - plan->jobs);
    const struct plan_job *twin = at < plan->n_jobs ? &plan->jobs[at ^ 1] : NULL;

    for (size_t i = 0; twin && i < job->n_points && i < twin->n_points; i++) {
        if (twin->points[i]->plan.passes == 0)
            twin->points[i]->plan.passes = job->points[i]->plan.passes;
    }
}

/* ---- commands ---- */

static double now_s(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* In a group of its own, so that what it started can be ended with it. */
static pid_t start(const char *command)
{
    pid_t pid = fork();

    if (pid == 0) {
        int null = open("/dev/null", O_RDWR);

        setpgid(0, 0);
        signal(SIGPIPE, SIG_DFL);
        dup2(null, STDIN_FILENO);
        dup2(null, STDOUT_FILENO); /* ours is for the document */
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    return pid;
}

/* Its status as waitpid() has it, -EINTR or -ETIMEDOUT after ending it. */
static int await(pid_t pid, double deadline_s, bool interruptible)
{
    double until = now_s() + deadline_s;
    int status, rc = 0;

    for (;;) {
        static const struct timespec step = { 0, 500000 };
        pid_t done = waitpid(pid, &status, WNOHANG);

        if (done == pid)
            return rc < 0 ? rc : status;
        if (done < 0 && errno != EINTR)
            return -errno;
        if (rc == 0 && interruptible && signals_stopped())
            rc = -EINTR;
        else if (rc == 0 && now_s() > until)
            rc = -ETIMEDOUT;
        if (rc < 0)
            kill(-pid, SIGKILL);
        nanosleep(&step, NULL);
    }
}

static int run(struct settings *s, size_t which, bool interruptible, struct diag *why)
{
    const char *command = s->command[which];
    pid_t pid;
    int status;

    if (!command)
        return 0;
    s->toggled = true;
    pid = start(command);
    if (pid < 0)
        return diag_set(why, -errno, "setting %s: cannot start /bin/sh: %s",
                        names[which], strerror(errno));
    status = await(pid, s->deadline_s, interruptible);
    if (status == -EINTR || status == 0)
        return status;
    if (status == -ETIMEDOUT)
        return diag_set(why, -ECANCELED, "setting %s: '%s' took longer than %g s",
                        names[which], command, s->deadline_s);
    if (status < 0)
        return diag_set(why, status, "setting %s: %s", names[which], strerror(-status));
    if (WIFSIGNALED(status))
        return diag_set(why, -ECANCELED, "setting %s: '%s' was killed by signal %d",
                        names[which], command, WTERMSIG(status));
    return diag_set(why, -ECANCELED, "setting %s: '%s' ended with exit code %d",
                    names[which], command, WEXITSTATUS(status));
}

int settings_apply(struct settings *s, const struct plan_job *job, struct diag *why)
{
    const char *setting = measurement_param(job->points[0], "setting");

    if (!setting)
        return 0;
    return run(s, strcmp(setting, names[1]) == 0, true, why);
}

int settings_restore(struct settings *s, struct diag *why)
{
    return s->toggled ? run(s, 0, false, why) : 0;
}

/* ---- what a page says ---- */

const char *settings_command(const struct session *session, size_t which)
{
    for (size_t i = 0; i < session->n_events; i++) {
        if (strcmp(session->events[i].code, codes[which]) == 0 &&
            session->events[i].text)
            return session->events[i].text;
    }
    return "";
}

int settings_describe(const struct session *session, struct arena *arena,
                      struct compare_page *page)
{
    const char **about = arena_alloc(arena, 4 * sizeof *about);
    const char *quoted[2] = { NULL };
    bool same = strcmp(settings_command(session, 0), settings_command(session, 1)) == 0;

    if (!about)
        return -ENOMEM;
    for (size_t i = 0; i < 2; i++) {
        const char *command = settings_command(session, i);

        about[i] = arena_printf(arena, "%s: %s", names[i],
                                *command ? command : "nothing is set");
        quoted[i] = app_quote(command, arena);
        if (!about[i] || !quoted[i])
            return -ENOMEM;
    }
    if (same) {
        size_t tests = 0, low = 0;
        const struct judge_column *column = page->comparison->columns;

        for (size_t i = 0; i < column->n_rows; i++) {
            tests += isfinite(column->rows[i].p) ? 1 : 0;
            low += column->rows[i].p < 0.05;
        }
        about[2] = arena_printf(arena,
                                "Both are the same: %zu of %zu rows have p < 0.05, and "
                                "5 %% of them should by chance.",
                                low, tests);
        if (!about[2])
            return -ENOMEM;
    }
    page->about = about;
    page->again =
        same ? "errbar ab --aa"
             : arena_printf(arena, "errbar ab --a %s --b %s", quoted[0], quoted[1]);
    return page->again ? 0 : -ENOMEM;
}
