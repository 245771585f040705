/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cmd_report.c - errbar report: results as a view draws them
 */
#include "app/commands.h"
#include "judge/derive.h"
#include "judge/noise.h"
#include "judge/pool.h"
#include "output/view.h"

#include <string.h>

struct options {
    const char *view, *output;
    char **paths;
    size_t n;
    bool fail_on_noise;
    struct view_options view_options;
    bool rows_given;
};

enum {
    KEY_GENERATION = 0x200,
    KEY_FAITHFUL,
    KEY_BARE,
    KEY_ROWS,
    KEY_ASCII,
    KEY_CLASSIC,
    KEY_FORMAT,
    KEY_DIGITS,
    KEY_TITLE,
    KEY_FAIL_ON
};

static const struct argp_option option_table[] = {
    { "output", 'o', "FILE", 0, "Where to ('-': standard output)", 1 },
    { "generation", KEY_GENERATION, "G", 0,
      "Layout of the classic text: g1 g2 g4 g5 g6 g7", 1 },
    { "faithful", KEY_FAITHFUL, NULL, 0, "With the old layout's faults, byte for byte",
      1 },
    { "bare", KEY_BARE, NULL, 0, "No lines of provenance and reasons", 1 },
    { "rows", KEY_ROWS, "WHAT", 0, "One row per run, or per system", 1 },
    { "classic", KEY_CLASSIC, NULL, 0,
      "In the format of the program it was imported from (contest)", 1 },
    { "format", KEY_FORMAT, "FORMAT", 0, "Of the web page: html, or text", 1 },
    { "digits", KEY_DIGITS, "DIGITS", 0,
      "Of the web page's numbers: 2 decimals, auto, or source (as they were printed)",
      1 },
    { "title", KEY_TITLE, "TEXT", 0, "Of the web page", 1 },
    { "fail-on", KEY_FAIL_ON, "WHAT", 0,
      "noise: exit 5 where a row is noisy or erratic, or missed its precision", 1 },
    { "ascii", KEY_ASCII, NULL, 0, "No character beyond ASCII", 1 },
    { 0 },
};

/* Which of the words an option may have; what it has not is wrong usage. */
static int word(const char *option, const char *arg, const char *const *words, int n)
{
    for (int i = 0; i < n; i++) {
        if (words[i] && strcmp(words[i], arg) == 0)
            return i;
    }
    app_usage("--%s does not know '%s': see errbar report --help", option, arg);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case 'o':
        o->output = arg;
        return 0;
    case KEY_GENERATION:
        o->view_options.generation = arg;
        return 0;
    case KEY_FAITHFUL:
        o->view_options.faithful = true;
        return 0;
    case KEY_BARE:
        o->view_options.bare = true;
        return 0;
    case KEY_ROWS:
        o->rows_given = true;
        o->view_options.by_system = strcmp(arg, "system") == 0;
        if (!o->view_options.by_system && strcmp(arg, "run") != 0)
            app_usage("--rows is run or system, not '%s'", arg);
        return 0;
    case KEY_CLASSIC:
        o->view_options.classic = true;
        return 0;
    case KEY_FORMAT:
        o->view_options.format =
            (enum view_format)word("format", arg, view_format_name, VIEW_FORMATS);
        return 0;
    case KEY_DIGITS:
        o->view_options.digits =
            (enum view_digits)word("digits", arg, view_digits_name, VIEW_DIGITS);
        return 0;
    case KEY_TITLE:
        o->view_options.title = arg;
        return 0;
    case KEY_FAIL_ON:
        if (strcmp(arg, "noise") != 0)
            app_usage("--fail-on of a report is noise, not '%s'", arg);
        o->fail_on_noise = true;
        return 0;
    case KEY_ASCII:
        o->view_options.ascii = true;
        return 0;
    case ARGP_KEY_ARGS:
        o->view = state->argv[state->next];
        o->paths = state->argv + state->next + 1;
        o->n = (size_t)(state->argc - state->next - 1);
        if (o->n == 0)
            app_usage(
                "report wants a view and a result file: 'errbar list views' shows "
                "the views");
        return 0;
    case ARGP_KEY_NO_ARGS:
        app_usage(
            "report wants a view and a result file: 'errbar list views' shows the "
            "views");
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static int unknown_view(const char *name)
{
    const char *names[32] = { 0 };
    const char *near;

    for (size_t i = 0; i < 31 && view_all[i]; i++)
        names[i] = view_all[i]->name;
    near = app_nearest(name, names);
    if (near)
        app_error("there is no view '%s'; did you mean %s?", name, near);
    else
        app_error("there is no view '%s'; 'errbar list views' shows them", name);
    return APP_USAGE;
}

struct printing {
    const struct view *view;
    const struct doc *doc;
    const struct view_options *options;
};

static int print(struct sink *sink, void *self, struct diag *why)
{
    const struct printing *p = self;

    return view_print(p->view, p->doc, p->options, sink, why);
}

/* What the judge has to make of the results before they can be shown that way. */
static int prepare(struct doc *doc, const struct view *view, struct options *o)
{
    struct judge_noise *noise = NULL;
    int rc = 0;

    if (view->pages && !o->rows_given) /* a page compares systems, not their runs */
        o->view_options.by_system = true;

    if (view->needs == VIEW_NEEDS_NOISE || o->fail_on_noise)
        rc = judge_noise(doc, &noise);
    o->view_options.noise = noise;
    if (rc == 0 && view->needs == VIEW_NEEDS_PERCENT)
        rc = judge_percent(doc);
    else if (rc == 0 && view->needs == VIEW_NEEDS_SPREAD)
        rc = judge_spread(doc);
    else if (rc == 0 && o->view_options.by_system)
        rc = judge_by_system(doc);
    if (rc == 0 && o->view_options.by_system && !view->needs)
        rc = derive_doc(doc);
    return rc < 0 ? app_fail(&(struct diag){ .rc = rc }, APP_INTERNAL) : APP_OK;
}

static int noise_code(const struct options *o)
{
    const struct judge_noise *noise = o->view_options.noise;

    if (!o->fail_on_noise || noise->noisy + noise->erratic + noise->missed == 0)
        return APP_OK;
    app_say(APP_NORMAL,
            "errbar: %zu rows are erratic, %zu noisy, %zu more missed their precision",
            noise->erratic, noise->noisy, noise->missed);
    return APP_NOISY;
}

static int run(const struct app_command *self, int argc, char **argv)
{
    struct options options = { 0 };
    const struct view *view;
    struct doc *doc = NULL;
    int code;

    app_parse(self, argc, argv, &options);
    view = view_find(options.view);
    if (!view)
        return unknown_view(options.view);
    options.view_options.ascii = options.view_options.ascii || !app_utf8();
    options.view_options.width = app_terminal_width(1);
    code = app_load(&doc, options.paths, options.n);
    if (code == APP_OK)
        code = prepare(doc, view, &options);
    if (code == APP_OK)
        code = app_output(options.output, print,
                          &(struct printing){ view, doc, &options.view_options });
    if (code == APP_OK)
        code = noise_code(&options);
    doc_free(doc);
    return code;
}

static const struct argp argp = { option_table, parse, NULL, NULL, NULL, NULL, NULL };

const struct app_command cmd_report = {
    .name = "report",
    .arguments = "VIEW FILE...",
    .help = "print results: one screen, or the classic tables",
    .examples = "  errbar report summary a.xml\n"
                "  errbar report text-3.0 a.xml b.xml > summary.txt\n"
                "  errbar report text-2.0 --rows system old.xml\n"
                "  errbar report percent a.xml b.xml\n"
                "  errbar report noise a.xml --fail-on noise",
    .argp = &argp,
    .run = run,
};
