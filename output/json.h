/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * json.h - JSON, member by member: for programs, written and never read
 *
 * Inside an array keys are NULL. Numbers are the shortest that read back; one that is
 * not finite is null. Texts are UTF-8 as they are; what is none becomes "?".
 */
#ifndef OUTPUT_JSON_H
#define OUTPUT_JSON_H

#include "model/sink.h"

#include <stdbool.h>
#include <stdint.h>

struct json {
    struct sink *sink;
    int depth;
    bool any; /* something stands at this depth already */
};

void json_open(struct json *j, const char *key, char bracket); /* '{' or '[' */
void json_close(struct json *j, char bracket);
void json_text(struct json *j, const char *key, const char *text); /* NULL: null */
void json_number(struct json *j, const char *key, double value);
void json_count(struct json *j, const char *key, uint64_t value);
void json_truth(struct json *j, const char *key, bool value);

#endif
