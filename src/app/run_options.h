/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * run_options.h - the options of run, as one struct
 */
#ifndef APP_RUN_OPTIONS_H
#define APP_RUN_OPTIONS_H

#include "app/progress.h"
#include "app/select.h"
#include "model/doc.h"

#include <argp.h>

struct settings;

struct run_options {
    struct selection selection;
    struct protocol protocol; /* with the defaults where nothing was said */
    const char *output;       /* NULL: a new file in the data directory */
    const char *name, *label, *title, *note, *licence;
    const char *like, *append; /* files to take rows and protocol from */
    struct settings *settings; /* of errbar ab; NULL: there are none */
    const char *remote;        /* "ADDRESS:PORT" of the far end; NULL: all is here */
    const char *token_file;    /* what to show it; NULL: $ERRBAR_TOKEN */
    const char *journal_dir;   /* NULL: the state directory */
    const char *dir;           /* of the benchmarks' files; NULL: a temporary one */
    enum progress_kind progress;
    bool strict, dry_run, fail_on_noise, fail_fast;
    bool span_said; /* by an option: --draft and sets leave it alone */
    bool seed_said;
    bool protocol_said;   /* anything that --like takes from its file */
    double max_time_said; /* with --like and --append: 0 where not said */
};

extern const struct argp run_argp;

/* Parts of it that other commands which measure have, too; the input is the same. */
enum run_part {
    RUN_SELECTING,
    RUN_MEASURING,
    RUN_TIMING,
    RUN_KEEPING,
    RUN_SHOWING,
    RUN_PARTS
};
extern const struct argp run_parts[RUN_PARTS];

void run_options_init(struct run_options *o);
/* Settles what depends on several options: draft, quick's ten invocations. */
void run_options_settle(struct run_options *o);
void run_options_done(struct run_options *o);

#endif
