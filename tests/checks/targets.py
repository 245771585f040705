# SPDX-License-Identifier: GPL-3.0-or-later
"""targets.py - docs/coverage.md tells of every acceptance target, and of no other."""
import re
import sys

import tap

IDS = (['A%d' % i for i in range(1, 11)] + ['B%d' % i for i in range(1, 10)]
       + ['C%d' % i for i in range(1, 5)] + ['D%d' % i for i in range(1, 11)])


def table(text, heading):
    """Rows of the table below a heading."""
    part = text.partition('\n## %s\n' % heading)[2].partition('\n## ')[0]
    lines = [line for line in part.splitlines() if line.startswith('|')][2:]
    return [[cell.strip() for cell in line.strip('|').split(' | ')] for line in lines]


def differs(name, seen, wanted):
    for i in sorted(set(wanted) - set(seen)):
        yield '%s has no %s' % (name, i)
    for i in sorted(set(seen) - set(wanted)):
        yield '%s has %s, which is no target' % (name, i)


def main(top):
    report = tap.Report()
    text = tap.read(top, 'docs/coverage.md')
    cells = table(text, 'The cells')
    sources = ''.join(tap.read(top, path) for path in tap.files(top, 'tests/slow', '.c'))
    report.check('docs/coverage.md sums up each target', differs(
        'the first table', [row[0] for row in table(text, 'The targets')], IDS))
    report.check('docs/coverage.md has cells of each target', differs(
        'the second table', [row[0] for row in cells], IDS))
    report.check('each target is computed', differs(
        'tests/slow', re.findall(r'"([A-D]\d+)"', sources), IDS))
    report.check('each cell of docs/coverage.md lies in its band', [
        ' '.join(row) for row in cells
        if len(row) != 5 or row[4] != 'yes' or not in_band(row[2], row[3])])
    return report.done()


def in_band(measured, band):
    low, high = band.split(' to ')
    return float(low) <= float(measured) <= float(high)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
