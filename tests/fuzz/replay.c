/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * replay.c - a fuzz target over the files of the folders named, once each
 *
 * Speaks TAP. The same target is a fuzzer with -Dfuzz=true.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The bytes of a file in a block exactly as long, so that reading beyond it is seen. */
static uint8_t *load(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = NULL;
    long end = -1;

    if (file && fseek(file, 0, SEEK_END) == 0)
        end = ftell(file);
    if (end >= 0)
        bytes = malloc(end ? (size_t)end : 1);
    *length = end > 0 ? (size_t)end : 0;
    if (bytes &&
        (fseek(file, 0, SEEK_SET) != 0 || fread(bytes, 1, *length, file) != *length)) {
        free(bytes);
        bytes = NULL;
    }
    if (file)
        fclose(file);
    return bytes;
}

static int replay(const char *path, size_t number)
{
    size_t length;
    uint8_t *bytes = load(path, &length);

    if (bytes)
        LLVMFuzzerTestOneInput(bytes, length);
    printf("%sok %zu - %s\n", bytes ? "" : "not ", number, path);
    fflush(stdout);
    free(bytes);
    return bytes ? 0 : 1;
}

static int replay_folder(const char *folder, size_t *number)
{
    struct dirent **entries;
    int n = scandir(folder, &entries, NULL, alphasort), failed = n < 3;

    for (int i = 0; i < n; i++) {
        char *path = NULL;

        if (entries[i]->d_name[0] != '.' &&
            asprintf(&path, "%s/%s", folder, entries[i]->d_name) > 0)
            failed += replay(path, ++*number);
        free(path);
        free(entries[i]);
    }
    if (n >= 0)
        free(entries);
    return failed;
}

int main(int argc, char **argv)
{
    size_t number = 0;
    int failed = 0;

    for (int i = 1; i < argc; i++)
        failed += replay_folder(argv[i], &number);
    printf("1..%zu\n", number);
    return failed ? 1 : 0;
}
