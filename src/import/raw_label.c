/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * raw_label.c - the labels that a line of a raw result file may open with
 *
 * Labels come from the tables of foreign definitions. They are looked for in any case
 * of letters and anywhere in a line, since mails and logs put things in front, and old
 * versions lost a newline.
 */
#include "import/raw.h"

#include <ctype.h>
#include <string.h>

/* Spellings of tools started by hand, of other versions, and of people. */
static const struct {
    const char *pattern, *id, *params;
    enum raw_label_kind kind;
} more[] = {
    { "\"stride=%d", "lat_mem_rd", "size stride", RAW_STRIDE },
    { "lat_fs", "lat_fs.create", "size", RAW_FILES },
    { "Read from /dev/zero:", "lat_syscall.read", NULL, RAW_SCALAR },
    { "Write to /dev/null:", "lat_syscall.write", NULL, RAW_SCALAR },
    { "uint64 bit:", "lat_ops.int64_bit", NULL, RAW_SCALAR },
    { "uint64 add:", "lat_ops.int64_add", NULL, RAW_SCALAR },
    { "uint64 mul:", "lat_ops.int64_mul", NULL, RAW_SCALAR },
    { "uint64 div:", "lat_ops.int64_div", NULL, RAW_SCALAR },
    { "uint64 mod:", "lat_ops.int64_mod", NULL, RAW_SCALAR },
    { "uint64 bit parallelism:", "par_ops.int64_bit", NULL, RAW_SCALAR },
    { "uint64 add parallelism:", "par_ops.int64_add", NULL, RAW_SCALAR },
    { "uint64 mul parallelism:", "par_ops.int64_mul", NULL, RAW_SCALAR },
    { "uint64 div parallelism:", "par_ops.int64_div", NULL, RAW_SCALAR },
    { "uint64 mod parallelism:", "par_ops.int64_mod", NULL, RAW_SCALAR },
    { "Avg xfer %d,", "lat_http.time", NULL, RAW_TRANSFER },
    { "Context switch of %d %dk processes:", "lat_ctx", "size procs", RAW_OLD_CONTEXT },
};

/* Lines of the header are not results. */
static bool is_for_lines(const char *pattern)
{
    return pattern[0] != '[' && pattern[0] != '(';
}

static enum raw_label_kind kind_of(const char *id, struct raw_slice pattern)
{
    if (strncmp(id, "lat_ctx", 7) == 0)
        return RAW_CONTEXT;
    if (strncmp(id, "lat_fs.", 7) == 0)
        return RAW_FILES;
    if (strncmp(id, "lat_http.", 9) == 0)
        return RAW_TRANSFER;
    return pattern.text[pattern.length - 1] == ':' ? RAW_SCALAR : RAW_BLOCK;
}

static bool known(const struct raw_labels *labels, struct raw_slice pattern)
{
    for (int i = labels->first[tolower((unsigned char)pattern.text[0])]; i >= 0;
         i = labels->items[i].next) {
        if (labels->items[i].pattern.length == pattern.length &&
            memcmp(labels->items[i].pattern.text, pattern.text, pattern.length) == 0)
            return true;
    }
    return false;
}

static void chain(struct raw_labels *labels, int item, char letter)
{
    int *first = &labels->first[tolower((unsigned char)letter)];

    labels->items[item].next = *first;
    *first = item;
}

/* One that begins with a quotation mark is also found without. */
static void add(struct raw_labels *labels, struct raw_slice pattern, const char *id,
                const char *params, enum raw_label_kind kind)
{
    bool quoted = pattern.text[0] == '"';

    pattern.text += quoted;
    pattern.length -= quoted;
    if (labels->n == RAW_LABELS || known(labels, pattern))
        return;
    labels->items[labels->n] = (struct raw_label){
        .pattern = pattern, .id = id, .params = params, .kind = kind
    };
    chain(labels, labels->n, pattern.text[0]);
    labels->n++;
}

static void add_table(struct raw_labels *labels, const struct foreign *table)
{
    for (const struct foreign *f = table; f->label; f++) {
        const char *id = f->definition.id;

        for (const char *at = f->label; is_for_lines(f->label); at++) {
            struct raw_slice pattern = { at, strcspn(at, "|") };

            add(labels, pattern, id, f->params, kind_of(id, pattern));
            at += pattern.length;
            if (*at == '\0')
                break;
        }
    }
}

void import_raw_labels(struct raw_labels *labels)
{
    labels->n = 0;
    for (int c = 0; c < 256; c++)
        labels->first[c] = -1;
    add_table(labels, foreign_all);
    add_table(labels, foreign_changed);
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        add(labels, (struct raw_slice){ more[i].pattern, strlen(more[i].pattern) },
            more[i].id, more[i].params, more[i].kind);
}

/* ---- matching ---- */

static size_t blanks(struct raw_slice s, size_t at)
{
    size_t n = 0;

    while (at + n < s.length && (s.text[at + n] == ' ' || s.text[at + n] == '\t'))
        n++;
    return n;
}

static bool same_letter(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

static struct raw_slice from(struct raw_slice s, size_t at)
{
    return (struct raw_slice){ s.text + at, s.length - at };
}

/* How much of s a pattern takes up to its next "%"; *used: how much of the pattern. */
static bool match_letters(struct raw_slice p, struct raw_slice s, size_t *used,
                          size_t *taken)
{
    size_t at = 0, n, i;

    for (i = 0; i < p.length && p.text[i] != '%'; i++) {
        if (p.text[i] == ' ') {
            n = blanks(s, at);
            if (n == 0)
                return false;
            at += n;
        } else if (at < s.length && same_letter(p.text[i], s.text[at])) {
            at++;
            /* as mail encodes it */
            if (p.text[i] == '=' && s.length - at >= 2 &&
                memcmp(s.text + at, "3D", 2) == 0)
                at += 2;
        } else {
            return false;
        }
    }
    *used = i;
    *taken = at;
    return true;
}

/*
 * Where the text of a "%s" ends: before what follows it in the pattern and, where there
 * is such a place, before a blank then, since addresses have colons of their own.
 */
static size_t text_end(struct raw_slice tail, struct raw_slice s)
{
    size_t first = 0, end, used, taken;

    if (tail.length == 0) { /* one word */
        for (end = 0; end < s.length && !isspace((unsigned char)s.text[end]);)
            end++;
        return end - (end > 1 && s.text[end - 1] == ':');
    }
    for (end = 1; end < s.length; end++) {
        if (!match_letters(tail, from(s, end), &used, &taken))
            continue;
        if (end + taken == s.length || isspace((unsigned char)s.text[end + taken]))
            return end;
        first = first ? first : end;
    }
    return first;
}

static size_t digits(struct raw_slice s)
{
    size_t n = 0;

    while (n < s.length && isdigit((unsigned char)s.text[n]))
        n++;
    return n;
}

/* How much of s the pattern takes; 0: none of it. */
static size_t match_pattern(struct raw_slice p, struct raw_slice s,
                            struct raw_slice captured[RAW_CAPTURES])
{
    size_t at = 0, used, taken, captures = 0;

    while (match_letters(p, from(s, at), &used, &taken)) {
        p = from(p, used);
        at += taken;
        if (p.length == 0)
            return at;
        taken =
            p.text[1] == 's' ? text_end(from(p, 2), from(s, at)) : digits(from(s, at));
        if (taken == 0 || captures == RAW_CAPTURES)
            return 0;
        captured[captures++] = (struct raw_slice){ s.text + at, taken };
        p = from(p, 2);
        at += taken;
    }
    return 0;
}

static bool is_opener(const struct raw_label *label)
{
    return label->kind != RAW_SCALAR && label->kind != RAW_TRANSFER &&
           label->kind != RAW_OLD_CONTEXT;
}

/* A block's heading fills the line: prose that holds its words opens none. */
static bool stands_alone(const struct raw_match *match)
{
    switch (match->label->kind) {
    case RAW_BLOCK:
    case RAW_STRIDE:
        return import_raw_trim(match->rest).length == 0;
    case RAW_FILES: /* "lat_fs (ext2)" */
        return match->rest.length < 30;
    default:
        return true;
    }
}

static bool match_at(const struct raw_labels *labels, struct raw_slice line, size_t at,
                     struct raw_match *match)
{
    struct raw_slice rest = { line.text + at, line.length - at };
    size_t longest = 0;

    for (int i = labels->first[tolower((unsigned char)line.text[at])]; i >= 0;
         i = labels->items[i].next) {
        struct raw_match m = { .label = &labels->items[i],
                               .before = { line.text, at } };
        size_t n = match_pattern(m.label->pattern, rest, m.captured);

        if (n <= longest || (at > 0 && is_opener(m.label)))
            continue;
        m.rest = (struct raw_slice){ rest.text + n, rest.length - n };
        if (!stands_alone(&m))
            continue;
        *match = m;
        longest = n;
    }
    return longest > 0;
}

bool import_raw_find(const struct raw_labels *labels, struct raw_slice line,
                     struct raw_match *match)
{
    size_t quote = line.length && line.text[0] == '"';

    line.text += quote;
    line.length -= quote;
    for (size_t at = 0; at < line.length; at++) {
        if (labels->first[tolower((unsigned char)line.text[at])] < 0 ||
            (at > 0 && isalpha((unsigned char)line.text[at - 1])))
            continue;
        if (match_at(labels, line, at, match))
            return true;
    }
    return false;
}
