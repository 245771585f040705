/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cmd_export.c - errbar export: results for other programs
 */
#include "app/commands.h"
#include "output/csv.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options {
    const char *format, *output, *table;
    const struct csv_dialect *dialect;
    char **paths;
    size_t n;
};

enum { KEY_DIALECT = 0x200, KEY_TABLE };

static const struct argp_option option_table[] = {
    { "output", 'o', "DIR", 0, "Folder of the tables (the current one)", 1 },
    { "table", KEY_TABLE, "NAME", 0,
      "Only summary, samples or systems, to standard output", 1 },
    { "dialect", KEY_DIALECT, "NAME", 0, "rfc4180, unix, tsv, excel or excel-eu", 1 },
    { 0 },
};

static const struct csv_dialect *find_dialect(const char *name)
{
    const char *names[16] = { 0 };
    const char *near;

    for (size_t i = 0; i < 15 && csv_dialects[i].name; i++) {
        if (strcmp(csv_dialects[i].name, name) == 0)
            return &csv_dialects[i];
        names[i] = csv_dialects[i].name;
    }
    near = app_nearest(name, names);
    if (near)
        app_usage("there is no dialect '%s'; did you mean %s?", name, near);
    app_usage("there is no dialect '%s': rfc4180, unix, tsv, excel or excel-eu", name);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case 'o':
        if (!*arg || strcmp(arg, "-") == 0)
            app_usage("-o names the folder of the three tables; --table NAME writes "
                      "one of them to standard output");
        o->output = arg;
        return 0;
    case KEY_TABLE:
        o->table = arg;
        return 0;
    case KEY_DIALECT:
        o->dialect = find_dialect(arg);
        return 0;
    case ARGP_KEY_ARGS:
        o->format = state->argv[state->next];
        if (strcmp(o->format, "csv") != 0)
            app_usage("export makes csv, not '%s'", o->format);
        o->paths = state->argv + state->next + 1;
        o->n = (size_t)(state->argc - state->next - 1);
        if (o->n == 0)
            app_usage("export csv wants a result file");
        return 0;
    case ARGP_KEY_NO_ARGS:
        app_usage("export wants a format and a result file: errbar export csv a.xml");
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

struct writing {
    const struct doc *doc;
    const struct csv_dialect *dialect;
    enum csv_table table;
};

static int write_table(struct sink *sink, void *self, struct diag *why)
{
    const struct writing *w = self;

    return csv_write(sink, w->doc, w->table, w->dialect, why);
}

static int write_one(struct writing *w, const char *name)
{
    for (int t = 0; t < CSV_TABLES; t++) {
        size_t n = strcspn(csv_file_name[t], ".");

        if (strlen(name) == n && strncmp(csv_file_name[t], name, n) == 0) {
            w->table = (enum csv_table)t;
            return app_output(NULL, write_table, w);
        }
    }
    app_error("there is no table '%s': summary, samples or systems", name);
    return APP_USAGE;
}

static int write_all(struct writing *w, const char *dir)
{
    struct diag why = { 0 };
    int code = APP_OK;

    if (app_make_dir(dir, &why) < 0)
        return app_fail(&why, APP_OUTPUT);
    for (int t = 0; code == APP_OK && t < CSV_TABLES; t++) {
        char *path;

        if (asprintf(&path, "%s%s%s", dir, dir[strlen(dir) - 1] == '/' ? "" : "/",
                     csv_file_name[t]) < 0)
            return app_fail(&(struct diag){ .rc = -ENOMEM }, APP_INTERNAL);
        w->table = (enum csv_table)t;
        code = app_output(path, write_table, w);
        if (code == APP_OK)
            app_say(APP_NORMAL, "wrote %s", path);
        free(path);
    }
    return code;
}

static int run(const struct app_command *self, int argc, char **argv)
{
    struct options options = { .output = ".", .dialect = &csv_dialects[0] };
    struct writing writing = { 0 };
    struct doc *doc = NULL;
    int code;

    app_parse(self, argc, argv, &options);
    code = app_load(&doc, options.paths, options.n);
    writing = (struct writing){ .doc = doc, .dialect = options.dialect };
    if (code == APP_OK)
        code = options.table ? write_one(&writing, options.table)
                             : write_all(&writing, options.output);
    doc_free(doc);
    return code;
}

static const struct argp argp = { option_table, parse, NULL, NULL, NULL, NULL, NULL };

const struct app_command cmd_export = {
    .name = "export",
    .arguments = "csv FILE...",
    .help = "write tables for other programs",
    .examples = "  errbar export csv a.xml -o tables/\n"
                "  errbar export csv a.xml --table summary --dialect excel-eu > a.csv",
    .argp = &argp,
    .run = run,
};
