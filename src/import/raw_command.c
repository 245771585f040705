/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * raw_command.c - commands of lmbench in a log: what the bare numbers below them are
 */
#include "import/raw.h"

#include "base/num.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* A program with its first word, and what it then measures. */
static const struct {
    const char *program, *word, *id;
} programs[] = {
    { "lat_syscall", "null", "lat_syscall.null" },
    { "lat_syscall", "read", "lat_syscall.read" },
    { "lat_syscall", "write", "lat_syscall.write" },
    { "lat_syscall", "stat", "lat_syscall.stat" },
    { "lat_syscall", "fstat", "lat_syscall.fstat" },
    { "lat_syscall", "open", "lat_syscall.open" },
    { "lat_sig", "install", "lat_sig.install" },
    { "lat_sig", "catch", "lat_sig.catch" },
    { "lat_sig", "prot", "lat_sig.prot" },
    { "lat_proc", "fork", "lat_proc.fork" },
    { "lat_proc", "exec", "lat_proc.exec" },
    { "lat_proc", "shell", "lat_proc.shell" },
    { "lat_proc", "procedure", "lat_proc.procedure" },
    { "lat_pipe", NULL, "lat_pipe" },
    { "lat_unix", NULL, "lat_unix" },
    { "lat_fifo", NULL, "lat_fifo" },
    { "lat_sem", NULL, "lat_sem" },
    { "bw_pipe", NULL, "bw_pipe" },
    { "bw_unix", NULL, "bw_unix" },
};

/* Of the commands that take a size first: then the mode. */
static const struct {
    const char *program, *mode, *id;
} sized[] = {
    { "bw_mem", "rd", "bw_mem.rd" },
    { "bw_mem", "wr", "bw_mem.wr" },
    { "bw_mem", "rdwr", "bw_mem.rdwr" },
    { "bw_mem", "cp", "bw_mem.cp" },
    { "bw_mem", "frd", "bw_mem.frd" },
    { "bw_mem", "fwr", "bw_mem.fwr" },
    { "bw_mem", "fcp", "bw_mem.fcp" },
    { "bw_mem", "bzero", "bw_mem.bzero" },
    { "bw_mem", "bcopy", "bw_mem.bcopy" },
    { "bw_file_rd", "io_only", "bw_file_rd.io_only" },
    { "bw_file_rd", "open2close", "bw_file_rd.open2close" },
    { "bw_mmap_rd", "mmap_only", "bw_mmap_rd.mmap_only" },
    { "bw_mmap_rd", "open2close", "bw_mmap_rd.open2close" },
};

static bool is(struct raw_slice s, const char *text)
{
    return s.length == strlen(text) && memcmp(s.text, text, s.length) == 0;
}

/* The program's own name: "./bin/x86_64-linux-gnu/bw_mem" */
static struct raw_slice name_of(struct raw_slice word)
{
    for (size_t i = word.length; i > 0; i--) {
        if (word.text[i - 1] == '/')
            return (struct raw_slice){ word.text + i, word.length - i };
    }
    return word;
}

/* The next word that is no option; the value of "-s" goes to *size. */
static struct raw_slice argument(struct raw_slice *rest, struct raw_slice *size)
{
    struct raw_slice word = import_raw_word(rest);

    while (word.length > 1 && word.text[0] == '-') {
        bool is_size = is(word, "-s");

        if (word.length == 2) {
            word = import_raw_word(rest);
            if (is_size)
                *size = word;
        }
        word = import_raw_word(rest);
    }
    return word;
}

/* "64m", "268435456"; 0: none. k and m are binary in all versions. */
static uint64_t bytes_of(struct raw_slice s, uint64_t unit)
{
    uint64_t n;

    if (s.length && isalpha((unsigned char)s.text[s.length - 1])) {
        char letter = (char)tolower((unsigned char)s.text[s.length - 1]);

        unit = letter == 'k'   ? 1u << 10
               : letter == 'm' ? 1u << 20
               : letter == 'g' ? 1u << 30
                               : 0;
        s.length--;
    }
    return import_raw_whole(s, &n) && n < UINT64_MAX >> 31 ? n * unit : 0;
}

static bool take_context(struct raw_slice rest, struct raw_command *command)
{
    struct raw_slice size = { "0", 1 }, procs = argument(&rest, &size);
    uint64_t n;

    if (!import_raw_whole(procs, &n) || n == 0)
        return false;
    command->id = "lat_ctx";
    command->sized = false;
    snprintf(command->params, sizeof command->params, "size=%llu procs=%llu",
             (unsigned long long)bytes_of(size, 1024), (unsigned long long)n);
    return true;
}

static bool take_sized(struct raw_slice name, struct raw_slice rest,
                       struct raw_command *command)
{
    struct raw_slice none, size = argument(&rest, &none), mode = import_raw_word(&rest);

    if (bytes_of(size, 1) == 0)
        return false;
    for (size_t i = 0; i < sizeof sized / sizeof *sized; i++) {
        if (!is(name, sized[i].program) || !is(mode, sized[i].mode))
            continue;
        command->id = sized[i].id;
        if (is(mode, "bcopy") && import_raw_starts(import_raw_trim(rest), "conflict"))
            command->id = "bw_mem.bcopy_conflict";
        command->sized = true;
        command->params[0] = '\0';
        return true;
    }
    return false;
}

static bool take_program(struct raw_slice name, struct raw_slice rest,
                         struct raw_command *command)
{
    struct raw_slice none, word = argument(&rest, &none);

    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        if (!is(name, programs[i].program) ||
            (programs[i].word && !is(word, programs[i].word)))
            continue;
        command->id = programs[i].id;
        command->sized = false;
        command->params[0] = '\0';
        return true;
    }
    return false;
}

/*
 * What a shell says of a program that died, "line 66: 4711 Killed", "[1]+  Aborted",
 * and what a program says of itself: the number that stands there belongs to no option.
 */
static bool is_told_of(struct raw_slice word, struct raw_slice before)
{
    uint64_t n;
    bool job = word.length > 2 && word.text[0] == '[' &&
               isdigit((unsigned char)word.text[1]) &&
               memchr(word.text, ']', word.length);

    return job || import_raw_starts(word, "usage") ||
           (import_raw_whole(word, &n) && (!before.length || before.text[0] != '-'));
}

bool import_raw_command(struct raw_slice line, struct raw_command *command)
{
    struct raw_slice word = { line.text, 0 }, before;
    bool found = false, told = false;

    while (line.length && !found && !told) {
        struct raw_slice name;

        before = word;
        word = import_raw_word(&line);
        name = name_of(word);
        told = is_told_of(word, before);

        if (is(name, "lat_ctx"))
            found = take_context(line, command);
        else if (import_raw_starts(name, "bw_") || import_raw_starts(name, "lat_"))
            found =
                take_sized(name, line, command) || take_program(name, line, command);
        line = import_raw_trim(line);
    }
    return found;
}
