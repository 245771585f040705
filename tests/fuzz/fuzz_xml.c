/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fuzz_xml.c - any bytes as a document and as a journal
 *
 * Whatever the reader takes must be written, read and written again without a change.
 */
#include "output/xml.h"

#include "output/xml_parts.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void write_doc(const struct doc *doc, struct sink *sink)
{
    struct diag why = { 0 };
    int rc;

    sink_open_memory(sink);
    rc = xml_write(sink, doc, &why);
    assert(rc == 0);
}

static void comes_back(const struct doc *doc)
{
    struct doc *again = doc_new();
    struct sink once, twice;
    int rc;

    write_doc(doc, &once);
    rc = xml_read_memory(again, once.buf.text, once.buf.length, "once", NULL);
    assert(rc == 0);
    write_doc(again, &twice);
    assert(once.buf.length == twice.buf.length);
    assert(memcmp(once.buf.text, twice.buf.text, once.buf.length) == 0);
    sink_abandon(&once);
    sink_abandon(&twice);
    doc_free(again);
}

static void ignore(void *self, const char *sentence)
{
    (void)self;
    assert(*sentence && !strchr(sentence, '\n'));
}

static void as_document(const char *bytes, size_t size)
{
    struct doc *doc = doc_new();
    struct diag why = { 0 };
    int rc = xml_read_memory(doc, bytes, size, "fuzz", &why);

    assert(rc == why.rc && !strchr(why.text, '\n'));
    if (rc == 0) {
        comes_back(doc);
        xml_check(doc, "fuzz", ignore, NULL);
        /* a second time, now that every identifier is taken */
        rc = xml_read_memory(doc, bytes, size, "fuzz", &why);
        assert(rc == 0);
        comes_back(doc);
    }
    doc_free(doc);
}

static void as_journal(const char *bytes, size_t size)
{
    struct xml_journal head = { 0 };
    struct xml_reading reading = { .journal = &head };
    struct xml_source source;
    struct doc *doc = doc_new();

    xml_source_memory(&source, bytes, size, xml_tail, "fuzz");
    if (xml_read_source(doc, &source, &reading, NULL) == 0)
        comes_back(doc);
    doc_free(doc);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    as_document((const char *)data, size);
    as_journal((const char *)data, size);
    return 0;
}
