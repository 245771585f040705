/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/semaphores.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/sem.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support.h"

struct told {
    int rc, id;
    char file[PATH_MAX];
};

/* As where no namespace is allowed: unshare() is refused. */
static int forbid_namespaces(void)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_unshare, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog filter = { sizeof code / sizeof *code, code };

    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
        return -errno;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) < 0 ? -errno : 0;
}

/* Makes a set without a namespace of its own and is killed; NULL: it cannot be tried.
 */
static const struct told *make_and_die(const char *scratch)
{
    struct told *told = mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE,
                             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t pid;
    int status;

    assert_ptr_not_equal(told, MAP_FAILED);
    pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        told->rc = forbid_namespaces();
        if (told->rc == 0)
            told->id = harness_semaphores_new(scratch, 2, told->file);
        raise(SIGKILL);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(WTERMSIG(status), SIGKILL);
    if (told->rc == 0 && told->id != -ENOSYS)
        return told;
    print_message("# skipped: %s\n", strerror(-(told->rc ? told->rc : told->id)));
    munmap(told, sizeof *told);
    return NULL;
}

static void a_set_that_was_left_behind_is_named_in_the_scratch_directory(void **state)
{
    const struct told *told = make_and_die(support_scratch());

    (void)state;
    if (!told)
        skip();
    assert_true(told->id >= 0);
    assert_int_equal(access(told->file, F_OK), 0);
    assert_int_equal(semctl(told->id, 1, GETVAL), 0);
    harness_semaphores_sweep(support_scratch());
    assert_int_equal(semctl(told->id, 1, GETVAL), -1);
    assert_true(errno == EINVAL || errno == EIDRM);
    unlink(told->file);
}

static void a_directory_in_which_no_file_can_be_made_makes_no_set(void **state)
{
    const struct told *told = make_and_die("/nonexistent/directory");

    (void)state;
    if (!told)
        skip();
    assert_int_equal(told->id, -ENOENT);
}

/* Also where the digits would be a key: 0 is that of all private sets. */
static void other_names_remove_nothing(void **state)
{
    static const char *const names[] = { "semaphores-", "semaphores-00000000",
                                         "semaphores-%x", "semaphores-1234567",
                                         "semaphores-123456789" };
    int id = semget(IPC_PRIVATE, 1, 0600);
    char path[PATH_MAX];

    (void)state;
    if (id < 0)
        skip();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", support_scratch(), names[i]);
        support_write(path, "", 0);
    }
    harness_semaphores_sweep(support_scratch());
    harness_semaphores_sweep("/nonexistent");
    assert_int_equal(semctl(id, 0, GETVAL), 0);
    assert_int_equal(semctl(id, 0, IPC_RMID), 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", support_scratch(), names[i]);
        unlink(path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_set_that_was_left_behind_is_named_in_the_scratch_directory),
        cmocka_unit_test(a_directory_in_which_no_file_can_be_made_makes_no_set),
        cmocka_unit_test(other_names_remove_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
