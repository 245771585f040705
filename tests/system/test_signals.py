# SPDX-License-Identifier: GPL-3.0-or-later
"""test_signals.py - a run that is told to stop keeps what it has and leaves nothing."""
import os
import signal

from program import NS, TINY, become_subreaper, document, expect, main, rows

LONG = TINY + ['--invocations', '400', 'lat_syscall.null', 'lat_pipe', '--journal']


def begun(home, *more):
    """A long run that has something in its journal."""
    journal = home.path('journal')
    os.makedirs(journal, exist_ok=True)
    process = home.start('run', '-o', home.path('a.xml'), *LONG, journal, *more)
    while process.poll() is None:
        for name in os.listdir(journal):
            with open(os.path.join(journal, name), encoding='utf-8') as file:
                if file.read().count('</invocation>') >= 3:
                    return process
    raise AssertionError('it ended by itself: ' + process.communicate()[1])


def no_child():
    signal.alarm(20)
    try:
        while True:
            os.waitpid(-1, 0)
    except ChildProcessError:
        pass
    signal.alarm(0)


def an_interrupt_writes_what_there_is_and_dies_by_it(home):
    become_subreaper()
    process = begun(home)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)
    assert process.returncode == -signal.SIGINT, process.returncode
    no_child()
    assert not home.leftovers()
    root = document(home.path('a.xml'))
    assert root.find(NS + 'meta').get('completeness') == 'partial'
    assert len(list(root.iter(NS + 'invocation'))) >= 3
    assert {r.get('stop') for r in rows(root).values()} == {'interrupted'}
    expect(home.run('validate', home.path('a.xml')), 0)


def a_request_to_end_makes_a_checkpoint_that_resumes(home):
    become_subreaper()
    for number in (signal.SIGTERM, signal.SIGUSR1, signal.SIGXCPU):
        process = begun(home)
        process.send_signal(number)
        _, errors = process.communicate(timeout=30)
        assert process.returncode == 75, (number, process.returncode, errors)
        assert 'resume' in errors, errors
        no_child()
        assert not home.leftovers()
        for name in os.listdir(home.path('journal')):
            os.unlink(home.path('journal/' + name))


def quit_leaves_the_current_row_out_and_goes_on(home):
    process = begun(home, '--invocations', '40')
    process.send_signal(signal.SIGQUIT)
    _, errors = process.communicate(timeout=120)
    assert process.returncode in (0, 1), (process.returncode, errors)
    states = [r.get('status') for r in rows(document(home.path('a.xml'))).values()]
    # a sentinel may be what ran then
    assert states.count('ok') >= len(states) - 1, states
    assert set(states) <= {'ok', 'skipped'}, states


main(__name__)
