/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * select.c - which rows: from patterns, sets and parameters to measurements
 */
#include "app/select.h"

#include "app/app.h"
#include "app/catalogue.h"
#include "app/room.h"
#include "app/values.h"

#include <errno.h>
#include <fnmatch.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

int select_add(const char ***list, size_t *n, const char *word)
{
    void *wide = realloc((void *)*list, (*n + 1) * sizeof **list);

    if (!wide)
        return -ENOMEM;
    *list = wide;
    (*list)[(*n)++] = word;
    return 0;
}

void select_done(struct selection *s)
{
    free((void *)s->patterns);
    free((void *)s->skip);
    free((void *)s->tags);
    free((void *)s->params);
    *s = (struct selection){ 0 };
}

bool select_matches(const char *pattern, const char *id)
{
    size_t n = strlen(pattern);
    regex_t regex;
    bool found;

    if (strncmp(pattern, "re:", 3) == 0) {
        if (regcomp(&regex, pattern + 3, REG_EXTENDED | REG_NOSUB) != 0)
            return false;
        found = regexec(&regex, id, 0, NULL, 0) == 0;
        regfree(&regex);
        return found;
    }
    if (strncmp(id, pattern, n) == 0 && (id[n] == '\0' || id[n] == '.'))
        return true;
    return fnmatch(pattern, id, 0) == 0;
}

static bool any_matches(const char *const *patterns, size_t n, const char *id)
{
    for (size_t i = 0; i < n; i++) {
        if (select_matches(patterns[i], id))
            return true;
    }
    return false;
}

static bool has_param(const struct bench *bench, const char *name)
{
    for (const struct bench_param *p = bench->params; p && p->name; p++) {
        if (strcmp(p->name, name) == 0)
            return true;
    }
    return false;
}

static bool is_selected(const struct selection *s, const char *id,
                        const struct bench *bench, const struct bench_case *c)
{
    bool tagged = s->n_tags == 0;

    for (size_t i = 0; i < s->n_tags; i++)
        tagged = tagged || strcmp(s->tags[i], bench_family(bench, c)) == 0;
    if (!tagged || any_matches(s->skip, s->n_skip, id) ||
        (s->remote && !has_param(bench, "host")))
        return false;
    if (s->set && !catalogue_in_set(c, s->set))
        return false;
    if (s->n_patterns == 0 && c->sets & BENCH_ON_REQUEST)
        return false;
    return s->n_patterns == 0 || any_matches(s->patterns, s->n_patterns, id);
}

/* ---- rows of one case ---- */

struct rows {
    const struct selection *selection;
    struct doc *doc;
    struct session *session;
    struct diag *why;
    bool *param_used; /* [selection->n_params] */
    size_t added;
};

static int add_row(struct rows *r, const struct bench *bench,
                   const struct bench_case *c, const struct doc_param *params, size_t n)
{
    struct measurement *m = doc_add_measurement(r->doc);

    if (!m)
        return -ENOMEM;
    m->id = arena_printf(r->doc->arena, "m%zu", r->doc->n_measurements);
    m->definition = catalogue_definition(r->doc, bench, c);
    m->session = r->session;
    m->attempt = 1;
    m->params = arena_alloc(r->doc->arena, (n + 1) * sizeof *m->params);
    if (!m->id || !m->definition || !m->params)
        return -ENOMEM;
    memcpy(m->params, params, n * sizeof *params);
    m->n_params = n;
    m->rejects = catalogue_rejects(bench, c, measurement_param(m, "placement"));
    m->plan.samples = r->session->protocol.samples;
    m->plan.warmup = r->session->protocol.warmup;
    r->added++;
    return 0;
}

/* All combinations of the lists' values, the last list running fastest. */
static int add_product(struct rows *r, const struct bench *bench,
                       const struct bench_case *c, const struct value_list *lists,
                       size_t n_lists, struct doc_param *params, size_t depth)
{
    int rc = 0;

    if (depth == n_lists)
        return add_row(r, bench, c, params, n_lists);
    for (size_t i = 0; rc == 0 && i < lists[depth].n; i++) {
        params[depth] = (struct doc_param){ lists[depth].name, lists[depth].values[i] };
        rc = add_product(r, bench, c, lists, n_lists, params, depth + 1);
    }
    return rc;
}

static const struct bench_param placement_param = {
    .name = "placement",
    .values = "same sibling cross free",
    .words = "same sibling cross free",
    .help = "where the tasks run: on one CPU, on two threads of a core, on two cores, "
            "or where the scheduler likes",
};

/* What the set measures where the user says nothing. */
static const char *list_of(const struct selection *s, const struct bench *bench,
                           const struct bench_param *p)
{
    const char *classic = p->classic ? p->classic : p->values;

    if (p == &placement_param) {
        if (s->set && strcmp(s->set, "full") == 0)
            return bench->placements ? bench->placements : p->values;
        if (s->set && strcmp(s->set, "quick") == 0)
            return bench->quick_placements ? bench->quick_placements : "same";
        return bench->classic_placements ? bench->classic_placements : "same";
    }
    if (s->set && strcmp(s->set, "full") == 0)
        return p->values;
    if (s->set && strcmp(s->set, "quick") == 0)
        return p->quick ? p->quick : classic;
    return classic;
}

/* The last --param of that name wins; *used notes that somebody has it. */
static const char *asked_for(struct rows *r, const char *name)
{
    const struct selection *s = r->selection;
    const char *value = NULL;
    size_t length = strlen(name);

    for (size_t i = 0; i < s->n_params; i++) {
        if (strncmp(s->params[i], name, length) == 0 && s->params[i][length] == '=') {
            value = s->params[i] + length + 1;
            r->param_used[i] = true;
        }
    }
    return value;
}

static int lists_of(struct rows *r, const struct bench *bench,
                    const struct bench_case *c, struct value_list *lists,
                    size_t *n_lists, bool *any_asked)
{
    const struct bench_param *all[VALUES_LISTS] = { NULL };
    size_t n = 0;
    int rc = 0;

    for (const struct bench_param *p = bench->params; p && p->name; p++)
        all[n++] = p;
    /* of two machines there is no placement to choose */
    if (bench_is_placed(bench, c) && !r->selection->remote)
        all[n++] = &placement_param;
    *n_lists = 0;
    *any_asked = false;
    for (size_t i = 0; rc == 0 && i < n; i++) {
        const char *asked = asked_for(r, all[i]->name);

        *any_asked = *any_asked || asked;
        if (asked || !all[i]->quiet)
            rc = values_parse(&lists[(*n_lists)++], bench, all[i],
                              asked ? asked : list_of(r->selection, bench, all[i]),
                              r->doc->arena, r->why);
        if (rc == 0 && !asked && all[i]->file && r->selection->file_room)
            rc = room_fit(&lists[*n_lists - 1], r->selection->file_room, r->doc->arena);
    }
    return rc;
}

static bool wants_points(const struct selection *s, const struct bench *bench)
{
    return bench->points && !(s->set && strcmp(s->set, "full") == 0);
}

/* The rows of a benchmark's table of points, for quick or classic. */
static int add_points(struct rows *r, const struct bench *bench,
                      const struct bench_case *c)
{
    const char *set = r->selection->set;
    unsigned wanted =
        set && strcmp(set, "quick") == 0 ? BENCH_QUICK : BENCH_QUICK | BENCH_CLASSIC;
    int rc = 0;

    for (const struct bench_points *row = bench->points; rc == 0 && row->params;
         row++) {
        struct value_list lists[VALUES_LISTS];
        struct doc_param params[VALUES_LISTS];
        size_t n = 0;

        if (!(row->sets & wanted))
            continue;
        rc = values_of_point(lists, &n, bench, row->params, r->doc->arena, r->why);
        if (rc == 0 && bench_is_placed(bench, c))
            rc = values_parse(&lists[n++], bench, &placement_param, row->placements,
                              r->doc->arena, r->why);
        if (rc == 0)
            rc = add_product(r, bench, c, lists, n, params, 0);
    }
    return rc;
}

static int add_case(void *self, const char *id, const struct bench *bench,
                    const struct bench_case *c)
{
    struct value_list lists[VALUES_LISTS];
    struct doc_param params[VALUES_LISTS];
    struct rows *r = self;
    bool any_asked;
    size_t n;
    int rc;

    if (!is_selected(r->selection, id, bench, c))
        return 0;
    rc = lists_of(r, bench, c, lists, &n, &any_asked);
    if (rc == 0 && !any_asked && wants_points(r->selection, bench))
        return add_points(r, bench, c);
    return rc ? rc : add_product(r, bench, c, lists, n, params, 0);
}

/* ---- rows of a session ---- */

int select_rows(const struct selection *s, struct doc *doc, struct session *session,
                struct diag *why)
{
    struct rows r = { .selection = s, .doc = doc, .session = session, .why = why };
    int rc = select_check_words(s, why);

    r.param_used = calloc(s->n_params + 1, sizeof *r.param_used);
    if (rc == 0 && !r.param_used)
        rc = -ENOMEM;
    if (rc == 0)
        rc = catalogue_each(add_case, &r);
    if (rc == 0 && r.added == 0)
        rc = diag_set(why, -ENOENT,
                      "nothing is selected: no benchmark fits all that was asked "
                      "for; 'errbar list' shows what there is");
    if (rc == 0)
        rc = select_check_params(s, r.param_used, why);
    free(r.param_used);
    return rc;
}

int select_sentinels(struct doc *doc, struct session *session)
{
    static const char *const ids[] = { "lat_syscall.null", "lat_syscall.read",
                                       "lat_syscall.stat", "lat_sig.install",
                                       "lat_proc.procedure" };
    struct selection none = { 0 };
    struct rows r = { .selection = &none, .doc = doc, .session = session };
    size_t before = doc->n_measurements;
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < sizeof ids / sizeof *ids; i++) {
        const struct bench *bench;
        const struct bench_case *c;
        bool there = false;

        for (size_t j = 0; j < before; j++) {
            if (doc->measurements[j]->session == session &&
                strcmp(doc->measurements[j]->definition->id, ids[i]) == 0)
                there = true;
        }
        if (!there && catalogue_find(ids[i], &bench, &c)) {
            struct doc_param same = { "placement", "same" };

            rc = add_row(&r, bench, c, &same, bench_is_placed(bench, c));
            if (rc == 0)
                doc->measurements[doc->n_measurements - 1]->sentinel = true;
        }
    }
    return rc;
}
