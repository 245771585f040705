/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mhz.h - the clock of the core that runs this, from a chain of additions
 */
#ifndef PROBE_MHZ_H
#define PROBE_MHZ_H

#include <stddef.h>
#include <stdint.h>

enum { PROBE_MHZ_RUNS = 15 };

/*
 * Each of a chain of dependent additions of two registers takes one clock on every
 * core that Linux runs on, in order or out of order. (Additions of a constant do not:
 * some rename them away.) Takes about 5 ms, a third of it to let the clock rise.
 *
 * Units:   MHz
 * Returns: the median of PROBE_MHZ_RUNS runs; NaN where the clock stands still
 */
double probe_mhz(void);

/* The same from measured times of runs; sorts ns[n]. */
double probe_mhz_from(uint64_t *ns, size_t n, uint64_t additions);

#endif
