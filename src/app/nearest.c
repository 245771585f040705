/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * nearest.c - the name that was meant
 */
#include "app/app.h"

#include <string.h>

enum { LONGEST = 64 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/*
 * Insertions, deletions, replacements and swaps of neighbours between two names.
 *
 * Source: Damerau 1964; the optimal string alignment form
 */
static size_t distance(const char *a, const char *b)
{
    size_t la = strlen(a), lb = strlen(b);
    size_t rows[3][LONGEST + 1];

    if (la > LONGEST || lb > LONGEST)
        return LONGEST;
    for (size_t j = 0; j <= lb; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= la; i++) {
        size_t *now = rows[i % 3], *last = rows[(i + 2) % 3],
               *older = rows[(i + 1) % 3];

        now[0] = i;
        for (size_t j = 1; j <= lb; j++) {
            now[j] = least(last[j - 1] + (a[i - 1] != b[j - 1]),
                           least(last[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = least(now[j], older[j - 2] + 1);
        }
    }
    return rows[la % 3][lb];
}

const char *app_nearest(const char *wrong, const char *const *names)
{
    const char *best = NULL;
    size_t best_distance = strlen(wrong) / 3 + 2; /* at most a third may be wrong */

    for (; *names; names++) {
        size_t d = distance(wrong, *names);

        /* what was begun and not finished is near, too */
        if (strlen(wrong) >= 3 && strncmp(wrong, *names, strlen(wrong)) == 0)
            d = 1;
        if (d < best_distance) {
            best = *names;
            best_distance = d;
        }
    }
    return best;
}
