/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * xml_map.c - which attribute is which field: one table, both directions
 */
#include "output/xml_map.h"

#include <stdint.h>

/* The offset of a field, which does not compile unless its type is `ctype`. */
#define AT(type, field, ctype)      \
    (offsetof(struct type, field) + \
     0 * sizeof(_Generic(((struct type *)0)->field, ctype : 1)))

#define ROW(word, kind, when, offset) \
    .name = (word), .as = XML_AS_##kind, .absent = XML_ABSENT_##when, .at = (offset)
#define TEXT(n, t, f)                              \
    {                                              \
        ROW(n, TEXT, ZERO, AT(t, f, const char *)) \
    }
#define TEXT_NEVER(n, t, f)                         \
    {                                               \
        ROW(n, TEXT, NEVER, AT(t, f, const char *)) \
    }
#define NAME(n, t, f)                              \
    {                                              \
        ROW(n, NAME, ZERO, AT(t, f, const char *)) \
    }
#define NAME_NEVER(n, t, f)                         \
    {                                               \
        ROW(n, NAME, NEVER, AT(t, f, const char *)) \
    }
#define INT(n, t, f)                     \
    {                                    \
        ROW(n, INT, ZERO, AT(t, f, int)) \
    }
#define U32(n, t, f)                          \
    {                                         \
        ROW(n, U32, ZERO, AT(t, f, uint32_t)) \
    }
#define U32_ALWAYS(n, t, f)                     \
    {                                           \
        ROW(n, U32, ALWAYS, AT(t, f, uint32_t)) \
    }
#define U32_NEVER(n, t, f)                     \
    {                                          \
        ROW(n, U32, NEVER, AT(t, f, uint32_t)) \
    }
#define U64(n, t, f)                          \
    {                                         \
        ROW(n, U64, ZERO, AT(t, f, uint64_t)) \
    }
#define U64_ALWAYS(n, t, f)                     \
    {                                           \
        ROW(n, U64, ALWAYS, AT(t, f, uint64_t)) \
    }
#define SIZE(n, t, f)                        \
    {                                        \
        ROW(n, SIZE, ZERO, AT(t, f, size_t)) \
    }
#define NUMBER(n, t, f)                        \
    {                                          \
        ROW(n, DOUBLE, ZERO, AT(t, f, double)) \
    }
#define NUMBER_NAN(n, t, f)                   \
    {                                         \
        ROW(n, DOUBLE, NAN, AT(t, f, double)) \
    }
#define NUMBER_ALWAYS(n, t, f)                   \
    {                                            \
        ROW(n, DOUBLE, ALWAYS, AT(t, f, double)) \
    }
#define WORD(n, t, f, table, count, when)                                            \
    {                                                                                \
        ROW(n, WORD, when, AT(t, f, unsigned)), .words = (table), .n_words = (count) \
    }
#define BOOL(n, t, f, table, when)                                         \
    {                                                                      \
        ROW(n, BOOL, when, AT(t, f, bool)), .words = (table), .n_words = 2 \
    }

/* Children. */
#define HERE(e)                        \
    {                                  \
        &(e), XML_HOW_HERE, 0, 0, 0, 0 \
    }
#define INSIDE(e, t, f)                                    \
    {                                                      \
        &(e), XML_HOW_HERE, offsetof(struct t, f), 0, 0, 0 \
    }
#define OBJECTS(e, t, f, of)                                                 \
    {                                                                        \
        &(e), XML_HOW_OBJECTS, AT(t, f, struct of **), AT(t, n_##f, size_t), \
            AT(t, f##_capacity, size_t), sizeof(struct of)                   \
    }
#define ITEMS(e, t, f, of)                                                   \
    {                                                                        \
        &(e), XML_HOW_ITEMS, AT(t, f, struct of *), AT(t, n_##f, size_t), 0, \
            sizeof(struct of)                                                \
    }
#define LIST(e, kind, f, ctype)                                                 \
    {                                                                           \
        &(e), XML_HOW_##kind, AT(series, f, ctype), AT(series, n, size_t), 0, 0 \
    }
#define SPARSE(e, column)                                                              \
    {                                                                                  \
        &(e), XML_HOW_SPARSE,                                                          \
            offsetof(struct series, columns) + (column) * sizeof(struct sparse), 0, 0, \
            0                                                                          \
    }
#define END \
    {       \
        0   \
    }

#define ELEMENT(e, ...) const struct xml_element xml_##e = { .name = #e, __VA_ARGS__ }
#define PART(e, ...) static const struct xml_element e = { .name = #e, __VA_ARGS__ }
#define ATTRIBUTES(...)                          \
    .attributes = (const struct xml_attribute[]) \
    {                                            \
        __VA_ARGS__, END                         \
    }
#define CHILDREN(...)                      \
    .children = (const struct xml_child[]) \
    {                                      \
        __VA_ARGS__, END                   \
    }

static const char *const truth[] = { "false", "true" };
static const char *const role[] = { "", "sentinel" };

/* ---- systems and what is known of them ---- */

PART(fact, ATTRIBUTES(NAME_NEVER("key", fact, key), TEXT("value", fact, value),
                      TEXT("unit", fact, unit),
                      WORD("at", fact, at, doc_at_name, DOC_AT_COUNT, ZERO),
                      TEXT("source", fact, source), NAME("missing", fact, missing)));

#define FACTS(t)                                                                       \
    {                                                                                  \
        &fact, XML_HOW_ITEMS, AT(t, facts.items, struct fact *),                       \
            AT(t, facts.n, size_t), AT(t, facts.capacity, size_t), sizeof(struct fact) \
    }

ELEMENT(system, .what = XML_WHAT_SYSTEM,
        ATTRIBUTES(NAME_NEVER("id", doc_system, id), TEXT("name", doc_system, name),
                   TEXT("label", doc_system, label)),
        CHILDREN(FACTS(doc_system)));

/* ---- what was observed ---- */

#define IN_LINE(e) PART(e, .inline_ = true)
IN_LINE(ns);
IN_LINE(start);
IN_LINE(wait);
IN_LINE(switches);
IN_LINE(migrations);
IN_LINE(faults);
IN_LINE(values);
IN_LINE(lo);
IN_LINE(hi);
IN_LINE(printed);

PART(series, .what = XML_WHAT_SERIES,
     ATTRIBUTES({ ROW("m", MEASUREMENT, NEVER,
                      AT(series, measurement, struct measurement *)) },
                WORD("part", series, part, doc_part_name, DOC_PART_COUNT, ZERO),
                U32("copy", series, copy), U64("passes", series, passes),
                U32("of", series, of), NAME("statistic", series, statistic),
                NAME("spread", series, spread)),
     CHILDREN(LIST(ns, U64S, ns, uint64_t *), LIST(start, U64S, start, uint64_t *),
              SPARSE(wait, SERIES_WAIT_NS), SPARSE(switches, SERIES_SWITCHES),
              SPARSE(migrations, SERIES_MIGRATIONS), SPARSE(faults, SERIES_FAULTS),
              LIST(values, DOUBLES, values, double *), LIST(lo, DOUBLES, lo, double *),
              LIST(hi, DOUBLES, hi, double *),
              LIST(printed, TEXTS, printed, const char **)));

PART(count, ATTRIBUTES(NAME_NEVER("name", count, name),
                       NUMBER_NAN("value", count, value), NAME("unit", count, unit)));

ELEMENT(invocation,
        ATTRIBUTES(U32_NEVER("seq", invocation, seq),
                   U32_ALWAYS("block", invocation, block),
                   WORD("phase", invocation, phase, doc_phase_name, DOC_PHASE_COUNT,
                        ALWAYS),
                   NUMBER_ALWAYS("offset", invocation, offset_s),
                   U32("padding", invocation, padding), NAME("cpus", invocation, cpus),
                   INT("exit", invocation, exit_code),
                   BOOL("valid", invocation, valid, truth, TRUE),
                   TEXT("reason", invocation, reason)),
        CHILDREN(ITEMS(series, invocation, series, series),
                 ITEMS(count, invocation, counts, count)));

/* ---- a session: how it was run ---- */

PART(protocol,
     ATTRIBUTES(NUMBER("precision", protocol, precision),
                NUMBER("level", protocol, level),
                { ROW("looks", U32S, ZERO, offsetof(struct protocol, looks)),
                  .n_at = AT(protocol, n_looks, size_t), .n_words = DOC_LOOKS },
                U32("exactly", protocol, exactly),
                U32("minInvocations", protocol, min_invocations),
                U32("maxInvocations", protocol, max_invocations),
                U32("samples", protocol, samples), U32("warmup", protocol, warmup),
                U32("pilots", protocol, pilots), NAME("order", protocol, order),
                U64("seed", protocol, seed), NAME("outliers", protocol, outliers),
                NUMBER("span", protocol, span_seconds),
                NUMBER("maxSeconds", protocol, max_seconds),
                NUMBER("maxSecondsEach", protocol, max_seconds_each),
                NAME("set", protocol, set), NAME("cpus", protocol, cpus),
                BOOL("draft", protocol, draft, truth, ZERO)));

PART(clock,
     ATTRIBUTES(NAME("name", doc_clock, name), NUMBER("tick", doc_clock, tick_ns),
                NUMBER("cost", doc_clock, cost_ns), U32("hz", doc_clock, hz)));

ELEMENT(event, ATTRIBUTES(NAME_NEVER("code", doc_event, code),
                          NUMBER_ALWAYS("offset", doc_event, offset_s),
                          TEXT("text", doc_event, text)));

ELEMENT(session, .what = XML_WHAT_SESSION,
        ATTRIBUTES(NAME_NEVER("id", session, id),
                   { ROW("system", SYSTEM, NEVER,
                         AT(session, system, struct doc_system *)) },
                   { ROW("result", RESULT, ZERO, AT(session, result, const char *)) },
                   U32("boot", session, boot), NAME("start", session, start),
                   NAME("end", session, end)),
        CHILDREN(INSIDE(protocol, session, protocol), INSIDE(clock, session, clock),
                 FACTS(session),
                 { &xml_event, XML_HOW_ITEMS, AT(session, events, struct doc_event *),
                   AT(session, n_events, size_t), AT(session, events_capacity, size_t),
                   sizeof(struct doc_event) },
                 OBJECTS(xml_invocation, session, invocations, invocation)));

/* ---- what we think of it ---- */

PART(mark, ATTRIBUTES(U32_NEVER("invocation", mark, invocation), U32("at", mark, at),
                      NAME_NEVER("cause", mark, cause)));

/* An estimate that is the field `f` of a struct `t`. */
#define ESTIMATE(t, f)                                                      \
    NUMBER_NAN("value", t, f.value), NUMBER_NAN("lo", t, f.lo),             \
        NUMBER_NAN("hi", t, f.hi), NUMBER("level", t, f.level),             \
        NUMBER("nominal", t, f.nominal),                                    \
        WORD("method", t, f.method, st_method_name, ST_METHOD_COUNT, ZERO), \
        SIZE("n", t, f.n)

PART(estimate, ATTRIBUTES(NUMBER("span", judged, span_s), ESTIMATE(judged, estimate),
                          NUMBER_NAN("mean", judged, spread.mean),
                          NUMBER_NAN("sd", judged, spread.sd),
                          NUMBER_NAN("min", judged, spread.min),
                          NUMBER_NAN("max", judged, spread.max),
                          U64_ALWAYS("samples", judged, samples),
                          U64_ALWAYS("disturbed", judged, disturbed),
                          U64_ALWAYS("rejected", judged, rejected)));

PART(kept, ATTRIBUTES(ESTIMATE(judged, kept)));

PART(spread,
     ATTRIBUTES(
         NUMBER_NAN("q05", judged, spread.q05), NUMBER_NAN("q25", judged, spread.q25),
         NUMBER_NAN("q50", judged, spread.q50), NUMBER_NAN("q75", judged, spread.q75),
         NUMBER_NAN("q90", judged, spread.q90), NUMBER_NAN("q95", judged, spread.q95),
         NUMBER_NAN("q99", judged, spread.q99), NUMBER_NAN("mad", judged, spread.mad),
         SIZE("n", judged, spread.n)));

PART(difference,
     ATTRIBUTES(NUMBER("subject", judged, subject), NUMBER("base", judged, base)));

PART(tail, ATTRIBUTES(NUMBER("share", judged, tail_share),
                      NUMBER("largest", judged, tail_largest)));

PART(class, ATTRIBUTES(WORD("name", judged, class, judged_class_name, JUDGED_CLASSES,
                            ALWAYS)));

PART(flag, .inline_ = true,
     ATTRIBUTES(NAME_NEVER("code", flag, code),
                NUMBER_NAN("statistic", flag, statistic),
                NUMBER_NAN("limit", flag, limit),
                WORD("severity", flag, severity, judged_severity_name,
                     JUDGED_SEVERITIES, ALWAYS),
                TEXT("text", flag, text)));

PART(components, ATTRIBUTES(NUMBER_NAN("within", judged, within),
                            NUMBER_NAN("between", judged, between),
                            NUMBER_NAN("icc", judged, icc)));

PART(rerun, .inline_ = true,
     ATTRIBUTES(NUMBER_NAN("lo", judged, rerun_lo), NUMBER_NAN("hi", judged, rerun_hi),
                NUMBER_NAN("sd", judged, rerun_sd),
                TEXT("source", judged, rerun_source)));

PART(judged,
     ATTRIBUTES(NAME("outliers", judged, outliers), U32("warmup", judged, warmup),
                U32("invocations", judged, invocations),
                U32("replaced", judged, replaced), NUMBER("cold", judged, cold),
                NUMBER("q", judged, q)),
     CHILDREN(ITEMS(mark, judged, marks, mark), HERE(estimate), HERE(kept),
              HERE(spread), HERE(difference), HERE(tail), HERE(class),
              ITEMS(flag, judged, flags, flag), HERE(components),
              { &rerun, XML_HOW_IF, 0, AT(judged, has_rerun, bool), 0, 0 }));

/* ---- rows ---- */

PART(param, ATTRIBUTES(NAME_NEVER("name", doc_param, name),
                       TEXT_NEVER("value", doc_param, value)));

PART(plan,
     ATTRIBUTES(U64("passes", measure_plan, passes),
                U32("samples", measure_plan, samples),
                U32("warmup", measure_plan, warmup), U64("bytes", measure_plan, bytes),
                NUMBER("deadline", measure_plan, deadline_s)));

ELEMENT(
    measurement, .what = XML_WHAT_MEASUREMENT,
    ATTRIBUTES(
        NAME_NEVER("id", measurement, id),
        { ROW("definition", DEFINITION, NEVER,
              AT(measurement, definition, const struct definition *)) },
        { ROW("revision", REVISION, ZERO, offsetof(struct measurement, definition)) },
        { ROW("session", SESSION, NEVER, AT(measurement, session, struct session *)) },
        WORD("status", measurement, status, doc_status_name, DOC_STATUS_COUNT, ALWAYS),
        TEXT("reason", measurement, reason),
        WORD("origin", measurement, origin, doc_origin_name, DOC_ORIGIN_COUNT, ALWAYS),
        WORD("stop", measurement, stop, doc_stop_name, DOC_STOP_COUNT, ZERO),
        U32("attempt", measurement, attempt),
        BOOL("role", measurement, sentinel, role, ZERO),
        { ROW("rejects", BITS, ZERO, AT(measurement, rejects, unsigned)),
          .words = series_column_name, .n_words = SERIES_COLUMNS }),
    CHILDREN(ITEMS(param, measurement, params, doc_param),
             INSIDE(plan, measurement, plan),
             { &judged, XML_HOW_POINTER, AT(measurement, judged, struct judged *), 0, 0,
               sizeof(struct judged) }));

PART(derived, .what = XML_WHAT_DERIVED,
     ATTRIBUTES(
         NAME_NEVER("id", derived, id), NAME("rule", derived, rule),
         NAME_NEVER("function", derived, function),
         { ROW("from", MEASUREMENTS, ZERO, AT(derived, from, struct measurement **)),
           .n_at = AT(derived, n_from, size_t) },
         { ROW("session", SESSION, NEVER, AT(derived, session, struct session *)) },
         NAME("unit", derived, unit), ESTIMATE(derived, estimate)));

/* ---- the document ---- */

PART(generator,
     ATTRIBUTES(TEXT("name", doc, generator), TEXT("version", doc, generator_version),
                TEXT("commit", doc, generator_commit),
                TEXT("build", doc, generator_build)));

ELEMENT(meta,
        ATTRIBUTES(NAME("created", doc, created),
                   NAME("completeness", doc, completeness),
                   NAME("redaction", doc, redaction), TEXT("licence", doc, licence),
                   TEXT("title", doc, title)),
        CHILDREN(HERE(generator)));

PART(definition, .what = XML_WHAT_DEFINITION,
     ATTRIBUTES(
         NAME_NEVER("id", definition, id), NAME_NEVER("revision", definition, revision),
         NAME("suite", definition, suite), NAME("family", definition, family),
         WORD("likeness", definition, likeness, words_likeness_name,
              WORDS_LIKENESS_COUNT, ZERO),
         NAME("quantity", definition, quantity), NAME_NEVER("unit", definition, unit),
         WORD("better", definition, better, doc_better_name, DOC_BETTER_COUNT, ALWAYS),
         TEXT("per", definition, per), TEXT("title", definition, title),
         TEXT("note", definition, note)));

ELEMENT(catalogue, CHILDREN(OBJECTS(definition, doc, catalogue, definition)));

ELEMENT(results, ATTRIBUTES(NAME("uuid", doc, uuid)),
        CHILDREN(HERE(xml_meta), HERE(xml_catalogue),
                 OBJECTS(xml_system, doc, systems, doc_system),
                 OBJECTS(xml_session, doc, sessions, session),
                 OBJECTS(xml_measurement, doc, measurements, measurement),
                 OBJECTS(derived, doc, derived, derived)));

/* ---- a journal's own element ---- */

PART(arg, .attributes = NULL);

ELEMENT(journal, .what = XML_WHAT_JOURNAL,
        ATTRIBUTES(TEXT("output", xml_journal, plan.output),
                   TEXT("build", xml_journal, plan.build),
                   TEXT("boot", xml_journal, plan.boot),
                   TEXT("append", xml_journal, plan.append),
                   TEXT("dir", xml_journal, plan.dir),
                   TEXT("remote", xml_journal, plan.remote)),
        CHILDREN({ &arg, XML_HOW_TEXTS, AT(xml_journal, args, const char **),
                   AT(xml_journal, n_args, size_t), 0, 0 }));

bool xml_has_text(const struct xml_element *element)
{
    const struct xml_attribute *a = element->attributes;

    for (; a && a->name; a++) {
        if (a->as == XML_AS_TEXT)
            return true;
    }
    return false;
}
