/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cmd_serve.c - errbar serve: the far end of benchmarks that go over a network
 */
#include "app/commands.h"
#include "app/far_end.h"
#include "app/option.h"

#include <errno.h>

enum { KEY_PORT = 0x600, KEY_TOKEN_FILE };

struct options {
    const char *address, *port, *token_file;
};

static const struct argp_option own[] = {
    { "port", KEY_PORT, "N", 0, "Port to be called at (0: one that is free)", 1 },
    { "token-file", KEY_TOKEN_FILE, "FILE", 0,
      "Holds the token that callers must show ($ERRBAR_TOKEN otherwise)", 1 },
    { 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case KEY_PORT:
        option_whole("--port", arg, 0, 65535);
        o->port = arg;
        return 0;
    case KEY_TOKEN_FILE:
        o->token_file = arg;
        return 0;
    case ARGP_KEY_ARG:
        if (o->address)
            app_usage("serve wants one address, not also '%s'", arg);
        o->address = arg;
        return 0;
    case ARGP_KEY_END:
        if (!o->address)
            app_usage("serve wants the address to be called at, such as 192.0.2.7");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static int run(const struct app_command *self, int argc, char **argv)
{
    struct options o = { .port = "0" };
    char token[FAR_END_TOKEN];
    struct diag why = { 0 };

    app_parse(self, argc, argv, &o);
    if (far_end_token(token, o.token_file, &why) < 0)
        return app_fail(&why, APP_USAGE);
    return app_fail(&why, far_end_serve(o.address, o.port, token, &why) == -EINVAL
                              ? APP_USAGE
                              : APP_FAILED);
}

static const struct argp argp = { own, parse, NULL, NULL, NULL, NULL, NULL };

const struct app_command cmd_serve = {
    .name = "serve",
    .arguments = "ADDRESS",
    .help = "be the far end of run --remote",
    .examples = "  errbar serve 192.0.2.7 --port 7000 --token-file token\n"
                "  errbar run --remote 192.0.2.7:7000 --token-file token -o a.xml",
    .argp = &argp,
    .run = run,
};
