/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "output/show.h"

#include <errno.h>

#include "output/text.h"

#include "builder.h"
#include "support.h"

#define PM "\302\261"

static char *shown(const struct doc *doc, const struct measurement *m, bool ascii)
{
    const struct view_options options = { .ascii = ascii };
    struct sink sink;
    char *text;

    sink_open_memory(&sink);
    assert_int_equal(show_print(&sink, doc, m, &options), 0);
    text = strdup(sink.buf.text);
    sink_abandon(&sink);
    return text;
}

static void assert_has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no '%s' in:\n%s", part, text);
}

static struct invocation *add_run(struct doc *doc, struct measurement *m, size_t parts)
{
    struct invocation *i = doc_add_invocation(doc, m->session);

    i->seq = (uint32_t)m->session->n_invocations;
    i->valid = true;
    i->cpus = "1";
    i->series = arena_alloc(doc->arena, parts * sizeof *i->series);
    i->n_series = parts;
    for (size_t k = 0; k < parts; k++) {
        i->series[k].measurement = m;
        i->series[k].part = k ? DOC_PART_BASE : DOC_PART_SUBJECT;
        i->series[k].passes = 1000;
    }
    return i;
}

static void set_ns(struct series *s, uint64_t *ns, size_t n)
{
    s->ns = ns;
    s->n = n;
}

/* A difference: two invocations of five observations, the first of them warm-up. */
static struct doc *difference_doc(struct measurement **m)
{
    static uint64_t subject1[] = { 9000000, 1310000, 1312000, 1311000, 7000000 };
    static uint64_t base1[] = { 800000, 200000, 202000, 201000, 203000 };
    static uint64_t subject2[] = { 8000000, 1320000, 1324000, 1322000, 1326000 };
    static uint64_t base2[] = { 700000, 200000, 200000, 200000, 200000 };
    static struct mark marks[] = { { 1, 5, "wait" }, { 2, 0, "disturbed" } };
    struct doc *doc = doc_new();
    struct session *s = add_session(doc, "r1", "boxa", "6.1.0", NULL);
    struct fact missing = { .key = "cpu.governor",
                            .missing = "unreadable",
                            .source = "/sys/cpufreq" };
    struct invocation *i;
    struct judged *j;

    *m = add_row(doc, s, "lat_sig.catch", "s", NULL, 1.11e-6, 0.012);
    j = (*m)->judged;
    doc->uuid = "6f6a1f5e";
    assert_int_equal(doc_add_fact(doc, &s->system->facts, &missing), 0);
    (*m)->plan = (struct measure_plan){
        .passes = 1000, .samples = 4, .warmup = 1, .deadline_s = 10
    };
    j->warmup = 1;
    j->marks = marks;
    j->n_marks = 2;
    j->subject = 1.311e-6;
    j->base = 0.201e-6;
    j->spread = (struct st_spread){ .min = 1.10e-6,
                                    .q05 = 1.101e-6,
                                    .q25 = 1.105e-6,
                                    .q50 = 1.11e-6,
                                    .q75 = 1.12e-6,
                                    .q90 = 1.13e-6,
                                    .q95 = 1.14e-6,
                                    .q99 = 1.19e-6,
                                    .max = 1.2e-6,
                                    .mean = 1.1123e-6,
                                    .sd = 0.0123e-6,
                                    .mad = 0.0045e-6,
                                    .n = 300 };
    add_flag(doc, *m, "tail", JUDGED_INFO, NULL);
    add_flag(doc, *m, "second-mode", JUDGED_WARNING, "second mode 4.00 ms, 3 %");
    i = add_run(doc, *m, 2);
    i->offset_s = 12.34;
    i->padding = 1213;
    set_ns(&i->series[0], subject1, 5);
    set_ns(&i->series[1], base1, 5);
    i = add_run(doc, *m, 2);
    i->block = 1;
    set_ns(&i->series[0], subject2, 5);
    set_ns(&i->series[1], base2, 5);
    return doc;
}

static void the_estimate_is_shown_with_all_that_it_rests_on(void **state)
{
    struct measurement *m;
    struct doc *doc = difference_doc(&m);
    char *text = shown(doc, m, false);

    (void)state;
    assert_memory_equal(text, "lat_sig.catch\n", 14);
    assert_has(text,
               "\n  definition      lat_sig.catch, revision 1, suite lmbench, family "
               "syscall\n");
    assert_has(text, "\n  status          ok, measured, attempt 1, stop precision\n");
    assert_has(text,
               "\n  plan            1000 passes an observation, 4 observations, 1 of "
               "warm-up, deadline 10 s\n");
    assert_has(text, "\n  value           1.110 us " PM "1.2 % (K = 15 over 92 s)\n");
    assert_has(text,
               "\n  interval        [1.097, 1.123] us, 95 %, computed at 97 %, method "
               "hs, 15 invocations\n");
    assert_has(text, "\n  class           stable\n");
    assert_has(text,
               "\n  flags           tail (info): statistic 3.10, limit 3.30\n"
               "                  second-mode (warning): statistic 3.10, limit 3.30: "
               "second mode 4.00 ms, 3 %\n");
    assert_has(text,
               "\n  spread          of 300 observations, in us: min 1.100, 5 % 1.101,");
    assert_has(text, " sd 0.01230, MAD 0.004500\n");
    assert_has(text, "\n  parts           subject 1.311 us less base 0.2010 us\n");
    assert_has(text, "\n  rerun           never measured\n");
    assert_has(text, "\n  cpu.governor: missing, unreadable  from /sys/cpufreq\n");
    free(text);
    doc_free(doc);
}

/* y of the first: the median of 1.110, 1.110, 1.110 us; the fifth waited. */
static void each_invocation_is_a_line_and_each_observation_a_number(void **state)
{
    struct measurement *m;
    struct doc *doc = difference_doc(&m);
    char *text = shown(doc, m, true);

    (void)state;
    assert_has(text, "\n   seq block phase  offset s padding  cpus         n marked"
                     "            y\n"
                     "     1     0 run       12.34    1213  1            3      1"
                     "        1.110\n"
                     "     2     1 run           0       0  1            4      0"
                     "        1.123  disturbed\n");
    assert_has(text, "\n  1 subject: (9.000) 1.310 1.312 1.311 7.000w\n"
                     "  1 base: (0.8000) 0.2000 0.2020 0.2010 0.2030w\n"
                     "  2 subject: (8.000) 1.320 1.324 1.322 1.326\n");
    free(text);
    doc_free(doc);
}

/* 65536 bytes a pass, 1000 passes in 32768000 ns: 2000 MB/s */
static void a_bandwidth_is_shown_as_one(void **state)
{
    static uint64_t ns[] = { 65536000, 32768000, 32768000, 32768000 };
    struct doc *doc = doc_new();
    struct session *s = add_session(doc, "r1", "boxa", "6.1.0", NULL);
    struct measurement *m = add_row(doc, s, "bw_pipe", "B/s", NULL, 2e9, 0.01);
    char *text;

    (void)state;
    m->plan.bytes = 65536;
    m->judged->warmup = 1;
    set_ns(&add_run(doc, m, 1)->series[0], ns, 4);
    text = shown(doc, m, true);
    assert_has(text, "Observations in the order of time, in MB/s\n");
    assert_has(text, "\n  1 subject: (1000) 2000 2000 2000\n");
    assert_has(text, "        3      0         2000\n");
    free(text);
    doc_free(doc);
}

static void what_failed_is_shown_with_its_reason(void **state)
{
    struct doc *doc = doc_new();
    struct session *s = add_session(doc, "r1", "boxa", "6.1.0", NULL);
    struct measurement *m =
        add_missing(doc, s, "bw_pipe", "B/s", NULL, DOC_STATUS_FAILED, "timeout");
    struct invocation *i;
    char *text;

    (void)state;
    i = add_run(doc, m, 1);
    i->valid = false;
    i->reason = "signal 11";
    text = shown(doc, m, true);
    assert_has(text, "\n  status          failed (timeout), measured, attempt 1\n");
    assert_has(text, "\n  value           none\n");
    assert_has(text, "            -  signal 11\n");
    free(text);
    doc_free(doc);
}

static void no_line_is_longer_than_a_hundred_columns(void **state)
{
    static uint64_t many[300];
    struct measurement *m;
    struct doc *doc = difference_doc(&m);
    char *text, *line, *rest;

    (void)state;
    for (size_t k = 0; k < 300; k++)
        many[k] = 1000000 + k;
    set_ns(&add_run(doc, m, 1)->series[0], many, 300);
    doc->sessions[0]->system->label = "a label\nof two lines\033[31m";
    m->reason = "long-long-long-long-long-long-long-long-long-long-long-long-long-long-"
                "long-long-long-long-long-long-long-long-long-long-long-long-long-long";
    text = shown(doc, m, false);
    rest = text;
    while ((line = strsep(&rest, "\n")) != NULL) {
        assert_true(text_columns(line) <= 100);
        assert_null(strchr(line, '\033'));
    }
    free(text);
    doc_free(doc);
}

static void a_want_of_memory_is_reported_and_nothing_leaks(void **state)
{
    const struct view_options options = { .bare = false };
    struct measurement *m;
    struct doc *doc = difference_doc(&m);
    int rc = -ENOMEM;

    (void)state;
    for (long n = 0; rc == -ENOMEM; n++) {
        struct sink sink;

        assert_true(n < 10000);
        sink_open_memory(&sink);
        support_fail_allocation = n;
        rc = show_print(&sink, doc, m, &options);
        support_fail_allocation = -1;
        sink_abandon(&sink);
    }
    assert_int_equal(rc, 0);
    doc_free(doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_estimate_is_shown_with_all_that_it_rests_on),
        cmocka_unit_test(each_invocation_is_a_line_and_each_observation_a_number),
        cmocka_unit_test(a_bandwidth_is_shown_as_one),
        cmocka_unit_test(what_failed_is_shown_with_its_reason),
        cmocka_unit_test(no_line_is_longer_than_a_hundred_columns),
        cmocka_unit_test(a_want_of_memory_is_reported_and_nothing_leaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
