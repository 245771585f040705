/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cmd_import.c - errbar import: other people's results as one document of ours
 */
#include "app/commands.h"
#include "app/importing.h"
#include "app/session.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct options {
    char **paths;
    size_t n;
    const char *output, *as;
    bool report;
};

enum { KEY_AS = 0x200, KEY_REPORT };

static const struct argp_option option_table[] = {
    { "output", 'o', "FILE", 0, "The document ('-': standard output)", 1 },
    { "as", KEY_AS, "KIND", 0, "Of which kind the files are, where it is not seen", 1 },
    { "report", KEY_REPORT, NULL, 0, "List every line and cell that was not understood",
      1 },
    { 0 },
};

static const char *find_kind(const char *name)
{
    const char *names[16] = { 0 };
    const char *near;

    for (size_t i = 0; i < 15 && import_kinds[i].name; i++) {
        if (strcmp(import_kinds[i].name, name) == 0)
            return import_kinds[i].name;
        names[i] = import_kinds[i].name;
    }
    near = app_nearest(name, names);
    if (near)
        app_usage("--as knows no kind '%s'; did you mean %s?", name, near);
    app_usage("--as knows no kind '%s': see errbar-import(1)", name);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case 'o':
        o->output = arg;
        return 0;
    case KEY_AS:
        o->as = find_kind(arg);
        return 0;
    case KEY_REPORT:
        o->report = true;
        return 0;
    case ARGP_KEY_ARGS:
        o->paths = state->argv + state->next;
        o->n = (size_t)(state->argc - state->next);
        return 0;
    case ARGP_KEY_NO_ARGS:
        app_usage("import wants a file ('-' is standard input)");
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* No time: the same input gives the same bytes, whenever. */
static int head(struct importing *importing, const struct options *o, struct diag *why)
{
    unsigned char digest[SHA256_DIGEST_SIZE];
    struct doc *doc = importing->doc;
    const char *options = arena_printf(doc->arena, "import as=%s", o->as ? o->as : "");
    int rc = session_sign(doc, why);

    doc->completeness = "partial";
    doc->redaction = "none";
    doc->licence = "NONE-STATED";
    sha256_digest(&importing->sha, sizeof digest, digest);
    if (rc == 0 && !options)
        rc = diag_set(why, -ENOMEM, "no memory");
    return rc < 0 ? rc : session_name(doc, digest, sizeof digest, options, why);
}

static void tell(const struct importing *importing, bool report)
{
    size_t all = 0;

    for (int k = 0; k < IMPORT_NOTES; k++)
        all += importing->notes[k];
    app_say(APP_NORMAL, "imported %zu value%s in %zu session%s from %zu file%s",
            importing->values, importing->values == 1 ? "" : "s", importing->sessions,
            importing->sessions == 1 ? "" : "s", importing->files,
            importing->files == 1 ? "" : "s");
    if (all)
        app_say(APP_NORMAL,
                "%zu lines skipped, %zu places without a value, %zu ambiguous, %zu "
                "doubtful%s",
                importing->notes[IMPORT_SKIPPED], importing->notes[IMPORT_INVALID],
                importing->notes[IMPORT_AMBIGUOUS], importing->notes[IMPORT_DOUBTFUL],
                report ? "" : ": --report lists them");
}

static int import_files(struct importing *importing, const struct options *o)
{
    struct diag why = { 0 };
    int code = APP_OK;

    for (size_t i = 0; code == APP_OK && i < o->n; i++)
        code = importing_add(importing, o->paths[i]);
    if (code != APP_OK)
        return code;
    tell(importing, o->report);
    if (importing->values == 0) {
        app_error("nothing could be read: there is no document");
        return APP_DATA;
    }
    if (!o->output)
        return APP_OK;
    if (head(importing, o, &why) < 0)
        return app_fail(&why, APP_INTERNAL);
    return importing_write(importing, o->output);
}

/* The document would take the place of what it is made from. */
static int refuse_overwriting(const struct options *o)
{
    struct stat out, in;

    if (!o->output || strcmp(o->output, "-") == 0 || stat(o->output, &out) < 0 ||
        !S_ISREG(out.st_mode))
        return APP_OK;
    for (size_t i = 0; i < o->n; i++) {
        bool is_input = strcmp(o->paths[i], "-") == 0;

        if ((is_input ? fstat(STDIN_FILENO, &in) : stat(o->paths[i], &in)) == 0 &&
            in.st_dev == out.st_dev && in.st_ino == out.st_ino) {
            app_error("%s and %s are the same file, which the document would "
                      "overwrite: name another one with -o",
                      is_input ? "standard input" : o->paths[i], o->output);
            return APP_USAGE;
        }
    }
    return APP_OK;
}

static void refuse_input_twice(const struct options *o)
{
    size_t n = 0;

    for (size_t i = 0; i < o->n; i++)
        n += strcmp(o->paths[i], "-") == 0;
    if (n > 1)
        app_usage("'-' stands for standard input, which can be read once only: it is "
                  "named %zu times",
                  n);
}

static int run(const struct app_command *self, int argc, char **argv)
{
    struct options options = { 0 };
    struct importing importing;
    struct diag why = { 0 };
    int code;

    app_parse(self, argc, argv, &options);
    if (!options.output && !options.report)
        app_usage("import wants -o FILE for the document ('-': standard output)");
    if (options.report && options.output && strcmp(options.output, "-") == 0)
        app_usage("--report is written to standard output: name a file with -o");
    refuse_input_twice(&options);
    if ((code = refuse_overwriting(&options)) != APP_OK)
        return code;
    importing = (struct importing){ .as = options.as,
                                    .report = options.report,
                                    .write = options.output != NULL };
    code = importing_begin(&importing, &why) < 0 ? app_fail(&why, APP_OUTPUT)
                                                 : import_files(&importing, &options);
    importing_done(&importing);
    return code;
}

static const struct argp argp = { option_table, parse, NULL, NULL, NULL, NULL, NULL };

const struct app_command cmd_import = {
    .name = "import",
    .arguments = "FILE...",
    .help = "read other people's results: lmbench, its summaries, contest",
    .examples = "  errbar import results/host.0 -o host.xml\n"
                "  errbar import mail.txt --report -o mail.xml",
    .argp = &argp,
    .run = run,
};
