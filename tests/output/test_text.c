/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "output/text.h"

#include "output/numfmt.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

static void check_clean(const char *text, const char *want, bool ascii)
{
    struct buf buf = { 0 };

    text_clean(&buf, text, ascii);
    assert_string_equal(buf.text ? buf.text : "", want);
    buf_done(&buf);
}

static void what_steers_a_terminal_becomes_a_question_mark(void **state)
{
    (void)state;
    check_clean("plain ~ text", "plain ~ text", false);
    check_clean("a\033[31mred", "a?[31mred", false);
    check_clean("two\nlines\ttab\r\x7f", "two?lines?tab??", false);
    check_clean("\xc2\x9b"
                "31m",
                "?31m", false); /* C1's CSI */
    check_clean("abc\xe2\x80\xae"
                "cba",
                "abc?cba", false);               /* right to left */
    check_clean("z\xe2\x80\x8bw", "z?w", false); /* zero width */
    check_clean("\xef\xbb\xbf"
                "x",
                "?x", false); /* byte order mark */
    check_clean(NULL, "", false);
}

static void what_is_no_utf8_becomes_a_question_mark(void **state)
{
    (void)state;
    check_clean("M\xc3\xbcnchen", "M\xc3\xbcnchen", false);
    check_clean("M\xc3\xbcnchen", "M?nchen", true);
    check_clean("\xff\xfe", "??", false);
    check_clean("cut \xc3", "cut ?", false);
    check_clean("cut \xe6\xb5", "cut ??", false);
    check_clean("\xc0\xaf", "??", false);           /* overlong */
    check_clean("\xed\xa0\x80", "???", false);      /* a surrogate */
    check_clean("\xf4\x90\x80\x80", "????", false); /* beyond Unicode */
    check_clean("\xf0\x9f\x90\xa7", "\xf0\x9f\x90\xa7", false);
}

static void columns_are_counted_as_a_terminal_draws_them(void **state)
{
    (void)state;
    assert_int_equal(text_columns("abc"), 3);
    assert_int_equal(text_columns("M\xc3\xbcnchen"), 7);
    assert_int_equal(text_columns("\xe6\xb5\x8b\xe8\xaf\x95"), 4); /* wide */
    assert_int_equal(text_columns("e\xcc\x81"), 1);                /* combining */
    assert_int_equal(text_bytes("\xe6\xb5\x8b\xe8\xaf\x95", 3), 3);
    assert_int_equal(text_bytes("e\xcc\x81x", 1), 3);
    assert_int_equal(text_bytes("abc", 9), 3);
}

static void check_wrap(int width, int indent, const char *text, const char *const *want)
{
    struct arena *arena = arena_new();
    struct grid_lines lines = { .arena = arena };
    size_t n = 0;

    grid_lines_wrap(&lines, width, indent, "%s", text);
    for (; want[n]; n++) {
        assert_true(n < lines.n);
        assert_string_equal(lines.items[n], want[n]);
    }
    assert_int_equal(lines.n, n);
    assert_null(grid_lines_end(&lines)[n]);
    arena_free(arena);
}

static void long_lines_are_broken_at_blanks(void **state)
{
    static const char *const three[] = { "one two", "  three", "  four", NULL };
    static const char *const exact[] = { "one two", "  three", NULL };
    static const char *const word[] = { "abcdefghij", "klmnopqr", NULL };
    static const char *const empty[] = { "", NULL };

    (void)state;
    check_wrap(9, 2, "one two three four", three);
    check_wrap(7, 2, "one two three", exact);
    check_wrap(10, 0, "abcdefghijklmnopqr", word);
    check_wrap(10, 0, "", empty);
}

static char *drawn(const struct grid_list *grids, const struct view_options *options)
{
    struct sink sink;
    char *text;

    sink_open_memory(&sink);
    assert_int_equal(text_draw(&sink, grids, options), 0);
    text = strdup(sink.buf.text);
    sink_abandon(&sink);
    return text;
}

static void columns_are_as_wide_as_their_cells_or_as_told(void **state)
{
    static struct st_estimate e = { .value = 1.5e-6, .lo = NAN, .hi = NAN, .n = 1 };
    static const struct numfmt_field field = { .rule = LAYOUT_NUM, .width = 4 };
    struct grid_column columns[] = {
        { .left = true, .most = 6 },
        { .width = 4, .gap = 2 },
        { .gap = 1, .width = 4, .number = GRID_CLASSIC, .field = &field },
        { .gap = 1, .left = true }
    };
    struct cell cells[] = {
        { .kind = CELL_TEXT, .text = "ab" },
        { .kind = CELL_TEXT, .text = "12345" },
        { .kind = CELL_ESTIMATE, .estimate = &e, .in_base = 1e-6 },
        { .kind = CELL_TEXT, .text = "some words at the end" },
        { .kind = CELL_TEXT, .text = "longer than six" },
        { .kind = CELL_BLANK },
        { .kind = CELL_BLANK },
        { .kind = CELL_BLANK },
    };
    struct grid grid = { .title = "Title",
                         .columns = columns,
                         .n_columns = 4,
                         .cells = cells,
                         .n_rows = 2,
                         .joined = true };
    const struct grid_list grids = { .grids = &grid, .n = 1, .width = 38 };
    const struct view_options plain = { .bare = false }, old = { .faithful = true };
    char *text;

    (void)state;
    text = drawn(&grids, &plain);
    assert_string_equal(text, "Title\n"
                              "ab      1234 1.50 some words at the\n"
                              "                  end\n"
                              "longer\n");
    free(text);
    text = drawn(&grids, &old); /* blanks at the end stay */
    assert_non_null(strstr(text, "longer           \n"));
    free(text);
}

static void a_verbatim_cell_takes_the_place_of_its_column(void **state)
{
    struct grid_column columns[] = { { .width = 4 }, { .width = 6, .gap = 1 } };
    struct cell cells[] = { { .kind = CELL_TEXT, .text = "1000" },
                            { .kind = CELL_VERBATIM, .text = "     -" } };
    struct grid grid = {
        .columns = columns, .n_columns = 2, .cells = cells, .n_rows = 1, .joined = true
    };
    const struct grid_list grids = { .grids = &grid, .n = 1, .width = 80 };
    const struct view_options options = { .faithful = true };
    char *text = drawn(&grids, &options);

    (void)state;
    assert_string_equal(text, "1000     -\n");
    free(text);
}

static void check_confidence(struct st_estimate e, const struct judged *j,
                             const char *want)
{
    struct cell cell = { .estimate = &e, .judged = j, .in_base = 1e-6, .unit = "us" };
    struct buf buf = { 0 };

    text_confidence(&buf, &cell, true);
    assert_string_equal(buf.text, want);
    buf_done(&buf);
}

static void a_percentage_never_stands_without_how_many_and_how_long(void **state)
{
    struct judged j = { .span_s = 92 };
    struct st_estimate e = { .value = 0.125e-6,
                             .lo = 0.1245e-6,
                             .hi = 0.1255e-6,
                             .method = ST_METHOD_HS,
                             .n = 15 };

    (void)state;
    check_confidence(e, &j, "us +-0.4 % (K = 15 over 92 s)");
    j.has_rerun = true;
    j.rerun_lo = 0.125e-6 * (1 - 0.031);
    j.rerun_hi = 0.125e-6 * (1 + 0.031);
    check_confidence(e, &j, "us +-0.4 % (K = 15 over 92 s), rerun +-3.1 %");
    j.has_rerun = false;
    e.lo = -0.02e-6;
    e.hi = 0.27e-6;
    check_confidence(e, &j, "us [-0.02, 0.27] contains 0 (K = 15 over 92 s)");
    e.method = ST_METHOD_NONE;
    e.n = 2;
    check_confidence(e, NULL, "us, no interval (K = 2)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_steers_a_terminal_becomes_a_question_mark),
        cmocka_unit_test(what_is_no_utf8_becomes_a_question_mark),
        cmocka_unit_test(columns_are_counted_as_a_terminal_draws_them),
        cmocka_unit_test(long_lines_are_broken_at_blanks),
        cmocka_unit_test(columns_are_as_wide_as_their_cells_or_as_told),
        cmocka_unit_test(a_verbatim_cell_takes_the_place_of_its_column),
        cmocka_unit_test(a_percentage_never_stands_without_how_many_and_how_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
