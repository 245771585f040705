# SPDX-License-Identifier: GPL-3.0-or-later
"""test_kill.py - SIGKILL of the runner at 200 random moments of its life.

After each: no process left, no scratch left, and a journal from which resume completes
the same plan without measuring again what is there. The moments are drawn from a fixed
seed, evenly over a quarter more than the length of an undisturbed run.
"""
import os
import random
import re
import signal
import time

from program import NS, TINY, Home, become_subreaper, document, expect, main, rows

KILLS = 200
PLAN = TINY + ['lat_syscall.null', 'lat_syscall.open', 'lat_proc.fork', 'lat_pipe',
               'lat_ctx', '--param', 'procs=2,4', '--param', 'size=0']
INVOCATION = re.compile(r'<invocation .*?</invocation>', re.S)


def wait_for_all():
    """Until no descendant is left; more than 10 s is a process that stays."""
    def late(*_):
        raise AssertionError('a process outlives its runner')

    signal.signal(signal.SIGALRM, late)
    signal.alarm(10)
    try:
        while True:
            os.waitpid(-1, 0)
    except ChildProcessError:
        pass
    finally:
        signal.alarm(0)


def observed(text):
    """What each complete invocation observed, by its number."""
    found = {}
    for element in INVOCATION.findall(text):
        seq = re.search(r'\bseq="(\d+)"', element).group(1)
        assert seq not in found, 'invocation %s stands there twice' % seq
        found[seq] = re.findall(r'<series [^>]*\bm="(\w+)"|<ns>([^<]*)</ns>', element)
    return found


def per_row(root):
    """Valid invocations of each row."""
    counts = dict.fromkeys(rows(root, sentinels=True), 0)
    names = {m.get('id'): n for n, m in rows(root, sentinels=True).items()}
    for invocation in root.iter(NS + 'invocation'):
        if invocation.get('valid') != 'no':
            for m in {s.get('m') for s in invocation.iter(NS + 'series')}:
                counts[names[m]] += 1
    return counts


def start(home, *args):
    return home.start(*args, start_new_session=True)


def one_kill(errbar, moment, whole):
    """Returns what the kill met: 'before', 'during' or 'after'."""
    with Home(errbar) as home:
        process = start(home, 'run', '-o', home.path('a.xml'), *PLAN)
        try:
            process.wait(timeout=moment)
        except Exception:  # the usual case
            process.kill()
        process.communicate()
        wait_for_all()
        assert not home.leftovers(), 'scratch stays: %s' % home.leftovers()
        journals = home.journals()
        if not journals:
            if os.path.exists(home.path('a.xml')):
                assert per_row(document(home.path('a.xml'))) == whole
                return 'after'
            expect(home.run('resume'), 2)
            return 'before'
        with open(journals[0], encoding='utf-8') as file:
            before = observed(file.read())
        done = home.run('resume', '--progress', 'none')
        expect(done, 0)
        after = observed(home.read('a.xml'))
        for seq, what in before.items():
            assert after.get(seq) == what, 'invocation %s was not kept' % seq
        assert per_row(document(home.path('a.xml'))) == whole
        assert not home.journals() and not home.leftovers()
        return 'during'


def a_kill_at_any_moment_leaves_nothing_and_resumes_without_measuring_again(home):
    become_subreaper()
    lengths = []
    for _ in range(3):
        began = time.monotonic()
        expect(home.run('run', '-o', home.path('a.xml'), *PLAN), 0)
        lengths.append(time.monotonic() - began)
    whole = per_row(document(home.path('a.xml')))
    length = sorted(lengths)[1]
    draw = random.Random(20040107)
    met = {'before': 0, 'during': 0, 'after': 0}
    for number in range(KILLS):
        moment = 1.25 * length * (number + draw.random()) / KILLS
        try:
            met[one_kill(home.errbar, moment, whole)] += 1
        except AssertionError as error:
            raise AssertionError('kill %d, %.4f s after the start of %.3f: %s' % (
                number, moment, length, error)) from error
    print('# of %d kills %s' % (KILLS, met))
    assert met['during'] > KILLS / 2, met


main(__name__)
