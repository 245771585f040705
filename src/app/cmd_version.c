/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cmd_version.c - errbar version: which program this is
 */
#include "app/commands.h"
#include "app/commit.h"
#include "app/config.h"

#include <stdio.h>

enum { KEY_JSON = 0x200 };

static const struct argp_option option_table[] = {
    { "json", KEY_JSON, NULL, 0, "With the libraries it was built with, as JSON", 1 },
    { 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    bool *json = state->input;

    (void)arg;
    if (key != KEY_JSON)
        return ARGP_ERR_UNKNOWN;
    *json = true;
    return 0;
}

static int run(const struct app_command *self, int argc, char **argv)
{
    bool json = false;

    app_parse(self, argc, argv, &json);
    if (json)
        printf("{\"name\": \"errbar\", \"version\": \"%s\", \"commit\": \"%s\", "
               "\"compiler\": \"%s\", \"gsl\": \"%s\", \"libxml2\": \"%s\", "
               "\"hwloc\": \"%s\", \"nettle\": \"%s\"}\n",
               ERRBAR_VERSION, ERRBAR_COMMIT, __VERSION__, ERRBAR_GSL, ERRBAR_LIBXML2,
               ERRBAR_HWLOC, ERRBAR_NETTLE);
    else
        printf("errbar %s (%s)\n", ERRBAR_VERSION, ERRBAR_COMMIT);
    return APP_OK;
}

static const struct argp argp = { option_table, parse, NULL, NULL, NULL, NULL, NULL };

const struct app_command cmd_version = {
    .name = "version",
    .help = "print the version",
    .examples = "  errbar version --json",
    .argp = &argp,
    .run = run,
};
