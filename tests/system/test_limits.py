# SPDX-License-Identifier: GPL-3.0-or-later
"""test_limits.py - a machine that gives out: disk, scratch, processes, descriptors."""
import os
import resource
import shutil
import subprocess

from program import NS, TINY, Home, Skip, document, expect, main, rows


def an_output_that_cannot_be_written_is_refused_before_measuring(home):
    for path in (home.path('no/such/place.xml'), home.path('scratch'), '/proc/a.xml'):
        done = home.run('run', *TINY, '-o', path, 'lat_syscall.null')
        expect(done, 8, os.path.basename(path))
        assert not home.journals(), 'it began to measure for ' + path
        assert not home.leftovers()


def a_full_device_is_an_error_and_nothing_is_lost(home):
    done = home.run('run', *TINY, '-o', '/dev/full', 'lat_syscall.null')
    expect(done, 8)
    assert not home.leftovers()
    journals = home.journals()
    if journals:  # it was measured: then it can still be had
        assert any('<invocation' in open(j, encoding='utf-8').read() for j in journals)
        assert journals[0] in done.stderr or 'resume' in done.stderr, done.stderr


def a_report_that_cannot_be_written_is_exit_8(home):
    path = home.measure('a.xml', 'lat_syscall.null')
    printing = (['report', 'summary', path], ['show', path], ['list'], ['validate', path],
                ['report', 'text-3.0', path], ['--help'], ['run', '--help'], ['version'],
                ['run', '--usage'], ['doctor'], ['run', '--dry-run'])
    with open('/dev/full', 'w', encoding='utf-8') as full:
        for args in printing:
            expect(home.run(*args, stdout=full), 8, 'No space left')
    for args in printing:
        expect(home.run(*args, stdout=None, preexec_fn=lambda: os.close(1)), 8)
    expect(home.run('export', 'csv', path, '-o', '/proc/tables'), 8)


class Tmpfs:
    """A tiny file system at a place below the home, of this many KiB."""

    def __init__(self, home, name, kib):
        self.path = home.path(name)
        os.makedirs(self.path, exist_ok=True)
        self.mount('-t', 'tmpfs', '-o', 'size=%dk' % kib, 'none', self.path)

    @staticmethod
    def mount(*args):
        done = subprocess.run(['mount'] + list(args), capture_output=True, text=True,
                              check=False)
        if done.returncode != 0:
            raise Skip('mount(2) of a tmpfs is refused: ' + done.stderr.strip())

    def grow(self):
        self.mount('-o', 'remount,size=100m', self.path)

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        subprocess.run(['umount', '-l', self.path], check=False)


def a_disk_that_fills_with_the_result_leaves_a_journal_to_resume(home):
    with Tmpfs(home, 'small', 4) as disk:
        done = home.run('run', *TINY, '-o', disk.path + '/a.xml', 'lat_syscall')
        expect(done, 8)
        assert os.listdir(disk.path) == [], 'half a result stays'
        assert home.journals() and 'resume' in done.stderr, done.stderr
        disk.grow()
        expect(home.run('resume'), 0)
        assert len(rows(document(disk.path + '/a.xml'))) == 6
        assert not home.journals()


def a_disk_that_fills_with_the_journal_ends_the_run_and_keeps_what_is_there(home):
    with Tmpfs(home, 'state', 32) as disk:
        done = home.run('run', *TINY, '--invocations', '40', '-o', home.path('a.xml'),
                        'lat_syscall.null')
        expect(done, 8)
        assert not home.leftovers()
        assert home.journals(), 'what was measured is lost'
        kept = open(home.journals()[0], encoding='utf-8').read().count('</invocation>')
        assert kept > 0
        disk.grow()
        expect(home.run('resume', timeout=300), 0)
        found = document(home.path('a.xml')).iter(NS + 'invocation')
        assert len(list(found)) > kept


def a_scratch_directory_that_vanishes_fails_rows_and_not_the_run(home):
    process = home.start('run', *TINY, '--invocations', '40', '--progress', 'plain', '-o',
                         home.path('a.xml'), 'lat_syscall.null', 'lat_syscall.open')
    while process.poll() is None and not home.leftovers():
        pass
    for name in home.leftovers():
        shutil.rmtree(os.path.join(home.path('scratch'), name), ignore_errors=True)
    _, errors = process.communicate(timeout=120)
    assert process.returncode in (0, 1), (process.returncode, errors[-1500:])
    found = rows(document(home.path('a.xml')))
    assert found['lat_syscall.null'].get('status') == 'ok', errors
    if process.returncode == 1:
        row = found['lat_syscall.open']
        assert row.get('status') == 'failed' and row.get('reason'), row.attrib
    expect(home.run('validate', home.path('a.xml')), 0)


def a_scratch_place_that_is_not_there_is_refused_before_measuring(home):
    done = home.run('run', *TINY, '-o', home.path('a.xml'), 'lat_syscall.null',
                    env={'TMPDIR': home.path('nowhere')})
    assert done.returncode in (0, 8), (done.returncode, done.stderr)
    if done.returncode:
        expect(done, 8, 'nowhere')
        assert not os.path.exists(home.path('a.xml'))


def too_few_descriptors_fail_their_case_with_the_reason_and_no_other(home):
    def few():
        resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))

    done = home.run('run', *TINY, '-o', home.path('a.xml'), 'lat_syscall.null', 'lat_ctx',
                    '--param', 'procs=2,96', '--param', 'size=0', preexec_fn=few)
    expect(done, 1)
    found = rows(document(home.path('a.xml')))
    assert found['lat_syscall.null'].get('status') == 'ok'
    many = [r for n, r in found.items() if 'procs=96' in n]
    assert many and all(r.get('status') == 'failed' and r.get('reason') for r in many)
    assert re_any(r'file|descriptor|RLIMIT_NOFILE', [r.get('reason') for r in many])


def re_any(pattern, texts):
    import re
    return any(re.search(pattern, t, re.I) for t in texts)


def too_few_processes_fail_their_case_with_the_reason_and_no_other(home):
    if os.geteuid() != 0:
        raise Skip('setuid(2) to a user without processes needs root')
    user = 61000 + os.getpid() % 1000
    with Home(home.errbar) as other:
        # the build may lie where that user cannot go
        build = os.path.dirname(os.path.dirname(home.errbar))
        shutil.copy(home.errbar, other.path('errbar'))
        shutil.copytree(build + '/helpers', other.path('libexec'),
                        ignore=shutil.ignore_patterns('*.p'))
        os.chmod(other.top, 0o755)
        for folder, folders, names in os.walk(other.top):
            for name in folders + names:
                os.chown(os.path.join(folder, name), user, user)
                os.chmod(os.path.join(folder, name), 0o755)
        os.chown(other.top, user, user)
        other.errbar = other.path('errbar')
        other.env['ERRBAR_LIBEXEC'] = other.path('libexec')

        def limited():
            resource.setrlimit(resource.RLIMIT_NPROC, (16, 16))
            os.setgid(user)
            os.setuid(user)

        done = other.run('run', *TINY, '-o', other.path('a.xml'), 'lat_syscall.null',
                         'lat_ctx', '--param', 'procs=2,96', '--param', 'size=0',
                         preexec_fn=limited)
        expect(done, 1)
        found = rows(document(other.path('a.xml')))
        assert found['lat_syscall.null'].get('status') == 'ok'
        many = [r for n, r in found.items() if 'procs=96' in n]
        assert many and all(r.get('status') == 'failed' and r.get('reason') for r in many)
        assert not other.leftovers()


def standard_streams_may_be_closed(home):
    def shut():
        os.close(0)

    path = home.path('a.xml')
    done = home.run('run', *TINY, '-o', path, 'lat_syscall', 'lat_pipe', stdin=None,
                    preexec_fn=shut)
    expect(done, 0)
    assert rows(document(path))['lat_pipe placement=same'].get('status') == 'ok'
    expect(home.run('report', 'summary', path, stdin=None, preexec_fn=shut), 0)

    def shut_all():
        os.closerange(0, 3)

    done = subprocess.run([home.errbar, 'run'] + TINY +
                          ['-o', home.path('b.xml'), 'lat_syscall.null'], env=home.env,
                          preexec_fn=shut_all, check=False)
    assert done.returncode == 0, done.returncode
    assert rows(document(home.path('b.xml')))['lat_syscall.null'].get('status') == 'ok'


def one_processor_is_enough(home):
    one = min(os.sched_getaffinity(0))

    def bind():
        os.sched_setaffinity(0, {one})

    path = home.path('a.xml')
    done = home.run('run', *TINY, '-o', path, 'lat_syscall.null', 'lat_pipe', 'lat_ctx',
                    '--param', 'procs=2,16', '--param', 'size=0', preexec_fn=bind)
    expect(done, 0)
    for name, row in rows(document(path)).items():
        apart = 'cross' in name or 'sibling' in name
        assert row.get('status') == ('unsupported' if apart else 'ok'), row.attrib


def real_time_scheduling_does_not_hang_it(home):
    def real_time():
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))

    try:
        done = home.run('run', *TINY, '-o', home.path('a.xml'), 'lat_pipe', 'lat_ctx',
                        '--param', 'procs=2', '--param', 'size=0', preexec_fn=real_time)
    except subprocess.SubprocessError as error:
        raise Skip('sched_setscheduler(SCHED_FIFO) is refused') from error
    expect(done, 0)


main(__name__)
