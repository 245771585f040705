/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

static const char *value_of(const struct facts *facts, const char *key)
{
    const struct fact *f = facts_find(facts, key, DOC_AT_ALWAYS);

    assert_non_null(f);
    return f->value ? f->value : f->missing;
}

static void the_mount_nearest_above_a_directory_counts(void **state)
{
    static const struct {
        const char *path, *type, *options, *device;
    } cases[] = {
        { "/", "ext4", "rw,relatime", "solid" },
        { "/homestead", "ext4", "rw,relatime", "solid" }, /* not below /home */
        { "/home", "btrfs", "rw,noatime,ssd,space_cache=v2", "solid" },
        { "/home/anna/bench", "btrfs", "rw,noatime,ssd,space_cache=v2", "solid" },
        { "/mnt/with blank/x", "nfs4", "rw,vers=4.2,rsize=1048576,wsize=1048576,hard",
          "network" },
        { "/mnt/disk", "ext4", "ro,data=ordered", "rotational" }, /* a partition */
        { "/tmp/x", "tmpfs", "rw,huge=never", "memory" },
        { "/over", "overlay", "rw,metacopy=on", "overlay" },
    };
    char *root = support_data("sysroots/laptop");

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct doc *doc = doc_new();
        struct facts facts = { 0 };

        assert_int_equal(probe_filesystem(doc, &facts, root, cases[i].path), 0);
        assert_string_equal(value_of(&facts, "fs.type"), cases[i].type);
        assert_string_equal(value_of(&facts, "fs.options"), cases[i].options);
        assert_string_equal(value_of(&facts, "fs.device"), cases[i].device);
        doc_free(doc);
    }
    free(root);
}

static void of_this_machine_a_directory_need_not_exist_yet(void **state)
{
    struct doc *doc = doc_new();
    struct facts facts = { 0 }, below = { 0 };
    char path[256];

    (void)state;
    snprintf(path, sizeof path, "%s/not/yet/there", support_scratch());
    assert_int_equal(probe_filesystem(doc, &facts, "", support_scratch()), 0);
    assert_int_equal(probe_filesystem(doc, &below, "", path), 0);
    assert_non_null(facts_find(&facts, "fs.type", DOC_AT_ALWAYS)->value);
    assert_string_equal(value_of(&facts, "fs.type"), value_of(&below, "fs.type"));
    doc_free(doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_mount_nearest_above_a_directory_counts),
        cmocka_unit_test(of_this_machine_a_directory_need_not_exist_yet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
