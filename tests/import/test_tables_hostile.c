/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pages, csv files and contest reports as browsers, editors and mails leave them. */
#include "import/web.h"

#include "reading.h"
#include "support.h"

#define TITLE "<html><body><p>Data are times in microseconds</p>"
#define US "bench,variant,value,unit\n"
#define CONTEST "Kernel [runs] Time CPU% Loads LCPU% Ratio\n"

/* What each file gives, "id params value" in base units, all that there is. */
static const struct {
    const char *text;
    const char *systems[4]; /* in order */
    const char *values[6];
    size_t skipped;
} files[] = {
    /* HTML without end tags, with attributes, entities and fonts */
    { TITLE "<table border=1 class=x><tr><td width='20%'><b>Test</b><td>a<td>b"
            "<tr><td>Simple&nbsp;read<td align=right>0.50&nbsp;<td>&nbsp;"
            "<tr><td>Select on<br>10 tcp fd&rsquo;s<td>-<td><font>1,25</font></table>",
      { "a", "b" },
      { "lat_syscall.read  5e-07", "lat_select.tcp fds=10 1.25e-06" },
      0 },
    /* heads in two rows, tables in tables */
    { TITLE "<table><tr><td><table><tr><th rowspan=2>Test<th colspan=2>Kernel"
            "<tr><th>2.4.17<th>2.5.30<tr><td colspan=3>size=4k"
            "<tr><td>2<td>3.5<td>4.5</table></table>",
      { "2.4.17", "2.5.30" },
      { "lat_ctx size=4096 procs=2 3.5e-06", "lat_ctx size=4096 procs=2 4.5e-06" },
      0 },
    /* kernels whose names are numbers; commas that part thousands, or are unclear */
    { "times in us\n| Test | 5.4 | 5.10 |\n|--|--|--|\n"
      "| Simple read | **0.5** | 1,234 |\n| `Pipe latency` | 1,234.5 | 1.234,5 |\n"
      "| Test | 6.1 | 6.6 |\n| Simple stat | 2 | 3.5 GB |\n",
      { "5.4", "5.10", "6.1", "6.6" },
      { "lat_syscall.read  5e-07", "lat_pipe  0.0012345", "lat_syscall.stat  2e-06" },
      0 },
    /* csv: semicolons, a decimal comma, quotes over lines, and Excel's first line */
    { "\xef\xbb\xbfsep=;\r\nhost;bench;variant;value;unit\r\n"
      "\"my\r\n\"\"box\"\"\";lat_syscall;null;0,125;us\r\nb;lat_pipe;rt;\"5,5\";us\r\n",
      { "my \"box\"", "b" },
      { "lat_syscall.null  1.25e-07", "lat_pipe  5.5e-06" },
      0 },
    { "host\tbench\tvalue\tunit\n\tlat_pipe\t5.5\tus\nb\tfoo\t1\tus\n",
      { NULL },
      { "lat_pipe  5.5e-06" },
      1 },
    { US "lat_pipe,rt,\"5.5,us\nlat_unix,rt,6.5,us\n", /* a quote that never ends */
      { NULL },
      { "lat_unix  6.5e-06" },
      0 },
    /* contest: names of two words, glued brackets, broken and empty rows */
    { "my-load: " CONTEST "2.5.42 mm2 [3] 79.0 92 0 0 1.18\n"
      "2.5.42-mm3[2] 80.5 92 0 0 1.18\nnonsense\n2.6.7-ck1 - - - - - -\n",
      { "2.5.42 mm2", "2.5.42-mm3", "2.6.7-ck1" },
      { "contest.custom load=my-load 79", "contest.custom load=my-load 80.5" },
      1 },
    { "> no_load:\n> " CONTEST "> 2.5.75 1 79 93.7 0.0 0.0\n> 1.00\n"
      "> 2.5.76 1 80 93.7 0.0 0.0\n",
      { "2.5.75" },
      { "contest.no_load  79" },
      1 },
};

static void check_systems(const struct reading *r, const char *const *systems,
                          const char *text)
{
    for (size_t i = 0; i < 4 && systems[i]; i++) {
        const struct doc_system *s = i < r->doc->n_systems ? r->doc->systems[i] : NULL;
        const char *name = s && s->label ? s->label : s ? s->name : NULL;

        if (!name || strcmp(name, systems[i]) != 0)
            fail_msg("'%s', not '%s', of:\n%s", name ? name : "", systems[i], text);
    }
}

static void files_give_what_is_in_them_and_nothing_else(void **state)
{
    (void)state;
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        const char *text = files[f].text;
        size_t skipped = 0;
        struct reading r;

        reading_of_text(&r, "x", text, strlen(text), NULL);
        for (size_t i = 0; i < 6 && files[f].values[i]; i++) {
            if (!reading_has(&r, files[f].values[i]))
                fail_msg("no '%s' of:\n%s", files[f].values[i], text);
        }
        check_systems(&r, files[f].systems, text);
        for (size_t i = 0; i < r.log.n_notes; i++)
            skipped += r.log.notes[i].kind == IMPORT_SKIPPED;
        if (skipped != files[f].skipped)
            fail_msg("%zu skipped, not %zu, of:\n%s", skipped, files[f].skipped, text);
        reading_close(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_give_what_is_in_them_and_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
