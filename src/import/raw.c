/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * raw.c - raw result files of lmbench
 */
#include "import/readers.h"

#include "import/foreign.h"

#include "base/num.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct foreign *label_of(const struct import_line *line)
{
    for (const struct foreign *f = foreign_all; f->label; f++) {
        size_t n = strlen(f->label);

        if (line->length > n && memcmp(line->text, f->label, n) == 0)
            return f;
    }
    return NULL;
}

size_t import_recognise_raw(const struct import_source *source)
{
    struct import_line line = { 0 };
    size_t at = 0, n = 0;

    while (import_next_line(source, &at, &line))
        n += label_of(&line) != NULL;
    return n;
}

int import_read_raw(struct import *in, struct diag *why)
{
    struct session *session = import_session(in, &(struct import_whose){ 0 });
    struct import_line line = { 0 };
    size_t at = 0;

    (void)why;
    while (import_next_line(import_from(in), &at, &line)) {
        const struct foreign *f = label_of(&line);
        char text[64], number[32];
        double x;

        if (!f || strcmp(f->definition.unit, "s") != 0 || f->params)
            continue;
        snprintf(text, sizeof text, "%.*s", (int)(line.length - strlen(f->label)),
                 line.text + strlen(f->label));
        if (sscanf(text, " %31[0-9.] microseconds", number) == 1 &&
            num_to_double(number, &x) == 0) {
            x /= 1e6;
            import_value(in, session,
                         &(struct import_cell){ .id = f->definition.id,
                                                .value = x,
                                                .lo = x,
                                                .hi = nextafter(x, INFINITY),
                                                .printed = number,
                                                .line = line.number });
        }
    }
    return 0;
}
