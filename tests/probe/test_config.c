/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/reader.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#include "support.h"

static char *root;

static int fresh(void **state)
{
    static const char *const dirs[] = { "", "/proc", "/proc/sys", "/proc/sys/kernel",
                                        "/boot" };
    static int n;
    char path[256];

    (void)state;
    free(root);
    if (asprintf(&root, "%s/%d", support_scratch(), n++) < 0)
        return -1;
    for (size_t i = 0; i < sizeof dirs / sizeof *dirs; i++) {
        snprintf(path, sizeof path, "%s%s", root, dirs[i]);
        if (mkdir(path, 0700) < 0)
            return -1;
    }
    return 0;
}

static void put(const char *name, const char *text)
{
    char path[256];

    snprintf(path, sizeof path, "%s/%s", root, name);
    support_write(path, text, strlen(text));
}

static void put_packed(const char *text, size_t length)
{
    char path[256];
    gzFile file;

    snprintf(path, sizeof path, "%s/proc/config.gz", root);
    file = gzopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(gzwrite(file, text, (unsigned)length), (int)length);
    assert_int_equal(gzclose(file), Z_OK);
}

static int option(const char *name, char *text)
{
    struct probe p = probe_begin(NULL, NULL, root, DOC_AT_ALWAYS);
    int rc = probe_config_option(&p, name, text);

    probe_done(&p);
    return rc;
}

static void options_are_found_by_their_whole_name(void **state)
{
    static const char text[] =
        "CONFIG_HZ_250=y\nCONFIG_HZ=250\n# CONFIG_KASAN is not set\n"
        "CONFIG_KASAN_EXTRA=y\nCONFIG_CC=\"gcc (Debian)\"\n"
        "# about CONFIG_PSI=n in prose\nCONFIG_KFENCE=m\n"
        "CONFIG_MY_CONFIG_PSI=y\nCONFIG_EMPTY=\"\"";
    static const struct {
        const char *name, *value;
    } cases[] = {
        { "HZ", "250" },   { "HZ_250", "y" },
        { "KASAN", "n" },  { "CC", "gcc (Debian)" },
        { "KFENCE", "m" }, { "PSI", NULL },
        { "H", NULL },     { "EMPTY", NULL },
    };
    char got[PROBE_TEXT];

    (void)state;
    put_packed(text, sizeof text - 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (cases[i].value) {
            assert_int_equal(option(cases[i].name, got), 0);
            assert_string_equal(got, cases[i].value);
        } else {
            assert_int_equal(option(cases[i].name, got), -ENOENT);
        }
    }
}

static void a_file_of_the_release_does_where_the_kernel_shows_none(void **state)
{
    char got[PROBE_TEXT];

    (void)state;
    assert_int_equal(option("HZ", got), -ENOENT);
    put("proc/sys/kernel/osrelease", "6.1.0-x\n");
    put("boot/config-6.1.0-x", "CONFIG_HZ=100\n");
    put("boot/config-6.1.0-y", "CONFIG_HZ=300\n");
    assert_int_equal(option("HZ", got), 0);
    assert_string_equal(got, "100");
    put("proc/sys/kernel/osrelease", "../boot/x\n");
    assert_int_equal(option("HZ", got), -EINVAL);
}

static void a_damaged_file_is_unreadable_rather_than_half_read(void **state)
{
    static const char first[] = "CONFIG_HZ=250\n";
    char path[256], got[PROBE_TEXT], *bytes, *long_text = malloc(100000);
    size_t length;

    (void)state;
    assert_non_null(long_text);
    for (size_t i = 0; i < 100000; i++)
        long_text[i] = (char)('a' + i * i % 23);
    memcpy(long_text, first, sizeof first - 1);
    put_packed(long_text, 100000);
    assert_int_equal(option("HZ", got), 0);
    snprintf(path, sizeof path, "%s/proc/config.gz", root);
    bytes = support_read(path, &length);
    support_write(path, bytes, length / 2);
    assert_int_equal(option("HZ", got), -EILSEQ);
    bytes[length / 2] ^= 64;
    support_write(path, bytes, length);
    assert_int_equal(option("HZ", got), -EILSEQ);
    put("proc/config.gz", "CONFIG_HZ=250\n"); /* not packed at all */
    assert_int_equal(option("HZ", got), -EILSEQ);
    put_packed("CONFIG_HZ=2\0 50\n", 16);
    assert_int_equal(option("HZ", got), -EILSEQ);
    free(bytes);
    free(long_text);
}

/* 40 MiB of blanks pack into 40 KiB. */
static void a_bomb_does_not_go_off(void **state)
{
    size_t length = 40u << 20;
    char *text = malloc(length), got[PROBE_TEXT];

    (void)state;
    assert_non_null(text);
    memset(text, ' ', length);
    put_packed(text, length);
    free(text);
    assert_int_equal(option("HZ", got), -EFBIG);
}

static void want_of_memory_is_no_damage(void **state)
{
    char got[PROBE_TEXT];
    int rc = -ENOMEM;

    (void)state;
    put_packed("CONFIG_HZ=250\n", 14);
    for (long n = 0; rc == -ENOMEM && n < 10; n++) {
        support_fail_allocation = n;
        rc = option("HZ", got);
        support_fail_allocation = -1;
    }
    assert_int_equal(rc, 0);
}

#define TEST(name) cmocka_unit_test_setup(name, fresh)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(options_are_found_by_their_whole_name),
        TEST(a_file_of_the_release_does_where_the_kernel_shows_none),
        TEST(a_damaged_file_is_unreadable_rather_than_half_read),
        TEST(a_bomb_does_not_go_off),
        TEST(want_of_memory_is_no_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
