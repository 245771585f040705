/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mutate.h - what mail, the web and people do to a table on its way
 */
#ifndef MUTATE_H
#define MUTATE_H

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "support.h"

/* One line of a text to the buffer; `inside` where it is of a table. */
typedef void mutate_line(struct buf *out, const char *line, size_t length, bool inside);

static inline bool mutate_is_dashed(const char *line, size_t length)
{
    return length > 0 && line[0] == '-' && strspn(line, "- ") >= length &&
           memchr(line, ' ', length);
}

static inline bool mutate_is_rule(const char *line, size_t length)
{
    return length > 9 && strspn(line, "-") >= length;
}

static inline bool mutate_is_title(const char *line, size_t length)
{
    static const char *const parts[] = { " - times in ", "latencies in",
                                         "bandwidths in", "Basic system" };

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const char *at = strstr(line, parts[i]);

        if (at && at < line + length)
            return true;
    }
    return false;
}

/* Tabs to blanks, which all that counts columns wants. */
static inline void mutate_expand(struct buf *out, const char *line, size_t length)
{
    size_t start = out->length;

    for (size_t i = 0; i < length; i++) {
        if (line[i] == '\t')
            buf_add(out, "        ", 8 - (out->length - start) % 8);
        else
            buf_add(out, &line[i], 1);
    }
}

/* The text line by line; the caller frees it. */
static inline char *mutate(const char *text, mutate_line *how)
{
    struct buf out = { 0 };
    bool inside = false;

    buf_text(&out, "");
    while (*text) {
        struct buf line = { 0 };
        size_t length = strcspn(text, "\r\n");

        buf_text(&line, "");
        mutate_expand(&line, text, length);
        if (strncmp(line.text, "Host", 4) == 0)
            inside = true;
        else if (strspn(line.text, " ") == line.length)
            inside = false;
        how(&out, line.text, line.length, inside);
        buf_done(&line);
        text += length;
        text += *text == '\r';
        text += *text == '\n';
    }
    assert_true(buf_ok(&out));
    return out.text;
}

static inline void mutate_keep(struct buf *out, const char *line, size_t length)
{
    buf_add(out, line, length);
    buf_text(out, "\n");
}

/* ---- nothing is lost ---- */

static inline void mutate_quoted(struct buf *out, const char *line, size_t length,
                                 bool inside)
{
    (void)inside;
    buf_text(out, "> ");
    mutate_keep(out, line, length);
}

static inline void mutate_quoted_tight(struct buf *out, const char *line, size_t length,
                                       bool inside)
{
    (void)inside;
    buf_text(out, ">>");
    mutate_keep(out, line, length);
}

static inline void mutate_windows(struct buf *out, const char *line, size_t length,
                                  bool inside)
{
    (void)inside;
    buf_add(out, line, length);
    buf_text(out, "\r\n");
}

static inline void mutate_unbreakable(struct buf *out, const char *line, size_t length,
                                      bool inside)
{
    (void)inside;
    for (size_t i = 0; i < length; i++)
        buf_add(out, line[i] == ' ' ? "\xc2\xa0" : &line[i], line[i] == ' ' ? 2 : 1);
    buf_text(out, "\n");
}

static inline void mutate_latin(struct buf *out, const char *line, size_t length,
                                bool inside)
{
    (void)inside;
    for (size_t i = 0; i < length; i++)
        buf_add(out, line[i] == ' ' ? "\xa0" : &line[i], 1);
    buf_text(out, "\n");
}

/* As archives show mails, each line in bold. */
static inline void mutate_html(struct buf *out, const char *line, size_t length,
                               bool inside)
{
    (void)inside;
    buf_text(out, "&gt; <b class=\"x\">");
    for (size_t i = 0; i < length; i++) {
        if (line[i] == '&')
            buf_text(out, "&amp;");
        else
            buf_add(out, &line[i], 1);
    }
    buf_text(out, "</b><br>\n");
}

static inline void mutate_tabs(struct buf *out, const char *line, size_t length,
                               bool inside)
{
    (void)inside;
    for (size_t i = 0; i < length; i += 8) {
        size_t n = length - i < 8 ? length - i : 8, used = n;

        while (used > 0 && line[i + used - 1] == ' ')
            used--;
        buf_add(out, line + i, n == 8 && used < 7 ? used : n);
        buf_text(out, n == 8 && used < 7 ? "\t" : "");
    }
    buf_text(out, "\n");
}

static inline void mutate_indented(struct buf *out, const char *line, size_t length,
                                   bool inside)
{
    (void)inside;
    buf_text(out, "    ");
    mutate_keep(out, line, length);
}

static inline void mutate_double_spaced(struct buf *out, const char *line,
                                        size_t length, bool inside)
{
    (void)inside;
    mutate_keep(out, line, length);
    buf_text(out, "\n");
}

static inline void mutate_no_dashes(struct buf *out, const char *line, size_t length,
                                    bool inside)
{
    (void)inside;
    if (!mutate_is_dashed(line, length))
        mutate_keep(out, line, length);
}

static inline void mutate_no_rules(struct buf *out, const char *line, size_t length,
                                   bool inside)
{
    (void)inside;
    if (!mutate_is_rule(line, length))
        mutate_keep(out, line, length);
}

static inline void mutate_no_titles(struct buf *out, const char *line, size_t length,
                                    bool inside)
{
    (void)inside;
    if (!mutate_is_title(line, length))
        mutate_keep(out, line, length);
}

static inline void mutate_no_banner(struct buf *out, const char *line, size_t length,
                                    bool inside)
{
    (void)inside;
    if (!strstr(line, "S U M M A R Y") && !strstr(line, "(Alpha software"))
        mutate_keep(out, line, length);
}

static inline void mutate_no_headings(struct buf *out, const char *line, size_t length,
                                      bool inside)
{
    if (strncmp(line, "Host", 4) != 0 && !(inside && line[0] == ' '))
        mutate_keep(out, line, length);
}

/* ---- people ---- */

/* A third column of blanks or dashes in the OS. */
static inline void mutate_wide_os(struct buf *out, const char *line, size_t length,
                                  bool inside)
{
    if (inside && length > 10) {
        buf_add(out, line, 10);
        buf_text(out, mutate_is_dashed(line, length) ? "---" : "   ");
        mutate_keep(out, line + 10, length - 10);
    } else {
        mutate_keep(out, line, length);
    }
}

/* Percentages, marks and remarks between the rows. */
static inline void mutate_remarks(struct buf *out, const char *line, size_t length,
                                  bool inside)
{
    mutate_keep(out, line, length);
    if (inside && !mutate_is_dashed(line, length) && line[0] != ' ' &&
        strncmp(line, "Host", 4) != 0) {
        buf_text(out, "                              ~~~~~~??\n");
        buf_text(out, "                        0.5%   3%  12%   0    0    1%\n");
        buf_text(out, "    that is 3.2% slower than 2.4 was, on Linux 2.5 too\n");
    }
}

/* ---- blanks are lost ---- */

static inline void mutate_collapsed(struct buf *out, const char *line, size_t length,
                                    bool inside)
{
    size_t i = strspn(line, " ");

    (void)inside;
    for (; i < length; i++) {
        if (line[i] != ' ' || line[i - 1] != ' ')
            buf_add(out, &line[i], 1);
    }
    buf_text(out, "\n");
}

static inline void mutate_wrapped_at(struct buf *out, const char *line, size_t length,
                                     size_t width)
{
    while (length > width) {
        size_t n = width;

        while (n > 0 && line[n] != ' ')
            n--;
        if (n == 0)
            break;
        mutate_keep(out, line, n);
        line += n + 1;
        length -= n + 1;
    }
    mutate_keep(out, line, length);
}

static inline void mutate_wrapped(struct buf *out, const char *line, size_t length,
                                  bool inside)
{
    (void)inside;
    mutate_wrapped_at(out, line, length, 72);
}

static inline void mutate_wrapped_narrow(struct buf *out, const char *line,
                                         size_t length, bool inside)
{
    (void)inside;
    mutate_wrapped_at(out, line, length, 56);
}

static inline void mutate_collapsed_wrapped(struct buf *out, const char *line,
                                            size_t length, bool inside)
{
    struct buf one = { 0 };

    mutate_collapsed(&one, line, length, inside);
    mutate_wrapped_at(out, one.text, one.length - 1, 60);
    buf_done(&one);
}

#endif
