/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fuzz_summary.c - any bytes as a pasted summary of lmbench
 */
#include "fuzz_import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_import(data, size, "lmbench-summary");
    return 0;
}
