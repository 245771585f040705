/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * config.c - how the kernel was configured: /proc/config.gz, or a file of the release
 */
#include "probe/reader.h"

#include "os/proc.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

static int gunzip(struct buf *out, const struct buf *packed)
{
    unsigned char bytes[16384];
    z_stream z = { .next_in = (unsigned char *)packed->text,
                   .avail_in = (unsigned)packed->length };
    int rc = 0, got;

    if (inflateInit2(&z, 16 + MAX_WBITS) != Z_OK)
        return -ENOMEM;
    do {
        z.next_out = bytes;
        z.avail_out = sizeof bytes;
        got = inflate(&z, Z_NO_FLUSH);
        buf_add(out, bytes, sizeof bytes - z.avail_out);
        if (got != Z_OK && got != Z_STREAM_END)
            rc = got == Z_MEM_ERROR ? -ENOMEM : -EILSEQ;
        else if (out->length > OS_FILE_BYTES)
            rc = -EFBIG;
        else if (!buf_ok(out))
            rc = -ENOMEM;
    } while (rc == 0 && got != Z_STREAM_END);
    inflateEnd(&z);
    return rc;
}

static int read_packed(struct probe *p)
{
    struct buf packed = { 0 };
    int rc = os_read_file(&packed, p->root, "/proc/config.gz");

    snprintf(p->config_source, sizeof p->config_source, "/proc/config.gz");
    if (rc == 0)
        rc = gunzip(&p->config, &packed);
    buf_done(&packed);
    return rc;
}

static int read_of_release(struct probe *p)
{
    static const char *const forms[] = { "/boot/config-%s", "/lib/modules/%s/config",
                                         "/usr/lib/modules/%s/config", NULL };
    char release[80];
    int rc =
        os_read_line(release, sizeof release, p->root, "/proc/sys/kernel/osrelease");

    if (rc < 0)
        return rc;
    if (!release[0] || strchr(release, '/'))
        return -EINVAL;
    rc = -ENOENT;
    for (size_t i = 0; forms[i] && rc == -ENOENT; i++) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        snprintf(p->config_source, sizeof p->config_source, forms[i], release);
#pragma GCC diagnostic pop
        rc = os_read_file(&p->config, p->root, p->config_source);
    }
    return rc;
}

/* The first that is there and whole; a damaged one is worse than none. */
static int load(struct probe *p)
{
    int packed, rc;

    if (p->config_rc <= 0)
        return p->config_rc;
    rc = packed = read_packed(p);
    if (packed < 0 && packed != -ENOMEM) {
        buf_clear(&p->config);
        rc = read_of_release(p);
        if (rc == -ENOENT && packed != -ENOENT)
            rc = packed;
    }
    if (rc == 0 && (!p->config.length || strlen(p->config.text) != p->config.length ||
                    !strstr(p->config.text, "CONFIG_")))
        rc = -EILSEQ;
    p->config_rc = rc;
    return rc;
}

/* Where the option's name ends in a line that sets or unsets it. */
static const char *mention(const char *text, const char *option)
{
    size_t n = strlen(option);

    for (const char *at = text; (at = strstr(at, "CONFIG_")); at++) {
        bool begins = at == text || at[-1] == '\n' ||
                      (at - text >= 2 && at[-1] == ' ' && at[-2] == '#');

        if (begins && strncmp(at + 7, option, n) == 0 &&
            (at[7 + n] == '=' || at[7 + n] == ' '))
            return at + 7 + n;
    }
    return NULL;
}

/* Options that had another name before Linux 6.9 or so. */
static const char *older_name(const char *option)
{
    static const char *const names[][2] = {
        { "CPU_MITIGATIONS", "SPECULATION_MITIGATIONS" },
        { "MITIGATION_PAGE_TABLE_ISOLATION", "PAGE_TABLE_ISOLATION" },
        { "MITIGATION_RETPOLINE", "RETPOLINE" },
        { "MITIGATION_RETHUNK", "RETHUNK" },
        { "MITIGATION_SRSO", "CPU_SRSO" },
        { "MITIGATION_CALL_DEPTH_TRACKING", "CALL_DEPTH_TRACKING" },
    };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(names[i][0], option) == 0)
            return names[i][1];
    }
    return NULL;
}

int probe_config_option(struct probe *p, const char *option, char *text)
{
    const char *at, *older = older_name(option);
    size_t n;
    int rc = load(p);

    if (rc < 0)
        return rc;
    at = mention(p->config.text, option);
    if (!at && older)
        at = mention(p->config.text, older);
    if (!at)
        return -ENOENT;
    if (*at == ' ')
        return probe_copy(text, "n", 1);
    at++;
    n = strcspn(at, "\n");
    if (n >= 2 && at[0] == '"' && at[n - 1] == '"') {
        at++;
        n -= 2;
    }
    p->source = p->config_source;
    return probe_copy(text, at, n);
}

int probe_config_field(struct probe *p, const struct probe_reader *r, char *text)
{
    return probe_config_option(p, r->field, text);
}

int probe_config_digest(struct probe *p, const struct probe_reader *r, char *text)
{
    int rc = load(p);

    (void)r;
    if (rc < 0)
        return rc;
    p->source = p->config_source;
    probe_sha256(text, p->config.text, p->config.length);
    return 0;
}

int probe_config(struct probe *p)
{
    static const char prefix[] = "kernel.config.";
    int rc = 0;

    for (const struct probe_key *k = probe_keys; k->key && rc == 0; k++) {
        const char *option = k->key + sizeof prefix - 1;
        char text[PROBE_TEXT];

        if (strncmp(k->key, prefix, sizeof prefix - 1) != 0 ||
            !strcmp(option, "digest"))
            continue;
        rc = probe_config_option(p, option, text);
        if (rc == -ENOMEM)
            return rc;
        /* of a whole configuration, what it does not name is not there to be chosen */
        rc = probe_record(p, k->key, rc == 0 ? text : NULL, p->config_source,
                          p->config_rc < 0 ? PROBE_UNREADABLE : PROBE_NOT_APPLICABLE);
    }
    return rc;
}
