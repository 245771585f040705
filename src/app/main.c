/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * main.c - finds the command and runs it
 */
#include "app/app.h"
#include "app/commands.h"

#include "stats/init.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/config.h"

enum { COMMANDS = 32 };

const char *argp_program_bug_address = NULL;

static const struct app_command *find(const char *name)
{
    for (size_t i = 0; app_commands[i]; i++) {
        if (strcmp(app_commands[i]->name, name) == 0)
            return app_commands[i];
    }
    return NULL;
}

static void print_help(FILE *to)
{
    fputs(
        "errbar measures what an operating system and its machine cost, and prints no\n"
        "number without saying how far it can be trusted.\n\n"
        "  errbar run --set quick -o a.xml     measure\n"
        "  errbar report summary a.xml         one screen\n"
        "  errbar report text-3.0 a.xml b.xml  the classic tables\n\n"
        "Commands:\n",
        to);
    for (size_t i = 0; app_commands[i]; i++)
        fprintf(to, "  %-10s %s\n", app_commands[i]->name, app_commands[i]->help);
    fputs("\n'errbar COMMAND --help' tells more, 'errbar help COMMAND' opens its "
          "manual.\n",
          to);
}

static int unknown(const char *name)
{
    const char *names[COMMANDS] = { 0 };
    const char *near;

    for (size_t i = 0; app_commands[i]; i++)
        names[i] = app_commands[i]->name;
    near = app_nearest(name, names);
    if (near)
        app_error("there is no command '%s'; did you mean 'errbar %s'?", name, near);
    else
        app_error("there is no command '%s'; 'errbar --help' lists them", name);
    return APP_USAGE;
}

/*
 * A closed descriptor 0, 1 or 2 would be given to the next file that is opened. What
 * stands in its place refuses what a closed one would refuse: data for nobody is lost
 * data.
 */
static void open_standard_descriptors(void)
{
    for (int fd = 0; fd <= 2; fd++) {
        if (fcntl(fd, F_GETFD) < 0) {
            int null = open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);

            if (null >= 0 && null != fd) {
                dup2(null, fd);
                close(null);
            }
        }
    }
}

/* Also for what argp prints before it exits by itself. */
static void check_output(void)
{
    bool failed = ferror(stdout);

    if (fflush(stdout) == 0 && !failed)
        return;
    app_error("cannot write the output completely: %s", strerror(errno));
    _exit(APP_OUTPUT);
}

int main(int argc, char **argv)
{
    const struct app_command *command;
    const char *wanted;
    char name[64];

    open_standard_descriptors();
    atexit(check_output);
    signal(SIGXFSZ, SIG_IGN); /* a limit is an error of writing, as a full disk is */
    wanted = argc > 1 ? argv[1] : "";
    setlocale(LC_CTYPE, ""); /* for characters only, never for numbers */
    argp_err_exit_status = APP_USAGE;
    st_init();
    if (argc < 2) {
        print_help(stderr);
        return APP_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        (strcmp(argv[1], "help") == 0 && argc == 2)) {
        print_help(stdout);
        return APP_OK;
    }
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0)
        wanted = "version";
    command = find(wanted);
    if (!command)
        return unknown(wanted);
    snprintf(name, sizeof name, "errbar %s", command->name);
    argv[1] = name;
    return command->run(command, argc - 1, argv + 1);
}
