# SPDX-License-Identifier: GPL-3.0-or-later
"""test_life.py - one result from measuring to the last table."""
import csv
import json
import os
import subprocess

from program import NS, TINY, Skip, document, expect, main, rows

FEW = ['lat_syscall', 'lat_sig', 'lat_pipe', 'lat_ctx', '--param', 'procs=2,4', '--param',
       'size=0,16K']


def a_run_leaves_one_valid_document_and_nothing_else(home):
    path = home.measure('a.xml', *FEW)
    assert not home.journals(), 'the journal stays: %s' % home.journals()
    assert not home.leftovers(), home.leftovers()
    expect(home.run('validate', path), 0)
    expect(home.run('validate', '--recompute', path), 0)
    schema = os.path.join(os.environ['ERRBAR_SOURCE'], 'schemas/errbar-results-1.xsd')
    lint = subprocess.run(['xmllint', '--noout', '--nonet', '--schema', schema, path],
                          capture_output=True, text=True, check=False)
    assert lint.returncode == 0, lint.stderr[-1500:]


def every_row_that_was_asked_for_is_there_with_all_its_observations(home):
    root = document(home.measure('a.xml', *FEW))
    found = rows(root)
    assert len([r for r in found if r.startswith('lat_ctx ')]) == 4, sorted(found)
    assert len([r for r in found if r.startswith('lat_syscall.')]) == 6, sorted(found)
    for name, row in found.items():
        assert row.get('status') == 'ok', (name, row.attrib)
        series = [s for i in root.iter(NS + 'invocation') if i.get('valid') != 'no'
                  and i.get('phase') != 'pilot'
                  for s in i.iter(NS + 'series') if s.get('m') == row.get('id')]
        parts = {s.get('part', 'subject') for s in series}
        assert len(series) == 2 * len(parts), (name, len(series))
        for s in series:
            values = s.find(NS + 'ns').text.split()
            assert len(values) >= 3 and all(int(v) >= 0 for v in values), (name, values)


def the_full_set_holds_every_definition_that_is_in_a_set(home):
    listed = json.loads(home.run('list', '--format=json').stdout)
    ids = {row['benchmark'] for row in listed if row['set from'] != 'none'}
    assert len(ids) > 50, ids
    done = home.run('run', '--set', 'full', '--invocations', '1', '--samples', '1',
                    '--warmup', '0', '--span', '0', '--progress', 'none', '-o',
                    home.path('full.xml'), timeout=500)
    expect(done, 0)
    found = rows(document(home.path('full.xml')))
    missing = ids - {name.split()[0] for name in found}
    assert not missing, missing
    bad = {n: r.get('reason') for n, r in found.items()
           if r.get('status') not in ('ok', 'unsupported')}
    assert not bad, bad
    assert all(r.get('reason') for r in found.values() if r.get('status') != 'ok')


def a_result_goes_to_standard_output_and_talk_does_not(home):
    done = home.run('run', *TINY, '-o', '-', 'lat_syscall.null')
    expect(done, 0)
    assert done.stdout.startswith('<?xml') and done.stdout.rstrip().endswith('</results>')


def text_that_needs_escaping_comes_back_as_it_was(home):
    label = 'A <&> "quoted" \u00e9'
    path = home.measure('a.xml', 'lat_syscall.null', '--label', label, '--name', 'boxa')
    expect(home.run('validate', path), 0)
    system = document(path).find(NS + 'system')
    assert system.get('label') == label and system.get('name') == 'boxa', system.attrib
    expect(home.run('run', *TINY, '--label', 'two\nlines', 'lat_syscall.null'), 2)


def nothing_in_a_result_identifies_the_machine_or_its_user(home):
    path = home.measure('a.xml', 'lat_syscall.null')
    text = home.read('a.xml')
    for secret in (os.uname().nodename, home.top, '/root/', '/home/'):
        assert len(secret) < 4 or secret not in text, secret
    for source in ('/etc/machine-id', '/proc/sys/kernel/random/boot_id'):
        if os.path.exists(source):
            with open(source, encoding='ascii') as file:
                secret = file.read().strip()
            assert not secret or secret not in text, source
    assert os.path.getsize(path) > 1000


def the_tables_can_be_read_by_a_csv_reader(home):
    path = home.measure('a.xml', 'lat_syscall', 'lat_pipe')
    expect(home.run('export', 'csv', path, '-o', home.path('tables')), 0)
    with open(home.path('tables/summary.csv'), newline='', encoding='utf-8') as file:
        summary = list(csv.DictReader(file))
    names = {row['definition'] for row in summary}
    assert {'lat_syscall.null', 'lat_syscall.open', 'lat_pipe'} <= names, names
    for row in summary:
        assert row['unit'] and row['status'] == 'ok', row
        assert not row['value'] or float(row['value']) > 0
    with open(home.path('tables/samples.csv'), newline='', encoding='utf-8') as file:
        samples = list(csv.DictReader(file))
    assert len(samples) >= 3 * 2 * len(names)
    with open(home.path('tables/systems.csv'), newline='', encoding='utf-8') as file:
        facts = list(csv.DictReader(file))
    assert all(bool(f['value']) != bool(f['missing']) for f in facts), facts[:5]


def the_reports_show_each_number_with_its_interval(home):
    path = home.measure('a.xml', 'lat_syscall', 'lat_pipe', '--invocations', '3')
    done = home.run('report', 'summary', path)
    expect(done, 0)
    assert 'lat_syscall.null' in done.stdout and 'K = 3' in done.stdout, done.stdout
    done = home.run('report', 'text-3.0', path)
    expect(done, 0)
    assert 'E R R B A R' in done.stdout and 'null' in done.stdout, done.stdout
    assert all(len(line) < 100 and line == line.rstrip(' ') or '---' in line
               for line in done.stdout.splitlines() if 'bytes' not in line)
    done = home.run('show', path, 'lat_syscall.null')
    expect(done, 0)
    assert 'lat_syscall.null' in done.stdout
    expect(home.run('show', path, 'lat_proc.fork'), 6, 'lat_proc')


def like_measures_the_same_rows_with_the_same_work(home):
    first = home.measure('a.xml', 'lat_syscall.null', 'lat_pipe')
    expect(home.run('run', '--like', first, '--label', 'B', '--progress', 'none', '-o',
                    home.path('b.xml')), 0)
    a, b = rows(document(first)), rows(document(home.path('b.xml')))
    assert sorted(a) == sorted(b)
    for name in a:
        plans = [r[name].find(NS + 'plan').attrib for r in (a, b)]
        assert plans[0] == plans[1], (name, plans)
    seeds = [document(p).find('.//' + NS + 'protocol').get('seed')
             for p in (first, home.path('b.xml'))]
    assert seeds[0] == seeds[1]


def append_adds_a_session_and_keeps_the_first_as_it_was(home):
    path = home.measure('a.xml', 'lat_syscall.null')
    before = home.read('a.xml')
    expect(home.run('run', '--append', path, '--progress', 'none'), 0)
    expect(home.run('validate', '--recompute', path), 0)
    root = document(path)
    assert len(root.findall(NS + 'session')) == 2
    first = before[before.index('<invocation'):before.index('</session>')]
    assert first in home.read('a.xml'), 'the first session was written anew'


def two_results_stand_side_by_side_in_one_table(home):
    home.measure('a.xml', 'lat_syscall', '--label', 'A')
    home.measure('b.xml', 'lat_syscall', '--label', 'B')
    done = home.run('report', 'text-3.0', home.path('a.xml'), home.path('b.xml'))
    expect(done, 0)
    table = done.stdout.split('Processor, Processes')[1]
    assert len([line for line in table.splitlines() if 'Linux' in line]) >= 2, table


def the_same_file_gives_the_same_bytes_twice(home):
    path = home.measure('a.xml', 'lat_syscall', 'lat_pipe')
    for view in ('summary', 'text-3.0'):
        outputs = {home.run('report', view, path).stdout for _ in range(2)}
        assert len(outputs) == 1, view


def a_comma_locale_changes_nothing_in_files_and_reports(home):
    comma = {'LC_ALL': 'de_DE.UTF-8', 'LOCPATH': os.environ.get('LOCPATH', '')}
    if not os.path.isdir(os.path.join(comma['LOCPATH'], 'de_DE.UTF-8')):
        raise Skip('localedef made no de_DE.UTF-8')
    plain = {'LC_ALL': 'C.UTF-8'}
    done = home.run('run', *TINY, '-o', home.path('a.xml'), 'lat_syscall', env=comma)
    expect(done, 0)
    expect(home.run('validate', '--recompute', home.path('a.xml'), env=comma), 0)
    expect(home.run('validate', '--recompute', home.path('a.xml'), env=plain), 0)
    for args in (['report', 'summary'], ['report', 'text-3.0'], ['show']):
        outputs = [home.run(*args, home.path('a.xml'), env=env).stdout
                   for env in (plain, comma)]
        assert outputs[0] == outputs[1] and outputs[0], args
    for name, env in (('plain', plain), ('comma', comma)):
        expect(home.run('export', 'csv', home.path('a.xml'), '-o', home.path(name),
                        env=env), 0)
    for table in ('summary.csv', 'samples.csv', 'systems.csv'):
        assert home.read('plain/' + table) == home.read('comma/' + table), table


main(__name__)
