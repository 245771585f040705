# SPDX-License-Identifier: GPL-3.0-or-later
"""page.py - docs/coverage.md from the program of the acceptance targets.

page.py PROGRAM OUT GROUP...: runs the groups, one a processor, and puts their rows in
the order of their ids.
"""
import concurrent.futures
import os
import re
import subprocess
import sys

HEAD = '''# Coverage

What the intervals, flags and verdicts of errbar do where the truth is known, because it was
drawn: the acceptance targets of the design, each with what was measured and the band it must
lie in. Written by `meson compile -C build coverage-page`; the suite `slow` computes the same
numbers and fails where one leaves its band.

The seed is 20040107 for all and was not chosen: each cell has a stream of its own. Shares are in
per cent of simulated experiments, 10,000 and more in a cell, so many that the band is at least
four standard errors wide on each side of what is expected. A *control* is a naive method, or a
rule left out, that must fail: it shows that the test can see. What is *judged* went through the
whole judge, with marks, rejection and stop rule; the rest is the mathematics alone.

## The targets

'''

TARGETS = '''
A1 the 95 % interval of order statistics holds the median, K = 10 to 200
A2 the same at K = 6 and 8
A3 it keeps its level where six looks decide when to stop
A4 the t interval on logarithms of three to five values
A5 processes that differ: the interval is made of them, also after rejection
A6 control: all observations in one t interval
A7 a coarse clock
A8 how wide the interval is
A9 scaling and shifting change nothing that they should not
A10 a session in which what follows closely is alike is flagged
B1 the pilot finds where warm-up ends
B2 and says so where it does not
B3 no warnings on what is steady
B4 neighbours that are alike
B5 drift
B6 two heaps
B7 processes that differ
B8 what is erratic, ten values
B9 classes of three values
C1 the context switches of reference R0
C2 all of its cells
C3 its most erratic cell
C4 its most erratic block
D1 nothing changed: the test of two sessions rejects as often as it says
D2 so does the one of pairs, whatever disturbs both
D3 control: one setting after the other, under drift
D4 a change of 2 % is found
D5 the interval of the ratio
D6 a table in which nothing changed
D7 a table in which a tenth changed
D8 what is called the same
D9 what five values a side can show in a table of 400
D10 two sessions that differ as a whole
'''


def key(name):
    letter, number = re.fullmatch(r'([A-D])(\d+)', name).groups()
    return letter, int(number)


def rows_of(program, group):
    done = subprocess.run([program, '--markdown', group], capture_output=True, text=True,
                          check=False)
    if done.returncode not in (0, 1) or not done.stdout:
        sys.exit('%s %s: %s' % (program, group, done.stdout + done.stderr))
    return [[cell.strip() for cell in line.strip('| \n').split(' | ')]
            for line in done.stdout.splitlines()]


def line(cells):
    return '| %s |\n' % ' | '.join(cells)


def summary(name, what, rows):
    """One line a target: how many cells, and how many of them lie in their band."""
    own = [row for row in rows if row[0] == name]
    well = sum(row[-1] == 'yes' for row in own)
    return line([name, what, str(len(own)),
                 'yes' if own and well == len(own) else '**%d**' % well])


def main(program, out, groups):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = [row for rows in pool.map(lambda g: rows_of(program, g), groups)
                 for row in rows]
    rows = sorted((row for row in found if re.fullmatch(r'[A-D]\d+', row[0])),
                  key=lambda row: key(row[0]))
    text = HEAD + line(['id', 'what is shown', 'cells', 'all in band']) + line(['---'] * 4)
    for target in TARGETS.strip().splitlines():
        name, _, what = target.partition(' ')
        text += summary(name, what, rows)
    text += '\n## The cells\n\n'
    text += line(['id', 'cell', 'measured', 'wanted', 'in band']) + line(['---'] * 5)
    text += ''.join(line(row) for row in rows)
    with open(out, 'w', encoding='utf-8') as file:
        file.write(text)


if __name__ == '__main__':
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
