/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fuzz_tbl.c - any bytes as the kind "tbl"
 */
#include "fuzz_import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_import(data, size, "tbl");
    return 0;
}
