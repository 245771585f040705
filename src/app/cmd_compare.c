/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cmd_compare.c - errbar compare: what is faster, slower, the same, or not decided
 */
#include "app/commands.h"
#include "app/compare_sides.h"
#include "app/comparing.h"
#include "app/fail_on.h"
#include "app/option.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct options {
    char *const *paths;
    size_t n;
    const char *output, *by, *base;
    struct judge_compare_options judge;
    struct comparing_shown shown;
    struct fail_on fail_on;
    enum compare_format format;
    bool bisect, ascii;
};

enum {
    KEY_BY = 0x200,
    KEY_BASE,
    KEY_THRESHOLD,
    KEY_CONFIDENCE,
    KEY_CORRECTION,
    KEY_ONLY,
    KEY_SORT,
    KEY_FORMAT,
    KEY_FAIL_ON,
    KEY_BISECT,
    KEY_ASCII
};

static const struct argp_option option_table[] = {
    { NULL, 0, NULL, 0, "What is compared:", 1 },
    { "by", KEY_BY, "WHAT", 0,
      "Sides are sessions alike in label, system, kernel or compiler", 1 },
    { "base", KEY_BASE, "NAME", 0, "The side that the others are compared with (first)",
      1 },
    { NULL, 0, NULL, 0, "By which rules:", 2 },
    { "threshold", KEY_THRESHOLD, "SHARE", 0, "Within that share is the same (2%)", 2 },
    { "confidence", KEY_CONFIDENCE, "PERCENT", 0, "Level of the intervals (95)", 2 },
    { "correction", KEY_CORRECTION, "HOW", 0,
      "For many comparisons at once: bh (Benjamini-Hochberg), holm or none", 2 },
    { NULL, 0, NULL, 0, "What becomes of it:", 3 },
    { "only", KEY_ONLY, "WHAT", 0, "worse, better, changed or inconclusive rows", 3 },
    { "sort", KEY_SORT, "HOW", 0,
      "effect (largest first), name, or order (as measured)", 3 },
    { "format", KEY_FORMAT, "NAME", 0, "table, markdown, html, csv or json", 3 },
    { "output", 'o', "FILE", 0, "Where to ('-': standard output)", 3 },
    { "ascii", KEY_ASCII, NULL, 0, "No character beyond ASCII", 3 },
    { "fail-on", KEY_FAIL_ON, "WHAT", 0,
      "worse[:SHARE] or missing: exit 4; noise: exit 5; several with commas", 3 },
    { "bisect", KEY_BISECT, NULL, 0,
      "Exit as git bisect run wants it: 0 good, 1 bad, 125 cannot say", 3 },
    { 0 },
};

/* Which of the words it is; exits with the nearest where it is none. */
static int word_of(const char *option, const char *const *words, const char *text)
{
    const char *near;

    for (int i = 0; words[i]; i++) {
        if (strcmp(words[i], text) == 0)
            return i;
    }
    near = app_nearest(text, words);
    app_usage("%s cannot be '%s'%s%s", option, text,
              near ? "; did you mean " : ": see --help", near ? near : "");
}

static const char *const corrections[] = { "bh", "holm", "none", NULL };

static error_t parse_judge(int key, char *arg, struct options *o)
{
    switch (key) {
    case KEY_THRESHOLD:
        o->judge.margin = option_share("--threshold", arg, 0.0001, 1);
        return 0;
    case KEY_CONFIDENCE:
        o->judge.level = option_level(arg);
        return 0;
    case KEY_CORRECTION:
        o->judge.correction =
            (enum judge_correction)word_of("--correction", corrections, arg);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case 'o':
        o->output = arg;
        return 0;
    case KEY_BY:
        o->by = compare_by[word_of("--by", compare_by, arg)];
        return 0;
    case KEY_BASE:
        o->base = arg;
        return 0;
    case KEY_ONLY:
        o->shown.only =
            (enum comparing_only)(1 + word_of("--only", comparing_only_name, arg));
        return 0;
    case KEY_SORT:
        o->shown.sort =
            (enum comparing_sort)word_of("--sort", comparing_sort_name, arg);
        return 0;
    case KEY_FORMAT:
        o->format = (enum compare_format)word_of("--format", compare_format_name, arg);
        return 0;
    case KEY_FAIL_ON:
        fail_on_parse(&o->fail_on, arg);
        return 0;
    case KEY_BISECT:
        o->bisect = true;
        return 0;
    case KEY_ASCII:
        o->ascii = true;
        return 0;
    case ARGP_KEY_ARGS:
        o->paths = state->argv + state->next;
        o->n = (size_t)(state->argc - state->next);
        return 0;
    case ARGP_KEY_NO_ARGS:
        app_usage("compare wants result files: the base, and what is new");
    default:
        return parse_judge(key, arg, o);
    }
}

/* Prints the comparison; an exit code, and where it is APP_OK what was found. */
static int compare(struct judge_comparison **found, struct doc *doc, const size_t *ends,
                   struct options *o, char *const *paths)
{
    struct compare_sides sides;
    struct diag why = { 0 };
    int code;
    int rc = compare_sides(&sides, doc, o->paths, ends, o->n, o->by, o->base, &why);

    if (rc == -EINVAL)
        return app_fail(&why, APP_USAGE);
    code = rc < 0 ? app_fail(&(struct diag){ .rc = rc }, APP_INTERNAL)
                  : comparing_sources(&o->shown, doc, o->paths, paths, ends, o->n);
    if (code == APP_OK)
        code = comparing_judge(found, doc, &sides, &o->judge);
    return code == APP_OK ? comparing_print(doc, &sides, *found, &o->shown, o->format,
                                            o->ascii, o->output)
                          : code;
}

/* Where the files can be read twice: standard input is kept. */
static int keep_inputs(const struct options *o, char **paths)
{
    const char *kept = NULL;
    struct diag why = { 0 };

    for (size_t i = 0; i < o->n; i++) {
        bool is_input = strcmp(o->paths[i], "-") == 0;

        if (is_input && !kept)
            kept = app_keep_input(&why);
        if (is_input && !kept)
            return app_fail(&why, APP_DATA);
        paths[i] = is_input ? (char *)kept : o->paths[i];
    }
    return APP_OK;
}

/* --bisect moves every error beyond what git takes for an answer. */
static bool asks_for_bisect(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        size_t n = strlen(argv[i]);

        if (n >= strlen("--bi") && strncmp(argv[i], "--bisect", n) == 0)
            return true;
    }
    return false;
}

enum { BISECT_ERROR = 128 };

static int run(const struct app_command *self, int argc, char **argv)
{
    struct options options = { 0 };
    struct judge_comparison *found = NULL;
    struct doc *doc = NULL;
    size_t *ends;
    char **paths;
    int code;

    if (asks_for_bisect(argc, argv))
        argp_err_exit_status = BISECT_ERROR + APP_USAGE;
    app_parse(self, argc, argv, &options);
    ends = calloc(options.n + 1, sizeof *ends);
    paths = calloc(options.n + 1, sizeof(char *));
    if (!ends || !paths)
        code = app_fail(&(struct diag){ .rc = -ENOMEM }, APP_INTERNAL);
    else
        code = keep_inputs(&options, paths);
    if (code == APP_OK)
        code = app_load_files(&doc, paths, options.n, ends);
    if (code == APP_OK)
        code = compare(&found, doc, ends, &options, paths);
    if (code != APP_OK)
        code += options.bisect ? BISECT_ERROR : 0;
    else if (options.bisect)
        code = fail_on_bisect(&options.fail_on, found);
    else
        code = fail_on_code(&options.fail_on, found);
    doc_free(doc);
    free((void *)paths);
    free(ends);
    return code;
}

static const struct argp argp = { option_table, parse, NULL, NULL, NULL, NULL, NULL };

const struct app_command cmd_compare = {
    .name = "compare",
    .arguments = "BASE NEW...",
    .help = "compare results: what is faster, slower, the same, or not decided",
    .examples = "  errbar compare a.xml b.xml --only changed\n"
                "  errbar compare main.xml pr.xml --fail-on worse:5%\n"
                "  errbar compare all.xml --by kernel --base 6.1.0 --format markdown",
    .argp = &argp,
    .run = run,
};
