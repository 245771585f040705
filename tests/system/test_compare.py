# SPDX-License-Identifier: GPL-3.0-or-later
"""test_compare.py - results against each other: sides, formats and exit codes."""
import csv
import hashlib
import json
import re

from program import NS, document, expect, main

ROWS = ['lat_syscall.null', 'lat_syscall.read']


def made(home, name, factor, label, invocations=12, rows=('lat_syscall.null',
                                                          'lat_syscall.read')):
    """A result with made-up observations: each row's times are 100 ns by factor."""
    path = home.measure(name, *rows, '--invocations', str(invocations), '--label', label)
    text = home.read(name)
    state = [7]

    def values(match):
        state[0] = (state[0] * 1103515245 + 12345) % (1 << 31)
        one = int(100 * factor * passes[0] * (1 + (state[0] / (1 << 31) - 0.5) / 250))
        return '<ns>%s</ns>' % ' '.join([str(one)] * len(match.group(1).split()))

    passes = [1]
    parts = []
    for piece in re.split(r'(<series [^>]*>)', text):
        found = re.search(r'<series [^>]*passes="(\d+)"', piece)
        if found:
            passes[0] = int(found.group(1))
        parts.append(re.sub(r'<ns>([^<]*)</ns>', values, piece))
    text = re.sub(r'<(wait|switches|migrations|faults) at="[^"]*">[^<]*</\1>', '',
                  ''.join(parts))
    home.write('raw.xml', text)
    expect(home.run('judge', home.path('raw.xml'), '-o', path), 0)
    return path


def pair(home, factor=1.5):
    return made(home, 'a.xml', 1, 'base'), made(home, 'b.xml', factor, 'new')


def compared(home, *args):
    done = home.run('compare', *args, '--format', 'csv')
    expect(done, 0)
    return list(csv.DictReader(done.stdout.splitlines()))


def what_became_slower_is_said_with_its_ratio(home):
    a, b = pair(home)
    done = home.run('compare', a, b)
    expect(done, 0)
    assert done.stdout.startswith('new against base\n'), done.stdout
    line = next(s for s in done.stdout.splitlines() if s.startswith(ROWS[0]))
    assert re.search(r'1\.50* \[1\.4\d*, 1\.5\d*\]', line) and 'slower' in line, line
    for row in compared(home, a, b):
        assert row['verdict'] == 'slower' and abs(float(row['change']) - 1.5) < 0.02, row
    for row in compared(home, b, a):
        assert row['verdict'] == 'faster', row


def a_file_is_the_same_as_itself(home):
    a = made(home, 'a.xml', 1, 'base')
    rows = compared(home, a, a)
    assert {row['verdict'] for row in rows} == {'same'}, rows
    assert rows[0]['base'] == a and rows[0]['other'] == a  # labels tell nothing here


def exit_codes_follow_what_is_asked_for(home):
    a, b = pair(home)
    expect(home.run('compare', a, b), 0)
    expect(home.run('compare', a, b, '--fail-on', 'worse'), 4, '2 worse')
    expect(home.run('compare', a, b, '--fail-on', 'worse:40%'), 4)
    expect(home.run('compare', a, b, '--fail-on', 'worse:60%'), 0)
    expect(home.run('compare', b, a, '--fail-on', 'worse'), 0)
    c = made(home, 'c.xml', 1, 'less', rows=['lat_syscall.null'])
    expect(home.run('compare', a, c, '--fail-on', 'missing'), 4, 'lat_syscall.read')
    expect(home.run('compare', c, a, '--fail-on', 'missing'), 0)
    expect(home.run('compare', a, b, '--fail-on', 'slow'), 2, 'slow')
    expect(home.run('compare', a, b, '--fail-on', 'worse:x'), 2)


def bisect_answers_as_git_wants_it(home):
    a, b = pair(home)
    expect(home.run('compare', a, b, '--bisect'), 1)
    expect(home.run('compare', b, a, '--bisect'), 0)
    expect(home.run('compare', a, a, '--bisect'), 0)
    few = made(home, 'few.xml', 1.05, 'few', invocations=2)
    expect(home.run('compare', a, few, '--bisect'), 125, '2 of 2 rows are not decided')
    less = made(home, 'less.xml', 1, 'less', rows=['lat_syscall.null'])
    expect(home.run('compare', a, less, '--bisect'), 0)
    expect(home.run('compare', a, less, '--bisect', '--fail-on', 'missing'), 125,
           'a row of the base is missing')
    other = home.write('other.xml', home.read('b.xml').replace('revision="1"',
                                                               'revision="2"'))
    expect(home.run('compare', a, other, '--bisect'), 125, 'no row could be compared')
    expect(home.run('compare', a, '--bisect'), 130)
    expect(home.run('compare', '--bisect'), 130)
    expect(home.run('compare', a, b, '--bisect', '--bogus'), 130)
    expect(home.run('compare', a, home.path('no.xml'), '--bisect'), 131, r'no\.xml')
    expect(home.run('compare', a, b, '--bisect', '-o', home.path('no/x')), 136)


def only_and_sort_choose_what_is_shown(home):
    a, b = pair(home)
    assert len(compared(home, a, b, '--only', 'worse')) == 2
    assert not compared(home, a, b, '--only', 'better')
    assert len(compared(home, b, a, '--only', 'changed')) == 2
    done = home.run('compare', a, b, '--only', 'inconclusive')
    expect(done, 0)
    assert '2 rows are not shown' in done.stdout and '2 of 2 changed' in done.stdout
    names = [row['definition'] for row in compared(home, a, b, '--sort', 'name')]
    assert names == sorted(names)
    expect(home.run('compare', a, b, '--sort', 'colour'), 2)
    expect(home.run('compare', a, b, '--only', 'wors'), 2, 'worse')


def every_format_is_whole(home):
    a, b = pair(home)
    page = json.loads(home.run('compare', a, b, '--format', 'json').stdout)
    assert page['base'] == 'base' and page['columns'][0]['other'] == 'new'
    assert page['columns'][0]['counts']['slower'] == 2
    done = home.run('compare', a, b, '--format', 'markdown', '--ascii')
    assert '| benchmark | base | new |' in done.stdout and done.stdout.isascii()
    expect(home.run('compare', a, b, '-o', home.path('t.txt')), 0)
    assert home.read('t.txt') == home.run('compare', a, b).stdout
    done = home.run('compare', a, b, '--format', 'html')
    assert done.stdout.startswith('<!DOCTYPE html>') and 'slower' in done.stdout
    expect(home.run('compare', a, b, '--format', 'htm'), 2, 'html')


def the_files_are_named_with_their_digests(home):
    a, b = pair(home)
    digests = []
    for path in (a, b):
        with open(path, 'rb') as file:
            digests.append(hashlib.sha256(file.read()).hexdigest())
    done = home.run('compare', a, b)
    assert 'a.xml: sha256:' + digests[0] in done.stdout.replace('\n   ', ' '), done.stdout
    page = json.loads(home.run('compare', a, b, '--format', 'json').stdout)
    assert [s['sha256'] for s in page['sources']] == digests, page['sources']
    session = document(b).find(NS + 'session')
    assert page['sources'][1]['result'] == (session.get('result')
                                            or document(b).get('uuid')), page['sources']
    with open(a, encoding='utf-8') as file:
        done = home.run('compare', '-', b, '--format', 'json', stdin=file)
    expect(done, 0)
    source = json.loads(done.stdout)['sources'][0]
    assert source['path'] == '-' and source['sha256'] == digests[0], source


def single_values_are_no_verdict_but_a_command(home):
    a = made(home, 'a.xml', 1, 'base', invocations=1)
    b = made(home, 'b.xml', 2, 'new', invocations=1)
    done = home.run('compare', a, b, '--format', 'csv')
    expect(done, 6)
    for row in csv.DictReader(done.stdout.splitlines()):
        assert row['verdict'] == 'n/a' and row['reason'] == 'single value', row
        assert int(row['deciding']) >= 10 and row['p'] == '', row
    assert 'errbar run --like %s --invocations 1' % a in re.sub(
        r'\n   ', ' ', home.run('compare', a, b).stdout)


def sessions_of_one_file_are_compared_by_label(home):
    a = made(home, 'a.xml', 1, 'base')
    expect(home.run('compare', a), 2, '--by')
    expect(home.run('compare', a, '--by', 'label'), 2, 'same label')
    done = home.run('run', '--append', a, '--label', 'next', '--progress', 'none')
    expect(done, 0)
    rows = compared(home, a, '--by', 'label')
    assert rows and rows[0]['base'] == 'base' and rows[0]['other'] == 'next', rows
    rows = compared(home, a, '--by', 'label', '--base', 'next')
    assert rows[0]['base'] == 'next' and rows[0]['other'] == 'base', rows
    expect(home.run('compare', a, '--by', 'label', '--base', 'nxt'), 2, 'next')


def a_run_like_the_base_may_have_more_invocations(home):
    a = made(home, 'a.xml', 1, 'base', invocations=2)
    expect(home.run('run', '--like', a, '--invocations', '5', '--progress', 'none', '-o',
                    home.path('c.xml')), 0)
    protocol = next(document(home.path('c.xml')).iter('{urn:errbar:results:1}protocol'))
    assert protocol.get('exactly') == '5', protocol.attrib


main(__name__)
