/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "os/proc.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support.h"

static void put(const char *name, const void *bytes, size_t length)
{
    char path[256];

    snprintf(path, sizeof path, "%s/%s", support_scratch(), name);
    support_write(path, bytes, length);
}

static void a_file_is_read_whole_with_all_its_bytes(void **state)
{
    struct buf got = { 0 };
    char bytes[40000];

    (void)state;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(i * 7);
    put("whole", bytes, sizeof bytes);
    buf_text(&got, "before");
    assert_int_equal(os_read_file(&got, support_scratch(), "/whole"), 0);
    assert_int_equal(got.length, 6 + sizeof bytes);
    assert_memory_equal(got.text + 6, bytes, sizeof bytes);
    assert_int_equal(os_read_file(&got, support_scratch(), "/none"), -ENOENT);
    assert_int_equal(got.length, 6 + sizeof bytes);
    buf_done(&got);
}

static void what_is_no_regular_file_is_refused_without_waiting(void **state)
{
    struct buf got = { 0 };
    char path[256];

    (void)state;
    snprintf(path, sizeof path, "%s/fifo", support_scratch());
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(os_read_file(&got, support_scratch(), "/fifo"), -EINVAL);
    assert_int_equal(os_read_file(&got, support_scratch(), ""), -EINVAL);
    assert_int_equal(got.length, 0);
    buf_done(&got);
}

static void a_file_beyond_the_limit_is_refused(void **state)
{
    struct buf got = { 0 };
    char path[256];

    (void)state;
    put("huge", "x", 1);
    snprintf(path, sizeof path, "%s/huge", support_scratch());
    assert_int_equal(truncate(path, 3L * OS_FILE_BYTES), 0);
    assert_int_equal(os_read_file(&got, support_scratch(), "/huge"), -EFBIG);
    assert_int_equal(got.length, 0);
    buf_done(&got);
}

static void a_line_comes_without_white_space_around_it(void **state)
{
    static const struct {
        const char *bytes;
        size_t length;
        int rc;
        const char *line;
    } cases[] = {
        { "performance\n", 12, 0, "performance" },
        { "  two words \t\nnext\n", 19, 0, "two words" },
        { "cut", 3, 0, "cut" },
        { "", 0, 0, "" },
        { "arm,cortex\0", 11, 0, "arm,cortex" },
        { "a\0b\n", 4, -EILSEQ, NULL },
        { "a\033[31m\n", 7, -EILSEQ, NULL },
        { "0123456789abcdef\n", 17, -EFBIG, NULL },
    };
    char line[16];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        put("line", cases[i].bytes, cases[i].length);
        assert_int_equal(os_read_line(line, sizeof line, support_scratch(), "/line"),
                         cases[i].rc);
        if (cases[i].line)
            assert_string_equal(line, cases[i].line);
    }
    assert_int_equal(os_read_line(line, sizeof line, support_scratch(), "/none"),
                     -ENOENT);
}

static void a_number_is_the_whole_line_or_none(void **state)
{
    uint64_t value = 7;

    (void)state;
    put("number", "18446744073709551615\n", 21);
    assert_int_equal(os_read_u64(&value, support_scratch(), "/number"), 0);
    assert_true(value == UINT64_MAX);
    put("number", "12 kB\n", 6);
    assert_int_equal(os_read_u64(&value, support_scratch(), "/number"), -EINVAL);
    assert_true(value == UINT64_MAX);
}

static void a_field_is_found_by_its_whole_key(void **state)
{
    static const char text[] =
        "cpu MHz\t\t: 2300.000\ncpu cores : 2 \nMemTotal:  24684 kB\n"
        "ctxt 350883\nempty :\nmodel name\t: Example: a CPU";
    size_t n;
    uint64_t value;

    (void)state;
    assert_memory_equal(os_field(text, "cpu MHz", &n), "2300.000", 8);
    assert_int_equal(n, 8);
    assert_null(os_field(text, "cpu MH", &n));
    assert_null(os_field(text, "MHz", &n));
    assert_null(os_field(text, "model", &n)); /* nor by its first word */
    assert_memory_equal(os_field(text, "model name", &n), "Example: a CPU", 14);
    assert_int_equal(n, 14);
    assert_non_null(os_field(text, "empty", &n));
    assert_int_equal(n, 0);
    assert_true(os_field_u64(text, "MemTotal", &value));
    assert_int_equal(value, 24684);
    assert_true(os_field_u64(text, "ctxt", &value));
    assert_int_equal(value, 350883);
    assert_false(os_field_u64(text, "empty", &value));
    assert_false(os_field_u64(text, "model name", &value));
}

static int collect(void *self, const char *name)
{
    struct buf *names = self;

    buf_printf(names, "%s ", name);
    return strcmp(name, "node1") == 0 ? 5 : 0;
}

static void a_directory_is_walked_in_order_until_told_to_stop(void **state)
{
    struct buf names = { 0 };
    char path[256];

    (void)state;
    snprintf(path, sizeof path, "%s/nodes", support_scratch());
    assert_int_equal(mkdir(path, 0700), 0);
    put("nodes/node1", "", 0);
    put("nodes/.hidden", "", 0);
    put("nodes/node0", "", 0);
    put("nodes/node2", "", 0);
    assert_int_equal(os_list(support_scratch(), "/nodes", collect, &names), 5);
    assert_string_equal(names.text, "node0 node1 ");
    assert_int_equal(os_list(support_scratch(), "/none", collect, &names), -ENOENT);
    buf_done(&names);
}

static void lists_of_cpus_read_as_the_kernel_writes_them(void **state)
{
    static const struct {
        const char *text;
        int n, first, last;
    } cases[] = {
        { "0", 1, 0, 0 },         { "0-3,8\n", 5, 0, 8 },
        { " 5 ", 1, 5, 5 },       { "8,1-3,2", 4, 8, 3 },
        { "15", 1, 15, 15 },      { "16", -ERANGE, 0, 0 },
        { "", -EINVAL, 0, 0 },    { "1,", -EINVAL, 0, 0 },
        { "3-1", -EINVAL, 0, 0 }, { "1-", -EINVAL, 0, 0 },
        { "one", -EINVAL, 0, 0 }, { "1 2", -EINVAL, 0, 0 },
        { "-1", -EINVAL, 0, 0 },  { "0-99999999999999999999", -ERANGE, 0, 0 },
    };
    int cpu[16];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(os_cpu_list(cases[i].text, cpu, 16), cases[i].n);
        if (cases[i].n > 0) {
            assert_int_equal(cpu[0], cases[i].first);
            assert_int_equal(cpu[cases[i].n - 1], cases[i].last);
        }
    }
}

static void want_of_memory_is_reported(void **state)
{
    struct buf got = { 0 };

    (void)state;
    put("text", "some text\n", 10);
    support_fail_allocation = 0;
    assert_int_equal(os_read_file(&got, support_scratch(), "/text"), -ENOMEM);
    support_fail_allocation = -1;
    buf_done(&got);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_read_whole_with_all_its_bytes),
        cmocka_unit_test(what_is_no_regular_file_is_refused_without_waiting),
        cmocka_unit_test(a_file_beyond_the_limit_is_refused),
        cmocka_unit_test(a_line_comes_without_white_space_around_it),
        cmocka_unit_test(a_number_is_the_whole_line_or_none),
        cmocka_unit_test(a_field_is_found_by_its_whole_key),
        cmocka_unit_test(a_directory_is_walked_in_order_until_told_to_stop),
        cmocka_unit_test(lists_of_cpus_read_as_the_kernel_writes_them),
        cmocka_unit_test(want_of_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
