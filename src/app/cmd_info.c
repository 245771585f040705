/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cmd_info.c - errbar info: what a benchmark measures, and how
 */
#include "app/catalogue.h"
#include "app/commands.h"
#include "app/listing.h"
#include "app/select.h"

#include <errno.h>
#include <string.h>

enum { INDENT = 15 }; /* where what is said begins */

struct options {
    const char *ids[32];
    size_t n;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    if (key == ARGP_KEY_END && o->n == 0)
        app_usage("info wants a benchmark: 'errbar list' shows them");
    if (key != ARGP_KEY_ARG)
        return ARGP_ERR_UNKNOWN;
    if (o->n == sizeof o->ids / sizeof *o->ids)
        app_usage("too many names at once");
    o->ids[o->n++] = arg;
    return 0;
}

static void print_param(struct sink *sink, const struct bench_param *p)
{
    sink_printf(sink, "  %-12s %s\n", p->name, p->help ? p->help : "");
    sink_printf(sink, "  %-12s full: %s\n", "", p->values);
    if (p->classic)
        sink_printf(sink, "  %-12s classic: %s\n", "", p->classic);
    if (p->quick)
        sink_printf(sink, "  %-12s quick: %s\n", "", p->quick);
}

static void print_case(struct sink *sink, const char *id, const struct bench *bench,
                       const struct bench_case *c)
{
    sink_printf(sink, "%s: %s\n", id, c->title);
    if (c->bytes_of)
        sink_printf(sink, "  unit         B/s, %s bytes per %s; higher is better\n",
                    c->bytes_of, c->per);
    else if (c->bytes)
        sink_printf(sink, "  unit         B/s, %llu bytes per %s; higher is better\n",
                    (unsigned long long)c->bytes, c->per);
    else
        sink_printf(sink, "  unit         s per %s; lower is better\n", c->per);
    if (c->base)
        sink_text(sink,
                  "  difference   a base part is measured in turn with the subject "
                  "and subtracted\n");
    sink_printf(sink, "  family       %s, revision %s, %s\n", bench_family(bench, c),
                bench->revision,
                bench->tasks == BENCH_ONE_TASK ? "one task" : "several tasks");
    sink_printf(sink, "  sets         %s\n", catalogue_sets(c));
    sink_printf(sink, "  lmbench      %s%s", words_likeness_name[c->likeness],
                c->note ? ": " : "");
    if (c->note)
        listing_text(sink, INDENT + strlen(words_likeness_name[c->likeness]) + 2,
                     INDENT, c->note);
    sink_text(sink, "\n");
}

static void print_bench(struct sink *sink, const struct bench *bench)
{
    sink_printf(sink, "%s: %s\n", bench->name, bench->title);
    if (bench->source) {
        sink_text(sink, "  ");
        listing_text(sink, 2, 2, bench->source);
        sink_text(sink, "\n");
    }
    for (const struct bench_param *p = bench->params; p && p->name; p++)
        print_param(sink, p);
    if (bench->placed)
        sink_printf(sink, "  %-12s where the tasks run: %s\n", "placement",
                    bench->placements ? bench->placements : "same sibling cross free");
    sink_text(sink, "\n");
}

struct printing {
    struct sink *sink;
    const char *pattern;
    const struct bench *last;
    size_t n;
};

static int see(void *self, const char *id, const struct bench *bench,
               const struct bench_case *c)
{
    struct printing *p = self;

    if (!select_matches(p->pattern, id))
        return 0;
    if (p->last != bench)
        print_bench(p->sink, bench);
    p->last = bench;
    p->n++;
    print_case(p->sink, id, bench, c);
    return 0;
}

static int print_all(struct sink *sink, void *self, struct diag *why)
{
    const struct options *o = self;

    (void)why;
    for (size_t i = 0; i < o->n; i++) {
        struct printing p = { .sink = sink, .pattern = o->ids[i] };

        sink_text(sink, i ? "\n" : "");
        catalogue_each(see, &p);
    }
    return sink->error;
}

static int run(const struct app_command *self, int argc, char **argv)
{
    struct options options = { 0 };
    struct diag why = { 0 };

    app_parse(self, argc, argv, &options);
    if (select_check(options.ids, options.n, &why) < 0)
        return app_fail(&why, APP_NOTHING);
    return app_output(NULL, print_all, &options);
}

static const struct argp argp = { NULL, parse, NULL, NULL, NULL, NULL, NULL };

const struct app_command cmd_info = {
    .name = "info",
    .arguments = "BENCHMARK...",
    .help = "tell what a benchmark measures, and how",
    .examples = "  errbar info lat_ctx\n"
                "  errbar info lat_syscall.null",
    .argp = &argp,
    .run = run,
};
