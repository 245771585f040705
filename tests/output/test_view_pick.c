/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "output/view_pick.h"

#include "builder.h"
#include "support.h"

static void a_filter_compares_sizes_as_sizes(void **state)
{
    struct doc *doc = doc_new();
    struct session *s = add_session(doc, "r1", "boxa", "6.1", NULL);
    struct measurement *m = add_row(doc, s, "lat_ctx", "s", "size=65536 procs=2", 1, 0);

    (void)state;
    assert_true(view_matches(m, NULL));
    assert_true(view_matches(m, "size=64K procs=2"));
    assert_true(view_matches(m, "  procs=2  "));
    assert_false(view_matches(m, "size=64K procs=20"));
    assert_false(view_matches(m, "size=64"));
    assert_false(view_matches(m, "fds=100"));
    assert_true(view_matches(m, "size=max"));
    assert_false(view_matches(m, "message=max"));
    assert_true(view_matches(m, "host?=localhost"));
    set_params(doc, m, "host=remote");
    m->n_params = 1;
    m->params[0] = (struct doc_param){ "host", "remote" };
    assert_false(view_matches(m, "host?=localhost"));
    doc_free(doc);
}

static struct view_row row_of(struct doc *doc)
{
    struct view_row *rows;
    size_t n;

    assert_int_equal(view_rows(doc, doc->arena, &rows, &n), 0);
    assert_int_equal(n, 1);
    return rows[0];
}

static void the_largest_is_picked_by_its_number_and_not_its_text(void **state)
{
    struct doc *doc = doc_new();
    struct session *s = add_session(doc, "r1", "boxa", "6.1", NULL);
    struct measurement *largest;
    struct view_row row;

    (void)state;
    add_row(doc, s, "bw_mem.rd", "B/s", "size=9437184", 1, 0);
    largest = add_row(doc, s, "bw_mem.rd", "B/s", "size=10485760", 2, 0);
    add_row(doc, s, "bw_mem.rd", "B/s", "size=512", 3, 0);
    row = row_of(doc);
    assert_ptr_equal(view_pick(&row, "bw_mem.rd", "size=max", NULL), largest);
    assert_null(view_pick(&row, "bw_mem.wr", "size=max", NULL));
    doc_free(doc);
}

static void same_is_meant_where_no_placement_is_named(void **state)
{
    struct doc *doc = doc_new();
    struct session *s = add_session(doc, "r1", "boxa", "6.1", NULL);
    struct measurement *cross, *same, *none;
    struct view_row row;

    (void)state;
    cross = add_row(doc, s, "lat_pipe", "s", "placement=cross", 1, 0);
    row = row_of(doc);
    assert_null(view_pick(&row, "lat_pipe", NULL, NULL));
    assert_ptr_equal(view_pick(&row, "lat_pipe", NULL, "cross"), cross);
    same = add_row(doc, s, "lat_pipe", "s", "placement=same", 1, 0);
    none = add_row(doc, s, "lat_syscall.null", "s", NULL, 1, 0);
    row = row_of(doc);
    assert_ptr_equal(view_pick(&row, "lat_pipe", NULL, NULL), same);
    assert_ptr_equal(view_pick(&row, "lat_syscall.null", NULL, NULL), none);
    assert_null(view_pick(&row, "lat_syscall.null", NULL, "same"));
    assert_string_equal(view_label(same, doc->arena), "lat_pipe");
    assert_string_equal(view_label(cross, doc->arena), "lat_pipe cross");
    doc_free(doc);
}

static void one_that_is_ok_wins_then_the_last_attempt(void **state)
{
    struct doc *doc = doc_new();
    struct session *s = add_session(doc, "r1", "boxa", "6.1", NULL);
    struct measurement *first = add_row(doc, s, "lat_pipe", "s", NULL, 1, 0), *second;
    struct view_row row;

    (void)state;
    second = add_row(doc, s, "lat_pipe", "s", NULL, 2, 0);
    row = row_of(doc);
    assert_ptr_equal(view_pick(&row, "lat_pipe", NULL, NULL), first);
    second->attempt = 2;
    assert_ptr_equal(view_pick(&row, "lat_pipe", NULL, NULL), second);
    second->status = DOC_STATUS_FAILED;
    assert_ptr_equal(view_pick(&row, "lat_pipe", NULL, NULL), first);
    assert_null(view_estimate(second));
    assert_non_null(view_estimate(first));
    first->sentinel = true;
    row = row_of(doc);
    assert_ptr_equal(view_pick(&row, "lat_pipe", NULL, NULL), second);
    doc_free(doc);
}

static void rows_of_one_name_are_told_apart(void **state)
{
    struct doc *doc = doc_new();
    struct view_row *rows;
    size_t n;

    (void)state;
    add_session(doc, "r1", "boxa", "6.1", NULL);
    add_session(doc, "r2", "boxb", "6.1", NULL);
    add_session(doc, "r3", "boxa", "6.2", NULL);
    add_session(doc, "r4", NULL, "6.2", NULL);
    assert_int_equal(view_rows(doc, doc->arena, &rows, &n), 0);
    assert_int_equal(n, 4);
    assert_string_equal(rows[0].name, "boxa (row 1)");
    assert_string_equal(rows[1].name, "boxb");
    assert_string_equal(rows[2].name, "boxa (row 3)");
    assert_string_equal(rows[3].name, "unnamed");
    assert_false(rows[0].labelled);
    doc->systems[0]->label = "6.1-A";
    doc->systems[1]->label = "6.1-A";
    doc->systems[2]->label = "6.2-B";
    assert_int_equal(view_rows(doc, doc->arena, &rows, &n), 0);
    assert_string_equal(rows[0].name, "boxa 6.1-A");
    assert_string_equal(rows[1].name, "boxb");
    assert_string_equal(rows[2].name, "boxa 6.2-B");
    assert_true(rows[2].labelled);
    doc_free(doc);
}

static void a_fact_of_the_session_comes_before_the_systems(void **state)
{
    struct doc *doc = doc_new();
    struct session *s = add_session(doc, "r1", "boxa", "6.1", NULL);
    struct fact missing = { .key = "cpu.mhz", .missing = "unreadable" };

    (void)state;
    assert_null(view_fact(s, "cpu.mhz"));
    assert_int_equal(doc_add_fact(doc, &s->facts, &missing), 0);
    assert_null(view_fact(s, "cpu.mhz"));
    add_fact(doc, &s->system->facts, "cpu.mhz", "2995", "MHz");
    assert_string_equal(view_fact(s, "cpu.mhz")->value, "2995");
    add_fact(doc, &s->facts, "kernel.release", "6.2", NULL);
    assert_string_equal(view_fact(s, "kernel.release")->value, "6.2");
    doc_free(doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_filter_compares_sizes_as_sizes),
        cmocka_unit_test(the_largest_is_picked_by_its_number_and_not_its_text),
        cmocka_unit_test(same_is_meant_where_no_placement_is_named),
        cmocka_unit_test(one_that_is_ok_wins_then_the_last_attempt),
        cmocka_unit_test(rows_of_one_name_are_told_apart),
        cmocka_unit_test(a_fact_of_the_session_comes_before_the_systems),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
