/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * far_end.h - how errbar run --remote and errbar serve agree
 *
 * One connection, over which the near end shows a token and is told the ports of the
 * services; they are there for as long as it stands, and for the near end only.
 *
 * The near end says FAR_END_HELLO and the token, one line. The far end answers with one
 * line: "ok" and the ports (struct job's remote), "busy", FAR_END_OTHER or "no".
 */
#ifndef APP_FAR_END_H
#define APP_FAR_END_H

#include "base/diag.h"
#include "harness/bench.h"

#include <stddef.h>

/* The number is one more whenever either end would misunderstand an older one. */
#define FAR_END_NAME "errbar-serve "
#define FAR_END_HELLO FAR_END_NAME "2 "
#define FAR_END_OTHER "other version"

enum { FAR_END_TOKEN = 128, FAR_END_TEXT = 160, FAR_END_ANSWER = 96 };

/*
 * The token from a file, from $ERRBAR_TOKEN where that is NULL: 16 to 127 characters.
 *
 * Returns: 0, -ENOENT where there is none, -EINVAL where it cannot be one
 */
int far_end_token(char token[FAR_END_TOKEN], const char *path, struct diag *why);

/*
 * Calls "ADDRESS:PORT", by IPv6 where it is "[ADDRESS]:PORT", and shows the token.
 *
 * Returns: a descriptor that must stay open while services are used, with text as
 *          struct job's remote; or a negative errno
 */
int far_end_call(const char *where, const char *token, char text[FAR_END_TEXT],
                 struct diag *why);

/*
 * Serves callers that have the token at that address (port "0": any), one line on
 * standard output saying where, one on standard error for each caller. Ends with the
 * program.
 *
 * Returns: a negative errno where it cannot begin
 */
int far_end_serve(const char *address, const char *port, const char *token,
                  struct diag *why);

/* ---- between the two files of the far end ---- */

struct far_end {
    const char *token, *libexec; /* libexec NULL: no calls by libtirpc */
};

/* One caller, in a process of its own: 0 where it was served until it hung up. */
int far_end_attend(int fd, const struct bench_address *caller,
                   const struct far_end *end);

pid_t far_end_child(void); /* fork(), for a child that ends with this process */
void far_end_log(const struct bench_address *caller, const char *what);
uint16_t far_end_port(const struct bench_address *at);

#endif
