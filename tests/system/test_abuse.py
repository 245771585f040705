# SPDX-License-Identifier: GPL-3.0-or-later
"""test_abuse.py - a hostile or clumsy user, and surroundings that are against it."""
import os
import resource
import shutil

from program import TINY, document, expect, main, rows


def limited(which, value):
    return lambda: resource.setrlimit(which, (value, value))


def where_no_process_can_be_started_nothing_is_begun(home):
    done = home.run('run', *TINY, '-o', home.path('a.xml'), 'lat_syscall.null',
                    preexec_fn=limited(resource.RLIMIT_NOFILE, 9))
    expect(done, 1, 'Too many open files')
    assert not home.journals() and not home.leftovers()
    assert not os.path.exists(home.path('a.xml'))


def a_limit_of_file_size_is_an_error_of_writing_like_a_full_disk(home):
    done = home.run('run', *TINY, '-o', home.path('a.xml'), 'lat_syscall.null',
                    preexec_fn=limited(resource.RLIMIT_FSIZE, 1000))
    expect(done, 8, 'File too large')
    assert not home.journals(), 'a journal that cannot be read stays'
    done = home.run('run', *TINY, '--invocations', '60', '-o', home.path('a.xml'),
                    'lat_syscall', preexec_fn=limited(resource.RLIMIT_FSIZE, 60000))
    expect(done, 8, 'File too large', 'resume')
    assert not os.path.exists(home.path('a.xml')) and not home.leftovers()
    expect(home.run('resume', timeout=300), 0)
    expect(home.run('validate', home.path('a.xml')), 0)


def a_reason_never_names_a_directory_of_the_users(home):
    process = home.start('run', *TINY, '--invocations', '40', '--journal',
                         home.path('state'), '-o', home.path('a.xml'), 'lat_syscall.open')
    while process.poll() is None and not home.leftovers():
        pass
    for name in home.leftovers():
        shutil.rmtree(os.path.join(home.path('scratch'), name), ignore_errors=True)
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 1, errors
    reason = rows(document(home.path('a.xml')))['lat_syscall.open'].get('reason')
    assert 'scratch' in reason, reason
    assert home.top not in home.read('a.xml')
    own = home.write('own', 'x')
    expect(home.run('run', *TINY, 'lat_syscall.read', '--param', 'file=' + own), 2, 'home')


def a_working_directory_that_is_gone_is_told(home):
    os.mkdir(home.path('gone'))

    def leave():
        os.chdir(home.path('gone'))
        os.rmdir(home.path('gone'))

    expect(home.run('run', *TINY, '-o', 'a.xml', 'lat_syscall.null', preexec_fn=leave), 8,
           'current directory')


def standard_input_is_validated_in_one_go_and_called_so(home):
    text = home.read(os.path.basename(home.measure('a.xml', 'lat_syscall.null')))
    home.write('cut.xml', text[:len(text) // 2])
    for name, code in (('a.xml', 0), ('cut.xml', 3)):
        with open(home.path(name), encoding='utf-8') as file:
            done = home.run('validate', '-', stdin=file)
        expect(done, code)
        assert 'standard input' in done.stdout + done.stderr, (done.stdout, done.stderr)
        assert '/proc/' not in done.stdout + done.stderr, done.stderr


def a_file_with_thousands_of_faults_does_not_print_them_all(home):
    text = home.read(os.path.basename(home.measure('a.xml', 'lat_syscall.null')))
    where = text.index('    <fact')
    path = home.write('odd.xml', text[:where] + '    <fact key="a b" missing="x"/>\n' * 3000 +
                      text[where:])
    done = home.run('validate', path)
    expect(done, 3, 'more')
    assert len(done.stderr.splitlines()) < 30, len(done.stderr.splitlines())


main(__name__)
