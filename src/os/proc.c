/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * proc.c - small files of /proc and /sys, and what stands in them
 */
#include "os/proc.h"

#include "base/num.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int full_path(char out[PATH_MAX], const char *root, const char *path)
{
    int n = snprintf(out, PATH_MAX, "%s%s", root, path);

    return n < 0 || n >= PATH_MAX ? -ENAMETOOLONG : 0;
}

static int open_regular(const char *root, const char *path)
{
    char full[PATH_MAX];
    struct stat st;
    int rc = full_path(full, root, path);
    int fd;

    if (rc < 0)
        return rc;
    fd = open(full, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return -errno;
    rc = fstat(fd, &st) < 0 ? -errno : S_ISREG(st.st_mode) ? 0 : -EINVAL;
    if (rc < 0) {
        close(fd);
        return rc;
    }
    return fd;
}

/* Reads until the end or `size` bytes; -EINTR does not come out of here. */
static ssize_t read_some(int fd, char *bytes, size_t size)
{
    size_t n = 0;

    while (n < size) {
        ssize_t got = read(fd, bytes + n, size - n);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -errno;
        if (got == 0)
            break;
        n += (size_t)got;
    }
    return (ssize_t)n;
}

static void cut_back(struct buf *out, size_t length)
{
    out->length = length;
    if (out->text)
        out->text[length] = '\0';
}

int os_read_file(struct buf *out, const char *root, const char *path)
{
    char bytes[16384];
    size_t before = out->length;
    int fd = open_regular(root, path);
    ssize_t got;
    int rc = 0;

    if (fd < 0)
        return fd;
    do {
        got = read_some(fd, bytes, sizeof bytes);
        if (got > 0)
            buf_add(out, bytes, (size_t)got);
        if (got < 0)
            rc = (int)got;
        else if (out->length - before > OS_FILE_BYTES)
            rc = -EFBIG;
    } while (rc == 0 && got == (ssize_t)sizeof bytes && buf_ok(out));
    close(fd);
    if (!buf_ok(out))
        return -ENOMEM;
    if (rc < 0)
        cut_back(out, before);
    return rc;
}

int os_read_line(char *line, size_t size, const char *root, const char *path)
{
    char bytes[OS_LINE_BYTES];
    int fd = open_regular(root, path);
    size_t begin = 0, end;
    ssize_t got;

    if (fd < 0)
        return fd;
    got = read_some(fd, bytes, sizeof bytes - 1);
    close(fd);
    if (got < 0)
        return (int)got;
    bytes[got] = '\0';
    end = strcspn(bytes, "\n");
    if (end == sizeof bytes - 1)
        return -EFBIG;
    /* device tree strings end in a NUL, nothing else holds one */
    if (end < (size_t)got - (got > 0) && bytes[end] == '\0')
        return -EILSEQ;
    while (end > 0 && isspace((unsigned char)bytes[end - 1]))
        end--;
    while (begin < end && isspace((unsigned char)bytes[begin]))
        begin++;
    for (size_t i = begin; i < end; i++) {
        if (iscntrl((unsigned char)bytes[i]) && bytes[i] != '\t')
            return -EILSEQ;
    }
    if (end - begin >= size)
        return -EFBIG;
    memcpy(line, bytes + begin, end - begin);
    line[end - begin] = '\0';
    return 0;
}

int os_read_u64(uint64_t *value, const char *root, const char *path)
{
    char line[NUM_TEXT];
    int rc = os_read_line(line, sizeof line, root, path);

    if (rc < 0)
        return rc;
    return num_to_u64(line, value) < 0 ? -EINVAL : 0;
}

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t");
}

/* "key : value"; "key value" only where the line has no colon at all */
static const char *behind_key(const char *line, size_t length, const char *key)
{
    size_t n = strlen(key);
    const char *after;

    if (strncmp(line, key, n) != 0)
        return NULL;
    after = skip_blanks(line + n);
    if (*after == ':')
        return skip_blanks(after + 1);
    if (after == line + n || memchr(line, ':', length))
        return NULL;
    return after;
}

const char *os_field(const char *text, const char *key, size_t *length)
{
    for (const char *line = text; *line;) {
        size_t n = strcspn(line, "\n");
        const char *value = behind_key(line, n, key);

        if (value) {
            n -= (size_t)(value - line);
            while (n > 0 && isspace((unsigned char)value[n - 1]))
                n--;
            *length = n;
            return value;
        }
        line += n + (line[n] == '\n');
    }
    return NULL;
}

bool os_field_u64(const char *text, const char *key, uint64_t *value)
{
    char digits[NUM_TEXT];
    size_t length, n = 0;
    const char *at = os_field(text, key, &length);

    if (!at)
        return false;
    while (n < length && n < sizeof digits - 1 && isdigit((unsigned char)at[n])) {
        digits[n] = at[n];
        n++;
    }
    digits[n] = '\0';
    return num_to_u64(digits, value) == 0;
}

static int not_hidden(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static int by_bytes(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

int os_list(const char *root, const char *path,
            int (*each)(void *self, const char *name), void *self)
{
    char full[PATH_MAX];
    struct dirent **names = NULL;
    int rc = full_path(full, root, path);
    int n;

    if (rc < 0)
        return rc;
    n = scandir(full, &names, not_hidden, by_bytes);
    if (n < 0)
        return -errno;
    for (int i = 0; i < n; i++) {
        if (rc == 0)
            rc = each(self, names[i]->d_name);
        free(names[i]);
    }
    free(names);
    return rc;
}

int os_read_link(char *text, size_t size, const char *root, const char *path)
{
    char full[PATH_MAX];
    int rc = full_path(full, root, path);
    ssize_t n = rc < 0 ? 0 : readlink(full, text, size);

    if (rc < 0)
        return rc;
    if (n < 0)
        return -errno;
    if ((size_t)n >= size)
        return -EFBIG;
    text[n] = '\0';
    return 0;
}

bool os_exists(const char *root, const char *path)
{
    char full[PATH_MAX];

    return full_path(full, root, path) == 0 && access(full, F_OK) == 0;
}

static int cpu_number(const char **at, size_t size)
{
    size_t value = 0;

    if (!isdigit((unsigned char)**at))
        return -EINVAL;
    for (; isdigit((unsigned char)**at); (*at)++) {
        value = value * 10 + (size_t)(**at - '0');
        if (value >= size)
            return -ERANGE;
    }
    return (int)value;
}

/* Adds a number to the list, unless it is there. */
static int put(int *cpu, int n, int value)
{
    for (int i = 0; i < n; i++) {
        if (cpu[i] == value)
            return n;
    }
    cpu[n] = value;
    return n + 1;
}

int os_cpu_list(const char *text, int *cpu, size_t size)
{
    int n = 0;

    text += strspn(text, " \t\n");
    for (;;) {
        int first = cpu_number(&text, size), last = first;

        if (first >= 0 && *text == '-') {
            text++;
            last = cpu_number(&text, size);
        }
        if (first < 0 || last < 0)
            return first < 0 ? first : last;
        if (last < first)
            return -EINVAL;
        for (int i = first; i <= last; i++)
            n = put(cpu, n, i);
        if (*text != ',')
            break;
        text++;
    }
    text += strspn(text, " \t\n");
    return *text ? -EINVAL : n;
}
