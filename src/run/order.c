/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * order.c - what is drawn from the seed: the order of a block, an environment's size
 */
#include "run/run.h"

#include "stats/rng.h"

#include <errno.h>
#include <string.h>

enum { PURPOSE_ORDER = 1, PURPOSE_PADDING = 2 };
enum {
    PADDING_BYTES = 4096
}; /* statistics.md 3.2.6: one page, so that all alignments
      of the stack below it are met */

/* The pairs in the order of order[0 .. n / 2 - 1], each in one drawn for it. */
static void spread_pairs(struct st_rng *rng, size_t *order, size_t n)
{
    for (size_t i = n / 2; i-- > 0;) {
        size_t pair = order[i], first = st_rng_below(rng, 2) ? 1 : 0;

        order[2 * i] = 2 * pair + first;
        order[2 * i + 1] = 2 * pair + 1 - first;
    }
}

int run_block_order(const struct plan *plan, uint32_t block, size_t *order)
{
    const struct protocol *p = &plan->session->protocol;
    bool listed = p->order && strcmp(p->order, "listed") == 0;
    bool paired = plan->paired && plan->n_jobs % 2 == 0;
    struct st_rng *rng;

    for (size_t i = 0; i < plan->n_jobs; i++)
        order[i] = i;
    if (listed && !paired)
        return 0;
    rng = st_rng_new(p->seed, PURPOSE_ORDER, block);
    if (!rng)
        return -ENOMEM;
    if (!listed)
        st_rng_shuffle(rng, order, paired ? plan->n_jobs / 2 : plan->n_jobs);
    if (paired)
        spread_pairs(rng, order, plan->n_jobs);
    st_rng_free(rng);
    return 0;
}

int run_padding(const struct plan *plan, uint32_t block, size_t job)
{
    uint64_t index = (uint64_t)block << 32 | (uint32_t)job;
    struct st_rng *rng =
        st_rng_new(plan->session->protocol.seed, PURPOSE_PADDING, index);
    int bytes = rng ? (int)st_rng_below(rng, PADDING_BYTES) : -ENOMEM;

    st_rng_free(rng);
    return bytes;
}
