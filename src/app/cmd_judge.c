/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cmd_judge.c - errbar judge: a file judged anew, by other rules and without measuring
 */
#include "app/commands.h"
#include "app/ending.h"
#include "app/option.h"
#include "app/session.h"
#include "base/num.h"
#include "judge/judge.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct options {
    char *path;
    const char *output, *outliers;
    double level, precision; /* 0: as the file has it */
};

enum { KEY_CONFIDENCE = 0x200, KEY_PRECISION, KEY_OUTLIERS };

static const struct argp_option option_table[] = {
    { "output", 'o', "FILE", 0, "The new document ('-': standard output)", 1 },
    { "confidence", KEY_CONFIDENCE, "PERCENT", 0, "Level of the intervals", 1 },
    { "precision", KEY_PRECISION, "SHARE", 0,
      "Half-width that counts as wide enough, for the flags", 1 },
    { "outliers", KEY_OUTLIERS, "HOW", 0, "reject or keep", 1 },
    { 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case 'o':
        o->output = arg;
        return 0;
    case KEY_CONFIDENCE:
        o->level = option_level(arg);
        return 0;
    case KEY_PRECISION:
        o->precision = option_share("--precision", arg, 0.0001, 1);
        return 0;
    case KEY_OUTLIERS:
        o->outliers = option_one_of("--outliers", arg, "reject", "keep");
        return 0;
    case ARGP_KEY_ARG:
        if (o->path)
            app_usage("judge takes one file at a time: '%s' is too much", arg);
        o->path = arg;
        return 0;
    case ARGP_KEY_NO_ARGS:
        app_usage("judge wants a result file ('-' is standard input)");
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static bool differs(double a, double b)
{
    return !(a >= b && a <= b) && !(isnan(a) && isnan(b));
}

/* What a session was measured with, as a sentence for whoever reads the new file. */
static const char *said_before(struct arena *arena, const struct protocol *p)
{
    char level[NUM_TEXT], precision[NUM_TEXT];

    num_from_double(level, p->level);
    num_from_double(precision, p->precision);
    return arena_printf(arena, "measured with confidence %s, precision %s, outliers %s",
                        level, precision, p->outliers ? p->outliers : "reject");
}

/* Other options for a session; that it was run by others stays written down, once. */
static int change(struct doc *doc, struct session *s, const struct options *o)
{
    struct protocol *p = &s->protocol, before = *p;
    struct doc_event *event;

    if (o->level > 0)
        p->level = o->level;
    if (o->precision > 0)
        p->precision = o->precision;
    if (o->outliers)
        p->outliers = o->outliers;
    if (!differs(p->level, before.level) && !differs(p->precision, before.precision) &&
        strcmp(p->outliers ? p->outliers : "",
               before.outliers ? before.outliers : "") == 0)
        return 0;
    for (size_t i = 0; i < s->n_events; i++) {
        if (strcmp(s->events[i].code, "judged-anew") == 0)
            return 0;
    }
    event = doc_add_event(doc, s);
    if (!event)
        return -ENOMEM;
    event->code = "judged-anew";
    event->text = said_before(doc->arena, &before);
    return event->text ? 0 : -ENOMEM;
}

struct tally {
    size_t estimates, classes;
};

static void count(struct tally *t, const struct judged *before,
                  const struct judged *now)
{
    const struct st_estimate *a, *b;

    if (!before || !now)
        return;
    a = &before->estimate;
    b = &now->estimate;
    t->estimates +=
        differs(a->value, b->value) || differs(a->lo, b->lo) || differs(a->hi, b->hi);
    t->classes += before->class != now->class;
}

static int judge_anew(struct doc *doc, const struct options *o, struct tally *tally)
{
    struct judged **before = calloc(doc->n_measurements + 1, sizeof(struct judged *));
    int rc = before ? 0 : -ENOMEM;

    for (size_t i = 0; rc == 0 && i < doc->n_sessions; i++)
        rc = change(doc, doc->sessions[i], o);
    for (size_t i = 0; rc == 0 && i < doc->n_measurements; i++)
        before[i] = doc->measurements[i]->judged;
    rc = rc < 0 ? rc : judge_doc(doc);
    for (size_t i = 0; rc == 0 && i < doc->n_measurements; i++)
        count(tally, before[i], doc->measurements[i]->judged);
    free(before);
    return rc;
}

/* The file is the same whoever makes it, and whenever: so are uuid and time. */
static int head(struct doc *doc, const struct options *o, const char *path,
                struct diag *why)
{
    char level[NUM_TEXT], precision[NUM_TEXT];
    const char *options;
    int rc = session_sign(doc, why);

    num_from_double(level, o->level);
    num_from_double(precision, o->precision);
    options = arena_printf(doc->arena, "judge confidence=%s precision=%s outliers=%s",
                           level, precision, o->outliers ? o->outliers : "");
    if (rc == 0 && !options)
        rc = diag_set(why, -ENOMEM, "no memory");
    return rc < 0 ? rc : session_derive_uuid(doc, path, options, why);
}

static int judge_file(struct doc *doc, const struct options *o, const char *path)
{
    struct tally tally = { 0 };
    struct diag why = { 0 };
    int code;

    if (judge_anew(doc, o, &tally) < 0)
        return app_fail(&(struct diag){ .rc = -ENOMEM }, APP_INTERNAL);
    if (head(doc, o, path, &why) < 0)
        return app_fail(&why, APP_DATA);
    code = ending_write(doc, o->output);
    if (code == APP_OK)
        app_say(APP_NORMAL,
                "judged %zu measurements anew: %zu estimates and %zu classes are "
                "others than before",
                doc->n_measurements, tally.estimates, tally.classes);
    return code;
}

static int run(const struct app_command *self, int argc, char **argv)
{
    struct options options = { .output = "-" };
    struct doc *doc = NULL;
    struct diag why = { 0 };
    const char *path;
    int code;

    app_parse(self, argc, argv, &options);
    path = strcmp(options.path, "-") == 0 ? app_keep_input(&why)
                                          : (const char *)options.path;
    if (!path)
        return app_fail(&why, APP_DATA);
    code = app_load(&doc, (char *[]){ (char *)path }, 1);
    if (code == APP_OK)
        code = judge_file(doc, &options, path);
    doc_free(doc);
    return code;
}

static const struct argp argp = { option_table, parse, NULL, NULL, NULL, NULL, NULL };

const struct app_command cmd_judge = {
    .name = "judge",
    .arguments = "FILE",
    .help = "judge a result anew, by other rules and without measuring",
    .examples = "  errbar judge old.xml -o new.xml\n"
                "  errbar judge old.xml --outliers keep --confidence 99 -o new.xml",
    .argp = &argp,
    .run = run,
};
