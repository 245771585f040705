# SPDX-License-Identifier: GPL-3.0-or-later
"""real_coverage.py - what intervals, tests and marks are worth on the machine at hand.

Really measures, for an hour and more, and writes docs/real-coverage.md:

1. whole runs of some cheap rows at random gaps: how often one run's interval holds the
   median of all, how often its rerun interval holds another run's value;
2. `errbar ab --aa`, often: how often a setting differs from itself at p < 0.05;
3. system calls beside busy processes: within 3 % of the quiet figures, or marked.

What was measured stands in the folder --keep; the same command once more takes up what
is missing there.
"""
import argparse
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time

import page
import shares

HERE = os.path.dirname(os.path.abspath(__file__))
TREE = os.path.dirname(os.path.dirname(HERE))
CALLS = ['lat_syscall.' + name for name in ('null', 'read', 'write', 'stat', 'fstat',
                                            'open')]
ROWS = CALLS + ['lat_sig.install', 'lat_sig.catch', 'lat_sig.prot', 'lat_proc.procedure',
                'lat_proc.fork', 'lat_pipe', 'lat_ctx']
SELECT = ROWS + ['--param', 'placement=same', '--param', 'procs=2', '--param', 'size=0']
BUSY = 4  # processes
TRIALS = 2  # of a quiet and a loaded run each


class Stopped(Exception):
    """A signal, or a command that failed: what was measured so far is kept."""


def parser(doc, page_name):
    """The options of every program here."""
    p = argparse.ArgumentParser(description=doc.splitlines()[0].partition(' - ')[2])
    p.add_argument('--errbar', default=os.path.join(TREE, 'build/src/app/errbar'))
    p.add_argument('--keep', default=page_name, metavar='DIR',
                   help='where results stand, and are found again')
    p.add_argument('--out', default=os.path.join(TREE, 'docs', page_name + '.md'))
    p.add_argument('--window-begin', metavar='CMD', help='before each measuring window')
    p.add_argument('--window-end', metavar='CMD', help='after it, also after a failure')
    p.add_argument('--notes', metavar='FILE', help='appended to what is written')
    p.add_argument('--analyse-only', action='store_true', help='measure nothing')
    return p


def options():
    p = parser(__doc__, 'real-coverage')
    p.add_argument('--runs', type=int, default=20, help='whole runs')
    p.add_argument('--span', default='', help="of a run; errbar's own by default")
    p.add_argument('--max-time', default='85s', help='of a run')
    p.add_argument('--over', type=float, default=3700, metavar='SECONDS',
                   help='from the first run to the last')
    p.add_argument('--pause', type=float, default=15, metavar='SECONDS',
                   help='at least, between two windows')
    p.add_argument('--noise-for', default='6m', help='of errbar noise')
    p.add_argument('--ab-runs', type=int, default=60, help='of errbar ab --aa')
    p.add_argument('--ab-pairs', default='20', help='of each row in one of them')
    p.add_argument('--load-span', default='30s', help='of a run with or without load')
    p.add_argument('--only', default='noise,runs,ab,load', metavar='LIST',
                   help='noise, runs, ab, load')
    p.add_argument('--seed', type=int, default=20040107, help='of the random gaps')
    p.add_argument('--floor-anew', action='store_true',
                   help='judge the runs by what this errbar makes of the noise sessions')
    return p.parse_args()


class Bench:
    """Runs errbar in windows, with homes of its own below the folder."""

    def __init__(self, o):
        self.o = o
        self.top = os.path.abspath(o.keep)
        self.errbar = os.path.abspath(o.errbar)
        self.window_open = False
        self.env = dict(os.environ, XDG_DATA_HOME=self.path('data'),
                        XDG_STATE_HOME=self.path('state'))
        for name in ('data', 'state'):
            os.makedirs(self.path(name), exist_ok=True)

    def path(self, name):
        return os.path.join(self.top, name)

    def has(self, name):
        return os.path.exists(self.path(name))

    def say(self, text):
        print(time.strftime('%H:%M:%S'), text, flush=True)

    def __enter__(self):
        """A window: nothing else shall run."""
        self.began = time.monotonic()
        if self.o.window_begin:
            self.window_open = True
            try:
                subprocess.run(self.o.window_begin, shell=True, check=True)
            except BaseException:
                self.__exit__()
                raise
        open(self.path('alone' if self.o.window_begin else 'beside'), 'a',
             encoding='utf-8').close()
        return self

    def was_alone(self):
        """Whether every window had a command that stopped the rest of the machine."""
        return self.has('alone') and not self.has('beside')

    def __exit__(self, *unused):
        self.say('  window of %.1f s' % (time.monotonic() - self.began))
        if self.window_open and self.o.window_end:
            self.window_open = False
            subprocess.run(self.o.window_end, shell=True, check=True)

    def call(self, *args):
        """errbar to its end; a failure, or a signal to us, ends everything."""
        child = subprocess.Popen([self.errbar] + list(args), env=self.env,
                                 stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True)
        try:
            out, errors = child.communicate()
        except BaseException:
            child.send_signal(signal.SIGINT)
            child.communicate()
            raise
        if child.returncode != 0:
            raise Stopped('errbar %s: exit %d\n%s' % (args[0], child.returncode,
                                                      errors[-2000:]))
        return out

    def measure(self, name, command, *args):
        """Writes DIR/NAME by a measuring command; there is all of it or nothing."""
        part = self.path(name + '.part')
        if os.path.exists(part):
            os.unlink(part)
        self.call(command, *args, '--progress', 'none', '-o', part)
        os.rename(part, self.path(name))

    def rest(self, seconds):
        time.sleep(max(seconds, 0))


def noise(b):
    if b.has('data/errbar/noise.xml'):
        return
    b.say('noise floor, %s' % b.o.noise_for)
    with b:
        b.call('noise', '--for', b.o.noise_for, *SELECT, '--progress', 'none')


def names(kind, n):
    return ['%s-%02d.xml' % (kind, i + 1) for i in range(n)]


def one_run(b, name):
    b.say(name)
    span = ['--span', b.o.span] if b.o.span else []
    with b:
        b.measure(name, 'run', *SELECT, '--max-time', b.o.max_time, *span)


def some_ab(b, group):
    """A few A/A runs in one window."""
    if not group:
        return
    b.say('%s to %s' % (group[0], group[-1]))
    with b:
        for name in group:
            b.measure(name, 'ab', '--aa', '--span', '0', '--invocations', b.o.ab_pairs,
                      *SELECT)


def gaps(b, missing, run_s):
    """Random gaps that spread the missing runs over what is left of --over."""
    done = [shares.Run(b.path(name)) for name in names('run', b.o.runs) if b.has(name)]
    since = time.time() - done[0].start.timestamp() if done else 0
    n = missing if done else missing - 1
    draw = random.Random('%d %d' % (b.o.seed, missing))
    parts = [draw.expovariate(1) for _ in range(n)]
    left = max(b.o.over - since - missing * run_s - n * b.o.pause, 0)
    found = [b.o.pause + left * part / sum(parts) for part in parts]
    return found if done else [0] + found


def runs_and_ab(b, with_runs, with_ab):
    """Runs at random gaps, and in each gap a share of the A/A runs."""
    runs = [n for n in names('run', b.o.runs) if with_runs and not b.has(n)]
    tests = [n for n in names('ab', b.o.ab_runs) if with_ab and not b.has(n)]
    waits = gaps(b, len(runs), 65) if runs else []
    for i, name in enumerate(runs):
        group = tests[len(tests) * i // len(runs):len(tests) * (i + 1) // len(runs)]
        began = time.monotonic()
        b.rest(waits[i] / 2)
        some_ab(b, group)
        b.rest(max(waits[i] - (time.monotonic() - began),
                   b.o.pause if group or waits[i] else 0))
        one_run(b, name)
    for i in range(0, len(tests) if not runs else 0, 6):
        some_ab(b, tests[i:i + 6])
        b.rest(b.o.pause)


def load(b):
    common = CALLS + ['--invocations', '10', '--span', b.o.load_span, '--max-time', '60s']
    for quiet, loaded in zip(names('quiet', TRIALS), names('loaded', TRIALS)):
        for name, n in ((quiet, 0), (loaded, BUSY)):
            if b.has(name):
                continue
            b.say(name)
            with b:
                others = [subprocess.Popen([sys.executable, '-S', '-c',
                                            'while True: pass']) for _ in range(n)]
                try:
                    b.measure(name, 'run', *common)
                finally:
                    for other in others:
                        other.kill()
                        other.wait()
            b.rest(b.o.pause)


def measure(b):
    only = b.o.only.split(',')
    if 'noise' in only:
        noise(b)
        b.rest(b.o.pause)
    runs_and_ab(b, 'runs' in only, 'ab' in only)
    if 'load' in only:
        load(b)


def table_of(b, name):
    """What errbar says of an A/A run, kept beside it."""
    kept = b.path(name[:-3] + 'json')
    if not os.path.exists(kept):
        text = b.call('compare', b.path(name), '--format', 'json')
        with open(kept, 'w', encoding='utf-8') as file:
            file.write(text)
    with open(kept, encoding='utf-8') as file:
        return json.load(file)


def floor_anew(b):
    """The runs as this errbar judges them, with the noise floor as it finds it in the
    sessions that were measured; in a folder of its own."""
    anew = Bench(argparse.Namespace(**{**vars(b.o), 'keep': b.path('anew')}))
    shutil.copytree(b.path('data'), anew.path('data'), dirs_exist_ok=True)
    anew.call('noise', '--again')
    floor = shares.Run(anew.path('data/errbar/noise.xml')).floor
    for name in names('run', b.o.runs):
        if not b.has(name):
            continue
        with open(b.path(name), encoding='utf-8') as file:
            text = file.read()
        for family, (sd, source) in floor.items():
            text = re.sub(r'(<fact key="rerun.%s") value="[^"]*" source="[^"]*"' % family,
                          r'\1 value="%r" source="%s"' % (sd, source), text)
        with open(anew.path('given.xml'), 'w', encoding='utf-8') as file:
            file.write(text)
        anew.call('judge', anew.path('given.xml'), '-o', anew.path(name))
    return anew


def publish(b, text):
    if b.o.notes:
        with open(b.o.notes, encoding='utf-8') as file:
            text += '\n' + file.read()
    with open(b.o.out, 'w', encoding='utf-8') as file:
        file.write(text)
    b.say('wrote %s' % b.o.out)


def analyse(b):
    """Reads what is there, writes the page; whether every demand is met."""
    def there(kind, n):
        return [name for name in names(kind, n) if b.has(name)]

    def read(kind, n):
        return [shares.Run(b.path(name)) for name in there(kind, n)]

    runs = read('run', b.o.runs)
    if b.o.floor_anew:
        anew = floor_anew(b)
        runs = [shares.Run(anew.path(name)) for name in there('run', b.o.runs)]
    found = page.Found(runs=runs,
                       tests=[table_of(b, name) for name in there('ab', b.o.ab_runs)],
                       quiet=read('quiet', TRIALS), loaded=read('loaded', TRIALS),
                       alone=b.was_alone())
    if not found.runs:
        raise Stopped('no run is in %s' % b.top)
    publish(b, page.write(found))
    for demand in page.demands(found):
        b.say(demand.line())
    return all(demand.met for demand in page.demands(found))


def to_its_end(b, take, tell):
    """Measures unless told not to, and tells: the status of the program."""
    def stop(number, _frame):
        raise Stopped('signal %d: the same command takes up what is missing' % number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)
    try:
        if not b.o.analyse_only:
            take(b)
        return 0 if tell(b) else 1
    except (Stopped, subprocess.CalledProcessError) as why:
        print(why, file=sys.stderr)
        return 2


if __name__ == '__main__':
    sys.exit(to_its_end(Bench(options()), measure, analyse))
