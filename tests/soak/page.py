# SPDX-License-Identifier: GPL-3.0-or-later
"""page.py - docs/real-coverage.md out of what was measured, and the verdicts."""
import dataclasses
import datetime
import statistics

import shares

HOLD, PAIRS, P, P_BAND, TESTS = 0.90, 0.93, 0.05, (0.03, 0.08), 400
NEAR, RUNS, HOUR, ROWS = 0.03, 20, 3600, 12


@dataclasses.dataclass
class Found:
    runs: list
    tests: list  # tables of errbar compare
    quiet: list
    loaded: list
    alone: bool  # whether the rest of the machine was stopped


@dataclasses.dataclass
class Demand:
    what: str
    wanted: str
    seen: str
    met: bool

    def line(self):
        return '%s: %s (wanted: %s): %s' % (self.what, self.seen, self.wanted,
                                            verdict(self.met))


def verdict(met):
    return 'met' if met else '**not met**'


def percent(x, digits=1):
    return '-' if x is None or x != x else '%.*f %%' % (digits, 100 * x)


def demands(found):
    """What issue and design ask for, with what was seen."""
    return extent(found) + intervals(found) + tests(found) + load(found)


def extent(found):
    runs, rows = found.runs, shares.over_runs(found.runs)
    over = (runs[-1].start - runs[0].start).total_seconds()
    return [Demand('runs, rows, time from the first to the last',
                   '%d, %d, %d min' % (RUNS, ROWS, HOUR / 60),
                   '%d, %d, %.0f min' % (len(runs), len(rows), over / 60),
                   len(runs) >= RUNS and len(rows) >= ROWS and over >= HOUR)]


def intervals(found):
    rows = shares.over_runs(found.runs).values()
    n, held, fair = (sum(getattr(r, name) for r in rows) for name in ('n', 'held', 'fair'))
    pairs, pairs_held = sum(r.pairs for r in rows), sum(r.pairs_held for r in rows)
    return [
        Demand('single-run intervals that hold the median of all runs, or are flagged '
               '`serial`', 'at least %s' % percent(HOLD, 0),
               '%s of %d (%s hold it)' % (percent(shares.share(fair, n)), n,
                                          percent(shares.share(held, n))),
               shares.share(fair, n) >= HOLD),
        Demand('rerun intervals that hold the value of another run',
               'at least %s' % percent(PAIRS, 0),
               '%s of %d ordered pairs' % (percent(shares.share(pairs_held, pairs)),
                                           pairs),
               shares.share(pairs_held, pairs) >= PAIRS)]


def tests(found):
    all_p = [p for ps in shares.of_tests(found.tests).values() for p in ps]
    low = shares.share(sum(p < P for p in all_p), len(all_p))
    return [Demand('`errbar ab --aa`: row tests with p < 0.05',
                   '%.0f to %.0f %% of at least %d' % (100 * P_BAND[0], 100 * P_BAND[1],
                                                       TESTS),
                   '%s of %d' % (percent(low), len(all_p)),
                   len(all_p) >= TESTS and P_BAND[0] <= low <= P_BAND[1])]


def load(found):
    seen = shares.under_load(found.quiet, found.loaded)
    near = [r for r in seen if abs(r[1] - 1) <= NEAR]
    far = [r for r in seen if abs(r[1] - 1) > NEAR]
    silent = [r for r in far if not r[2]]
    return [Demand('system calls beside 4 busy processes',
                   'each within %s of the quiet run, or marked' % percent(NEAR, 0),
                   '%d of %d within, %d beyond and marked, %d beyond and not marked' % (
                       len(near), len(seen), len(far) - len(silent), len(silent)),
                   len(seen) > 0 and not silent)]


def write(found):
    parts = [head(found), table(['demand', 'wanted', 'seen', ''],
                                [[d.what, d.wanted, d.seen, verdict(d.met)]
                                 for d in demands(found)]),
             rows_part(found), tests_part(found), load_part(found)]
    return '\n'.join(part for part in parts if part)


def table(heads, lines):
    rule = ['---'] + ['--:' for _ in heads[1:]]
    return ''.join('| %s |\n' % ' | '.join(line) for line in [heads, rule] + lines)


def machine(run):
    f = run.facts
    return '%s, %s processors, %s, %s %s, kernel %s, HZ %s, %s' % (
        f.get('cpu.model'), f.get('cpu.threads'),
        'a guest of %s' % f['virt.type'] if f.get('virt.hypervisor') == 'yes'
        else 'no guest', f.get('os.id'), f.get('os.version'), f.get('kernel.release'),
        f.get('kernel.hz'), 'frequency governor %s' % (f.get('cpu.governor') or
                                                       'not to be had'))


def limit(run):
    return ('' if not run.limit else ', and no more than %s s, where errbar by itself would '
            'take up to four spans for a session that is serial' % run.limit)


def floor(run):
    """What the rerun intervals are made of."""
    if not run.floor:
        return 'The noise floor was never measured. '
    return 'Rerun intervals are from the %s (%s). ' % (
        next(iter(run.floor.values()))[1],
        ', '.join('%s %s' % (family, percent(sd)) for family, (sd, _) in
                  run.floor.items()))


def stillness(alone):
    return ('Everything else on the machine was stopped while a run measured.' if alone
            else '**Other programs may have run on the machine meanwhile.**')


def head(found):
    runs = found.runs
    used = [run.busy for run in runs if run.busy is not None]
    commits = sorted({run.facts.get('program.commit') or '?' for run in runs})
    return '''# Real coverage

What intervals, tests and marks were worth on a real machine. Written by
`tests/soak/real_coverage.py` (suite `soak`) on %s from results of errbar %s, commit %s; each
number below is counted from the result documents and from `errbar compare --format json`.

Machine: %s.

From %s to %s UTC, %d whole runs with the default precision and span at random gaps, %.0f s each
in the median%s. %s%s The processors were busy for %s of the time of a run in the median, %s at most,
errbar's own work included.
''' % (datetime.datetime.now(datetime.timezone.utc).date(),
       runs[0].facts.get('program.version'), ', '.join(commits), machine(runs[0]),
       runs[0].start.strftime('%Y-%m-%d %H:%M'), runs[-1].end.strftime('%H:%M'), len(runs),
       statistics.median(run.seconds() for run in runs), limit(runs[0]), floor(runs[0]),
       stillness(found.alone),
       percent(statistics.median(used), 0) if used else '?',
       percent(max(used), 0) if used else '?')


def rows_part(found):
    rows = shares.over_runs(found.runs)
    below = [name for name, r in rows.items() if r.fair < HOLD * r.n]
    chance = chance_below(len(found.runs))
    text = '''
## Runs

*Half* is half the width of a run's interval, *between runs* the standard deviation of the values
of all runs, *hold* how many intervals contain the median of all, *serial* how many were flagged
as good for their own run only, *rerun* half the width of the rerun interval and *pairs* the share
of ordered pairs of runs in which that of the one contains the value of the other. Medians over
the runs, in per cent of the value.

''' + table(['row', 'median', 'half', 'between runs', 'hold', 'serial', 'hold or serial',
             'rerun', 'pairs'],
            [['`%s`' % name, seconds(r.median), percent(r.half), percent(r.spread),
              '%d of %d' % (r.held, r.n), str(r.serial), percent(shares.share(r.fair, r.n),
                                                                0),
              percent(r.rerun_half), percent(shares.share(r.pairs_held, r.pairs))]
             for name, r in rows.items()])
    text += '''
%s An interval of exactly 95 %% would by chance leave a row of %d runs below that
in %s of cases.
''' % ('Each row for itself reaches %s.' % percent(HOLD, 0) if not below else
       'For themselves below %s: %s.' % (percent(HOLD, 0),
                                         ', '.join('`%s`' % name for name in below)),
       len(found.runs), percent(chance, 0))
    return text


def chance_below(n):
    """That fewer than 90 % of n intervals hold, each of which does in 95 %."""
    total, p = 0.0, 0.05 ** n  # of none
    for k in range(n + 1):
        if k < HOLD * n:
            total += p
        p *= (n - k) / (k + 1) * 0.95 / 0.05
    return total


def seconds(value):
    for size, unit in ((1e-3, 'ms'), (1e-6, 'us')):
        if value >= size:
            return '%.4g %s' % (value / size, unit)
    return '%.4g ns' % (value / 1e-9)


def tests_part(found):
    rows = shares.of_tests(found.tests)
    if not rows:
        return ''
    all_p = sorted(p for ps in rows.values() for p in ps)
    return '''
## A setting against itself

%d runs of `errbar ab --aa`. Of %d p-values %s are below 0.01, %s below 0.05, %s below 0.25, %s
below 0.5. Rows: tests, and those with p < 0.05.

%s''' % (len(found.tests), len(all_p),
         *(percent(shares.share(sum(p < limit for p in all_p), len(all_p)))
           for limit in (0.01, 0.05, 0.25, 0.5)),
         table(['row', 'tests', 'p < 0.05'],
               [['`%s`' % name, str(len(ps)), str(sum(p < P for p in ps))]
                for name, ps in rows.items()]))


def load_part(found):
    seen = shares.under_load(found.quiet, found.loaded)
    if not seen:
        return ''
    return '''
## Beside four busy processes

Ten processes a row, alone and then while four others computed; the value beside them over the
quiet one.

%s''' % table(['row', 'ratio', 'warnings of the run beside them'],
              [['`%s`' % name, '%.4f' % ratio, ' '.join(words) or '-']
               for name, ratio, words in seen])
