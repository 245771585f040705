/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * raw_form.c - how the numbers of a block are printed, which tells those that lost
 * digits
 *
 * Source: spec/lmbench.md 3.2
 */
#include "import/raw_parse.h"

#include <string.h>

/* Decimals of the size and of the number; one of two, where large ones have others. */
static const struct {
    const char *id; /* its beginning */
    size_t size[2], number[2];
} forms[] = {
    { "lat_mem_rd", { 5, 5 }, { 3, 3 } }, { "lat_mmap", { 6, 6 }, { 0, 3 } },
    { "par_mem", { 6, 6 }, { 2, 2 } },    { "bw_tcp", { 6, 6 }, { 2, 2 } },
    { "disk.", { 1, 1 }, { 2, 2 } },      { "lat_ctx", { 0, 0 }, { 2, 2 } },
    { "", { 6, 2 }, { 2, 6 } },
};

bool import_raw_is_last_line(const struct raw *raw)
{
    const struct import_source *source = import_from(raw->in);

    return raw->line.text + raw->line.length == source->text + source->size;
}

size_t import_raw_decimals(struct raw_slice s)
{
    const char *point = s.length ? memchr(s.text, '.', s.length) : NULL;

    return point ? (size_t)(s.text + s.length - point) - 1 : 0;
}

static bool is_one_of(const size_t two[2], size_t n)
{
    return n == two[0] || n == two[1];
}

static size_t form_of(const char *id)
{
    size_t i = 0;

    while (strncmp(id, forms[i].id, strlen(forms[i].id)) != 0)
        i++;
    return i;
}

bool import_raw_is_disk(const char *id)
{
    return strncmp(id, "disk.", 5) == 0;
}

bool import_raw_size_fits(const struct raw *raw, struct raw_slice size)
{
    const size_t *usual = forms[form_of(raw->id)].size;
    size_t n = import_raw_decimals(size);

    if (import_raw_is_disk(raw->id) || is_one_of(usual, n))
        return true;
    /* of others every size has decimals, and as many as the first one */
    return n > 1 && (!raw->lines || n == raw->size_decimals);
}

bool import_raw_number_fits(const char *id, struct raw_slice number)
{
    return is_one_of(forms[form_of(id)].number, import_raw_decimals(number));
}

size_t import_raw_least_decimals(const char *id)
{
    const size_t *usual = forms[form_of(id)].number;

    return usual[0] < usual[1] ? usual[0] : usual[1];
}
