/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fuzz_import.h - any bytes as a stranger's file: what a reader makes of it is a
 * document
 */
#ifndef FUZZ_IMPORT_H
#define FUZZ_IMPORT_H

#include "import/import.h"
#include "output/xml_parts.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Reads it as that kind; what was read must be written, and read back. */
static inline void fuzz_import(const uint8_t *data, size_t size, const char *kind)
{
    char *text = malloc(size + 1);
    struct doc *doc = doc_new(), *again = doc_new();
    struct import_source source = { "fuzz", text, size };
    struct import_log log = { 0 };
    struct diag why = { 0 };
    struct sink sink;
    int rc;

    memcpy(text, data, size);
    text[size] = '\0';
    rc = import_read(doc, &source, kind, &log, &why);
    assert(rc == why.rc && !strchr(why.text, '\n'));
    for (size_t i = 0; i < log.n_notes; i++)
        assert(!strchr(log.notes[i].text, '\n') && *log.notes[i].why);
    if (rc == 0) {
        assert(log.values > 0);
        sink_open_memory(&sink);
        rc = xml_write(&sink, doc, &why);
        assert(rc == 0);
        rc = xml_read_memory(again, sink.buf.text, sink.buf.length, "again", &why);
        assert(rc == 0);
        sink_abandon(&sink);
    }
    doc_free(doc);
    doc_free(again);
    free(text);
}

#endif
