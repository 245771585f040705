/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cmd_show.c - errbar show: one measurement in detail
 */
#include "app/commands.h"
#include "app/select.h"
#include "output/show.h"

#include <errno.h>
#include <string.h>

struct options {
    char *path;
    const char *patterns[64];
    size_t n;
    bool raw;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case ARGP_KEY_ARG:
        if (!o->path)
            o->path = arg;
        else if (o->n < sizeof o->patterns / sizeof *o->patterns)
            o->patterns[o->n++] = arg;
        else
            app_usage("too many names at once");
        return 0;
    case ARGP_KEY_NO_ARGS:
        app_usage("show wants a result file, and what to show of it");
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

struct showing {
    const struct doc *doc;
    const struct options *options;
};

/* By pattern, or by the whole label: "lat_ctx size=64K procs=8". */
static bool is_wanted(const struct measurement *m, const struct options *o,
                      struct arena *arena)
{
    const char *label;

    if (o->n == 0)
        return !m->sentinel;
    label = measurement_label(m, arena);
    for (size_t i = 0; i < o->n; i++) {
        if (select_matches(o->patterns[i], m->definition->id) ||
            strcmp(o->patterns[i], m->id) == 0 ||
            (label && strcmp(o->patterns[i], label) == 0))
            return true;
    }
    return false;
}

static int print(struct sink *sink, void *self, struct diag *why)
{
    const struct showing *s = self;
    const struct view_options options = { .ascii = !app_utf8(),
                                          .width = app_terminal_width(1) };
    struct arena *arena = arena_new();
    size_t shown = 0;
    int rc = arena ? 0 : -ENOMEM;

    for (size_t i = 0; rc == 0 && i < s->doc->n_measurements; i++) {
        const struct measurement *m = s->doc->measurements[i];

        if (!is_wanted(m, s->options, arena))
            continue;
        sink_text(sink, shown++ ? "\n" : "");
        rc = show_print(sink, s->doc, m, &options);
    }
    arena_free(arena);
    if (rc == 0 && shown == 0)
        rc = diag_set(why, -ENOENT, "%s holds no measurement '%s'", s->options->path,
                      s->options->n ? s->options->patterns[0] : "");
    return rc;
}

static int run(const struct app_command *self, int argc, char **argv)
{
    struct options options = { 0 };
    struct doc *doc = NULL;
    int code;

    app_parse(self, argc, argv, &options);
    code = app_load(&doc, &options.path, 1);
    if (code == APP_OK)
        code = app_output(NULL, print, &(struct showing){ doc, &options });
    doc_free(doc);
    return code;
}

static const struct argp argp = { NULL, parse, NULL, NULL, NULL, NULL, NULL };

const struct app_command cmd_show = {
    .name = "show",
    .arguments = "FILE [BENCHMARK...]",
    .help = "show measurements with their observations",
    .examples = "  errbar show a.xml lat_syscall.null\n"
                "  errbar show a.xml 'lat_ctx size=64K procs=8 placement=same'",
    .argp = &argp,
    .run = run,
};
