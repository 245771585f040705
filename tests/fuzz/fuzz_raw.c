/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fuzz_raw.c - any bytes as a raw result file of lmbench
 */
#include "fuzz_import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_import(data, size, "lmbench");
    return 0;
}
