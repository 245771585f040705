/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cmd_ab.c - errbar ab: two settings on one boot, toggled between invocations
 */
#include "app/commands.h"
#include "app/comparing.h"
#include "app/option.h"
#include "app/preparing.h"
#include "app/settings.h"
#include "app/start.h"

#include <string.h>

enum { PAIRS = 20, DEADLINE_S = 60 };

struct options {
    struct run_options run;
    struct settings settings;
    bool same;
};

enum { KEY_A = 0x400, KEY_B, KEY_AA, KEY_DEADLINE };

static const struct argp_option option_table[] = {
    { NULL, 0, NULL, 0, "The settings:", 0 },
    { "a", KEY_A, "CMD", 0,
      "Command for /bin/sh that sets the first; restored at the end", 0 },
    { "b", KEY_B, "CMD", 0, "Command that sets the second", 0 },
    { "aa", KEY_AA, NULL, 0, "The first one, or nothing, on both sides: a self-test",
      0 },
    { "deadline", KEY_DEADLINE, "TIME", 0, "A command may take that long (60s)", 0 },
    { 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        for (size_t i = 0; i < RUN_PARTS; i++)
            state->child_inputs[i] = &o->run;
        return 0;
    case KEY_A:
    case KEY_B:
        option_plain_text(key == KEY_A ? "--a" : "--b", arg);
        if (!*arg)
            app_usage("--a and --b want a command that is not empty");
        o->settings.command[key == KEY_B] = arg;
        return 0;
    case KEY_AA:
        o->same = true;
        return 0;
    case KEY_DEADLINE:
        o->settings.deadline_s = option_seconds("--deadline", arg);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void settle(struct options *o)
{
    struct settings *s = &o->settings;

    if (o->same && s->command[1])
        app_usage("--aa has one setting on both sides: leave --b out");
    if (!o->same && !(s->command[0] && s->command[1]))
        app_usage("ab wants two commands: --a 'CMD' --b 'CMD' (or --aa, a self-test)");
    if (o->same)
        s->command[1] = s->command[0];
    if (!o->run.protocol.exactly)
        o->run.protocol.exactly = PAIRS;
    run_options_settle(&o->run);
    o->run.settings = s;
}

static int print(struct session_run *run)
{
    const struct session *sessions[] = { run->session };
    struct compare_side side = { "a", "-", sessions, 1, 1 };
    const struct compare_sides sides = { &side, 1, 1, true };
    const struct judge_compare_options options = { 0 };
    char *const path = (char *)run->output;
    struct comparing_shown shown = { 0 };
    struct judge_comparison *found;
    int code;

    if (strcmp(run->output, "-") == 0)
        return APP_OK; /* the document is there: errbar compare makes the table */
    code = comparing_sources(&shown, run->doc, &path, &path, &(size_t){ 1 }, 1);
    if (code == APP_OK)
        code = comparing_judge(&found, run->doc, &sides, &options);
    return code == APP_OK ? comparing_print(run->doc, &sides, found, &shown,
                                            COMPARE_TABLE, false, NULL)
                          : code;
}

static int run(const struct app_command *self, int argc, char **argv)
{
    struct options options = { .settings = { .deadline_s = DEADLINE_S } };
    struct session_run run = { 0 };
    int code;

    run_options_init(&options.run);
    app_parse(self, argc, argv, &options);
    settle(&options);
    code = preparing_plan(&run, &options.run);
    if (code == APP_OK && options.run.dry_run)
        code = preparing_show(&run);
    else if (code == APP_OK)
        code = start_session(&run, &options.run);
    if (code == APP_OK && !options.run.dry_run) {
        code = session_measure(&run);
        if (code == APP_OK)
            code = print(&run);
    }
    session_done(&run);
    run_options_done(&options.run);
    return code;
}

static const struct argp_child children[] = {
    { &run_parts[RUN_SELECTING], 0, NULL, 0 },
    { &run_parts[RUN_MEASURING], 0, NULL, 0 },
    { &run_parts[RUN_TIMING], 0, NULL, 0 },
    { &run_parts[RUN_KEEPING], 0, NULL, 0 },
    { &run_parts[RUN_SHOWING], 0, NULL, 0 },
    { 0 },
};
static const struct argp argp = {
    option_table, parse, NULL, NULL, children, NULL, NULL
};

const struct app_command cmd_ab = {
    .name = "ab",
    .arguments = "[BENCHMARK...]",
    .help = "compare two settings on one boot, toggled between processes",
    .examples = "  errbar ab --a 'sysctl -w vm.overcommit_memory=0' \\\n"
                "            --b 'sysctl -w vm.overcommit_memory=2' lat_proc\n"
                "  errbar ab --aa lat_syscall",
    .argp = &argp,
    .run = run,
};
