/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cmd_help.c - errbar help: opens the manual
 */
#include "app/commands.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct options {
    const char *topic;
    bool mdoc;
};

enum { KEY_MDOC = 0x200 };

static const struct argp_option option_table[] = {
    { "mdoc", KEY_MDOC, NULL, OPTION_HIDDEN, "A command's options for the manual", 1 },
    { 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    if (key == KEY_MDOC)
        o->mdoc = true;
    else if (key == ARGP_KEY_ARG && !o->topic)
        o->topic = arg;
    else
        return ARGP_ERR_UNKNOWN;
    return 0;
}

/* The option table, which is --help's, as the manual's lists, one for each group. */
static void print_options(const struct argp_option *o, const char *heading)
{
    bool open = false;

    for (; o->name || o->doc; o++) {
        if (!o->name)
            heading = o->doc;
        if (!o->name || o->flags & OPTION_HIDDEN)
            continue;
        if (heading)
            printf("%s.Ss %.*s\n", open ? ".El\n" : "", (int)strcspn(heading, ":"),
                   heading);
        if (heading || !open)
            printf(".Bl -tag -width Ds\n");
        heading = NULL;
        open = true;
        printf(".It ");
        if (o->key > 0x20 && o->key < 0x7f)
            printf("Fl %c , ", o->key);
        printf("Fl \\-%s", o->name);
        if (o->arg)
            printf(" Ns = Ns Ar %s", o->arg);
        printf("\n%s.\n", o->doc);
    }
    if (open)
        printf(".El\n");
}

static int print_mdoc(const struct app_command *command)
{
    const struct argp_child *child = command->argp->children;

    if (command->argp->options)
        print_options(command->argp->options, "Options of its own");
    for (; child && child->argp; child++)
        print_options(child->argp->options, NULL);
    print_options(app_common_options, "Options of all commands");
    return APP_OK;
}

/* The table of commands, for errbar(1). */
static int print_commands(void)
{
    printf(".Bl -tag -width Ds\n");
    for (size_t i = 0; app_commands[i]; i++)
        printf(".It Cm %s\n%s.\n", app_commands[i]->name, app_commands[i]->help);
    printf(".El\n");
    return APP_OK;
}

/* man's own words would name a page that never was. */
static void check_topic(const char *topic)
{
    static const char *const others[] = { "benchmarks", "noise", "results" };
    const char *names[64] = { 0 }, *near;
    size_t n = 0;

    for (; n < sizeof others / sizeof *others; n++)
        names[n] = others[n];
    for (size_t i = 0; app_commands[i] && n + 1 < sizeof names / sizeof *names; i++)
        names[n++] = app_commands[i]->name;
    for (size_t i = 0; i < n; i++) {
        if (strcmp(topic, names[i]) == 0)
            return;
    }
    near = app_nearest(topic, names);
    if (near)
        app_usage("there is no manual of '%s'; did you mean 'errbar help %s'?", topic,
                  near);
    app_usage("there is no manual of '%s'; 'errbar --help' lists the commands", topic);
}

static int run(const struct app_command *self, int argc, char **argv)
{
    struct options options = { 0 };
    const char *built;
    char page[64];

    app_parse(self, argc, argv, &options);
    if (!options.topic)
        app_usage("help wants a topic: a command, 'noise', 'results' or 'benchmarks'");
    if (options.mdoc && strcmp(options.topic, "commands") == 0)
        return print_commands();
    for (size_t i = 0; options.mdoc && app_commands[i]; i++) {
        if (strcmp(app_commands[i]->name, options.topic) == 0)
            return print_mdoc(app_commands[i]);
    }
    if (options.mdoc)
        app_usage("there is no command '%s'", options.topic);
    check_topic(options.topic);
    /* these two have all that there is to say of them in errbar(1) */
    if (strcmp(options.topic, "help") == 0 || strcmp(options.topic, "version") == 0)
        snprintf(page, sizeof page, "errbar");
    else
        snprintf(page, sizeof page, "errbar-%s", options.topic);
    built = app_built_page(page);
    if (built)
        execlp("man", "man", "-l", built, (char *)NULL);
    else
        execlp("man", "man", page, (char *)NULL);
    app_error("cannot start man: %s; 'errbar COMMAND --help' tells the short of it",
              strerror(errno));
    return APP_FAILED;
}

static const struct argp argp = { option_table, parse, NULL, NULL, NULL, NULL, NULL };

const struct app_command cmd_help = {
    .name = "help",
    .arguments = "TOPIC",
    .help = "open the manual of a command, or of 'noise', 'results', 'benchmarks'",
    .examples = "  errbar help run\n  errbar help noise",
    .argp = &argp,
    .run = run,
};
