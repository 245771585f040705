/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * build.c - how this program was built, and in what state it runs
 */
#include "probe/reader.h"

#include "base/num.h"
#include "os/proc.h"
#include "probe_build.h"
#include "probe_vcs.h"

#include <errno.h>
#include <gnu/libc-version.h>
#include <link.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* `field` holds the text, written by the build. */
static int constant(struct probe *p, const struct probe_reader *r, char *text)
{
    (void)p;
    return probe_copy(text, r->field, strlen(r->field));
}

static int libc(struct probe *p, const struct probe_reader *r, char *text)
{
    (void)p;
    (void)r;
    return snprintf(text, PROBE_TEXT, "glibc %s", gnu_get_libc_version()) < 0 ? -EIO
                                                                              : 0;
}

/* "1a2b3c4d5e6f" or "1a2b3c4d5e6f-dirty" */
static int commit(struct probe *p, const struct probe_reader *r, char *text)
{
    size_t n = strspn(PROBE_VCS, "0123456789abcdef");

    (void)p;
    (void)r;
    return n >= 7 ? probe_copy(text, PROBE_VCS, n) : -ENOENT;
}

static int dirty(struct probe *p, const struct probe_reader *r, char *text)
{
    const char *word = strstr(PROBE_VCS, "-dirty") ? "yes" : "no";
    int rc = commit(p, r, text);

    return rc < 0 ? rc : probe_copy(text, word, strlen(word));
}

static size_t padded(uint32_t bytes)
{
    return ((size_t)bytes + 3) / 4 * 4;
}

/* The note that the linker leaves in the program itself, the first object loaded. */
static int find_id(struct dl_phdr_info *info, size_t size, void *self)
{
    char *text = self;

    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        const char *at = (const char *)(info->dlpi_addr + segment->p_vaddr);
        const char *end = at + segment->p_memsz;

        while (segment->p_type == PT_NOTE &&
               end - at >= (ptrdiff_t)sizeof(ElfW(Nhdr))) {
            const ElfW(Nhdr) *note = (const void *)at;
            const unsigned char *id =
                (const unsigned char *)at + sizeof *note + padded(note->n_namesz);

            if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 &&
                memcmp(note + 1, "GNU", 4) == 0 && note->n_descsz <= 64) {
                for (size_t j = 0; j < note->n_descsz; j++)
                    sprintf(text + 2 * j, "%02x", id[j]);
                return 1;
            }
            at = (const char *)id + padded(note->n_descsz);
        }
    }
    return 1;
}

static int build_id(struct probe *p, const struct probe_reader *r, char *text)
{
    (void)p;
    (void)r;
    text[0] = '\0';
    dl_iterate_phdr(find_id, text);
    return text[0] ? 0 : -ENOENT;
}

#define BUILT "build"

const struct probe_reader probe_build_rows[] = {
    ROW("build.compiler", constant, BUILT, PROBE_BUILD_COMPILER, NULL),
    ROW("build.compiler.version", constant, BUILT, PROBE_BUILD_COMPILER_VERSION, NULL),
    ROW("build.linker", constant, BUILT, PROBE_BUILD_LINKER, NULL),
    ROW("build.flags", constant, BUILT, PROBE_BUILD_FLAGS, NULL),
    ROW("build.lto", constant, BUILT, PROBE_BUILD_LTO, NULL),
    ROW("build.sanitizer", constant, BUILT, PROBE_BUILD_SANITIZER, NULL),
    ROW("build.libc", constant, BUILT, PROBE_BUILD_LIBC, NULL),
    ROW("build.id", build_id, "dl_iterate_phdr", NULL, NULL),
    ROW("libc.version", libc, "gnu_get_libc_version", NULL, NULL),
    ROW("program.version", constant, BUILT, PROBE_BUILD_VERSION, NULL),
    ROW("program.commit", commit, BUILT, NULL, PROBE_UNREADABLE),
    ROW("program.dirty", dirty, BUILT, NULL, PROBE_UNREADABLE),
    { 0 },
};

static int environment(struct probe *p, const struct probe_reader *r, char *text)
{
    uint64_t bytes = 0;

    (void)p;
    (void)r;
    for (char **e = environ; e && *e; e++)
        bytes += strlen(*e) + 1;
    num_from_u64(text, bytes);
    return 0;
}

static int priority(struct probe *p, const struct probe_reader *r, char *text)
{
    int value;

    (void)p;
    (void)r;
    errno = 0;
    value = getpriority(PRIO_PROCESS, 0);
    if (errno)
        return -errno;
    num_from_i64(text, value);
    return 0;
}

static int scheduler(struct probe *p, const struct probe_reader *r, char *text)
{
    static const struct {
        int policy;
        const char *word;
    } words[] = {
        { SCHED_OTHER, "other" }, { SCHED_BATCH, "batch" },    { SCHED_IDLE, "idle" },
        { SCHED_FIFO, "fifo" },   { SCHED_RR, "round-robin" },
    };
    int policy = sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;

    (void)p;
    (void)r;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (words[i].policy == policy)
            return probe_copy(text, words[i].word, strlen(words[i].word));
    }
    return -EINVAL;
}

const struct probe_reader probe_run_rows[] = {
    LIVE("run.environment", environment, "environ", NULL),
    ROW("run.cpus", probe_field, "/proc/self/status", "Cpus_allowed_list",
        PROBE_UNREADABLE),
    LIVE("run.nice", priority, "getpriority", NULL),
    LIVE("run.scheduler", scheduler, "sched_getscheduler", NULL),
    { 0 },
};
