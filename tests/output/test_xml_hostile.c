/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * test_xml_hostile.c - files from strangers: refused with a reason, soon, in little
 * memory, and without a word on stderr
 */
#include "output/xml.h"

#include "output/xml_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "xml_doc.h"

#include "support.h"

#define ROOT "<results xmlns='urn:errbar:results:1' version='1.0'>"
#define END "</results>"
#define FOREIGN "<x:a xmlns:x='urn:x'>"
#define ROWS                                                            \
    "<catalogue><definition id='a' revision='1' unit='s'/></catalogue>" \
    "<system id='s1'/><measurement id='m1' definition='a' session='r1'/>"
#define SERIES(attributes, content)                                                   \
    ROOT ROWS                                                                         \
        "<session id='r1' system='s1'><invocation seq='1'><series m='m1' " attributes \
        ">" content "</series></invocation></session>" END

static void assert_refused(const char *text, size_t length, int want,
                           const char *sentence)
{
    struct doc *doc = doc_new();
    struct diag why = { 0 };
    int rc = xml_read_memory(doc, text, length, "a.xml", &why);

    if (rc != want || !strstr(why.text, sentence))
        fail_msg("%.200s: %d, '%s'; wanted '%s'", text, rc, why.text, sentence);
    assert_int_equal(strncmp(why.text, "a.xml", 5), 0);
    assert_null(strpbrk(why.text, "\n\t\x1b"));
    doc_free(doc);
}

static const struct {
    const char *text, *sentence;
} cases[] = {
    { "", "it is empty" },
    { " \n ", "it is empty" },
    { "ELF", "it is no XML" },
    { "{\"results\": 1}", "it is no XML" },
    { "<?xml version='1.0' encoding='klingon'?><a/>", "nsupported encoding klingon" },
    { "<html/>", "it is no document of errbar: its root is <html>" },
    { "<results/>", "it is no document of errbar" },
    { "<results xmlns='urn:errbar:other:1'/>", "it is no document of errbar" },
    { "<x xmlns='urn:errbar:results:1'/>", "it is no document of errbar" },
    { ROOT, "it is cut" },
    { ROOT "<meta", "it is cut" },
    { ROOT "<meta></system>" END, "a.xml:1: Opening and ending tag mismatch" },
    { ROOT END "<more/>", "a.xml:1: Extra content" },
    { ROOT "&amp;" END, "<results> holds text" },
    { ROOT "text" END, "<results> holds text" },
    { ROOT "<![CDATA[text]]>" END, "<results> holds text" },
    { ROOT "&nbsp;" END, "entities are refused" },
    { ROOT "<meta title='&x;'/>" END, "entities are refused" },
    { ROOT "<x:y/>" END, "Namespace prefix x on y is not defined" },
    { ROOT "<meta a='1' a='2'/>" END, "Attribute a redefined" },
    { "<!DOCTYPE results><results/>", "a DOCTYPE is refused" },
    { "<!DOCTYPE r [<!ENTITY a 'b'>]><r>&a;</r>", "a DOCTYPE is refused" },
    { "<!DOCTYPE r SYSTEM 'file:///etc/passwd'><r/>", "a DOCTYPE is refused" },
    { "<!DOCTYPE r [<!ENTITY % p SYSTEM 'http://127.0.0.1:9/'> %p;]><r/>",
      "a DOCTYPE is refused" },
    { "<results xmlns='urn:errbar:results:1' version='one'/>", "version 'one'" },
    { ROOT "<met/>" END, "<results> has no element 'met'" },
    { ROOT "<meta/>\n<meta/>" END, "a.xml:2: <results> has more than one <meta>" },
    { ROOT "<meta titel='x'/>" END, "<meta> has no attribute 'titel'" },
    { ROOT "<meta titel='\x1b[1m'/>" END, "a.xml:1: " },
    { ROOT "<meta encoding='rot13' title='x'/>" END, "no attribute 'encoding'" },
    { ROOT "<meta encoding='base64' title='x'/>" END, "base64 of a text" },
    { ROOT "<meta encoding='base64' title='AA=='/>" END, "base64 of a text" },
    { ROOT "<system/>" END, "<system> has no 'id'" },
    { ROOT "<system id='s1'/>\n<system id='s1'/>" END,
      "a.xml:2: the <system> 's1' is there twice, first in line 1" },
    { ROOT "<system id='s1'><fact value='1'/></system>" END, "<fact> has no 'key'" },
    { ROOT "<session id='r1' system='s9'/>" END,
      "the <system> 's9' is referred to, but is not in the file" },
    { ROOT "<measurement id='m1' definition='a' session='r1'/>" END,
      "the catalogue has no definition 'a'" },
    { ROOT "<catalogue><definition id='a' revision='1' unit='s'/>"
           "<definition id='a' revision='1' unit='s'/></catalogue>" END,
      "the definition a of revision 1 is there twice" },
    { ROOT "<catalogue><definition id='a' revision='1' unit='s'/>"
           "<definition id='a' revision='2' unit='s'/></catalogue>"
           "<measurement id='m1' definition='a' session='r1'/>" END,
      "more than one definition 'a'" },
    { ROOT
      "<catalogue><definition id='a' revision='1' unit='furlong'/></catalogue>" END,
      "a is in 'furlong', a unit unknown here" },
    { ROOT "<derived id='d1' function='f' from='m7' session='r1'/>" END,
      "is referred to, but is not in the file" },
    { SERIES("passes='-1'", ""), "passes of <series> is '-1'" },
    { SERIES("passes='1e3'", ""), "passes of <series> is '1e3'" },
    { SERIES("passes='18446744073709551616'", ""), "at most 64 bits" },
    { SERIES("copy='4294967296'", ""), "from 0 to 4294967295" },
    { SERIES("part='whole'", ""), "part of <series> is 'whole', a word unknown" },
    { SERIES("part=''", ""), "part of <series> is ''" },
    { SERIES("", "<ns>1 2 x</ns>"), "number 3 of <ns> is none" },
    { SERIES("", "<ns>1 -2</ns>"), "number 2 of <ns> is none" },
    { SERIES("", "<ns>1<deep/></ns>"), "<ns> has no element 'deep'" },
    { SERIES("", "<start>1</start>"), "either <ns> or <values>" },
    { SERIES("", "<ns>1</ns><values>1</values>"), "either <ns> or <values>" },
    { SERIES("", "<ns>1 2</ns><start>1</start>"), "<ns> has 2 entries and <start> 1" },
    { SERIES("", "<values>1 2</values><lo>1</lo>"), "<values> has 2 entries" },
    { SERIES("", "<values>1 2z</values>"), "number 2 of <values> is none" },
    { SERIES("", "<printed>1</printed>"), "either <ns> or <values>" },
    { SERIES("", "<ns>1</ns><hi>1</hi>"), "without <values>" },
    { SERIES("", "<ns>1 2</ns><wait at='3'>1</wait>"),
      "<wait> has position 3 of a series of 2" },
    { SERIES("", "<ns>1 2</ns><wait at='0'>1</wait>"), "rise from 1" },
    { SERIES("", "<ns>1 2</ns><wait at='2 1'>1 1</wait>"), "rise from 1" },
    { SERIES("", "<ns>1 2</ns><wait at='1 1'>1 1</wait>"), "rise from 1" },
    { SERIES("", "<ns>1 2</ns><wait at='1'>1</wait><wait at='1'>1</wait>"),
      "rise from 1" },
    { SERIES("", "<ns>1 2</ns><wait at='4294967296'>1</wait>"), "rise from 1" },
    { SERIES("", "<ns>1 2</ns><wait at='1 2'>1</wait>"), "2 positions and 1 numbers" },
    { SERIES("", "<ns>1 2</ns><wait>1</wait>"), "0 positions and 1 numbers" },
    { SERIES("", "<wait at='1'>1</wait>"), "position 1 of a series of 0" },
    { SERIES("", "<ns at='1'>1</ns>"), "<ns> has no attribute 'at'" },
    { SERIES("", "<ns encoding='base64'>MQ==</ns>"), "no attribute 'encoding'" },
    { ROOT ROWS "<session id='r1' system='s1'><protocol looks='1 2 3 4 5 6 7 8 9 10 "
                "11 12 13 14 15 16 17'/></session>" END,
      "more than 16 numbers" },
    { ROOT ROWS "<session id='r1' system='s1'><protocol level='0,95'/></session>" END,
      "level of <protocol> is '0,95', which is not a number" },
    { ROOT ROWS "<session id='r1' system='s1'/><measurement id='m2' rejects='wait "
                "rain' definition='a' session='r1'/>" END,
      "rejects of <measurement> is 'wait rain'" },
    { ROOT ROWS "<session id='r1' system='s1'><invocation/></session>" END,
      "<invocation> has no 'seq'" },
    { ROOT "<journal xmlns='urn:errbar:journal:1'><arg>x</ar></journal>" END,
      "mismatch" },
};
enum { N_CASES = sizeof cases / sizeof *cases };

static void every_wrong_file_is_told_in_one_sentence(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_CASES; i++)
        assert_refused(cases[i].text, strlen(cases[i].text), -EBADMSG,
                       cases[i].sentence);
}

/* ---- big ones, made while they are read ---- */

struct stream {
    const char *before, *again; /* once, then over and over */
    size_t left;                /* bytes of the second */
    size_t at;
};

static int flow(void *self, char *bytes, int length)
{
    struct xml_source *source = self;
    struct stream *s = (void *)(uintptr_t)source->bytes[0];
    int n = 0;

    while (n < length && *s->before)
        bytes[n++] = *s->before++;
    while (n < length && s->left) {
        bytes[n++] = s->again[s->at++];
        if (!s->again[s->at])
            s->at = 0;
        s->left--;
    }
    return n;
}

static void stream_is_refused(const char *before, const char *again,
                              const char *sentence)
{
    struct stream stream = { .before = before, .again = again, .left = 1u << 30 };
    struct xml_source source = { .name = "a.xml", .read = flow, .fd = -1 };
    struct xml_reading reading = { 0 };
    struct doc *doc = doc_new();
    struct diag why = { 0 };

    source.bytes[0] = (const char *)&stream;
    assert_int_equal(xml_read_source(doc, &source, &reading, &why), -EBADMSG);
    if (!strstr(why.text, sentence))
        fail_msg("'%s', wanted '%s'", why.text, sentence);
    assert_true(stream.left > (1u << 30) - 5000000);
    doc_free(doc);
}

static void a_gibibyte_is_not_taken_into_memory(void **state)
{
    static const struct {
        const char *before, *again;
    } streams[] = {
        { ROOT "<meta title='", "abcdefgh" },
        { ROOT "<", "abcdefgh" },
        { ROOT "<!--", "abcdefgh" },
        { ROOT "<?x ", "abcdefgh" },
        { ROOT "<meta ", " " },
        { ROOT FOREIGN, "abcdefgh" },
        { ROOT FOREIGN, "a&lt;" },
        { ROOT FOREIGN, "a<!---->" },
        { ROOT FOREIGN "<![CDATA[", "abcdefgh" },
        { ROOT FOREIGN, "<![CDATA[abcdefgh]]>" },
        { ROOT, "\n" },
        { ROOT, "<!---->" },
        { ROOT END, "\n" },
        { ROOT END, "<!---->" },
        { ROOT END, "<?x?>" },
        { "", "\n" },
        { "", "<!---->" },
        { "<!DOCTYPE r [<!ENTITY a '", "abcdefgh" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof streams / sizeof *streams; i++)
        stream_is_refused(streams[i].before, streams[i].again, "longer than 4 MB");
}

static void a_million_levels_end_at_thirty_two(void **state)
{
    (void)state;
    stream_is_refused(ROOT, FOREIGN, "far too deep");
    stream_is_refused("<?xml version='1.0'?>", "<a>", "its root is <a>");
}

static void an_entity_bomb_does_not_go_off(void **state)
{
    static const char bomb[] =
        "<?xml version='1.0'?><!DOCTYPE results [<!ENTITY a0 'lol'>"
        "<!ENTITY a1 '&a0;&a0;&a0;&a0;&a0;&a0;&a0;&a0;&a0;&a0;'>"
        "<!ENTITY a2 '&a1;&a1;&a1;&a1;&a1;&a1;&a1;&a1;&a1;&a1;'>"
        "<!ENTITY a3 '&a2;&a2;&a2;&a2;&a2;&a2;&a2;&a2;&a2;&a2;'>"
        "<!ENTITY a4 '&a3;&a3;&a3;&a3;&a3;&a3;&a3;&a3;&a3;&a3;'>"
        "<!ENTITY a5 '&a4;&a4;&a4;&a4;&a4;&a4;&a4;&a4;&a4;&a4;'>"
        "<!ENTITY a6 '&a5;&a5;&a5;&a5;&a5;&a5;&a5;&a5;&a5;&a5;'>"
        "<!ENTITY a7 '&a6;&a6;&a6;&a6;&a6;&a6;&a6;&a6;&a6;&a6;'>"
        "<!ENTITY a8 '&a7;&a7;&a7;&a7;&a7;&a7;&a7;&a7;&a7;&a7;'>"
        "<!ENTITY a9 '&a8;&a8;&a8;&a8;&a8;&a8;&a8;&a8;&a8;&a8;'>]>"
        "<results xmlns='urn:errbar:results:1' version='1.0'>"
        "<meta title='&a9;'/>&a9;</results>";

    (void)state;
    assert_refused(bomb, strlen(bomb), -EBADMSG, "DOCTYPE is refused");
}

/* Each of n things refers to a measurement, each of n measurements follows. */
static void references_forward_do_not_cost_their_square(void **state)
{
    enum { N = 40000 };
    struct buf buf = { 0 };
    struct doc *doc = doc_new();
    struct diag why = { 0 };

    (void)state;
    buf_text(&buf, ROOT "<catalogue><definition id='a' revision='1' unit='s'/>"
                        "</catalogue><system id='s1'/><session id='r1' system='s1'>"
                        "<invocation seq='1'>");
    for (int i = 0; i < N; i++)
        buf_printf(&buf, "<series m='m%d'/>", N - i);
    buf_text(&buf, "</invocation></session>");
    for (int i = 1; i <= N; i++)
        buf_printf(&buf, "<measurement id='m%d' definition='a' session='r1'/>", i);
    buf_text(&buf, END);
    assert_true(buf_ok(&buf));
    if (xml_read_memory(doc, buf.text, buf.length, "a.xml", &why) < 0)
        fail_msg("%s", why.text);
    assert_int_equal(doc->n_measurements, N);
    /* again, where all names are taken */
    if (xml_read_memory(doc, buf.text, buf.length, "a.xml", &why) < 0)
        fail_msg("%s", why.text);
    assert_int_equal(doc->n_measurements, 2 * N);
    assert_string_equal(doc->measurements[N]->id, "m40001");
    buf_done(&buf);
    doc_free(doc);
}

static void a_document_cut_anywhere_is_told_so(void **state)
{
    struct doc *whole = full_doc();
    char *text = write_text(whole);
    size_t length = strlen(text);

    (void)state;
    for (size_t n = 0; n + 1 < length; n += n % 7 ? 1 : 3)
        assert_refused(text, n, -EBADMSG, n ? "it is cut" : "it is empty");
    free(text);
    doc_free(whole);
}

static void one_wrong_byte_never_harms(void **state)
{
    struct doc *whole = full_doc();
    char *text = write_text(whole);
    size_t length = strlen(text);

    (void)state;
    for (size_t i = 0; i < length; i++) {
        static const char wrong[] = "\x00<>&\"/ 9x\xff";
        char was = text[i];

        for (size_t k = i % 5; k < sizeof wrong - 1; k += 5) {
            struct doc *doc = doc_new();
            struct diag why = { 0 };
            int rc;

            text[i] = wrong[k];
            rc = xml_read_memory(doc, text, length, "a.xml", &why);
            assert_true(rc == 0 || rc == -EBADMSG || rc == -EPROTONOSUPPORT);
            assert_true(rc == 0 || why.rc == rc);
            doc_free(doc);
        }
        text[i] = was;
    }
    free(text);
    doc_free(whole);
}

static void what_cannot_be_opened_or_read_keeps_its_errno(void **state)
{
    struct doc *doc = doc_new();
    struct diag why = { 0 };

    (void)state;
    assert_int_equal(xml_read(doc, "/nonexistent/a.xml", &why), -ENOENT);
    assert_non_null(strstr(why.text, "/nonexistent/a.xml"));
    why = (struct diag){ 0 };
    assert_int_equal(xml_read(doc, support_scratch(), &why), -EISDIR);
    assert_non_null(strstr(why.text, "Is a directory"));
    doc_free(doc);
}

static void a_dash_is_standard_input(void **state)
{
    struct doc *whole = full_doc(), *doc = doc_new();
    char *text = write_text(whole);
    struct diag why = { 0 };
    int before = dup(STDIN_FILENO), pipes[2];

    (void)state;
    assert_int_equal(pipe(pipes), 0);
    assert_int_equal(write(pipes[1], text, strlen(text)), strlen(text));
    close(pipes[1]);
    assert_int_equal(dup2(pipes[0], STDIN_FILENO), STDIN_FILENO);
    close(pipes[0]);
    if (xml_read(doc, "-", &why) < 0)
        fail_msg("%s", why.text);
    assert_int_equal(doc->n_measurements, 2);
    assert_int_equal(dup2(before, STDIN_FILENO), STDIN_FILENO);
    close(before);
    free(text);
    doc_free(whole);
    doc_free(doc);
}

static void what_libxml2_says_is_not_printed(void **state)
{
    int before = dup(STDERR_FILENO), pipes[2];
    char byte;

    (void)state;
    assert_int_equal(pipe2(pipes, O_NONBLOCK), 0);
    dup2(pipes[1], STDERR_FILENO);
    for (size_t i = 0; i < N_CASES; i++) {
        struct doc *doc = doc_new();

        xml_read_memory(doc, cases[i].text, strlen(cases[i].text), "a.xml", NULL);
        doc_free(doc);
    }
    /* an encoding that is refused while the reader is made */
    assert_refused("\0\0<\0", 4, -EBADMSG, "encoding not supported UCS4 2143");
    dup2(before, STDERR_FILENO);
    close(before);
    assert_int_equal(read(pipes[0], &byte, 1), -1);
    close(pipes[0]);
    close(pipes[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_wrong_file_is_told_in_one_sentence),
        cmocka_unit_test(a_gibibyte_is_not_taken_into_memory),
        cmocka_unit_test(a_million_levels_end_at_thirty_two),
        cmocka_unit_test(an_entity_bomb_does_not_go_off),
        cmocka_unit_test(references_forward_do_not_cost_their_square),
        cmocka_unit_test(a_document_cut_anywhere_is_told_so),
        cmocka_unit_test(one_wrong_byte_never_harms),
        cmocka_unit_test(what_cannot_be_opened_or_read_keeps_its_errno),
        cmocka_unit_test(a_dash_is_standard_input),
        cmocka_unit_test(what_libxml2_says_is_not_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
