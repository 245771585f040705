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

static void check(const struct definition *d)
{
    static const char families[] =
        "syscall signal fault process ipc network select context file mmap "
        "mem-latency mem-bandwidth cpu contest";

    if (!is_word_of(d->family, families))
        fail_msg("%s is of no known family", d->id);
    if (!unit_find(d->unit))
        fail_msg("%s has an unknown unit", d->id);
    assert_string_equal(d->suite, "lmbench");
    assert_non_null(d->title);
    assert_non_null(d->quantity);
    assert_true(d->likeness != WORDS_LIKENESS_NONE);
    if ((d->likeness == WORDS_LIKENESS_SAME) != (d->note == NULL))
        fail_msg("%s: a note belongs to what is not the same", d->id);
    for (const char *c = d->id; *c; c++)
        assert_true(islower(*c) || isdigit(*c) || *c == '_' || *c == '.');
}

static void every_definition_is_complete(void **state)
{
    (void)state;
    for (const struct foreign *f = foreign_all; f->label; f++) {
        check(&f->definition);
        assert_string_equal(f->definition.revision, "lmbench-3.0a4");
        assert_int_equal(f->from + f->to, 0);
    }
    for (const struct foreign *f = foreign_changed; f->label; f++) {
        check(&f->definition);
        assert_string_not_equal(f->definition.revision, "lmbench-3.0a4");
        assert_true(0 < f->from && f->from < f->to);
        if (!foreign_find(f->definition.id, "lmbench-3.0a4"))
            fail_msg("%s is not among those that it is a change of", f->definition.id);
    }
}

static void an_id_stands_once_in_a_revision(void **state)
{
    (void)state;
    for (const struct foreign *f = foreign_all; f->label; f++) {
        for (const struct foreign *g = foreign_all; g < f; g++) {
            if (strcmp(f->definition.id, g->definition.id) == 0)
                fail_msg("%s is there twice", f->definition.id);
        }
    }
}

static void a_version_means_one_thing_by_an_id(void **state)
{
    (void)state;
    for (const struct foreign *f = foreign_changed; f->label; f++) {
        for (const struct foreign *g = foreign_changed; g < f; g++) {
            if (strcmp(f->definition.id, g->definition.id) == 0 && f->from <= g->to &&
                g->from <= f->to)
                fail_msg("%s means two things", f->definition.id);
        }
    }
}

static void versions_grow(void **state)
{
    static const struct {
        const char *text;
        int number;
    } versions[] = {
        { "1.0", 10000 },
        { "1.1", 11000 },
        { "1.9", 19000 },
        { "2.0", 20000 },
        { "2.0a12", 20012 },
        { "2-alpha11", 20011 },
        { "2alpha8", 20008 },
        { "3.0", 30000 },
        { "3.0-2003", 30000 },
        { "3.0a4", 30004 },
        { "3alpha4", 30004 },
        { "3.0-a9", 30009 },
        { "", 0 },
        { "lmbench", 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++)
        assert_int_equal(foreign_version(versions[i].text), versions[i].number);
    assert_int_equal(foreign_version(NULL), 0);
}

static const char *revision(const char *id, const char *version)
{
    const struct foreign *f = foreign_for(id, version);

    assert_non_null(f);
    return foreign_revision(f, version);
}

/* The issue names them: fork/vfork, bcopy conflict, 10M, select, STREAM add. */
static void what_changed_has_a_revision_of_its_own(void **state)
{
    static const struct {
        const char *id, *versions[4]; /* any two of them mean different things */
    } changed[] = {
        { "lat_proc.fork", { "1.1", "1.9", "2.0", "3.0a4" } },
        { "lat_proc.exec", { "2.0a12", "3.0" } },
        { "lat_proc.shell", { "2.0", "3.0a9" } },
        { "bw_mem.bcopy", { "2.0", "3.0a4" } },
        { "bw_mem.bcopy_conflict", { "1.9", "3.0a9" } },
        { "bw_tcp", { "2.0", "3.0a4", "3.0a9" } },
        { "lat_select.file", { "2.0", "3.0a4" } },
        { "lat_select.tcp", { "2.0", "3.0-2003" } },
        { "stream.add_bandwidth", { "3.0a4", "3.0a9" } },
        { "stream.add_latency", { "3.0a4", "3.0-a9" } },
        { "lat_mem_rd", { "1.1", "2.0", "3.0a4" } },
        { "lat_syscall.null", { "1.0", "1.9" } },
        { "lat_fcntl", { "2.0", "3.0a4" } },
        { "lat_ops.int64_add", { "3.0a4", "3.0a9" } },
    };

    (void)state;
    for (size_t i = 0; i < sizeof changed / sizeof *changed; i++) {
        const char *const *v = changed[i].versions;

        for (int a = 0; a < 4 && v[a]; a++) {
            for (int b = 0; b < a; b++)
                assert_string_not_equal(revision(changed[i].id, v[a]),
                                        revision(changed[i].id, v[b]));
        }
        assert_string_equal(revision(changed[i].id, NULL), "lmbench-unknown");
    }
}

static void what_did_not_change_has_one_revision(void **state)
{
    static const char *const versions[] = { "1.9", "2.0", "3.0a4", "3.0a9", NULL };
    static const char *const ids[] = { "lat_pipe", "lat_syscall.read", "lat_fs.create",
                                       "bw_pipe",  "lat_sig.catch",    NULL };

    (void)state;
    for (int i = 0; ids[i]; i++) {
        for (int v = 0; versions[v]; v++)
            assert_string_equal(revision(ids[i], versions[v]),
                                revision(ids[i], "3.0a4"));
        assert_string_equal(revision(ids[i], ""), "lmbench-3.0a4");
    }
    assert_string_equal(revision("lat_mem_rd", "3.0a9"),
                        revision("lat_mem_rd", "3.0-2003"));
    assert_null(foreign_for("lat_nothing", "2.0"));
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
        cmocka_unit_test(a_version_means_one_thing_by_an_id),
        cmocka_unit_test(versions_grow),
        cmocka_unit_test(what_changed_has_a_revision_of_its_own),
        cmocka_unit_test(what_did_not_change_has_one_revision),
        cmocka_unit_test(likeness_is_what_the_house_has_decided),
        cmocka_unit_test(a_definition_is_found_by_id_and_revision),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
