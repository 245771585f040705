# SPDX-License-Identifier: GPL-3.0-or-later
"""test_warmup.py - the warm-up that a run finds, is told, takes over, or tries again."""
import re

from program import NS, document, expect, main, rows

FEW = ['--invocations', '6', '--samples', '3', '--span', '0', '--seed', '7',
       '--progress', 'none']
ROW = 'lat_syscall.null'


def lengths(root, m, phase):
    """Observations of each valid invocation of a row, in the order they ran."""
    found = []
    for invocation in root.iter(NS + 'invocation'):
        for series in invocation.iter(NS + 'series'):
            if (series.get('m') == m and invocation.get('phase') == phase and
                    invocation.get('valid') != 'no' and series.get('part') != 'base'):
                found.append(len(series.find(NS + 'ns').text.split()))
    return found


def plan(m):
    found = m.find(NS + 'plan')
    return int(found.get('warmup', 0)), int(found.get('samples'))


def a_run_finds_it_with_the_first_five_invocations(home):
    expect(home.run('run', *FEW, ROW, '-o', home.path('a.xml')), 0)
    root = document(home.path('a.xml'))
    assert root.find('.//' + NS + 'protocol').get('pilots') == '5'
    for m in root.iter(NS + 'measurement'):
        warmup, samples = plan(m)
        ran, pilots = lengths(root, m.get('id'), 'run'), lengths(root, m.get('id'), 'pilot')
        first = ran[:5] if warmup == 5 else [n for n in pilots if n == 60]
        if m.get('attempt') == '1' and m.get('role') != 'sentinel':
            assert first == 5 * [60], (ran, pilots)
        assert warmup >= 5 and set(ran) <= {60, warmup + samples}, (warmup, ran)
    expect(home.run('validate', '--recompute', home.path('a.xml')), 0)
    shown = home.run('show', home.path('a.xml'), ROW).stdout
    assert re.search(r'plan .* of warm-up', shown) and re.search(r'\n *cold ', shown), shown


def what_is_told_or_too_short_is_not_searched(home):
    for args, warmup, ran in ((['--warmup', '3'], 3, 6), (['--invocations', '5'], 5, 5),
                              (['--draft', '--invocations', '4'], 5, 4)):
        expect(home.run('run', *FEW, *args, ROW, '-o', home.path('a.xml')), 0)
        root = document(home.path('a.xml'))
        m = rows(root)[ROW]
        assert root.find('.//' + NS + 'protocol').get('pilots') is None
        assert plan(m)[0] == warmup
        assert lengths(root, m.get('id'), 'run') == ran * [warmup + 3]


def another_run_like_it_takes_it_over(home):
    expect(home.run('run', *FEW, '--warmup', '9', ROW, '-o', home.path('a.xml')), 0)
    # as if it had been found
    home.write('b.xml', re.sub(r'(<protocol [^>]*)warmup="9"', r'\1warmup="5" pilots="5"',
                               home.read('a.xml')))
    expect(home.run('run', '--like', home.path('b.xml'), '-o', home.path('c.xml'),
                    '--progress', 'none'), 0)
    root = document(home.path('c.xml'))
    m = rows(root)[ROW]
    assert plan(m)[0] == 9
    assert lengths(root, m.get('id'), 'run') == 6 * [12]
    assert lengths(root, m.get('id'), 'pilot') == []


def a_second_attempt_is_gone_on_with(home):
    process = home.start('run', *FEW, '--invocations', '4000', ROW, '-o',
                         home.path('a.xml'))
    while process.poll() is None and not (
            home.journals() and
            home.read(home.journals()[0]).count('phase="run"') > 40):
        pass
    process.kill()
    process.communicate(timeout=60)
    journal = home.journals()[0]
    text = home.read(journal)
    text = text[:text.rindex('</invocation>')] + '</invocation>\n'
    passes = re.search(r'<series m="m1" passes="(\d+)"', text).group(1)
    row = ('    <measurement id="%s" definition="' + ROW + '" session="r1" status="ok" '
           'origin="measured"%s attempt="%d">\n      <plan passes="' + passes + '" '
           'samples="3" warmup="%d"/>\n    </measurement>\n')
    text = text.replace('exactly="4000"', 'exactly="6"')
    home.write(journal, text + row % ('m99', '', 2, 10) + row % ('m1', ' stop="exact"', 1, 5))
    expect(home.run('resume', '--progress', 'none'), 0)
    root = document(home.path('a.xml'))
    found = {m.get('attempt'): m for m in root.iter(NS + 'measurement')
             if m.get('definition') == ROW}
    assert found['2'].get('id') == 'm99' and found['2'].get('stop') == 'exact'
    assert lengths(root, 'm99', 'run') == 6 * [13]
    assert found['1'].get('stop') == 'exact'
    expect(home.run('validate', '--recompute', home.path('a.xml')), 0)


main(__name__)
