/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ending.c - how a run ends: the document, the last lines, the exit code
 */
#include "app/ending.h"

#include "app/app.h"
#include "app/catalogue.h"
#include "output/xml.h"

#include <stdio.h>
#include <string.h>

/* Of several attempts the last is the row. */
static bool is_row(const struct doc *doc, const struct measurement *m,
                   const struct session *session)
{
    return m->session == session && !m->sentinel && !measurement_is_superseded(doc, m);
}

struct needs {
    const struct doc *doc;
    const struct session *session;
};

static int see_needed(void *self, const char *id, const struct bench *bench,
                      const struct bench_case *c)
{
    const struct needs *needs = self;
    const char *set = needs->session->protocol.set;
    bool found = false;

    (void)bench;
    if (!catalogue_in_set(c, set))
        return 0;
    for (size_t i = 0; i < needs->doc->n_measurements; i++) {
        const struct measurement *m = needs->doc->measurements[i];

        if (is_row(needs->doc, m, needs->session) && strcmp(m->definition->id, id) == 0)
            found = true;
    }
    return !found;
}

bool ending_is_complete(const struct doc *doc, const struct session *session)
{
    struct needs needs = { doc, session };

    if (!session->protocol.set)
        return false;
    for (size_t i = 0; i < doc->n_measurements; i++) {
        const struct measurement *m = doc->measurements[i];

        if (is_row(doc, m, session) &&
            (m->status == DOC_STATUS_INTERRUPTED || m->status == DOC_STATUS_SKIPPED ||
             m->stop == DOC_STOP_INTERRUPTED))
            return false;
    }
    return catalogue_each(see_needed, &needs) == 0;
}

static int write_doc(struct sink *sink, void *self, struct diag *why)
{
    return xml_write(sink, self, why);
}

int ending_write(struct doc *doc, const char *path)
{
    return app_output(path, write_doc, doc);
}

static uint64_t observations(const struct doc *doc)
{
    uint64_t n = 0;

    for (size_t s = 0; s < doc->n_sessions; s++) {
        for (size_t i = 0; i < doc->sessions[s]->n_invocations; i++) {
            for (size_t j = 0; j < doc->sessions[s]->invocations[i]->n_series; j++)
                n += doc->sessions[s]->invocations[i]->series[j].n;
        }
    }
    return n;
}

/* The first row of that status names the group: "1 failed (bw_pipe: timeout)". */
static size_t count(const struct doc *doc, const struct session *session,
                    enum doc_status status, struct arena *arena, const char **example)
{
    size_t n = 0;

    *example = "";
    for (size_t i = 0; i < doc->n_measurements; i++) {
        const struct measurement *m = doc->measurements[i];

        if (!is_row(doc, m, session) || m->status != status)
            continue;
        if (n++ == 0 && status != DOC_STATUS_OK)
            *example = arena_printf(arena, " (%s: %s)", measurement_label(m, arena),
                                    m->reason ? m->reason : "no reason given");
    }
    return n;
}

static bool is_wide(const struct measurement *m)
{
    return m->judged &&
           (m->stop == DOC_STOP_MAXIMUM || m->stop == DOC_STOP_TIME ||
            m->judged->class == JUDGED_NOISY || m->judged->class == JUDGED_ERRATIC);
}

void ending_say(const struct doc *doc, const struct session *session, const char *path)
{
    struct arena *arena = arena_new();
    char line[1024] = "", beside[64] = "";
    size_t wide = 0, cut = 0, sentinels = 0, used = 0;

    for (int s = 0; arena && s < DOC_STATUS_COUNT; s++) {
        const char *example;
        size_t n = count(doc, session, (enum doc_status)s, arena, &example);

        if (n && used < sizeof line) {
            int wrote = snprintf(line + used, sizeof line - used, "%s%zu %s%s",
                                 used ? ", " : "", n, doc_status_name[s],
                                 example ? example : "");

            used += wrote > 0 ? (size_t)wrote : 0;
        }
    }
    for (size_t i = 0; i < doc->n_measurements; i++) {
        const struct measurement *m = doc->measurements[i];

        wide += is_row(doc, m, session) && is_wide(m);
        cut += is_row(doc, m, session) && m->status == DOC_STATUS_OK &&
               m->stop == DOC_STOP_INTERRUPTED;
        sentinels += m->sentinel;
    }
    if (sentinels)
        snprintf(beside, sizeof beside, " and %zu sentinel%s", sentinels,
                 sentinels == 1 ? "" : "s");
    app_say(APP_NORMAL, "%s", line);
    if (wide)
        app_say(APP_NORMAL,
                "%zu wider than asked for or noisy: see errbar report "
                "summary %s",
                wide, strcmp(path, "-") == 0 ? "of it" : path);
    if (cut)
        app_say(APP_NORMAL, "%zu cut short by the interruption", cut);
    app_say(APP_NORMAL, "wrote %s (%zu measurement%s%s, %llu samples)",
            strcmp(path, "-") == 0 ? "standard output" : path,
            doc->n_measurements - sentinels,
            doc->n_measurements - sentinels == 1 ? "" : "s", beside,
            (unsigned long long)observations(doc));
    arena_free(arena);
}

int ending_code(const struct doc *doc, const struct session *session,
                bool fail_on_noise)
{
    size_t rows = 0, unsupported = 0, wide = 0, failed = 0;

    for (size_t i = 0; i < doc->n_measurements; i++) {
        const struct measurement *m = doc->measurements[i];

        if (!is_row(doc, m, session))
            continue;
        rows++;
        unsupported += m->status == DOC_STATUS_UNSUPPORTED;
        failed += m->status == DOC_STATUS_FAILED;
        wide += is_wide(m);
    }
    if (failed)
        return APP_FAILED;
    if (rows == unsupported)
        return APP_NOTHING;
    return fail_on_noise && wide ? APP_NOISY : APP_OK;
}
