/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * run_options.c - the options of run, as one struct
 */
#include "app/run_options.h"

#include "app/app.h"
#include "app/option.h"
#include "app/room.h"
#include "base/num.h"
#include "spawn/spawn.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum {
    KEY_SET = 0x200,
    KEY_TAG,
    KEY_SKIP,
    KEY_PARAM,
    KEY_NAME,
    KEY_LABEL,
    KEY_TITLE,
    KEY_NOTE,
    KEY_LICENCE,
    KEY_PRECISION,
    KEY_CONFIDENCE,
    KEY_INVOCATIONS,
    KEY_MIN_INVOCATIONS,
    KEY_MAX_INVOCATIONS,
    KEY_SAMPLES,
    KEY_WARMUP,
    KEY_MAX_TIME,
    KEY_MAX_TIME_EACH,
    KEY_SPAN,
    KEY_ORDER,
    KEY_SEED,
    KEY_CPUS,
    KEY_OUTLIERS,
    KEY_DRAFT,
    KEY_LIKE,
    KEY_APPEND,
    KEY_STRICT,
    KEY_DRY_RUN,
    KEY_FAIL_ON,
    KEY_FAIL_FAST,
    KEY_KEEP_GOING,
    KEY_PROGRESS,
    KEY_JOURNAL,
    KEY_DIR,
    KEY_REMOTE,
    KEY_TOKEN_FILE
};

/* Only run has these; they stand among the others in its help. */
static const struct argp_option own[] = {
    { "like", KEY_LIKE, "FILE", 0,
      "Same rows, passes, samples, seed, CPUs, placement and precision as that result",
      1 },
    { "append", KEY_APPEND, "FILE", 0,
      "Add one more session to that result: the next boot", 1 },
    { "remote", KEY_REMOTE, "ADDRESS:PORT", 0,
      "Measure over the network, with errbar serve at that address", 1 },
    { "token-file", KEY_TOKEN_FILE, "FILE", 0,
      "Holds the token that it wants ($ERRBAR_TOKEN otherwise)", 1 },
    { "precision", KEY_PRECISION, "SHARE", 0,
      "Half-width of the interval at which a row may stop (1%)", 2 },
    { "confidence", KEY_CONFIDENCE, "PERCENT", 0, "Level of the intervals (95)", 2 },
    { "min-invocations", KEY_MIN_INVOCATIONS, "N", 0, "No fewer than N (10)", 2 },
    { "max-invocations", KEY_MAX_INVOCATIONS, "N", 0, "No more than N (80)", 2 },
    { "max-time-each", KEY_MAX_TIME_EACH, "TIME", 0, "Stop a row after this (3m)", 2 },
    { "draft", KEY_DRAFT, NULL, 0,
      "Five processes a row and no waiting; every view says so", 2 },
    { "order", KEY_ORDER, "HOW", 0, "blocks (shuffled; the default) or listed", 2 },
    { "fail-on", KEY_FAIL_ON, "WHAT", 0,
      "noise: exit 5 where a row is noisy or wider than asked for", 3 },
    { "keep-going", KEY_KEEP_GOING, NULL, 0, "Measure the others (this is the default)",
      3 },
    { 0 },
};

static const struct argp_option selecting[] = {
    { NULL, 0, NULL, 0, "What to measure:", 1 },
    { "set", KEY_SET, "NAME", 0, "quick, classic or full", 1 },
    { "tag", KEY_TAG, "FAMILY", 0,
      "Only benchmarks of this family (syscall, process ...)", 1 },
    { "skip", KEY_SKIP, "PATTERN", 0, "Leave these out", 1 },
    { "param", KEY_PARAM, "NAME=V[,V...]", 0,
      "Values of a parameter, for the selected benchmarks that have it", 1 },
    { 0 },
};

static const struct argp_option measuring[] = {
    { NULL, 0, NULL, 0, "How well:", 2 },
    { "invocations", KEY_INVOCATIONS, "N", 0, "Exactly N processes a row", 2 },
    { "samples", KEY_SAMPLES, "N", 0, "Observations kept of each process (20)", 2 },
    { "warmup", KEY_WARMUP, "N", 0,
      "Observations before those (found by five pilot processes; at least 5)", 2 },
    { "seed", KEY_SEED, "N", 0,
      "Of the order and the padding; drawn where none is given", 2 },
    { "cpus", KEY_CPUS, "LIST", 0, "auto (the default), none, or CPUs such as 1-3,8",
      2 },
    { "dir", KEY_DIR, "DIRECTORY", 0,
      "Where benchmarks make their files ($XDG_RUNTIME_DIR, $TMPDIR or /tmp)", 2 },
    { "outliers", KEY_OUTLIERS, "HOW", 0, "reject (the default) or keep", 2 },
    { 0 },
};

static const struct argp_option timing[] = {
    { "max-time", KEY_MAX_TIME, "TIME", 0,
      "Stop the whole run after this: 90, 90s, 3m, 2h", 2 },
    { "span", KEY_SPAN, "TIME", 0,
      "Spread each row's processes over at least this (60s; 0: do not wait)", 2 },
    { "strict", KEY_STRICT, NULL, 0, "Do not measure on a machine that is not fit", 2 },
    { 0 },
};

static const struct argp_option keeping[] = {
    { NULL, 0, NULL, 0, "What becomes of it:", 3 },
    { "output", 'o', "FILE", 0,
      "Result document ('-': standard output; a new one below ~/.local/share/errbar)",
      3 },
    { "name", KEY_NAME, "NAME", 0,
      "Of the machine, in place of one derived from a salted hash", 3 },
    { "label", KEY_LABEL, "TEXT", 0, "Of this system, as columns show it", 3 },
    { "title", KEY_TITLE, "TEXT", 0, "Of the document", 3 },
    { "note", KEY_NOTE, "TEXT", 0, "Kept with the session", 3 },
    { "licence", KEY_LICENCE, "SPDX", 0, "Of the results, e.g. CC-BY-4.0", 3 },
    { "journal", KEY_JOURNAL, "DIR", 0, "Where the journal stands while the run lasts",
      3 },
    { "fail-fast", KEY_FAIL_FAST, NULL, 0, "Stop at the first row that fails", 3 },
    { 0 },
};

static const struct argp_option showing[] = {
    { "dry-run", KEY_DRY_RUN, NULL, 0, "Print the plan and touch nothing", 3 },
    { "progress", KEY_PROGRESS, "HOW", 0, "auto, bar, plain, json or none", 3 },
    { 0 },
};

static void add(const char ***list, size_t *n, const char *word)
{
    if (select_add(list, n, word) < 0)
        app_usage("no memory for the options");
}

static error_t parse_selection(int key, char *arg, struct selection *s)
{
    switch (key) {
    case KEY_SET:
        s->set = arg;
        return 0;
    case KEY_TAG:
        add(&s->tags, &s->n_tags, arg);
        return 0;
    case KEY_SKIP:
        add(&s->skip, &s->n_skip, arg);
        return 0;
    case KEY_PARAM:
        add(&s->params, &s->n_params, arg);
        return 0;
    case ARGP_KEY_ARG:
        add(&s->patterns, &s->n_patterns, arg);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse_protocol(int key, char *arg, struct run_options *o)
{
    struct protocol *p = &o->protocol;

    switch (key) {
    case KEY_PRECISION:
        p->precision = option_share("--precision", arg, 0.0001, 1);
        return 0;
    case KEY_CONFIDENCE:
        p->level = option_level(arg);
        return 0;
    case KEY_INVOCATIONS:
        p->exactly = option_whole("--invocations", arg, 1, 100000);
        return 0;
    case KEY_MIN_INVOCATIONS:
        p->min_invocations = option_whole("--min-invocations", arg, 1, 100000);
        return 0;
    case KEY_MAX_INVOCATIONS:
        p->max_invocations = option_whole("--max-invocations", arg, 1, 100000);
        return 0;
    case KEY_SAMPLES:
        p->samples = option_whole("--samples", arg, 1, 100000);
        return 0;
    case KEY_WARMUP:
        p->warmup = option_whole("--warmup", arg, 0, 100000);
        p->pilots = 0;
        return 0;
    case KEY_MAX_TIME:
        p->max_seconds = o->max_time_said = option_limit("--max-time", arg);
        return 0;
    case KEY_MAX_TIME_EACH:
        p->max_seconds_each = option_limit("--max-time-each", arg);
        return 0;
    case KEY_SPAN:
        p->span_seconds = option_seconds("--span", arg);
        o->span_said = true;
        return 0;
    case KEY_DRAFT:
        p->draft = true;
        return 0;
    case KEY_ORDER:
        p->order = option_one_of("--order", arg, "blocks", "listed");
        return 0;
    case KEY_SEED:
        if (num_to_u64(arg, &p->seed) < 0)
            app_usage("--seed wants a whole number, not '%s'", arg);
        o->seed_said = true;
        return 0;
    case KEY_CPUS:
        p->cpus = arg;
        return 0;
    case KEY_OUTLIERS:
        p->outliers = option_one_of("--outliers", arg, "reject", "keep");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse_text(int key, char *arg, struct run_options *o)
{
    const struct {
        int key;
        const char *option;
        const char **to;
    } texts[] = {
        { 'o', "--output", &o->output },
        { KEY_NAME, "--name", &o->name },
        { KEY_LABEL, "--label", &o->label },
        { KEY_TITLE, "--title", &o->title },
        { KEY_NOTE, "--note", &o->note },
        { KEY_LICENCE, "--licence", &o->licence },
        { KEY_LIKE, "--like", &o->like },
        { KEY_APPEND, "--append", &o->append },
        { KEY_JOURNAL, "--journal", &o->journal_dir },
        { KEY_DIR, "--dir", &o->dir },
        { KEY_REMOTE, "--remote", &o->remote },
        { KEY_TOKEN_FILE, "--token-file", &o->token_file },
    };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (texts[i].key == key) {
            option_plain_text(texts[i].option, arg);
            if (!*arg)
                app_usage("%s wants a text that is not empty", texts[i].option);
            *texts[i].to = arg;
            return 0;
        }
    }
    return ARGP_ERR_UNKNOWN;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct run_options *o = state->input;
    error_t rc = parse_selection(key, arg, &o->selection);

    if (rc == ARGP_ERR_UNKNOWN) {
        rc = parse_protocol(key, arg, o);
        o->protocol_said = o->protocol_said ||
                           (rc == 0 && key != KEY_MAX_TIME && key != KEY_INVOCATIONS);
    }
    if (rc == ARGP_ERR_UNKNOWN && arg)
        rc = parse_text(key, arg, o);
    if (rc == 0)
        return 0;
    switch (key) {
    case KEY_STRICT:
        o->strict = true;
        return 0;
    case KEY_DRY_RUN:
        o->dry_run = true;
        return 0;
    case KEY_FAIL_ON:
        if (!arg || strcmp(arg, "noise") != 0)
            app_usage("--fail-on of a run is noise, not '%s'", arg ? arg : "");
        o->fail_on_noise = true;
        return 0;
    case KEY_FAIL_FAST:
    case KEY_KEEP_GOING:
        o->fail_fast = key == KEY_FAIL_FAST;
        return 0;
    case KEY_PROGRESS:
        if (progress_kind_from(arg, &o->progress) < 0)
            app_usage("--progress is auto, bar, plain, json or none, not '%s'", arg);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp run_parts[RUN_PARTS] = {
    [RUN_SELECTING] = { selecting, parse, NULL, NULL, NULL, NULL, NULL },
    [RUN_MEASURING] = { measuring, parse, NULL, NULL, NULL, NULL, NULL },
    [RUN_TIMING] = { timing, parse, NULL, NULL, NULL, NULL, NULL },
    [RUN_KEEPING] = { keeping, parse, NULL, NULL, NULL, NULL, NULL },
    [RUN_SHOWING] = { showing, parse, NULL, NULL, NULL, NULL, NULL },
};

static const struct argp_child children[] = {
    { &run_parts[RUN_SELECTING], 0, NULL, 0 },
    { &run_parts[RUN_MEASURING], 0, NULL, 0 },
    { &run_parts[RUN_TIMING], 0, NULL, 0 },
    { &run_parts[RUN_KEEPING], 0, NULL, 0 },
    { &run_parts[RUN_SHOWING], 0, NULL, 0 },
    { 0 },
};

static error_t parse_run(int key, char *arg, struct argp_state *state)
{
    if (key != ARGP_KEY_INIT)
        return parse(key, arg, state);
    for (size_t i = 0; i < RUN_PARTS; i++)
        state->child_inputs[i] = state->input;
    return 0;
}

const struct argp run_argp = { own, parse_run, NULL, NULL, children, NULL, NULL };

enum { PILOTS = 5 };

void run_options_init(struct run_options *o)
{
    static const uint32_t looks[] = { 10, 15, 23, 35, 53, 80 }; /* statistics.md 3.6 */

    *o = (struct run_options){ 0 };
    o->protocol = (struct protocol){ .precision = 0.01,
                                     .level = 0.95,
                                     .n_looks = sizeof looks / sizeof *looks,
                                     .samples = 20,
                                     .warmup = 5,
                                     .pilots = PILOTS, /* statistics.md 3.3 */
                                     .order = "blocks",
                                     .outliers = "reject",
                                     .span_seconds = 60,
                                     .max_seconds_each = 180,
                                     .cpus = "auto" };
    memcpy(o->protocol.looks, looks, sizeof looks);
}

/* Pilots are rows' first invocations: of so few there are none. */
static void settle_pilots(struct protocol *p)
{
    uint32_t most = p->exactly ? p->exactly : p->max_invocations;

    if (p->draft || (most && most <= p->pilots))
        p->pilots = 0;
}

/* A seed that a person can type again: nine digits. */
static uint64_t random_seed(void)
{
    uint64_t seed = 0;

    if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed)
        seed = 20040107;
    return seed % 1000000000;
}

/* What would be left out without a word. */
static void check_like(const struct run_options *o)
{
    const struct selection *s = &o->selection;

    if (o->like && o->append)
        app_usage("--like and --append exclude each other");
    if (s->n_patterns || s->n_skip || s->n_tags || s->n_params || s->set)
        app_usage("--like and --append take the rows from the file: leave the "
                  "selection out");
    if (o->protocol_said)
        app_usage("--like and --append measure as the file says: of the options that "
                  "say how well, only --invocations, --max-time and --strict go with "
                  "them");
}

/* The rows that go over a network, with the other end where it was said to be. */
static void settle_remote(struct run_options *o)
{
    struct selection *s = &o->selection;

    s->remote = true;
    add(&s->params, &s->n_params, "host=remote");
    add(&s->params, &s->n_params, o->remote[0] == '[' ? "ip=6" : "ip=4");
}

void run_options_settle(struct run_options *o)
{
    struct protocol *p = &o->protocol;
    struct selection *s = &o->selection;

    if (o->remote && !o->like && !o->append)
        settle_remote(o);
    if (o->like || o->append)
        check_like(o);
    else if (s->n_patterns == 0 && s->n_tags == 0 && !s->set)
        s->set = "quick";
    p->set = s->set;
    s->file_room = room_for_file(spawn_scratch_place(o->dir));
    if ((p->exactly || p->draft) && (p->min_invocations || p->max_invocations))
        app_usage("--invocations and --draft say exactly how many: leave "
                  "--min-invocations and --max-invocations out");
    if (p->draft && !p->exactly)
        p->exactly = 5;
    if (p->draft && !o->span_said)
        p->span_seconds = 0;
    if (!p->exactly && !p->max_invocations && s->set && strcmp(s->set, "quick") == 0)
        p->exactly = 10;
    settle_pilots(p);
    if (p->max_invocations && p->min_invocations > p->max_invocations)
        app_usage("--min-invocations %u is more than --max-invocations %u",
                  p->min_invocations, p->max_invocations);
    if (!o->seed_said)
        p->seed = random_seed();
}

void run_options_done(struct run_options *o)
{
    select_done(&o->selection);
}
