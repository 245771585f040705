/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * select_check.c - what was asked for and does not exist, with what may have been meant
 */
#include "app/select.h"

#include "app/app.h"
#include "app/catalogue.h"

#include <errno.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const select_sets[] = { "quick", "classic", "full", NULL };

enum { NAMES = 256 };

struct names {
    const char *list[NAMES + 1];
    size_t n;
    char ids[NAMES][CATALOGUE_ID];
    size_t n_ids;
    const char *pattern;
    bool matched;
};

static int collect(void *self, const char *id, const struct bench *bench,
                   const struct bench_case *c)
{
    struct names *names = self;

    (void)c;
    names->matched = names->matched || select_matches(names->pattern, id);
    if (names->n + 2 > NAMES)
        return 0;
    if (names->n == 0 || strcmp(names->list[names->n - 1], bench->name) != 0)
        names->list[names->n++] = bench->name;
    memcpy(names->ids[names->n_ids], id, CATALOGUE_ID);
    names->list[names->n++] = names->ids[names->n_ids++];
    return 0;
}

static int check_regex(const char *pattern, struct diag *why)
{
    char wrong[128];
    regex_t regex;
    int rc;

    if (strncmp(pattern, "re:", 3) != 0)
        return 0;
    rc = regcomp(&regex, pattern + 3, REG_EXTENDED | REG_NOSUB);
    if (rc == 0) {
        regfree(&regex);
        return 0;
    }
    regerror(rc, &regex, wrong, sizeof wrong);
    return diag_set(why, -EINVAL, "'%s' is no regular expression: %s", pattern + 3,
                    wrong);
}

int select_check(const char *const *patterns, size_t n, struct diag *why)
{
    struct names *names = calloc(1, sizeof *names);
    int rc = names ? 0 : -ENOMEM;

    for (size_t i = 0; rc == 0 && i < n; i++) {
        const char *near;

        rc = check_regex(patterns[i], why);
        if (rc < 0)
            break;
        memset(names, 0, sizeof *names);
        names->pattern = patterns[i];
        catalogue_each(collect, names);
        near = app_nearest(patterns[i], names->list);
        if (!names->matched && near)
            rc = diag_set(why, -ENOENT, "there is no benchmark '%s'; did you mean %s?",
                          patterns[i], near);
        else if (!names->matched)
            rc = diag_set(why, -ENOENT,
                          "no benchmark matches '%s'; 'errbar list' shows them all",
                          patterns[i]);
    }
    free(names);
    return rc;
}

static int check_set(const char *set, struct diag *why)
{
    const char *near;

    for (size_t i = 0; !set || select_sets[i]; i++) {
        if (!set || strcmp(set, select_sets[i]) == 0)
            return 0;
    }
    near = app_nearest(set, select_sets);
    if (near)
        return diag_set(why, -EINVAL, "there is no set '%s'; did you mean %s?", set,
                        near);
    return diag_set(why, -EINVAL, "there is no set '%s': quick, classic or full", set);
}

static int collect_family(void *self, const char *id, const struct bench *bench,
                          const struct bench_case *c)
{
    struct names *names = self;
    const char *family = bench_family(bench, c);

    (void)id;
    names->matched = names->matched || strcmp(names->pattern, family) == 0;
    for (size_t i = 0; i < names->n; i++) {
        if (strcmp(names->list[i], family) == 0)
            return 0;
    }
    if (names->n < NAMES)
        names->list[names->n++] = family;
    return 0;
}

static int check_tags(const struct selection *s, struct diag *why)
{
    struct names *names = calloc(1, sizeof *names);
    int rc = names ? 0 : -ENOMEM;

    for (size_t i = 0; rc == 0 && i < s->n_tags; i++) {
        const char *near;

        memset(names, 0, sizeof *names);
        names->pattern = s->tags[i];
        catalogue_each(collect_family, names);
        near = app_nearest(s->tags[i], names->list);
        if (!names->matched && near)
            rc = diag_set(why, -ENOENT, "there is no tag '%s'; did you mean %s?",
                          s->tags[i], near);
        else if (!names->matched)
            rc = diag_set(why, -ENOENT,
                          "there is no tag '%s'; 'errbar list tags' shows them all",
                          s->tags[i]);
    }
    free(names);
    return rc;
}

int select_check_params(const struct selection *s, const bool *used, struct diag *why)
{
    const char *names[64] = { "placement" };
    size_t n = 1;

    for (size_t b = 0; bench_all[b]; b++) {
        for (const struct bench_param *p = bench_all[b]->params; p && p->name; p++) {
            if (n + 1 < sizeof names / sizeof *names)
                names[n++] = p->name;
        }
    }
    for (size_t i = 0; i < s->n_params; i++) {
        char name[64];
        const char *near;

        if (used[i])
            continue;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(s->params[i], "="),
                 s->params[i]);
        near = app_nearest(name, names);
        if (near && strcmp(near, name) == 0)
            return diag_set(
                why, -EINVAL,
                "no selected benchmark has the parameter '%s'; 'errbar info "
                "BENCHMARK' lists what each has",
                name);
        if (near)
            return diag_set(why, -EINVAL,
                            "there is no parameter '%s'; did you mean %s?", name, near);
        return diag_set(
            why, -EINVAL,
            "there is no parameter '%s'; 'errbar info BENCHMARK' lists what "
            "each has",
            name);
    }
    return 0;
}

static int check_syntax(const struct selection *s, struct diag *why)
{
    for (size_t i = 0; i < s->n_params; i++) {
        const char *is = strchr(s->params[i], '=');

        if (!is || is == s->params[i] || !is[1])
            return diag_set(why, -EINVAL,
                            "--param wants NAME=VALUE[,VALUE...], not '%s'",
                            s->params[i]);
    }
    return 0;
}

int select_check_words(const struct selection *s, struct diag *why)
{
    int rc = check_set(s->set, why);

    rc = rc < 0 ? rc : check_syntax(s, why);
    rc = rc < 0 ? rc : select_check(s->patterns, s->n_patterns, why);
    rc = rc < 0 ? rc : select_check(s->skip, s->n_skip, why);
    return rc < 0 ? rc : check_tags(s, why);
}
