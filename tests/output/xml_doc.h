/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * xml_doc.h - a document by hand in which every field says something
 */
#ifndef XML_DOC_H
#define XML_DOC_H

#include "model/doc.h"
#include "output/xml.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

/* A copy in the doc's arena of an array of n elements. */
#define IN_ARENA(doc, n, type, ...) \
    copy_array(doc, (type[]){ __VA_ARGS__ }, (n) * sizeof(type))

static void *copy_array(struct doc *doc, const void *from, size_t bytes)
{
    void *to = arena_alloc(doc->arena, bytes);

    assert_non_null(to);
    return memcpy(to, from, bytes);
}

static void fill_head(struct doc *doc)
{
    doc->uuid = "6f6a1f5e-1d0e-4b4f-9a3e-0d9f2c1b7a55";
    doc->created = "2026-03-02T09:15:11Z";
    doc->completeness = "partial";
    doc->redaction = "public";
    doc->licence = "CC-BY-4.0";
    doc->title = "Kernel \"A\" <&> B, 21 \xc2\xb0";
    doc->generator = "errbar";
    doc->generator_version = "0.1.0";
    doc->generator_commit = "1a2b3c4";
    doc->generator_build = "sha256:9f86d081";
}

static void fill_catalogue(struct doc *doc)
{
    *doc_add_definition(doc) =
        (struct definition){ .id = "lat_sig.catch",
                             .revision = "1",
                             .suite = "lmbench",
                             .family = "signal",
                             .likeness = WORDS_LIKENESS_CLOSE,
                             .quantity = "time",
                             .unit = "s",
                             .per = "signal",
                             .title = "signal handler",
                             .note = "the loop's own cost is measured, not assumed" };
    *doc_add_definition(doc) = (struct definition){
        .id = "bw_pipe", .revision = "1", .unit = "B/s", .better = DOC_BETTER_HIGHER
    };
    *doc_add_definition(doc) = (struct definition){ .id = "bw_pipe",
                                                    .revision = "lmbench-3.0a4",
                                                    .unit = "B/s",
                                                    .better = DOC_BETTER_HIGHER };
}

static void fill_system(struct doc *doc)
{
    struct doc_system *s = doc_add_system(doc);
    const struct fact facts[] = { { .key = "cpu.model",
                                    .value = "Example CPU\n\x01\xff",
                                    .source = "/proc/cpuinfo" },
                                  { .key = "cpu.governor", .missing = "unreadable" },
                                  { .key = "memory.total",
                                    .value = "6442450944",
                                    .unit = "B",
                                    .source = "/proc/meminfo" } };

    s->id = "s1";
    s->name = "m-3f9a2c";
    s->label = "6.1-A";
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        assert_int_equal(doc_add_fact(doc, &s->facts, &facts[i]), 0);
}

static struct session *fill_session(struct doc *doc, const char *id)
{
    struct session *s = doc_add_session(doc);
    const struct fact start = { .key = "load.steal",
                                .value = "0",
                                .unit = "s",
                                .source = "/proc/stat",
                                .at = DOC_AT_START };
    const struct fact end = { .key = "load.steal",
                              .value = "3",
                              .unit = "s",
                              .source = "/proc/stat",
                              .at = DOC_AT_END };

    s->id = id;
    s->system = doc->systems[0];
    s->boot = 2;
    s->start = "2026-03-02T08:02:40Z";
    s->end = "2026-03-02T09:14:58Z";
    s->protocol = (struct protocol){ .precision = 0.01,
                                     .level = 0.95,
                                     .looks = { 10, 15, 23 },
                                     .n_looks = 3,
                                     .exactly = 12,
                                     .min_invocations = 6,
                                     .max_invocations = 80,
                                     .samples = 20,
                                     .warmup = 5,
                                     .pilots = 5,
                                     .order = "blocks",
                                     .seed = UINT64_C(18446744073709551557),
                                     .outliers = "reject",
                                     .span_seconds = 60.5,
                                     .max_seconds = 180,
                                     .max_seconds_each = 120,
                                     .set = "quick",
                                     .cpus = "1,3",
                                     .draft = true };
    s->clock = (struct doc_clock){ "monotonic-raw", 1, 21.8, 250 };
    assert_int_equal(doc_add_fact(doc, &s->facts, &start), 0);
    assert_int_equal(doc_add_fact(doc, &s->facts, &end), 0);
    *doc_add_event(doc, s) = (struct doc_event){ "second-run", "another errbar", 12.5 };
    return s;
}

static struct measurement *fill_measurement(struct doc *doc, const char *id,
                                            const struct definition *definition)
{
    struct measurement *m = doc_add_measurement(doc);

    m->id = id;
    m->definition = definition;
    m->session = doc->sessions[0];
    m->attempt = 1;
    return m;
}

static void fill_judged(struct doc *doc, struct measurement *m)
{
    struct judged *j = m->judged = arena_alloc(doc->arena, sizeof *j);
    const struct st_estimate e = { 1.2476e-07, 1.2461e-07,   1.249e-07, 0.95,
                                   0.97,       ST_METHOD_HS, 10 };

    *j = (struct judged){ .outliers = "reject",
                          .warmup = 5,
                          .n_marks = 2,
                          .estimate = e,
                          .kept = e,
                          .span_s = 92,
                          .subject = 1.31e-07,
                          .base = 6.24e-09,
                          .samples = 4,
                          .disturbed = 9,
                          .rejected = 1,
                          .invocations = 1,
                          .replaced = 1,
                          .tail_share = 0.005,
                          .tail_largest = 7.25,
                          .cold = 3.1e-06,
                          .q = 1.25e-13,
                          .class = JUDGED_STABLE,
                          .n_flags = 2,
                          .within = 1.1e-10,
                          .between = 2.3e-10,
                          .icc = 0.71,
                          .has_rerun = true,
                          .rerun_lo = 1.2e-07,
                          .rerun_hi = 1.3e-07,
                          .rerun_sd = 0.011,
                          .rerun_source = "noise floor of 2026-02-11" };
    j->spread =
        (struct st_spread){ 1.1e-7, 1.15e-7, 1.2e-7,  1.25e-7, 1.3e-7, 1.35e-7, 1.4e-7,
                            1.5e-7, 9e-7,    1.27e-7, 2e-9,    1.5e-9, 190 };
    j->marks = IN_ARENA(doc, 2, struct mark, { 17, 3, "switched-out" },
                        { 17, 0, "disturbed" });
    j->flags = IN_ARENA(
        doc, 2, struct flag, { "between", 3.1, 3.3, JUDGED_INFO, NULL },
        { "second-mode", INFINITY, NAN, JUDGED_WARNING, "second mode 4.00 ms, 3 %" });
}

static void fill_observed(struct doc *doc, struct invocation *i, struct measurement *m)
{
    struct series *s = arena_alloc(doc->arena, 2 * sizeof *s);

    *i = (struct invocation){ .seq = 17,
                              .block = 3,
                              .phase = DOC_PHASE_RUN,
                              .offset_s = 61.9,
                              .padding = 1213,
                              .cpus = "1,0",
                              .valid = true,
                              .series = s,
                              .n_series = 2,
                              .n_counts = 1 };
    i->counts =
        IN_ARENA(doc, 1, struct count, { "yardstick.add.before", "ns", 812.25 });
    s[0] = (struct series){ .measurement = m, .passes = 8000, .n = 4 };
    s[0].ns = IN_ARENA(doc, 4, uint64_t, 998412, 997718, 1071220, UINT64_MAX);
    s[0].start = IN_ARENA(doc, 4, uint64_t, 10, 998430, 1996200, 3067500);
    for (size_t c = 0; c < SERIES_COLUMNS; c++) {
        s[0].columns[c].n = 2;
        s[0].columns[c].at = IN_ARENA(doc, 2, uint32_t, 0, 3);
        s[0].columns[c].value = IN_ARENA(doc, 2, uint64_t, 71033 + c, 1);
    }
    s[1] = (struct series){
        .measurement = m, .part = DOC_PART_BASE, .copy = 1, .passes = 8000, .n = 1
    };
    s[1].ns = IN_ARENA(doc, 1, uint64_t, 49918);
}

static void fill_imported(struct doc *doc, struct invocation *i, struct measurement *m)
{
    struct series *s = arena_alloc(doc->arena, sizeof *s);

    *i = (struct invocation){ .seq = 18,
                              .phase = DOC_PHASE_PILOT,
                              .exit_code = -11,
                              .reason = "signal 11",
                              .series = s,
                              .n_series = 1 };
    *s = (struct series){
        .measurement = m, .n = 3, .of = 11, .statistic = "mean", .spread = "unknown"
    };
    s->values = IN_ARENA(doc, 3, double, 2.385e8, 1.0 / 3, 0);
    s->lo = IN_ARENA(doc, 3, double, 2.3845e8, 0.33, -0.0);
    s->hi = IN_ARENA(doc, 3, double, 2.3855e8, 0.34, 1e-300);
    s->printed = IN_ARENA(doc, 3, const char *, " 238.", "a\n<b> ", "\x02");
}

/* The caller frees it. */
static struct doc *full_doc(void)
{
    struct doc *doc = doc_new();
    struct session *r1;
    struct measurement *m1, *m2;
    struct derived *d;

    fill_head(doc);
    fill_catalogue(doc);
    fill_system(doc);
    r1 = fill_session(doc, "r1");
    fill_session(doc, "r2")->result = "11111111-2222-4333-8444-555555555555";
    m1 = fill_measurement(doc, "m1", doc->catalogue[0]);
    m1->stop = DOC_STOP_PRECISION;
    m1->sentinel = true;
    m1->rejects = 1u << SERIES_WAIT_NS | 1u << SERIES_FAULTS;
    m1->plan = (struct measure_plan){ 8000, 20, 5, 65536, 10.5 };
    fill_judged(doc, m1);
    m2 = fill_measurement(doc, "m2", doc->catalogue[2]);
    m2->status = DOC_STATUS_FAILED;
    m2->reason = "timeout";
    m2->origin = DOC_ORIGIN_IMPORTED;
    m2->n_params = 2;
    m2->params = IN_ARENA(doc, 2, struct doc_param, { "message", "65536" },
                          { "file", "/tmp/\xff" });
    fill_observed(doc, doc_add_invocation(doc, r1), m1);
    fill_imported(doc, doc_add_invocation(doc, r1), m2);
    d = doc_add_derived(doc);
    *d = (struct derived){ .id = "d1",
                           .rule = "derived.null_io",
                           .function = "mean-of",
                           .n_from = 2,
                           .session = r1,
                           .unit = "s",
                           .estimate = m1->judged->estimate };
    d->from = IN_ARENA(doc, 2, struct measurement *, m1, m2);
    return doc;
}

/* The doc as text; the caller frees it. */
static char *write_text(const struct doc *doc)
{
    struct diag why = { 0 };
    struct sink sink;
    char *text;

    sink_open_memory(&sink);
    if (xml_write(&sink, doc, &why) < 0)
        fail_msg("%s", why.text);
    text = strdup(sink.buf.text);
    assert_non_null(text);
    sink_abandon(&sink);
    return text;
}

#endif
