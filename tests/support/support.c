/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * support.c - what every test needs
 */
#include "support.h"

#include <ftw.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * `meson test --setup comma` runs every test where a number is written 1,5. That the
 * locale is really there is part of the test.
 */
static void __attribute__((constructor)) take_the_comma(void)
{
    if (!getenv("ERRBAR_TEST_COMMA"))
        return;
    if (!setlocale(LC_ALL, "") || strcmp(localeconv()->decimal_point, ",") != 0) {
        fprintf(stderr, "no comma locale: LC_ALL or LOCPATH is not as it should be\n");
        _exit(99);
    }
    setlocale(LC_MESSAGES, "C"); /* the program never asks for another language */
}

void support_assert_near(double got, double want, double rel, const char *what,
                         const char *file, int line)
{
    double size = fmax(fabs(got), fabs(want));
    bool same = isnan(want) ? isnan(got) : !isnan(got);

    if (same && !isnan(want)) {
        if (isinf(want) || isinf(got))
            same = isinf(want) && isinf(got) && signbit(want) == signbit(got);
        else
            same = size < 1e-300 || fabs(got - want) <= rel * size;
    }
    if (!same) {
        print_error("%s is %.17g, wanted %.17g within %g\n", what, got, want, rel);
        _fail(file, line);
    }
}

static char *below(const char *variable, const char *name)
{
    const char *root = getenv(variable);
    char *path = NULL;

    if (!root || asprintf(&path, "%s/%s", root, name) < 0)
        fail_msg("%s is not set: run through meson test", variable);
    return path;
}

char *support_data(const char *name)
{
    return below("ERRBAR_TEST_DATA", name);
}

char *support_golden(const char *name)
{
    return below("ERRBAR_TEST_GOLDEN", name);
}

static char scratch[64];

static int remove_one(const char *path, const struct stat *st, int kind,
                      struct FTW *ftw)
{
    (void)st;
    (void)kind;
    (void)ftw;
    return remove(path);
}

static void remove_scratch(void)
{
    nftw(scratch, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

const char *support_scratch(void)
{
    if (!scratch[0]) {
        snprintf(scratch, sizeof scratch, "/tmp/errbar-test-XXXXXX");
        if (!mkdtemp(scratch))
            fail_msg("no scratch directory in /tmp");
        atexit(remove_scratch);
    }
    return scratch;
}

char *support_read(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    size_t n = 0, size = 0, got;

    if (!file)
        fail_msg("cannot read %s", path);
    do {
        size = size ? 2 * size : 4096;
        bytes = realloc(bytes, size + 1);
        assert_non_null(bytes);
        got = fread(bytes + n, 1, size - n, file);
        n += got;
    } while (n == size);
    fclose(file);
    bytes[n] = '\0';
    if (length)
        *length = n;
    return bytes;
}

void support_write(const char *path, const void *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");

    if (!file || fwrite(bytes, 1, length, file) != length || fclose(file) != 0)
        fail_msg("cannot write %s", path);
}
