# SPDX-License-Identifier: GPL-3.0-or-later
"""test_noise.py - how this machine differs from itself: measured, kept, taken over."""
import csv
import json
import os
import re
import signal

from program import NS, TINY, document, expect, main, rows

SHORT = ['--for', '4s', '--invocations', '3', '--samples', '2', '--warmup', '0', '--seed',
         '7', '--progress', 'none']


def floor(home):
    return home.path('data/errbar/noise.xml')


def facts(root):
    """{family: (sd, source)} of each session."""
    return [{f.get('key')[6:]: (float(f.get('value')), f.get('source'))
             for f in s.iter(NS + 'fact') if f.get('key').startswith('rerun.')}
            for s in root.iter(NS + 'session')]


def noise(home, *args, code=0):
    done = home.run('noise', *SHORT, *args)
    expect(done, code)
    return done


def eight_sessions_or_more_are_kept_with_what_they_say(home):
    done = noise(home, 'lat_syscall.null', 'lat_sig.install')
    root = document(floor(home))
    sessions = list(root.iter(NS + 'session'))
    assert len(sessions) >= 8, len(sessions)
    assert len({s.find(NS + 'protocol').get('seed') for s in sessions}) == len(sessions)
    assert len({s.get('system') for s in sessions}) == 1
    for said in facts(root):
        assert set(said) >= {'syscall', 'signal'}, said
        assert all(sd > 0 and re.fullmatch(
            r'noise floor of \d{4}-\d\d-\d\d, %d sessions' % len(sessions), source)
            for sd, source in said.values()), said
    for m in root.iter(NS + 'measurement'):
        assert m.get('status') == 'ok', m.attrib
    expect(home.run('validate', '--recompute', floor(home)), 0)
    assert re.search(r'^syscall +[\d.]+ %', done.stdout, re.M), done.stdout
    assert not home.journals() and not home.leftovers()
    again = home.run('noise', '--show', '--format', 'json')
    expect(again, 0)
    assert {row['family'] for row in json.loads(again.stdout)} >= {'syscall', 'signal'}


def a_run_takes_it_over_and_every_view_tells_it(home):
    noise(home, 'lat_syscall.null')
    path = home.measure('a.xml', 'lat_syscall.null', '--invocations', '3')
    assert facts(document(path))[0] == facts(document(floor(home)))[-1]
    rerun = rows(document(path))['lat_syscall.null'].find('%sjudged/%srerun' % (NS, NS))
    assert rerun is not None and float(rerun.get('sd')) > 0
    os.unlink(floor(home))  # from here on the file alone is asked
    expect(home.run('validate', '--recompute', path), 0)
    done = home.run('report', 'summary', path)
    assert ', rerun ' in done.stdout and 'never measured' not in done.stdout, done.stdout
    assert 'noise floor of ' in home.run('show', path, 'lat_syscall.null').stdout
    done = home.run('export', 'csv', path, '--table', 'summary')
    cells = next(csv.DictReader(done.stdout.splitlines()))
    assert cells['rerun_lo'] and cells['rerun_hi'], cells


def without_a_floor_a_run_says_that_it_was_never_measured(home):
    path = home.measure('a.xml', 'lat_syscall.null', '--invocations', '3')
    assert facts(document(path)) == [{}]
    assert 'never measured' in home.run('report', 'summary', path).stdout
    expect(home.run('noise', '--show'), 6, 'never measured')


def a_floor_of_another_machine_is_told_and_not_used(home):
    noise(home, 'lat_syscall.null')
    text = home.read('data/errbar/noise.xml')
    home.write('data/errbar/noise.xml', re.sub(r'(<system [^>]*name=")[^"]*', r'\1m-other',
                                               text))
    done = home.run('run', *TINY, '-o', home.path('a.xml'), 'lat_syscall.null')
    expect(done, 0, 'another machine')
    assert facts(document(home.path('a.xml'))) == [{}]


def a_floor_that_cannot_be_read_does_not_stop_a_run(home):
    os.makedirs(home.path('data/errbar'))
    home.write('data/errbar/noise.xml', '<results')
    done = home.run('run', *TINY, '-o', home.path('a.xml'), 'lat_syscall.null')
    expect(done, 0, 'noise floor is not used')


def a_floor_of_another_kernel_is_used_and_says_so(home):
    noise(home, 'lat_syscall.null')
    text = home.read('data/errbar/noise.xml')
    home.write('data/errbar/noise.xml',
               re.sub(r'(key="kernel.release" value=")[^"]*', r'\g<1>5.4.0-old', text))
    path = home.measure('a.xml', 'lat_syscall.null')
    source = facts(document(path))[0]['syscall'][1]
    assert source.endswith(', kernel 5.4.0-old'), source


def families_that_are_not_measured_this_time_are_kept(home):
    noise(home, 'lat_pipe', '--param', 'placement=same')
    before = facts(document(floor(home)))[-1]['ipc']
    noise(home, 'lat_syscall.null')
    root = document(floor(home))
    assert facts(root)[-1]['ipc'] == before and 'syscall' in facts(root)[-1]
    assert not [m for m in root.iter(NS + 'measurement')
                if m.get('definition') == 'lat_pipe']


def the_floor_is_found_anew_from_the_sessions_that_are_kept(home):
    expect(home.run('noise', '--again'), 3, 'noise.xml')
    noise(home, 'lat_syscall.null')
    known = facts(document(floor(home)))
    text = home.read('data/errbar/noise.xml')
    home.write('data/errbar/noise.xml',
               re.sub(r'(key="rerun.syscall" value=")[^"]*', r'\g<1>0.5', text))
    done = home.run('noise', '--again')
    expect(done, 0)
    assert facts(document(floor(home))) == known and 'syscall' in done.stdout
    expect(home.run('validate', '--recompute', floor(home)), 0)


def an_interrupt_leaves_the_floor_as_it_was(home):
    noise(home, 'lat_syscall.null')
    before = home.read('data/errbar/noise.xml')
    process = home.start('noise', *SHORT, '--for', '60s', 'lat_syscall.null')
    while process.poll() is None and not home.leftovers():
        pass
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == -signal.SIGINT, (process.returncode, errors)
    assert 'as it was' in errors, errors
    assert home.read('data/errbar/noise.xml') == before
    assert not home.leftovers() and not home.journals()


def what_cannot_be_measured_in_time_is_refused_before_it_begins(home):
    expect(home.run('noise', '--for', '3s', '--set', 'classic'), 2, '--for')
    expect(home.run('noise', '--for', 'soon'), 2, 'soon')
    expect(home.run('noise', 'lat_nothing'), 6)
    expect(home.run('noise', '--invocations', '2', 'lat_syscall.null'), 2)
    done = home.run('noise', '--dry-run', 'lat_syscall.null')
    expect(done, 0, 'at least 8 times')
    assert 'lat_syscall.null' in done.stdout
    assert not os.path.exists(floor(home)) and not home.leftovers()


main(__name__)
