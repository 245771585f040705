/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "import/import.h"

#include "import/foreign.h"
#include "import/frame.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

struct world {
    struct doc *doc;
    struct import_log log;
    struct import_source source;
    struct import in;
};

static void world_open(struct world *w, const char *name)
{
    *w = (struct world){ .doc = doc_new(), .source = { name, "", 0 } };
    assert_non_null(w->doc);
    w->in = (struct import){ .doc = w->doc, .source = &w->source, .log = &w->log };
}

/* The next file, into the same document. */
static void next_file(struct world *w)
{
    import_done(&w->in);
    w->log = (struct import_log){ 0 };
    w->in = (struct import){ .doc = w->doc,
                             .source = &w->source,
                             .log = &w->log,
                             .first_system = w->doc->n_systems };
}

static void world_free(struct world *w)
{
    import_done(&w->in);
    doc_free(w->doc);
}

static struct session *session(struct world *w, const char *host, const char *os,
                               const char *label)
{
    return import_session(&w->in, &(struct import_whose){ "3.0a4", host, os, label });
}

static void add(struct world *w, struct session *s, const char *id, const char *params,
                double value)
{
    import_value(&w->in, s,
                 &(struct import_cell){ .id = id,
                                        .params = params,
                                        .value = value,
                                        .lo = value * 0.9,
                                        .hi = value * 1.1,
                                        .printed = "text",
                                        .line = 1 });
}

static void lines_end_in_three_ways_and_the_last_in_none(void **state)
{
    static const char text[] = "a\n\r\nbc\rd\n\nlast";
    static const char *const expected[] = { "a", "", "bc", "d", "", "last" };
    const struct import_source source = { "x", text, sizeof text - 1 };
    struct import_line line = { 0 };
    size_t at = 0, n = 0;

    (void)state;
    while (import_next_line(&source, &at, &line)) {
        assert_true(n < 6);
        assert_int_equal(line.number, n + 1);
        assert_int_equal(line.length, strlen(expected[n]));
        assert_memory_equal(line.text, expected[n], line.length);
        n++;
    }
    assert_int_equal(n, 6);
}

static void sessions_of_equal_host_and_os_are_of_one_system(void **state)
{
    struct world w;
    struct session *a, *b, *c, *d;

    (void)state;
    world_open(&w, "dir/file.0");
    a = session(&w, "host", "Linux 2.4.18", NULL);
    b = session(&w, "host", "Linux 2.4.18", "");
    c = session(&w, "host", "Linux 2.5.40", NULL);
    d = session(&w, "host", "Linux 2.4.18", "two copies");
    assert_ptr_equal(a->system, b->system);
    assert_ptr_not_equal(a->system, c->system);
    assert_ptr_not_equal(a->system, d->system);
    assert_string_equal(d->system->label, "two copies");
    assert_string_equal(a->system->name, "host");
    assert_string_equal(
        facts_find(&a->system->facts, "kernel.release", DOC_AT_ALWAYS)->value,
        "2.4.18");
    assert_string_equal(facts_find(&a->facts, "import.file", DOC_AT_ALWAYS)->value,
                        "file.0");
    assert_string_equal(facts_find(&a->facts, "import.version", DOC_AT_ALWAYS)->value,
                        "3.0a4");
    world_free(&w);
}

static void files_without_a_host_are_of_different_systems(void **state)
{
    struct world w;
    struct session *a, *b, *c;

    (void)state;
    world_open(&w, "a");
    a = session(&w, NULL, NULL, NULL);
    b = session(&w, "", "", NULL);
    next_file(&w);
    c = session(&w, NULL, NULL, NULL);
    assert_ptr_equal(a->system, b->system);
    assert_ptr_not_equal(a->system, c->system);
    world_free(&w);
}

static void a_fact_that_differs_between_sessions_is_the_session_s(void **state)
{
    struct world w;
    struct session *a, *b;

    (void)state;
    world_open(&w, "a");
    a = session(&w, "h", "OS", NULL);
    b = session(&w, "h", "OS", NULL);
    import_fact(&w.in, a, "cpu.mhz", "100", "MHz", 3);
    import_fact(&w.in, b, "cpu.mhz", "102", "MHz", 9);
    import_fact(&w.in, b, "kernel.machine", "", NULL, 9);
    assert_string_equal(facts_find(&a->system->facts, "cpu.mhz", DOC_AT_ALWAYS)->value,
                        "100");
    assert_string_equal(facts_find(&b->facts, "cpu.mhz", DOC_AT_ALWAYS)->value, "102");
    assert_string_equal(facts_find(&b->facts, "cpu.mhz", DOC_AT_ALWAYS)->source,
                        "line 9");
    assert_null(facts_find(&a->system->facts, "kernel.machine", DOC_AT_ALWAYS));
    world_free(&w);
}

static void values_of_a_row_are_its_invocations_in_turn(void **state)
{
    struct world w;
    struct session *s;

    (void)state;
    world_open(&w, "a");
    s = session(&w, "h", "OS", NULL);
    add(&w, s, "lat_ctx", "size=0 procs=2", 1e-6);
    add(&w, s, "lat_ctx", "size=0 procs=8", 2e-6);
    add(&w, s, "lat_ctx", "size=0 procs=2", 3e-6);
    assert_int_equal(w.in.rc, 0);
    assert_int_equal(w.log.values, 3);
    assert_int_equal(w.doc->n_measurements, 2);
    assert_int_equal(w.doc->n_catalogue, 1);
    assert_int_equal(s->n_invocations, 2);
    assert_int_equal(s->invocations[0]->n_series, 2);
    assert_int_equal(s->invocations[1]->n_series, 1);
    assert_ptr_equal(s->invocations[1]->series[0].measurement, w.doc->measurements[0]);
    assert_near(s->invocations[1]->series[0].values[0], 3e-6, 0);
    assert_near(s->invocations[1]->series[0].lo[0], 2.7e-6, 1e-15);
    assert_string_equal(measurement_param(w.doc->measurements[1], "procs"), "8");
    assert_int_equal(w.doc->measurements[1]->origin, DOC_ORIGIN_IMPORTED);
    world_free(&w);
}

static void thousands_of_rows_stay_apart(void **state)
{
    enum { ROWS = 3000 };
    struct world w;
    struct session *s;

    (void)state;
    world_open(&w, "a");
    s = session(&w, "h", "OS", NULL);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < ROWS; i++) {
            char params[64];

            snprintf(params, sizeof params, "size=%d stride=128", i);
            add(&w, s, "lat_mem_rd", params, 1e-9 * (i + 1));
        }
    }
    assert_int_equal(w.doc->n_measurements, ROWS);
    assert_int_equal(s->invocations[1]->n_series, ROWS);
    assert_near(s->invocations[1]->series[ROWS - 1].values[0], 1e-9 * ROWS, 1e-15);
    world_free(&w);
}

static void a_place_without_a_value_is_a_failed_row_until_there_is_one(void **state)
{
    struct world w;
    struct session *s;

    (void)state;
    world_open(&w, "a");
    s = session(&w, "h", "OS", NULL);
    import_missing(&w.in, s, "lat_pipe", NULL, 7, "-1", "not measured");
    assert_int_equal(w.doc->measurements[0]->status, DOC_STATUS_FAILED);
    assert_string_equal(w.doc->measurements[0]->reason, "not measured");
    assert_int_equal(w.log.values, 0);
    assert_int_equal(w.log.n_notes, 1);
    assert_int_equal(w.log.notes[0].kind, IMPORT_INVALID);
    assert_int_equal(w.log.notes[0].line, 7);
    add(&w, s, "lat_pipe", NULL, 1e-6);
    import_missing(&w.in, s, "lat_pipe", NULL, 9, "inf", "infinite");
    assert_int_equal(w.doc->n_measurements, 1);
    assert_int_equal(w.doc->measurements[0]->status, DOC_STATUS_OK);
    world_free(&w);
}

static void what_has_no_definition_is_noted(void **state)
{
    struct world w;
    struct session *s;

    (void)state;
    world_open(&w, "a");
    s = session(&w, "h", "OS", NULL);
    add(&w, s, "lat_nothing", NULL, 1);
    assert_int_equal(w.doc->n_measurements, 0);
    assert_int_equal(w.log.n_notes, 1);
    assert_int_equal(w.log.notes[0].kind, IMPORT_SKIPPED);
    world_free(&w);
}

static void a_note_is_short_valid_text_whatever_the_line_was(void **state)
{
    static const char line[] =
        "a\x80\xff\x1b[2Jb\tc\xc3\xa4\xe2\x82\xac\xed\xa0\x80\xc2\x9b";
    char longer[500];
    struct world w;

    (void)state;
    memset(longer, 'x', sizeof longer);
    world_open(&w, "a");
    import_note(&w.in, IMPORT_SKIPPED, 1, line, sizeof line - 1, "why %d", 5);
    import_note(&w.in, IMPORT_SKIPPED, 2, longer, sizeof longer, "long");
    assert_string_equal(w.log.notes[0].text, "a???[2Jb c\xc3\xa4\xe2\x82\xac?????");
    assert_string_equal(w.log.notes[0].why, "why 5");
    assert_true(strlen(w.log.notes[1].text) <= 103);
    world_free(&w);
}

static int read_text(struct world *w, const char *text, const char *as)
{
    struct import_source source = { "file", text, strlen(text) };

    return import_read(w->doc, &source, as, &w->log, NULL);
}

static void a_file_of_no_kind_leaves_nothing_behind(void **state)
{
    struct world w;

    (void)state;
    world_open(&w, "a");
    assert_int_equal(read_text(&w, "", NULL), -ENOMSG);
    assert_int_equal(read_text(&w, "Dear list,\nnothing here.\n", NULL), -ENOMSG);
    assert_int_equal(read_text(&w, "Dear list,\nnothing here.\n", "lmbench"), -ENOMSG);
    assert_int_equal(w.doc->n_sessions + w.doc->n_systems + w.doc->n_measurements, 0);
    assert_int_equal(read_text(&w, "Simple read: 1.0000 microseconds\n", "cookery"),
                     -EINVAL);
    world_free(&w);
}

static void the_kind_is_seen_from_the_lines(void **state)
{
    struct world w;

    (void)state;
    world_open(&w, "a");
    assert_int_equal(read_text(&w, "Simple read: 1.0000 microseconds\n", NULL), 0);
    assert_string_equal(w.log.kind->name, "lmbench");
    assert_int_equal(w.log.values, 1);
    assert_int_equal(w.log.sessions, 1);
    world_free(&w);
}

static void want_of_memory_comes_out_whenever_it_comes(void **state)
{
    static const char text[] = "Simple read: 1.0000 microseconds\n"
                               "Simple write: -1\n";
    const struct import_source source = { "file", text, sizeof text - 1 };
    struct import_log log;
    bool failed = true;

    (void)state;
    for (long n = 0; failed; n++) {
        struct doc *doc = doc_new();
        int rc;

        assert_non_null(doc);
        support_fail_allocation = n;
        rc = import_read(doc, &source, NULL, &log, NULL);
        failed = support_fail_allocation < 0;
        support_fail_allocation = -1;
        assert_true(rc == (failed ? -ENOMEM : 0));
        doc_free(doc);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_end_in_three_ways_and_the_last_in_none),
        cmocka_unit_test(sessions_of_equal_host_and_os_are_of_one_system),
        cmocka_unit_test(files_without_a_host_are_of_different_systems),
        cmocka_unit_test(a_fact_that_differs_between_sessions_is_the_session_s),
        cmocka_unit_test(values_of_a_row_are_its_invocations_in_turn),
        cmocka_unit_test(thousands_of_rows_stay_apart),
        cmocka_unit_test(a_place_without_a_value_is_a_failed_row_until_there_is_one),
        cmocka_unit_test(what_has_no_definition_is_noted),
        cmocka_unit_test(a_note_is_short_valid_text_whatever_the_line_was),
        cmocka_unit_test(a_file_of_no_kind_leaves_nothing_behind),
        cmocka_unit_test(the_kind_is_seen_from_the_lines),
        cmocka_unit_test(want_of_memory_comes_out_whenever_it_comes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
