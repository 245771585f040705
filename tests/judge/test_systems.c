/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules that look at other systems: rowblock (target C4) and implausible. */
#include "judge/judge.h"

#include "builder.h"
#include "r0.h"

#include "support.h"

enum { N_CELLS = sizeof r0_cells / sizeof *r0_cells, SYSTEMS = 3, REPEATS = 3 };

struct lab {
    struct world w;
    struct doc_system *systems[5];
};

static struct lab lab_new(size_t systems)
{
    struct lab l = { .w = { .doc = doc_new() } };

    st_init();
    assert_non_null(l.w.doc);
    for (size_t s = 0; s < systems; s++) {
        l.systems[s] = doc_add_system(l.w.doc);
        assert_non_null(l.systems[s]);
    }
    return l;
}

static void begin_session(struct lab *l, size_t system)
{
    l->w.session = doc_add_session(l->w.doc);
    assert_non_null(l->w.session);
    l->w.session->system = l->systems[system];
    l->w.session->protocol = (struct protocol){ .level = 0.95 };
}

static struct measurement *printed(struct lab *l, const char *family, const char *id,
                                   const double *values, size_t n, double unit)
{
    struct measurement *m = add_row(&l->w, id);
    struct definition *d = doc_add_definition(l->w.doc);

    *d = *m->definition;
    d->family = family;
    m->definition = d;
    import(&l->w, values, n, unit);
    return m;
}

/* R0 as one session a system, each cell with its three values. */
static struct lab r0_by_system(void)
{
    struct lab l = lab_new(SYSTEMS);

    for (size_t s = 0; s < SYSTEMS; s++) {
        begin_session(&l, s);
        for (size_t c = 0; c < N_CELLS; c++) {
            if (r0_cells[c].system == (enum r0_system)s)
                printed(&l, r0_cells[c].group, r0_cells[c].name, r0_cells[c].values,
                        r0_cells[c].n, 1e-6);
        }
    }
    return l;
}

/* R0 as it was published: a session a row of the summary, each cell with one value. */
static struct lab r0_by_row(void)
{
    struct lab l = lab_new(SYSTEMS);

    for (size_t s = 0; s < SYSTEMS; s++) {
        for (size_t repeat = 0; repeat < REPEATS; repeat++) {
            begin_session(&l, s);
            for (size_t c = 0; c < N_CELLS; c++) {
                if (r0_cells[c].system == (enum r0_system)s && repeat < r0_cells[c].n)
                    printed(&l, r0_cells[c].group, r0_cells[c].name,
                            &r0_cells[c].values[repeat], 1, 1e-6);
            }
        }
    }
    return l;
}

static size_t flagged(const struct lab *l, const char *code, const char *family,
                      size_t system, size_t *rows)
{
    size_t n = 0;

    *rows = 0;
    for (size_t i = 0; i < l->w.doc->n_measurements; i++) {
        const struct measurement *m = l->w.doc->measurements[i];

        if (strcmp(m->definition->family, family) != 0 ||
            m->session->system != l->systems[system])
            continue;
        ++*rows;
        n += flag_of(m->judged, code) != NULL;
    }
    return n;
}

static void assert_hpux_stands_out(struct lab *l)
{
    size_t rows, n;

    assert_int_equal(judge_doc(l->w.doc), 0);
    n = flagged(l, "rowblock", "ctxsw", HPUX, &rows);
    assert_true(rows >= 7);
    assert_int_equal(n, rows);
    assert_int_equal(flagged(l, "rowblock", "ctxsw", LINUX26, &rows), 0);
    assert_int_equal(flagged(l, "rowblock", "ctxsw", LINUX24, &rows), 0);
    assert_int_equal(judge_recompute(l->w.doc, true, NULL), 0);
    doc_free(l->w.doc);
}

/* C4 */
static void the_context_switches_of_hpux_are_a_block_and_those_of_linux_not(
    void **state)
{
    struct lab values = r0_by_system(), rows = r0_by_row();

    (void)state;
    assert_hpux_stands_out(&values);
    assert_hpux_stands_out(&rows);
}

/* F(14, 14) = 769 and 151 against the two; the usual one is the middle: Linux 2.4. */
static void the_block_is_held_against_the_system_in_the_middle(void **state)
{
    struct lab l = r0_by_system();
    const struct flag *f;

    (void)state;
    assert_int_equal(judge_doc(l.w.doc), 0);
    for (size_t i = 0; i < l.w.doc->n_measurements; i++) {
        f = flag_of(l.w.doc->measurements[i]->judged, "rowblock");
        if (!f || strcmp(l.w.doc->measurements[i]->definition->family, "ctxsw") != 0)
            continue;
        /* for F = 151: sum of C(13, j) x^j (1 - x)^(13 - j), j from 7, x = 1 / 152 */
        assert_near(f->statistic, 8.84e-13, 0.03);
        assert_near(f->limit, 0.001, 0);
        assert_int_equal(f->severity, JUDGED_WARNING);
    }
    doc_free(l.w.doc);
}

static void four_rows_are_no_block(void **state)
{
    static const double wild[] = { 1, 10, 100 }, calm[] = { 1, 1.01, 1.02 };

    (void)state;
    for (size_t rows = 4; rows <= 5; rows++) {
        struct lab l = lab_new(2);
        size_t all;

        for (size_t s = 0; s < 2; s++) {
            begin_session(&l, s);
            for (size_t r = 0; r < rows; r++)
                printed(&l, "file", arena_printf(l.w.doc->arena, "lat_fs.%zu", r),
                        s ? wild : calm, 3, 1e-6);
        }
        assert_int_equal(judge_doc(l.w.doc), 0);
        assert_int_equal(flagged(&l, "rowblock", "file", 1, &all), rows == 5 ? 5 : 0);
        assert_int_equal(flagged(&l, "rowblock", "file", 0, &all), 0);
        doc_free(l.w.doc);
    }
}

/* Three systems with three process rows each, one number a cell. */
static struct lab processes(double sh_of_the_last, double exec_of_the_last)
{
    struct lab l = lab_new(3);

    for (size_t s = 0; s < 3; s++) {
        double more = 1 + 0.1 * (double)s;
        double fork = 600 * more, exec = 2000 * more, sh = 8000 * more;

        if (s == 2) {
            sh = sh_of_the_last;
            exec = exec_of_the_last;
        }
        begin_session(&l, s);
        printed(&l, "process", "lat_proc.fork", &fork, 1, 1e-6);
        printed(&l, "process", "lat_proc.exec", &exec, 1, 1e-6);
        printed(&l, "process", "lat_proc.shell", &sh, 1, 1e-6);
    }
    return l;
}

static void a_number_that_stands_alone_among_its_neighbours_is_implausible(void **state)
{
    struct lab l = processes(66320, 2300);
    const struct flag *f;
    size_t rows;

    (void)state;
    assert_int_equal(judge_doc(l.w.doc), 0);
    f = flag_of(l.w.m->judged, "implausible");
    assert_non_null(f);
    assert_near(f->statistic, 66320 / 8400.0, 0.01); /* of 8000 and 8800 */
    assert_near(f->limit, 4, 0);
    assert_int_equal(flagged(&l, "implausible", "process", 2, &rows), 1);
    assert_int_equal(flagged(&l, "implausible", "process", 0, &rows), 0);
    assert_int_equal(flagged(&l, "implausible", "process", 1, &rows), 0);
    doc_free(l.w.doc);
}

/* 6.05 and 10.0 stand at 6 and 13 times the middle of their two others, of which one
 * lost its digits; it is that one which is wrong. */
static void where_two_others_disagree_neither_condemns_the_third(void **state)
{
    static const double row[] = { 6.05, 0.1, 10 };
    struct lab l = lab_new(3);
    size_t rows;

    (void)state;
    for (size_t s = 0; s < 3; s++) {
        const double calm = 2 + 0.1 * (double)s;

        begin_session(&l, s);
        printed(&l, "file", "lat_fs.a", &row[s], 1, 1e-6);
        printed(&l, "file", "lat_fs.b", &calm, 1, 1e-6);
        printed(&l, "file", "lat_fs.c", &calm, 1, 1e-6);
    }
    assert_int_equal(judge_doc(l.w.doc), 0);
    for (size_t s = 0; s < 3; s++)
        assert_int_equal(flagged(&l, "implausible", "file", s, &rows), 0);
    doc_free(l.w.doc);
}

static void a_system_that_is_slow_throughout_is_not_implausible(void **state)
{
    struct lab slow = processes(66320, 9000), normal = processes(9000, 2300);
    size_t rows;

    (void)state;
    assert_int_equal(judge_doc(slow.w.doc), 0);
    assert_int_equal(judge_doc(normal.w.doc), 0);
    for (size_t s = 0; s < 3; s++) {
        assert_int_equal(flagged(&slow, "implausible", "process", s, &rows), 0);
        assert_int_equal(flagged(&normal, "implausible", "process", s, &rows), 0);
    }
    doc_free(slow.w.doc);
    doc_free(normal.w.doc);
}

static struct measurement *a_switch(struct lab *l, const char *procs, const char *size,
                                    double us)
{
    struct measurement *m = printed(l, "context", "lat_ctx", &us, 1, 1e-6);

    m->params = arena_alloc(l->w.doc->arena, 2 * sizeof *m->params);
    assert_non_null(m->params);
    m->params[m->n_params++] = (struct doc_param){ "procs", procs };
    m->params[m->n_params++] = (struct doc_param){ "size", size };
    return m;
}

/* The row of Linux 2.4.20 in R2: 1.7300 0.8800 14.7 0.10000 24.9, two cells empty. */
static void a_switch_below_half_of_the_least_one_is_implausible(void **state)
{
    struct lab l = lab_new(1);
    struct measurement *rows[5];

    (void)state;
    begin_session(&l, 0);
    rows[0] = a_switch(&l, "2", "0", 1.73);
    rows[1] = a_switch(&l, "2", "16384", 0.88);
    rows[2] = a_switch(&l, "8", "65536", 14.7);
    rows[3] = a_switch(&l, "16", "16384", 0.1);
    rows[4] = a_switch(&l, "16", "65536", 24.9);
    assert_int_equal(judge_doc(l.w.doc), 0);
    for (size_t r = 0; r < 5; r++) {
        const struct flag *f = flag_of(rows[r]->judged, "implausible");

        assert_int_equal(f != NULL, r == 3);
        if (f) {
            assert_near(f->statistic, 0.1 / 1.73, 1e-9);
            assert_near(f->limit, 0.5, 0);
            assert_string_equal(f->text, "below half of its own 2p/0K");
        }
    }
    doc_free(l.w.doc);
}

static void want_of_memory_leaves_what_was_judged_before(void **state)
{
    struct lab l = r0_by_row();
    struct judged *before;

    (void)state;
    assert_int_equal(judge_doc(l.w.doc), 0);
    before = l.w.m->judged;
    for (long n = 0; n < 40; n++) {
        int rc;

        support_fail_allocation = n;
        rc = judge_doc(l.w.doc);
        support_fail_allocation = -1;
        assert_true(rc < 0);
        assert_ptr_equal(l.w.m->judged, before);
    }
    doc_free(l.w.doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            the_context_switches_of_hpux_are_a_block_and_those_of_linux_not),
        cmocka_unit_test(the_block_is_held_against_the_system_in_the_middle),
        cmocka_unit_test(four_rows_are_no_block),
        cmocka_unit_test(
            a_number_that_stands_alone_among_its_neighbours_is_implausible),
        cmocka_unit_test(where_two_others_disagree_neither_condemns_the_third),
        cmocka_unit_test(a_system_that_is_slow_throughout_is_not_implausible),
        cmocka_unit_test(a_switch_below_half_of_the_least_one_is_implausible),
        cmocka_unit_test(want_of_memory_leaves_what_was_judged_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
