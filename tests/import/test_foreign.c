/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "import/foreign.h"

#include <ctype.h>
#include <string.h>

#include "model/unit.h"

#include "support.h"

/* spec/lmbench.md 1.1, 1.3, 1.6, 1.7 and 3.2: how lines and blocks of a raw file open
 */
static const char *const labels[] = {
    "Simple syscall:",
    "Simple read:",
    "Simple write:",
    "Simple stat:",
    "Simple fstat:",
    "Simple open/close:",
    "Select on %d fd's:",
    "Select on %d tcp fd's:",
    "Signal handler installation:",
    "Signal handler overhead:",
    "Protection fault:",
    "Pipe latency:",
    "AF_UNIX sock stream latency:",
    "Process fork+exit:",
    "Process fork+execve:",
    "Process fork+/bin/sh -c:",
    "Static Process fork+exit:",
    "integer bit:",
    "integer add:",
    "integer mul:",
    "integer div:",
    "integer mod:",
    "int64 bit:",
    "int64 add:",
    "int64 mul:",
    "int64 div:",
    "int64 mod:",
    "float add:",
    "float mul:",
    "float div:",
    "double add:",
    "double mul:",
    "double div:",
    "float bogomflops:",
    "double bogomflops:",
    "integer bit parallelism:",
    "int64 mod parallelism:",
    "double div parallelism:",
    "File %s write bandwidth:",
    "Pagefaults on %s:",
    "UDP latency using %s:",
    "TCP latency using %s:",
    "RPC/udp latency using %s:",
    "RPC/tcp latency using %s:",
    "TCP/IP connection cost to %s:",
    "Avg xfer:",
    "AF_UNIX sock stream bandwidth:",
    "Pipe bandwidth:",
    "tlb:",
    "STREAM copy latency:",
    "STREAM copy bandwidth:",
    "STREAM scale latency:",
    "STREAM add latency:",
    "STREAM triad bandwidth:",
    "STREAM2 fill latency:",
    "STREAM2 copy bandwidth:",
    "STREAM2 daxpy latency:",
    "STREAM2 sum bandwidth:",
    "\"mappings",
    "\"File system latency",
    "\"Seek times for %s",
    "\"Zone bandwidth for %s",
    "Socket bandwidth using %s",
    "\"read bandwidth",
    "\"read open2close bandwidth",
    "\"Mmap read bandwidth",
    "\"Mmap read open2close bandwidth",
    "\"libc bcopy unaligned",
    "\"libc bcopy aligned",
    "Memory bzero bandwidth",
    "\"unrolled bcopy unaligned",
    "\"unrolled partial bcopy unaligned",
    "Memory read bandwidth",
    "Memory partial read bandwidth",
    "Memory write bandwidth",
    "Memory partial write bandwidth",
    "Memory partial read/write bandwidth",
    "\"size=%dk ovr=",
    "Memory load parallelism",
    "Memory load latency",
    "Random load latency",
    NULL,
};

static bool has_label(const struct foreign *f, const char *label)
{
    const char *at = strstr(f->label, label);
    size_t length = strlen(label);

    return at && (at == f->label || at[-1] == '|') &&
           (at[length] == '\0' || at[length] == '|');
}

static void every_label_of_a_raw_file_has_a_definition(void **state)
{
    (void)state;
    for (size_t i = 0; labels[i]; i++) {
        bool found = false;

        for (const struct foreign *f = foreign_all; f->label && !found; f++)
            found = has_label(f, labels[i]);
        if (!found)
            fail_msg("no definition for '%s'", labels[i]);
    }
}

static bool is_word_of(const char *word, const char *words)
{
    const char *at = word ? strstr(words, word) : NULL;
    size_t length = word ? strlen(word) : 0;

    return at && (at == words || at[-1] == ' ') &&
           (at[length] == ' ' || at[length] == '\0');
}

static void every_definition_is_complete(void **state)
{
    static const char families[] =
        "syscall signal fault process ipc network select context file mmap "
        "mem-latency mem-bandwidth cpu contest";

    (void)state;
    for (const struct foreign *f = foreign_all; f->label; f++) {
        const struct definition *d = &f->definition;

        if (!is_word_of(d->family, families))
            fail_msg("%s is of no known family", d->id);
        if (!unit_find(d->unit))
            fail_msg("%s has an unknown unit", d->id);
        assert_string_equal(d->suite, "lmbench");
        assert_string_equal(d->revision, "lmbench-3.0a4");
        assert_non_null(d->title);
        assert_non_null(d->quantity);
        assert_true(d->likeness != WORDS_LIKENESS_NONE);
        if ((d->likeness == WORDS_LIKENESS_SAME) != (d->note == NULL))
            fail_msg("%s: a note belongs to what is not the same", d->id);
        for (const char *c = d->id; *c; c++)
            assert_true(islower(*c) || isdigit(*c) || *c == '_' || *c == '.');
    }
}

static void an_id_stands_once_in_a_revision(void **state)
{
    (void)state;
    for (const struct foreign *f = foreign_all; f->label; f++) {
        for (const struct foreign *g = foreign_all; g < f; g++) {
            if (strcmp(f->definition.id, g->definition.id) == 0 &&
                strcmp(f->definition.revision, g->definition.revision) == 0)
                fail_msg("%s is there twice", f->definition.id);
        }
    }
}

/* spec/model.md section 5 */
static void likeness_is_what_the_house_has_decided(void **state)
{
    static const struct {
        const char *id;
        enum words_likeness likeness;
    } decided[] = {
        { "lat_select.file", WORDS_LIKENESS_DIFFERENT },
        { "lat_select.tcp", WORDS_LIKENESS_DIFFERENT },
        { "lat_pagefault", WORDS_LIKENESS_DIFFERENT },
        { "lat_mmap", WORDS_LIKENESS_DIFFERENT },
        { "bw_mem.frd", WORDS_LIKENESS_DIFFERENT },
        { "bw_mem.fwr", WORDS_LIKENESS_DIFFERENT },
        { "lat_ops.integer_add", WORDS_LIKENESS_DIFFERENT },
        { "stream.add_bandwidth", WORDS_LIKENESS_DIFFERENT },
        { "lat_ctx", WORDS_LIKENESS_CLOSE },
        { "lat_sig.prot", WORDS_LIKENESS_CLOSE },
        { "lat_mem_rd", WORDS_LIKENESS_CLOSE },
        { "lat_proc.fork", WORDS_LIKENESS_CLOSE },
        { "lat_proc.exec", WORDS_LIKENESS_CLOSE },
        { "lat_proc.shell", WORDS_LIKENESS_CLOSE },
        { "lat_syscall.null", WORDS_LIKENESS_SAME },
        { "lat_pipe", WORDS_LIKENESS_SAME },
        { "lat_sig.catch", WORDS_LIKENESS_SAME },
    };

    (void)state;
    for (size_t i = 0; i < sizeof decided / sizeof *decided; i++) {
        const struct foreign *f = foreign_find(decided[i].id, "lmbench-3.0a4");

        assert_non_null(f);
        assert_int_equal(f->definition.likeness, decided[i].likeness);
    }
}

static void a_definition_is_found_by_id_and_revision(void **state)
{
    (void)state;
    assert_string_equal(foreign_find("lat_fs.create", NULL)->definition.unit, "s");
    assert_null(foreign_find("lat_fs.create", "1"));
    assert_null(foreign_find("lat_fs", NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_label_of_a_raw_file_has_a_definition),
        cmocka_unit_test(every_definition_is_complete),
        cmocka_unit_test(an_id_stands_once_in_a_revision),
        cmocka_unit_test(likeness_is_what_the_house_has_decided),
        cmocka_unit_test(a_definition_is_found_by_id_and_revision),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
