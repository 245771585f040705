/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/probe.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support.h"

static char *guest, *laptop, *arm, *hostile;
static struct doc *doc;

/* A home of its own for each test. */
static int fresh_home(void **state)
{
    static int n;
    char path[128];

    (void)state;
    guest = support_data("sysroots/guest");
    laptop = support_data("sysroots/laptop");
    arm = support_data("sysroots/arm");
    hostile = support_data("sysroots/hostile");
    doc = doc_new();
    snprintf(path, sizeof path, "%s/home%d", support_scratch(), n++);
    unsetenv("HOME");
    return setenv("XDG_DATA_HOME", path, 1);
}

static int leave_home(void **state)
{
    (void)state;
    free(guest);
    free(laptop);
    free(arm);
    free(hostile);
    doc_free(doc);
    return 0;
}

static const char *name_of(const char *root)
{
    const char *name = NULL;

    assert_int_equal(probe_machine_name(doc, root, &name), 0);
    return name;
}

static void a_machine_keeps_its_name_and_shares_it_with_none(void **state)
{
    const char *first = name_of(guest);

    (void)state;
    assert_int_equal(strlen(first), 8);
    assert_int_equal(strncmp(first, "m-", 2), 0);
    assert_int_equal(strspn(first + 2, "0123456789abcdef"), 6);
    assert_string_equal(name_of(guest), first);
    assert_string_not_equal(name_of(laptop), first);
    assert_string_not_equal(name_of(arm), first); /* which has no id */
}

static void the_salt_is_made_once_for_its_owner_alone(void **state)
{
    char path[256];
    struct stat st;
    char *before, *after;

    (void)state;
    name_of(guest);
    snprintf(path, sizeof path, "%s/errbar/salt", getenv("XDG_DATA_HOME"));
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    assert_int_equal(st.st_size, 32);
    before = support_read(path, NULL);
    name_of(laptop);
    after = support_read(path, NULL);
    assert_memory_equal(before, after, 32);
    free(before);
    free(after);
}

static void another_salt_gives_another_name(void **state)
{
    const char *first = name_of(guest);
    char path[256], *salt;

    (void)state;
    snprintf(path, sizeof path, "%s/errbar/salt", getenv("XDG_DATA_HOME"));
    salt = support_read(path, NULL);
    salt[0] ^= 1;
    support_write(path, salt, 32);
    assert_string_not_equal(name_of(guest), first);
    free(salt);
}

static void without_a_home_names_stay_the_same_too(void **state)
{
    static const char *const homes[] = { "relative", "/proc/nowhere", NULL };
    const char *first;

    (void)state;
    unsetenv("XDG_DATA_HOME");
    first = name_of(guest);
    assert_string_not_equal(name_of(laptop), first);
    for (size_t i = 0; homes[i]; i++) {
        setenv("XDG_DATA_HOME", homes[i], 1);
        assert_string_equal(name_of(guest), first);
    }
}

static void a_damaged_salt_is_not_used(void **state)
{
    char path[256], dir[200];
    const char *bare;

    (void)state;
    snprintf(dir, sizeof dir, "%s", getenv("XDG_DATA_HOME"));
    unsetenv("XDG_DATA_HOME");
    bare = name_of(guest);
    setenv("XDG_DATA_HOME", dir, 1);
    name_of(guest);
    snprintf(path, sizeof path, "%s/errbar/salt", dir);
    support_write(path, "short", 5);
    assert_string_equal(name_of(guest), bare);
}

static void boots_are_told_apart_without_their_id(void **state)
{
    char first[PROBE_BOOT], again[PROBE_BOOT] = "untouched";

    (void)state;
    assert_int_equal(probe_boot_hash(first, guest), 0);
    assert_int_equal(strspn(first, "0123456789abcdef"), 16);
    assert_null(strstr(first, "3c1d5f0e"));
    assert_int_equal(probe_boot_hash(again, guest), 0);
    assert_string_equal(first, again);
    assert_int_equal(probe_boot_hash(again, ""), 0);
    assert_string_not_equal(first, again);
    assert_int_equal(probe_boot_hash(again, arm), -ENOENT);
    assert_int_equal(probe_boot_hash(again, hostile), -ENODATA);
}

static void want_of_memory_gives_no_other_name(void **state)
{
    const char *first = name_of(arm), *name = NULL;
    int rc = -ENOMEM;
    long n = 0;

    (void)state;
    for (; rc == -ENOMEM; n++) {
        arena_alloc(doc->arena, 1u << 16); /* fills the open block */
        support_fail_allocation = n;
        rc = probe_machine_name(doc, arm, &name);
        support_fail_allocation = -1;
        assert_true(rc == 0 || !name);
    }
    assert_true(n > 3);
    assert_string_equal(name, first);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fresh_home, leave_home)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_machine_keeps_its_name_and_shares_it_with_none),
        TEST(the_salt_is_made_once_for_its_owner_alone),
        TEST(another_salt_gives_another_name),
        TEST(without_a_home_names_stay_the_same_too),
        TEST(a_damaged_salt_is_not_used),
        TEST(boots_are_told_apart_without_their_id),
        TEST(want_of_memory_gives_no_other_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
