/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compare_match.c - which rows of the two sides of a comparison belong together
 */
#include "judge/compare_parts.h"

#include "model/alike.h"

#include <errno.h>

/* How alike two rows must be, from the first round to the last. */
static const enum alike_by rounds[] = { ALIKE_COMPARABLE, ALIKE_PARAMS, ALIKE_ID };
enum { ROUNDS = sizeof rounds / sizeof *rounds };

/* What is left on both sides of one kind, in order. */
struct left {
    size_t n_base, n_other, taken;
    struct compare_row **others;
};

struct matching {
    struct alike alike;
    const char *but;
    struct left *left;
    size_t *number; /* [rows of the other side, then of the base] */
};

static int count_left(struct matching *m, struct compare_side *side, bool is_base,
                      size_t *number)
{
    int rc = 0;

    for (size_t r = 0; rc == 0 && r < side->n_rows; r++) {
        if (side->rows[r].partner)
            continue;
        rc = measurement_kind(&m->alike, side->rows[r].m, m->but, &number[r]);
        if (rc == 0)
            ++*(is_base ? &m->left[number[r]].n_base : &m->left[number[r]].n_other);
    }
    return rc;
}

/* Rows of the other side by their kinds. */
static int list_others(struct matching *m, struct compare_side *other)
{
    for (size_t r = 0; r < other->n_rows; r++) {
        struct left *left = &m->left[m->number[r]];

        if (other->rows[r].partner)
            continue;
        if (!left->others) {
            left->others =
                arena_alloc(m->alike.arena, left->n_other * sizeof *left->others);
            left->n_other = 0;
        }
        if (!left->others)
            return -ENOMEM;
        left->others[left->n_other++] = &other->rows[r];
    }
    return 0;
}

static int match_round(struct matching *m, struct compare_side *base,
                       struct compare_side *other)
{
    size_t most = base->n_rows + other->n_rows + 1;
    size_t *of_base;
    int rc;

    m->left = arena_alloc(m->alike.arena, most * sizeof *m->left);
    m->number = arena_alloc(m->alike.arena, most * sizeof *m->number);
    if (!m->left || !m->number)
        return -ENOMEM;
    of_base = m->number + other->n_rows;
    rc = count_left(m, other, false, m->number);
    rc = rc < 0 ? rc : count_left(m, base, true, of_base);
    rc = rc < 0 ? rc : list_others(m, other);
    for (size_t r = 0; rc == 0 && r < base->n_rows; r++) {
        struct left *left = &m->left[of_base[r]];
        bool only = left->n_base == 1 && left->n_other == 1;

        if (base->rows[r].partner || left->taken == left->n_other ||
            (m->alike.by == ALIKE_ID && !only))
            continue;
        base->rows[r].partner = left->others[left->taken++];
        base->rows[r].partner->partner = &base->rows[r];
    }
    return rc;
}

int judge_compare_match(struct compare *c, struct compare_side *base,
                        struct compare_side *other, struct judge_column *column)
{
    size_t most = base->n_rows + other->n_rows;
    int rc = 0;

    column->rows = arena_alloc(c->doc->arena, (most + 1) * sizeof *column->rows);
    if (!column->rows)
        return -ENOMEM;
    for (size_t r = 0; rc == 0 && r < ROUNDS; r++) {
        struct matching m = { .alike = { .arena = c->scratch, .by = rounds[r] } };

        /* a setting tells sides apart, or is all that a row differs in */
        m.but = base->setting || m.alike.by != ALIKE_COMPARABLE ? "setting" : NULL;
        rc = match_round(&m, base, other);
    }
    for (size_t r = 0; rc == 0 && r < base->n_rows; r++) {
        const struct compare_row *partner = base->rows[r].partner;

        column->rows[column->n_rows++] =
            (struct judge_compared){ .base = base->rows[r].m,
                                     .other = partner ? partner->m : NULL };
    }
    for (size_t r = 0; rc == 0 && r < other->n_rows; r++) {
        if (!other->rows[r].partner)
            column->rows[column->n_rows++] =
                (struct judge_compared){ .other = other->rows[r].m };
    }
    return rc;
}
