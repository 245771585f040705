# SPDX-License-Identifier: GPL-3.0-or-later
"""test_import.py - other people's files through the whole program."""
import os
import resource
import subprocess

from program import NS, document, expect, main, rows

RAW = os.path.join(os.environ['ERRBAR_TEST_DATA'], 'lmbench', 'raw')
FILES = sorted(os.path.join(RAW, name) for name in os.listdir(RAW)
               if name.endswith('.txt'))


def every_raw_file_becomes_a_valid_document(home):
    for path in FILES:
        expect(home.run('import', path, '-o', home.path('a.xml')), 0, 'imported')
        expect(home.run('validate', '--recompute', home.path('a.xml')), 0)


def all_files_together_are_what_they_are_alone(home):
    expect(home.run('import', *FILES, '-o', home.path('all.xml')), 0)
    expect(home.run('validate', home.path('all.xml')), 0)
    root = document(home.path('all.xml'))
    sessions = measurements = 0
    for path in FILES:
        expect(home.run('import', path, '-o', home.path('a.xml')), 0)
        alone = document(home.path('a.xml'))
        sessions += len(alone.findall(NS + 'session'))
        measurements += len(alone.findall(NS + 'measurement'))
    assert len(root.findall(NS + 'session')) == sessions
    assert len(root.findall(NS + 'measurement')) == measurements
    ids = [m.get('id') for m in root.findall(NS + 'measurement')]
    assert len(set(ids)) == len(ids)


def the_same_files_give_the_same_bytes_also_from_standard_input(home):
    for name in ('a.xml', 'b.xml'):
        expect(home.run('import', *FILES[:2], '-o', home.path(name)), 0)
    assert home.read('a.xml') == home.read('b.xml')
    with open(FILES[0], encoding='latin-1') as file:
        done = home.run('import', '-', '-o', '-', stdin=file)
    expect(done, 0)
    assert done.stdout.startswith('<?xml') and 'value="-"' in done.stdout
    expect(home.run('import', FILES[1], FILES[0], '-o', home.path('c.xml')), 0)
    assert document(home.path('c.xml')).get('uuid') != document(
        home.path('a.xml')).get('uuid')


def a_source_is_never_overwritten(home):
    path = home.write('same.txt', 'Simple read: 1.5000 microseconds\n')
    before = home.read('same.txt')
    os.symlink(path, home.path('soft.txt'))
    os.link(path, home.path('hard.txt'))
    for source, output in (('same.txt', 'same.txt'), ('soft.txt', 'same.txt'),
                           ('same.txt', 'soft.txt'), ('same.txt', 'hard.txt')):
        done = home.run('import', home.path(source), '-o', home.path(output))
        expect(done, 2, 'the same file', 'name another one')
    with open(path, encoding='ascii') as file:
        expect(home.run('import', '-', '-o', path, stdin=file), 2, 'standard input')
    assert home.read('same.txt') == before
    assert os.path.islink(home.path('soft.txt'))


def standard_input_is_read_once(home):
    expect(home.run('import', '-', '-', '-o', home.path('a.xml')), 2, 'once only')


def what_is_no_text_is_told_what_to_do(home):
    path = home.write('packed.gz', b'\x1f\x8b\x08\0\0\0\0\0\0\3' + bytes(20))
    expect(home.run('import', path, '-o', home.path('a.xml')), 3, 'gzip -dc')


def what_was_not_understood_is_counted_and_listed_with_its_line(home):
    path = home.write('mail.txt', 'Hello,\nSimple read: 1.5000 microseconds\n'
                                  'Simple write: -1\n0.524288 17\n')
    done = home.run('import', path, '-o', home.path('a.xml'))
    expect(done, 0, '1 line', '1 place', '1 ambiguous', '--report')
    assert done.stdout == '', 'the list was not asked for'
    done = home.run('import', path, '--report')
    expect(done, 0)
    for line in ('mail.txt:1: skipped: Hello,', 'mail.txt:3: no value: -1',
                 'mail.txt:4: ambiguous: 0.524288 17'):
        assert line in done.stdout, done.stdout


def wrong_input_has_the_right_class(home):
    prose = home.write('prose.txt', 'Nothing of interest.\n')
    empty = home.write('empty.txt', '')
    for path in (prose, empty):
        done = home.run('import', path, '-o', home.path('none.xml'))
        expect(done, 3)
        assert not os.path.exists(home.path('none.xml'))
    expect(home.run('import', home.path('missing'), '-o', home.path('none.xml')), 3)
    expect(home.run('import', FILES[0], '--as', 'cookery', '-o', 'x'), 2)
    expect(home.run('import', FILES[0]), 2, '-o')
    expect(home.run('import'), 2)
    # one that says nothing does not spoil the others
    expect(home.run('import', prose, FILES[0], '-o', home.path('a.xml')), 0, 'prose.txt')


def imported_rows_are_judged_by_who_reads_them(home):
    expect(home.run('import', *FILES[:3], '-o', home.path('a.xml')), 0)
    expect(home.run('show', home.path('a.xml'), 'lat_pipe'), 0)
    done = home.run('export', 'csv', home.path('a.xml'), '--table', 'summary')
    expect(done, 0)
    assert 'lmbench-3.0a4' in done.stdout
    expect(home.run('judge', home.path('a.xml'), '-o', home.path('b.xml')), 0)
    expect(home.run('validate', '--recompute', home.path('b.xml')), 0)
    assert all(m.find(NS + 'judged') is not None
               for m in rows(document(home.path('b.xml'))).values())


def a_copy_of_a_file_is_no_repeat_of_its_run(home):
    expect(home.run('import', FILES[0], '-o', home.path('a.xml')), 0)
    with open(FILES[0], encoding='latin-1') as file:
        copy = home.write('copy.txt', '')
        with open(copy, 'w', encoding='latin-1') as other:
            other.write(file.read())
    done = home.run('import', FILES[0], copy, FILES[0], '-o', home.path('b.xml'))
    expect(done, 0, 'copy.txt: the same bytes as', 'from 1 file')
    assert len(document(home.path('b.xml')).findall(NS + 'session')) == len(
        document(home.path('a.xml')).findall(NS + 'session'))
    # one number may well come out twice
    for name in ('a.txt', 'b.txt'):
        home.write(name, 'Simple read: 1.5000 microseconds\n')
    expect(home.run('import', home.path('a.txt'), home.path('b.txt'), '-o',
                    home.path('c.xml')), 0, 'from 2 files')


def peak(home, files):
    """KiB that import needed at most."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    # a sanitizer keeps what was freed, up to 256 MiB unless told: not import's memory
    env = dict(home.env, ASAN_OPTIONS=home.env.get('ASAN_OPTIONS', '') +
               ':quarantine_size_mb=1:thread_local_quarantine_size_kb=64')
    run = subprocess.Popen([home.errbar, 'import', '-q', '-o', home.path('m.xml'), *files],
                           env=env, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(run.pid, 0)
    run.returncode = os.waitstatus_to_exitcode(status)
    assert run.returncode == 0 and before >= 0
    return usage.ru_maxrss


def memory_does_not_grow_with_the_number_of_files(home):
    copies = []
    for i in range(15):
        for path in FILES:
            with open(path, 'rb') as file:
                text = file.read()
            copies.append(home.path('%d-%s' % (i, os.path.basename(path))))
            with open(copies[-1], 'wb') as file: # no two of the same bytes
                file.write(text + b'\nround %d\n' % i)
    few, many = peak(home, FILES), peak(home, copies)
    assert many < 1.5 * few, 'KiB: %d for one round, %d for fifteen' % (few, many)


if __name__ == '__main__':
    main(__name__)
