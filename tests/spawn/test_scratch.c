/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spawn/scratch.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "herd.h"

#include "support.h"

static int make(const char *name)
{
    char path[256];

    snprintf(path, sizeof path, "%s/%s", support_scratch(), name);
    assert_int_equal(mkdir(path, 0700), 0);
    return open(path, O_RDONLY | O_DIRECTORY);
}

static bool is_there(const char *name)
{
    char path[256];

    snprintf(path, sizeof path, "%s/%s", support_scratch(), name);
    return access(path, F_OK) == 0;
}

static void only_what_dead_runs_left_is_swept(void **state)
{
    struct spawn_scratch scratch;
    char file[256];
    int live = make("errbar-run-live00"), dead = make("errbar-run-dead00");
    int foreign = make("errbar-notes");

    (void)state;
    snprintf(file, sizeof file, "%s/errbar-run-dead00/file", support_scratch());
    support_write(file, "x", 1);
    close(dead);
    assert_int_equal(flock(live, LOCK_EX | LOCK_NB), 0);
    assert_int_equal(spawn_scratch_init(&scratch, support_scratch(), NULL), 0);
    assert_true(is_there("errbar-run-live00"));
    assert_false(is_there("errbar-run-dead00"));
    assert_true(is_there("errbar-notes"));
    spawn_scratch_remove(scratch.path);
    spawn_scratch_done(&scratch);
    close(live);
    close(foreign);
}

static void a_directory_is_made_locked_for_its_user_alone(void **state)
{
    struct spawn_scratch scratch;
    struct stat st;
    int other;

    (void)state;
    assert_int_equal(spawn_scratch_init(&scratch, support_scratch(), NULL), 0);
    assert_int_equal(stat(scratch.path, &st), 0);
    assert_int_equal(st.st_mode & 07777, 0700);
    other = open(scratch.path, O_RDONLY | O_DIRECTORY);
    assert_int_equal(flock(other, LOCK_EX | LOCK_NB), -1);
    close(other);
    spawn_scratch_remove(scratch.path);
    assert_int_equal(access(scratch.path, F_OK), -1);
    spawn_scratch_done(&scratch);
}

static void a_relative_parent_becomes_absolute(void **state)
{
    struct spawn_scratch scratch;

    (void)state;
    assert_int_equal(chdir(support_scratch()), 0);
    assert_int_equal(spawn_scratch_init(&scratch, ".", NULL), 0);
    assert_int_equal(scratch.path[0], '/');
    spawn_scratch_remove(scratch.path);
    spawn_scratch_done(&scratch);
    assert_int_equal(chdir("/"), 0);
}

static void where_none_can_be_made_the_sentence_names_the_place(void **state)
{
    static const char *const places[] = { "/nonexistent", "/proc", "/dev/null" };
    struct spawn_scratch scratch;

    (void)state;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        struct diag why = { 0 };

        assert_true(spawn_scratch_init(&scratch, places[i], &why) < 0);
        assert_non_null(strstr(why.text, places[i]));
        assert_non_null(strstr(why.text, "TMPDIR"));
        assert_null(scratch.path);
    }
}

static void an_unusable_first_choice_leaves_the_next_one(void **state)
{
    struct spawn_scratch scratch;

    (void)state;
    setenv("XDG_RUNTIME_DIR", "/nonexistent", 1);
    setenv("TMPDIR", support_scratch(), 1);
    assert_int_equal(spawn_scratch_init(&scratch, NULL, NULL), 0);
    assert_memory_equal(scratch.path, support_scratch(), strlen(support_scratch()));
    spawn_scratch_remove(scratch.path);
    spawn_scratch_done(&scratch);
    unsetenv("XDG_RUNTIME_DIR");
    unsetenv("TMPDIR");
}

/* In a mount namespace of its own: 0 where the full disk was named, 77 refused. */
static int on_a_full_disk(const char *place)
{
    struct spawn_scratch scratch;
    struct diag why = { 0 };

    if (unshare(CLONE_NEWNS) < 0 ||
        mount("none", "/", "none", MS_REC | MS_PRIVATE, "") ||
        mount("none", place, "tmpfs", 0, "nr_inodes=1") < 0)
        return 77;
    return spawn_scratch_init(&scratch, place, &why) == -ENOSPC &&
                   strstr(why.text, place)
               ? 0
               : 1;
}

static void a_full_disk_is_said_before_anything_is_measured(void **state)
{
    int status, place = make("full");
    char path[256];
    pid_t pid;

    (void)state;
    close(place);
    snprintf(path, sizeof path, "%s/full", support_scratch());
    pid = fork();
    if (pid == 0)
        _exit(on_a_full_disk(path));
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77) {
        /* not skip(): this cmocka prints that as a failure */
        print_message("refused here: unshare or mount of a small tmpfs\n");
        return;
    }
    assert_int_equal(status, 0);
}

static void what_a_worker_leaves_is_emptied_before_the_next(void **state)
{
    struct shepherd *s = herd();
    struct arena *arena = arena_new();
    struct spawn_outcome out;

    (void)state;
    for (int i = 0; i < 2; i++) { /* the second could not make what is there */
        assert_int_equal(
            ask(s, "files", spawn_scratch(s), PATIENCE_MS, arena, &out, NULL), 0);
        assert_int_equal(out.status, 0);
    }
    assert_int_equal(access(spawn_scratch(s), F_OK), 0);
    spawn_shepherd_free(s);
    arena_free(arena);
}

static void a_scratch_that_vanishes_costs_only_those_who_need_it(void **state)
{
    struct shepherd *s = herd();
    struct arena *arena = arena_new();
    struct spawn_outcome out;

    (void)state;
    assert_int_equal(rmdir(spawn_scratch(s)), 0);
    assert_int_equal(ask(s, "files", spawn_scratch(s), PATIENCE_MS, arena, &out, NULL),
                     0);
    assert_int_equal(out.status, 9);
    assert_int_equal(ask(s, "exit", "0", PATIENCE_MS, arena, &out, NULL), 0);
    assert_int_equal(out.end, SPAWN_EXITED);
    assert_int_equal(out.status, 0);
    spawn_shepherd_free(s);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_dead_runs_left_is_swept),
        cmocka_unit_test(a_directory_is_made_locked_for_its_user_alone),
        cmocka_unit_test(a_relative_parent_becomes_absolute),
        cmocka_unit_test(where_none_can_be_made_the_sentence_names_the_place),
        cmocka_unit_test(an_unusable_first_choice_leaves_the_next_one),
        cmocka_unit_test(a_full_disk_is_said_before_anything_is_measured),
        cmocka_unit_test(what_a_worker_leaves_is_emptied_before_the_next),
        cmocka_unit_test(a_scratch_that_vanishes_costs_only_those_who_need_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
