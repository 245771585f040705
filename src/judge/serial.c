/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * serial.c - whether invocations that follow each other are alike
 *
 * statistics.md 3.7 and 3.12. No row alone has enough invocations to tell; all rows of
 * a session together have. An invocation that observes several measurements counts
 * once.
 */
#include "judge/row.h"

#include "stats/quantile.h"
#include "stats/series.h"
#include "stats/spread.h"

#include <errno.h>
#include <stdlib.h>

void judge_serial_done(struct serial *serial)
{
    free(serial->values);
    *serial = (struct serial){ 0 };
}

void judge_serial_begin(struct serial *serial)
{
    serial->n = serial->rows = 0;
    serial->lag1 = serial->per_value = 0;
}

static int reserve(struct serial *serial, size_t n)
{
    size_t size = serial->size ? serial->size : 256;
    struct serial_value *values;

    while (size < n)
        size *= 2;
    if (size == serial->size)
        return 0;
    values = realloc(serial->values, size * sizeof *values);
    if (!values)
        return -ENOMEM;
    serial->values = values;
    serial->size = size;
    return 0;
}

static int middle(const double *y, size_t n, double *median, double *mad)
{
    struct st_sorted s;
    int rc = st_sorted_init(&s, y, n);

    if (rc < 0)
        return rc;
    *median = st_median(s);
    *mad = st_mad_sorted(s);
    st_sorted_done(&s);
    return 0;
}

int judge_serial_add(struct serial *serial, struct row *row)
{
    size_t n = judge_gather_y(row, false);
    double median, mad, lag1;
    int rc;

    if (row->imported || n < 2)
        return 0;
    rc = middle(row->y, n, &median, &mad);
    rc = rc < 0 ? rc : st_rank_lag1(&lag1, row->y, n);
    rc = rc < 0 ? rc : reserve(serial, serial->n + n);
    if (rc < 0 || !(mad > 0))
        return rc;
    for (size_t k = 0; k < row->n_values; k++) {
        const struct row_value *v = &row->values[k];

        if (!v->left_out)
            serial->values[serial->n++] =
                (struct serial_value){ v->invocation->seq, (v->y - median) / mad };
    }
    serial->lag1 += lag1;
    serial->per_value += 1 / (double)n;
    serial->rows++;
    return 0;
}

static int by_seq(const void *a, const void *b)
{
    const struct serial_value *x = a, *y = b;

    if (x->seq != y->seq)
        return x->seq < y->seq ? -1 : 1;
    return x->z < y->z ? -1 : x->z > y->z;
}

/* One value for each invocation, in the order they ran: the median of what it has. */
static size_t in_order(struct serial *serial, double *z)
{
    struct serial_value *values = serial->values;
    size_t n = 0, end;

    if (serial->n)
        qsort(values, serial->n, sizeof *values, by_seq);
    for (size_t i = 0; i < serial->n; i = end) {
        for (end = i + 1; end < serial->n && values[end].seq == values[i].seq; end++)
            ;
        z[n++] = (values[i + (end - i - 1) / 2].z + values[i + (end - i) / 2].z) / 2;
    }
    return n;
}

int judge_serial_settle(struct serial *serial, struct judge_serial *out)
{
    double *z = calloc(serial->n + 1, sizeof *z), rows = (double)serial->rows;
    struct st_test test = { 0 };
    size_t n = z ? in_order(serial, z) : 0;
    int rc = z ? st_bartels(&test, z, n) : -ENOMEM;

    free(z);
    if (rc < 0)
        return rc;
    *out = (struct judge_serial){
        .z = test.z, .factor = 1, .invocations = n, .rows = serial->rows
    };
    if (serial->rows)
        out->r = st_lag1_corrected(serial->lag1 / rows,
                                   (size_t)(rows / serial->per_value + 0.5));
    out->found = test.z > judge_rule_of("serial")->limit;
    if (out->found)
        out->factor = st_serial_factor(out->r);
    return 0;
}
