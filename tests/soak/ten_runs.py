# SPDX-License-Identifier: GPL-3.0-or-later
"""ten_runs.py - how far ten whole runs of the system interface lie apart, cell by cell.

Really measures, for about ten minutes, and writes docs/ten-runs.md: the coefficient of
variation of each cell's values against the figure that issue 5 asks for, and, of a cell
that misses it, whether the runs themselves said so.

What was measured stands in the folder --keep; the same command once more takes up what
is missing there.
"""
import collections
import datetime
import re
import statistics
import sys

import page
import real_coverage
import shares

BENCHMARKS = ['lat_syscall', 'lat_sig', 'lat_mmap', 'lat_select', 'lat_pagefault',
              'lat_pipe', 'lat_unix', 'lat_udp', 'lat_tcp', 'lat_ctx', 'lat_proc.fork',
              'lat_proc.exec', 'lat_proc.shell', 'bw_pipe', 'bw_unix', 'bw_tcp',
              'bw_file_rd.io_only', 'bw_mmap_rd.mmap_only']
PARAMS = ['placement=same,cross', 'definition=ours', 'fds=100', 'message=64K']
# What is known of a CV of ten runs: sqrt(9 / chi-square with 9 degrees, 97.5 and 2.5 %).
LOW, HIGH = 0.69, 1.83
UNREADY = ('noisy', 'erratic', 'unknown')
BESIDE = ('short-sample',)  # a warning that says nothing of other runs

Group = collections.namedtuple('Group', 'title most cells')
GROUPS = [
    Group('cheap system calls, signals, mmap', 0.01,
          r'lat_syscall\.|lat_sig\.(install|catch)|lat_mmap '),
    Group('select 100', 0.015, r'lat_select\.'),
    Group('protection fault, page fault', 0.03, r'lat_sig\.prot|lat_pagefault '),
    Group('pipe, unix, udp, tcp, ctx on one processor', 0.015,
          r'lat_(pipe|unix|udp|tcp|ctx) .*placement=same'),
    Group('the same on two processors', 0.03,
          r'lat_(pipe|unix|udp|tcp|ctx) .*placement=(cross|sibling)'),
    Group('fork, exec, shell', 0.03, r'lat_proc\.(fork|exec|shell) '),
    Group('bandwidths, pipe, unix, tcp', 0.03, r'bw_(pipe|unix|tcp) '),
    Group('file and mapped memory, 64 MB', 0.02,
          r'bw_(file_rd|mmap_rd)\..* ?size=(64M|67108864)\b'),
]


class Cell:
    """What one row shows over all runs."""

    def __init__(self, rows, runs, most):
        self.most, self.runs = most, runs
        self.values = [row.value for row in rows]
        self.n = len(rows)
        self.median = statistics.median(self.values)
        self.cv = (statistics.stdev(self.values) / abs(statistics.mean(self.values))
                   if self.n > 1 else float('nan'))
        self.said = collections.Counter()
        self.warned = 0
        for row in rows:
            words = [w for w in row.warnings() if w not in BESIDE]
            words += [row.grade] if row.grade in UNREADY else []
            self.said.update(words)
            self.warned += bool(words)

    def reached(self):
        return self.n == self.runs and self.cv <= self.most

    def says_so(self):
        """Whether most who have one run only are told."""
        return 2 * self.warned > self.n

    def verdict(self):
        if self.n < self.runs:
            return '**measured in %d of %d runs only**' % (self.n, self.runs)
        if self.reached():
            return 'reached'
        return ('missed, and says so' if self.says_so()
                else '**missed, and most runs do not say so**')

    def words(self):
        return ', '.join('`%s` %d' % said for said in self.said.most_common()) or '-'


def cells_of(runs):
    """[(group, {row: Cell})] of the rows with a figure, in the order of the table."""
    names = list(dict.fromkeys(name for run in runs for name in run.rows))
    found = []
    for group in GROUPS:
        mine = sorted(name for name in names if re.match(group.cells, name + ' '))
        found.append((group, {
            name: Cell([run.rows[name] for run in runs if name in run.rows], len(runs),
                       group.most) for name in mine}))
    return found


def value(name, v):
    return '%.4g MB/s' % (v / 1e6) if name.startswith('bw_') else page.seconds(v)


def lines_of(found):
    return [['`%s`' % name, value(name, cell.median), page.percent(cell.cv, 2),
             page.percent(group.most), '%d of %d' % (cell.warned, cell.n), cell.words(),
             cell.verdict()]
            for group, cells in found for name, cell in cells.items()]


def summary_of(found):
    def row(title, most, cells):
        reached = sum(cell.reached() for cell in cells)
        silent = sum(not cell.reached() and
                     (cell.n < cell.runs or not cell.says_so()) for cell in cells)
        return [title, most, str(len(cells)), str(reached),
                str(len(cells) - reached - silent), str(silent),
                page.percent(statistics.median(c.cv for c in cells), 2) if cells else '-']

    rows = [row(group.title, page.percent(group.most), list(cells.values()))
            for group, cells in found]
    return rows + [row('all', '', [c for _, cells in found for c in cells.values()])]


def write(runs, alone):
    found = cells_of(runs)
    used = [run.busy for run in runs if run.busy is not None]
    commits = sorted({run.facts.get('program.commit') or '?' for run in runs})
    return '''# Ten runs

How far %d whole runs lie apart. Written by `tests/soak/ten_runs.py` (suite `soak`) on %s from
results of errbar %s, commit %s.

Machine: %s.

From %s to %s UTC; each run measured each cell once, with ten processes that follow each other
(`--invocations 10 --span 0`), in %.0f s in the median. %s The processors were busy for %s of the
time of a run in the median, %s at most, errbar's own work included.

*CV* is the standard deviation of the runs' values over their mean, *at most* the figure that a
successor of lmbench should reach according to the measurements before this project. A CV of ten
runs is itself uncertain: 95 %% of the time the true one lies between %.2f and %.2f times what is
shown. A cell *says so* where more than half of its runs carry the class noisy, erratic or unknown
or a warning flag other than `short-sample`.

%s
## Cells

*Warned* is how many runs said so, and *by* what. Medians of the runs' values.

%s''' % (len(runs), datetime.datetime.now(datetime.timezone.utc).date(),
         runs[0].facts.get('program.version'), ', '.join(commits), page.machine(runs[0]),
         runs[0].start.strftime('%Y-%m-%d %H:%M'), runs[-1].end.strftime('%H:%M'),
         statistics.median(run.seconds() for run in runs), page.stillness(alone),
         page.percent(statistics.median(used), 0) if used else '?',
         page.percent(max(used), 0) if used else '?', LOW, HIGH,
         page.table(['cells', 'at most', 'number', 'reached', 'missed and say so',
                     'missed silently', 'CV in the middle'], summary_of(found)),
         page.table(['cell', 'median', 'CV', 'at most', 'warned', 'by', ''],
                    lines_of(found)))


def options():
    p = real_coverage.parser(__doc__, 'ten-runs')
    p.add_argument('--runs', type=int, default=10, help='whole runs')
    p.add_argument('--invocations', type=int, default=10, help='of each row in a run')
    p.add_argument('--pause', type=float, default=5, metavar='SECONDS',
                   help='between two runs')
    p.add_argument('--select', nargs='+', default=BENCHMARKS, metavar='BENCHMARK')
    return p.parse_args()


def measure(b):
    names = real_coverage.names('run', b.o.runs)
    params = [word for param in PARAMS for word in ('--param', param)]
    for name in (name for name in names if not b.has(name)):
        b.say(name)
        with b:
            b.measure(name, 'run', *b.o.select, '--set', 'classic', *params, '--span', '0',
                      '--invocations', str(b.o.invocations), '--max-time', '5m')
        b.rest(b.o.pause if name != names[-1] else 0)


def analyse(b):
    """Reads what is there, writes the page; whether each cell reached it or said so."""
    runs = [shares.Run(b.path(name)) for name in real_coverage.names('run', b.o.runs)
            if b.has(name)]
    if len(runs) < 2:
        raise real_coverage.Stopped('fewer than two runs are in %s' % b.top)
    real_coverage.publish(b, write(runs, b.was_alone()))
    for line in summary_of(cells_of(runs)):
        b.say('%s (at most %s): %s cells, %s reached, %s missed and say so, %s silently'
              % tuple(line[:6]))
    return summary_of(cells_of(runs))[-1][5] == '0'


if __name__ == '__main__':
    sys.exit(real_coverage.to_its_end(real_coverage.Bench(options()), measure, analyse))
