/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * test_xml_validate.c - the schema, the map, the examples and the checks agree
 */
#include "output/xml.h"

#include "model/unit.h"
#include "output/xml_parts.h"

#include <dirent.h>
#include <errno.h>
#include <libxml/parser.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "xml_doc.h"

#include "support.h"

static char *schemas(const char *name)
{
    const char *root = getenv("ERRBAR_SOURCE");
    char *path = NULL;

    if (!root || asprintf(&path, "%s/schemas/%s", root, name) < 0)
        fail_msg("ERRBAR_SOURCE is not set: run through meson test");
    return path;
}

/* ---- the map against the schema ---- */

static xmlXPathContextPtr xsd;

static int open_xsd(void **state)
{
    char *path = schemas("errbar-results-1.xsd");
    xmlDocPtr doc = xmlReadFile(path, NULL, XML_PARSE_NONET);

    (void)state;
    free(path);
    xsd = doc ? xmlXPathNewContext(doc) : NULL;
    return !xsd || xmlXPathRegisterNs(xsd, (const xmlChar *)"xs",
                                      (const xmlChar *)"http://www.w3.org/2001/"
                                                       "XMLSchema") != 0;
}

static int close_xsd(void **state)
{
    xmlDocPtr doc = xsd ? xsd->doc : NULL;

    (void)state;
    xmlXPathFreeContext(xsd);
    xmlFreeDoc(doc);
    return 0;
}

/* How many nodes of the schema an XPath finds. */
static size_t __attribute__((format(printf, 1, 2))) found(const char *format, ...)
{
    xmlXPathObjectPtr result;
    va_list args;
    char *path;
    size_t n;

    va_start(args, format);
    assert_true(vasprintf(&path, format, args) > 0);
    va_end(args);
    result = xmlXPathEvalExpression((const xmlChar *)path, xsd);
    if (!result)
        fail_msg("no XPath: %s", path);
    n = result->nodesetval ? (size_t)result->nodesetval->nodeNr : 0;
    xmlXPathFreeObject(result);
    free(path);
    return n;
}

/* Attributes of a type, with those of its attribute groups. */
#define ATTRIBUTES_OF                                                               \
    "(//xs:complexType[@name='%s']//xs:attribute | //xs:attributeGroup[@name = "    \
    "substring(//xs:complexType[@name='%s']//xs:attributeGroup[not(@ref='r:text')]" \
    "/@ref, 3)]/xs:attribute)"

static void check_attribute(const struct xml_element *e, const struct xml_attribute *a)
{
    static const char *const types[] = {
        [XML_AS_TEXT] = "xs:string",       [XML_AS_INT] = "xs:int",
        [XML_AS_U32] = "xs:unsignedInt",   [XML_AS_U64] = "xs:unsignedLong",
        [XML_AS_SIZE] = "xs:unsignedLong", [XML_AS_DOUBLE] = "xs:double",
    };
    bool required = found(ATTRIBUTES_OF "[@name='%s'][@use='required']", e->name,
                          e->name, a->name) == 1;
    const char *type = a->as < sizeof types / sizeof *types ? types[a->as] : NULL;

    if (found(ATTRIBUTES_OF "[@name='%s']", e->name, e->name, a->name) != 1)
        fail_msg("the schema has no attribute '%s' of <%s>", a->name, e->name);
    if (required != (a->absent == XML_ABSENT_NEVER) && strcmp(a->name, "uuid") != 0)
        fail_msg("schema and map differ on whether <%s> needs '%s'", e->name, a->name);
    if (type && found(ATTRIBUTES_OF "[@name='%s'][@type='%s']", e->name, e->name,
                      a->name, type) != 1)
        fail_msg("'%s' of <%s> is no %s in the schema", a->name, e->name, type);
    for (int i = 0; i < a->n_words && a->as != XML_AS_U32S; i++) {
        if (a->words[i][0] && found(ATTRIBUTES_OF "[@name='%s'][@type='r:truth' or "
                                                  ".//xs:enumeration[@value='%s']]",
                                    e->name, e->name, a->name, a->words[i]) != 1)
            fail_msg("'%s' of <%s> cannot be '%s' in the schema", a->name, e->name,
                     a->words[i]);
    }
}

/* Enumerated words of the schema that the map does not know. */
static void check_words(const struct xml_element *e, const struct xml_attribute *a)
{
    size_t words = 0;

    for (int i = 0; i < a->n_words; i++)
        words += a->words[i][0] != '\0';
    if (found(ATTRIBUTES_OF "[@name='%s']//xs:enumeration", e->name, e->name, a->name) >
        words)
        fail_msg("'%s' of <%s> may be more in the schema than in the map", a->name,
                 e->name);
}

static size_t check_element(const struct xml_element *e)
{
    size_t n = 0, children = 0, own = e == &xml_results; /* version */
    size_t n_elements = 1;

    if (found("//xs:complexType[@name='%s'] | //xs:simpleType[@name='%s']", e->name,
              e->name) != 1)
        fail_msg("the schema has no type '%s'", e->name);
    for (const struct xml_attribute *a = e->attributes; a && a->name; a++, n++) {
        check_attribute(e, a);
        if (a->as == XML_AS_WORD || a->as == XML_AS_BOOL || a->as == XML_AS_BITS)
            check_words(e, a);
    }
    if (e->attributes && found(ATTRIBUTES_OF, e->name, e->name) != n + own)
        fail_msg("<%s> has attributes in the schema that the map has not", e->name);
    if (xml_has_text(e) != (found("//xs:complexType[@name='%s']//xs:attributeGroup"
                                  "[@ref='r:text']",
                                  e->name) == 1) &&
        strcmp(e->name, "printed") != 0)
        fail_msg("schema and map differ on whether <%s> can be base64", e->name);
    for (const struct xml_child *c = e->children; c && c->element; c++, children++) {
        bool many = c->how > XML_HOW_POINTER;

        if (found("//xs:complexType[@name='%s']/xs:sequence/xs:element[%zu]"
                  "[@name='%s'][@type='r:%s'][boolean(@maxOccurs) = %s]",
                  e->name, children + 1, c->element->name, c->element->name,
                  many ? "true()" : "false()") != 1)
            fail_msg("child %zu of <%s> is no <%s> in the schema", children + 1,
                     e->name, c->element->name);
        n_elements += check_element(c->element);
    }
    if (found("//xs:complexType[@name='%s']//xs:element", e->name) != children)
        fail_msg("<%s> has children in the schema that the map has not", e->name);
    return n_elements;
}

static void schema_and_map_have_the_same_elements_attributes_and_words(void **state)
{
    size_t elements = check_element(&xml_results);

    (void)state;
    /* <fact> is a child of two */
    assert_int_equal(found("//xs:element"), elements);
}

static void the_schema_has_the_units_of_the_model(void **state)
{
    (void)state;
    for (size_t i = 0; i < n_units; i++)
        assert_int_equal(found("//xs:simpleType[@name='unit']//xs:enumeration"
                               "[@value='%s']",
                               units[i].name),
                         1);
    assert_int_equal(found("//xs:simpleType[@name='unit']//xs:enumeration"), n_units);
}

/* ---- validation ---- */

struct findings {
    size_t n;
    char all[8192];
};

static void note(void *self, const char *sentence)
{
    struct findings *f = self;
    size_t used = strlen(f->all);

    f->n++;
    snprintf(f->all + used, sizeof f->all - used, "%s\n", sentence);
}

static int validate(const char *path, struct findings *findings, struct diag *why)
{
    char *schema = schemas("errbar-results-1.xsd");
    int rc;

    *findings = (struct findings){ 0 };
    *why = (struct diag){ 0 };
    rc = xml_validate(path, schema, note, findings, why);
    free(schema);
    return rc;
}

static int validate_text(const char *text, struct findings *findings, struct diag *why)
{
    char *path;
    int rc;

    assert_true(asprintf(&path, "%s/a.xml", support_scratch()) > 0);
    support_write(path, text, strlen(text));
    rc = validate(path, findings, why);
    free(path);
    return rc;
}

static int validate_doc(const struct doc *doc, struct findings *findings,
                        struct diag *why)
{
    char *text = write_text(doc);
    int rc = validate_text(text, findings, why);

    free(text);
    return rc;
}

static void a_document_with_everything_is_valid(void **state)
{
    struct doc *doc = full_doc();
    struct findings findings;
    struct diag why;

    (void)state;
    if (validate_doc(doc, &findings, &why) != 0)
        fail_msg("%s", findings.all);
    assert_int_equal(findings.n, 0);
    doc_free(doc);
}

static void an_example_is_valid_and_written_as_it_is(const char *path)
{
    struct findings findings;
    struct diag why;
    struct doc *doc = doc_new();
    char *text = support_read(path, NULL), *again, *third;

    if (validate(path, &findings, &why) != 0)
        fail_msg("%s%s", findings.all, why.text);
    if (xml_read(doc, path, &why) < 0)
        fail_msg("%s", why.text);
    again = write_text(doc);
    if (doc->n_warnings == 0)
        assert_string_equal(text, again);
    doc_free(doc);
    doc = doc_new();
    assert_int_equal(xml_read_memory(doc, again, strlen(again), "again", &why), 0);
    third = write_text(doc);
    assert_string_equal(again, third);
    free(text);
    free(again);
    free(third);
    doc_free(doc);
}

static void every_example_is_valid_and_comes_back(void **state)
{
    char *where = schemas("examples");
    DIR *dir = opendir(where);
    struct dirent *entry;
    size_t n = 0;

    (void)state;
    assert_non_null(dir);
    while ((entry = readdir(dir))) {
        char *path;

        if (!strstr(entry->d_name, ".xml"))
            continue;
        assert_true(asprintf(&path, "%s/%s", where, entry->d_name) > 0);
        an_example_is_valid_and_written_as_it_is(path);
        free(path);
        n++;
    }
    assert_true(n >= 3);
    closedir(dir);
    free(where);
}

/* Replaces the first `what` of the full document and says what is found. */
static void assert_found(const char *what, const char *by, const char *sentence)
{
    struct doc *doc = full_doc();
    char *text = write_text(doc), *at = strstr(text, what), *changed;
    struct findings findings;
    struct diag why;

    if (!at)
        fail_msg("the full document has no %s", what);
    assert_true(asprintf(&changed, "%.*s%s%s", (int)(at - text), text, by,
                         at + strlen(what)) > 0);
    assert_int_equal(validate_text(changed, &findings, &why), -EBADMSG);
    assert_int_equal(why.rc, -EBADMSG);
    if (!strstr(findings.all, sentence))
        fail_msg("%s -> %s: wanted '%s' in\n%s", what, by, sentence, findings.all);
    assert_int_equal(strncmp(findings.all, why.text, strlen(why.text)), 0);
    free(changed);
    free(text);
    doc_free(doc);
}

static void the_schema_finds_what_is_not_as_it_should_be(void **state)
{
    (void)state;
    assert_found("status=\"ok\"", "status=\"fine\"",
                 "a.xml:38: schema: Element "
                 "'measurement', attribute 'status': [facet 'enumeration']");
    assert_found("version=\"1.0\" uuid", "version=\"1\" uuid", "facet 'pattern'");
    assert_found("uuid=\"6f6a", "uuid=\"6F6A", "attribute 'uuid'");
    assert_found("start=\"2026-03-02T08:02:40Z\"", "start=\"2026-03-02T08:02:40\"",
                 "attribute 'start'");
    assert_found("start=\"2026-03-02", "start=\"2026-13-02", "attribute 'start'");
    assert_found("unit=\"B/s\"", "unit=\"MB/s\"", "attribute 'unit'");
    assert_found("seq=\"18\"", "seq=\"17\"", "Duplicate key-sequence ['17']");
    assert_found("<system id=\"s1\"", "<system id=\"s2\"",
                 "No match found for "
                 "key-sequence ['s1'] of keyref 'system-of-session'");
    assert_found("session=\"r1\" status", "session=\"r7\" status",
                 "session-of-measurement");
    assert_found("<series m=\"m2\"", "<series m=\"m7\"", "measurement-of-series");
    assert_found("revision=\"lmbench-3.0a4\" unit", "revision=\"1\" unit",
                 "unique identity-constraint 'definitions'");
    assert_found(">998412 ", ">998412.5 ", "xs:unsignedLong");
    assert_found("<wait at=\"1 4\"", "<wait at=\"0 4\"", "attribute 'at'");
    assert_found("<clock ", "<watch ", "not expected");
    assert_found("<clock ", "<clock new=\"\" ", "attribute 'new'");
    assert_found("precision=\"0.01\"", "precision=\"0,01\"", "xs:double");
    assert_found("code=\"between\" ", "", "'code' is required");
}

static void the_reader_finds_what_the_schema_cannot(void **state)
{
    (void)state;
    assert_found("<wait at=\"1 4\"", "<wait at=\"1 5\"",
                 "a.xml:23: <wait> has position 5");
    assert_found("<start>10 ", "<start>", "<ns> has 4 entries and <start> 3");
    assert_found("from=\"m1 m2\"", "from=\"m1 m9\"", "'m9' is referred to");
    assert_found("RXhhbXBsZSBDUFUKAf8=", "RXhhbXB", "base64");
    assert_found(" revision=\"lmbench-3.0a4\" session", " session", "more than one");
    assert_found("</results>", "", "it is cut");
    assert_found("<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
                 "<!DOCTYPE results [<!ENTITY a \"b\">]>", "DOCTYPE is refused");
}

static void the_checks_find_what_contradicts_itself(void **state)
{
    (void)state;
    assert_found("end=\"2026-03-02T09", "end=\"2026-03-02T07",
                 "a.xml: session-time: "
                 "session r1 ends at 2026-03-02T07:14:58Z, before it starts");
    assert_found("origin=\"imported\"", "origin=\"measured\"", "a.xml: revision: ");
    assert_found("id=\"lat_sig.catch\" revision=\"1\"",
                 "id=\"lat_sig.catch\" revision=\"a1\"", "neither a number nor");
    assert_found("\"partial\"", "\"full\"",
                 "a.xml: completeness: the document says "
                 "that it is full, but nothing was measured of bw_pipe");
    assert_found(" reason=\"timeout\"", "",
                 "a.xml: reason: measurement m2 is 'failed' "
                 "without a reason");
    assert_found("samples=\"4\"", "samples=\"6\"",
                 "a.xml: count: measurement m1 is "
                 "judged from 6 observations, and there are 5");
    assert_found("invocations=\"1\"", "invocations=\"2\"", "a.xml: count: ");
    assert_found("lo=\"1.2461e-07\"", "lo=\"1.3e-07\"", "a.xml: estimate: ");
    assert_found("level=\"0.95\" nominal", "level=\"95\" nominal", "a.xml: estimate: ");
    assert_found("invocation=\"17\" at=\"3\"", "invocation=\"17\" at=\"5\"",
                 "a.xml: mark: measurement m1 has a mark at observation 5");
    assert_found("invocation=\"17\" cause", "invocation=\"19\" cause", "a.xml: mark: ");
}

static void redaction_is_held_against_the_facts(void **state)
{
    static const char *const leaks[] = {
        "00:1a:2b:3c:4d:5e",    "eth0 00-1A-2B-3C-4D-5E",
        "192.168.1.17",         "/home/anna/bin/cc",
        "cc -o /root/a.out",    "build7.example.com",
        "anna@build7",          "server.lan",
        "linux on 10.0.0.1:22", "12345678-9abc-def0-1234-56789abcdef0",
    };
    static const char *const fine[] = {
        "6.1.0-13-amd64",   "Debian 12.2.0-14",       "2.4.20-8smp",
        "GNU ld 2.40",      "[always] madvise never", "Intel(R) Xeon(R) CPU @ 2.20GHz",
        "tsc hpet acpi_pm", "0.00 0.01 0.05 1/97",    "-O2 -g -ffp-contract=off",
        "0x2b000603"
    };

    (void)state;
    for (size_t i = 0; i < sizeof leaks / sizeof *leaks; i++) {
        struct doc *doc = full_doc();
        struct findings findings;
        struct diag why;

        doc->systems[0]->facts.items[0].value = leaks[i];
        if (validate_doc(doc, &findings, &why) != -EBADMSG ||
            !strstr(findings.all, "redaction: fact cpu.model of s1 looks like "))
            fail_msg("'%s' passes", leaks[i]);
        assert_null(strstr(findings.all, leaks[i])); /* and is not told on */
        doc->redaction = "none";
        assert_int_equal(validate_doc(doc, &findings, &why), 0);
        doc_free(doc);
    }
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++) {
        struct doc *doc = full_doc();
        struct findings findings;
        struct diag why;

        doc->systems[0]->facts.items[0].value = fine[i];
        if (validate_doc(doc, &findings, &why) != 0)
            fail_msg("'%s': %s", fine[i], findings.all);
        doc_free(doc);
    }
}

static void all_findings_are_told_and_the_first_is_kept(void **state)
{
    struct doc *doc = full_doc();
    struct findings findings;
    struct diag why;

    (void)state;
    doc->sessions[0]->end = "2026-03-02T01:00:00Z";
    doc->sessions[1]->end = "2026-03-02T02:00:00Z";
    assert_int_equal(validate_doc(doc, &findings, &why), -EBADMSG);
    assert_int_equal(findings.n, 2);
    assert_non_null(strstr(why.text, "session r1"));
    assert_int_equal(xml_validate("/nonexistent/a.xml", "x", note, &findings, &why),
                     -ENOENT);
    doc_free(doc);
}

static void a_schema_that_cannot_be_used_is_no_fault_of_the_file(void **state)
{
    char *example = schemas("examples/measured.xml"), *csv = schemas("columns.csv");
    struct findings findings = { 0 };
    struct diag why = { 0 };

    (void)state;
    assert_int_equal(xml_validate(example, "/nonexistent.xsd", note, &findings, &why),
                     -ENOENT);
    assert_non_null(strstr(why.text, "/nonexistent.xsd"));
    assert_int_equal(xml_validate(example, csv, note, &findings, &why), -EINVAL);
    assert_non_null(strstr(why.text, "columns.csv"));
    assert_int_equal(xml_validate(example, example, note, &findings, &why), -EINVAL);
    assert_int_equal(findings.n, 0);
    free(example);
    free(csv);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(schema_and_map_have_the_same_elements_attributes_and_words),
        cmocka_unit_test(the_schema_has_the_units_of_the_model),
        cmocka_unit_test(a_document_with_everything_is_valid),
        cmocka_unit_test(every_example_is_valid_and_comes_back),
        cmocka_unit_test(the_schema_finds_what_is_not_as_it_should_be),
        cmocka_unit_test(the_reader_finds_what_the_schema_cannot),
        cmocka_unit_test(the_checks_find_what_contradicts_itself),
        cmocka_unit_test(redaction_is_held_against_the_facts),
        cmocka_unit_test(all_findings_are_told_and_the_first_is_kept),
        cmocka_unit_test(a_schema_that_cannot_be_used_is_no_fault_of_the_file),
    };
    return cmocka_run_group_tests(tests, open_xsd, close_xsd);
}
