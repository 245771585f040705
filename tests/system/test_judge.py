# SPDX-License-Identifier: GPL-3.0-or-later
"""test_judge.py - a result judged anew: same observations, other rules."""
import re

from program import NS, document, expect, main, rows

FEW = ['lat_syscall.null', 'lat_syscall.read', 'lat_pipe', '--invocations', '7']


def observations(root):
    return [[s.get('m'), s.get('part'), s.find(NS + 'ns').text]
            for s in root.iter(NS + 'series')]


def estimates(root):
    return {name: m.find('%sjudged/%sestimate' % (NS, NS)).attrib
            for name, m in rows(root).items()}


def the_same_file_and_options_give_the_same_bytes(home):
    path = home.measure('a.xml', *FEW)
    for name in ('b.xml', 'c.xml'):
        expect(home.run('judge', path, '-o', home.path(name)), 0, 'judged')
    assert home.read('b.xml') == home.read('c.xml')
    done = home.run('judge', path)
    expect(done, 0)
    assert done.stdout == home.read('b.xml'), 'standard output is another document'
    expect(home.run('judge', '-', '-o', home.path('d.xml'),
                    stdin=open(path, encoding='utf-8')), 0)
    assert home.read('d.xml') == home.read('b.xml'), 'standard input gives another one'
    expect(home.run('judge', path, '--outliers', 'keep', '-o', home.path('e.xml')), 0)
    assert document(home.path('e.xml')).get('uuid') != document(home.path('b.xml')).get(
        'uuid')


def what_was_observed_stays_and_what_is_thought_of_it_stays_without_options(home):
    path = home.measure('a.xml', *FEW)
    expect(home.run('judge', path, '-o', home.path('b.xml')), 0, ' 0 estimates',
           ' 0 classes')
    old, new = document(path), document(home.path('b.xml'))
    assert observations(old) == observations(new)
    assert estimates(old) == estimates(new)
    assert old.get('uuid') != new.get('uuid')
    assert new.find(NS + 'session').get('result') == old.get('uuid')
    expect(home.run('validate', '--recompute', home.path('b.xml')), 0)


def another_confidence_gives_other_intervals_and_is_written_down_once(home):
    path = home.measure('a.xml', *FEW)
    expect(home.run('judge', path, '--confidence', '80', '-o', home.path('b.xml')), 0)
    expect(home.run('judge', home.path('b.xml'), '--confidence', '90', '--outliers',
                    'keep', '-o', home.path('c.xml')), 0)
    root = document(home.path('c.xml'))
    assert {e['level'] for e in estimates(root).values()} == {'0.9'}
    assert root.find('%ssession/%sprotocol' % (NS, NS)).get('outliers') == 'keep'
    events = [e for e in root.iter(NS + 'event') if e.get('code') == 'judged-anew']
    assert len(events) == 1 and 'confidence 0.95' in events[0].get('text'), events
    assert not list(document(path).iter(NS + 'event')) or 'judged-anew' not in home.read(
        'a.xml')
    for name in ('b.xml', 'c.xml'):
        expect(home.run('validate', '--recompute', home.path(name)), 0)


def a_number_that_was_changed_by_hand_is_put_right(home):
    path = home.measure('a.xml', *FEW)
    text = home.read('a.xml')
    odd = home.write('odd.xml', re.sub(r'(<estimate [^>]*value=")[^"]*', r'\g<1>0.5',
                                       text, count=1))
    expect(home.run('validate', '--recompute', odd), 3)
    expect(home.run('judge', odd, '-o', home.path('b.xml')), 0, ' 1 estimates')
    expect(home.run('validate', '--recompute', home.path('b.xml')), 0)
    assert estimates(document(home.path('b.xml'))) == estimates(document(path))


def what_judge_cannot_take_is_refused(home):
    path = home.measure('a.xml', 'lat_syscall.null')
    expect(home.run('judge'), 2)
    expect(home.run('judge', path, path), 2)
    expect(home.run('judge', path, '--outliers', 'drop'), 2, 'reject or keep')
    expect(home.run('judge', path, '--confidence', '200'), 2, '200')
    expect(home.run('judge', home.path('no.xml')), 3, r'no\.xml')
    expect(home.run('judge', path, '-o', home.path('no/b.xml')), 8)
    with open('/dev/full', 'w', encoding='utf-8') as full:
        expect(home.run('judge', path, stdout=full), 8)


main(__name__)
