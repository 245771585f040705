/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * view_pick.c - which number of a document a column of a view means
 */
#include "output/view_pick.h"

#include "base/num.h"

#include <errno.h>
#include <math.h>
#include <string.h>

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static const char *label_of(const struct doc_system *system)
{
    return system && system->label && *system->label ? system->label : NULL;
}

/* Rows of one system's name are told apart by their labels, or else by their number. */
static int name_rows(struct arena *arena, struct view_row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct doc_system *system = rows[i].session->system;
        const char *label = label_of(system);
        bool unique = true, by_label = label != NULL;

        rows[i].name = system && system->name ? system->name : "unnamed";
        for (size_t j = 0; j < n; j++) {
            const struct doc_system *other = rows[j].session->system;

            if (j == i || !other || !same_text(rows[i].name, other->name))
                continue;
            unique = false;
            by_label = by_label && !same_text(label, label_of(other));
        }
        rows[i].labelled = !unique && by_label;
        if (rows[i].labelled)
            rows[i].name = arena_printf(arena, "%s %s", rows[i].name, label);
        else if (!unique)
            rows[i].name = arena_printf(arena, "%s (row %zu)", rows[i].name, i + 1);
        if (!rows[i].name)
            return -ENOMEM;
    }
    return 0;
}

static struct view_row *row_of(struct view_row *rows, size_t n, struct view_row *last,
                               const struct session *s)
{
    if (last && last->session == s)
        return last;
    for (size_t i = 0; i < n; i++) {
        if (rows[i].session == s)
            return &rows[i];
    }
    return NULL;
}

int view_rows(const struct doc *doc, struct arena *arena, struct view_row **rows,
              size_t *n)
{
    struct view_row *all = arena_alloc(arena, (doc->n_sessions + 1) * sizeof *all);
    struct view_row *row = NULL;

    if (!all)
        return -ENOMEM;
    for (size_t i = 0; i < doc->n_sessions; i++)
        all[i].session = doc->sessions[i];
    for (size_t i = 0; i < doc->n_measurements; i++) {
        const struct measurement *m = doc->measurements[i];
        const struct measurement **list;

        row = row_of(all, doc->n_sessions, row, m->session);
        if (!row || m->sentinel)
            continue;
        list =
            arena_grow(arena, row->list, &row->capacity, row->n + 1, sizeof *row->list);
        if (!list)
            return -ENOMEM;
        row->list = list;
        row->list[row->n++] = m;
        row->ours = row->ours || m->origin == DOC_ORIGIN_MEASURED;
    }
    *rows = all;
    *n = doc->n_sessions;
    return name_rows(arena, all, doc->n_sessions);
}

/* One pair of a filter. */
struct pair {
    char name[32], value[32];
    bool optional, largest;
    uint64_t most; /* of the largest */
};

/* Takes a pair off *filter; false at its end. */
static bool next_pair(const char **filter, struct pair *pair)
{
    const char *at = *filter ? *filter + strspn(*filter, " ") : "";
    size_t name = strcspn(at, "?="), value;

    if (!*at)
        return false;
    *pair = (struct pair){ .optional = at[name] == '?' };
    memcpy(pair->name, at, name < sizeof pair->name ? name : sizeof pair->name - 1);
    at += name + pair->optional + 1;
    value = strcspn(at, " ");
    memcpy(pair->value, at,
           value < sizeof pair->value ? value : sizeof pair->value - 1);
    pair->largest = strncmp(pair->value, "max", 3) == 0;
    pair->most = UINT64_MAX;
    if (pair->largest && pair->value[3] == ':')
        num_to_bytes(pair->value + 4, &pair->most);
    *filter = at + value;
    return true;
}

static bool same_value(const char *a, const char *b)
{
    uint64_t x, y;

    return strcmp(a, b) == 0 ||
           (num_to_bytes(a, &x) == 0 && num_to_bytes(b, &y) == 0 && x == y);
}

static bool is_within(const char *text, uint64_t most)
{
    uint64_t value;

    return num_to_bytes(text, &value) < 0 || value <= most;
}

bool view_matches(const struct measurement *m, const char *filter)
{
    struct pair pair;

    while (next_pair(&filter, &pair)) {
        const char *value = measurement_param(m, pair.name);

        if (!value         ? !pair.optional
            : pair.largest ? !is_within(value, pair.most)
                           : !same_value(value, pair.value))
            return false;
    }
    return true;
}

/* The parameter that the filter wants the largest of, as a number. A summary prints
 * the last of a sweep and not what it is the last at: that is the largest. */
static uint64_t wanted_largest(const struct measurement *m, const char *filter)
{
    struct pair pair;
    uint64_t value = 0;

    while (next_pair(&filter, &pair)) {
        if (pair.largest && measurement_param(m, pair.name))
            num_to_bytes(measurement_param(m, pair.name), &value);
        else if (pair.largest)
            value = UINT64_MAX;
    }
    return value;
}

static bool is_better(const struct measurement *m, const struct measurement *than,
                      const char *filter)
{
    uint64_t mine, its;

    if (!than)
        return true;
    mine = wanted_largest(m, filter);
    its = wanted_largest(than, filter);
    if (mine != its)
        return mine > its;
    if ((m->status == DOC_STATUS_OK) != (than->status == DOC_STATUS_OK))
        return m->status == DOC_STATUS_OK;
    return measurement_counts_before(m, than);
}

const struct measurement *view_pick(const struct view_row *row, const char *id,
                                    const char *filter, const char *placement)
{
    const struct measurement *best = NULL;

    for (size_t i = 0; i < row->n; i++) {
        const struct measurement *m = row->list[i];
        const char *placed = measurement_param(m, "placement");

        if (strcmp(m->definition->id, id) == 0 && view_matches(m, filter) &&
            (placed ? strcmp(placed, placement ? placement : "same") == 0
                    : !placement) &&
            is_better(m, best, filter))
            best = m;
    }
    return best;
}

const struct derived *view_pick_derived(const struct doc *doc, const struct session *s,
                                        const char *id)
{
    for (size_t i = 0; i < doc->n_derived; i++) {
        const struct derived *d = doc->derived[i];

        if (d->session == s && d->rule && strcmp(d->rule, id) == 0 &&
            isfinite(d->estimate.value))
            return d;
    }
    return NULL;
}

const struct fact *view_fact(const struct session *s, const char *key)
{
    const struct fact *fact = facts_find(&s->facts, key, DOC_AT_ALWAYS);

    if ((!fact || !fact->value) && s->system)
        fact = facts_find(&s->system->facts, key, DOC_AT_ALWAYS);
    return fact && fact->value ? fact : NULL;
}

const char *view_label(const struct measurement *m, struct arena *arena)
{
    static const char placement[] = " placement=";
    const char *label = measurement_label(m, arena);
    const char *at = label ? strstr(label, placement) : NULL;

    if (at) {
        const char *word = at + strlen(placement), *end = word + strcspn(word, " ");
        bool same = end - word == 4 && memcmp(word, "same", 4) == 0;

        label = arena_printf(arena, "%.*s%s%.*s%s", (int)(at - label), label,
                             same ? "" : " ", same ? 0 : (int)(end - word), word, end);
    }
    return label ? label : m->definition->id;
}

const struct st_estimate *view_estimate(const struct measurement *m)
{
    if (!m || m->status != DOC_STATUS_OK || !m->judged || !m->judged->estimate.n ||
        !isfinite(m->judged->estimate.value))
        return NULL;
    return &m->judged->estimate;
}

bool view_has_flag(const struct judged *j, const char *code)
{
    for (size_t i = 0; i < j->n_flags; i++) {
        if (strcmp(j->flags[i].code, code) == 0)
            return true;
    }
    return false;
}

struct view_common view_common_flags(const struct view_row *row)
{
    struct view_common common = { .n = 0 };
    size_t judged = 0;

    for (size_t i = 0; i < row->n; i++) {
        const struct judged *j = row->list[i]->judged;
        size_t left = 0;

        if (!view_estimate(row->list[i]))
            continue;
        if (judged++ == 0) {
            for (; common.n < j->n_flags && common.n < VIEW_COMMON; common.n++)
                common.flags[common.n] = &j->flags[common.n];
        }
        for (size_t k = 0; k < common.n; k++) {
            if (view_has_flag(j, common.flags[k]->code))
                common.flags[left++] = common.flags[k];
        }
        common.n = left;
    }
    if (judged < 2)
        common.n = 0;
    return common;
}

bool view_is_common(const struct view_common *common, const char *code)
{
    for (size_t k = 0; k < common->n; k++) {
        if (strcmp(common->flags[k]->code, code) == 0)
            return true;
    }
    return false;
}
