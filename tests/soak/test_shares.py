# SPDX-License-Identifier: GPL-3.0-or-later
"""test_shares.py - what real_coverage.py counts, from documents whose shares are known."""
import os
import subprocess
import sys

import page
import shares
import ten_runs

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'system'))
from program import expect, main  # noqa: E402

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'real_coverage.py')


def document(home, name, value, half=1.0, rerun=None, flags='', minute=0):
    """One run of one row, value +- half; the rerun interval is value +- rerun."""
    return home.write(name, '''<results xmlns="urn:errbar:results:1" version="1.0">
<system id="s1" name="m"><fact key="cpu.model" value="Example"/></system>
<session id="r1" system="s1" start="2026-03-02T08:%02d:00Z" end="2026-03-02T08:%02d:30Z">
<protocol maxSeconds="85"/><fact key="rerun.syscall" value="0.011" source="noise floor of x"/>
<fact key="load.time" value="100" at="start"/><fact key="load.idle" value="50" at="start"/>
<fact key="load.time" value="200" at="end"/><fact key="load.idle" value="130" at="end"/>
</session>
<measurement id="m1" definition="lat_x" session="r1" status="ok" stop="precision">
<param name="size" value="0"/><judged>
<estimate span="60" value="%r" lo="%r" hi="%r" n="10"/><class name="sharp"/>%s%s
</judged></measurement>
<measurement id="m2" definition="lat_y" session="r1" status="ok" role="sentinel"/>
<measurement id="m3" definition="lat_z" session="r1" status="failed"/>
</results>''' % (minute, minute, value, value - half, value + half,
                 ''.join('<flag code="%s" severity="%s"/>' % tuple(flag.split(':'))
                         for flag in flags.split()),
                 '<rerun lo="%r" hi="%r"/>' % (value - rerun, value + rerun)
                 if rerun else ''))


def runs(home, *values, **more):
    return [shares.Run(document(home, 'run-%02d.xml' % (i + 1), value, minute=i, **more))
            for i, value in enumerate(values)]


def intervals_that_hold_the_median_of_all_runs_are_counted(home):
    found = shares.over_runs(runs(home, 10.0, 10.5, 11.0, 12.5, 9.0))
    assert list(found) == ['lat_x size=0'], found
    held = found['lat_x size=0']
    assert held.median == 10.5 and (held.held, held.n) == (3, 5), vars(held)
    assert (held.serial, held.fair, held.pairs) == (0, 3, 0), vars(held)


def an_attempt_that_was_cut_short_does_not_replace_the_one_before(home):
    path = document(home, 'a.xml', 10.0)
    with open(path, encoding='utf-8') as file:
        text = file.read()
    first = text[text.index('<measurement id="m1"'):text.index('<measurement id="m2"')]
    cut = first.replace('id="m1"', 'id="m4" attempt="2"').replace(' lo="9.0" hi="11.0"',
                                                                 '')
    whole = first.replace('id="m1"', 'id="m5" attempt="2"').replace('10.0', '10.5')
    for second, value in ((cut, 10.0), (whole, 10.5)):
        home.write('b.xml', text.replace('<measurement id="m1"',
                                         second + '<measurement id="m1"'))
        rows = shares.Run(home.path('b.xml')).rows
        assert rows['lat_x size=0'].value == value, (second, vars(rows['lat_x size=0']))


def a_run_without_a_row_is_left_out_of_it_alone(home):
    some = runs(home, 10.0, 10.5, 11.0)
    del some[0].rows['lat_x size=0']
    assert shares.over_runs(some)['lat_x size=0'].n == 2


def what_is_flagged_serial_counts_as_told(home):
    some = runs(home, 10.0, 10.5, 11.0)
    some += [shares.Run(document(home, 'a.xml', 20.0, flags='serial:warning tail:info'))]
    held = shares.over_runs(some)['lat_x size=0']
    assert (held.held, held.serial, held.fair) == (3, 1, 4), vars(held)
    assert some[-1].rows['lat_x size=0'].warnings() == ['serial']


def pairs_of_runs_are_ordered_and_never_of_a_run_with_itself(home):
    some = runs(home, 10.0, 11.0, rerun=0.5)
    some += [shares.Run(document(home, 'a.xml', 13.0, rerun=2.5))]
    held = shares.over_runs(some)['lat_x size=0']
    assert (held.pairs, held.pairs_held) == (6, 1), vars(held)
    assert held.rerun_half == 0.5 / 10, held.rerun_half


def the_share_of_time_that_was_busy_comes_from_both_ends(home):
    assert abs(runs(home, 1.0)[0].busy - 0.2) < 1e-12


def p_values_are_collected_by_row_and_missing_ones_are_no_tests(home):
    del home
    table = {'columns': [{'rows': [{'definition': 'a', 'params': '', 'p': 0.01},
                                   {'definition': 'a', 'params': 'n=1', 'p': None}]}]}
    assert shares.of_tests([table, table]) == {'a': [0.01, 0.01]}
    demand, = page.tests(page.Found([], [table] * 400, [], [], True))
    assert not demand.met and demand.seen == '100.0 % of 400', demand


def a_call_that_is_slower_beside_others_must_be_marked(home):
    quiet = runs(home, 10.0)
    for value, flags, met in ((10.2, '', True), (10.4, '', False),
                              (10.4, 'load:warning', True), (9.6, 'tail:info', False)):
        loaded = [shares.Run(document(home, 'l.xml', value, flags=flags))]
        demand, = page.load(page.Found([], [], quiet, loaded, True))
        assert demand.met == met, (value, flags, demand)


def chance_is_that_of_the_binomial_distribution(home):
    del home
    # sums over math.comb: at most 17 of 20, at most 26 of 30
    assert abs(page.chance_below(20) - 0.0754836738) < 1e-9
    assert abs(page.chance_below(30) - 0.0607715613) < 1e-9


def what_was_measured_is_read_again_without_measuring(home):
    os.mkdir(home.path('keep'))
    for i in range(3):
        document(home, 'keep/run-%02d.xml' % (i + 1), 10.0 + i, minute=i)
    done = subprocess.run([sys.executable, SCRIPT, '--errbar', home.errbar, '--keep',
                           home.path('keep'), '--out', home.path('page.md'),
                           '--analyse-only'], capture_output=True, text=True, check=False)
    expect(done, 1)
    text = home.read('page.md')
    assert '| `lat_x size=0` |' in text and 'not met' in text, text
    assert 'Other programs may have run' in text, text
    assert 'no more than 85 s' in text and 'the noise floor of x (syscall 1.1 %)' in text


def cells(home, *values, definition='lat_pipe', flags=''):
    """{row: Cell} of lat_pipe placement=same over runs of these values."""
    found = []
    for i, v in enumerate(values):
        name = document(home, 'cell-%02d.xml' % i, v, flags=flags)
        with open(name, encoding='utf-8') as file:
            text = file.read().replace('definition="lat_x"', 'definition="%s"' % definition)
        with open(name, 'w', encoding='utf-8') as file:
            file.write(text.replace('<param name="size" value="0"/>',
                                    '<param name="placement" value="same"/>'))
        found.append(shares.Run(name))
    return {name: cell for _, group in ten_runs.cells_of(found)
            for name, cell in group.items()}


def a_cell_s_spread_is_held_against_the_figure_of_its_group(home):
    cell = cells(home, 99.0, 100.0, 101.0)['lat_pipe placement=same']
    assert cell.most == 0.015 and abs(cell.cv - 0.01) < 1e-12, vars(cell)
    assert cell.verdict() == 'reached', cell.verdict()
    assert cells(home, 99.0, 101.0, definition='lat_unheard_of') == {}


def a_cell_that_misses_its_figure_must_say_so_in_most_runs(home):
    cell = cells(home, 90.0, 100.0, 110.0)['lat_pipe placement=same']
    assert cell.verdict() == '**missed, and most runs do not say so**', cell.verdict()
    cell = cells(home, 90.0, 100.0, 110.0, flags='short-sample:warning tail:info')
    assert not cell['lat_pipe placement=same'].says_so(), cell
    cell = cells(home, 90.0, 100.0, 110.0, flags='serial:warning')
    assert cell['lat_pipe placement=same'].verdict() == 'missed, and says so', cell


main(__name__)
