/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/doc.h"

#include <errno.h>
#include <string.h>

#include "support.h"

static struct measurement *with(struct doc *doc, const char *id, const char *size)
{
    struct definition *d = doc_add_definition(doc);
    struct measurement *m = doc_add_measurement(doc);
    struct session *s = doc->n_sessions ? doc->sessions[0] : doc_add_session(doc);

    *d = (struct definition){ .id = id, .revision = "1", .unit = "s" };
    s->id = "r1";
    m->id = id;
    m->definition = d;
    m->session = s;
    m->params = arena_alloc(doc->arena, 2 * sizeof *m->params);
    m->params[0] = (struct doc_param){ "size", size };
    m->params[1] = (struct doc_param){ "procs", "8" };
    m->n_params = 2;
    return m;
}

static void a_label_shortens_sizes(void **state)
{
    struct doc *doc = doc_new();
    struct measurement *m = with(doc, "lat_ctx", "65536");

    (void)state;
    assert_string_equal(measurement_label(m, doc->arena), "lat_ctx size=64K procs=8");
    m->params[0].value = "0";
    assert_string_equal(measurement_label(m, doc->arena), "lat_ctx size=0 procs=8");
    m->params[0].value = "1437";
    assert_string_equal(measurement_label(m, doc->arena), "lat_ctx size=1437 procs=8");
    doc_free(doc);
}

static void only_equal_definitions_and_parameters_are_comparable(void **state)
{
    struct doc *doc = doc_new();
    struct measurement *a = with(doc, "lat_ctx", "0"), *b = with(doc, "lat_ctx", "0");
    struct definition other = *b->definition;
    const char *differs = NULL;

    (void)state;
    assert_true(measurement_comparable(a, b, &differs));
    assert_null(differs);
    b->params[0].value = "16384";
    assert_false(measurement_comparable(a, b, &differs));
    assert_string_equal(differs, "size");
    b->params[0].value = "0";
    other.revision = "lmbench-3.0a4";
    b->definition = &other;
    assert_false(measurement_comparable(a, b, &differs));
    assert_string_equal(differs, "revision");
    doc_free(doc);
}

static void a_base_part_makes_a_difference(void **state)
{
    struct doc *doc = doc_new();
    struct measurement *m = with(doc, "lat_sig.catch", "0");
    struct invocation *i = doc_add_invocation(doc, m->session);

    (void)state;
    i->series = arena_alloc(doc->arena, 2 * sizeof *i->series);
    i->series[0].measurement = i->series[1].measurement = m;
    i->n_series = 2;
    assert_false(measurement_is_difference(m));
    i->series[1].part = DOC_PART_BASE;
    assert_true(measurement_is_difference(m));
    doc_free(doc);
}

static void facts_are_found_by_key_and_moment(void **state)
{
    struct doc *doc = doc_new();
    struct facts facts = { 0 };
    const struct fact start = { .key = "load.steal", .value = "0", .at = DOC_AT_START };
    const struct fact end = { .key = "load.steal", .value = "2", .at = DOC_AT_END };

    (void)state;
    assert_int_equal(doc_add_fact(doc, &facts, &start), 0);
    assert_int_equal(doc_add_fact(doc, &facts, &end), 0);
    assert_string_equal(facts_find(&facts, "load.steal", DOC_AT_END)->value, "2");
    assert_string_equal(facts_find(&facts, "load.steal", DOC_AT_ALWAYS)->value, "0");
    assert_null(facts_find(&facts, "load.average", DOC_AT_ALWAYS));
    doc_free(doc);
}

static void things_are_found_by_identifier(void **state)
{
    struct doc *doc = doc_new();
    struct measurement *m = with(doc, "lat_ctx", "0");

    (void)state;
    assert_ptr_equal(doc_find_measurement(doc, "lat_ctx"), m);
    assert_null(doc_find_measurement(doc, "lat_pipe"));
    assert_ptr_equal(doc_find_session(doc, "r1"), m->session);
    assert_ptr_equal(doc_find_definition(doc, "lat_ctx", "1"), m->definition);
    assert_ptr_equal(doc_find_definition(doc, "lat_ctx", NULL), m->definition);
    assert_null(doc_find_definition(doc, "lat_ctx", "2"));
    doc_free(doc);
}

static void every_word_reads_back(void **state)
{
    (void)state;
    for (int i = 0; i < DOC_STATUS_COUNT; i++)
        assert_int_equal(
            doc_word(doc_status_name, DOC_STATUS_COUNT, doc_status_name[i]), i);
    assert_int_equal(doc_word(doc_status_name, DOC_STATUS_COUNT, "fine"), -1);
    assert_int_equal(doc_word(doc_status_name, DOC_STATUS_COUNT, NULL), -1);
}

static void want_of_memory_leaves_a_doc_usable(void **state)
{
    struct doc *doc = doc_new();

    (void)state;
    for (long n = 0; n < 3; n++) {
        size_t before = doc->n_systems;

        support_fail_allocation = n;
        while (doc_add_system(doc))
            ;
        support_fail_allocation = -1;
        assert_true(doc->n_systems >= before);
        assert_non_null(doc_add_system(doc));
    }
    doc_free(doc);
    support_fail_allocation = 1;
    assert_null(doc_new());
    support_fail_allocation = -1;
}

/* The second attempt of run 14 of docs/real-coverage.md, which the time limit cut. */
static void an_attempt_without_an_interval_hides_none_that_has_one(void **state)
{
    struct doc *doc = doc_new();
    struct definition *d = doc_add_definition(doc);
    struct session *session = doc_add_session(doc);
    struct judged whole = { .estimate.method = ST_METHOD_HS };
    struct judged cut = { .estimate.method = ST_METHOD_NONE };
    struct measurement *m[3];

    (void)state;
    d->id = "lat_syscall.null";
    d->revision = "1";
    d->unit = "s";
    for (uint32_t i = 0; i < 3; i++) {
        m[i] = doc_add_measurement(doc);
        m[i]->definition = d;
        m[i]->session = session;
        m[i]->attempt = i + 1;
        m[i]->judged = i == 1 ? &whole : &cut;
    }
    assert_true(measurement_counts_before(m[1], m[0]));
    assert_true(measurement_counts_before(m[1], m[2]));
    assert_true(measurement_counts_before(m[2], m[0]));
    assert_false(measurement_counts_before(m[2], m[1]));
    assert_false(measurement_counts_before(m[1], m[1]));
    assert_true(measurement_is_superseded(doc, m[0]));
    assert_false(measurement_is_superseded(doc, m[1]));
    assert_true(measurement_is_superseded(doc, m[2]));
    m[2]->judged = &whole;
    assert_true(measurement_is_superseded(doc, m[1]));
    doc_free(doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_label_shortens_sizes),
        cmocka_unit_test(only_equal_definitions_and_parameters_are_comparable),
        cmocka_unit_test(a_base_part_makes_a_difference),
        cmocka_unit_test(facts_are_found_by_key_and_moment),
        cmocka_unit_test(things_are_found_by_identifier),
        cmocka_unit_test(every_word_reads_back),
        cmocka_unit_test(an_attempt_without_an_interval_hides_none_that_has_one),
        cmocka_unit_test(want_of_memory_leaves_a_doc_usable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
