# SPDX-License-Identifier: GPL-3.0-or-later
"""shares.py - how often intervals in result documents hold what they promise to hold.

Reads values and intervals as errbar wrote them and only counts; nothing is estimated
anew but medians.
"""
import datetime
import statistics
import xml.etree.ElementTree as ElementTree

NS = '{urn:errbar:results:1}'


class Row:
    """One measurement of one run: value, interval, rerun interval, flags."""

    def __init__(self, element):
        judged = element.find(NS + 'judged')
        estimate = judged.find(NS + 'estimate')
        rerun = judged.find(NS + 'rerun')
        self.value, self.lo, self.hi = (float(estimate.get(name))
                                        for name in ('value', 'lo', 'hi'))
        self.n, self.span = int(estimate.get('n')), float(estimate.get('span', 0))
        self.stop = element.get('stop')
        self.grade = judged.find(NS + 'class').get('name')
        self.rerun = None
        if rerun is not None and rerun.get('lo') is not None:
            self.rerun = float(rerun.get('lo')), float(rerun.get('hi'))
        self.flags = {f.get('code'): f.get('severity') for f in judged.iter(NS + 'flag')}

    def holds(self, value):
        return self.lo <= value <= self.hi

    def warnings(self):
        return sorted(code for code, severity in self.flags.items()
                      if severity == 'warning')


class Run:
    """One document of one session: its rows, times and facts."""

    def __init__(self, path):
        root = ElementTree.parse(path).getroot()
        session = root.find(NS + 'session')
        self.start, self.end = (when(session.get(name)) for name in ('start', 'end'))
        self.facts = {f.get('key'): f.get('value')
                      for f in root.find(NS + 'system').iter(NS + 'fact')}
        self.busy = busy(session)
        self.limit = session.find(NS + 'protocol').get('maxSeconds')
        self.floor = {f.get('key')[len('rerun.'):]: (float(f.get('value')), f.get('source'))
                      for f in session.iter(NS + 'fact')
                      if f.get('key').startswith('rerun.')}
        self.rows = {}
        for element in sorted(root.iter(NS + 'measurement'),
                              key=lambda m: int(m.get('attempt', 1))):
            if element.get('role') != 'sentinel' and has_interval(element):
                self.rows[name_of(element)] = Row(element)  # of the last attempt

    def seconds(self):
        return (self.end - self.start).total_seconds()


def has_interval(element):
    """Not one that failed, nor an attempt that ended before its third process."""
    estimate = element.find('%sjudged/%sestimate' % (NS, NS))
    return (element.get('status') == 'ok' and estimate is not None
            and estimate.get('lo') is not None)


def when(text):
    return datetime.datetime.fromisoformat(text.replace('Z', '+00:00'))


def name_of(element):
    """As errbar prints it: the definition, then its parameters."""
    params = ['%s=%s' % (p.get('name'), p.get('value')) for p in element.iter(NS + 'param')]
    return ' '.join([element.get('definition')] + params)


def busy(session):
    """The share of the processors' time that was not idle, whoever used it."""
    seen = {(f.get('key'), f.get('at')): f.get('value') for f in session.iter(NS + 'fact')}
    try:
        total, idle = (float(seen[key, 'end']) - float(seen[key, 'start'])
                       for key in ('load.time', 'load.idle'))
        return 1 - idle / total
    except (KeyError, TypeError, ZeroDivisionError):
        return None


class Held:
    """What one row shows over all runs."""

    def __init__(self, rows):
        values = [row.value for row in rows]
        self.n = len(rows)
        self.median = statistics.median(values)
        self.spread = (statistics.stdev(values) / self.median if self.n > 1
                       else float('nan'))
        self.half = statistics.median((row.hi - row.lo) / 2 / row.value for row in rows)
        holds = [row.holds(self.median) for row in rows]
        serial = ['serial' in row.flags for row in rows]
        self.held = sum(holds)
        self.serial = sum(serial)
        self.fair = sum(h or s for h, s in zip(holds, serial))
        with_rerun = [row for row in rows if row.rerun]
        self.rerun_half = (statistics.median((row.rerun[1] - row.rerun[0]) / 2 / row.value
                                             for row in with_rerun)
                           if with_rerun else None)
        pairs = [(one, other) for one in with_rerun for other in rows if one is not other]
        self.pairs = len(pairs)
        self.pairs_held = sum(one.rerun[0] <= other.value <= one.rerun[1]
                              for one, other in pairs)


def over_runs(runs):
    """{row: Held} of what the runs have an interval for, in the order of the first."""
    names = list(dict.fromkeys(name for run in runs for name in run.rows))
    return {name: Held([run.rows[name] for run in runs if name in run.rows])
            for name in names}


def of_tests(tables):
    """{row: [p]} of what `errbar compare --format json` said of each A/A run."""
    found = {}
    for table in tables:
        for row in table['columns'][0]['rows']:
            if row['p'] is not None:
                name = ('%s %s' % (row['definition'], row['params'])).strip()
                found.setdefault(name, []).append(row['p'])
    return found


def under_load(quiet, loaded):
    """(row, ratio of the loaded value to the quiet one, its warnings), run by run."""
    return [(name, run.rows[name].value / still.rows[name].value,
             run.rows[name].warnings())
            for still, run in zip(quiet, loaded) for name in still.rows
            if name in run.rows]


def share(part, whole):
    return part / whole if whole else float('nan')
