/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cmd_validate.c - errbar validate: is this a result document, and is it right
 */
#include "app/commands.h"
#include "app/session.h"
#include "judge/judge.h"
#include "output/xml.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct options {
    char **paths;
    size_t n;
    const char *schema;
    bool recompute;
};

enum { KEY_RECOMPUTE = 0x200, KEY_SCHEMA };

static const struct argp_option option_table[] = {
    { "recompute", KEY_RECOMPUTE, NULL, 0,
      "Judge the observations again and compare every number", 1 },
    { "schema", KEY_SCHEMA, "FILE", 0, "Another schema than the installed one", 1 },
    { 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case KEY_RECOMPUTE:
        o->recompute = true;
        return 0;
    case KEY_SCHEMA:
        o->schema = arg;
        return 0;
    case ARGP_KEY_ARGS:
        o->paths = state->argv + state->next;
        o->n = (size_t)(state->argc - state->next);
        return 0;
    case ARGP_KEY_NO_ARGS:
        app_usage("validate wants a file ('-' is standard input)");
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

enum { TOLD = 20 }; /* findings a file: who needs more has a broken program */

/* Findings begin with the file's name and the line. */
static void tell(void *self, const char *sentence)
{
    size_t *n = self;

    if ((*n)++ < TOLD)
        app_error("%s", sentence);
}

/* Bit for bit where the file is of this very build, else to 12 digits. */
static int recompute(struct doc *doc, const char *name)
{
    const char *build = session_build(doc);
    bool exact = doc->generator_build && build && strcmp(build, "unknown") != 0 &&
                 strcmp(doc->generator_build, build) == 0;
    struct diag why = { 0 };

    if (judge_recompute(doc, exact, &why) == 0)
        return APP_OK;
    app_error("%s: %s", name, diag_text(&why));
    if (!exact)
        app_error(
            "%s was judged by another build of errbar (%s): 'errbar judge' judges it "
            "by this one's rules",
            name, doc->generator_commit ? doc->generator_commit : "unknown");
    return APP_DATA;
}

static int check(const struct options *o, const char *schema, const char *path)
{
    const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
    struct diag why = { 0 };
    struct doc *doc = doc_new();
    int code = APP_OK, rc = doc ? 0 : -ENOMEM;
    size_t findings = 0;

    if (rc == 0)
        rc = xml_read_valid(doc, path, schema, tell, &findings, &why);
    if (findings > TOLD)
        app_error("%s: and %zu findings more", name, findings - TOLD);
    if (rc < 0 && rc != -EBADMSG)
        app_error("%s", diag_text(&why));
    if (rc < 0)
        code = rc == -ENOMEM ? APP_INTERNAL : APP_DATA;
    for (size_t i = 0; code == APP_OK && i < doc->n_warnings; i++)
        app_say(APP_NORMAL, "errbar: %s", doc->warnings[i]);
    if (code == APP_OK && o->recompute)
        code = recompute(doc, name);
    if (code == APP_OK)
        printf("%s: valid, %zu measurement%s in %zu session%s%s\n", name,
               doc->n_measurements, doc->n_measurements == 1 ? "" : "s",
               doc->n_sessions, doc->n_sessions == 1 ? "" : "s",
               o->recompute ? ", all numbers recomputed" : "");
    doc_free(doc);
    return code;
}

static int run(const struct app_command *self, int argc, char **argv)
{
    struct options options = { 0 };
    struct diag why = { 0 };
    const char *schema;
    int code = APP_OK;

    app_parse(self, argc, argv, &options);
    schema = options.schema ? options.schema : app_schema_path(&why);
    if (!schema)
        return app_fail(&why, APP_INTERNAL);
    for (size_t i = 0; i < options.n; i++) {
        int one = check(&options, schema, options.paths[i]);

        code = one > code ? one : code;
    }
    return code;
}

static const struct argp argp = { option_table, parse, NULL, NULL, NULL, NULL, NULL };

const struct app_command cmd_validate = {
    .name = "validate",
    .arguments = "FILE...",
    .help = "check result documents against the schema, and their sense",
    .examples = "  errbar validate a.xml\n"
                "  errbar validate --recompute a.xml b.xml",
    .argp = &argp,
    .run = run,
};
