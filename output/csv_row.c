/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * csv_row.c - one row of a CSV being gathered, cell by cell
 */
#include "output/csv_row.h"

#include "base/num.h"

#include <errno.h>
#include <math.h>
#include <string.h>

void csv_row_start(struct csv_row *row)
{
    buf_clear(&row->buf);
    row->cells = 0;
}

void csv_row_done(struct csv_row *row)
{
    buf_done(&row->buf);
}

static void next_cell(struct csv_row *row)
{
    if (row->cells++)
        buf_text(&row->buf, row->dialect->separator);
}

/* With every quotation mark doubled. */
static void put_doubled(struct buf *buf, const char *text)
{
    for (size_t n; *text; text += n) {
        n = strcspn(text, "\"");
        if (text[n] == '"') {
            buf_add(buf, text, ++n);
            buf_text(buf, "\"");
        } else {
            buf_add(buf, text, n);
        }
    }
}

void csv_row_text(struct csv_row *row, const char *text)
{
    bool quote, formula;

    next_cell(row);
    if (!text || !*text)
        return;
    formula = row->dialect->neutralise && strchr("=+-@\t\r", *text);
    quote = strpbrk(text, "\"\r\n") || strstr(text, row->dialect->separator);
    if (quote)
        buf_text(&row->buf, "\"");
    if (formula) /* result files come from strangers */
        buf_text(&row->buf, "'");
    put_doubled(&row->buf, text);
    if (quote)
        buf_text(&row->buf, "\"");
}

void csv_row_digits(struct csv_row *row, const char *text)
{
    const char *point = row->dialect->decimal_comma ? strchr(text, '.') : NULL;

    next_cell(row);
    if (point) {
        buf_add(&row->buf, text, (size_t)(point - text));
        buf_text(&row->buf, ",");
        text = point + 1;
    }
    buf_text(&row->buf, text);
}

void csv_row_number(struct csv_row *row, double value)
{
    char text[NUM_TEXT] = "";

    if (isfinite(value))
        num_from_double(text, value);
    csv_row_digits(row, text);
}

void csv_row_count(struct csv_row *row, uint64_t value)
{
    char text[NUM_TEXT];

    num_from_u64(text, value);
    csv_row_digits(row, text);
}

void csv_row_list(struct csv_row *row, struct buf *list)
{
    csv_row_text(row, list->text);
    if (!buf_ok(list))
        row->buf.failed = true;
    buf_done(list);
}

int csv_row_finish(struct csv_row *row, struct sink *sink)
{
    buf_text(&row->buf, row->dialect->newline);
    if (!buf_ok(&row->buf))
        return -ENOMEM;
    return sink_write(sink, row->buf.text, row->buf.length);
}
