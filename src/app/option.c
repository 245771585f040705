/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * option.c - values of options, as people write them
 */
#include "app/option.h"

#include "app/app.h"
#include "base/num.h"

#include <string.h>

enum { LONGEST_S = 366 * 24 * 3600 }; /* more is a slip of the pen */

double option_seconds(const char *option, const char *text)
{
    double value = 0;

    if (num_to_seconds(text, &value) < 0)
        app_usage("%s wants a time such as 90, 90s, 3m or 2h, not '%s'", option, text);
    if (value > LONGEST_S)
        app_usage("%s: %s is longer than a year", option, text);
    return value;
}

double option_limit(const char *option, const char *text)
{
    double value = option_seconds(option, text);

    if (value <= 0)
        app_usage("%s wants a time longer than 0, not '%s'", option, text);
    return value;
}

uint32_t option_whole(const char *option, const char *text, uint32_t least,
                      uint32_t most)
{
    uint64_t value = 0;

    if (num_to_u64(text, &value) < 0 || value < least || value > most)
        app_usage("%s wants a whole number from %u to %u, not '%s'", option, least,
                  most, text);
    return (uint32_t)value;
}

double option_share(const char *option, const char *text, double least, double most)
{
    double value = 0;

    if (num_to_share(text, &value) < 0 || value < least || value > most)
        app_usage("%s wants a share from %g %% to %g %%, such as 2%%, not '%s'", option,
                  100 * least, 100 * most, text);
    return value;
}

double option_level(const char *text)
{
    double value = 0;

    if (num_to_share(text, &value) < 0)
        value = -1;
    if (value > 1)
        value /= 100;
    /* 99.9 / 100 is a little more than 0.999 */
    if (value > 0.999 && value < 0.999 + 1e-12)
        value = 0.999;
    if (value < 0.5 || value > 0.999)
        app_usage("--confidence wants a level from 50 to 99.9 per cent, not '%s'",
                  text);
    return value;
}

const char *option_one_of(const char *option, const char *text, const char *a,
                          const char *b)
{
    if (strcmp(text, a) != 0 && strcmp(text, b) != 0)
        app_usage("%s is %s or %s, not '%s'", option, a, b, text);
    return text;
}

void option_plain_text(const char *option, const char *text)
{
    for (; *text; text++) {
        if ((unsigned char)*text < 0x20 || *text == 0x7f)
            app_usage("%s wants one line of text without control characters", option);
    }
}
