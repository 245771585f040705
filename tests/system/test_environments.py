# SPDX-License-Identifier: GPL-3.0-or-later
"""test_environments.py - every benchmark where the machine lacks something.

Each test takes something away from errbar alone, in namespaces, limits, a control group
or a filter of system calls of its own, and measures every benchmark at a small point.
Whatever the machine lacks: each row has a value that is not 0, or says why it has none,
the document is valid, and nothing stays behind.
"""
import ctypes
import math
import os
import re
import resource
import struct
import subprocess

from program import NS, TINY, Skip, become_subreaper, document, expect, main, rows

NEWNS, NEWNET, NEWIPC = 0x00020000, 0x40000000, 0x08000000
BIND, REMOUNT, READ_ONLY, RECURSIVE, PRIVATE = 4096, 32, 1, 16384, 1 << 18
PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS = 22, 38

# One point of each: nearly every loop of the catalogue runs.
POINTS = ['size=64K', 'procs=2', 'fds=100', 'definition=ours', 'memory=file,anonymous',
          'us=100', 'policy=other', 'jobs=2', 'message=64', 'ip=4,6',
          'placement=same,free']
EVERYTHING = ['*'] + [word for point in POINTS for word in ('--param', point)]

libc = ctypes.CDLL(None, use_errno=True)


def call(name, *args):
    """A system call of the C library's; an OSError where it is refused."""
    done = getattr(libc, name)(*args)
    if done != 0:
        raise OSError(ctypes.get_errno(), name)


def mount(source, target, kind=None, flags=0, data=None):
    def text(value):
        return value.encode() if value is not None else None
    call('mount', text(source), text(target), text(kind), flags, text(data))


def own_mounts():
    call('unshare', NEWNS)
    mount(None, '/', None, RECURSIVE | PRIVATE)


def trial(prepare):
    """Raises Skip where a child may not do that."""
    pid = os.fork()
    if pid == 0:
        try:
            prepare()
            os._exit(0)
        except OSError as why:
            os.write(2, ('%s\n' % why).encode())
            os._exit(1)
    if os.waitpid(pid, 0)[1] != 0:
        raise Skip('%s is refused here' % prepare.__name__)


def facts(root):
    return {f.get('key'): f.get('value') for f in root.iter(NS + 'fact')}


def tried(home, prepare=lambda: None, args=(), what=None, codes=(0, 1)):
    """Everything measured after `prepare`: the rows, each of which is settled."""
    trial(prepare)
    done = home.run('run', *TINY, '-o', home.path('a.xml'), *(what or EVERYTHING), *args,
                    preexec_fn=prepare, timeout=300)
    assert done.returncode in codes, (done.returncode, done.stderr[-1500:])
    expect(done, done.returncode)
    found = rows(document(home.path('a.xml')))
    for name, row in found.items():
        if row.get('status') == 'ok':
            value = float(row.find('.//' + NS + 'estimate').get('value'))
            assert math.isfinite(value) and value != 0, '%s is %r' % (name, value)
        else:
            assert row.get('status') in ('failed', 'unsupported'), (name, row.attrib)
            assert row.get('reason'), name + ' has no value and does not say why'
    expect(home.run('validate', home.path('a.xml')), 0)
    assert not home.leftovers(), 'scratch is left'
    return found


def lacking(found):
    """{name: reason} of the rows without a value."""
    return {n: r.get('reason') for n, r in found.items() if r.get('status') != 'ok'}


def without(found, *expected):
    """The rows without a value, but those whose name and reason are expected."""
    return {n: r for n, r in lacking(found).items()
            if not any(re.search(name, n) and re.search(reason, r)
                       for name, reason in expected)}


# What need not be there anywhere: a device was not named, and some have no ::1.
USUAL = [('^disk', 'no device is named'), ('ip=6', 'IPv6'),
         ('lat_cmd', 'cannot be executed')]


def files_are_made_below_the_directory_that_is_named_and_its_kind_is_told(home):
    os.mkdir(home.path('here'))
    root = document(home.measure('a.xml', '--dir', 'here', 'lat_fs.create', '--param',
                                 'size=0'))
    assert facts(root)['fs.type'], 'no file system type'
    assert rows(root)['lat_fs.create size=0'].get('status') == 'ok'
    assert not os.listdir(home.path('here')), 'files are left'
    expect(home.run('run', *TINY, '--dir', 'nowhere', 'lat_fs.create'), 8, 'nowhere')


def on_a_usual_machine_everything_is_measured(home):
    found = tried(home)
    assert len(found) > 40 and not without(found, *USUAL), without(found, *USUAL)


def without_dev_zero_what_reads_it_says_so(home):
    def prepare():
        own_mounts()
        null = os.open('/dev/null', os.O_RDWR)
        mount('none', '/dev', 'tmpfs')
        os.mknod('/dev/null', 0o20666, os.makedev(1, 3))
        os.close(null)
    found = tried(home, prepare)
    assert '/dev/zero' in lacking(found)['lat_syscall.read'], lacking(found)
    rest = without(found, ('lat_syscall.read', '/dev/zero'), *USUAL)
    assert not rest, rest


def without_a_shell_only_what_runs_it_says_so(home):
    def prepare():
        own_mounts()
        mount('/dev/null', os.path.realpath('/bin/sh'), None, BIND)
    found = tried(home, prepare)
    assert any('shell' in n for n in lacking(found)), lacking(found)
    rest = without(found, ('lat_proc.shell', '/bin/sh'), *USUAL)
    assert not rest, rest


def a_read_only_directory_is_refused_before_measuring(home):
    os.mkdir(home.path('here'))

    def prepare():
        own_mounts()
        mount('none', home.path('here'), 'tmpfs', READ_ONLY)
    trial(prepare)
    done = home.run('run', *TINY, '-o', home.path('a.xml'), '--dir', home.path('here'),
                    *EVERYTHING, preexec_fn=prepare)
    expect(done, 8, 'Read-only file system', '--dir')
    assert not os.path.exists(home.path('a.xml'))


def on_a_full_disk_what_makes_files_says_so(home):
    os.mkdir(home.path('here'))

    def prepare():
        own_mounts()
        mount('none', home.path('here'), 'tmpfs', 0, 'size=32k')
    found = tried(home, prepare, ['--dir', home.path('here')])
    full = [n for n, r in lacking(found).items() if re.search('No space|too large', r)]
    for name in ('lat_fs.create', 'lat_fs.delete', 'lat_mmap', 'lat_pagefault definition=ours memory=file',
                 'bw_file_rd', 'bw_mmap_rd', 'lmdd'):
        assert any(n.startswith(name) for n in full), (name, lacking(found))
    rest = without(found, ('', 'No space|too large'), *USUAL)
    assert not rest, rest


def on_a_tmpfs_everything_is_measured(home):
    os.mkdir(home.path('here'))

    def prepare():
        own_mounts()
        mount('none', home.path('here'), 'tmpfs')
    found = tried(home, prepare, ['--dir', home.path('here')])
    assert facts(document(home.path('a.xml')))['fs.type'] == 'tmpfs'
    # 64 KiB to nowhere take a few microseconds
    rest = without(found, ('lmdd', 'too few for this clock'), *USUAL)
    assert not rest, rest


def on_a_small_disk_a_set_takes_smaller_files_and_an_option_does_not(home):
    os.mkdir(home.path('here'))

    def prepare():
        own_mounts()
        mount('none', home.path('here'), 'tmpfs', 0, 'size=20m')
    place = ['--dir', home.path('here')]
    found = tried(home, prepare, place, ['--set', 'quick', 'bw_file_rd',
                                         'bw_mmap_rd'])
    assert not lacking(found), lacking(found)
    assert all(n.endswith('size=%d' % (16 << 20)) for n in found), found
    found = tried(home, prepare, place, ['bw_file_rd.io_only', '--param', 'size=64M'],
                  codes=(6,))
    assert 'too large' in lacking(found)['bw_file_rd.io_only size=%d' % (64 << 20)]


def two_mebibytes_of_locked_memory_are_enough(home):
    def prepare():
        resource.setrlimit(resource.RLIMIT_MEMLOCK, (2 << 20, 2 << 20))
    found = tried(home, prepare)
    assert not without(found, *USUAL), without(found, *USUAL)


def on_one_processor_nothing_waits_for_ever_and_two_are_not_claimed(home):
    one = min(os.sched_getaffinity(0))

    def prepare():
        os.sched_setaffinity(0, {one})
    found = tried(home, prepare, ['--param', 'placement=same,cross,free'])
    cross = [n for n in found if 'placement=cross' in n]
    assert cross and all(found[n].get('status') == 'unsupported' for n in cross)
    rest = without(found, ('placement=cross', 'CPU|core|processor'), *USUAL)
    assert not rest, rest


def group(kind, name, settings):
    """A control group with these settings, of version 1 or 2; removed by the caller."""
    two = os.path.exists('/sys/fs/cgroup/cgroup.controllers')
    path = os.path.join('/sys/fs/cgroup' if two else '/sys/fs/cgroup/' + kind, name)
    try:
        os.mkdir(path)
        for key, value in settings[two].items():
            with open(os.path.join(path, key), 'w', encoding='ascii') as file:
                file.write(value)
    except OSError as why:
        if os.path.isdir(path):
            os.rmdir(path)
        raise Skip('a control group of %s is refused: %s' % (kind, why)) from why
    return path


def in_group(path):
    def join_group():
        with open(os.path.join(path, 'cgroup.procs'), 'w', encoding='ascii') as file:
            file.write('0')
    return join_group


def in_a_cpuset_of_one_processor_that_one_is_used(home):
    one = str(min(os.sched_getaffinity(0)))
    path = group('cpuset', 'errbar-test-%d' % os.getpid(),
                 [{'cpuset.cpus': one, 'cpuset.mems': '0'}, {'cpuset.cpus': one}])
    try:
        found = tried(home, in_group(path))
    finally:
        os.rmdir(path)
    assert not without(found, *USUAL), without(found, *USUAL)
    used = {i.get('cpus') for i in document(home.path('a.xml')).iter(NS + 'invocation')}
    assert used <= {one, None}, used


def in_256_mebibytes_everything_is_measured(home):
    limit = str(256 << 20)
    path = group('memory', 'errbar-test-%d' % os.getpid(),
                 [{'memory.limit_in_bytes': limit}, {'memory.max': limit}])
    try:
        found = tried(home, in_group(path))
        large = tried(home, in_group(path),
                      what=['bw_file_rd', 'bw_mmap_rd', 'lat_mmap', '--set', 'quick'])
    finally:
        os.rmdir(path)
    assert not without(found, *USUAL), without(found, *USUAL)
    assert not lacking(large), lacking(large)


def own_network(up):
    def prepare():
        call('unshare', NEWNET)
        if up:
            with open('/proc/sys/net/ipv6/conf/all/disable_ipv6', 'w',
                      encoding='ascii') as file:
                file.write('1')
            subprocess.run(['ip', 'link', 'set', 'lo', 'up'], check=True)
    return prepare


def without_ipv6_what_needs_it_says_so(home):
    found = tried(home, own_network(True))
    six = [n for n in found if 'ip=6' in n]
    assert six and all(n in lacking(found) for n in six), lacking(found)
    rest = without(found, ('ip=6', 'IPv6'), *USUAL)
    assert not rest, rest


def without_a_loopback_what_needs_it_says_so(home):
    found = tried(home, own_network(False))
    assert any('lat_tcp' in n for n in lacking(found)), lacking(found)
    assert any('lat_select.tcp' in n for n in lacking(found)), lacking(found)
    rest = without(found, ('', 'loopback'), *USUAL)
    assert not rest, rest


def with_64_descriptors_only_what_wants_more_says_so(home):
    def prepare():
        resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    found = tried(home, prepare)
    assert any('lat_select' in n for n in lacking(found)), lacking(found)
    rest = without(found, ('lat_select', 'ulimit -n is 64'), *USUAL)
    assert not rest, rest


def refuse(numbers):
    """A filter that answers EPERM to system calls of these numbers (x86-64, aarch64)."""
    code = [struct.pack('HBBI', 0x20, 0, 0, 0)]  # the number of the call
    for i, number in enumerate(numbers):
        code.append(struct.pack('HBBI', 0x15, len(numbers) - i, 0, number))
    code.append(struct.pack('HBBI', 0x06, 0, 0, 0x7fff0000))  # allow
    code.append(struct.pack('HBBI', 0x06, 0, 0, 0x00050001))  # EPERM
    text = ctypes.create_string_buffer(b''.join(code))
    program = struct.pack('HxxxxxxQ', len(code), ctypes.addressof(text))
    call('prctl', PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    call('prctl', PR_SET_SECCOMP, 2, ctypes.c_char_p(program), 0, 0)


def where_perf_and_mlock_are_refused_everything_is_measured(home):
    # perf_event_open, mlock, mlockall, mlock2
    numbers = {'x86_64': (298, 149, 151, 325), 'aarch64': (241, 228, 230, 284)}
    if os.uname().machine not in numbers:
        raise Skip('system calls have other numbers here')

    def prepare():
        refuse(numbers[os.uname().machine])
    found = tried(home, prepare)
    assert not without(found, *USUAL), without(found, *USUAL)


def semaphores():
    """Ids of all System V semaphores in the namespace of this process."""
    with open('/proc/sysvipc/sem', encoding='ascii') as file:
        return sorted(line.split()[1] for line in file.readlines()[1:])


def a_killed_run_leaves_no_semaphores_where_no_namespace_is_allowed(home):
    unshare = {'x86_64': 272, 'aarch64': 97}
    if os.uname().machine not in unshare or not os.path.exists('/proc/sysvipc/sem'):
        raise Skip('system calls have other numbers here, or there is no /proc/sysvipc')
    trial(lambda: call('unshare', NEWIPC))
    call('unshare', NEWIPC)  # nobody else makes any here
    become_subreaper()
    assert not semaphores(), semaphores()
    process = home.start('run', '--invocations', '5000', '--span', '0', '--progress', 'none',
                         '-o', home.path('a.xml'), 'lat_sem',
                         preexec_fn=lambda: refuse([unshare[os.uname().machine]]))
    seen = False
    while process.poll() is None and not seen:
        seen = bool(semaphores())
    process.kill()
    process.communicate(timeout=60)
    assert seen, 'no semaphores were made where all can see them'
    while True:  # until the last of what it started is gone
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            break
    assert not semaphores(), semaphores()


if __name__ == '__main__':
    main(__name__)
