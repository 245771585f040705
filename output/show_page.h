/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * show_page.h - the page that show.c and show_series.c write together
 */
#ifndef OUTPUT_SHOW_PAGE_H
#define OUTPUT_SHOW_PAGE_H

#include "base/buf.h"
#include "output/numfmt.h"
#include "output/show.h"

struct show_page {
    struct sink *sink;
    const struct doc *doc;
    const struct measurement *m;
    const struct view_options *options;
    struct arena *arena;
    int width;
    double in_base; /* size of the unit that all its values are printed in */
    const char *unit;
    bool rate; /* bytes per second rather than seconds per operation */
    bool failed;
};

/* A line of the page, made safe, broken where it is too long. */
void show_line(struct show_page *p, int indent, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "value unit" of a plain figure in base units. */
const char *show_figure(struct show_page *p, char text[NUMFMT_TEXT], double value);

/* Invocation by invocation, then the observations of each. */
void show_invocations(struct show_page *p);
void show_observations(struct show_page *p);

#endif
