/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * machine.c - the system a session runs on, as the document has it
 */
#include "app/machine.h"

#include "base/num.h"
#include "probe/probe.h"

#include <errno.h>
#include <string.h>
#include <time.h>

static bool same_fact(const struct doc_system *a, const struct doc_system *b,
                      const char *key)
{
    const struct fact *fa = facts_find(&a->facts, key, DOC_AT_ALWAYS);
    const struct fact *fb = facts_find(&b->facts, key, DOC_AT_ALWAYS);

    return fa && fb && fa->value && fb->value && strcmp(fa->value, fb->value) == 0;
}

/* Another session of the same machine with the same kernel. */
static bool is_same(const struct doc_system *a, const struct doc_system *b)
{
    return a->name && b->name && strcmp(a->name, b->name) == 0 &&
           same_fact(a, b, "kernel.release") && same_fact(a, b, "kernel.version");
}

/* When this boot began, as ISO 8601, which sorts as time does. */
static void boot_time(char text[32])
{
    struct timespec now, since;
    time_t at;
    struct tm utc;

    clock_gettime(CLOCK_REALTIME, &now);
    clock_gettime(CLOCK_BOOTTIME, &since);
    at = now.tv_sec - since.tv_sec;
    gmtime_r(&at, &utc);
    strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", &utc);
}

/* The last session of that system tells whether the machine was booted since. */
static uint32_t boot_of(const struct doc *doc, const struct session *session)
{
    char booted[32];
    uint32_t boot = 1;

    boot_time(booted);
    for (size_t i = 0; i < doc->n_sessions; i++) {
        const struct session *s = doc->sessions[i];

        if (s != session && s->system == session->system && s->start)
            boot = strcmp(s->start, booted) < 0 ? s->boot + 1 : s->boot;
    }
    return boot;
}

int machine_read(struct doc *doc, struct session *session, const char *name,
                 const char *label)
{
    struct doc_system *system = doc_add_system(doc);
    const struct fact *fact;
    uint64_t hz;
    int rc;

    if (!system)
        return -ENOMEM;
    system->id = arena_printf(doc->arena, "s%zu", doc->n_systems);
    system->name = arena_strdup(doc->arena, name);
    system->label = arena_strdup(doc->arena, label);
    rc = probe_system(doc, system, "");
    if (rc == 0 && !name)
        rc = probe_machine_name(doc, "", &system->name);
    fact = facts_find(&system->facts, "kernel.release", DOC_AT_ALWAYS);
    if (rc == 0 && !label && fact)
        system->label = fact->value;
    if (rc < 0 || !system->id)
        return rc < 0 ? rc : -ENOMEM;
    fact = facts_find(&system->facts, "kernel.hz", DOC_AT_ALWAYS);
    if (fact && fact->value && num_to_u64(fact->value, &hz) == 0 && hz < 100000)
        session->clock.hz = (uint32_t)hz;
    for (size_t i = 0; i + 1 < doc->n_systems; i++) {
        const char *there = doc->systems[i]->label;

        if (is_same(doc->systems[i], system) &&
            (!label || (there && strcmp(there, label) == 0))) {
            system = doc->systems[i];
            doc->n_systems--;
            break;
        }
    }
    session->system = system;
    session->boot = boot_of(doc, session);
    return 0;
}
