/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "output/compare.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>

#include "builder.h"
#include "support.h"

/* A comparison as the judge could have found it, each kind of row once. */
struct made {
    struct doc *doc;
    struct session *base, *other;
    struct judge_compared rows[8];
    struct judge_column column;
    struct judge_comparison comparison;
    const char *name;
    struct compare_page page;
};

static struct judge_compared *compared(struct made *m, const char *id, const char *unit,
                                       const char *params, double base, double other,
                                       enum judge_verdict verdict, double change,
                                       double half)
{
    struct judge_compared *row = &m->rows[m->column.n_rows++];

    *row = (struct judge_compared){
        .base = add_row(m->doc, m->base, id, unit, params, base, 0.01),
        .other = add_row(m->doc, m->other, id, unit, params, other, 0.01),
        .verdict = verdict,
        .n_base = 15,
        .n_other = 15,
        .value = change,
        .lo = change - half,
        .hi = change + half,
        .lo90 = change - 0.8 * half,
        .hi90 = change + 0.8 * half,
        .p = 0.0123,
        .adjusted = 0.0456,
        .net = NAN,
        .net_lo = NAN,
        .net_hi = NAN,
        .guard = 0.0672,
        .between_sd = 0.02,
        .between_source = "assumed",
        .smallest = 0.0123,
    };
    m->column.counts[verdict]++;
    return row;
}

static struct made *make(void)
{
    struct made *m = calloc(1, sizeof *m);
    struct judge_compared *row;

    m->doc = doc_new();
    m->base = add_session(m->doc, "r1", "boxa", "6.1.0-A", NULL);
    m->other = add_session(m->doc, "r2", "boxa", "6.1.0-B", NULL);
    m->column.rows = m->rows;
    m->column.common = m->column.geometric = m->column.yardstick = NAN;
    compared(m, "lat_select.tcp", "s", "fds=500", 131e-6, 276e-6, JUDGE_SLOWER, 2.11,
             0.03);
    compared(m, "bw_pipe", "B/s", NULL, 217e6, 235e6, JUDGE_FASTER, 1.08, 0.03);
    row = compared(m, "lat_pipe", "s", "placement=cross", 14.7e-6, 14.9e-6,
                   JUDGE_INCONCLUSIVE, 1.01, 0.04);
    row->deciding = 60;
    compared(m, "lat_syscall.null", "s", NULL, 125e-9, 125e-9, JUDGE_SAME, 1.0, 0.005);
    row = compared(m, "lat_ctx", "s", "size=0 procs=2", -12e-9, 30e-9,
                   JUDGE_INCONCLUSIVE, 42e-9, 50e-9);
    row->shift = true;
    row->scale = 1.5e-6;
    row->few = true;
    row = compared(m, "lat_syscall.read", "s", NULL, 1e-6, 1e-6, JUDGE_NA, NAN, 0);
    row->reason = "definitions differ";
    row->differs = "revision";
    m->comparison =
        (struct judge_comparison){ .options = { .margin = 0.02, .level = 0.95 },
                                   .family = 5,
                                   .needed_p = 0.01,
                                   .least_p = 1.1e-5,
                                   .can_show = true,
                                   .columns = &m->column,
                                   .n_columns = 1 };
    m->name = "6.1.0-B";
    m->page = (struct compare_page){ .comparison = &m->comparison,
                                     .base = "6.1.0-A",
                                     .names = &m->name,
                                     .like = "a.xml" };
    return m;
}

static void unmake(struct made *m)
{
    doc_free(m->doc);
    free(m);
}

static char *printed(const struct made *m, enum compare_format format, bool ascii)
{
    const struct view_options options = { .ascii = ascii };
    struct sink sink;
    char *text;

    sink_open_memory(&sink);
    assert_int_equal(compare_print(&sink, &m->page, format, &options, NULL), 0);
    text = strdup(sink.buf.text);
    sink_abandon(&sink);
    return text;
}

static void assert_has(char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no '%s' in:\n%s", part, text);
}

static void assert_told(const struct made *m, const char *part)
{
    char *text = printed(m, COMPARE_TABLE, true);

    assert_has(text, part);
    free(text);
}

static void a_row_tells_both_values_the_ratio_and_the_verdict(void **state)
{
    struct made *m = make();
    char *text = printed(m, COMPARE_TABLE, true);

    (void)state;
    assert_string_equal(
        text,
        "6.1.0-B against 6.1.0-A\n"
        "\n"
        "benchmark                    6.1.0-A     6.1.0-B             ratio (95 %)   "
        "sees    verdict\n"
        "lat_select.tcp fds=500     0.1310 ms   0.2760 ms     2.110 [2.080, 2.140]  "
        "1.2 %  - slower\n"
        "bw_pipe                   217.0 MB/s  235.0 MB/s     1.080 [1.050, 1.110]  "
        "1.2 %  + faster\n"
        "lat_pipe cross              14.70 us    14.90 us     1.010 [0.970, 1.050]  "
        "1.2 %  ? inconclusive\n"
        "    errbar run --like a.xml --invocations 60 -o c.xml\n"
        "lat_syscall.null           0.1250 us   0.1250 us  1.0000 [0.9950, 1.0050]  "
        "1.2 %  = same\n"
        "lat_ctx size=0 procs=2  -12.00000 ns    30.00 ns           42 [-8, 92] ns  "
        "1.2 %  ? inconclusive (few)\n"
        "lat_syscall.read            1.000 us    1.000 us                            "
        "      . n/a (definitions differ: revision)\n"
        "\n"
        "2 of 6 changed (1 faster, 1 slower), 1 same, 2 inconclusive, 1 n/a.\n"
        "sees: the smallest change that the row would have shown 4 times in 5.\n"
        "few: fewer than six values on a side prove nothing by themselves.\n"
        "A session by itself may move by 6.7 % (assumed): only what lies wholly beyond "
        "that is faster or\n   slower.\n"
        "A command below a row decides it: to be run on both systems, whose two new "
        "files are then compared.\n"
        "inconclusive: 1 row (lat_ctx size=0 procs=2) would need more than 2000 values "
        "a side: they scatter\n   too much, or changed by just the threshold "
        "(--threshold). What is noisy, and why:\n"
        "    errbar report noise a.xml\n"
        "\n"
        "5 comparisons, Benjamini-Hochberg; threshold 2 %.\n");
    free(text);
    unmake(m);
}

static void what_differs_is_listed_before_the_table(void **state)
{
    struct judge_unlike unlike[] = {
        { "definition lat_syscall.read", "revision 1", "revision 2" },
        { "kernel.release", "6.1.0-A", "6.1.0-B" },
        { "cpu.governor", "performance", NULL },
    };
    struct made *m = make();

    (void)state;
    m->column.unlike = unlike;
    m->column.n_unlike = 3;
    assert_told(m, "6.1.0-B against 6.1.0-A\n"
                   "these differ                 6.1.0-A      6.1.0-B\n"
                   "definition lat_syscall.read  revision 1   revision 2\n"
                   "kernel.release               6.1.0-A      6.1.0-B\n"
                   "cpu.governor                 performance  (not known)\n"
                   "\n"
                   "benchmark ");
    unmake(m);
}

static void what_a_boot_confounds_has_a_question_mark_and_a_sentence(void **state)
{
    struct made *m = make();

    (void)state;
    for (size_t i = 0; i < m->column.n_rows; i++)
        m->rows[i].confounded = "boot";
    m->column.base_boots = m->column.other_boots = 1;
    assert_told(m, "1.2 %  - slower?\n");
    assert_told(m, "1.2 %  + faster?\n");
    assert_told(m, "1.2 %  = same\n"); /* only what changed */
    assert_told(m, "\n\nKernel and boot cannot be told apart (1 and 1 boots, not 3 of "
                   "each): what changed has a question\n   mark. ");
    unmake(m);
}

static void a_verdict_that_is_not_to_be_relied_on_stands_in_brackets(void **state)
{
    struct made *m = make();

    (void)state;
    m->rows[0].bracketed = "drift";
    m->rows[0].confounded = "boot";
    m->rows[3].bracketed = "unsteady";
    assert_told(m, "1.2 %  - (slower?) drift\n");
    assert_told(m, "1.2 %  = (same) unsteady\n");
    assert_told(m, "\n( ): a side is not steady");
    unmake(m);
}

static void a_shift_of_all_rows_is_the_headline_and_a_column_is_net_of_it(void **state)
{
    struct made *m = make();

    (void)state;
    m->column.common = 1.0312;
    m->column.common_share = 0.917;
    m->column.common_n = 12;
    assert_told(m, "\n\nCommon shift: times are 3.1 % longer (median of 12 sharp rows");
    m->column.moved = true;
    for (size_t i = 0; i < m->column.n_rows; i++) {
        m->rows[i].net = m->rows[i].value / 1.0312;
        m->rows[i].net_lo = m->rows[i].lo / 1.0312;
        m->rows[i].net_hi = m->rows[i].hi / 1.0312;
    }
    assert_told(m, "\n\nEverything moved: times are 3.1 % longer (median of 12 sharp "
                   "rows of one task, 92 % of them");
    assert_told(m, "      net of the shift   sees    verdict\n");
    assert_told(m, "2.110 [2.080, 2.140]     2.046 [2.017, 2.075]  1.2 %  - slower\n");
    m->column.common = 0.95;
    assert_told(m, "times are 5.0 % shorter");
    unmake(m);
}

static void too_few_values_for_any_finding_are_told_with_what_would_do(void **state)
{
    struct made *m = make();

    (void)state;
    m->comparison.can_show = false;
    m->comparison.family = 400;
    m->comparison.least_p = 0.00794;
    m->comparison.needed_p = 0.000127;
    m->comparison.needed = 9;
    for (size_t i = 0; i < m->column.n_rows; i++)
        m->rows[i].smallest = INFINITY;
    assert_told(m,
                "No single difference can be shown: the smallest p that these numbers "
                "of values can give is 0.0079,");
    assert_told(m,
                "among 400 comparisons 0.00013 is needed. 9 values a side would do.");
    assert_told(m, "  nothing  ? inconclusive");
    unmake(m);
}

static void what_else_speaks_against_the_table_is_told(void **state)
{
    struct made *m = make();

    (void)state;
    m->column.one_sided = true;
    m->column.one_sided_p = 0.00317;
    m->column.frequency_moved = true;
    m->column.yardstick = 0.982;
    m->column.geometric = 1.0123;
    m->column.geometric_n = 4;
    m->column.geometric_left_out = 2;
    m->column.by_boot = true;
    m->column.base_boots = 3;
    m->column.other_boots = 4;
    assert_told(m, "1 faster and 1 slower: a table as one-sided as that (p = 0.0032)");
    assert_told(m, "took 1.8 % shorter: the clock");
    assert_told(m,
                "Geometric mean of the times' ratios: 1.012 over 4 rows; 2 left out");
    assert_told(m, "Values are boots: 3 and 4 of them.");
    unmake(m);
}

static void guards_are_told_once_for_each_source_they_come_from(void **state)
{
    struct made *m = make();

    (void)state;
    m->rows[1].between_source = m->rows[3].between_source = "noise floor of 2026-03-01";
    m->rows[1].guard = 0.031;
    m->rows[3].guard = 0.0072;
    m->rows[4].guard = 0; /* pairs of one boot: nothing lies between them */
    assert_told(m, "may move by 6.7 % (assumed): only");
    assert_told(m, "may move by 0.7 % to 3.1 % (noise floor of 2026-03-01): only");
    unmake(m);
}

static void rows_that_are_left_out_are_counted(void **state)
{
    struct made *m = make();

    (void)state;
    m->column.n_rows = 2;
    assert_told(m,
                "2 of 6 changed (1 faster, 1 slower), 1 same, 2 inconclusive, 1 n/a. "
                "4 rows are not shown.\n");
    unmake(m);
}

static void the_two_settings_of_a_row_are_one_row(void **state)
{
    static const char *const about[] = { "a: echo 1 > /sys/x", "b: echo \x1b[2J",
                                         NULL };
    struct made *m = make();
    struct judge_compared *row = compared(m, "lat_sig.install", "s", "setting=a", 1e-7,
                                          2e-7, JUDGE_INCONCLUSIVE, 1.02, 0.03);
    char *text;

    (void)state;
    row->paired = true;
    row->deciding = 44;
    m->page.base = "a";
    m->name = "b";
    m->page.about = about;
    m->page.again = "errbar ab --a 'echo 1 > /sys/x' --b 'echo'";
    assert_told(m, "a: echo 1 > /sys/x\nb: echo ?[2J\n\nb against a\n");
    assert_told(m, "\nlat_sig.install  ");
    assert_told(m, "\n    errbar ab --a 'echo 1 > /sys/x' --b 'echo' --invocations 44 "
                   "lat_sig.install\n");
    text = printed(m, COMPARE_CSV, true);
    assert_null(strstr(text, "setting"));
    free(text);
    unmake(m);
}

static void symbols_stay_ascii_where_that_is_asked_for(void **state)
{
    struct made *m = make();
    char *plain, *rich;

    (void)state;
    m->page.base = "caf\303\251";
    plain = printed(m, COMPARE_TABLE, true);
    rich = printed(m, COMPARE_TABLE, false);
    for (const char *p = plain; *p; p++)
        assert_true((unsigned char)*p < 0x80);
    assert_has(rich, "\342\226\274 slower");
    assert_has(rich, "\342\226\262 faster");
    assert_has(rich, "caf\303\251");
    free(plain);
    free(rich);
    unmake(m);
}

static void markdown_is_a_table_that_no_label_can_break(void **state)
{
    struct made *m = make();
    char *text;

    (void)state;
    m->name = "B|<b>*";
    text = printed(m, COMPARE_MARKDOWN, false);
    assert_has(text,
               "\n| benchmark | 6.1.0-A | B\\|\\<b\\>\\* | ratio (95 %) | sees |  | "
               "verdict |\n| :-- | --: | --: | --: | --: | :-- | :-- |\n");
    assert_has(text,
               "\n| bw\\_pipe | 217.0 MB/s | 235.0 MB/s | 1.080 \\[1.050, 1.110\\] "
               "| 1.2 % | \342\226\262 | faster |\n");
    assert_has(text, "\n\n    errbar run --like a.xml --invocations 60 -o c.xml\n");
    assert_null(strstr(text, "\n\n\n"));
    free(text);
    unmake(m);
}

/* Well-formed but for what HTML leaves open, and with no element but those of a table.
 */
static void html_is_a_page_in_which_no_text_is_a_mark(void **state)
{
    static const struct compare_source hostile = { "<img src=x onerror=alert(1)>.xml",
                                                   "ab", "\" onload=\"x" };
    struct judge_unlike unlike = { "kernel.release", "</td><script>", "a&amp;b" };
    struct made *m = make();
    char *text;

    (void)state;
    m->name = "B</title><script>alert('x')</script>\x1b[2J";
    m->page.like = "</code><b>.xml";
    m->page.sources = &hostile;
    m->page.n_sources = 1;
    m->column.unlike = &unlike;
    m->column.n_unlike = 1;
    text = printed(m, COMPARE_HTML, false);
    assert_memory_equal(text, "<!DOCTYPE html>\n", 16);
    assert_has(text, "\n</html>\n");
    assert_has(text, "default-src 'none'");
    assert_has(text, "<title>B&lt;/title&gt;&lt;script&gt;alert(&#39;x&#39;)");
    assert_has(text, "<td class=\"left\">&lt;/td&gt;&lt;script&gt;</td>"
                     "<td class=\"left\">a&amp;amp;b</td>");
    assert_has(text, "<code>    errbar run --like &lt;/code&gt;&lt;b&gt;.xml");
    assert_has(text, "<td class=\"left\">faster</td></tr>\n");
    assert_has(text, "<p>&lt;img src=x onerror=alert(1)&gt;.xml: sha256:ab, result "
                     "&quot; onload=&quot;x</p>");
    for (const char *at = text; (at = strchr(at, '<')); at++) {
        static const char *const known[] = { "!DOCTYPE ", "html",   "head>", "meta ",
                                             "title>",    "style>", "body>", "h2>",
                                             "table>",    "tr>",    "th",    "thead>",
                                             "tbody>",    "td",     "p>",    "code>" };
        const char *name = at + 1 + (at[1] == '/');
        bool found = false;

        for (size_t k = 0; k < sizeof known / sizeof *known; k++)
            found = found || strncmp(name, known[k], strlen(known[k])) == 0;
        if (!found)
            fail_msg("an element of somebody else's: %.40s", at);
    }
    assert_null(strchr(text, '\x1b'));
    free(text);
    unmake(m);
}

static const char *benchmark(const char *definition)
{
    return strncmp(definition, "lat_syscall", 11) == 0 ? "lat_syscall" : NULL;
}

static void single_values_are_told_with_what_to_run(void **state)
{
    struct made *m = make();

    (void)state;
    for (size_t i = 3; i <= 4; i++) {
        m->rows[i].verdict = JUDGE_NA;
        m->rows[i].reason = "single value";
        m->rows[i].deciding = 10;
    }
    assert_told(m, ". n/a (single value)\n");
    assert_told(m, "\nsingle value: 2 rows, of which one run of one process shows "
                   "nothing. To be run on both sides:\n"
                   "    errbar run --like a.xml --invocations 10 -o c.xml\n");
    ((struct measurement *)m->rows[3].base)->origin = DOC_ORIGIN_IMPORTED;
    m->page.benchmark = benchmark;
    assert_told(m,
                "\nsingle value: 2 rows, of which one value shows nothing. To be run "
                "on both systems:\n"
                "    errbar run --invocations 10 lat_syscall\n"
                "1 of them errbar does not measure (lat_ctx): run what they were "
                "measured with 10 times or");
    unmake(m);
}

/* One of each kind of row that more invocations do not decide. */
static void each_inconclusive_row_is_told_what_to_do_about_it(void **state)
{
    struct made *m = make();

    (void)state;
    assert_told(m, "\nA command below a row decides it: to be run on both systems, ");
    assert_told(m,
                "\ninconclusive: 1 row (lat_ctx size=0 procs=2) would need more than "
                "2000 values a side");
    assert_told(m, "\n    errbar report noise a.xml\n");
    m->rows[4].within_guard = true;
    assert_told(m, "\ninconclusive: 1 row (lat_ctx size=0 procs=2) changed by more "
                   "than the threshold ");
    assert_told(m, "\n    errbar noise --for 10m\n"
                   "    errbar run --like a.xml -o c.xml\n");
    m->rows[4].between_source = "noise floor of boxa";
    m->comparison.needed = 9;
    assert_told(m, "errbar ab. Otherwise boots are to be compared, 9 a side: ");
    assert_told(m, "\n    errbar run --append a.xml\n");
    m->column.by_boot = true;
    m->rows[4].deciding = 70;
    assert_told(m, "\ninconclusive: 2 rows (lat_pipe cross ...), whose values are "
                   "boots. 60 boots a side");
    assert_told(m, "\n    errbar run --append a.xml\n");
    unmake(m);
}

/* The base came from standard input: there is no file to measure like. */
static void without_a_file_the_benchmarks_are_named(void **state)
{
    struct made *m = make();

    (void)state;
    m->page.like = NULL;
    m->rows[3].verdict = JUDGE_INCONCLUSIVE;
    m->rows[3].deciding = 12;
    m->page.benchmark = benchmark;
    assert_told(m, "\ninconclusive: 2 rows, of which so few values decide nothing. To "
                   "be run on both systems:\n"
                   "    errbar run --invocations 12 lat_syscall\n");
    m->rows[2].verdict = JUDGE_SAME;
    m->rows[3].verdict = JUDGE_NA;
    m->page.again = "errbar ab --aa";
    assert_told(m, "\nsingle value: 1 row, of which one value shows nothing. To be "
                   "run:\n"
                   "    errbar ab --aa --invocations 12 lat_syscall\n");
    unmake(m);
}

/* Nobody can measure like a file that errbar did not write. */
static void what_others_measured_is_decided_on_both_systems(void **state)
{
    struct made *m = make();
    char *text;

    (void)state;
    ((struct measurement *)m->rows[2].other)->origin = DOC_ORIGIN_IMPORTED;
    m->rows[3].verdict = JUDGE_INCONCLUSIVE;
    m->rows[3].deciding = 12;
    ((struct measurement *)m->rows[3].other)->origin = DOC_ORIGIN_IMPORTED;
    m->page.benchmark = benchmark;
    text = printed(m, COMPARE_TABLE, true);
    assert_null(strstr(text, "--like"));
    assert_has(text, "\ninconclusive: 2 rows, of which so few values of others decide "
                     "nothing. To be run on both "
                     "systems:\n"
                     "    errbar run --invocations 12 lat_syscall\n"
                     "1 of them errbar does not measure (lat_pipe): run");
    free(text);
    unmake(m);
}

static void what_it_was_made_of_stands_below_and_in_the_data(void **state)
{
    static const struct compare_source sources[] = { { "a.xml", "0123", "6f6a" },
                                                     { "-", "4567", NULL } };
    struct made *m = make();
    char *text;

    (void)state;
    m->page.sources = sources;
    m->page.n_sources = 2;
    assert_told(m, "threshold 2 %.\nerrbar ");
    assert_told(m, ", view compare, made this of:\na.xml: sha256:0123, result 6f6a\n"
                   "-: sha256:4567\n");
    text = printed(m, COMPARE_JSON, true);
    assert_has(text, "\"path\": \"a.xml\",\n      \"sha256\": \"0123\",\n      "
                     "\"result\": \"6f6a\"\n");
    assert_has(text, "\"result\": null\n");
    free(text);
    unmake(m);
}

static void csv_has_a_line_for_each_row_and_a_cell_for_each_column(void **state)
{
    struct made *m = make();
    char *text = printed(m, COMPARE_CSV, true), *line = strstr(text, "\r\n");
    size_t cells = 1, lines = 0;

    (void)state;
    for (const char *p = compare_columns; *p; p++)
        cells += *p == ',';
    assert_memory_equal(text, compare_columns, strlen(compare_columns));
    for (line += 2; *line; lines++) {
        size_t n = 1;

        for (; *line != '\r'; line++)
            n += *line == ',';
        assert_int_equal(n, cells);
        line += 2;
    }
    assert_int_equal(lines, 6);
    assert_has(text,
               "6.1.0-A,6.1.0-B,bw_pipe,1,,B/s,217000000,214830000,219170000,15,"
               "235000000,232650000,237350000,15,false,false,false,1.08,1.05,1.11,"
               "1.056,1.104,0.0123,0.0456,faster,,,,,0,,,,0.0672,0.02,assumed,"
               "0.0123,0\r\n");
    free(text);
    unmake(m);
}

static void each_column_of_the_csv_is_documented(void **state)
{
    char *path, *all, *names = calloc(1, strlen(compare_columns) + 64);

    (void)state;
    if (asprintf(&path, "%s/schemas/columns.csv", getenv("ERRBAR_SOURCE")) < 0)
        fail();
    all = support_read(path, NULL);
    for (char *p = all; (p = strstr(p, "\ncompare,")); p++) {
        const char *name = p + strlen("\ncompare,");

        strcat(names, *names ? "," : "");
        strncat(names, name, strcspn(name, ","));
        if (strlen(names) > strlen(compare_columns))
            fail_msg("more columns than there are: %s", names);
    }
    assert_string_equal(names, compare_columns);
    free(names);
    free(path);
    free(all);
}

static void json_names_the_same_fields_in_each_row(void **state)
{
    struct made *m = make();
    char *text, *columns = strdup(compare_columns), *rest = columns;
    size_t field = 0;

    (void)state;
    m->rows[0].smallest = INFINITY;
    text = printed(m, COMPARE_JSON, true);
    for (char *name = strtok_r(rest, ",", &rest); name;
         name = strtok_r(NULL, ",", &rest)) {
        char *member = NULL;
        size_t n = 0;

        assert_true(asprintf(&member, "\n          \"%s\": ", name) > 0);
        for (const char *p = text; (p = strstr(p, member)); p++)
            n++;
        if (field++ >= 2) /* the sides stand above the rows */
            assert_int_equal(n, 6);
        free(member);
    }
    assert_has(text, "\"smallest\": null");
    assert_has(text, "\"counts\": {\n        \"n/a\": 1,\n        \"faster\": 1,\n");
    assert_has(text, "\"threshold\": 0.02,\n  \"confidence\": 0.95,\n  \"correction\": "
                     "\"bh\",\n");
    free(columns);
    free(text);
    unmake(m);
}

static void a_column_without_rows_is_drawn_in_every_format(void **state)
{
    struct made *m = make();

    (void)state;
    m->column.n_rows = 0;
    for (int f = 0; f < COMPARE_FORMATS; f++) {
        char *text = printed(m, (enum compare_format)f, true);

        assert_true(strlen(text) > 0);
        free(text);
    }
    assert_told(m, "6 rows are not shown.");
    unmake(m);
}

static void want_of_memory_is_an_error_and_no_half_table(void **state)
{
    struct made *m = make();
    const struct view_options options = { .ascii = true };

    (void)state;
    for (int f = 0; f < COMPARE_FORMATS; f++) {
        int rc = -ENOMEM;

        for (long n = 0; rc == -ENOMEM && n < 5000; n++) {
            struct diag why = { 0 };
            struct sink sink;

            sink_open_memory(&sink);
            support_fail_allocation = n;
            rc = compare_print(&sink, &m->page, (enum compare_format)f, &options, &why);
            support_fail_allocation = -1;
            assert_true(rc == 0 || rc == -ENOMEM);
            sink_abandon(&sink);
        }
        assert_int_equal(rc, 0);
    }
    unmake(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_tells_both_values_the_ratio_and_the_verdict),
        cmocka_unit_test(what_differs_is_listed_before_the_table),
        cmocka_unit_test(what_a_boot_confounds_has_a_question_mark_and_a_sentence),
        cmocka_unit_test(a_verdict_that_is_not_to_be_relied_on_stands_in_brackets),
        cmocka_unit_test(a_shift_of_all_rows_is_the_headline_and_a_column_is_net_of_it),
        cmocka_unit_test(too_few_values_for_any_finding_are_told_with_what_would_do),
        cmocka_unit_test(what_else_speaks_against_the_table_is_told),
        cmocka_unit_test(guards_are_told_once_for_each_source_they_come_from),
        cmocka_unit_test(rows_that_are_left_out_are_counted),
        cmocka_unit_test(the_two_settings_of_a_row_are_one_row),
        cmocka_unit_test(symbols_stay_ascii_where_that_is_asked_for),
        cmocka_unit_test(markdown_is_a_table_that_no_label_can_break),
        cmocka_unit_test(html_is_a_page_in_which_no_text_is_a_mark),
        cmocka_unit_test(single_values_are_told_with_what_to_run),
        cmocka_unit_test(each_inconclusive_row_is_told_what_to_do_about_it),
        cmocka_unit_test(without_a_file_the_benchmarks_are_named),
        cmocka_unit_test(what_others_measured_is_decided_on_both_systems),
        cmocka_unit_test(what_it_was_made_of_stands_below_and_in_the_data),
        cmocka_unit_test(csv_has_a_line_for_each_row_and_a_cell_for_each_column),
        cmocka_unit_test(each_column_of_the_csv_is_documented),
        cmocka_unit_test(json_names_the_same_fields_in_each_row),
        cmocka_unit_test(a_column_without_rows_is_drawn_in_every_format),
        cmocka_unit_test(want_of_memory_is_an_error_and_no_half_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
