/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * summary.h - what the reader of pasted summaries keeps of a text
 *
 * The text becomes lines of words that know where they stand; lines become tables of
 * rows; a row's words become cells of a layout's columns, or stay unplaced. Nothing
 * of it outlives the reading of one file.
 */
#ifndef IMPORT_SUMMARY_H
#define IMPORT_SUMMARY_H

#include "import/import.h"
#include "import/number.h"

#include "base/arena.h"
#include "layout/layout.h"

enum { SUMMARY_CELLS = 24, SUMMARY_CHOICES = 512 };

struct summary_word {
    const char *text; /* [length], in the line's copy */
    int length;
    int first, last; /* columns from 0 */
    bool loose;      /* came over from a wrapped line: where it stood is not known */
};

struct summary_line {
    char *text; /* blanks for tabs and the like, without quoting marks; ends in a NUL */
    size_t length;
    size_t width; /* with the blanks at its end */
    uint32_t number;
    struct summary_word *words;
    size_t n;
};

struct summary_text {
    struct arena *arena;
    struct summary_line *lines;
    size_t n, capacity;
    bool failed; /* for want of memory */
};

/* What a table is about; the words of import_summary_topic_name. */
enum summary_topic {
    SUMMARY_BASIC,
    SUMMARY_PROCESSOR,
    SUMMARY_INTEGER,
    SUMMARY_UINT64,
    SUMMARY_FLOAT,
    SUMMARY_DOUBLE,
    SUMMARY_CONTEXT,
    SUMMARY_LOCAL,
    SUMMARY_REMOTE,
    SUMMARY_FILES,
    SUMMARY_BANDWIDTH,
    SUMMARY_MEMORY,
    SUMMARY_TOPICS
};
extern const char *const import_summary_topic_name[SUMMARY_TOPICS];

/* A column of a table of the text. */
struct summary_field {
    const struct layout_column *column; /* NULL: a heading nobody knows */
    const struct layout_form *form;
    int width;
    int last; /* where its numbers end, from 0 */
};

/* A layout laid upon a table of the text. */
struct summary_fit {
    const struct layout_generation *generation;
    const struct layout_table *table;
    bool old;
    bool unsure; /* printed with the old faults or without: nothing tells */
    struct summary_field fields[SUMMARY_CELLS];
    size_t n;
    bool headed; /* each heading is the layout's */
    int os_last; /* where host and OS end */
    double score;
};

enum summary_surety {
    SUMMARY_UNPLACED,
    SUMMARY_LIKELY, /* by other cells of the same run: worth a look */
    SUMMARY_SURE
};

struct summary_session;

struct summary_row {
    uint32_t line;
    const char *text; /* the line, for notes */
    const char *rest; /* of the line behind the cells, or NULL */
    const char *host, *os;
    int os_last; /* the column in which the OS ends */
    struct summary_word cells[SUMMARY_CELLS];
    size_t n;                     /* of the row's own line, then what was joined */
    size_t own;                   /* of its own line */
    size_t joined[SUMMARY_CELLS]; /* words of each line that may belong to it */
    size_t n_joined;
    size_t width;   /* of its own line, blanks at the end included */
    bool spaced;    /* more than one blank between some of its own cells */
    size_t section; /* how many breaks were before it in its table */
    bool broken;    /* and the last of them looks like the rest of a heading */
    bool bare; /* no cells, and behind something else: a row if it is elsewhere, too */
    struct summary_session *session;

    size_t use;                /* cells that are the row's */
    int column[SUMMARY_CELLS]; /* of each cell; -1: not placed */
    enum summary_surety sure[SUMMARY_CELLS];
    int maybe[SUMMARY_CELLS]; /* where an unplaced one could stand */
    const char *by;           /* what the likely ones were placed by */
};

struct summary_group {
    int first, last;
};

struct summary_table {
    int topic; /* -1 where no title said it */
    uint32_t line;
    size_t block;
    const char **heads; /* the words of its headings */
    size_t n_heads, heads_capacity;
    size_t heading, n_headings;                 /* its heading lines */
    struct summary_group groups[SUMMARY_CELLS]; /* of dashes, host and OS included */
    size_t n_groups;
    int rule;     /* dashes under the title; 0: none */
    bool aligned; /* its blanks are those that were printed */
    struct summary_row *rows;
    size_t n, capacity;
    struct summary_fit fit;
    bool some; /* of its rows have cells */
    bool torn; /* something between its title and its rows was not known */
    struct summary_fit other; /* of another version, as likely; n = 0: there is none */
};

/* One run: a row in each of several tables. */
struct summary_session {
    size_t block, nth; /* the nth of that host and OS there */
    const char *host, *os;
    struct summary_row *rows[SUMMARY_TOPICS];
    struct summary_table *tables[SUMMARY_TOPICS];
};

struct summary_block {
    const char *version; /* as the banner has it, or NULL */
    uint32_t line;
    bool ours;  /* errbar's banner: its own numbers in an old layout */
    bool plain; /* errbar printed it, without the old faults */
    bool told;  /* it says itself whether it is plain */
    const struct layout_generation *generation;
};

struct summary {
    struct import *in;
    struct summary_text text;
    struct summary_block *blocks;
    size_t n_blocks, blocks_capacity;
    struct summary_table *tables;
    size_t n_tables, tables_capacity;
    struct summary_session *sessions;
    size_t n_sessions, sessions_capacity;
};

/* ---- summary_text.c ---- */

/* Cuts a source into lines and words. */
void import_summary_split(struct summary_text *text, const struct import_source *from);
/* One line; false where memory is wanting. */
bool import_summary_line(struct arena *arena, const struct import_line *from,
                         struct summary_line *to);

/* ---- summary_words.c: what a line is ---- */

bool import_summary_is(const struct summary_word *word, const char *text);
/* "1.9" of a banner, NULL where it is none. */
const char *import_summary_banner(struct arena *arena, const struct summary_line *line);
/* "3.0" of the line below errbar's own banner. */
bool import_summary_own_banner(const struct summary_line *line);
const char *import_summary_layout(struct arena *arena, const struct summary_line *line);
/* The topic whose title it begins with, or -1. */
int import_summary_title(const struct summary_line *line);
bool import_summary_heading(const struct summary_line *line); /* "Host … OS …" */
int import_summary_rule(const struct summary_line *line);     /* its dashes, or 0 */
/* Groups of dashes, three at least; 0 where it is no such line. */
size_t import_summary_dashes(const struct summary_line *line,
                             struct summary_group groups[SUMMARY_CELLS]);
/* A number, or what stands for none, marked perhaps: "1.30", "-1", "303*". */
bool import_summary_cell(const struct summary_word *word);
/* Whether the line is a row; fills it then. Percentages and prose are none. */
bool import_summary_row(struct arena *arena, const struct summary_line *line,
                        struct summary_row *row);
/* How many cells a line has that is nothing but cells; 0: it is none. */
size_t import_summary_more(const struct summary_line *line);

/* ---- summary_find.c: the tables of a text ---- */

int import_summary_find(struct summary *s);

/* ---- summary_sheet.c: the layouts as if they were read from texts ---- */

enum { SUMMARY_GENERATIONS = 16, SUMMARY_KEY = 40 };

/* What stands over a group of dashes, line by line. */
typedef char summary_key[SUMMARY_KEY];

struct summary_sheet {
    const struct layout_generation *generation;
    const struct layout_table *table;
    size_t at; /* of the generation in layout_all */
    int topic;
    struct summary_line heading[4];
    size_t n_headings;
    struct summary_group groups[SUMMARY_CELLS];
    size_t n_groups;
    summary_key keys[SUMMARY_CELLS];
};

struct summary_sheet *import_summary_sheets(struct arena *arena, size_t *n);
void import_summary_stack(const struct summary_line *lines, size_t n,
                          const struct summary_group *groups, size_t n_groups,
                          summary_key keys[SUMMARY_CELLS]);

/* ---- summary_fit.c: which layout a table has ---- */

void import_summary_fit(struct summary *s);

/* ---- summary_form.c: what a printed number looks like ---- */

/* Whether the layout prints a number so. */
bool import_summary_prints(const struct layout_generation *g,
                           const struct layout_column *column,
                           const struct layout_form *form,
                           const struct summary_word *word);
/* Whether it could be a cell of that column at all. */
bool import_summary_suits(const struct layout_generation *g,
                          const struct layout_column *column,
                          const struct summary_word *word);
enum import_rounding import_summary_rounding(const struct layout_generation *g,
                                             const struct layout_column *column,
                                             const struct layout_form *form);

/* ---- summary_choose.c: all ways to lay a row's cells into columns ---- */

struct summary_ask {
    const struct summary_fit *fit;
    const struct summary_word *cells;
    size_t n;
    uint32_t may[SUMMARY_CELLS]; /* columns that each cell may stand in, as bits */
    uint32_t must, never;        /* columns that have a cell, or none */
    int shift;                   /* of the whole row against the fields */
    int slack;                   /* columns a cell may be off; -1: wherever it is */
};

struct summary_choices {
    short at[SUMMARY_CHOICES][SUMMARY_CELLS];
    int off[SUMMARY_CHOICES]; /* the farthest that a cell is off */
    size_t n;
    bool full; /* there are more */
};

void import_summary_choose(const struct summary_ask *ask,
                           struct summary_choices *choices);

/* ---- summary_place.c, summary_infer.c: where the cells of a row belong ---- */

/*
 * What a row may be by the looks of its numbers alone; false where they are not what
 * the layout prints, and any number may stand anywhere.
 */
bool import_summary_ask(const struct summary_fit *fit, const struct summary_row *row,
                        struct summary_ask *ask);
/* Takes a way for the row's. */
void import_summary_keep(struct summary_row *row, const short *at,
                         enum summary_surety sure);
/* By position or by count alone; false where more than one way is left. */
bool import_summary_place(const struct summary_table *table,
                          const struct summary_fit *fit, struct summary_row *row);
/* Whether each column has its cell, and each cell ends where the layout ends it. */
bool import_summary_exact(const struct summary_table *table,
                          const struct summary_row *row, bool full);
/* How well a layout's fields take the rows of a table, 0 to 1. */
double import_summary_agreement(const struct summary_table *table,
                                const struct summary_fit *fit);
/* The rows that are left, by what else is known of the same run. */
void import_summary_infer(struct summary *s);

/* ---- summary_torn.c: rows that may be of another table ---- */

/*
 * Takes rows behind a break out of their table, and tells so, where they may be those
 * of a table whose title and headings were lost.
 */
void import_summary_tear(struct summary *s);

/* ---- summary_runs.c: which rows are one run ---- */

int import_summary_runs(struct summary *s);

/* ---- summary_cell.c ---- */

/* All of a run's rows into the document. */
void import_summary_session(struct summary *s, const struct summary_session *from);

#endif
