/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * talk.c - sentences for people, options that all commands have, output that is whole
 */
#include "app/app.h"

#include <errno.h>
#include <langinfo.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum app_loudness app_loudness;
bool app_colour_asked, app_colour_wanted;

static bool has_colour(int fd)
{
    const char *no = getenv("NO_COLOR");

    if (app_colour_asked)
        return app_colour_wanted;
    return app_terminal(fd) && (!no || !*no);
}

void app_error(const char *format, ...)
{
    va_list args;

    fputs(has_colour(2) ? "\033[1;31merrbar:\033[0m " : "errbar: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
}

void app_say(enum app_loudness at_least, const char *format, ...)
{
    va_list args;

    if (app_loudness < at_least)
        return;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
}

int app_fail(const struct diag *why, enum app_exit code)
{
    app_error("%s", diag_text(why));
    return (int)code;
}

int app_output(const char *path,
               int (*write)(struct sink *sink, void *self, struct diag *why),
               void *self)
{
    struct diag why = { 0 };
    struct sink sink;
    int rc;

    if (path && strcmp(path, "-") != 0) {
        if (sink_open_file(&sink, path, &why) < 0)
            return app_fail(&why, APP_OUTPUT);
    } else {
        sink_open_fd(&sink, STDOUT_FILENO);
    }
    rc = write(&sink, self, &why);
    if (rc < 0 && !sink.error) {
        sink_abandon(&sink);
        return app_fail(&why, rc == -ENOENT    ? APP_NOTHING
                              : rc == -ENOTSUP ? APP_USAGE
                                               : APP_INTERNAL);
    }
    if (sink_finish(&sink, &why) < 0)
        return app_fail(&why, APP_OUTPUT);
    return APP_OK;
}

const char *app_quote(const char *text, struct arena *arena)
{
    const char *quoted = "";

    if (*text && strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                              "0123456789_./+,:@%=-") == strlen(text))
        return text;
    for (size_t n; quoted && *text; text += n) {
        n = strcspn(text, "'");
        quoted = arena_printf(arena, "%s%.*s%s", quoted, (int)n, text,
                              text[n] ? "'\\''" : "");
        n += text[n] != '\0';
    }
    return quoted ? arena_printf(arena, "'%s'", quoted) : NULL;
}

bool app_terminal(int fd)
{
    const char *term = getenv("TERM");

    return isatty(fd) && term && strcmp(term, "dumb") != 0;
}

int app_terminal_width(int fd)
{
    struct winsize size;

    return ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : 80;
}

bool app_utf8(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/* ---- options that every command has ---- */

enum { KEY_COLOR = 0x1000 };

const struct argp_option app_common_options[] = {
    { "quiet", 'q', NULL, 0, "Errors only", 100 },
    { "verbose", 'v', NULL, 0, "Tell more; twice: everything", 100 },
    { "color", KEY_COLOR, "WHEN", 0, "auto, always or never", 100 },
    { 0 },
};

static error_t parse_common(int key, char *arg, struct argp_state *state)
{
    (void)state;
    switch (key) {
    case 'q':
        app_loudness = APP_QUIET;
        return 0;
    case 'v':
        app_loudness++;
        return 0;
    case KEY_COLOR:
        app_colour_asked = strcmp(arg, "auto") != 0;
        app_colour_wanted = strcmp(arg, "always") == 0;
        if (app_colour_asked && !app_colour_wanted && strcmp(arg, "never") != 0)
            app_usage("--color is auto, always or never, not '%s'", arg);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp common = {
    app_common_options, parse_common, NULL, NULL, NULL, NULL, NULL
};

/* The command's own parser, the second child, gets the input. */
static error_t hand_on(int key, char *arg, struct argp_state *state)
{
    (void)arg;
    if (key != ARGP_KEY_INIT)
        return ARGP_ERR_UNKNOWN;
    state->child_inputs[1] = state->input;
    return 0;
}

void app_parse(const struct app_command *command, int argc, char **argv, void *input)
{
    const struct argp_child children[] = {
        { &common, 0, NULL, 0 },
        { command->argp, 0, NULL, 0 },
        { 0 },
    };
    char *doc = NULL;
    struct argp argp = { .parser = hand_on,
                         .args_doc = command->arguments,
                         .children = children };

    if (asprintf(&doc, "%s.\n\n%s", command->help, command->examples) < 0)
        doc = NULL;
    argp.doc = doc;
    /* argp exits by itself on --help and on wrong usage */
    argp_parse(&argp, argc, argv, 0, NULL, input);
    free(doc);
}

void app_usage(const char *format, ...)
{
    va_list args;

    fputs(has_colour(2) ? "\033[1;31merrbar:\033[0m " : "errbar: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    exit(argp_err_exit_status);
}
