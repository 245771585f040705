/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fuzz_contest.c - any bytes as a report of contest
 */
#include "fuzz_import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_import(data, size, "contest");
    return 0;
}
