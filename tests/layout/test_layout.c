/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "layout/layout.h"

#include <string.h>

#include "support.h"

/* What every table must be, so that those who draw and read need not ask. */
static void see_table(const struct layout_generation *g, const struct layout_table *t)
{
    size_t n = layout_count(t);

    if (!t->title || t->rule < 40 || !t->headings[0] || !t->dashes || !t->unit ||
        !(t->in_base > 0) || n == 0)
        fail_msg("%s: a table is not complete: %s", g->name, t->title);
    for (size_t c = 0; c < n; c++) {
        const struct layout_column *column = &t->columns[c];

        if (column->source == LAYOUT_GUESS ? c + 1 != n : !column->plain.width)
            fail_msg("%s: %s: column %zu has no width", g->name, t->title, c);
        if (column->source == LAYOUT_VALUE && column->rule == LAYOUT_NUM &&
            column->plain.width < 4)
            fail_msg("%s: %s: column %zu is too narrow", g->name, t->title, c);
    }
}

static void every_table_is_complete(void **state)
{
    (void)state;
    for (size_t i = 0; layout_all[i]; i++) {
        const struct layout_generation *g = layout_all[i];

        assert_non_null(g->made_by);
        assert_ptr_equal(layout_find(g->name), g);
        assert_non_null(strstr(g->banner, "S U M M A R Y"));
        for (size_t t = 0; g->tables[t]; t++)
            see_table(g, g->tables[t]);
    }
    assert_null(layout_find("g8"));
}

static int last_of(const char *generation, size_t table, size_t column, bool old)
{
    int first, last;

    layout_place(layout_find(generation)->tables[table], column, old, &first, &last);
    return last;
}

/* Columns counted in the published summaries of shared/corpus: 009, 007, 022, 036. */
static void fields_end_where_published_summaries_have_them(void **state)
{
    (void)state;
    assert_int_equal(last_of("g4", 6, 0, true), 28);  /* Mhz */
    assert_int_equal(last_of("g4", 6, 1, true), 34);  /* L1 */
    assert_int_equal(last_of("g4", 6, 2, true), 41);  /* L2 */
    assert_int_equal(last_of("g4", 6, 3, true), 48);  /* main memory, left of */
    assert_int_equal(last_of("g4", 6, 3, false), 53); /* its heading */
    assert_int_equal(last_of("g1", 1, 0, true), 27);  /* 2p/0K */
    assert_int_equal(last_of("g1", 1, 1, true), 34);
    assert_int_equal(last_of("g1", 1, 3, true), 47);
    assert_int_equal(last_of("g1", 1, 6, true), 70);
    assert_int_equal(last_of("g1", 5, 0, true), 28);
    assert_int_equal(last_of("g1", 5, 3, true), 53);
    assert_int_equal(last_of("g5", 9, 3, true), 54);
    assert_int_equal(last_of("g6", 11, 3, true), 49);
    assert_int_equal(last_of("g6", 11, 4, true), 61);
    assert_int_equal(last_of("g6", 7, 7, true), 68); /* TCP conn */
}

/* What a cell is that is no value is kept by the topic, by the reader and the printer.
 */
static void each_table_names_what_its_title_says(void **state)
{
    static const struct {
        const char *title, *topic;
    } titled[] = {
        { "Basic system", "basic" },
        { "Processor", "processor" },
        { "Basic integer", "integer" },
        { "Basic uint64", "uint64" },
        { "Basic float", "float" },
        { "Basic double", "double" },
        { "Context", "context" },
        { "*Local* Communication lat", "local" },
        { "*Remote*", "remote" },
        { "File & VM", "files" },
        { "*Local* Communication band", "bandwidth" },
        { "Memory", "memory" },
    };

    (void)state;
    for (size_t g = 0; layout_all[g]; g++) {
        for (const struct layout_table *const *t = layout_all[g]->tables; *t; t++) {
            const char *title = (*t)->title + strspn((*t)->title, " ");

            for (size_t i = 0; i < sizeof titled / sizeof *titled; i++)
                if (strncmp(title, titled[i].title, strlen(titled[i].title)) == 0)
                    assert_string_equal((*t)->topic, titled[i].topic);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_table_is_complete),
        cmocka_unit_test(fields_end_where_published_summaries_have_them),
        cmocka_unit_test(each_table_names_what_its_title_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
