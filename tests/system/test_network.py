# SPDX-License-Identifier: GPL-3.0-or-later
"""test_network.py - two-ended benchmarks beside each other, cut off, and broken off."""
import os
import re
import signal
import subprocess
import time

from networks import counter, listening, need_networks, own_network
from program import NS, TINY, Skip, document, expect, main, rows

NAMES = ['lat_tcp', 'lat_udp', 'lat_connect', 'lat_http', 'lat_rpc', 'bw_tcp', 'bw_udp']
LOCAL = ['lat_unix', 'lat_unix_connect', 'bw_pipe', 'bw_unix']
ENDS = LOCAL + NAMES + ['--param', 'message=1K', '--param', 'placement=same,free', '--param',
                        'ip=4']
OVER_IP = NAMES + ['--param', 'message=1K', '--param', 'placement=same', '--param', 'ip=4,6']


def is_fine(name, row):
    """Measured, or not for want of the one library that a build may lack."""
    return row.get('status') == 'ok' or (name.startswith('lat_rpc') and
                                         'libtirpc' in row.get('reason', ''))


def run_two(home, prepare):
    """Two runs at once; each must be whole, and none leaves anything."""
    before = listening()
    paths = [home.path(name) for name in ('a.xml', 'b.xml')]
    runs = [home.start('run', *TINY, '--invocations', '6', '-o', path, *ENDS,
                       preexec_fn=prepare) for path in paths]
    for run in runs:
        _, errors = run.communicate(timeout=300)
        assert run.returncode == 0, (run.returncode, errors[-1500:])
    for path in paths:
        found = rows(document(path))
        assert {re.split('[. ]', name)[0] for name in found} == set(LOCAL + NAMES)
        for name, row in found.items():
            assert is_fine(name, row), (name, row.attrib)
        expect(home.run('validate', path), 0)
    assert not home.leftovers()
    assert listening() <= before, 'a server still listens'


def two_runs_in_one_network_do_not_disturb_each_other(home):
    run_two(home, None)


def two_runs_in_two_networks_do_not_disturb_each_other(home):
    need_networks()
    run_two(home, own_network())


def refused(home, prepare, word, code):
    """Rows by status, of all that go over a protocol; unsupported ones say the word."""
    need_networks()
    path = home.path('a.xml')
    try:
        done = home.run('run', *TINY, '-o', path, *OVER_IP, preexec_fn=prepare)
    except subprocess.SubprocessError as error:
        raise Skip('unshare(CLONE_NEWNET) is refused') from error
    expect(done, code)
    found = {name: row for name, row in rows(document(path)).items()
             if 'libtirpc' not in row.get('reason', '')}
    for name, row in found.items():
        if row.get('status') == 'unsupported':
            assert word in row.get('reason'), row.attrib
    return {name: row.get('status') for name, row in found.items()}


def without_a_loopback_each_row_is_unsupported_and_says_so(home):
    found = refused(home, own_network(loopback=False), 'loopback', 6)
    assert set(found.values()) == {'unsupported'}, found


def without_ipv6_only_its_rows_are_unsupported(home):
    found = refused(home, own_network(ipv6=False), 'IPv6', 0)
    for name, status in found.items():
        assert status == ('unsupported' if 'ip=6' in name else 'ok'), (name, status)


def one_processor_is_enough_for_two_ends(home):
    one = min(os.sched_getaffinity(0))
    path = home.path('a.xml')
    done = home.run('run', *TINY, '-o', path, *ENDS,
                    preexec_fn=lambda: os.sched_setaffinity(0, {one}))
    expect(done, 0)
    for name, row in rows(document(path)).items():
        assert is_fine(name, row), (name, row.attrib)


def no_connection_is_lost_of_a_hundred_thousand(home):
    names = ('ListenOverflows', 'TCPSynRetrans')
    before = [counter(name) for name in names]
    path = home.path('a.xml')
    done = home.run('run', *TINY, '--invocations', '60', '--samples', '80', '-o', path,
                    'lat_connect', '--param', 'definition=ours', '--param', 'ip=4',
                    '--param', 'placement=same', timeout=300)
    expect(done, 0)
    made = 0
    for series in document(path).iter(NS + 'series'):
        made += int(series.get('passes')) * len(series.find(NS + 'ns').text.split())
    assert made >= 100000, made
    assert [counter(name) for name in names] == before


def a_run_that_is_killed_leaves_no_server(home):
    before = listening()
    run = home.start('run', *TINY, '--invocations', '400', '-o', home.path('a.xml'),
                     'lat_connect', '--param', 'placement=same')
    end = time.monotonic() + 60
    while not listening() - before and run.poll() is None and time.monotonic() < end:
        pass
    assert run.poll() is None, 'it ended before it was killed'
    run.send_signal(signal.SIGKILL)
    run.communicate()
    while listening() - before and time.monotonic() < end:
        pass
    assert listening() <= before, 'a server still listens'


main(__name__)
