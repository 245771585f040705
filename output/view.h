/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * view.h - which numbers stand where: tables as constant data, resolved to grids
 */
#ifndef OUTPUT_VIEW_H
#define OUTPUT_VIEW_H

#include "base/diag.h"
#include "model/doc.h"
#include "model/sink.h"
#include "output/grid.h"

/* The watermark of every view that shows a run --draft. */
#define VIEW_DRAFT "DRAFT - a quick look, not for publication - DRAFT"

enum view_format { VIEW_FORMAT_OWN, VIEW_FORMAT_TEXT, VIEW_FORMAT_HTML, VIEW_FORMATS };
extern const char *const view_format_name[VIEW_FORMATS]; /* NULL "text" "html" */

/* How many digits a number of the web view has. */
enum view_digits {
    VIEW_DIGITS_FIXED,  /* two decimals, or as the row of the table says */
    VIEW_DIGITS_AUTO,   /* as many as the interval supports */
    VIEW_DIGITS_SOURCE, /* as it was printed where it was imported from */
    VIEW_DIGITS
};
extern const char *const view_digits_name[VIEW_DIGITS]; /* "2" "auto" "source" */

struct judge_noise;

struct view_options {
    const char *generation; /* "g6", or NULL: the view's own */
    bool faithful;          /* with the old faults, byte for byte */
    bool bare;              /* no provenance line and no reasons after the tables */
    bool by_system;         /* one row per system instead of one per run */
    bool ascii;             /* no character beyond ASCII */
    bool classic;           /* in the format of the program that it was imported from */
    enum view_format format;
    enum view_digits digits;
    const char *title;               /* of a page, or NULL: the view's own */
    const struct judge_noise *noise; /* of a view that needs it: judge/noise.h */
    int width; /* of the terminal, where it is wider than the view */
};

/* What judge has to make of a document before a view can show it. */
enum view_needs {
    VIEW_NEEDS_NOTHING,
    VIEW_NEEDS_NOISE,   /* judge/noise.h */
    VIEW_NEEDS_PERCENT, /* judge/pool.h */
    VIEW_NEEDS_SPREAD
};

struct view {
    const char *name; /* "text-3.0" */
    const char *help;
    /* resolves the judged doc into grids */
    int (*resolve)(const struct view *view, const struct doc *doc,
                   const struct view_options *options, struct grid_list *out,
                   struct diag *why);
    /* draws them */
    int (*draw)(struct sink *sink, const struct grid_list *grids,
                const struct view_options *options);
    const void *data; /* the view's own tables */
    bool pages;       /* draws HTML, and its options */
    enum view_needs needs;
};

extern const struct view *const view_all[]; /* ends with NULL */
const struct view *view_find(const char *name);

/*
 * Resolves and draws in one go.
 *
 * Errors: -ENOENT (nothing of the doc has a place in this view), -ENOTSUP (the view
 *         cannot do what an option asks for), -ENOMEM, the sink's
 */
int view_print(const struct view *view, const struct doc *doc,
               const struct view_options *options, struct sink *sink, struct diag *why);

/*
 * Every definition id and derived id that any view's column names, for the test that
 * looks each up: table by table ("text-3.0 g6, Context switching …"), with the
 * column's parameter filter or NULL, its width, and its three heading texts or NULLs.
 *
 * Returns: 0, -ENOMEM, or what `see` returned when it was not 0
 */
int view_each_column(int (*see)(void *self, const char *table, const char *shows,
                                const char *filter, int width, const char *const *head),
                     void *self);

#endif
