/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fail_on.c - what of a comparison is a finding that ends in an exit code
 */
#include "app/fail_on.h"

#include "app/app.h"
#include "app/option.h"

#include <math.h>
#include <string.h>

enum { BISECT_GOOD, BISECT_BAD, BISECT_SKIP = 125 };

static bool is_word(const char *text, size_t n, const char *word)
{
    return strlen(word) == n && strncmp(text, word, n) == 0;
}

void fail_on_parse(struct fail_on *f, const char *text)
{
    for (const char *word = text;; word++) {
        size_t n = strcspn(word, ",");
        size_t name = strcspn(word, ":,");

        if (is_word(word, name, "worse") && name < n) {
            char share[32];

            if (n - name > sizeof share)
                app_usage("--fail-on worse wants a share such as 5%%");
            memcpy(share, word + name + 1, n - name - 1);
            share[n - name - 1] = '\0';
            f->least = option_share("--fail-on worse", share, 0, 1000);
            f->worse = true;
        } else if (is_word(word, n, "worse")) {
            f->worse = true;
        } else if (is_word(word, n, "noise")) {
            f->noise = true;
        } else if (is_word(word, n, "missing")) {
            f->missing = true;
        } else {
            app_usage("--fail-on is worse[:SHARE], noise or missing, not '%.*s'",
                      (int)n, word);
        }
        word += n;
        if (!*word)
            return;
    }
}

/* By what share the new side is slower, as the time it takes. */
static double slower_by(const struct judge_compared *row)
{
    if (row->shift)
        return fabs(row->value / row->scale);
    if (row->base->definition->better == DOC_BETTER_HIGHER)
        return 1 / row->value - 1;
    return row->value - 1;
}

/* A verdict in brackets is not to be relied on: it is noise and no finding. */
static bool is_worse(const struct judge_compared *row, const struct fail_on *f)
{
    return row->verdict == JUDGE_SLOWER && !row->bracketed &&
           slower_by(row) >= f->least;
}

static bool is_noisy(const struct measurement *m)
{
    return m && m->judged &&
           (m->judged->class == JUDGED_NOISY || m->judged->class == JUDGED_ERRATIC ||
            m->stop == DOC_STOP_MAXIMUM || m->stop == DOC_STOP_TIME);
}

static bool has_value(const struct measurement *m)
{
    return m && m->status == DOC_STATUS_OK && m->judged && m->judged->estimate.n;
}

struct found {
    size_t worse, noise, missing, open, compared;
    const struct judge_compared *first_worse, *first_missing;
};

static void look_at(struct found *found, const struct judge_compared *row,
                    const struct fail_on *f)
{
    bool missing = has_value(row->base) && !has_value(row->other);
    bool worse = is_worse(row, f);

    if (worse && found->worse++ == 0)
        found->first_worse = row;
    if (missing && found->missing++ == 0)
        found->first_missing = row;
    if (row->verdict == JUDGE_NA)
        return;
    found->compared++;
    found->noise += row->bracketed || is_noisy(row->base) || is_noisy(row->other);
    found->open += !worse && (row->verdict == JUDGE_INCONCLUSIVE || row->bracketed);
}

static struct found look(const struct judge_comparison *c, const struct fail_on *f)
{
    struct found found = { 0 };

    for (size_t i = 0; i < c->n_columns; i++) {
        for (size_t r = 0; r < c->columns[i].n_rows; r++)
            look_at(&found, &c->columns[i].rows[r], f);
    }
    return found;
}

static const char *label_of(const struct judge_compared *row, struct arena *arena)
{
    const char *label = arena ? measurement_label(row->base, arena) : NULL;

    return label ? label : row->base->definition->id;
}

static void say(const struct found *found, const struct fail_on *f)
{
    struct arena *arena = arena_new();

    if (f->worse && found->worse)
        app_say(APP_NORMAL, "errbar: %zu worse, the first is %s", found->worse,
                label_of(found->first_worse, arena));
    if (f->missing && found->missing)
        app_say(APP_NORMAL, "errbar: %zu missing, the first is %s", found->missing,
                label_of(found->first_missing, arena));
    if (f->noise && found->noise)
        app_say(APP_NORMAL, "errbar: %zu of %zu rows are noisy on a side", found->noise,
                found->compared);
    arena_free(arena);
}

int fail_on_code(const struct fail_on *f, const struct judge_comparison *c)
{
    struct found found = look(c, f);

    say(&found, f);
    if ((f->worse && found.worse) || (f->missing && found.missing))
        return APP_CHANGED;
    if (f->noise && found.noise)
        return APP_NOISY;
    if (found.compared)
        return APP_OK;
    app_error("no row of these results can be compared: each says why");
    return APP_NOTHING;
}

int fail_on_bisect(const struct fail_on *f, const struct judge_comparison *c)
{
    struct fail_on worse = { .worse = true, .least = f->least };
    struct found found = look(c, &worse);

    say(&found, &worse);
    if (found.worse)
        return BISECT_BAD;
    if (found.compared && !found.open && !(f->missing && found.missing))
        return BISECT_GOOD;
    if (!found.compared)
        app_say(APP_NORMAL, "errbar: cannot say: no row could be compared");
    else if (!found.open)
        app_say(APP_NORMAL, "errbar: cannot say: a row of the base is missing");
    else
        app_say(APP_NORMAL, "errbar: cannot say: %zu of %zu rows are not decided",
                found.open, found.compared);
    return BISECT_SKIP;
}
