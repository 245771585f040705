/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * room.h - how large the files of benchmarks may be on this machine
 */
#ifndef APP_ROOM_H
#define APP_ROOM_H

#include "app/values.h"

/* Bytes of a file that fits below `dir` and stays in memory four times over. */
uint64_t room_for_file(const char *dir);

/* Halves the sizes of a list until they fit, each once. 0 or -ENOMEM */
int room_fit(struct value_list *list, uint64_t room, struct arena *arena);

#endif
