/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * web_value.c - a cell of a stranger's table as a value, with doubts where there are
 * any
 */
#include "import/web_value.h"

#include <errno.h>
#include <math.h>
#include <string.h>

enum { MOST_SEEN = 2000 }; /* values that are held against each other */

/* ---- cells ---- */

static const char *const nothing[] = { "-",   "--",  "n/a", "na",   "N/A",   "?",
                                       "inf", "nan", "-1",  "fail", "failed" };

static bool means_nothing(struct slice text)
{
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++) {
        if (import_same_case(text, nothing[i]))
            return true;
    }
    return false;
}

/* The number behind a word, up to what ends it: "min 56.70". */
static bool number_behind(struct slice *rest, const char *word, char end,
                          struct slice *text, double *value)
{
    struct slice part = import_trim(import_until(rest, end));

    if (!import_begins(part, word))
        return false;
    *text =
        import_trim(import_slice(part.text + strlen(word), part.length - strlen(word)));
    return import_decimal(*text, value) == 0;
}

/* "(min 56.70, max 57.65)" */
static bool range(struct slice rest, struct web_cell *cell)
{
    rest = import_trim(rest);
    if (!import_begins(rest, "("))
        return false;
    rest = import_slice(rest.text + 1, rest.length - 1);
    cell->has_range = number_behind(&rest, "min", ',', &cell->least, &cell->min) &&
                      number_behind(&rest, "max", ')', &cell->most, &cell->max) &&
                      import_trim(rest).length == 0 && cell->min <= cell->max;
    return cell->has_range;
}

/* Whether each part behind the first `mark`, up to `end`, is of three digits. */
static bool parts_thousands(struct slice s, char mark, size_t end)
{
    const char *first = memchr(s.text, mark, end);
    size_t at = first ? (size_t)(first - s.text) : 0;

    if (!first || at == 0 || at > 3 || s.text[0] == '0' || (end - at) % 4)
        return false;
    for (size_t i = at; i < end; i++) {
        if (((i - at) % 4 == 0) != (s.text[i] == mark))
            return false;
    }
    return true;
}

enum { LONGEST_NUMBER = 40 };

/* With a decimal point and nothing between thousands; itself where that is unclear. */
static struct slice with_point(struct slice s, bool comma, char out[LONGEST_NUMBER])
{
    const char *point = s.length ? memrchr(s.text, '.', s.length) : NULL;
    const char *last = s.length ? memrchr(s.text, ',', s.length) : NULL;
    char mark = 0; /* between thousands */
    size_t n = 0, end = 0, behind;

    if (!last || s.length >= LONGEST_NUMBER)
        return s;
    behind = (size_t)(s.text + s.length - last) - 1;
    if (!point && memchr(s.text, ',', s.length) == last && behind > 0 &&
        (comma || behind != 3 || s.text[0] == '0'))
        end = (size_t)(last - s.text);
    else if (point && last > point)
        end = (size_t)(last - s.text), mark = '.';
    else
        end = point ? (size_t)(point - s.text) : s.length, mark = ',';
    /* "1,234" alone is both */
    if (mark && (!parts_thousands(s, mark, end) ||
                 (!point && memchr(s.text, ',', s.length) == last)))
        return s;
    for (size_t i = 0; i < s.length; i++) {
        if (i == end)
            out[n++] = '.';
        else if (!mark || s.text[i] != mark)
            out[n++] = s.text[i];
    }
    return import_slice(out, n);
}

int import_web_cell(struct slice text, bool comma, struct web_cell *cell)
{
    struct slice rest, word;
    char plain[LONGEST_NUMBER];
    int rc;

    text = import_trim(text);
    *cell = (struct web_cell){ .text = text };
    rest = text;
    if (!import_word(&rest, &word))
        return -ENODATA;
    if (means_nothing(text))
        return -EDOM;
    word = with_point(word, comma, plain);
    rc = import_parse_number(word.text, word.length, IMPORT_ROUNDED, &cell->number);
    if (rc < 0)
        return rc;
    rest = import_trim(rest);
    if (rest.length && !range(rest, cell) && !import_unit_in(rest, NULL))
        return -EINVAL;
    return 0;
}

/* ---- values ---- */

static const char *copy(struct web_values *v, struct slice text)
{
    const char *made = arena_strndup(import_arena(v->in), text.text, text.length);

    v->failed = v->failed || !made;
    return made;
}

static bool same(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "") == 0;
}

static const struct web_seen *find_seen(const struct web_values *v,
                                        const struct session *session, const char *id,
                                        const char *params)
{
    for (size_t i = 0; i < v->n; i++) {
        const struct web_seen *s = &v->seen[i];

        if (s->session == session && same(s->id, id) &&
            (!params || same(s->params, params)))
            return s;
    }
    return NULL;
}

static void remember(struct web_values *v, const struct web_seen *one)
{
    struct web_seen *more;

    if (v->n == MOST_SEEN)
        return;
    more =
        arena_grow(import_arena(v->in), v->seen, &v->capacity, v->n + 1, sizeof *more);
    if (!more) {
        v->failed = true;
        return;
    }
    v->seen = more;
    v->seen[v->n++] = *one;
}

/* What lmbench prints times and rates in, where nobody says it. */
static const struct web_unit *usual(const char *unit)
{
    return import_unit_in(import_slice_of("us MB/s pages parallel"), unit);
}

static const struct web_unit *unit_of(struct web_values *v,
                                      const struct web_meaning *meaning,
                                      const char *unit, struct slice text,
                                      struct slice around, uint32_t line)
{
    const struct web_unit *u = meaning->unit;

    u = u && strcmp(u->unit, unit) != 0 ? NULL : u;
    u = u ? u : import_unit_in(text, unit);
    u = u ? u : import_unit_in(around, unit);
    if (u)
        return u;
    if (!v->usual)
        import_note(v->in, IMPORT_DOUBTFUL, line, text.text, text.length,
                    "no unit is given, here and below: taken as what lmbench prints");
    v->usual = true;
    return usual(unit);
}

static void add(struct web_values *v, struct session *session,
                const struct web_meaning *meaning, const struct web_cell *read,
                const struct web_unit *unit, uint32_t line)
{
    struct import_number number = read->number;
    struct count counts[2] = {
        { "min", unit->unit, import_unit_scale(unit, read->min) },
        { "max", unit->unit, import_unit_scale(unit, read->max) }
    };
    struct import_cell cell = { .id = meaning->id,
                                .params = meaning->params,
                                .printed = copy(v, read->text),
                                .line = line };

    import_unit_apply(unit, &number);
    cell.value = number.value;
    cell.lo = number.lo;
    cell.hi = number.hi;
    if (read->has_range && !unit->inverse) {
        cell.statistic = "mean";
        cell.counts = counts;
        cell.n_counts = 2;
    }
    if (cell.printed)
        import_value(v->in, session, &cell);
}

/* Whether the same number came in already, under another name for the same thing. */
static bool is_again(struct web_values *v, const struct web_seen *now)
{
    const struct web_seen *before =
        find_seen(v, now->session, now->id, now->params ? now->params : "");

    if (!before || before->text.length != now->text.length ||
        memcmp(before->text.text, now->text.text, now->text.length) != 0 ||
        (before->name.length == now->name.length &&
         memcmp(before->name.text, now->name.text, now->name.length) == 0))
        return false;
    import_note(v->in, IMPORT_SKIPPED, now->line, now->name.text, now->name.length,
                "the number of line %u again, under another name",
                (unsigned)before->line);
    return true;
}

static const char *why_missing(struct slice text, int rc)
{
    if (rc == 0)
        return "zero";
    if (import_same(text, "-1"))
        return "not measured";
    return text.length > 1 && text.text[0] == '-' && text.text[1] != '-' ? "negative"
                                                                         : "no value";
}

void import_web_value(struct web_values *v, struct session *session,
                      const struct web_meaning *meaning, struct slice name,
                      struct slice text, struct slice around, uint32_t line)
{
    const struct foreign *f = foreign_for(meaning->id, NULL);
    struct web_seen now = { .session = session,
                            .id = meaning->id,
                            .params = meaning->params,
                            .name = name,
                            .text = import_trim(text),
                            .line = line };
    const struct web_unit *unit;
    const char *printed;
    int rc = import_web_cell(text, v->comma, &now.cell);

    if (rc == -ENODATA || v->failed)
        return;
    printed = copy(v, now.text);
    if (!printed || !f)
        return;
    if (rc == -EINVAL) {
        import_note(v->in, IMPORT_AMBIGUOUS, line, text.text, text.length,
                    "no number, and none missing");
        return;
    }
    if (rc < 0 || !(now.cell.number.value > 0)) {
        import_missing(v->in, session, meaning->id, meaning->params, line, printed,
                       why_missing(now.text, rc));
        return;
    }
    unit = unit_of(v, meaning, f->definition.unit, now.text, around, line);
    if (!unit || is_again(v, &now))
        return;
    add(v, session, meaning, &now.cell, unit, line);
    now.value = import_unit_scale(unit, now.cell.number.value);
    remember(v, &now);
}

/* ---- doubts ---- */

static bool is_text(struct slice a, struct slice b)
{
    return a.length == b.length && a.length && memcmp(a.text, b.text, a.length) == 0;
}

#define DOUBT(v, s, ...)                                                               \
    import_note((v)->in, IMPORT_DOUBTFUL, (s)->line, (s)->name.text, (s)->name.length, \
                __VA_ARGS__)

/* Another row of the system whose least or most is the same, while its mean is not. */
static const struct web_seen *part_of(const struct web_values *v,
                                      const struct web_seen *s)
{
    for (size_t i = 0; i < v->n; i++) {
        const struct web_seen *o = &v->seen[i];

        if (o->session == s->session && o->cell.has_range &&
            !is_text(o->text, s->text) &&
            (is_text(o->cell.least, s->cell.least) ||
             is_text(o->cell.most, s->cell.most)) &&
            o->cell.max <= 2 * o->cell.min)
            return o;
    }
    return NULL;
}

static void doubt_range(struct web_values *v, const struct web_seen *s)
{
    const struct web_seen *part;

    if (!(s->cell.min > 0)) {
        DOUBT(v, s, "a minimum of 0: what measured nothing is in the mean");
        return;
    }
    if (s->cell.max <= 2 * s->cell.min)
        return;
    part = part_of(v, s);
    if (part)
        DOUBT(v, s,
              "a mixture: runs from %g to %g, and one of these bounds is that of "
              "line %u",
              s->cell.min, s->cell.max, (unsigned)part->line);
    else
        DOUBT(v, s, "a mean of runs that differ by a factor of %.1f",
              s->cell.max / s->cell.min);
}

/* A byte there and back is written twice and read twice, at least. */
static void doubt_trip(struct web_values *v, const struct web_seen *s)
{
    static const char *const trips[] = { "lat_tcp", "lat_udp", "lat_pipe", "lat_unix" };
    const struct web_seen *in = find_seen(v, s->session, "lat_syscall.read", NULL);
    const struct web_seen *out = find_seen(v, s->session, "lat_syscall.write", NULL);

    for (size_t i = 0; in && out && i < sizeof trips / sizeof *trips; i++) {
        if (same(s->id, trips[i]) && s->value < 2 * (in->value + out->value))
            DOUBT(v, s,
                  "implausible: a round trip in less time than its two reads and two "
                  "writes take");
    }
}

void import_web_doubts(struct web_values *v)
{
    for (size_t i = 0; i < v->n; i++) {
        if (v->seen[i].cell.has_range)
            doubt_range(v, &v->seen[i]);
        doubt_trip(v, &v->seen[i]);
    }
}
