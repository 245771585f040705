# SPDX-License-Identifier: GPL-3.0-or-later
"""test_ab.py - two settings toggled on one boot, and the first one left behind."""
import os
import signal

from program import NS, document, expect, main

FEW = ['--invocations', '6', '--samples', '2', '--warmup', '1', '--span', '0', '--seed',
       '7', '--progress', 'none']


def commands(home):
    return ['--a', 'echo a >> ' + home.path('log'), '--b', 'echo b >> ' + home.path('log')]


def log(home):
    return home.read('log').split()


def each_invocation_runs_under_its_own_setting_and_the_first_is_left(home):
    done = home.run('ab', *FEW, *commands(home), 'lat_syscall.null', 'lat_syscall.read',
                    '-o', home.path('ab.xml'))
    expect(done, 0)
    root = document(home.path('ab.xml'))
    setting = {m.get('id'): p.get('value') for m in root.iter(NS + 'measurement')
               for p in m.iter(NS + 'param') if p.get('name') == 'setting'}
    ran = [setting[i.find(NS + 'series').get('m')] for i in root.iter(NS + 'invocation')]
    assert log(home) == ran + ['a'], (log(home), ran)
    blocks = [ran[at:at + 4] for at in range(len(ran) - 24, len(ran), 4)]
    pairs = [tuple(b[at:at + 2]) for b in blocks for at in (0, 2)]
    assert set(pairs) == {('a', 'b'), ('b', 'a')}, pairs
    told = {e.get('code'): e.get('text') for e in root.iter(NS + 'event')}
    assert told['setting-a'] == 'echo a >> ' + home.path('log'), told
    expect(home.run('validate', '--recompute', home.path('ab.xml')), 0)
    assert 'b against a' in done.stdout and 'setting' not in done.stdout.split('\n\n')[2]
    assert done.stdout == home.run('compare', home.path('ab.xml')).stdout
    assert not home.journals() and not home.leftovers()


def a_setting_that_fails_stops_the_run_and_the_first_is_restored(home):
    done = home.run('ab', *FEW, '--a', 'echo a >> ' + home.path('log'), '--b', 'exit 3',
                    'lat_syscall.null', '-o', home.path('ab.xml'))
    expect(done, 1, "setting b: 'exit 3' ended with exit code 3")
    assert log(home)[-1] == 'a' or log(home) == [], log(home)
    done = home.run('ab', *FEW, '--a', 'sleep 60', '--b', 'true', '--deadline', '0.1s',
                    'lat_syscall.null', '-o', home.path('ab.xml'))
    expect(done, 1, 'setting a: .* longer than 0.1 s', 'could not be restored')


def an_interrupt_restores_the_first_setting(home):
    process = home.start('ab', *FEW, *commands(home), '--invocations', '4000',
                         'lat_syscall.null', '-o', home.path('ab.xml'))
    while process.poll() is None and not (os.path.exists(home.path('log')) and
                                          len(log(home)) > 6):
        pass
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == -signal.SIGINT, (process.returncode, errors)
    assert log(home)[-1] == 'a', log(home)[-4:]
    assert not home.leftovers() and not home.journals()
    expect(home.run('validate', home.path('ab.xml')), 0)


def what_a_killed_one_measured_is_written_and_no_command_run(home):
    process = home.start('ab', *FEW, *commands(home), '--invocations', '4000',
                         'lat_syscall.null', '-o', home.path('ab.xml'))
    while process.poll() is None and not (os.path.exists(home.path('log')) and
                                          len(log(home)) > 6):
        pass
    process.kill()
    process.communicate(timeout=60)
    before = len(log(home))
    done = home.run('resume')
    expect(done, 0, 'does not go on', 'this sets the first: echo a')
    # the last command may have ended after its runner
    assert len(log(home)) <= before + 1, 'resume ran a command'
    assert not home.journals()
    expect(home.run('validate', '--recompute', home.path('ab.xml')), 0)


def a_setting_against_itself_is_a_self_test(home):
    done = home.run('ab', '--aa', *FEW, 'lat_syscall.null', '-o', home.path('aa.xml'))
    expect(done, 0)
    assert 'of 1 rows have p < 0.05' in done.stdout, done.stdout


def what_ab_cannot_do_is_refused(home):
    expect(home.run('ab', 'lat_syscall.null'), 2, '--a')
    expect(home.run('ab', '--a', 'true', 'lat_syscall.null'), 2, '--b')
    expect(home.run('ab', '--aa', '--b', 'true', 'lat_syscall.null'), 2, '--b')
    expect(home.run('ab', '--a', '', '--b', 'true'), 2)
    done = home.run('ab', '--dry-run', *commands(home), 'lat_syscall.null')
    expect(done, 0)
    assert 'setting=b' in done.stdout and not os.path.exists(home.path('log'))
    home.run('ab', *FEW, '--aa', 'lat_syscall.null', '-o', home.path('ab.xml'))
    expect(home.run('run', '--like', home.path('ab.xml'), '-o', home.path('c.xml')), 2,
           'errbar ab')


main(__name__)
