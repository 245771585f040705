/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * empty.h - a function that does nothing, in a file of its own
 */
#ifndef BENCH_KIT_EMPTY_H
#define BENCH_KIT_EMPTY_H

/* Compiled apart and without link-time optimisation, so that a call stays a call. */
void bench_empty(void);

#endif
