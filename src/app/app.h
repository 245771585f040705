/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * app.h - what the commands share: exit codes, talk, names, paths
 *
 * The only room that prints, parses options and exits. Data goes to standard
 * output, talk to standard error.
 */
#ifndef APP_APP_H
#define APP_APP_H

#include "base/diag.h"
#include "model/doc.h"
#include "model/sink.h"

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

/* Classes of ending, documented in errbar(1). */
enum app_exit {
    APP_OK = 0,
    APP_FAILED = 1,   /* a requested benchmark failed; the others are in the file */
    APP_USAGE = 2,    /* wrong usage or bad configuration */
    APP_DATA = 3,     /* input invalid, or nothing could be read */
    APP_CHANGED = 4,  /* --fail-on: a regression */
    APP_NOISY = 5,    /* --fail-on noise */
    APP_NOTHING = 6,  /* nothing selected, or all of it unsupported here */
    APP_UNFIT = 7,    /* --strict and the machine is not fit */
    APP_OUTPUT = 8,   /* output could not be written completely */
    APP_INTERNAL = 9, /* a bug */
    APP_CHECKPOINT = 75
};

struct app_command {
    const char *name;
    const char *arguments;   /* "[SELECT...]" */
    const char *help;        /* one line */
    const char *examples;    /* stand first in --help */
    const struct argp *argp; /* options of its own */
    /* argv[0] is "errbar NAME" */
    int (*run)(const struct app_command *self, int argc, char **argv);
};
extern const struct app_command *const app_commands[]; /* ends with NULL */

/*
 * Parses a command's options, with --quiet, --verbose and --color besides. Wrong usage
 * exits 2, --help exits 0. Positional arguments come to the parser as ARGP_KEY_ARG.
 */
void app_parse(const struct app_command *command, int argc, char **argv, void *input);

/* A parser's way to refuse a value: prints and exits argp_err_exit_status, 2. */
void app_usage(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* The options that every command has. */
extern const struct argp_option app_common_options[];

/* ---- talk.c: sentences for people, on standard error ---- */

enum app_loudness { APP_QUIET = -1, APP_NORMAL, APP_VERBOSE, APP_VERY_VERBOSE };
extern enum app_loudness app_loudness;
extern bool app_colour;                          /* of standard error */
extern bool app_colour_asked, app_colour_wanted; /* --color=always|never */

void app_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void app_say(enum app_loudness at_least, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Prints why and hands the exit code back: return app_fail(&why, APP_DATA); */
int app_fail(const struct diag *why, enum app_exit code);

/* Runs `write` on a sink for `path` (NULL or "-": standard output): an exit code. */
int app_output(const char *path,
               int (*write)(struct sink *sink, void *self, struct diag *why),
               void *self);

/* A word as a shell takes it, for a command that a person may type; in the arena. */
const char *app_quote(const char *text, struct arena *arena);

/* Whether standard output (1) or error (2) may have colour and cursor movement. */
bool app_terminal(int fd);
int app_terminal_width(int fd); /* 80 where it is none */
bool app_utf8(void);            /* the locale's characters */

/* ---- nearest.c ---- */

/*
 * The name in `names` (ends with NULL) that a person who wrote `wrong` meant, by edit
 * distance; NULL where none is near.
 */
const char *app_nearest(const char *wrong, const char *const *names);

/* ---- paths.c ---- */

/* Each is created where it is missing; texts live until the program ends. */
const char *app_journal_dir(struct diag *why); /* $XDG_STATE_HOME/errbar */
const char *app_data_dir(struct diag *why);    /* $XDG_DATA_HOME/errbar */
const char *app_result_dir(struct diag *why);  /* $XDG_DATA_HOME/errbar/results */
const char *app_libexec_dir(struct diag *why); /* where errbar-worker is */
const char *app_schema_path(struct diag *why);
/* The file of a manual page in the build tree that this program is of, or NULL. */
const char *app_built_page(const char *page);

/* Creates a directory and its parents; 0 or -errno. */
int app_make_dir(const char *path, struct diag *why);

/* ---- files.c ---- */

/*
 * Reads result files into one doc and judges what has not been judged.
 *
 * Returns: an exit code; *out is the caller's where it is APP_OK
 */
int app_load(struct doc **out, char *const *paths, size_t n);
/* The same; ends[n]: how many sessions there are up to the end of each file. */
int app_load_files(struct doc **out, char *const *paths, size_t n, size_t *ends);

/* Standard input kept in memory, for who reads it twice: a path, or NULL. */
const char *app_keep_input(struct diag *why);

#endif
