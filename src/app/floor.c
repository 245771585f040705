/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * floor.c - the noise floor of this machine: how its sessions differ, as it is kept
 */
#include "app/floor.h"

#include "app/app.h"
#include "base/num.h"
#include "judge/judge.h"
#include "output/xml.h"
#include "probe/probe.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *floor_path(struct diag *why)
{
    const char *dir = app_data_dir(why);
    char *path = NULL;

    if (dir && asprintf(&path, "%s/noise.xml", dir) < 0) {
        diag_set(why, -ENOMEM, "no memory");
        path = NULL;
    }
    return path;
}

static bool is_floor(const struct fact *f)
{
    return f->value &&
           strncmp(f->key, judge_between_key, strlen(judge_between_key)) == 0;
}

static const char *release_of(const struct doc_system *system)
{
    const struct fact *fact =
        facts_find(&system->facts, "kernel.release", DOC_AT_ALWAYS);

    return fact && fact->value ? fact->value : "";
}

/* A floor of another kernel is the best there is, and says so. */
static int take_over(struct doc *doc, struct session *to, const struct session *from)
{
    const char *there = release_of(from->system), *here = release_of(to->system);
    const char *kernel = strcmp(there, here) == 0 ? "" : there;
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < from->facts.n; i++) {
        struct fact fact = from->facts.items[i];

        if (!is_floor(&fact) || facts_find(&to->facts, fact.key, DOC_AT_ALWAYS))
            continue;
        if (*kernel && fact.source && !strstr(fact.source, ", kernel "))
            fact.source =
                arena_printf(doc->arena, "%s, kernel %s", fact.source, kernel);
        rc = doc_add_fact(doc, &to->facts, &fact);
    }
    return rc;
}

/* The last session of this machine in the file, or NULL. */
static const struct session *last_of(const struct doc *floor, const char *machine)
{
    for (size_t i = floor->n_sessions; i-- > 0;) {
        const struct session *s = floor->sessions[i];

        if (s->system && s->system->name && strcmp(s->system->name, machine) == 0)
            return s;
    }
    return NULL;
}

int floor_copy(struct doc *doc, struct session *session)
{
    struct diag why = { 0 };
    const char *path = floor_path(&why), *machine;
    const struct session *from;
    struct doc *floor;
    int rc;

    if (!path || access(path, F_OK) < 0)
        return 0;
    floor = doc_new();
    rc = floor ? probe_machine_name(doc, "", &machine) : -ENOMEM;
    if (rc < 0) {
        doc_free(floor);
        return rc;
    }
    rc = xml_read(floor, path, &why);
    from = rc == 0 ? last_of(floor, machine) : NULL;
    if (rc == 0 && from)
        rc = take_over(doc, session, from);
    else if (rc == 0)
        app_say(APP_NORMAL, "errbar: %s is the noise floor of another machine", path);
    else if (rc != -ENOMEM)
        app_say(APP_NORMAL, "errbar: the noise floor is not used: %s", diag_text(&why));
    doc_free(floor);
    return rc == -ENOMEM ? rc : 0;
}

void floor_forget(struct session *session, const struct judge_between *found,
                  size_t n_found)
{
    struct facts *facts = &session->facts;
    size_t left = 0;

    for (size_t i = 0; i < facts->n; i++) {
        bool known = false;

        for (size_t f = 0; is_floor(&facts->items[i]) && f < n_found; f++)
            known = known || strcmp(facts->items[i].key + strlen(judge_between_key),
                                    found[f].family) == 0;
        if (!known)
            facts->items[left++] = facts->items[i];
    }
    facts->n = left;
}

static int note_one(struct doc *doc, struct session *session,
                    const struct judge_between *found, const char *source)
{
    char value[NUM_TEXT];
    struct fact fact = { .source = source, .value = value };

    num_from_double(value, found->sd);
    fact.key = arena_printf(doc->arena, "%s%s", judge_between_key, found->family);
    return fact.key ? doc_add_fact(doc, &session->facts, &fact) : -ENOMEM;
}

int floor_note(struct doc *doc, struct session *const *sessions, size_t n,
               const struct judge_between *found, size_t n_found)
{
    int rc = 0;

    for (size_t f = 0; rc == 0 && f < n_found; f++) {
        const char *source =
            arena_printf(doc->arena, "noise floor of %.10s, %zu sessions",
                         sessions[n - 1]->start, found[f].sessions);

        if (!source)
            return -ENOMEM;
        for (size_t s = 0; rc == 0 && s < n; s++)
            rc = note_one(doc, sessions[s], &found[f], source);
    }
    return rc;
}
