/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * view.c - all views there are, found and printed
 */
#include "output/view.h"

#include "output/classic.h"
#include "output/contest.h"
#include "output/noise.h"
#include "output/own.h"
#include "output/text.h"
#include "output/web.h"

#include <errno.h>
#include <string.h>

#define CLASSIC(version, generation)                                                 \
    {                                                                                \
        .name = "text-" version, .help = "tables in the layout of lmbench " version, \
        .resolve = classic_resolve, .draw = classic_draw, .data = generation         \
    }
static const struct view text_1_9 = CLASSIC("1.9", "g1");
static const struct view text_2_0 = CLASSIC("2.0", "g4");
static const struct view text_3_0 = CLASSIC("3.0", "g6");

static const struct view percent = { .name = "percent",
                                     .help = "each value in per cent of the best",
                                     .resolve = classic_resolve,
                                     .draw = classic_draw,
                                     .data = "g6",
                                     .needs = VIEW_NEEDS_PERCENT };

static const struct view spread = { .name = "spread",
                                    .help = "runs of a system and their spread",
                                    .resolve = classic_resolve,
                                    .draw = classic_draw,
                                    .data = "g6",
                                    .needs = VIEW_NEEDS_SPREAD };

static const struct view summary = { .name = "summary",
                                     .help = "one line a row: value, interval, class",
                                     .resolve = own_resolve,
                                     .draw = text_draw };

static const struct view contest = { .name = "contest",
                                     .help = "contest's own format, load by load",
                                     .resolve = contest_resolve,
                                     .draw = text_draw };

static const struct view web = { .name = "web",
                                 .help = "a page that compares kernels, row by row",
                                 .resolve = web_resolve,
                                 .draw = web_draw,
                                 .pages = true };

const char *const view_format_name[VIEW_FORMATS] = { NULL, "text", "html" };
const char *const view_digits_name[VIEW_DIGITS] = { "2", "auto", "source" };

static const struct view noise = { .name = "noise",
                                   .help = "what cannot be trusted, and why",
                                   .resolve = noise_resolve,
                                   .draw = text_draw,
                                   .needs = VIEW_NEEDS_NOISE };

const struct view *const view_all[] = { &summary, &text_1_9, &text_2_0, &text_3_0,
                                        &contest, &web,      &percent,  &spread,
                                        &noise,   NULL };

const struct view *view_find(const char *name)
{
    for (size_t i = 0; view_all[i]; i++) {
        if (strcmp(view_all[i]->name, name) == 0)
            return view_all[i];
    }
    return NULL;
}

int view_print(const struct view *view, const struct doc *doc,
               const struct view_options *options, struct sink *sink, struct diag *why)
{
    struct grid_list grids = { .arena = arena_new() };
    int rc = grids.arena ? 0 : -ENOMEM;

    if (rc == 0 && options->generation && view->resolve != classic_resolve)
        rc = diag_set(why, -ENOTSUP, "view %s has one layout and no generations",
                      view->name);
    if (rc == 0 && !view->pages && options->format == VIEW_FORMAT_HTML)
        rc = diag_set(why, -ENOTSUP, "view %s is text: only web is a page", view->name);
    if (rc == 0)
        rc = view->resolve(view, doc, options, &grids, why);
    if (rc == 0)
        rc = view->draw(sink, &grids, options);
    arena_free(grids.arena);
    if (rc < 0 && why && why->rc == 0)
        diag_set(why, rc, "cannot print %s: %s", view->name, strerror(-rc));
    return rc;
}

int view_each_column(int (*see)(void *self, const char *table, const char *shows,
                                const char *filter, int width, const char *const *head),
                     void *self)
{
    int rc = 0;

    for (size_t i = 0; rc == 0 && view_all[i]; i++) {
        if (view_all[i]->resolve == classic_resolve && !view_all[i]->needs)
            rc = classic_each(view_all[i], see, self);
        else if (view_all[i]->resolve == web_resolve)
            rc = web_each(see, self);
    }
    return rc;
}
