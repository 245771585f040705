/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every benchmark must keep, tested once, over the registry. */
#include "bench/registry.h"
#include "harness/harness.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support.h"

/* Calls `see` for each case of each benchmark. */
static void each_case(void (*see)(const struct bench *b, const struct bench_case *c))
{
    for (size_t i = 0; bench_all[i]; i++) {
        for (const struct bench_case *c = bench_all[i]->cases; c->title; c++)
            see(bench_all[i], c);
    }
}

static bool is_one_of(const char *words, const char *word)
{
    size_t n = strlen(word);
    const char *at = words;

    while ((at = strstr(at, word))) {
        if ((at == words || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0'))
            return true;
        at += n;
    }
    return false;
}

static bool is_said(const char *text)
{
    return text && text[0] && !isspace((unsigned char)text[0]) && !strchr(text, '\n') &&
           !isspace((unsigned char)text[strlen(text) - 1]);
}

/* ---- descriptions ---- */

static const char families[] =
    "syscall signal fault process ipc network select context "
    "file mmap mem-latency mem-bandwidth cpu";

/* Whoever adds a benchmark is told which one lacks what. */
static void must(const struct bench *b, const struct bench_case *c, bool holds,
                 const char *what)
{
    if (!holds)
        fail_msg("%s%s%s: %s", b->name ? b->name : "a benchmark without a name",
                 c && c->name ? "." : "", c && c->name ? c->name : "", what);
}

static const struct bench_param *param_of(const struct bench *b, const char *name)
{
    for (const struct bench_param *p = b->params; p && p->name; p++) {
        if (strcmp(p->name, name) == 0)
            return p;
    }
    return NULL;
}

static void case_is_complete(const struct bench *b, const struct bench_case *c)
{
    bool compared =
        c->likeness == WORDS_LIKENESS_CLOSE || c->likeness == WORDS_LIKENESS_DIFFERENT;

    if (c->name)
        must(b, c, is_said(c->name), "a name is one word");
    else
        must(b, c, !b->cases[1].title, "a case without a name is the only one");
    must(b, c, is_said(c->title) && is_said(c->per), "a case has a title and a per");
    must(b, c, c->loop, "a case has a loop");
    must(b, c, is_said(c->note) == compared,
         "there is a note where the likeness is close or different, and only there");
    must(b, c, !compared || c->note[strlen(c->note) - 1] == '.', "a note is sentences");
    must(b, c, is_one_of(families, bench_family(b, c)), "there is no such family");
    must(b, c,
         c->sets == BENCH_ON_REQUEST ||
             !(c->sets & ~(unsigned)(BENCH_QUICK | BENCH_CLASSIC)),
         "there is no such set");
    must(b, c, !(c->sets & BENCH_QUICK) || c->sets & BENCH_CLASSIC,
         "what is in quick is in classic, too");
    for (const struct bench_case *other = b->cases; other < c; other++)
        assert_string_not_equal(other->name, c->name);
}

static void each_benchmark_says_what_it_is(void **state)
{
    (void)state;
    for (size_t i = 0; bench_all[i]; i++) {
        const struct bench *b = bench_all[i];

        must(b, NULL, is_said(b->name) && is_said(b->title), "name and title are said");
        must(b, NULL, is_said(b->source), "source tells what it is like");
        must(b, NULL, is_said(b->revision), "revision is said");
        must(b, NULL, b->cases[0].title, "there is a case");
        must(b, NULL, b->placed || (!b->placements && !b->quick_placements),
             "placements are for a benchmark that is .placed");
    }
    each_case(case_is_complete);
}

/* Every word of `some` is one of `all`. */
static void assert_part_of(const char *some, const char *all)
{
    char *copy = strdup(some ? some : "");

    assert_non_null(copy);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
        if (!is_one_of(all, word))
            fail_msg("'%s' is none of: %s", word, all);
    }
    free(copy);
}

static void sets_are_parts_of_full_and_of_each_other(void **state)
{
    static const char all[] = "same sibling cross free";

    (void)state;
    for (size_t i = 0; bench_all[i]; i++) {
        const struct bench *b = bench_all[i];
        const char *placements = b->placements ? b->placements : all;
        const char *classic = b->classic_placements ? b->classic_placements : "same";

        assert_part_of(b->placements, all);
        if (b->placed) {
            assert_part_of(classic, placements);
            assert_part_of(b->quick_placements, classic);
        }
        for (const struct bench_param *p = b->params; p && p->name; p++) {
            assert_true(is_said(p->help) && is_said(p->values));
            assert_part_of(p->classic, p->values);
            assert_part_of(p->quick, p->classic ? p->classic : p->values);
            if (p->words)
                assert_part_of(p->values, p->words);
        }
    }
}

static void points_name_parameters_and_values_that_exist(void **state)
{
    (void)state;
    for (size_t i = 0; bench_all[i]; i++) {
        const struct bench *b = bench_all[i];

        for (const struct bench_points *p = b->points; p && p->params; p++) {
            char *copy = strdup(p->params);

            assert_non_null(copy);
            assert_part_of(p->placements,
                           b->placements ? b->placements : "same sibling cross free");
            for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
                char *value = strchr(word, '=');
                const struct bench_param *param;

                assert_non_null(value);
                *value++ = '\0';
                param = param_of(b, word);
                assert_non_null(param);
                assert_true(is_one_of(param->values, value));
            }
            free(copy);
        }
    }
}

/* What the classic tables have columns for, each once or in three placements. */
static void quick_has_few_rows(void **state)
{
    unsigned rows = 0;

    (void)state;
    for (size_t i = 0; bench_all[i]; i++) {
        const struct bench *b = bench_all[i];
        const char *places = b->quick_placements ? b->quick_placements : "same";
        unsigned each = 1;

        for (const char *p = places; b->placed && *p; p++)
            each += *p == ' ';
        if (b->points) {
            each = 0;
            for (const struct bench_points *p = b->points; p->params; p++) {
                each += !!(p->sets & BENCH_QUICK);
                for (const char *c = p->placements; *c; c++)
                    each += p->sets & BENCH_QUICK && *c == ' ';
            }
        }
        for (const struct bench_case *c = b->cases; c->title; c++)
            rows += c->sets & BENCH_QUICK ? (c->alone ? 1 : each) : 0;
    }
    assert_in_range(rows, 20, 45);
}

/* ---- deeds ---- */

static struct job job = { .n_points = 1 };

/* What setup said no to is a skip with a reason, or else the test fails. */
static bool set_up(struct bench_ctx *ctx, const struct bench *b,
                   const struct bench_case *c)
{
    assert_non_null(ctx);
    job.bench = b->name;
    job.which = c->name ? c->name : "";
    bench_ctx_use(ctx, &job);
    if (bench_ctx_setup(ctx) == 0)
        return true;
    if (!bench_ctx_skipped(ctx))
        fail_msg("%s.%s: %s", job.bench, job.which, bench_ctx_why(ctx));
    assert_true(is_said(bench_ctx_why(ctx)));
    print_message("# skipped: %s.%s: %s\n", job.bench, job.which, bench_ctx_why(ctx));
    return false;
}

static void run_seven(struct bench_ctx *ctx, const struct bench_case *c)
{
    uint64_t step = bench_ctx_step(ctx, c->name);
    uint64_t most = c->most / step * step, passes = (7 + step - 1) / step * step;

    if (most && passes > most)
        passes = most;

    assert_int_equal(bench_ctx_run(ctx, c->name, 0), 0);
    if (bench_ctx_run(ctx, c->name, passes) != passes)
        fail_msg("%s.%s: %s", job.bench, job.which, bench_ctx_why(ctx));
    if (!c->base)
        return;
    assert_int_equal(bench_ctx_run_base(ctx, c->name, 0), 0);
    assert_int_equal(bench_ctx_run_base(ctx, c->name, passes), passes);
    assert_int_equal(bench_ctx_run(ctx, c->name, passes), passes);
}

static void case_does_seven_passes(const struct bench *b, const struct bench_case *c)
{
    struct bench_ctx *ctx = bench_ctx_new(b, NULL);

    if (set_up(ctx, b, c))
        run_seven(ctx, c);
    bench_ctx_free(ctx);
}

static void each_loop_does_seven_passes_or_says_why_not(void **state)
{
    (void)state;
    each_case(case_does_seven_passes);
}

static void case_does_all_values(const struct bench *b, const struct bench_case *c)
{
    for (const struct bench_param *p = b->params; p && p->name; p++) {
        char *copy = strdup(p->values);

        assert_non_null(copy);
        for (char *value = strtok(copy, " "); value; value = strtok(NULL, " ")) {
            char argument[128];
            const char *const args[] = { argument, NULL };
            struct bench_ctx *ctx;

            snprintf(argument, sizeof argument, "%s=%s", p->name, value);
            ctx = bench_ctx_new(b, args);
            if (set_up(ctx, b, c))
                run_seven(ctx, c);
            bench_ctx_free(ctx);
        }
        free(copy);
    }
}

static void each_value_of_each_parameter_can_be_measured(void **state)
{
    (void)state;
    each_case(case_does_all_values);
}

static unsigned entries(const char *path)
{
    DIR *directory = opendir(path);
    unsigned n = 0;

    assert_non_null(directory);
    while (readdir(directory))
        n++;
    closedir(directory);
    return n;
}

static unsigned mappings(void)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    unsigned n = 0;

    assert_non_null(maps);
    for (int c = getc(maps); c != EOF; c = getc(maps))
        n += c == '\n';
    fclose(maps);
    return n;
}

/*
 * malloc counts as used the chunks it keeps at hand, up to seven of a size: only after
 * some rounds does the number tell whether any are lost.
 */
static void case_leaves_nothing(const struct bench *b, const struct bench_case *c)
{
    enum { ROUNDS = 12 };
    unsigned files = entries("/proc/self/fd"), maps = 0, maps_before;
    size_t bytes = 0, bytes_before;

    for (int i = 0; i < ROUNDS; i++) {
        maps_before = maps;
        bytes_before = bytes;
        case_does_seven_passes(b, c);
        maps = mappings();
        bytes = mallinfo2().uordblks;
    }
    assert_int_equal(bytes, bytes_before);
    assert_int_equal(maps, maps_before);
    assert_int_equal(entries("/proc/self/fd"), files);
    assert_int_equal(entries(job.scratch), 2); /* . and .. */
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

static void nothing_leaks_and_neither_descriptor_file_nor_child_stays(void **state)
{
    (void)state;
    each_case(case_leaves_nothing);
}

static int begin(void **state)
{
    static char libexec[512];

    (void)state;
    snprintf(libexec, sizeof libexec, "%s/src/helpers", getenv("ERRBAR_BUILD"));
    job.libexec = libexec;
    job.scratch = support_scratch();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_benchmark_says_what_it_is),
        cmocka_unit_test(sets_are_parts_of_full_and_of_each_other),
        cmocka_unit_test(points_name_parameters_and_values_that_exist),
        cmocka_unit_test(quick_has_few_rows),
        cmocka_unit_test(each_loop_does_seven_passes_or_says_why_not),
        cmocka_unit_test(each_value_of_each_parameter_can_be_measured),
        cmocka_unit_test(nothing_leaks_and_neither_descriptor_file_nor_child_stays),
    };
    return cmocka_run_group_tests(tests, begin, NULL);
}
