/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * empty.c - a function that does nothing, in a file of its own
 */
#include "bench/kit/empty.h"

void bench_empty(void)
{
}
