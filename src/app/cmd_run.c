/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cmd_run.c - errbar run: from options to a session, then measure
 */
#include "app/commands.h"
#include "app/preparing.h"
#include "app/start.h"

static int run(const struct app_command *self, int argc, char **argv)
{
    struct session_run run = { 0 };
    struct run_options options;
    int code;

    run_options_init(&options);
    app_parse(self, argc, argv, &options);
    run_options_settle(&options);
    code = preparing_plan(&run, &options);
    if (code == APP_OK && !options.dry_run)
        code = start_far_end(&run, options.remote, options.token_file);
    if (code == APP_OK && options.dry_run)
        code = preparing_show(&run);
    else if (code == APP_OK)
        code = start_session(&run, &options);
    if (code == APP_OK && !options.dry_run)
        code = session_measure(&run);
    session_done(&run);
    run_options_done(&options);
    return code;
}

const struct app_command cmd_run = {
    .name = "run",
    .arguments = "[BENCHMARK...]",
    .help = "measure, and write one result document",
    .examples = "  errbar run --set quick -o a.xml\n"
                "  errbar run lat_syscall lat_ctx --param procs=2,8 --precision 2%\n"
                "  errbar run --like a.xml --label 6.2-B -o b.xml\n\n"
                "BENCHMARK is a name (lat_ctx), one case (lat_syscall.null), a pattern "
                "('lat_*') or re:REGEX. Without any, the set quick is measured.",
    .argp = &run_argp,
    .run = run,
};
