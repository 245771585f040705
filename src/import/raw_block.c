/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * raw_block.c - lines of numbers under a heading
 */
#include "import/raw_parse.h"

#include "base/num.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* What the second number of a line is in; the first is a size in millions of bytes. */
static const struct {
    const char *id;
    double in_base;
} units[] = {
    { "lat_mmap", -1e6 },   { "disk.seek", -1e3 },         { "par_mem", 1 },
    { "lat_mem_rd", -1e9 }, { "lat_mem_rd.random", -1e9 },
};

static double unit_of(const char *id)
{
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strcmp(units[i].id, id) == 0)
            return units[i].in_base;
    }
    return 1e6; /* a rate */
}

static bool is_chain(const char *id)
{
    return strcmp(id, "lat_mem_rd") == 0 || strcmp(id, "lat_mem_rd.random") == 0;
}

/* ---- the heading ---- */

static void open_context(struct raw *raw, struct raw_match *match)
{
    struct raw_printed printed = { .in_base = -1e6, .prefix = match->before };
    char params[40];
    uint64_t size;

    printed.text = import_raw_number(&match->rest);
    if (import_raw_trim(match->rest).length || /* its first line was glued to it */
        (import_raw_is_last_line(raw) && import_raw_decimals(printed.text) < 2))
        printed.text.length = 0;
    if (!import_raw_whole(match->captured[0], &size) || size > 1u << 30) {
        raw->block = NULL;
        return;
    }
    raw->size = size * 1024;
    snprintf(params, sizeof params, "size=%llu", (unsigned long long)raw->size);
    /* 1.x has no k, and whole numbers */
    if (match->label->pattern.text[match->label->pattern.length - 6] != 'k')
        printed.rounding = IMPORT_EITHER;
    if (printed.text.length)
        import_raw_cell(raw, "lat_ctx.overhead", params, &printed);
}

void import_raw_open(struct raw *raw, struct raw_match *match)
{
    raw->block = match->label;
    raw->id = match->label->id;
    raw->host = (struct raw_slice){ NULL, 0 };
    raw->last = -1;
    raw->blank = false;
    raw->decimals = false;
    raw->lines = 0;
    raw->block_stamped = raw->stamped;
    switch (match->label->kind) {
    case RAW_CONTEXT:
        open_context(raw, match);
        break;
    case RAW_STRIDE:
        raw->id = raw->chain;
        if (!import_raw_whole(match->captured[0], &raw->stride))
            raw->block = NULL;
        break;
    default:
        if (strncmp(raw->id, "bw_tcp", 6) == 0)
            raw->host = match->captured[0];
        if (is_chain(raw->id)) { /* its strides have the numbers */
            raw->chain = raw->id;
            raw->block = NULL;
        }
        break;
    }
    match->rest.length = 0;
}

/* ---- its lines ---- */

static void note_line(struct raw *raw, enum import_note_kind kind,
                      struct raw_slice line, const char *why)
{
    import_note(raw->in, kind, raw->line.number, line.text, line.length, "%s", why);
}

/*
 * Of the sizes that print so, the one with the most factors of two: 268.44 is 2^28
 * bytes, and 0.001437 is 1437. What prints as 879.00 was said in millions.
 */
static uint64_t roundest(double lo, double hi)
{
    uint64_t least = lo > 1 ? (uint64_t)ceil(lo) : 1;
    uint64_t best = (uint64_t)floor(hi); /* a tie is printed as the even digit */

    if (best < least)
        return least;
    while ((best & (best - 1)) >= least) /* without its lowest bit */
        best &= best - 1;
    return best;
}

static bool is_in_millions(struct raw_slice s)
{
    return s.length > 3 && memcmp(s.text + s.length - 3, ".00", 3) == 0;
}

/* A place on a disk is no size of anything: as it is printed. */
static bool size_of(struct raw_slice text, bool decimal, bool place, uint64_t *bytes)
{
    double mebi = 1048576;
    struct raw_printed printed = { .text = text, .in_base = decimal ? 1e6 : mebi };
    struct import_number n;

    if (!import_raw_scale(&printed, &n) || n.hi > 1e18 || (!place && !(n.value >= 1)))
        return false;
    *bytes = place || (decimal && is_in_millions(text)) ? (uint64_t)llround(n.value)
                                                        : roundest(n.lo, n.hi);
    return true;
}

static char *add_param(char *at, const char *name, size_t length, uint64_t value)
{
    memcpy(at, name, length);
    at[length] = '=';
    return at + length + 1 + num_from_u64(at + length + 1, value);
}

static bool params_of(const struct raw *raw, struct raw_slice first, char *params,
                      size_t size)
{
    const char *name = raw->block ? raw->block->params : "size";
    char host[100];
    uint64_t n;

    if (raw->block && raw->block->kind == RAW_CONTEXT) {
        if (!import_raw_whole(first, &n) || first.text[0] == '0')
            return false;
        params = add_param(params, "size", 4, raw->size);
        add_param(params, " procs", 6, n);
        return true;
    }
    if (!size_of(first, !is_chain(raw->id), import_raw_is_disk(raw->id), &n))
        return false;
    if (is_chain(raw->id)) {
        params = add_param(params, "size", 4, n);
        add_param(params, " stride", 7, raw->stride);
    } else if (raw->host.length) {
        import_raw_text(raw->host, host, sizeof host);
        snprintf(params, size, "message=%llu host=%s", (unsigned long long)n, host);
    } else {
        add_param(params, name, strcspn(name, " "), n);
    }
    return true;
}

/* "64k", or "64": a file's size in KiB. */
static bool file_size(struct raw_slice s, uint64_t *kib)
{
    s.length -=
        s.length > 1 && (s.text[s.length - 1] == 'k' || s.text[s.length - 1] == 'K');
    return import_raw_whole(s, kib) && *kib < 1u << 30;
}

/* "10k 9 1677 3016": such lines are nothing else, whatever stands above. */
static bool take_files(struct raw *raw, struct raw_slice line)
{
    struct raw_slice rest = line, size = import_raw_word(&rest);
    struct raw_printed create = { .in_base = 1, .invert = true }, delete = create;
    uint64_t kib;
    char params[40];

    if (size.length < 2 || tolower((unsigned char)size.text[size.length - 1]) != 'k' ||
        !file_size(size, &kib) || import_raw_number(&rest).length == 0)
        return false;
    create.text = import_raw_number(&rest);
    delete.text = import_raw_number(&rest);
    if (create.text.length == 0 || import_raw_trim(rest).length != 0)
        return false;
    snprintf(params, sizeof params, "size=%llu", (unsigned long long)kib * 1024);
    import_raw_cell(raw, "lat_fs.create", params, &create);
    if (import_raw_is_last_line(raw) && import_raw_trim(rest).length == 0)
        note_line(raw, IMPORT_AMBIGUOUS, line,
                  "the file ends here, perhaps within the number");
    else if (delete.text.length) /* else the line was cut */
        import_raw_cell(raw, "lat_fs.delete", params, &delete);
    return true;
}

/* A file that ends within a line may end within its number. */
static bool may_be_cut(const struct raw *raw, struct raw_slice number,
                       struct raw_slice rest)
{
    size_t want = import_raw_least_decimals(raw->id);

    return import_raw_is_last_line(raw) && rest.length == 0 &&
           (want == 0 || import_raw_decimals(number) < want);
}

/*
 * Whether a block goes on. Behind an empty or a strange line its first numbers tell; if
 * they begin again at once, a heading was lost.
 */
static bool goes_on(const struct raw *raw, double first)
{
    bool context = raw->block && raw->block->kind == RAW_CONTEXT;

    if (raw->block && raw->block->kind == RAW_FILES)
        return false; /* its lines have a size with "k" */
    if (!raw->block || raw->lines == 0 || import_raw_is_disk(raw->id))
        return raw->block && (!raw->blank || first > raw->last);
    if (raw->blank)
        return first > raw->last;
    return context ? first < raw->first || first > raw->first : first >= raw->last;
}

/* Only what the block's lines end with. */
static bool is_end(struct raw_slice rest)
{
    double in_base;

    rest = import_raw_trim(rest);
    return rest.length == 0 || (import_raw_unit(&rest, "B/s", &in_base) &&
                                import_raw_trim(rest).length == 0);
}

/* Where the lines above were whole, a number of another form was broken by something.
 */
static void note_decimals(struct raw *raw, struct raw_slice line,
                          struct raw_slice number)
{
    bool fits = import_raw_number_fits(raw->id, number);
    struct import_number n;

    if (import_parse_number(number.text, number.length, IMPORT_ROUNDED, &n) < 0 ||
        !(n.value > 0) || memchr(number.text, 'e', number.length))
        return; /* "inf", "0" */
    if (raw->decimals && !fits)
        note_line(raw, IMPORT_DOUBTFUL, line,
                  "other decimals than the numbers above: perhaps cut");
    raw->decimals = raw->decimals || fits;
}

static void take_pair(struct raw *raw, struct raw_slice line, struct raw_slice first,
                      struct raw_slice second, double x)
{
    struct raw_printed printed = { .text = second, .in_base = unit_of(raw->id) };
    char params[200];

    if (raw->block && raw->block->kind == RAW_CONTEXT) {
        printed.in_base = -1e6;
        if (import_raw_decimals(second) == 0)
            printed.rounding = IMPORT_EITHER;
    }
    if (!params_of(raw, first, params, sizeof params)) {
        note_line(raw, IMPORT_SKIPPED, line, "no line of this block");
        return;
    }
    import_raw_cell(raw, raw->id, params, &printed);
    note_decimals(raw, line, second);
    if (raw->lines++ == 0)
        raw->size_decimals = import_raw_decimals(first);
    raw->first = raw->lines == 1 ? x : raw->first;
    raw->last = x;
}

/* "Run 3: 2.15", of a script that starts one command again and again. */
static bool take_run(struct raw *raw, struct raw_slice line)
{
    struct raw_slice rest = line, word = import_raw_word(&rest), count;
    const struct foreign *f =
        raw->commanded ? foreign_find(raw->command.id, NULL) : NULL;
    struct raw_printed printed = { 0 };
    struct import_number n;

    if (word.length != 3 || !import_raw_starts(word, "run"))
        return false;
    count = import_raw_number(&rest);
    if (count.length == 0 || !rest.length || rest.text[0] != ':')
        return false;
    rest.text++;
    rest.length--;
    printed.text = import_raw_number(&rest);
    if (printed.text.length == 0)
        return false;
    if (!f || raw->command.sized) {
        note_line(raw, IMPORT_AMBIGUOUS, line, "nothing says what was run");
        return true;
    }
    if (!import_raw_unit(&rest, f->definition.unit, &printed.in_base))
        printed.in_base = strcmp(f->definition.unit, "s") == 0 ? -1e6 : 1e6;
    import_raw_cell(raw, raw->command.id, raw->command.params, &printed);
    if (import_parse_number(printed.text.text, printed.text.length, IMPORT_ROUNDED,
                            &n) == 0) {
        raw->runs++;
        raw->sum += n.value;
    }
    return true;
}

/* What the script reckoned itself, beside what its runs give. */
static bool take_script_s_own(struct raw *raw, struct raw_slice line)
{
    struct raw_slice rest = line, word = import_raw_word(&rest), text;
    struct import_number n;
    double mean = raw->sum / (double)raw->runs;

    text = import_raw_number(&rest);
    if (raw->runs == 0 || text.length == 0)
        return false;
    /* bc prints more digits than there are */
    if (import_parse_number(text.text, text.length > 14 ? 14 : text.length,
                            IMPORT_ROUNDED, &n) < 0)
        return false;
    if (import_raw_starts(word, "samples:") && n.value < (double)raw->runs) {
        import_note(raw->in, IMPORT_DOUBTFUL, raw->line.number, line.text, line.length,
                    "%zu runs are listed", raw->runs);
        return true;
    }
    if (import_raw_starts(word, "mean:") && fabs(n.value - mean) > mean * 1e-6) {
        import_note(raw->in, IMPORT_DOUBTFUL, raw->line.number, line.text, line.length,
                    "the mean of the %zu runs listed is %.6g", raw->runs, mean);
        return true;
    }
    return false;
}

static bool take_words(struct raw *raw, struct raw_slice line)
{
    return line.length && isalpha((unsigned char)line.text[0]) &&
           (take_run(raw, line) || take_script_s_own(raw, line));
}

bool import_raw_numbers(struct raw *raw, struct raw_slice line)
{
    struct raw_slice rest = line, first, second;
    struct import_number x;

    if (take_words(raw, line) || take_files(raw, line))
        return true;
    /* what a kernel's log put between the lines of a block is not of it */
    if (raw->block && raw->stamped != raw->block_stamped)
        return false;
    first = import_raw_number(&rest);
    if (first.length == 0 || !rest.length || !strchr(" \t", rest.text[0]))
        return false;
    second = import_raw_number(&rest);
    if (second.length == 0 || !is_end(rest) ||
        import_parse_number(first.text, first.length, IMPORT_ROUNDED, &x) < 0)
        return false;
    if (raw->block && !import_raw_size_fits(raw, first)) {
        note_line(raw, IMPORT_AMBIGUOUS, line,
                  "a size of another form than this block's: perhaps cut");
        return true;
    }
    if (raw->commanded && raw->command.sized && !raw->block)
        raw->id = raw->command.id;
    else if (!goes_on(raw, x.value)) {
        raw->block = NULL;
        note_line(raw, IMPORT_AMBIGUOUS, line, "no heading says what it is");
        return true;
    }
    if (may_be_cut(raw, second, rest))
        note_line(raw, IMPORT_AMBIGUOUS, line,
                  "the file ends here, perhaps within the "
                  "number");
    else
        take_pair(raw, line, first, second, x.value);
    raw->blank = false;
    return true;
}
