/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * name.c - names that stay the same and say nothing: of the machine and of its boot
 *
 * They are hashes with a salt that only this user's home holds, so that nobody can find
 * the machine by hashing what is known of it. The salt is never stored elsewhere.
 */
#include "probe/probe.h"

#include "os/proc.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SALT = 32 };

/* $XDG_DATA_HOME/errbar, or that of the home; XDG ignores what is not absolute. */
static int salt_dir(char dir[PATH_MAX])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int n = -1;

    if (data && data[0] == '/')
        n = snprintf(dir, PATH_MAX, "%s/errbar", data);
    else if (home && home[0] == '/' && home[1])
        n = snprintf(dir, PATH_MAX, "%s/.local/share/errbar", home);
    return n > 0 && n < PATH_MAX - 64 ? 0 : -ENOENT;
}

static int make_dirs(const char *dir)
{
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%s", dir);
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0700) < 0 && errno != EEXIST)
            return -errno;
        *slash = '/';
    }
    return mkdir(path, 0700) < 0 && errno != EEXIST ? -errno : 0;
}

static int read_salt(const char *path, unsigned char salt[SALT])
{
    struct buf bytes = { 0 };
    int rc = os_read_file(&bytes, "", path);

    if (rc == 0 && bytes.length != SALT)
        rc = -EINVAL;
    if (rc == 0)
        memcpy(salt, bytes.text, SALT);
    buf_done(&bytes);
    return rc;
}

/* Written aside and linked, so that of two who begin at once both read the same. */
static int make_salt(const char *dir, const char *path)
{
    unsigned char salt[SALT];
    char aside[PATH_MAX + 32];
    int fd, rc = 0;

    if (getrandom(salt, sizeof salt, 0) != (ssize_t)sizeof salt)
        return -EIO;
    snprintf(aside, sizeof aside, "%s/salt.%ld", dir, (long)getpid());
    fd = open(aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return -errno;
    if (write(fd, salt, sizeof salt) != (ssize_t)sizeof salt)
        rc = -EIO;
    if (close(fd) < 0 && rc == 0)
        rc = -errno;
    if (rc == 0 && link(aside, path) < 0 && errno != EEXIST)
        rc = -errno;
    unlink(aside);
    return rc;
}

/*
 * The user's salt, made where there is none. Without a home to keep it in, all users
 * share a known one: names still stay the same, and whoever guesses the hashed id can
 * confirm the guess.
 */
static int get_salt(unsigned char salt[SALT])
{
    static const unsigned char known[SALT] = "errbar";
    char dir[PATH_MAX], path[PATH_MAX + 8];
    int rc = salt_dir(dir);

    memcpy(salt, known, SALT);
    if (rc < 0)
        return 0;
    snprintf(path, sizeof path, "%s/salt", dir);
    rc = read_salt(path, salt);
    if (rc == -ENOENT && make_dirs(dir) == 0 && make_salt(dir, path) == 0)
        rc = read_salt(path, salt);
    return rc == -ENOMEM ? rc : 0;
}

/* The first `digits` hex digits of SHA-256 over salt, purpose and id. */
static int hash(char *hex, size_t digits, const char *purpose, const char *id)
{
    unsigned char salt[SALT], digest[SHA256_DIGEST_SIZE];
    struct sha256_ctx ctx;
    int rc = get_salt(salt);

    if (rc < 0)
        return rc;
    sha256_init(&ctx);
    sha256_update(&ctx, sizeof salt, salt);
    sha256_update(&ctx, strlen(purpose) + 1, (const uint8_t *)purpose);
    sha256_update(&ctx, strlen(id), (const uint8_t *)id);
    sha256_digest(&ctx, sizeof digest, digest);
    for (size_t i = 0; i < digits; i++)
        hex[i] = "0123456789abcdef"[(digest[i / 2] >> (i % 2 ? 0 : 4)) & 15];
    hex[digits] = '\0';
    return 0;
}

/*
 * What stays the same as long as the machine is installed: its id. Where that cannot be
 * read, what the results tell anyway: model, number of CPUs, architecture.
 */
static int stable_id(char *id, size_t size, const char *root)
{
    static const char *const ids[] = { "/etc/machine-id", "/var/lib/dbus/machine-id" };
    char online[64] = "", machine[64] = "";
    struct buf info = { 0 };
    const char *model = NULL;
    size_t length = 0;
    int rc;

    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        /* while a system is installed it reads "uninitialized" */
        if (os_read_line(id, size, root, ids[i]) == 0 && strlen(id) == 32)
            return 0;
    }
    rc = os_read_file(&info, root, "/proc/cpuinfo");
    if (rc == 0 && info.length)
        model = os_field(info.text, "model name", &length);
    os_read_line(online, sizeof online, root, "/sys/devices/system/cpu/online");
    os_read_line(machine, sizeof machine, root, "/proc/sys/kernel/arch");
    snprintf(id, size, "%.*s|%s|%s", (int)length, model ? model : "", online, machine);
    buf_done(&info);
    return rc == -ENOMEM ? rc : 0;
}

int probe_machine_name(struct doc *doc, const char *root, const char **name)
{
    char id[256], hex[8];
    const char *made;
    int rc = stable_id(id, sizeof id, root);

    if (rc == 0)
        rc = hash(hex, 6, "machine", id);
    if (rc < 0)
        return rc;
    made = arena_printf(doc->arena, "m-%s", hex);
    if (!made)
        return -ENOMEM;
    *name = made;
    return 0;
}

int probe_boot_hash(char hex[PROBE_BOOT], const char *root)
{
    char id[64];
    int rc = os_read_line(id, sizeof id, root, "/proc/sys/kernel/random/boot_id");

    if (rc < 0 || !id[0])
        return rc < 0 ? rc : -ENODATA;
    return hash(hex, PROBE_BOOT - 1, "boot", id);
}
