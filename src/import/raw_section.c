/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * raw_section.c - where one run in a file ends and another begins
 */
#include "import/raw_parse.h"

#include <ctype.h>
#include <string.h>

enum { LONGEST_LABEL = 100, LONGEST_PREFIX = 30 };

static struct raw_section *add_section(struct raw *raw, const struct raw_section *like)
{
    struct raw_section *s = arena_alloc(import_arena(raw->in), sizeof *s);

    if (!s) {
        import_fail(raw->in);
        return NULL;
    }
    if (like) {
        s->version = like->version;
        s->host = like->host;
        s->os = like->os;
        s->label = like->label;
    }
    s->depth = raw->depth;
    s->group = ++raw->groups;
    s->last_fact = &s->facts;
    s->last_cell = &s->cells;
    *raw->last_section = s;
    raw->last_section = &s->next;
    return s;
}

/* The next section, with what the one before knew; after a failure that one. */
static struct raw_section *next_section(struct raw *raw, bool like_before)
{
    struct raw_section *s = add_section(raw, like_before ? raw->now : NULL);

    if (s)
        raw->now = s;
    raw->block = NULL;
    raw->chain = "lat_mem_rd";
    raw->commanded = false;
    return raw->now;
}

void import_raw_begin(struct raw *raw)
{
    raw->last_section = &raw->sections;
    raw->now = add_section(raw, NULL);
    raw->chain = "lat_mem_rd";
    raw->last = -1;
}

static bool is_used(const struct raw_section *s)
{
    return s->cells || s->parted;
}

void import_raw_new_header(struct raw *raw, struct raw_slice line)
{
    if (is_used(raw->now) || raw->now->header)
        next_section(raw, false);
    import_raw_header(raw->in, raw->now, line);
}

void import_raw_new_machine(struct raw *raw, struct raw_slice line)
{
    if (is_used(raw->now))
        next_section(raw, false);
    import_raw_uname(raw->in, raw->now, line);
}

/* With one blank where there were several. */
static const char *text_of(struct raw *raw, struct raw_slice s)
{
    char *text =
        (char *)import_clean(import_arena(raw->in), s.text, s.length, LONGEST_LABEL);
    size_t n = 0;

    if (!text) {
        import_fail(raw->in);
        return NULL;
    }
    for (size_t i = 0; text[i]; i++) {
        if (text[i] != ' ' || (n && text[n - 1] != ' '))
            text[n++] = text[i];
    }
    text[n] = '\0';
    return text;
}

/* Two headings in a row are one: "On the first machine: Before:". */
void import_raw_title(struct raw *raw, struct raw_slice title)
{
    const char *text = text_of(raw, title), *before = raw->now->label;

    if (is_used(raw->now)) {
        struct raw_command command = raw->command;
        bool commanded = raw->commanded;

        next_section(raw, true);
        raw->command = command;
        raw->commanded = commanded;
        raw->now->label = text;
    } else if (text && before && strlen(before) + strlen(text) < LONGEST_LABEL) {
        raw->now->label = arena_printf(import_arena(raw->in), "%s, %s", before, text);
    } else {
        raw->now->label = text;
    }
}

void import_raw_new_depth(struct raw *raw)
{
    if (is_used(raw->now))
        next_section(raw, true)->label = NULL;
    raw->now->depth = raw->depth;
}

/* A word or two before a label ("n32 - "); no time, path or prompt. */
static const char *prefix_of(struct raw *raw, struct raw_slice s)
{
    bool letters = false;

    s = import_raw_trim(s);
    while (s.length && strchr("-:=>|*", s.text[s.length - 1])) {
        s.length--;
        s = import_raw_trim(s);
    }
    for (size_t i = 0; i < s.length; i++) {
        letters = letters || isalpha((unsigned char)s.text[i]);
        if (strchr("/$#@:[]<>\"", s.text[i]))
            return NULL;
    }
    return letters && s.length <= LONGEST_PREFIX ? text_of(raw, s) : NULL;
}

static struct raw_section *with_prefix(struct raw *raw, const char *prefix)
{
    struct raw_section *s = raw->sections;

    while (s && (s->group != raw->now->group || !s->prefix ||
                 strcmp(s->prefix, prefix) != 0))
        s = s->next;
    if (s)
        return s;
    s = add_section(raw, raw->now);
    raw->now->parted = true;
    if (s) {
        s->prefix = prefix;
        s->group = raw->now->group;
    }
    return s;
}

static bool same_row(const struct raw_cell *cell, const char *id, const char *params)
{
    return strcmp(cell->id, id) == 0 &&
           strcmp(cell->params ? cell->params : "", params ? params : "") == 0;
}

struct raw_section *import_raw_section_for(struct raw *raw, const char *id,
                                           const char *params, struct raw_slice prefix)
{
    struct raw_section *s = raw->now;
    const char *word = s->header || !prefix.length ? NULL : prefix_of(raw, prefix);

    if (word)
        return with_prefix(raw, word);
    if (!s->cells)
        return s;
    if (!same_row(s->cells, id, params)) {
        s->several = true;
    } else if (s->several && !s->header) {
        /* the first row once more, behind others: the run was started again */
        const struct raw before = *raw;

        s = next_section(raw, true);
        s->again = true;
        raw->block = before.block;
        raw->chain = before.chain;
        raw->commanded = before.commanded;
    }
    return s;
}
