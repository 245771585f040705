/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bench_xml.c - a document of a million observations against bare libxml2 loops
 *
 * The bare writer puts the same elements, attributes and texts, already formatted,
 * through xmlTextWriter; the bare reader asks xmlTextReader for every name and value
 * and does nothing with them. Median of interleaved pairs.
 */
#include "output/xml.h"

#include "output/xml_parts.h"

#include <libxml/xmlreader.h>
#include <libxml/xmlwriter.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { ROWS = 50, INVOCATIONS = 50000, SAMPLES = 20, PAIRS = 7 };

static double now_s(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *need(void *p)
{
    if (!p) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    return p;
}

static void add_invocation(struct doc *doc, struct session *s, uint32_t seq)
{
    struct invocation *i = need(doc_add_invocation(doc, s));
    struct series *series = need(arena_alloc(doc->arena, sizeof *series));
    uint64_t *ns = need(arena_alloc(doc->arena, SAMPLES * sizeof *ns));

    for (size_t k = 0; k < SAMPLES; k++)
        ns[k] = 998000 + (seq * 2654435761u >> 20) + 37 * k;
    *series = (struct series){ .measurement = doc->measurements[seq % ROWS],
                               .passes = 8000,
                               .n = SAMPLES,
                               .ns = ns };
    *i = (struct invocation){ .seq = seq + 1,
                              .block = seq / ROWS,
                              .valid = true,
                              .offset_s = 0.0371 * seq,
                              .padding = seq % 4096,
                              .cpus = "1",
                              .series = series,
                              .n_series = 1 };
    if (seq % 10 == 0) {
        struct sparse *wait = &series->columns[SERIES_WAIT_NS];

        wait->at = need(arena_alloc(doc->arena, sizeof *wait->at));
        wait->value = need(arena_alloc(doc->arena, sizeof *wait->value));
        wait->at[0] = seq % SAMPLES;
        wait->value[0] = 71033;
        wait->n = 1;
    }
}

static struct doc *make(void)
{
    struct doc *doc = need(doc_new());
    struct definition *d = need(doc_add_definition(doc));
    struct session *s = need(doc_add_session(doc));

    doc->uuid = "6f6a1f5e-1d0e-4b4f-9a3e-0d9f2c1b7a55";
    doc->title = "a million";
    *d = (struct definition){ .id = "lat_syscall.null", .revision = "1", .unit = "s" };
    s->id = "r1";
    s->system = need(doc_add_system(doc));
    s->system->id = "s1";
    for (size_t i = 0; i < ROWS; i++) {
        struct measurement *m = need(doc_add_measurement(doc));

        m->id = need(arena_printf(doc->arena, "m%zu", i + 1));
        m->definition = d;
        m->session = s;
    }
    for (uint32_t seq = 0; seq < INVOCATIONS; seq++)
        add_invocation(doc, s, seq);
    return doc;
}

/* ---- the bare loops ---- */

static double bare_read(const char *text, size_t length)
{
    double start = now_s();
    xmlTextReaderPtr r = need(xmlReaderForMemory(text, (int)length, NULL, NULL, 0));
    size_t seen = 0;

    while (xmlTextReaderRead(r) == 1) {
        seen += xmlTextReaderConstLocalName(r) != NULL;
        seen += xmlTextReaderConstValue(r) != NULL;
        while (xmlTextReaderMoveToNextAttribute(r) == 1) {
            seen += xmlTextReaderConstLocalName(r) != NULL;
            seen += xmlTextReaderConstValue(r) != NULL;
        }
    }
    xmlFreeTextReader(r);
    return seen ? now_s() - start : 0;
}

struct event {
    enum { START, ATTRIBUTE, TEXT, END } kind;
    xmlChar *name, *value;
};

static struct event *record(const char *text, size_t length, size_t *n)
{
    xmlTextReaderPtr r = need(xmlReaderForMemory(text, (int)length, NULL, NULL, 0));
    size_t room = 0;
    struct event *events = NULL;

    *n = 0;
    while (xmlTextReaderRead(r) == 1) {
        int type = xmlTextReaderNodeType(r);
        bool empty = xmlTextReaderIsEmptyElement(r) == 1;

        if (*n + 64 > room) {
            room = room ? 2 * room : 1024;
            events = need(realloc(events, room * sizeof *events));
        }
        if (type == XML_READER_TYPE_ELEMENT) {
            events[(*n)++] = (struct event){ START, xmlTextReaderName(r), NULL };
            while (xmlTextReaderMoveToNextAttribute(r) == 1)
                events[(*n)++] = (struct event){ ATTRIBUTE, xmlTextReaderName(r),
                                                 xmlTextReaderValue(r) };
        } else if (type != XML_READER_TYPE_END_ELEMENT) {
            events[(*n)++] = (struct event){ TEXT, NULL, xmlTextReaderValue(r) };
        }
        if (type == XML_READER_TYPE_END_ELEMENT || empty)
            events[(*n)++] = (struct event){ END, NULL, NULL };
    }
    xmlFreeTextReader(r);
    return events;
}

static double bare_write(const struct event *events, size_t n, size_t *length)
{
    double start = now_s();
    xmlBufferPtr buffer = need(xmlBufferCreate());
    xmlTextWriterPtr w = need(xmlNewTextWriterMemory(buffer, 0));

    xmlTextWriterStartDocument(w, NULL, NULL, NULL);
    for (size_t i = 0; i < n; i++) {
        const struct event *e = &events[i];

        if (e->kind == START)
            xmlTextWriterStartElement(w, e->name);
        else if (e->kind == ATTRIBUTE)
            xmlTextWriterWriteAttribute(w, e->name, e->value);
        else if (e->kind == TEXT)
            xmlTextWriterWriteString(w, e->value);
        else
            xmlTextWriterEndElement(w);
    }
    xmlTextWriterFlush(w);
    *length = (size_t)xmlBufferLength(buffer);
    xmlFreeTextWriter(w);
    xmlBufferFree(buffer);
    return now_s() - start;
}

/* ---- ours ---- */

static double our_write(const struct doc *doc, char **text, size_t *length)
{
    double start = now_s(), end;
    struct sink sink;

    sink_open_memory(&sink);
    if (xml_write(&sink, doc, NULL) < 0)
        exit(1);
    end = now_s();
    free(*text);
    *text = sink.buf.text;
    *length = sink.buf.length;
    return end - start;
}

static double our_read(const char *text, size_t length)
{
    double start = now_s(), end;
    struct doc *doc = need(doc_new());
    struct diag why = { 0 };

    if (xml_read_memory(doc, text, length, "memory", &why) < 0) {
        fprintf(stderr, "%s\n", why.text);
        exit(1);
    }
    end = now_s();
    doc_free(doc);
    return end - start;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

static int tell(const char *what, double *ratios, double *ours)
{
    qsort(ratios, PAIRS, sizeof *ratios, by_value);
    qsort(ours, PAIRS, sizeof *ours, by_value);
    printf("%s 10^6 observations: %.2f times a bare libxml2 loop (%.0f ms)\n", what,
           ratios[PAIRS / 2], 1e3 * ours[PAIRS / 2]);
    return ratios[PAIRS / 2] <= 2 ? 0 : 1;
}

int main(void)
{
    struct doc *doc = make();
    double ratios[PAIRS], ours[PAIRS];
    char *text = NULL;
    size_t length, bare_length, n;
    struct event *events;
    int failed = 0;

    our_write(doc, &text, &length);
    events = record(text, length, &n);
    for (size_t i = 0; i < PAIRS; i++) {
        ours[i] = our_write(doc, &text, &length);
        ratios[i] = ours[i] / bare_write(events, n, &bare_length);
    }
    printf("document of %zu bytes, bare loop's of %zu\n", length, bare_length);
    failed += tell("writing", ratios, ours);
    for (size_t i = 0; i < PAIRS; i++) {
        ours[i] = our_read(text, length);
        ratios[i] = ours[i] / bare_read(text, length);
    }
    failed += tell("reading", ratios, ours);
    for (size_t i = 0; i < n; i++) {
        xmlFree(events[i].name);
        xmlFree(events[i].value);
    }
    free(events);
    free(text);
    doc_free(doc);
    return failed;
}
