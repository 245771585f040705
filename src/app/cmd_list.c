/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cmd_list.c - errbar list: what there is
 */
#include "app/catalogue.h"
#include "app/commands.h"
#include "app/listing.h"
#include "app/select.h"
#include "base/num.h"
#include "judge/judge.h"
#include "output/view.h"
#include "probe/probe.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct options {
    const char *what;
    enum listing_format format;
};

/* ---- each listing fills rows ---- */

static const char *likeness_of(const struct bench_case *c)
{
    return words_likeness_name[c->likeness];
}

static int see_benchmark(void *self, const char *id, const struct bench *bench,
                         const struct bench_case *c)
{
    struct listing *list = self;
    const char **row = listing_add(list);

    if (!row)
        return -ENOMEM;
    row[0] = arena_strdup(list->arena, id);
    row[1] = c->title;
    row[2] = bench_family(bench, c);
    row[3] = c->sets & BENCH_QUICK        ? "quick"
             : c->sets & BENCH_CLASSIC    ? "classic"
             : c->sets & BENCH_ON_REQUEST ? "none"
                                          : "full";
    row[4] = likeness_of(c);
    row[5] = arena_printf(list->arena, "%s per %s", bench_is_bandwidth(c) ? "B/s" : "s",
                          c->per);
    row[6] = c->note;
    return row[0] && row[5] ? 0 : -ENOMEM;
}

static int list_benchmarks(struct listing *list)
{
    static const char *const head[] = { "benchmark", "title", "family", "set from",
                                        "lmbench",   "unit",  "note" };

    memcpy((void *)list->head, head, sizeof head);
    return catalogue_each(see_benchmark, list);
}

static int list_sets(struct listing *list)
{
    static const char *const help[] = { "ten processes a row: about a minute",
                                        "every column of the classic tables",
                                        "every value of every parameter" };

    list->head[0] = "set";
    list->head[1] = "rows";
    list->head[2] = "what";
    for (size_t i = 0; i < sizeof help / sizeof *help && select_sets[i]; i++) {
        const struct selection all = { .set = select_sets[i] };
        struct doc *doc = doc_new();
        struct session *session = doc ? doc_add_session(doc) : NULL;
        const char **row = listing_add(list);
        int rc = session && row ? select_rows(&all, doc, session, NULL) : -ENOMEM;

        if (rc == 0) {
            row[0] = select_sets[i];
            row[1] = arena_printf(list->arena, "%zu", doc->n_measurements);
            row[2] = help[i];
        }
        doc_free(doc);
        if (rc < 0)
            return rc;
    }
    return 0;
}

static int see_tag(void *self, const char *id, const struct bench *bench,
                   const struct bench_case *c)
{
    struct listing *list = self;
    const char *family = bench_family(bench, c);
    const char **row;

    (void)id;
    for (size_t r = 0; r < list->n; r++) {
        if (strcmp(list->rows[r][0], family) == 0)
            return 0;
    }
    row = listing_add(list);
    if (!row)
        return -ENOMEM;
    row[0] = family;
    return 0;
}

static int list_tags(struct listing *list)
{
    list->head[0] = "tag";
    return catalogue_each(see_tag, list);
}

static int list_views(struct listing *list)
{
    list->head[0] = "view";
    list->head[1] = "what";
    for (size_t i = 0; view_all[i]; i++) {
        const char **row = listing_add(list);

        if (!row)
            return -ENOMEM;
        row[0] = view_all[i]->name;
        row[1] = view_all[i]->help;
    }
    return 0;
}

static int list_noise_codes(struct listing *list)
{
    static const char *const head[] = { "code",  "severity", "statistic",
                                        "limit", "meaning",  "hint" };

    memcpy((void *)list->head, head, sizeof head);
    for (size_t i = 0; judge_rules[i].code; i++) {
        const struct judge_rule *rule = &judge_rules[i];
        const char **row = listing_add(list);
        char limit[NUM_TEXT];

        if (!row)
            return -ENOMEM;
        num_from_double(limit, rule->limit);
        row[0] = rule->code;
        row[1] = judged_severity_name[rule->severity];
        row[2] = rule->statistic;
        row[3] = arena_strdup(list->arena, limit);
        row[4] = rule->text;
        row[5] = rule->hint;
    }
    return 0;
}

static int list_facts(struct listing *list)
{
    list->head[0] = "fact";
    list->head[1] = "unit";
    list->head[2] = "what";
    for (size_t i = 0; probe_keys[i].key; i++) {
        const char **row = listing_add(list);

        if (!row)
            return -ENOMEM;
        row[0] = probe_keys[i].key;
        row[1] = probe_keys[i].unit;
        row[2] = probe_keys[i].help;
    }
    return 0;
}

static const struct {
    const char *name;
    int (*fill)(struct listing *list);
} listings[] = {
    { "benchmarks", list_benchmarks },
    { "sets", list_sets },
    { "tags", list_tags },
    { "views", list_views },
    { "noise-codes", list_noise_codes },
    { "facts", list_facts },
};
enum { LISTINGS = sizeof listings / sizeof *listings };

/* ---- the command ---- */

enum { KEY_FORMAT = 0x200, KEY_JSONL, KEY_MDOC };

static const struct argp_option option_table[] = {
    { "format", KEY_FORMAT, "FORMAT", 0, "table, json, csv or tsv", 1 },
    { "jsonl", KEY_JSONL, NULL, 0, "One JSON object a line", 1 },
    { "mdoc", KEY_MDOC, NULL, OPTION_HIDDEN, "As a list for the manual", 1 },
    { 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case KEY_FORMAT:
        for (int f = 0; f < LISTING_FORMATS; f++) {
            if (strcmp(arg, listing_format_name[f]) == 0) {
                o->format = (enum listing_format)f;
                return 0;
            }
        }
        app_usage("--format is table, json, csv or tsv, not '%s'", arg);
    case KEY_JSONL:
        o->format = LISTING_JSONL;
        return 0;
    case KEY_MDOC:
        o->format = LISTING_MDOC;
        return 0;
    case ARGP_KEY_ARG:
        if (o->what)
            app_usage("one list at a time: '%s' is too much", arg);
        o->what = arg;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

struct writing {
    const struct listing *list;
    enum listing_format format;
};

static int write_listing(struct sink *sink, void *self, struct diag *why)
{
    const struct writing *w = self;

    (void)why;
    return listing_write(sink, w->list, w->format);
}

static int unknown(const char *what)
{
    const char *names[LISTINGS + 1] = { 0 };
    const char *near;

    for (size_t i = 0; i < LISTINGS; i++)
        names[i] = listings[i].name;
    near = app_nearest(what, names);
    if (near)
        app_error("there is no list of '%s'; did you mean %s?", what, near);
    else
        app_error(
            "there is no list of '%s': benchmarks, sets, tags, views, noise-codes "
            "or facts",
            what);
    return APP_USAGE;
}

/* On a terminal the list of benchmarks leaves units and notes to info. */
static void shorten(struct listing *list, const struct options *o)
{
    if (o->format == LISTING_TABLE && strcmp(list->head[0], "benchmark") == 0)
        list->head[5] = NULL;
}

static int run(const struct app_command *self, int argc, char **argv)
{
    struct options options = { 0 };
    struct listing list = { 0 };
    int code = APP_USAGE;

    app_parse(self, argc, argv, &options);
    if (!options.what)
        options.what = "benchmarks";
    for (size_t i = 0; i < LISTINGS; i++) {
        struct writing writing = { &list, options.format };

        if (strcmp(listings[i].name, options.what) != 0)
            continue;
        if (listing_init(&list) < 0 || listings[i].fill(&list) < 0) {
            listing_done(&list);
            return app_fail(&(struct diag){ .rc = -ENOMEM }, APP_INTERNAL);
        }
        shorten(&list, &options);
        code = app_output(NULL, write_listing, &writing);
        listing_done(&list);
        return code;
    }
    return unknown(options.what);
}

static const struct argp argp = { option_table, parse, NULL, NULL, NULL, NULL, NULL };

const struct app_command cmd_list = {
    .name = "list",
    .arguments = "[benchmarks|sets|tags|views|noise-codes|facts]",
    .help = "list benchmarks, sets, views and codes",
    .examples = "  errbar list\n"
                "  errbar list sets\n"
                "  errbar list noise-codes --format json",
    .argp = &argp,
    .run = run,
};
