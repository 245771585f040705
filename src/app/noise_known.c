/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * noise_known.c - what is known of this machine's noise, shown and found anew
 */
#include "app/noise_known.h"

#include "app/app.h"
#include "app/ending.h"
#include "app/floor.h"
#include "base/num.h"
#include "judge/judge.h"
#include "output/numfmt.h"
#include "probe/probe.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* ---- what is known ---- */

static int list_family(struct listing *list, const struct fact *fact)
{
    const char *family = fact->key + strlen(judge_between_key);
    const char **row = listing_add(list);
    char text[NUMFMT_TEXT];
    double sd;

    if (!row)
        return -ENOMEM;
    if (num_to_double(fact->value, &sd) < 0)
        sd = NAN;
    row[0] = family;
    numfmt_share(text, sd);
    row[1] = arena_strdup(list->arena, text);
    /* the interval of a rerun of a value that is known exactly: statistics.md 3.12 */
    numfmt_share(text, exp(1.96 * sqrt(2) * sd) - 1);
    row[2] = arena_strdup(list->arena, text);
    row[3] = fact->source;
    return row[1] && row[2] ? 0 : -ENOMEM;
}

static int fill(struct listing *list, const struct session *session)
{
    static const char *const head[] = { "family", "sd between sessions",
                                        "a rerun differs by up to", "known from" };
    int rc = 0;

    memcpy((void *)list->head, head, sizeof head);
    for (size_t i = 0; rc == 0 && i < session->facts.n; i++) {
        const struct fact *fact = &session->facts.items[i];

        if (fact->value &&
            strncmp(fact->key, judge_between_key, strlen(judge_between_key)) == 0)
            rc = list_family(list, fact);
    }
    return rc;
}

struct printing {
    const struct listing *list;
    enum listing_format format;
};

static int print(struct sink *sink, void *self, struct diag *why)
{
    const struct printing *p = self;

    (void)why;
    return listing_write(sink, p->list, p->format);
}

int noise_show(const struct session *session, enum listing_format format)
{
    struct listing list = { 0 };
    int rc = listing_init(&list), code;

    rc = rc < 0 ? rc : fill(&list, session);
    if (rc < 0)
        code = app_fail(&(struct diag){ .rc = rc }, APP_INTERNAL);
    else if (list.n == 0)
        code = APP_NOTHING;
    else
        code = app_output(NULL, print, &(struct printing){ &list, format });
    listing_done(&list);
    return code;
}

int noise_show_known(enum listing_format format)
{
    struct doc *doc = doc_new();
    struct session *session = doc ? doc_add_session(doc) : NULL;
    struct doc_system *system = doc ? doc_add_system(doc) : NULL;
    int rc = session && system ? probe_system(doc, system, "") : -ENOMEM, code;

    if (rc == 0) {
        session->system = system;
        rc = floor_copy(doc, session);
    }
    code = rc < 0 ? app_fail(&(struct diag){ .rc = rc }, APP_INTERNAL)
                  : noise_show(session, format);
    if (code == APP_NOTHING)
        app_error("this machine's noise was never measured: errbar noise --for 10m");
    doc_free(doc);
    return code;
}

/* ---- anew, from what is kept ---- */

/* What is kept of families that its sessions did not measure stays. */
static int find_anew(struct doc *doc)
{
    struct session **sessions = doc->sessions;
    size_t n_sessions = doc->n_sessions, n = 0;
    struct judge_between *found = NULL;
    int rc = judge_doc(doc);

    rc = rc < 0 ? rc
                : judge_between(doc, (const struct session *const *)sessions,
                                n_sessions, doc->arena, &found, &n);
    if (rc == 0 && n == 0)
        return -ENODATA;
    for (size_t i = 0; rc == 0 && i < n_sessions; i++)
        floor_forget(sessions[i], found, n);
    rc = rc < 0 ? rc : floor_note(doc, sessions, n_sessions, found, n);
    return rc < 0 ? rc : judge_doc(doc);
}

static int settle_anew(struct doc *doc, const char *path, enum listing_format format)
{
    int rc = find_anew(doc), code;

    if (rc == -ENODATA) {
        app_error("%s: no row was measured in %d sessions", path,
                  JUDGE_BETWEEN_SESSIONS);
        return APP_NOTHING;
    }
    if (rc < 0)
        return app_fail(&(struct diag){ .rc = rc }, APP_INTERNAL);
    code = ending_write(doc, path);
    return code == APP_OK ? noise_show(doc->sessions[doc->n_sessions - 1], format)
                          : code;
}

int noise_again(enum listing_format format)
{
    struct diag why = { 0 };
    const char *path = floor_path(&why);
    struct doc *doc = NULL;
    int code;

    if (!path)
        return app_fail(&why, APP_OUTPUT);
    code = app_load(&doc, (char *[]){ (char *)path }, 1);
    if (code == APP_OK)
        code = settle_anew(doc, path, format);
    doc_free(doc);
    return code;
}
