# SPDX-License-Identifier: GPL-3.0-or-later
"""test_report_noise.py - what cannot be trusted, and what cannot be compared."""
import os
import re

from program import expect, main

R0 = 'lmbench/summaries/R0-hpux-parisc-2.0.txt'
R2 = 'lmbench/summaries/R2-i686-3.0.txt'
R3 = 'web/r3-smp-kernels.txt'
R4 = 'contest/r4-2.6.0-test4.txt'


def imported(home, name):
    path = home.path('in.xml')
    data = os.path.join(os.environ['ERRBAR_TEST_DATA'], name)
    expect(home.run('import', data, '-o', path), 0)
    return path


def erratic_rows_are_shown_and_end_in_5_only_where_that_is_asked_for(home):
    path = imported(home, R0)
    done = home.run('report', 'noise', path)
    expect(done, 0)
    erratic = [line for line in done.stdout.splitlines() if ' erratic ' in line]
    assert len([s for s in erratic if s.startswith('lat_ctx')]) == 4, done.stdout
    assert '86.1  43.00, 19.50, 1678 us' in done.stdout, done.stdout
    done = home.run('report', 'noise', path, '--fail-on', 'noise')
    expect(done, 5)
    assert '5 rows are erratic, 8 noisy' in done.stderr, done.stderr
    expect(home.run('report', 'text-2.0', path, '--fail-on', 'noise'), 5)
    expect(home.run('report', 'noise', path, '--fail-on', 'worse'), 2)


def single_values_are_unknown_and_no_noise(home):
    for name in (R2, R3, R4):
        path = imported(home, name)
        done = home.run('report', 'noise', path, '--fail-on', 'noise')
        expect(done, 0)
        assert done.stdout.count('cannot be known from one value') == 1, done.stdout
        assert ' erratic ' not in done.stdout and ' noisy  ' not in done.stdout


def single_values_get_no_verdict_but_what_to_run_again(home):
    for name, again in ((R2, 'lat_syscall'), (R3, 'lat_ctx'), (R4, None)):
        path = imported(home, name)
        for args in ([path], [path, '--by', 'kernel' if name == R2 else 'label']):
            done = home.run('compare', *args)
            expect(done, 6)
            assert not re.search('faster\n|slower\n|inconclusive\n| same\n',
                                 done.stdout), done.stdout
            assert 'n/a (single value)' in done.stdout
            if again:
                words = re.search(r'errbar run --invocations \d+ (.*)', done.stdout)
                assert again in words.group(1).split(), done.stdout
                expect(home.run('run', '--dry-run', '--invocations', '10',
                                *words.group(1).split()), 0)
            else:
                assert 'errbar run' not in done.stdout, done.stdout


def several_systems_of_a_file_are_no_side_against_another(home):
    for name, by in ((R0, 'kernel'), (R2, 'kernel'), (R3, 'label'), (R4, 'label')):
        path = imported(home, name)
        expect(home.run('compare', path, path), 2, 'several systems', '--by=' + by)
        done = home.run('compare', path, path, '--by', by)
        assert done.returncode in (0, 6), done.stderr


main(__name__)
