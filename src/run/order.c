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

int run_block_order(const struct plan *plan, uint32_t block, size_t *order)
{
    const struct protocol *p = &plan->session->protocol;
    struct st_rng *rng;

    for (size_t i = 0; i < plan->n_jobs; i++)
        order[i] = i;
    if (p->order && strcmp(p->order, "listed") == 0)
        return 0;
    rng = st_rng_new(p->seed, PURPOSE_ORDER, block);
    if (!rng)
        return -ENOMEM;
    st_rng_shuffle(rng, order, plan->n_jobs);
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
