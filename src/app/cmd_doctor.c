/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cmd_doctor.c - errbar doctor: is this machine fit for a good measurement
 */
#include "app/commands.h"
#include "app/machine.h"
#include "app/start.h"
#include "probe/probe.h"

#include <errno.h>

struct options {
    bool strict;
};

enum { KEY_STRICT = 0x200 };

static const struct argp_option option_table[] = {
    { "strict", KEY_STRICT, NULL, 0, "Exit 7 where the machine is not fit", 1 },
    { 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    if (key == ARGP_KEY_ARG)
        app_usage("doctor takes no argument: '%s' is too much", arg);
    if (key != KEY_STRICT)
        return ARGP_ERR_UNKNOWN;
    o->strict = true;
    return 0;
}

static int run(const struct app_command *self, int argc, char **argv)
{
    struct options options = { 0 };
    struct doc *doc = doc_new();
    struct session *session = doc ? doc_add_session(doc) : NULL;
    bool fit;

    app_parse(self, argc, argv, &options);
    if (!session || machine_read(doc, session, "here", "here") < 0 ||
        probe_session(doc, session, "", DOC_AT_START) < 0) {
        doc_free(doc);
        return app_fail(&(struct diag){ .rc = -ENOMEM }, APP_INTERNAL);
    }
    fit = start_checks(doc, session->system, session, stdout);
    doc_free(doc);
    return options.strict && !fit ? APP_UNFIT : APP_OK;
}

static const struct argp argp = { option_table, parse, NULL, NULL, NULL, NULL, NULL };

const struct app_command cmd_doctor = {
    .name = "doctor",
    .help = "say what stands against a good measurement here",
    .examples = "  errbar doctor\n  errbar doctor --strict && errbar run --set classic",
    .argp = &argp,
    .run = run,
};
