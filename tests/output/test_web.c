/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "output/web.h"

#include "import/import.h"
#include "judge/judge.h"
#include "output/xml.h"
#include "output/xml_parts.h"

#include <errno.h>
#include <libxml/parser.h>
#include <libxml/xpath.h>
#include <math.h>

#include "r3.h"
#include "support.h"

/* The web view of a document; the caller frees it. */
static char *draw(const struct doc *doc, const struct view_options *options)
{
    struct diag why = { 0 };
    struct sink sink;
    char *copy;

    sink_open_memory(&sink);
    if (view_print(view_find("web"), doc, options, &sink, &why) < 0)
        fail_msg("%s", why.text);
    copy = strndup(sink.buf.text, sink.buf.length);
    sink_abandon(&sink);
    return copy;
}

static struct doc *import(const char *text, size_t length)
{
    struct import_source source = { "page", text, length };
    struct doc *doc = doc_new();
    struct import_log log;

    assert_int_equal(import_read(doc, &source, "web", &log, NULL), 0);
    assert_int_equal(judge_doc(doc), 0);
    return doc;
}

static struct doc *import_r3(void)
{
    char *path = support_data(R3_FILE);
    size_t length;
    char *text = support_read(path, &length);
    struct doc *doc = import(text, length);

    free(text);
    free(path);
    return doc;
}

/* The page as text, line by line beside R3's rows: captions, groups, notes in place. */
static void compare_with_r3(char *text, bool as_printed)
{
    size_t row = 0, caption = 0, group = 0, notes = 0;
    char *line, *rest;
    struct r3 p;

    r3_open(&p);
    for (line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        if (caption < p.n_captions && p.caption_at[caption] == row &&
            strcmp(line, p.captions[caption]) == 0) {
            caption++;
        } else if (strncmp(line, "Note: ", 6) == 0) {
            /* nothing stands beside the last one */
            assert_int_equal(row, notes == 0 ? p.group_at[group] : 38);
            assert_string_equal(line, notes == 0 ? p.groups[group]
                                                 : "Note: Bandwidth is in MB/sec");
            group += notes++ == 0;
        } else if (group < p.n_groups && p.group_at[group] == row &&
                   strcmp(line, p.groups[group]) == 0) {
            group++;
        } else if (strstr(line, "2.2.19smp4 ")) {
            assert_non_null(strstr(line, "2.4.17smp4  2.5.30smp4  2.5.36smp4  "
                                         "2.5.41smp4"));
        } else {
            size_t label = strlen(p.rows[row][0]);

            if (strncmp(line, p.rows[row][0], label) != 0)
                fail_msg("%s in place of %s", line, p.rows[row][0]);
            line += label;
            for (size_t k = 1; k <= R3_KERNELS; k++) {
                const char *want = p.rows[row][k];
                char cell[32];
                int n = 0;

                assert_int_equal(sscanf(line, " %31s%n", cell, &n), 1);
                line += n;
                if (as_printed || strcmp(cell, want) == 0) {
                    assert_string_equal(cell, want);
                    continue;
                }
                /* what a spreadsheet had cut off: "3.2" is 3.20, "14" is 14.00 */
                assert_true(strncmp(cell, want, strlen(want)) == 0);
                assert_int_equal(strlen(strchr(cell, '.')), 3);
                assert_int_equal(strspn(cell + strlen(want), ".0"),
                                 strlen(cell) - strlen(want));
            }
            row++;
        }
    }
    assert_int_equal(row, R3_ROWS);
    assert_int_equal(caption, p.n_captions);
    assert_int_equal(group, p.n_groups);
    assert_int_equal(notes, 2);
    free(p.text);
}

static void r3_comes_out_as_it_went_in(void **state)
{
    struct view_options options = { .format = VIEW_FORMAT_TEXT, .bare = true };
    struct doc *doc = import_r3();
    char *text = draw(doc, &options);

    (void)state;
    compare_with_r3(text, false);
    free(text);
    options.digits = VIEW_DIGITS_SOURCE;
    text = draw(doc, &options);
    compare_with_r3(text, true);
    free(text);
    options.digits = VIEW_DIGITS_AUTO; /* none are known but the printed ones */
    text = draw(doc, &options);
    compare_with_r3(text, true);
    free(text);
    doc_free(doc);
}

/* ---- the page ---- */

static xmlDocPtr parse(const char *page)
{
    xmlDocPtr doc = xmlReadMemory(page, (int)strlen(page), "page", NULL,
                                  XML_PARSE_NONET | XML_PARSE_NOERROR);

    if (!doc)
        fail_msg("the page is not well-formed");
    return doc;
}

static double count(xmlDocPtr doc, const char *path)
{
    xmlXPathContextPtr context = xmlXPathNewContext(doc);
    xmlXPathObjectPtr found = xmlXPathEval((const xmlChar *)path, context);
    double n = xmlXPathCastToNumber(found);

    xmlXPathFreeObject(found);
    xmlXPathFreeContext(context);
    return n;
}

#define assert_count(doc, path, n) assert_near(count((doc), (path)), (n), 0)

static void the_page_of_r3_is_well_formed_and_has_its_tables(void **state)
{
    struct view_options options = { .title = "SMP kernels" };
    struct doc *doc = import_r3();
    char *page = draw(doc, &options);
    xmlDocPtr xml = parse(page);

    (void)state;
    assert_count(xml, "count(//table)", 4);
    assert_count(xml, "count(//table/caption)", 4);
    assert_count(xml, "count(//thead//th[@scope='col'])", 4 * R3_KERNELS + 3);
    assert_count(xml, "count(//tbody/tr[td[not(@class)]])", R3_ROWS);
    assert_count(xml, "count(//tbody/tr/th[@scope='row'])", R3_ROWS);
    assert_count(xml, "count(//tbody/tr/th[@scope='rowgroup'])", 8);
    assert_count(xml, "count(//td[@class='note'])", 2);
    assert_count(xml, "count(//h2)", 4);
    assert_count(xml, "count(//title[.='SMP kernels'])", 1);
    /* nothing is fetched, nothing runs */
    assert_count(xml, "count(//script|//link|//img|//@src|//@style)", 0);
    assert_count(xml, "count(//a[not(starts-with(@href,'#'))])", 0);
    assert_null(strstr(page, "://"));
    assert_count(xml,
                 "count(//meta[@http-equiv='Content-Security-Policy']"
                 "[contains(@content, \"default-src 'none'\")])",
                 1);
    assert_count(xml, "count(//@id) - count(//section) - 1", 0);
    xmlFreeDoc(xml);
    free(page);
    doc_free(doc);
}

static void hostile_labels_are_text(void **state)
{
    static const char text[] =
        "<b>us | 1\nData in us\n"
        "| T | <script>alert(1)</script> | a\"'&amp;\x1b[2J\xe2\x80\xae | ]]> |\n"
        "| Simple read | 1.25 | 2.5 | 3 |\n";
    struct view_options options = { .title = "</title><script>&\"'" };
    struct doc *doc = import(text, sizeof text - 1);
    char *page = draw(doc, &options);
    xmlDocPtr xml = parse(page);

    (void)state;
    assert_count(xml, "count(//script)", 0);
    assert_count(xml, "count(//th[.='<script>alert(1)</script>'])", 1);
    assert_count(xml, "count(//th[.=']]>'])", 1);
    assert_null(strchr(page, '\x1b'));
    assert_null(strstr(page, "\xe2\x80\xae"));
    assert_non_null(strstr(page, "&lt;/title&gt;&lt;script&gt;&amp;&quot;&#39;"));
    xmlFreeDoc(xml);
    free(page);
    doc_free(doc);
}

static struct doc *read_golden(const char *name)
{
    char *path = support_golden(name);
    struct doc *doc = doc_new();

    assert_int_equal(xml_read(doc, path, NULL), 0);
    free(path);
    return doc;
}

/* tests/golden/quick.xml: estimates 0.12491 us [0.12476, 0.12507], 1.212 us ... */
static void our_own_runs_have_intervals_and_marks(void **state)
{
    struct view_options options = { .digits = VIEW_DIGITS_AUTO };
    struct doc *doc = read_golden("quick.xml");
    char *page, *text;
    xmlDocPtr xml;

    (void)state;
    page = draw(doc, &options);
    xml = parse(page);
    assert_true(count(xml, "count(//td/small)") > 5);
    assert_count(xml, "count(//tr[th='Process fork+exit']/td/sup[.='n'])", 1);
    assert_count(xml,
                 "count(//tr[th='Pipe bandwidth']/td[.='failed']"
                 "[@title='timeout'])",
                 1);
    assert_count(xml, "count(//tr[th='lat_pipe cross (us)'])", 1);
    xmlFreeDoc(xml);
    free(page);
    options.format = VIEW_FORMAT_TEXT;
    options.ascii = true;
    text = draw(doc, &options);
    assert_non_null(strstr(text, "+-"));
    assert_non_null(strstr(text, "bw_pipe: failed (timeout)"));
    assert_non_null(strstr(text, "n: noisy"));
    free(text);
    doc_free(doc);
}

/* A rate of files is the inverse of a time per file, and so is its interval. */
static void files_are_shown_per_second(void **state)
{
    static const char text[] = "Data are per second\n| File Size | a |\n"
                               "| Creations | |\n| 0k | 2000 |\n";
    struct view_options options = { .format = VIEW_FORMAT_TEXT, .bare = true };
    struct doc *doc = import(text, sizeof text - 1);
    struct judged *j = doc->measurements[0]->judged;
    char *page;

    (void)state;
    assert_near(doc->measurements[0]->judged->estimate.value, 0.0005, 1e-12);
    j->estimate.method = ST_METHOD_T;
    j->estimate.lo = 1.0 / 2500;
    j->estimate.hi = 1.0 / 1600;
    options.digits = VIEW_DIGITS_AUTO;
    page = draw(doc, &options);
    assert_non_null(strstr(page, "2000 \xc2\xb1"
                                 "22 %"));
    free(page);
    options.format = VIEW_FORMAT_HTML;
    page = draw(doc, &options);
    assert_non_null(strstr(page, "<small>[1600, 2500]</small>"));
    free(page);
    doc_free(doc);
}

static void nothing_to_show_is_said(void **state)
{
    struct view_options options = { 0 };
    struct doc *doc = doc_new();
    struct diag why = { 0 };
    struct sink sink;

    (void)state;
    sink_open_memory(&sink);
    assert_int_equal(view_print(view_find("web"), doc, &options, &sink, &why), -ENOENT);
    options.format = VIEW_FORMAT_HTML;
    assert_int_equal(view_print(view_find("summary"), doc, &options, &sink, &why),
                     -ENOTSUP);
    sink_abandon(&sink);
    doc_free(doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(r3_comes_out_as_it_went_in),
        cmocka_unit_test(the_page_of_r3_is_well_formed_and_has_its_tables),
        cmocka_unit_test(hostile_labels_are_text),
        cmocka_unit_test(our_own_runs_have_intervals_and_marks),
        cmocka_unit_test(files_are_shown_per_second),
        cmocka_unit_test(nothing_to_show_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
