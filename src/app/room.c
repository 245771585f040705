/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * room.c - how large the files of benchmarks may be on this machine
 */
#include "app/room.h"

#include "base/num.h"

#include <errno.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>

enum { SPARE = 16 << 20, SMALLEST = 64 << 10 };

uint64_t room_for_file(const char *dir)
{
    uint64_t room = UINT64_MAX;
    struct statvfs disk;
    struct sysinfo memory;

    if (statvfs(dir, &disk) == 0)
        room = (uint64_t)disk.f_bavail * disk.f_frsize;
    if (sysinfo(&memory) == 0) {
        uint64_t all = (uint64_t)memory.totalram * memory.mem_unit;
        uint64_t quarter = all > SPARE ? (all - SPARE) / 4 : 0;

        room = quarter < room ? quarter : room;
    }
    return room;
}

static bool is_there(const struct value_list *list, size_t n, const char *value)
{
    for (size_t i = 0; i < n; i++) {
        if (strcmp(list->values[i], value) == 0)
            return true;
    }
    return false;
}

int room_fit(struct value_list *list, uint64_t room, struct arena *arena)
{
    size_t kept = 0;

    for (size_t i = 0; i < list->n; i++) {
        const char *value = list->values[i];
        char digits[NUM_TEXT];
        uint64_t bytes;

        if (num_to_u64(value, &bytes) == 0 && bytes > room && bytes > SMALLEST) {
            while (bytes > room && bytes / 2 >= SMALLEST)
                bytes /= 2;
            num_from_u64(digits, bytes);
            value = arena_strdup(arena, digits);
            if (!value)
                return -ENOMEM;
        }
        if (!is_there(list, kept, value))
            list->values[kept++] = value;
    }
    list->n = kept;
    return 0;
}
