/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "output/xml.h"

#include "output/xml_parts.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "xml_doc.h"

#include "support.h"

static int read_into(struct doc *doc, const char *text, struct diag *why)
{
    return xml_read_memory(doc, text, strlen(text), "text", why);
}

static struct doc *read_text(const char *text)
{
    struct doc *doc = doc_new();
    struct diag why = { 0 };

    if (read_into(doc, text, &why) < 0)
        fail_msg("%s", why.text);
    return doc;
}

static void assert_reads_back(const struct doc *doc)
{
    char *once = write_text(doc), *twice;
    struct doc *again = read_text(once);

    twice = write_text(again);
    assert_string_equal(once, twice);
    assert_int_equal(again->n_warnings, 0);
    free(once);
    free(twice);
    doc_free(again);
}

static void what_is_written_reads_back_and_is_written_the_same(void **state)
{
    struct doc *doc = full_doc(), *empty = doc_new();

    (void)state;
    assert_reads_back(doc);
    assert_reads_back(empty);
    doc_free(doc);
    doc_free(empty);
}

/* ---- the map holds every field, and the full doc fills every row of the map ---- */

static void each_attribute(const struct xml_element *e,
                           void (*see)(const struct xml_element *e,
                                       const struct xml_attribute *a, void *self),
                           void *self)
{
    for (const struct xml_attribute *a = e->attributes; a && a->name; a++)
        see(e, a, self);
    for (const struct xml_child *c = e->children; c && c->element; c++)
        each_attribute(c->element, see, self);
}

static void see_in_text(const struct xml_element *e, const struct xml_attribute *a,
                        void *text)
{
    char element[64], name[64];
    const char *at = text;

    snprintf(element, sizeof element, "<%s ", e->name);
    snprintf(name, sizeof name, " %s=\"", a->name);
    while ((at = strstr(at, element))) {
        const char *found = strstr(at, name);

        if (found && found < strchr(at, '>'))
            return;
        at++;
    }
    fail_msg("no <%s> of the full document has '%s': fill it in xml_doc.h", e->name,
             a->name);
}

static void the_full_document_has_every_attribute_and_element_of_the_map(void **state)
{
    static const char *const lists[] = { "<ns>",         "<start>",  "<wait ",
                                         "<switches ",   "<faults ", "<migrations ",
                                         "<values>",     "<lo>",     "<hi>",
                                         "<printed>",    "<rerun ",  "<difference ",
                                         "<printed enc", "<kept ",   "<tail " };
    struct doc *doc = full_doc();
    char *text = write_text(doc);

    (void)state;
    each_attribute(&xml_results, see_in_text, text);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        assert_non_null(strstr(text, lists[i]));
    free(text);
    doc_free(doc);
}

static size_t size_of(const struct xml_attribute *a)
{
    switch (a->as) {
    case XML_AS_BOOL:
        return sizeof(bool);
    case XML_AS_WORD:
    case XML_AS_BITS:
    case XML_AS_INT:
    case XML_AS_U32:
        return 4;
    case XML_AS_U32S:
        return (size_t)a->n_words * 4;
    default:
        return 8;
    }
}

enum { STRUCT_MOST = 4096 };

static void cover(bool *covered, size_t at, size_t size)
{
    assert_true(at + size <= STRUCT_MOST);
    memset(covered + at, true, size);
}

/* Marks the bytes of a struct that the map stores, from `base` on. */
static void cover_element(const struct xml_element *e, bool *covered, size_t base)
{
    for (const struct xml_attribute *a = e->attributes; a && a->name; a++) {
        cover(covered, base + a->at, size_of(a));
        if (a->n_at)
            cover(covered, base + a->n_at, sizeof(size_t));
    }
    for (const struct xml_child *c = e->children; c && c->element; c++) {
        size_t at = base + c->at;

        if (c->how == XML_HOW_HERE || c->how == XML_HOW_IF)
            cover_element(c->element, covered, at);
        else
            cover(covered, at,
                  c->how == XML_HOW_SPARSE ? sizeof(struct sparse) : sizeof(void *));
        if (c->how == XML_HOW_IF)
            cover(covered, base + c->n_at, sizeof(bool));
        else if (c->n_at)
            cover(covered, base + c->n_at, sizeof(size_t));
        if (c->capacity_at)
            cover(covered, base + c->capacity_at, sizeof(size_t));
    }
}

/* Fails where a field is in no row: a gap that no alignment explains. */
static void assert_covered(const struct xml_element *e, size_t size)
{
    bool covered[STRUCT_MOST + 1] = { false };

    cover_element(e, covered, 0);
    for (size_t i = 0, gap = 0; i < size; i++) {
        gap = covered[i] ? 0 : gap + 1;
        if (gap >= 8 || (gap >= 4 && i % 8 == 3))
            fail_msg("<%s> does not store the field at byte %zu of its struct", e->name,
                     i + 1 - gap);
    }
}

static const struct xml_element *below(const struct xml_element *e, const char *name)
{
    for (const struct xml_child *c = e->children; c && c->element; c++) {
        if (strcmp(c->element->name, name) == 0)
            return c->element;
    }
    fail_msg("<%s> has no <%s>", e->name, name);
    return NULL;
}

static void every_field_of_the_model_has_its_place_in_the_map(void **state)
{
    const struct xml_element *series = below(&xml_invocation, "series");
    const struct xml_element *judged = below(&xml_measurement, "judged");
    struct doc doc;

    (void)state;
    assert_covered(&xml_system, sizeof(struct doc_system));
    assert_covered(below(&xml_system, "fact"), sizeof(struct fact));
    assert_covered(&xml_session, sizeof(struct session));
    assert_covered(&xml_event, sizeof(struct doc_event));
    assert_covered(&xml_invocation, sizeof(struct invocation));
    assert_covered(series, sizeof(struct series));
    assert_covered(below(&xml_invocation, "count"), sizeof(struct count));
    assert_covered(&xml_measurement, sizeof(struct measurement));
    assert_covered(below(&xml_measurement, "param"), sizeof(struct doc_param));
    assert_covered(judged, sizeof(struct judged));
    assert_covered(below(judged, "mark"), sizeof(struct mark));
    assert_covered(below(judged, "flag"), sizeof(struct flag));
    assert_covered(below(&xml_catalogue, "definition"), sizeof(struct definition));
    assert_covered(below(&xml_results, "derived"), sizeof(struct derived));
    /* the doc: without the arena before and the reader's warnings behind */
    {
        bool covered[STRUCT_MOST + 1] = { false };

        cover_element(&xml_results, covered, 0);
        for (size_t i = sizeof doc.arena; i < offsetof(struct doc, warnings); i++)
            assert_true(covered[i]);
    }
}

/* ---- values ---- */

static void numbers_that_are_not_there_are_not_there_again(void **state)
{
    struct doc *doc = full_doc(), *again;
    struct judged *j = doc->measurements[0]->judged;
    char *text;

    (void)state;
    j->estimate = (struct st_estimate){ .value = NAN, .lo = NAN, .hi = NAN };
    j->within = NAN;
    j->tail_largest = NAN;
    doc->sessions[0]->protocol.max_seconds = 0;
    doc->measurements[1]->judged = NULL;
    text = write_text(doc);
    assert_null(strstr(text, "maxSeconds=\"0\""));
    again = read_text(text);
    j = again->measurements[0]->judged;
    assert_true(isnan(j->estimate.value));
    assert_true(isnan(j->within));
    assert_true(isnan(j->tail_largest));
    assert_near(j->between, 2.3e-10, 0);
    assert_near(again->sessions[0]->protocol.max_seconds, 0, 0);
    assert_null(again->measurements[1]->judged);
    free(text);
    doc_free(doc);
    doc_free(again);
}

static void bytes_that_xml_cannot_hold_come_back(void **state)
{
    struct doc *doc = full_doc(), *again;
    char *text = write_text(doc);
    const struct series *s;

    (void)state;
    again = read_text(text);
    assert_string_equal(again->systems[0]->facts.items[0].value,
                        "Example CPU\n\x01\xff");
    assert_string_equal(again->systems[0]->facts.items[0].source, "/proc/cpuinfo");
    assert_string_equal(measurement_param(again->measurements[1], "file"), "/tmp/\xff");
    assert_string_equal(again->title, doc->title);
    s = &again->sessions[0]->invocations[1]->series[0];
    assert_string_equal(s->printed[0], " 238.");
    assert_string_equal(s->printed[1], "a\n<b> ");
    assert_string_equal(s->printed[2], "\x02");
    free(text);
    doc_free(doc);
    doc_free(again);
}

static void an_identifier_that_xml_cannot_hold_is_refused(void **state)
{
    struct doc *doc = full_doc();
    struct diag why = { 0 };
    struct sink sink;

    (void)state;
    doc->measurements[0]->id = "m\x01";
    sink_open_memory(&sink);
    assert_int_equal(xml_write(&sink, doc, &why), -EILSEQ);
    assert_non_null(strstr(why.text, "holds bytes that XML cannot"));
    sink_abandon(&sink);
    doc->measurements[0]->id = NULL;
    sink_open_memory(&sink);
    assert_int_equal(xml_write(&sink, doc, &why), -EINVAL);
    sink_abandon(&sink);
    doc_free(doc);
}

static void positions_count_from_one_in_the_file_and_zero_in_the_doc(void **state)
{
    struct doc *doc = full_doc(), *again;
    char *text = write_text(doc);
    const struct sparse *wait;

    (void)state;
    assert_non_null(strstr(text, "<wait at=\"1 4\">71033 1</wait>"));
    again = read_text(text);
    wait = &again->sessions[0]->invocations[0]->series[0].columns[SERIES_WAIT_NS];
    assert_int_equal(wait->n, 2);
    assert_int_equal(wait->at[0], 0);
    assert_int_equal(wait->at[1], 3);
    assert_int_equal(wait->value[0], 71033);
    free(text);
    doc_free(doc);
    doc_free(again);
}

/* Lists beyond libxml2's limit of 10 MB for a text. */
static void a_list_of_a_million_numbers_comes_back(void **state)
{
    enum { N = 1000003 };
    struct doc *doc = full_doc(), *again;
    struct series *s = &doc->sessions[0]->invocations[0]->series[0];
    const struct series *back;
    char *text;

    (void)state;
    s->n = N;
    s->start = NULL;
    s->ns = arena_alloc(doc->arena, N * sizeof *s->ns);
    s->columns[SERIES_FAULTS].n = N;
    s->columns[SERIES_FAULTS].at = arena_alloc(doc->arena, N * sizeof(uint32_t));
    s->columns[SERIES_FAULTS].value = s->ns;
    for (uint32_t i = 0; i < N; i++) {
        s->ns[i] = UINT64_MAX - i;
        s->columns[SERIES_FAULTS].at[i] = i;
    }
    text = write_text(doc);
    assert_true(strlen(text) > 40000000);
    again = read_text(text);
    back = &again->sessions[0]->invocations[0]->series[0];
    assert_int_equal(back->n, N);
    assert_memory_equal(back->ns, s->ns, N * sizeof *s->ns);
    assert_int_equal(back->columns[SERIES_FAULTS].n, N);
    assert_memory_equal(back->columns[SERIES_FAULTS].at, s->columns[SERIES_FAULTS].at,
                        N * sizeof(uint32_t));
    free(text);
    doc_free(doc);
    doc_free(again);
}

static void a_comma_locale_changes_nothing(void **state)
{
    struct doc *doc = full_doc();
    char *plain = write_text(doc), *comma, *again;
    struct doc *back;

    (void)state;
    if (!setlocale(LC_ALL, "de_DE.UTF-8"))
        print_message("setlocale: there is no de_DE here, only C is tested\n");
    comma = write_text(doc);
    back = read_text(comma);
    again = write_text(back);
    setlocale(LC_ALL, "C");
    assert_string_equal(plain, comma);
    assert_string_equal(plain, again);
    free(plain);
    free(comma);
    free(again);
    doc_free(doc);
    doc_free(back);
}

/* ---- several files in one doc ---- */

static void a_second_file_follows_the_first_with_names_of_its_own(void **state)
{
    struct doc *doc = full_doc(), *both = doc_new();
    char *text = write_text(doc), *twice;
    struct diag why = { 0 };
    const struct measurement *m;

    (void)state;
    assert_int_equal(read_into(both, text, &why), 0);
    doc->uuid = "22222222-2222-4222-8222-222222222222";
    doc->title = "the second";
    free(text);
    text = write_text(doc);
    if (read_into(both, text, &why) < 0)
        fail_msg("%s", why.text);
    assert_int_equal(both->n_systems, 2);
    assert_int_equal(both->n_sessions, 4);
    assert_int_equal(both->n_measurements, 4);
    assert_int_equal(both->n_derived, 2);
    assert_int_equal(both->n_catalogue, 3);
    assert_string_equal(both->title, "Kernel \"A\" <&> B, 21 \xc2\xb0");
    assert_string_equal(both->sessions[0]->result, both->uuid);
    assert_string_equal(both->sessions[2]->result, doc->uuid);
    assert_string_equal(both->sessions[3]->result, doc->sessions[1]->result);
    m = both->measurements[2];
    assert_string_equal(m->id, "m3");
    assert_string_equal(m->session->id, "r3");
    assert_string_equal(m->session->system->id, "s2");
    assert_ptr_equal(m->definition, both->measurements[0]->definition);
    assert_ptr_equal(both->sessions[2]->invocations[0]->series[0].measurement, m);
    assert_ptr_equal(both->derived[1]->from[0], m);
    twice = write_text(both);
    assert_reads_back(both);
    free(text);
    free(twice);
    doc_free(doc);
    doc_free(both);
}

static void a_definition_of_another_meaning_is_not_mixed_in(void **state)
{
    struct doc *doc = full_doc(), *both = doc_new();
    char *text = write_text(doc);
    struct diag why = { 0 };

    (void)state;
    assert_int_equal(read_into(both, text, &why), 0);
    free(text);
    doc->catalogue[1]->unit = "1/s";
    text = write_text(doc);
    assert_int_equal(read_into(both, text, &why), -EBADMSG);
    assert_non_null(strstr(why.text, "bw_pipe"));
    assert_non_null(strstr(why.text, "B/s"));
    free(text);
    doc_free(doc);
    doc_free(both);
}

/* ---- other versions, other namespaces ---- */

#define HEAD                                                   \
    "<results xmlns=\"urn:errbar:results:1\" version=\"1.0\" " \
    "uuid=\"6f6a1f5e-1d0e-4b4f-9a3e-0d9f2c1b7a55\">"

static void foreign_elements_are_left_out_with_one_warning(void **state)
{
    struct doc *doc = read_text(
        HEAD "<x:a xmlns:x='urn:x' x:b='1'><x:c>text</x:c><results/></x:a>\n"
             "<meta xmlns:y='urn:y' y:z='2' title='t'><y:d/></meta></results>");

    (void)state;
    assert_string_equal(doc->title, "t");
    assert_int_equal(doc->n_warnings, 1);
    assert_string_equal(doc->warnings[0],
                        "text: 3 elements or attributes of other namespaces are left "
                        "out, the first is 'a' in line 1");
    doc_free(doc);
}

static void a_later_minor_version_is_read_with_a_warning(void **state)
{
    struct doc *doc = read_text(
        "<results xmlns='urn:errbar:results:1' version='1.12' mood='good'>"
        "<meta title='t' colour='red'><sub>text</sub></meta><new a='b'><x/></new>"
        "<system id='s1'/></results>");

    (void)state;
    assert_string_equal(doc->title, "t");
    assert_int_equal(doc->n_systems, 1);
    assert_int_equal(doc->n_warnings, 1);
    assert_non_null(strstr(doc->warnings[0], "4 elements or attributes are left out"));
    assert_non_null(strstr(doc->warnings[0], "'mood' in line 1"));
    doc_free(doc);
}

static void another_major_version_names_the_converter(void **state)
{
    static const char *const texts[] = {
        "<results xmlns='urn:errbar:results:2' version='2.0'/>",
        "<results xmlns='urn:errbar:results:1' version='2.0'/>",
        "<results xmlns='urn:errbar:results:1' version='10.0'/>",
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct doc *doc = doc_new();
        struct diag why = { 0 };

        assert_int_equal(read_into(doc, texts[i], &why), -EPROTONOSUPPORT);
        assert_non_null(strstr(why.text, "use the errbar that wrote it"));
        doc_free(doc);
    }
}

static void measurements_may_stand_before_their_session(void **state)
{
    struct doc *doc = read_text(
        HEAD "<catalogue><definition id='a' revision='1' unit='s'/></catalogue>"
             "<measurement id='m1' definition='a' session='r1'/><system id='s1'/>"
             "<session id='r1' system='s1'><invocation seq='1'><series m='m1'>"
             "<ns> 1 <!-- and --> 2\n</ns></series></invocation></session></results>");
    const struct invocation *i = doc->sessions[0]->invocations[0];

    (void)state;
    assert_ptr_equal(doc->measurements[0]->session, doc->sessions[0]);
    assert_ptr_equal(i->series[0].measurement, doc->measurements[0]);
    assert_int_equal(i->series[0].n, 2);
    assert_int_equal(i->series[0].ns[1], 2);
    assert_true(i->valid);
    doc_free(doc);
}

static void prefixes_and_references_are_only_spelling(void **state)
{
    struct doc *doc = read_text(
        "<?xml version='1.0' encoding='ISO-8859-1'?>\n"
        "<e:results xmlns:e='urn:errbar:results:1' version='1.0'>"
        "<e:meta title='a&amp;b&#x3C;&quot;\xe9'/><!-- not read --><?nor this?>"
        "</e:results>");

    (void)state;
    assert_string_equal(doc->title, "a&b<\"\xc3\xa9");
    doc_free(doc);
}

/* ---- failures ---- */

static void what_a_sink_fails_with_is_told_and_nothing_printed(void **state)
{
    struct doc *doc = full_doc();
    struct diag why = { 0 };
    struct sink sink;
    int rc = 0;

    (void)state;
    assert_int_equal(sink_open_file(&sink, "/dev/full", &why), 0);
    for (int i = 0; i < 50 && rc == 0; i++)
        rc = xml_write(&sink, doc, &why);
    assert_int_equal(rc, -ENOSPC);
    sink_abandon(&sink);
    doc_free(doc);
}

static void want_of_memory_is_an_error_and_leaks_nothing(void **state)
{
    struct doc *doc = full_doc();
    char *text = write_text(doc);
    int rc = -ENOMEM;

    (void)state;
    for (long n = 0; rc < 0; n++) {
        struct doc *again = doc_new();

        support_fail_allocation = n;
        rc = read_into(again, text, NULL);
        support_fail_allocation = -1;
        assert_true(rc == 0 || rc == -ENOMEM);
        doc_free(again);
    }
    rc = -ENOMEM;
    for (long n = 0; rc < 0; n++) {
        struct sink sink;

        sink_open_memory(&sink);
        support_fail_allocation = n;
        rc = xml_write(&sink, doc, NULL);
        support_fail_allocation = -1;
        assert_true(rc == 0 || rc == -ENOMEM);
        sink_abandon(&sink);
    }
    free(text);
    doc_free(doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_reads_back_and_is_written_the_same),
        cmocka_unit_test(the_full_document_has_every_attribute_and_element_of_the_map),
        cmocka_unit_test(every_field_of_the_model_has_its_place_in_the_map),
        cmocka_unit_test(numbers_that_are_not_there_are_not_there_again),
        cmocka_unit_test(bytes_that_xml_cannot_hold_come_back),
        cmocka_unit_test(an_identifier_that_xml_cannot_hold_is_refused),
        cmocka_unit_test(positions_count_from_one_in_the_file_and_zero_in_the_doc),
        cmocka_unit_test(a_list_of_a_million_numbers_comes_back),
        cmocka_unit_test(a_comma_locale_changes_nothing),
        cmocka_unit_test(a_second_file_follows_the_first_with_names_of_its_own),
        cmocka_unit_test(a_definition_of_another_meaning_is_not_mixed_in),
        cmocka_unit_test(foreign_elements_are_left_out_with_one_warning),
        cmocka_unit_test(a_later_minor_version_is_read_with_a_warning),
        cmocka_unit_test(another_major_version_names_the_converter),
        cmocka_unit_test(measurements_may_stand_before_their_session),
        cmocka_unit_test(prefixes_and_references_are_only_spelling),
        cmocka_unit_test(what_a_sink_fails_with_is_told_and_nothing_printed),
        cmocka_unit_test(want_of_memory_is_an_error_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
