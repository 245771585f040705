# SPDX-License-Identifier: GPL-3.0-or-later
"""test_remote.py - errbar serve and run --remote, between two networks of their own."""
import time

from networks import Pair
from program import TINY, document, expect, main, rows

TOKEN = {'ERRBAR_TOKEN': 'a-token-of-some-length'}


class Far:
    """A far end that serves at one of its addresses."""

    def __init__(self, home, pair, address, **more):
        more.setdefault('env', TOKEN)
        self.process = home.start('serve', address, preexec_fn=pair.enter(1), **more)
        line = self.process.stdout.readline()
        assert line.startswith('serving at '), (line, self.process.stderr.read())
        self.where = line.split()[-1]

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.process.terminate()
        self.process.communicate(timeout=30)


def rows_go_over_the_network_and_stand_in_the_remote_table(home):
    with Pair() as pair, Far(home, pair, '192.0.2.2') as far:
        path = home.path('a.xml')
        done = home.run('run', *TINY, '--remote', far.where, '-o', path, env=TOKEN,
                        preexec_fn=pair.enter(0))
        expect(done, 0)
        found = rows(document(path))
        assert {name.split()[0] for name in found} == {'lat_tcp', 'lat_udp', 'lat_connect',
                                                       'bw_tcp'}
        for name, row in found.items():
            assert row.get('status') == 'ok' and 'host=remote' in name, (name, row.attrib)
        text = open(path, encoding='utf-8').read()
        assert '192.0.2' not in text and TOKEN['ERRBAR_TOKEN'] not in text
        table = home.run('report', 'text-3.0', path).stdout
        assert '*Remote* Communication' in table, table
        row = table.split('*Remote* Communication')[1].split('\n----')[1]
        assert len([w for w in row.split('\n')[1].split()[3:] if w]) >= 1, row
        expect(home.run('validate', '--recompute', path), 0)


def it_works_over_ipv6_with_a_token_from_a_file(home):
    token = home.write('token', 'another-token-from-a-file\n')
    with Pair() as pair:
        process = home.start('serve', '2001:db8::2', '--token-file', token,
                             preexec_fn=pair.enter(1))
        where = process.stdout.readline().split()[-1]
        assert where.startswith('[2001:db8::2]:'), where
        path = home.path('a.xml')
        done = home.run('run', *TINY, '--remote', where, '--token-file', token, '-o', path,
                        'lat_tcp', 'lat_udp', preexec_fn=pair.enter(0))
        process.terminate()
        process.communicate(timeout=30)
        expect(done, 0)
        found = rows(document(path))
        assert sorted(found) == ['lat_tcp host=remote ip=6',
                                 'lat_udp host=remote ip=6'], found
        assert all(row.get('status') == 'ok' for row in found.values())


def who_has_another_token_is_refused_before_measuring(home):
    with Pair() as pair, Far(home, pair, '192.0.2.2') as far:
        done = home.run('run', *TINY, '--remote', far.where, '-o', home.path('a.xml'),
                        env={'ERRBAR_TOKEN': 'not-that-token-at-all'},
                        preexec_fn=pair.enter(0))
        expect(done, 1, 'refused')
        assert not home.journals()
        listening = [line for line in pair.sockets(1) if ' 0A ' in line]
        assert len(listening) == 1, listening  # no service was started


def without_a_token_neither_end_begins(home):
    expect(home.run('serve', '127.0.0.1'), 2, 'token')
    expect(home.run('serve', '127.0.0.1', env={'ERRBAR_TOKEN': 'short'}), 2, '16')
    expect(home.run('serve', env=TOKEN), 2, 'address')
    expect(home.run('run', *TINY, '--remote', '127.0.0.1:1', '-o', home.path('a.xml')), 2,
           'token')


def where_nobody_serves_it_says_so(home):
    done = home.run('run', *TINY, '--remote', '127.0.0.1:1', '-o', home.path('a.xml'),
                    env=TOKEN)
    expect(done, 1, 'errbar serve')
    expect(home.run('run', *TINY, '--remote', '127.0.0.1', '-o', home.path('a.xml'),
                    env=TOKEN), 2, 'ADDRESS:PORT')


def what_does_not_go_over_a_network_is_not_selected(home):
    done = home.run('run', *TINY, '--remote', '127.0.0.1:1', '-o', home.path('a.xml'),
                    'lat_pipe', env=TOKEN)
    expect(done, 6)


def services_end_with_the_run_and_with_the_far_end(home):
    with Pair() as pair:
        with Far(home, pair, '192.0.2.2') as far:
            alone = pair.sockets(1)
            done = home.run('run', *TINY, '--remote', far.where, '-o', home.path('a.xml'),
                            'lat_udp', env=TOKEN, preexec_fn=pair.enter(0))
            expect(done, 0)
            end = time.monotonic() + 60
            while len(pair.sockets(1)) > len(alone) and time.monotonic() < end:
                pass
            assert len(pair.sockets(1)) == len(alone), pair.sockets(1)
        assert not pair.sockets(1), pair.sockets(1)


main(__name__)
