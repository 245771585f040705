/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * option.h - values of options, as people write them
 *
 * Each refuses what it cannot take with a sentence and exit 2.
 */
#ifndef APP_OPTION_H
#define APP_OPTION_H

#include <stdint.h>

/* "90", "90s", "3m", "2h" */
double option_seconds(const char *option, const char *text);
/* The same, longer than 0. */
double option_limit(const char *option, const char *text);
uint32_t option_whole(const char *option, const char *text, uint32_t least,
                      uint32_t most);
/* A share such as 2% or 0.02, within bounds. */
double option_share(const char *option, const char *text, double least, double most);
/* A level of confidence; "95" means per cent, as people say it. */
double option_level(const char *text);
const char *option_one_of(const char *option, const char *text, const char *a,
                          const char *b);
/* One line of text without control characters. */
void option_plain_text(const char *option, const char *text);

#endif
