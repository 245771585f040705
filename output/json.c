/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * json.c - JSON, member by member: for programs, written and never read
 */
#include "output/json.h"

#include "base/num.h"
#include "output/text.h"

#include <errno.h>
#include <math.h>

/* Quoted; what could steer a terminal is no part of a number's name, and goes. */
static void put_quoted(struct sink *sink, const char *text)
{
    struct buf clean = { 0 };

    text_clean(&clean, text, false);
    sink_text(sink, "\"");
    for (const char *p = clean.text ? clean.text : ""; *p; p++) {
        if (*p == '"' || *p == '\\')
            sink_text(sink, "\\");
        sink_write(sink, p, 1);
    }
    sink_text(sink, "\"");
    if (!buf_ok(&clean) && !sink->error)
        sink->error = -ENOMEM;
    buf_done(&clean);
}

/* What stands before a value: a comma, a line, its key. */
static void begin(struct json *j, const char *key)
{
    if (j->any)
        sink_text(j->sink, ",");
    if (j->depth)
        sink_printf(j->sink, "\n%*s", 2 * j->depth, "");
    if (key) {
        put_quoted(j->sink, key);
        sink_text(j->sink, ": ");
    }
    j->any = true;
}

void json_open(struct json *j, const char *key, char bracket)
{
    begin(j, key);
    sink_write(j->sink, &bracket, 1);
    j->depth++;
    j->any = false;
}

void json_close(struct json *j, char bracket)
{
    j->depth--;
    if (j->any)
        sink_printf(j->sink, "\n%*s", 2 * j->depth, "");
    sink_write(j->sink, &bracket, 1);
    if (j->depth == 0)
        sink_text(j->sink, "\n");
    j->any = true;
}

void json_text(struct json *j, const char *key, const char *text)
{
    begin(j, key);
    if (text)
        put_quoted(j->sink, text);
    else
        sink_text(j->sink, "null");
}

void json_number(struct json *j, const char *key, double value)
{
    char text[NUM_TEXT] = "null";

    if (isfinite(value))
        num_from_double(text, value);
    begin(j, key);
    sink_text(j->sink, text);
}

void json_count(struct json *j, const char *key, uint64_t value)
{
    char text[NUM_TEXT];

    num_from_u64(text, value);
    begin(j, key);
    sink_text(j->sink, text);
}

void json_truth(struct json *j, const char *key, bool value)
{
    begin(j, key);
    sink_text(j->sink, value ? "true" : "false");
}
