/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * r3.h - the SMP kernel page of 2002, read in the plainest way, to hold ours against
 */
#ifndef R3_H
#define R3_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

#define R3_FILE "web/r3-smp-kernels.txt"

enum { R3_KERNELS = 5, R3_ROWS = 86 };

struct r3 {
    char *text;
    char *rows[200][R3_KERNELS + 1]; /* what R3 has between its lone bars */
    size_t n;
    char *captions[8], *groups[16];
    size_t group_at[16], n_groups, n_captions, caption_at[8];
};

/* R3 read in the plainest way: a lone "|" begins a row, "x |" is a cell. */
static inline void r3_open(struct r3 *p)
{
    char *path = support_data(R3_FILE), *line, *rest;
    size_t n = 0;

    memset(p, 0, sizeof *p);
    p->text = support_read(path, NULL);
    free(path);
    for (line = strtok_r(p->text, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest)) {
        size_t length = strlen(line);

        if (strcmp(line, "|") == 0) {
            n = 0;
        } else if (strcmp(line, "|||||") == 0) {
            p->group_at[p->n_groups] = p->n;
            p->groups[p->n_groups++] = p->rows[p->n][0];
        } else if (length > 2 && strcmp(line + length - 2, " |") == 0) {
            line[length - 2] = '\0';
            if (n <= R3_KERNELS)
                p->rows[p->n][n++] = line;
            if (n == R3_KERNELS + 1 && !strstr(line, "smp4"))
                p->n++;
        } else if (strstr(line, "Data are")) {
            p->caption_at[p->n_captions] = p->n;
            p->captions[p->n_captions++] = line;
        }
    }
}

#endif
