/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * values.c - parameters' values: read, checked, in the form that files have
 */
#include "app/values.h"

#include "app/app.h"
#include "base/num.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int check_word(const struct bench *bench, const struct bench_param *param,
                      const char *word, struct arena *arena, struct diag *why)
{
    const char *names[VALUES_MOST + 1] = { 0 };
    char *copy = arena_strdup(arena, param->words), *rest = copy, *name;
    const char *near;
    size_t n = 0;

    if (!copy)
        return -ENOMEM;
    while ((name = strsep(&rest, " ")) && n < VALUES_MOST) {
        if (strcmp(name, word) == 0)
            return 0;
        names[n++] = name;
    }
    near = app_nearest(word, names);
    if (near)
        return diag_set(why, -EINVAL, "%s: %s cannot be '%s'; did you mean %s?",
                        bench->name, param->name, word, near);
    return diag_set(why, -EINVAL, "%s: %s is one of: %s; not '%s'", bench->name,
                    param->name, param->words, word);
}

/* Values stand in the document, and documents are published. */
static bool tells_of_home(const char *text)
{
    const char *home = getenv("HOME");
    size_t n = home ? strlen(home) : 0;

    return n > 1 && strncmp(text, home, n) == 0 && (text[n] == '/' || !text[n]);
}

/* A value as files have it, or NULL with why. */
static const char *normal(const struct bench *bench, const struct bench_param *param,
                          const char *text, struct arena *arena, struct diag *why)
{
    char digits[NUM_TEXT];
    uint64_t value;
    int rc;

    if (param->words)
        return check_word(bench, param, text, arena, why) < 0
                   ? NULL
                   : arena_strdup(arena, text);
    if (!param->bytes && !param->most && tells_of_home(text)) {
        diag_set(why, -EINVAL,
                 "%s: %s=%s would tell of your home directory in the result; take a "
                 "path elsewhere",
                 bench->name, param->name, text);
        return NULL;
    }
    if (!param->bytes && !param->most)
        return arena_strdup(arena, text);
    rc = param->bytes ? num_to_bytes(text, &value) : num_to_u64(text, &value);
    if (rc < 0) {
        diag_set(why, -EINVAL, "%s: %s wants a %s, not '%s'", bench->name, param->name,
                 param->bytes ? "size such as 64K (units K, M, G: 1024 and its powers)"
                              : "whole number",
                 text);
        return NULL;
    }
    if (value < param->least || (param->most && value > param->most)) {
        diag_set(why, -EINVAL, "%s: %s goes from %llu to %llu, %s is outside",
                 bench->name, param->name, (unsigned long long)param->least,
                 (unsigned long long)param->most, text);
        return NULL;
    }
    num_from_u64(digits, value);
    return arena_strdup(arena, digits);
}

static bool has(const struct value_list *list, const char *value)
{
    for (size_t i = 0; i < list->n; i++) {
        if (strcmp(list->values[i], value) == 0)
            return true;
    }
    return false;
}

int values_parse(struct value_list *list, const struct bench *bench,
                 const struct bench_param *param, const char *text, struct arena *arena,
                 struct diag *why)
{
    char *copy = arena_strdup(arena, text), *rest = copy, *word;

    if (!copy)
        return -ENOMEM;
    *list = (struct value_list){ .name = param->name };
    while ((word = strsep(&rest, ", "))) {
        const char *value;

        if (!*word)
            continue;
        value = normal(bench, param, word, arena, why);
        if (!value)
            return why && why->rc ? why->rc : -ENOMEM;
        if (has(list, value))
            continue;
        if (list->n == VALUES_MOST)
            return diag_set(why, -EINVAL, "%s: more than %d values of %s", bench->name,
                            VALUES_MOST, param->name);
        list->values[list->n++] = value;
    }
    if (list->n == 0)
        return diag_set(why, -EINVAL, "%s: no value for %s", bench->name, param->name);
    return 0;
}

int values_of_point(struct value_list *lists, size_t *n, const struct bench *bench,
                    const char *text, struct arena *arena, struct diag *why)
{
    char *copy = arena_strdup(arena, text), *rest = copy, *word;

    if (!copy)
        return -ENOMEM;
    while ((word = strsep(&rest, " "))) {
        char *value = strchr(word, '=');
        int rc = -EINVAL;

        if (!value || *n == VALUES_LISTS)
            return diag_set(why, -EINVAL, "%s: its point '%s' is not NAME=VALUE",
                            bench->name, text);
        *value++ = '\0';
        for (const struct bench_param *p = bench->params; p && p->name; p++) {
            if (strcmp(p->name, word) == 0)
                rc = values_parse(&lists[(*n)++], bench, p, value, arena, why);
        }
        if (rc < 0)
            return diag_set(why, rc, "%s: its point has an unknown '%s'", bench->name,
                            word);
    }
    return 0;
}
