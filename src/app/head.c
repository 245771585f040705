/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * head.c - what stands at the head of a document: when, by what, under which name
 */
#include "app/session.h"

#include "app/app.h"
#include "app/commit.h"
#include "app/config.h"

#include <errno.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

const char *session_now(struct doc *doc)
{
    time_t now = time(NULL);
    struct tm utc;
    char text[32];

    gmtime_r(&now, &utc);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    return arena_strdup(doc->arena, text);
}

/* As text, with version and variant of RFC 9562 in the six bits that are theirs. */
static const char *uuid_of(struct doc *doc, const unsigned char *bytes,
                           unsigned version)
{
    unsigned char b[16];

    memcpy(b, bytes, sizeof b);
    b[6] = (unsigned char)((b[6] & 0x0f) | version << 4);
    b[8] = (unsigned char)((b[8] & 0x3f) | 0x80);
    return arena_printf(doc->arena,
                        "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-"
                        "%02x%02x%02x%02x%02x%02x",
                        b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9],
                        b[10], b[11], b[12], b[13], b[14], b[15]);
}

enum { UUID_RANDOM = 4, UUID_OF_OUR_OWN = 8 };

const char *session_uuid(struct doc *doc)
{
    unsigned char bytes[16];

    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return NULL;
    return uuid_of(doc, bytes, UUID_RANDOM);
}

static int digest_file(struct sha256_ctx *sha, const char *path)
{
    unsigned char bytes[65536];
    FILE *file = fopen(path, "rb");
    size_t n;

    if (!file)
        return -errno;
    while ((n = fread(bytes, 1, sizeof bytes, file)) > 0)
        sha256_update(sha, n, bytes);
    fclose(file);
    return 0;
}

/* The digits of what has been added up. */
static const char *hexadecimal(struct doc *doc, struct sha256_ctx *sha)
{
    unsigned char digest[SHA256_DIGEST_SIZE];
    char hex[2 * SHA256_DIGEST_SIZE + 1];

    sha256_digest(sha, sizeof digest, digest);
    for (size_t i = 0; i < sizeof digest; i++)
        snprintf(hex + 2 * i, 3, "%02x", digest[i]);
    return arena_strdup(doc->arena, hex);
}

const char *session_digest(struct doc *doc, const char *path, struct diag *why)
{
    struct sha256_ctx sha;
    const char *hex;
    int rc;

    sha256_init(&sha);
    rc = digest_file(&sha, path);
    hex = rc < 0 ? NULL : hexadecimal(doc, &sha);
    if (rc < 0)
        diag_set(why, rc, "%s: %s", path, strerror(-rc));
    else if (!hex)
        diag_set(why, -ENOMEM, "no memory");
    return hex;
}

const char *session_build(struct doc *doc)
{
    const char *libexec = app_libexec_dir(NULL);
    char worker[4096] = "";
    struct sha256_ctx sha;
    const char *hex;

    if (libexec)
        snprintf(worker, sizeof worker, "%s/errbar-worker", libexec);
    sha256_init(&sha);
    if (digest_file(&sha, "/proc/self/exe") < 0 || digest_file(&sha, worker) < 0)
        return "unknown";
    hex = hexadecimal(doc, &sha);
    return hex ? arena_printf(doc->arena, "sha256:%s", hex) : NULL;
}

int session_name(struct doc *doc, const void *digest, size_t length,
                 const char *options, struct diag *why)
{
    unsigned char all[SHA256_DIGEST_SIZE];
    struct sha256_ctx sha;

    sha256_init(&sha);
    sha256_update(&sha, length, digest);
    /* another build may judge otherwise, and two documents have not one name */
    sha256_update(&sha, strlen(doc->generator_build),
                  (const uint8_t *)doc->generator_build);
    sha256_update(&sha, strlen(options), (const uint8_t *)options);
    sha256_digest(&sha, sizeof all, all);
    doc->uuid = uuid_of(doc, all, UUID_OF_OUR_OWN);
    return doc->uuid ? 0 : diag_set(why, -ENOMEM, "no memory");
}

int session_derive_uuid(struct doc *doc, const char *path, const char *options,
                        struct diag *why)
{
    unsigned char digest[SHA256_DIGEST_SIZE];
    struct sha256_ctx sha;
    int rc;

    sha256_init(&sha);
    rc = digest_file(&sha, path);
    if (rc < 0)
        return diag_set(why, rc, "%s: %s", path, strerror(-rc));
    sha256_digest(&sha, sizeof digest, digest);
    return session_name(doc, digest, sizeof digest, options, why);
}

static void set_generator(struct doc *doc)
{
    doc->generator = "errbar";
    doc->generator_version = ERRBAR_VERSION;
    doc->generator_commit = ERRBAR_COMMIT;
    doc->generator_build = session_build(doc);
}

int session_sign(struct doc *doc, struct diag *why)
{
    set_generator(doc);
    return doc->generator_build ? 0 : diag_set(why, -ENOMEM, "no memory");
}

int session_head(struct doc *doc, struct diag *why)
{
    doc->uuid = session_uuid(doc);
    doc->created = session_now(doc);
    set_generator(doc);
    if (!doc->completeness)
        doc->completeness = "partial";
    if (!doc->redaction)
        doc->redaction = "public";
    if (!doc->licence)
        doc->licence = "NONE-STATED";
    return doc->uuid && doc->created && doc->generator_build
               ? 0
               : diag_set(why, -ENOMEM, "no memory");
}
