/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Summaries beside the raw files that they were made from. */
#include "import/import.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/num.h"
#include "summaries.h"

#include "support.h"

static const struct pair {
    const char *raw, *summary;
    size_t row; /* of the summary, from 1 */
    size_t cells;
} pairs[] = {
    { "001-licheerv-d1-riscv64.txt", "033-v30-pair-licheerv-d1.txt", 1, 59 },
    { "004-hifive-unmatched-inf.txt", "036-v30-pair-hifive-unmatched.txt", 1, 55 },
    { "006-visionfive2-binary-garbage.txt", "038-v30-pair-visionfive2.txt", 1, 58 },
    { "019-i7-vanilla-ip-host-bad-mhz.txt",
      "045-v30-pair-i7-vanilla-empty-sections-remote.txt", 5, 23 },
};

static struct doc *read_raw(const char *name)
{
    struct doc *doc = doc_new();
    struct import_log log;
    char path[128], *full, *text;
    size_t length;

    snprintf(path, sizeof path, "lmbench/raw/%s", name);
    full = support_data(path);
    text = support_read(full, &length);
    assert_int_equal(import_read(doc, &(struct import_source){ name, text, length },
                                 "lmbench", &log, NULL),
                     0);
    free(text);
    free(full);
    return doc;
}

/* Whether it has all parameters of a summary's cell. */
static bool has_params(const struct measurement *m, const struct measurement *cell)
{
    for (size_t i = 0; i < cell->n_params; i++) {
        const char *value = measurement_param(m, cell->params[i].name);

        if (!value || strcmp(value, cell->params[i].value) != 0)
            return false;
    }
    return true;
}

static uint64_t size_of(const struct measurement *m)
{
    const char *text = measurement_param(m, "size");
    uint64_t size = 0;

    text = text ? text : measurement_param(m, "message");
    if (text)
        assert_int_equal(num_to_u64(text, &size), 0);
    return size;
}

/* The last of a sweep where a summary says no size. */
static double raw_value(const struct doc *raw, const char *id,
                        const struct measurement *cell)
{
    const struct measurement *best = NULL;

    for (size_t i = 0; i < raw->n_measurements; i++) {
        const struct measurement *m = raw->measurements[i];

        if (strcmp(m->definition->id, id) == 0 && m->status == DOC_STATUS_OK &&
            has_params(m, cell) && (!best || size_of(m) >= size_of(best)))
            best = m;
    }
    return best ? series_of(best)->values[0] : (double)NAN;
}

static double expected(const struct doc *raw, const struct measurement *cell)
{
    if (strcmp(cell->definition->id, "lat_syscall.null_io") == 0)
        return (raw_value(raw, "lat_syscall.read", cell) +
                raw_value(raw, "lat_syscall.write", cell)) /
               2;
    return raw_value(raw, cell->definition->id, cell);
}

static void a_summary_agrees_with_its_raw_file_within_what_printing_leaves(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct doc *raw = read_raw(pairs[i].raw);
        struct summary_test t;
        size_t n = 0;

        read_summary_file(&t, pairs[i].summary);
        for (size_t k = 0; k < t.doc->n_measurements; k++) {
            const struct measurement *m = t.doc->measurements[k];
            const struct series *s = series_of(m);
            double value;

            if (!s || m->session != t.doc->sessions[pairs[i].row - 1])
                continue;
            value = expected(raw, m);
            /* a mean of two that are rounded may lie on an end */
            if (!(s->lo[0] * (1 - 1e-9) <= value && value <= s->hi[0] * (1 + 1e-9)))
                fail_msg("%s, %s: %s was made of %g", pairs[i].summary,
                         m->definition->id, s->printed[0], value);
            n++;
        }
        assert_int_equal(n, pairs[i].cells);
        summary_test_done(&t);
        doc_free(raw);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            a_summary_agrees_with_its_raw_file_within_what_printing_leaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
