/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * classic.h - the layouts of lmbench's summaries as constant tables
 *
 * Adding a generation is adding tables; nothing that draws knows any of them.
 */
#ifndef OUTPUT_CLASSIC_H
#define OUTPUT_CLASSIC_H

#include "output/grid.h"
#include "output/view.h"

/* Where the cells of a column come from. */
enum classic_source {
    CLASSIC_VALUE,  /* a definition or a derived value, by the table's unit */
    CLASSIC_FACT,   /* a number among the facts */
    CLASSIC_WORDS,  /* text among the facts, the first that is known of a list */
    CLASSIC_COPIES, /* how many copies ran at once */
    CLASSIC_GUESS   /* what the memory latencies before it look like */
};

/* Whether a row, and with it the table, is there for the sake of this column alone. */
enum classic_weight { CLASSIC_COUNTS, CLASSIC_ASIDE, CLASSIC_ASIDE_OF_OLD };

/* How wide; `digits` is what the number rule is given where that is not the width. */
struct classic_width {
    int width, digits, more; /* more: blanks before it besides the usual one */
};

struct classic_column {
    const char *shows; /* id of a definition or "derived.…"; keys of facts */
    const char *where; /* filter on parameters (view_pick.h), or NULL */
    enum classic_source source;
    enum classic_weight weight;
    bool whole;                 /* printed as a whole number */
    bool single;                /* blank where several copies ran */
    struct classic_width plain; /* without the old faults */
    struct classic_width old;   /* as the old program did; all 0: as plain */
    const char *old_missing;    /* what it printed where nothing is known */
    const char *old_else;       /* definition it showed instead, or NULL */
    const char *head[2];        /* where the lines above it do not say it */
};

struct classic_table {
    const char *title, *subtitle, *rule;
    const char *const headings[4]; /* as lmbench has them, blanks at the end included */
    const char *dashes;
    const char *unit; /* of the values: "us" */
    double in_base;
    const struct classic_column *columns; /* those after host and OS; ends with { 0 } */
    bool never_old;                       /* the old program lost this table */
    bool joined;                          /* no blank line before it */
};

struct classic_generation {
    const char *name;                   /* "g6" */
    const char *version;                /* "3.0" */
    const char *banner;                 /* the old one */
    bool alpha;                         /* with the line about alpha software */
    const struct classic_table *tables; /* ends with { 0 } */
};

extern const struct classic_generation classic_generations[]; /* ends with { 0 } */

/* view->data is the name of the view's own generation. */
int classic_resolve(const struct view *view, const struct doc *doc,
                    const struct view_options *options, struct grid_list *out,
                    struct diag *why);
/* Always in ASCII: it is made for mail. */
int classic_draw(struct sink *sink, const struct grid_list *grids,
                 const struct view_options *options);

enum { CLASSIC_PREFIX = 2 }; /* host and OS stand before the columns of each table */

/* NULL where there is none of that name. */
const struct classic_generation *classic_find(const char *name);
size_t classic_count(const struct classic_table *table); /* columns behind the prefix */

/* The grid columns of a table, prefix included, in `arena`; NULL for want of memory. */
struct grid_column *classic_lay(struct arena *arena, const struct classic_table *table,
                                bool old);

/*
 * Every column of a generation that shows a definition or a derived value, for
 * view_each_column().
 */
int classic_each(const struct view *view,
                 int (*see)(void *self, const char *table, const char *shows,
                            const char *filter, int width, const char *const *head),
                 void *self);

#endif
