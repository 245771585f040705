/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "output/csv.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>

#include "builder.h"
#include "support.h"

/* The text of one table; the caller frees it. */
static char *written(const struct doc *doc, enum csv_table table, const char *dialect)
{
    struct sink sink;
    char *text;

    sink_open_memory(&sink);
    assert_int_equal(csv_write(&sink, doc, table, csv_find_dialect(dialect), NULL), 0);
    text = strdup(sink.buf.text);
    sink_abandon(&sink);
    return text;
}

/* The two rows that interface.md 6.3 shows. */
static struct doc *example(void)
{
    struct doc *doc = doc_new();
    struct session *s = add_session(doc, "r1", "m-3f9a2c", "6.1.0", NULL);
    struct measurement *m =
        add_row(doc, s, "lat_syscall.null", "s", NULL, 1.2476e-07, 0);

    doc->uuid = "6f6a1f5e";
    s->system->label = "6.1.0-A";
    m->judged->samples = 200;
    m->judged->invocations = 10;
    m->judged->estimate = (struct st_estimate){ .value = 1.2476e-07,
                                                .lo = 1.2461e-07,
                                                .hi = 1.2490e-07,
                                                .level = 0.95,
                                                .nominal = 0.97,
                                                .method = ST_METHOD_HS,
                                                .n = 10 };
    m->judged->spread = (struct st_spread){ .mean = 1.2481e-07,
                                            .sd = 1.1e-09,
                                            .mad = 7e-10,
                                            .min = 1.231e-07,
                                            .max = 1.31e-07,
                                            .n = 200 };
    add_missing(doc, s, "bw_pipe", "B/s", "placement=same message=65536",
                DOC_STATUS_FAILED, "timeout");
    return doc;
}

static void the_summary_has_the_rows_of_the_specification(void **state)
{
    struct doc *doc = example();
    char *text = written(doc, CSV_SUMMARY, "rfc4180");

    (void)state;
    assert_string_equal(
        text,
        "result,system,label,session,definition,revision,suite,size_B,stride_B,procs,"
        "fds,jobs,placement,params,samples,invocations,value,lo,hi,level,nominal,"
        "method,class,mean,sd,mad,min,max,unit,better,origin,status,reason,stop,flags,"
        "span_s,rerun_lo,rerun_hi\r\n"
        "6f6a1f5e,m-3f9a2c,6.1.0-A,r1,lat_syscall.null,1,lmbench,,,,,,,,200,10,"
        "1.2476e-07,1.2461e-07,1.249e-07,0.95,0.97,hs,sharp,1.2481e-07,1.1e-09,7e-10,"
        "1.231e-07,1.31e-07,s,lower,measured,ok,,precision,,92,,\r\n"
        "6f6a1f5e,m-3f9a2c,6.1.0-A,r1,bw_pipe,1,lmbench,,,,,,same,message=65536B,0,0,,,"
        ",,,,unknown,,,,,,B/s,higher,measured,failed,timeout,,,,,\r\n");
    free(text);
    doc_free(doc);
}

static void parameters_stand_in_their_columns(void **state)
{
    struct doc *doc = doc_new();
    struct session *s = add_session(doc, "r1", "boxa", "6.1", NULL);
    char *text;

    (void)state;
    doc->uuid = "u";
    add_row(doc, s, "lat_x", "s",
            "size=65536 stride=128 procs=8 fds=100 jobs=2 "
            "placement=free file=/dev/zero host=remote",
            2.385, 0);
    text = written(doc, CSV_SUMMARY, "unix");
    assert_non_null(strstr(text, ",lmbench,65536,128,8,100,2,free,file=/dev/zero "
                                 "host=remote,300,15,2.385,,,,,none,sharp,"));
    free(text);
    doc_free(doc);
}

static void flags_and_rerun_are_written(void **state)
{
    struct doc *doc = example();
    struct judged *j = doc->measurements[0]->judged;
    char *text;

    (void)state;
    add_flag(doc, doc->measurements[0], "tail", JUDGED_INFO, NULL);
    add_flag(doc, doc->measurements[0], "load", JUDGED_WARNING, NULL);
    j->has_rerun = true;
    j->rerun_lo = 1.2e-07;
    j->rerun_hi = 1.3e-07;
    text = written(doc, CSV_SUMMARY, "unix");
    assert_non_null(strstr(text, ",precision,tail load,92,1.2e-07,1.3e-07\n"));
    free(text);
    doc_free(doc);
}

static void display_units_are_added_at_the_end(void **state)
{
    struct doc *doc = example();
    struct csv_dialect dialect = *csv_find_dialect("excel-eu");
    struct sink sink;

    (void)state;
    dialect.display_units = true;
    sink_open_memory(&sink);
    assert_int_equal(csv_write(&sink, doc, CSV_SUMMARY, &dialect, NULL), 0);
    assert_non_null(strstr(sink.buf.text, ";rerun_hi;display_value;display_unit\r\n"));
    assert_non_null(strstr(sink.buf.text, ";92;;;0,12476;us\r\n"));
    assert_non_null(strstr(sink.buf.text, ";timeout;;;;;;;\r\n"));
    sink_abandon(&sink);
    doc_free(doc);
}

/* One invocation of lat_syscall.null with a mark and a wait, one of bw_pipe. */
static struct doc *with_samples(void)
{
    static uint64_t ns[] = { 2000, 998412, 1071220 }, rate[] = { 32768 };
    static uint64_t start[] = { 500000000, 501000000, 502000000 };
    static uint32_t at[] = { 2 };
    static uint64_t wait[] = { 71033 };
    static struct mark marks[] = { { 17, 3, "switched-out" } };
    struct doc *doc = example();
    struct session *s = doc->sessions[0];
    struct invocation *i = doc_add_invocation(doc, s);

    i->seq = 17;
    i->offset_s = 61.5;
    i->valid = true;
    i->n_series = 2;
    i->series = arena_alloc(doc->arena, 2 * sizeof *i->series);
    i->series[0] = (struct series){ .measurement = doc->measurements[0],
                                    .passes = 8000,
                                    .n = 3,
                                    .ns = ns,
                                    .start = start };
    i->series[0].columns[SERIES_WAIT_NS] = (struct sparse){ at, wait, 1 };
    i->series[1] = (struct series){ .measurement = doc->measurements[1],
                                    .part = DOC_PART_BASE,
                                    .passes = 2,
                                    .n = 1,
                                    .ns = rate };
    doc->measurements[0]->judged->warmup = 1;
    doc->measurements[0]->judged->marks = marks;
    doc->measurements[0]->judged->n_marks = 1;
    doc->measurements[1]->plan.bytes = 65536;
    return doc;
}

static void every_observation_is_a_row_with_what_happened_to_it(void **state)
{
    struct doc *doc = with_samples();
    char *text = written(doc, CSV_SAMPLES, "unix");

    (void)state;
    assert_string_equal(
        text,
        "result,system,label,session,boot,definition,revision,size_B,stride_B,procs,"
        "fds,jobs,placement,params,invocation,part,copy,offset_s,sample,passes,ns,"
        "wait_ns,cause,value,unit\n"
        "6f6a1f5e,m-3f9a2c,6.1.0-A,r1,1,lat_syscall.null,1,,,,,,,,17,subject,0,62,1,"
        "8000,2000,,warm-up,2.5e-10,s\n"
        "6f6a1f5e,m-3f9a2c,6.1.0-A,r1,1,lat_syscall.null,1,,,,,,,,17,subject,0,62.001,"
        "2,8000,998412,,,1.248015e-07,s\n"
        "6f6a1f5e,m-3f9a2c,6.1.0-A,r1,1,lat_syscall.null,1,,,,,,,,17,subject,0,62.002,"
        "3,8000,1071220,71033,switched-out,1.339025e-07,s\n"
        "6f6a1f5e,m-3f9a2c,6.1.0-A,r1,1,bw_pipe,1,,,,,,same,message=65536B,17,base,0,"
        "61.5,1,2,32768,,,4000000000,B/s\n");
    free(text);
    doc_free(doc);
}

static void an_invocation_that_does_not_count_says_so_on_each_row(void **state)
{
    static struct mark whole[] = { { 17, 0, "disturbed" } };
    struct doc *doc = with_samples();
    struct invocation *i = doc->sessions[0]->invocations[0];
    char *text;

    (void)state;
    doc->measurements[0]->judged->marks = whole;
    text = written(doc, CSV_SAMPLES, "unix");
    assert_non_null(strstr(text, ",2000,,disturbed,"));
    assert_non_null(strstr(text, ",998412,,disturbed,"));
    free(text);
    doc->measurements[0]->judged->n_marks = 0;
    i->phase = DOC_PHASE_PILOT;
    text = written(doc, CSV_SAMPLES, "unix");
    assert_non_null(strstr(text, ",998412,,pilot,"));
    free(text);
    i->valid = false;
    text = written(doc, CSV_SAMPLES, "unix");
    assert_non_null(strstr(text, ",998412,,invalid,"));
    free(text);
    doc_free(doc);
}

static void imported_values_have_no_nanoseconds(void **state)
{
    static double values[] = { 1.66e-6 };
    struct doc *doc = with_samples();
    struct series *series = doc->sessions[0]->invocations[0]->series;
    char *text;

    (void)state;
    doc->sessions[0]->invocations[0]->n_series = 1;
    series->ns = NULL;
    series->start = NULL;
    series->values = values;
    series->n = 1;
    series->columns[SERIES_WAIT_NS].n = 0;
    doc->measurements[0]->judged->warmup = 0;
    text = written(doc, CSV_SAMPLES, "unix");
    assert_non_null(strstr(text, ",17,subject,0,61.5,1,,,,,1.66e-06,s\n"));
    free(text);
    doc_free(doc);
}

static void facts_are_listed_with_their_source_or_why_they_are_missing(void **state)
{
    struct doc *doc = doc_new();
    struct session *s = add_session(doc, "r1", "boxa", "6.1.0", NULL);
    struct fact missing = { .key = "cpu.governor", .missing = "unreadable" };
    struct fact end = { .key = "load.steal",
                        .value = "0",
                        .unit = "s",
                        .source = "/proc/stat",
                        .at = DOC_AT_END };
    char *text;

    (void)state;
    s->result = "6f6a";
    assert_int_equal(doc_add_fact(doc, &s->system->facts, &missing), 0);
    assert_int_equal(doc_add_fact(doc, &s->facts, &end), 0);
    text = written(doc, CSV_SYSTEMS, "tsv");
    assert_string_equal(text, "result\tsystem\tkey\tvalue\tunit\tsource\tmissing\n"
                              "6f6a\tboxa\tkernel.sysname\tLinux\t\ttest\t\n"
                              "6f6a\tboxa\tkernel.release\t6.1.0\t\ttest\t\n"
                              "6f6a\tboxa\tcpu.governor\t\t\t\tunreadable\n"
                              "6f6a\tboxa\tload.steal@end\t0\ts\t/proc/stat\t\n");
    free(text);
    doc_free(doc);
}

static char *with_name(const char *name, const char *dialect)
{
    struct doc *doc = doc_new();
    char *text, *row;

    add_session(doc, "r1", name, "6.1.0", NULL);
    doc->sessions[0]->system->facts.n = 1;
    text = written(doc, CSV_SYSTEMS, dialect);
    row = strdup(strchr(text, '\n') + 1);
    free(text);
    doc_free(doc);
    return row;
}

static void a_cell_is_quoted_only_when_it_must_be(void **state)
{
    static const struct {
        const char *name, *dialect, *row;
    } cases[] = {
        { "plain name", "unix", ",plain name,kernel.sysname,Linux,,test,\n" },
        { "a,b", "unix", ",\"a,b\",kernel.sysname,Linux,,test,\n" },
        { "a,b", "tsv", "\ta,b\tkernel.sysname\tLinux\t\ttest\t\n" },
        { "a;b", "excel-eu", ";\"a;b\";kernel.sysname;Linux;;test;\r\n" },
        { "say \"x\"", "unix", ",\"say \"\"x\"\"\",kernel.sysname,Linux,,test,\n" },
        { "two\nlines", "unix", ",\"two\nlines\",kernel.sysname,Linux,,test,\n" },
        { "=1+1", "unix", ",=1+1,kernel.sysname,Linux,,test,\n" },
        { "=1+1", "excel", ",'=1+1,kernel.sysname,Linux,,test,\r\n" },
        { "@x,\"y\"", "excel", ",\"'@x,\"\"y\"\"\",kernel.sysname,Linux,,test,\r\n" },
        { "-2", "excel-eu", ";'-2;kernel.sysname;Linux;;test;\r\n" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *row = with_name(cases[i].name, cases[i].dialect);

        assert_string_equal(row, cases[i].row);
        free(row);
    }
}

static void spreadsheets_get_a_mark_and_their_own_decimal_sign(void **state)
{
    struct doc *doc = example();
    char *text;

    (void)state;
    doc->measurements[0]->judged->spread.min = -2.5e-10;
    text = written(doc, CSV_SUMMARY, "excel-eu");
    assert_memory_equal(text, "\357\273\277result;system;", 17);
    assert_non_null(strstr(text, ";1,2476e-07;1,2461e-07;"));
    assert_non_null(strstr(text, ";-2,5e-10;")); /* a number, not a formula */
    free(text);
    text = written(doc, CSV_SUMMARY, "unix");
    assert_memory_equal(text, "result,", 7);
    free(text);
    doc_free(doc);
}

static size_t separators(const char *line, char separator)
{
    size_t n = 0;

    for (; *line && *line != '\n'; line++)
        n += *line == separator;
    return n;
}

static void every_row_has_as_many_cells_as_the_header(void **state)
{
    struct doc *doc = with_samples();

    (void)state;
    for (int table = 0; table < CSV_TABLES; table++) {
        char *text = written(doc, (enum csv_table)table, "tsv");
        size_t want = separators(text, '\t');

        assert_int_equal(want, separators(csv_columns[table], ','));
        for (const char *line = text; *line; line = strchr(line, '\n') + 1)
            assert_int_equal(separators(line, '\t'), want);
        free(text);
    }
    doc_free(doc);
}

/* Names of a table in schemas/columns.csv, separated by commas; the caller frees. */
static char *documented(const char *columns, const char *table)
{
    char *names = calloc(1, strlen(columns) + 1);

    for (const char *line = columns; *line; line += strcspn(line, "\n") + 1) {
        size_t n = strlen(table);

        if (strncmp(line, table, n) != 0 || line[n] != ',')
            continue;
        if (*names)
            strcat(names, ",");
        strncat(names, line + n + 1, strcspn(line + n + 1, ","));
    }
    return names;
}

static void the_documented_columns_are_those_written(void **state)
{
    static const char *const tables[] = { "summary", "samples", "systems" };
    char *path, *columns;

    (void)state;
    if (asprintf(&path, "%s/schemas/columns.csv", getenv("ERRBAR_SOURCE")) < 0)
        fail();
    columns = support_read(path, NULL);
    for (int table = 0; table < CSV_TABLES; table++) {
        char *names = documented(columns, tables[table]);
        size_t n = strlen(csv_columns[table]);

        /* the summary's two columns for people come last and only when asked for */
        assert_memory_equal(names, csv_columns[table], n);
        assert_true(names[n] == '\0' ||
                    strcmp(names + n, ",display_value,display_unit") == 0);
        free(names);
    }
    free(columns);
    free(path);
}

static void a_comma_locale_changes_nothing(void **state)
{
    struct doc *doc = with_samples();
    char *before[CSV_TABLES], *after;

    (void)state;
    for (int table = 0; table < CSV_TABLES; table++)
        before[table] = written(doc, (enum csv_table)table, "rfc4180");
    setlocale(LC_ALL, "de_DE.UTF-8");
    for (int table = 0; table < CSV_TABLES; table++) {
        after = written(doc, (enum csv_table)table, "rfc4180");
        assert_string_equal(after, before[table]);
        free(after);
        free(before[table]);
    }
    setlocale(LC_ALL, "C");
    doc_free(doc);
}

static void a_want_of_memory_is_reported_and_nothing_leaks(void **state)
{
    struct doc *doc = with_samples();
    struct diag why = { 0 };
    int rc = -ENOMEM;

    (void)state;
    for (long n = 0; rc == -ENOMEM; n++) {
        struct sink sink;

        assert_true(n < 1000);
        sink_open_memory(&sink);
        support_fail_allocation = n;
        rc = csv_write(&sink, doc, CSV_SAMPLES, &csv_dialects[0], &why);
        support_fail_allocation = -1;
        sink_abandon(&sink);
    }
    assert_int_equal(rc, 0);
    assert_string_equal(why.text, "cannot write samples.csv: Cannot allocate memory");
    doc_free(doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_summary_has_the_rows_of_the_specification),
        cmocka_unit_test(parameters_stand_in_their_columns),
        cmocka_unit_test(flags_and_rerun_are_written),
        cmocka_unit_test(display_units_are_added_at_the_end),
        cmocka_unit_test(every_observation_is_a_row_with_what_happened_to_it),
        cmocka_unit_test(an_invocation_that_does_not_count_says_so_on_each_row),
        cmocka_unit_test(imported_values_have_no_nanoseconds),
        cmocka_unit_test(facts_are_listed_with_their_source_or_why_they_are_missing),
        cmocka_unit_test(a_cell_is_quoted_only_when_it_must_be),
        cmocka_unit_test(spreadsheets_get_a_mark_and_their_own_decimal_sign),
        cmocka_unit_test(every_row_has_as_many_cells_as_the_header),
        cmocka_unit_test(the_documented_columns_are_those_written),
        cmocka_unit_test(a_comma_locale_changes_nothing),
        cmocka_unit_test(a_want_of_memory_is_reported_and_nothing_leaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
