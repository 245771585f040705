/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/probe.h"

#include <stdlib.h>
#include <string.h>

#include "support.h"

static void what_identifies_is_found_and_named(void **state)
{
    static const struct {
        const char *text, *kind;
    } cases[] = {
        { "db1.prod.example.com", "host name" },
        { "mail from box.lan today", "host name" },
        { "https://build.corp/job/7", "host name" },
        { "node17.cluster.internal:9000", "host name" },
        { "measured on anna.example.org.", "host name" },
        { "10.0.0.17", "IP address" },
        { "ip=192.168.7.9::192.168.7.1:255.255.255.0:box:eth0:off", "IP address" },
        { "at 172.16.254.3:8080", "IP address" },
        { "10.1.0.0/16", "IP address" },
        { "fe80::5054:ff:fe12:3456%eth0", "IP address" },
        { "2001:db8::7", "IP address" },
        { "00:16:3e:5e:6c:07", "hardware address" },
        { "ether 00-16-3E-5E-6C-07", "hardware address" },
        { "root=UUID=0f3a6d0c-52c1-4e0b-9d57-6e8f1a2b3c4d", "UUID or machine id" },
        { "4d3c2b1a0f9e8d7c6b5a493827160504", "UUID or machine id" },
        { "/home/anna/build", "home directory" },
        { "-ffile-prefix-map=/home/anna/src=.", "home directory" },
        { "/root/errbar", "home directory" },
        { "/Users/anna", "home directory" },
        { "anna@box", "login or mail address" },
        { "<anna@example.org>", "login or mail address" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *kind = probe_identifies(cases[i].text);

        if (!kind || strcmp(kind, cases[i].kind) != 0)
            fail_msg("'%s' is %s, wanted %s", cases[i].text, kind ? kind : "nothing",
                     cases[i].kind);
    }
}

static void what_documents_are_full_of_is_left_alone(void **state)
{
    static const char *const harmless[] = {
        "",
        "Intel(R) Core(TM) i7-8650U CPU @ 1.90GHz",
        "#1 SMP PREEMPT_DYNAMIC Debian 6.1.76-1 (2024-02-01)",
        "6.1.0-18-amd64",
        "3.10.0-1160.el7.x86_64",
        "5.14.0-362.8.1.el9_3.aarch64",
        "6.9.rc",
        "12.2.0",
        "lat_syscall.null",
        "contest.io_load",
        "cpu.mhz.cpuinfo",
        "/proc/sys/kernel/osrelease",
        "/proc/config.gz",
        "libc.so",
        "main.rs",
        "/usr/share/errbar/schemas/errbar-results-1.xsd",
        "m-3f9a2c",
        "mitigations=auto,no_guest_host",
        "sha256:cd69f98a06748cbd55a2046a0436aaff9f52c5943c458029e8590e3618f2598e",
        "392e2be76338",
        "da39a3ee5e6b4b0d3255bfef95601890afd80709",
        "2026-03-02T09:15:11Z",
        "12:00:00",
        "0.1248 us [0.1246, 0.1251]",
        "Mitigation: Retpolines; IBPB: conditional; RSB filling; BHI: Not affected",
        "127.0.0.1",
        "0.0.0.0",
        "::1",
        "/rootfs",
        "/var/lib/home",
        "-O2 -g -march=native",
        "urn:errbar:results:1",
        "e.g. this",
        "..",
        ".",
        "://",
        "@",
    };

    (void)state;
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++) {
        const char *kind = probe_identifies(harmless[i]);

        if (kind)
            fail_msg("'%s' is taken for %s", harmless[i], kind);
    }
}

static void the_users_own_home_counts_wherever_it_is(void **state)
{
    const char *home = getenv("HOME");
    char *before = home ? strdup(home) : NULL;

    (void)state;
    setenv("HOME", "/srv/people/anna", 1);
    assert_non_null(probe_identifies("--prefix=/srv/people/anna/opt"));
    setenv("HOME", "/", 1);
    assert_null(probe_identifies("/srv/people/anna"));
    if (before)
        setenv("HOME", before, 1);
    free(before);
}

/* Long words without an end, as a hostile file has them. */
static void long_texts_are_looked_through_to_their_end(void **state)
{
    char *text = malloc(100001);

    (void)state;
    assert_non_null(text);
    memset(text, 'a', 100000);
    text[100000] = '\0';
    assert_null(probe_identifies(text));
    memcpy(text + 99980, " 10.0.0.17 and so on", 20);
    assert_string_equal(probe_identifies(text), "IP address");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_identifies_is_found_and_named),
        cmocka_unit_test(what_documents_are_full_of_is_left_alone),
        cmocka_unit_test(the_users_own_home_counts_wherever_it_is),
        cmocka_unit_test(long_texts_are_looked_through_to_their_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
