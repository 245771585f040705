/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "judge/derive.h"

#include <errno.h>

#include "builder.h"

#include "support.h"

static const struct st_estimate three = { 3, 2.5, 3.75, 0.95, 0.97, ST_METHOD_HS, 15 };
static const struct st_estimate eight = { 8, 7.5, 8.25, 0.95, 0.95, ST_METHOD_LOGT, 5 };
static const struct st_estimate bare = { 5, NAN, NAN, 0, 0, ST_METHOD_NONE, 2 };

static void the_mean_of_two_is_no_surer_than_errors_in_step_would_leave_it(void **state)
{
    const struct st_estimate in[] = { three, eight };
    struct st_estimate e;

    (void)state;
    assert_int_equal(derive_estimate("mean-of", in, 2, &e), 0);
    assert_near(e.value, 5.5, 1e-15);
    assert_near(e.lo, 5, 1e-15);
    assert_near(e.hi, 6, 1e-15);
    /* the weaker of the two in every respect */
    assert_int_equal(e.n, 5);
    assert_int_equal(e.method, ST_METHOD_LOGT);
    assert_near(e.level, 0.95, 0);
    assert_near(e.nominal, 0.95, 0);
}

static void an_inverse_turns_its_interval_around(void **state)
{
    struct st_estimate e;

    (void)state;
    assert_int_equal(derive_estimate("inverse", &eight, 1, &e), 0);
    assert_near(e.value, 0.125, 1e-15);
    assert_near(e.lo, 1 / 8.25, 1e-15);
    assert_near(e.hi, 1 / 7.5, 1e-15);
    assert_int_equal(e.n, 5);
}

static void a_ratio_is_widest_where_its_terms_err_apart(void **state)
{
    const struct st_estimate in[] = { eight, three };
    struct st_estimate e;

    (void)state;
    assert_int_equal(derive_estimate("ratio", in, 2, &e), 0);
    assert_near(e.value, 8.0 / 3, 1e-15);
    assert_near(e.lo, 2, 1e-15);
    assert_near(e.hi, 3.3, 1e-15);
}

static void the_last_of_a_sweep_is_as_it_was_measured(void **state)
{
    const struct st_estimate in[] = { three, bare, eight };
    struct st_estimate e;

    (void)state;
    assert_int_equal(derive_estimate("last-of", in, 3, &e), 0);
    assert_memory_equal(&e, &eight, sizeof e);
}

static void without_every_interval_the_value_stands_alone(void **state)
{
    const struct st_estimate in[] = { three, bare };
    struct st_estimate zero = three, e;

    (void)state;
    assert_int_equal(derive_estimate("mean-of", in, 2, &e), 0);
    assert_near(e.value, 4, 1e-15);
    assert_true(isnan(e.lo) && isnan(e.hi));
    assert_int_equal(e.method, ST_METHOD_NONE);
    assert_int_equal(e.n, 2);
    zero.lo = -0.5; /* what may be 0 has no bounded inverse */
    assert_int_equal(derive_estimate("inverse", &zero, 1, &e), 0);
    assert_near(e.value, 1.0 / 3, 1e-15);
    assert_int_equal(e.method, ST_METHOD_NONE);
    assert_true(isnan(e.lo) && isnan(e.hi));
}

static void a_function_without_name_or_inputs_is_refused(void **state)
{
    const struct st_estimate in[] = { three, eight };
    struct st_estimate e = bare;

    (void)state;
    assert_int_equal(derive_estimate("sum-of", in, 2, &e), -EINVAL);
    assert_int_equal(derive_estimate("ratio", in, 1, &e), -EINVAL);
    assert_int_equal(derive_estimate("inverse", in, 2, &e), -EINVAL);
    assert_int_equal(derive_estimate("mean-of", in, 0, &e), -EINVAL);
    assert_near(e.value, 5, 0);
}

static struct measurement *add(struct world *w, const char *id, uint64_t ns)
{
    struct measurement *m = add_row(w, id);

    for (uint64_t k = 0; k < 10; k++)
        observe_around(w, ns + 100 * k, 5);
    return m;
}

static void null_io_is_the_mean_of_read_and_write(void **state)
{
    struct world w = world_new("lat_syscall.null");
    struct measurement *read = add(&w, "lat_syscall.read", 150000);
    struct measurement *write = add(&w, "lat_syscall.write", 110000);
    const struct derived *d;

    (void)state;
    assert_int_equal(judge_doc(w.doc), 0);
    assert_int_equal(w.doc->n_derived, 1);
    d = w.doc->derived[0];
    assert_string_equal(d->id, "d1");
    assert_string_equal(d->rule, "derived.null_io");
    assert_string_equal(d->function, "mean-of");
    assert_string_equal(d->unit, "s");
    assert_ptr_equal(d->session, w.session);
    assert_int_equal(d->n_from, 2);
    assert_ptr_equal(d->from[0], read);
    assert_ptr_equal(d->from[1], write);
    assert_near(d->estimate.value, 130.45e-9, 1e-12);
    assert_near(d->estimate.lo,
                (read->judged->estimate.lo + write->judged->estimate.lo) / 2, 1e-12);
    /* replaced, not added to */
    assert_int_equal(judge_doc(w.doc), 0);
    assert_int_equal(w.doc->n_derived, 1);
    world_free(&w);
}

static void a_missing_input_leaves_the_derived_value_out(void **state)
{
    struct world w = world_new("lat_syscall.null");
    struct measurement *read = add(&w, "lat_syscall.read", 150000);
    struct measurement *write = add(&w, "lat_syscall.write", 110000);

    (void)state;
    write->status = DOC_STATUS_FAILED;
    assert_int_equal(judge_doc(w.doc), 0);
    assert_int_equal(w.doc->n_derived, 0);
    write->status = DOC_STATUS_OK;
    read->sentinel = true; /* nobody asked for it */
    assert_int_equal(judge_doc(w.doc), 0);
    assert_int_equal(w.doc->n_derived, 0);
    world_free(&w);
}

static void sessions_are_not_mixed(void **state)
{
    struct world w = world_new("lat_syscall.null");
    struct session *second;

    (void)state;
    add(&w, "lat_syscall.read", 150000);
    second = doc_add_session(w.doc);
    second->id = "r2";
    second->protocol = w.session->protocol;
    w.session = second;
    add(&w, "lat_syscall.write", 110000);
    assert_int_equal(judge_doc(w.doc), 0);
    assert_int_equal(w.doc->n_derived, 0);
    add(&w, "lat_syscall.read", 170000);
    assert_int_equal(judge_doc(w.doc), 0);
    assert_int_equal(w.doc->n_derived, 1);
    assert_ptr_equal(w.doc->derived[0]->session, second);
    assert_near(w.doc->derived[0]->estimate.value, 140.45e-9, 1e-12);
    world_free(&w);
}

static void of_several_attempts_the_last_counts(void **state)
{
    struct world w = world_new("lat_syscall.null");

    (void)state;
    add(&w, "lat_syscall.read", 150000);
    add(&w, "lat_syscall.read", 190000)->attempt = 2;
    add(&w, "lat_syscall.write", 110000);
    assert_int_equal(judge_doc(w.doc), 0);
    assert_near(w.doc->derived[0]->estimate.value, 150.45e-9, 1e-12);
    world_free(&w);
}

static void the_last_point_is_that_of_the_largest_parameter(void **state)
{
    static const struct derive_rule rules[] = {
        { .id = "derived.main",
          .function = "last-of",
          .from = { "lat_mem" },
          .where = "size" },
        { .id = "derived.rate",
          .function = "inverse",
          .from = { "lat_syscall.null" },
          .unit = "1/s" },
        { 0 },
    };
    static struct doc_param sizes[] = { { "size", "65536" },
                                        { "size", "1048576" },
                                        { "size", "512" } };
    struct world w = world_new("lat_syscall.null");

    (void)state;
    for (uint64_t i = 0; i < 3; i++) {
        struct measurement *m = add(&w, "lat_mem", 10000 * (i + 1));

        m->params = &sizes[i];
        m->n_params = 1;
    }
    add(&w, "lat_syscall.null", 80000);
    assert_int_equal(judge_doc(w.doc), 0);
    assert_int_equal(derive_by(w.doc, rules), 0);
    assert_int_equal(w.doc->n_derived, 2);
    assert_near(w.doc->derived[0]->estimate.value, 20.45e-9, 1e-12);
    assert_string_equal(w.doc->derived[0]->unit, "s");
    assert_near(w.doc->derived[1]->estimate.value, 1 / 80.45e-9, 1e-12);
    assert_string_equal(w.doc->derived[1]->unit, "1/s");
    world_free(&w);
}

static void every_rule_of_the_table_can_be_applied(void **state)
{
    static const struct st_estimate in[] = {
        { 3, 2.5, 3.75, 0.95, 0.97, ST_METHOD_HS, 15 },
        { 8, 7.5, 8.25, 0.95, 0.95, ST_METHOD_HS, 15 },
        { 8, 7.5, 8.25, 0.95, 0.95, ST_METHOD_HS, 15 },
        { 8, 7.5, 8.25, 0.95, 0.95, ST_METHOD_HS, 15 }
    };

    (void)state;
    for (const struct derive_rule *r = derive_rules; r->id; r++) {
        struct st_estimate e;
        size_t n = 0;

        while (n < DERIVE_INPUTS && r->from[n])
            n++;
        assert_true(strncmp(r->id, "derived.", 8) == 0 && r->title);
        assert_int_equal(derive_estimate(r->function, in, n, &e), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            the_mean_of_two_is_no_surer_than_errors_in_step_would_leave_it),
        cmocka_unit_test(an_inverse_turns_its_interval_around),
        cmocka_unit_test(a_ratio_is_widest_where_its_terms_err_apart),
        cmocka_unit_test(the_last_of_a_sweep_is_as_it_was_measured),
        cmocka_unit_test(without_every_interval_the_value_stands_alone),
        cmocka_unit_test(a_function_without_name_or_inputs_is_refused),
        cmocka_unit_test(null_io_is_the_mean_of_read_and_write),
        cmocka_unit_test(a_missing_input_leaves_the_derived_value_out),
        cmocka_unit_test(sessions_are_not_mixed),
        cmocka_unit_test(of_several_attempts_the_last_counts),
        cmocka_unit_test(the_last_point_is_that_of_the_largest_parameter),
        cmocka_unit_test(every_rule_of_the_table_can_be_applied),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
