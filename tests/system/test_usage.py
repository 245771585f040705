# SPDX-License-Identifier: GPL-3.0-or-later
"""test_usage.py - what is asked wrongly is refused with the nearest right name."""
import json

from program import TINY, expect, main


def a_command_that_does_not_exist_names_its_neighbour(home):
    expect(home.run('rnu'), 2, r"\brun\b")
    expect(home.run('reprot'), 2, r"\breport\b")
    expect(home.run(), 2)


def an_option_that_does_not_exist_is_refused(home):
    expect(home.run('run', '--bogus'), 2, '--bogus')
    expect(home.run('list', '--format=xlsx'), 2, 'xlsx')


def a_benchmark_that_does_not_exist_names_its_neighbour(home):
    expect(home.run('run', *TINY, 'lat_syscal'), 6, 'lat_syscall')
    expect(home.run('run', *TINY, 'lat_syscall.nul'), 6, r'lat_syscall\.null')
    expect(home.run('info', 'lat_ctxx'), 6, 'lat_ctx')
    assert not home.journals() and not home.leftovers()


def a_filter_that_matches_nothing_is_no_silent_success(home):
    expect(home.run('run', *TINY, 'bw_nothing*'), 6)
    expect(home.run('run', *TINY, 're:^$'), 6)
    expect(home.run('run', *TINY, 'lat_pipe', '--skip', 'lat_*'), 6)


def a_parameter_that_does_not_exist_names_its_neighbour(home):
    expect(home.run('run', *TINY, 'lat_ctx', '--param', 'prcs=2'), 2, r'\bprocs\b')


def a_parameter_is_unknown_only_if_no_selected_benchmark_has_it(home):
    expect(home.run('run', *TINY, '--dry-run', 'lat_syscall.null', 'lat_ctx', '--param',
                    'procs=2'), 0)
    expect(home.run('run', *TINY, '--dry-run', 'lat_syscall.null', '--param', 'procs=2'),
           2, r'\bprocs\b')


def a_value_that_a_parameter_cannot_have_is_refused(home):
    expect(home.run('run', *TINY, 'lat_ctx', '--param', 'procs=many'), 2, 'many')
    expect(home.run('run', *TINY, 'lat_ctx', '--param', 'size=3Q'), 2, '3Q')
    expect(home.run('run', *TINY, 'lat_pipe', '--param', 'placement=sme'), 2, r'\bsame\b')
    expect(home.run('run', *TINY, 'lat_ctx', '--param', 'procs'), 2, 'procs')


def a_tag_that_does_not_exist_names_its_neighbour(home):
    expect(home.run('run', *TINY, '--tag', 'sycall'), 6, r'\bsyscall\b')


def a_broken_regular_expression_says_what_is_wrong(home):
    expect(home.run('run', *TINY, 're:('), 2, r'regular expression')


def options_that_contradict_each_other_are_refused(home):
    expect(home.run('run', '--dry-run', '--draft', '--max-invocations', '3'), 2, 'draft')
    expect(home.run('run', '--dry-run', '--invocations', '2', '--min-invocations', '3'), 2)
    path = home.measure('a.xml', 'lat_syscall.null')
    expect(home.run('run', '--like', path, '--samples', '3'), 2, '--like')
    expect(home.run('run', '--append', path, '--skip', 'lat_sig'), 2, '--append')
    expect(home.run('run', '--like', path, '--append', path), 2)
    expect(home.run('run', '--dry-run', '--max-time', '0'), 2, '--max-time')
    expect(home.run('run', '--dry-run', '--span', '1e300'), 2, '--span')


def the_bounds_that_a_message_names_are_allowed(home):
    for level in ('50', '99.9', '0.999', '99.9%'):
        expect(home.run('run', '--dry-run', '--confidence', level), 0)
    expect(home.run('run', '--dry-run', '--confidence', '99.91'), 2)


def zero_is_a_seed_like_any_other(home):
    plans = {home.run('run', '--dry-run', '--set', 'quick', '--seed', '0').stdout
             for _ in range(2)}
    assert len(plans) == 1 and 'seed 0:' in plans.pop()


def a_manual_that_does_not_exist_names_its_neighbour(home):
    expect(home.run('help', 'rnu'), 2, r'help run')


def a_layout_that_a_view_does_not_have_is_wrong_usage(home):
    path = home.measure('a.xml', 'lat_syscall.null')
    expect(home.run('report', 'text-3.0', path, '--generation', 'g99'), 2, 'g99')
    expect(home.run('report', 'summary', path, '--generation', 'g6'), 2, 'summary')


def tables_go_to_a_folder_and_not_to_standard_output(home):
    path = home.measure('a.xml', 'lat_syscall.null')
    expect(home.run('export', 'csv', path, '-o', '-'), 2, '--table')
    assert not home.leftovers() and '-' not in __import__('os').listdir(home.top)


def a_set_that_does_not_exist_names_its_neighbour(home):
    expect(home.run('run', *TINY, '--set', 'quik'), 2, r'\bquick\b')


def a_unit_that_does_not_exist_is_refused(home):
    expect(home.run('run', '--max-time', '3x'), 2, '3x')
    expect(home.run('run', '--precision', '2 furlongs'), 2, 'furlongs')
    expect(home.run('run', '--span', '-1'), 2)


def cpus_that_do_not_exist_are_refused(home):
    expect(home.run('run', *TINY, 'lat_syscall.null', '--cpus', '999'), 2, '999')
    expect(home.run('run', *TINY, 'lat_syscall.null', '--cpus', '1-'), 2)


def a_view_that_does_not_exist_names_its_neighbour(home):
    path = home.measure('a.xml', 'lat_syscall.null')
    expect(home.run('report', 'text-3', path), 2, r'text-3\.0')
    expect(home.run('report', 'sumary', path), 2, 'summary')


def resume_without_anything_to_resume_says_so(home):
    expect(home.run('resume'), 2, 'resume')


def dry_run_prints_the_plan_and_touches_nothing(home):
    first = home.run('run', '--dry-run', '--set', 'quick', '--seed', '5')
    again = home.run('run', '--dry-run', '--set', 'quick', '--seed', '5')
    other = home.run('run', '--dry-run', '--set', 'quick', '--seed', '6')
    expect(first, 0)
    assert 'lat_syscall.null' in first.stdout
    assert first.stdout == again.stdout, 'the same seed gives another plan'
    assert first.stdout != other.stdout, 'the seed decides nothing'
    assert not home.journals() and not home.leftovers()


def listings_need_no_measuring_and_are_one_json_document(home):
    done = home.run('list', '--format=json')
    expect(done, 0)
    assert any('lat_syscall.null' in json.dumps(row) for row in json.loads(done.stdout))
    for what in ('benchmarks', 'sets', 'tags', 'views', 'noise-codes'):
        for form in ('table', 'json', 'csv', 'tsv'):
            done = home.run('list', what, '--format=' + form)
            expect(done, 0)
            assert done.stdout.strip(), what + ' is empty'
    expect(home.run('info', 'lat_ctx'), 0)


def help_goes_to_standard_output_and_needs_nothing(home):
    for args in (['--help'], ['run', '--help'], ['report', '--help'], ['version']):
        done = home.run(*args)
        expect(done, 0)
        assert done.stdout and not done.stderr


main(__name__)
