/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * filesystem.c - what lies below a directory: type, options and kind of device
 */
#include "probe/reader.h"

#include "os/proc.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOUNTS "/proc/self/mountinfo"

struct mount {
    char type[64], options[PROBE_TEXT];
    unsigned major, minor;
    char device[64]; /* its name below /dev, to tell its kind; never recorded */
};

/* Options that change what a file costs; with '=' also their value. */
static const char *const allowed[] = {
    "ro",
    "rw",
    "noatime",
    "relatime",
    "nodiratime",
    "strictatime",
    "lazytime",
    "sync",
    "dirsync",
    "async",
    "discard",
    "nodiscard",
    "dax",
    "dax=",
    "barrier",
    "barrier=",
    "nobarrier",
    "data=",
    "commit=",
    "delalloc",
    "nodelalloc",
    "journal_checksum",
    "journal_async_commit",
    "inode64",
    "logbsize=",
    "logbufs=",
    "compress=",
    "compress-force=",
    "ssd",
    "ssd_spread",
    "nossd",
    "space_cache",
    "space_cache=",
    "nodatacow",
    "nodatasum",
    "autodefrag",
    "noquota",
    "usrquota",
    "grpquota",
    "prjquota",
    "huge=",
    "size=",
    "cache=",
    "vers=",
    "rsize=",
    "wsize=",
    "soft",
    "hard",
    "nolock",
    "background_gc=",
    "mode=",
    "index=",
    "metacopy=",
    "redirect_dir=",
    "volatile",
};

static bool is_allowed(const char *option, size_t length)
{
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
        size_t n = strlen(allowed[i]);
        bool with_value = allowed[i][n - 1] == '=';

        if (with_value ? length > n : length == n) {
            if (strncmp(option, allowed[i], n) == 0)
                return true;
        }
    }
    return false;
}

/* Adds the allowed ones of a comma-separated list, each once, without odd characters.
 */
static void add_options(char *out, const char *list)
{
    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',') {
        size_t n = strcspn(at, ","), used = strlen(out);
        bool plain = n < 64;

        for (size_t i = 0; i < n && plain; i++)
            plain = isalnum((unsigned char)at[i]) || strchr("=_-:.", at[i]);
        if (!plain || !is_allowed(at, n) || used + n + 2 > PROBE_TEXT)
            continue;
        snprintf(out + used, PROBE_TEXT - used, "%s%.*s", used ? "," : "", (int)n, at);
    }
}

/* \040 and the like, as the kernel writes blanks in names. */
static void unescape(char *text)
{
    char *to = text;

    for (const char *at = text; *at; to++) {
        if (at[0] == '\\' && at[1] >= '0' && at[1] <= '3' &&
            isdigit((unsigned char)at[2]) && isdigit((unsigned char)at[3])) {
            *to = (char)((at[1] - '0') * 64 + (at[2] - '0') * 8 + (at[3] - '0'));
            at += 4;
        } else {
            *to = *at++;
        }
    }
    *to = '\0';
}

static bool lies_below(const char *path, const char *point)
{
    size_t n = strlen(point);

    if (strcmp(point, "/") == 0)
        return true;
    return strncmp(path, point, n) == 0 && (path[n] == '/' || !path[n]);
}

/*
 * One line: "27 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw,discard". The one
 * with the longest mount point above the path counts, of several the last.
 */
static bool take_line(char *line, const char *path, size_t *longest, struct mount *m)
{
    char *behind = strstr(line, " - "), *rest = line, *field[6], *tail[3];

    if (!behind)
        return false;
    *behind = '\0';
    for (size_t i = 0; i < 6; i++) {
        field[i] = strsep(&rest, " ");
        if (!field[i])
            return false;
    }
    rest = behind + 3;
    for (size_t i = 0; i < 3; i++) {
        tail[i] = strsep(&rest, " ");
        if (!tail[i])
            return false;
    }
    unescape(field[4]);
    if (!lies_below(path, field[4]) || strlen(field[4]) < *longest ||
        sscanf(field[2], "%u:%u", &m->major, &m->minor) != 2)
        return false;
    *longest = strlen(field[4]);
    snprintf(m->type, sizeof m->type, "%s", tail[0]);
    snprintf(m->device, sizeof m->device, "%s",
             strncmp(tail[1], "/dev/", 5) == 0 ? tail[1] + 5 : "");
    m->options[0] = '\0';
    add_options(m->options, field[5]);
    /* the file system's own; "rw" and "ro" stand in both */
    add_options(m->options, strncmp(tail[2], "r", 1) == 0 && strchr(tail[2], ',')
                                ? strchr(tail[2], ',') + 1
                                : "");
    return true;
}

static int find_mount(struct probe *p, const char *path, struct mount *m)
{
    int rc = 0;
    const char *all = probe_file(p, MOUNTS, &rc);
    char *copy = all ? strdup(all) : NULL, *rest = copy, *line;
    size_t longest = 0;
    bool found = false;

    if (!copy)
        return rc < 0 ? rc : -ENOMEM;
    while ((line = strsep(&rest, "\n")))
        found |= take_line(line, path, &longest, m);
    free(copy);
    return found ? 0 : -ENOENT;
}

/* File systems without a device of their own. */
static const struct {
    const char *type, *kind;
} kinds[] = {
    { "tmpfs", "memory" },    { "ramfs", "memory" },     { "devtmpfs", "memory" },
    { "nfs", "network" },     { "nfs4", "network" },     { "cifs", "network" },
    { "smb3", "network" },    { "ceph", "network" },     { "lustre", "network" },
    { "gpfs", "network" },    { "beegfs", "network" },   { "afs", "network" },
    { "9p", "virtual" },      { "virtiofs", "virtual" }, { "vboxsf", "virtual" },
    { "overlay", "overlay" },
};

/* Names that the kernel gives to what is no disk: vda1, xvdb, loop0, zram0 */
static bool is_virtual(const char *device)
{
    static const char *const begin[] = { "vd",   "xvd", "loop", "ram",
                                         "zram", "nbd", "pmem" };

    for (size_t i = 0; i < sizeof begin / sizeof *begin; i++) {
        size_t n = strlen(begin[i]);
        const char *rest = device + n;

        if (strncmp(device, begin[i], n) != 0)
            continue;
        if (i < 2) /* a letter or two, then the partition */
            rest += strspn(rest, "abcdefghijklmnopqrstuvwxyz");
        if (rest != device + n || i >= 2)
            return strspn(rest, "0123456789p") == strlen(rest) && rest - device < 8;
    }
    return false;
}

static int device_kind(struct probe *p, const struct mount *m, char *text)
{
    /* a partition has the disk's queue one step up */
    static const char *const queues[] = { "queue", "../queue" };
    uint64_t rotational;
    int rc = -ENOENT;

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(m->type, kinds[i].type) == 0)
            return probe_copy(text, kinds[i].kind, strlen(kinds[i].kind));
    }
    if (strncmp(m->type, "fuse", 4) == 0)
        return probe_copy(text, "fuse", 4);
    if (is_virtual(m->device))
        return probe_copy(text, "virtual", 7);
    for (size_t i = 0; i < 2 && rc == -ENOENT; i++) {
        char path[96];

        snprintf(path, sizeof path, "/sys/dev/block/%u:%u/%s/rotational", m->major,
                 m->minor, queues[i]);
        rc = os_read_u64(&rotational, p->root, path);
        if (rc == 0)
            p->source = "/sys/dev/block/*/queue/rotational";
    }
    if (rc < 0)
        return rc;
    return rotational ? probe_copy(text, "rotational", 10)
                      : probe_copy(text, "solid", 5);
}

/* The directory, or its nearest parent that is there. */
static int real(char out[PATH_MAX], const char *root, const char *path)
{
    char *given, *found;

    if (root[0]) /* of a tree nothing is resolved: links would lead out of it */
        return snprintf(out, PATH_MAX, "%s", path) < PATH_MAX ? 0 : -ENAMETOOLONG;
    given = strdup(path);
    if (!given)
        return -ENOMEM;
    while (!(found = realpath(given, out)) && errno == ENOENT && strrchr(given, '/') &&
           strrchr(given, '/') != given)
        *strrchr(given, '/') = '\0';
    free(given);
    return found ? 0 : -errno;
}

int probe_filesystem(struct doc *doc, struct facts *facts, const char *root,
                     const char *path)
{
    struct probe p = probe_begin(doc, facts, root, DOC_AT_ALWAYS);
    struct mount m = { 0 };
    char full[PATH_MAX], kind[PROBE_TEXT];
    const char *missing = PROBE_UNREADABLE;
    int rc = real(full, root, path), found;

    if (rc == 0)
        rc = find_mount(&p, full, &m);
    if (rc == -ENOMEM)
        goto out;
    found = rc;
    rc = probe_record(&p, "fs.type", found == 0 ? m.type : NULL, MOUNTS, missing);
    if (rc == 0)
        rc = probe_record(&p, "fs.options", found == 0 ? m.options : NULL, MOUNTS,
                          missing);
    if (rc == 0) {
        if (found == 0)
            found = device_kind(&p, &m, kind);
        rc = probe_record(&p, "fs.device", found == 0 ? kind : NULL,
                          p.source ? p.source : MOUNTS, missing);
    }
out:
    probe_done(&p);
    return rc;
}
