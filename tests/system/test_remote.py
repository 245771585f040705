# SPDX-License-Identifier: GPL-3.0-or-later
"""test_remote.py - errbar serve and run --remote, between two networks of their own."""
import os
import re
import select
import signal
import socket
import time

from networks import Pair
from program import NS, TINY, become_subreaper, document, expect, main, rows

TOKEN = {'ERRBAR_TOKEN': 'a-token-of-some-length'}
HELLO = b'errbar-serve 2 a-token-of-some-length\n'
HAS_RPC = ('lat_rpc.tcp', 'lat_rpc.udp')


def until(what, seconds=60):
    """Waits for something that comes by itself, and may take long on a busy machine."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, 'does not come within %d s' % seconds
        time.sleep(0.02)


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
        self.log = self.process.communicate(timeout=60)[1]
        assert self.process.returncode == -signal.SIGTERM, self.process.returncode


def with_rpc(home):
    """Whether this errbar has a program that libtirpc is linked to."""
    beside = os.path.join(os.path.dirname(home.errbar), '..', 'helpers')
    return os.path.exists(os.path.join(beside, 'errbar-rpc-worker'))


class Loop:
    """A far end on this machine's loopback, and what strangers do to it."""

    def __init__(self, home):
        become_subreaper()
        self.process = home.start('serve', '127.0.0.1', env=TOKEN)
        line = self.process.stdout.readline()
        self.port = int(line.rsplit(':', 1)[1])
        self.log = ''

    def connect(self):
        return socket.create_connection(('127.0.0.1', self.port), timeout=60)

    def say(self, line):
        """What it answers, b'' where it hangs up without a word."""
        with self.connect() as s:
            try:
                s.sendall(line)
                return s.makefile('rb').readline()
            except ConnectionError:
                return b''

    def __enter__(self):
        return self

    def __exit__(self, kind, *unused):
        self.process.terminate()
        self.log = self.process.communicate(timeout=60)[1]
        if kind:
            return
        assert self.process.returncode == -signal.SIGTERM, self.process.returncode
        assert not re.search('Sanitizer|runtime error|ssertion', self.log), self.log
        until(lambda: not children())


def children():
    """What is left of all that we started, with what is over taken away."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return []
    with open('/proc/self/task/%d/children' % os.getpid(), encoding='ascii') as file:
        return file.read().split()


def rows_go_over_the_network_and_stand_in_the_remote_table(home):
    with Pair() as pair, Far(home, pair, '192.0.2.2') as far:
        path = home.path('a.xml')
        done = home.run('run', *TINY, '--remote', far.where, '-o', path, env=TOKEN,
                        preexec_fn=pair.enter(0))
        expect(done, 0)
        found = rows(document(path))
        assert {name.split()[0] for name in found} == {
            'lat_tcp', 'lat_udp', 'lat_connect', 'bw_tcp', *HAS_RPC}, found
        built = with_rpc(home)
        for name, row in found.items():
            wanted = 'ok' if built or 'rpc' not in name else 'unsupported'
            assert row.get('status') == wanted, (name, row.attrib)
            assert 'host=remote' in name
        text = open(path, encoding='utf-8').read()
        assert '192.0.2' not in text and TOKEN['ERRBAR_TOKEN'] not in text
        table = home.run('report', 'text-3.0', path).stdout
        assert '*Remote* Communication' in table, table
        row = table.split('*Remote* Communication')[1].split('\n-----')[2].split('\n')[1]
        assert len(re.findall(r'(?<= )\d[\d.K]*', row[23:])) == (5 if built else 3), table
        expect(home.run('validate', '--recompute', path), 0)


def pages_and_datagrams_come_from_the_other_side_too(home):
    with Pair() as pair, Far(home, pair, '192.0.2.2') as far:
        path = home.path('a.xml')
        done = home.run('run', *TINY, '--remote', far.where, '-o', path, 'lat_http',
                        'bw_udp', '--param', 'message=64,1472,32K', env=TOKEN,
                        preexec_fn=pair.enter(0))
        expect(done, 0)
        found = rows(document(path))
        assert len(found) == 5, found
        for name, row in found.items():
            assert row.get('status') == 'ok' and 'host=remote' in name, (name, row.attrib)


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


def a_client_that_is_killed_leaves_no_service(home):
    with Pair() as pair, Far(home, pair, '192.0.2.2') as far:
        alone = len(pair.sockets(1))
        process = home.start('run', '--invocations', '20', '--span', '0', '--progress', 'none',
                             '--remote', far.where, '-o', home.path('a.xml'), 'lat_http',
                             'lat_rpc', env=TOKEN, preexec_fn=pair.enter(0))
        until(lambda: len(pair.sockets(1)) > alone or process.poll() is not None)
        process.kill()
        process.communicate(timeout=60)
        until(lambda: len(pair.sockets(1)) == alone)


def has_begun(home):
    try:
        return any('</invocation>' in home.read(journal) for journal in home.journals())
    except FileNotFoundError:
        return False


def a_killed_run_goes_on_with_the_far_end_that_it_had(home):
    path = home.path('a.xml')
    with Pair() as pair:
        with Far(home, pair, '192.0.2.2') as far:
            invocations = 20
            while not home.journals():  # unless it was faster than we are
                process = home.start('run', '--invocations', str(invocations), '--span',
                                     '0', '--progress', 'none', '--remote', far.where, '-o',
                                     path, 'lat_tcp', 'lat_udp', env=TOKEN,
                                     preexec_fn=pair.enter(0))
                until(lambda p=process: p.poll() is not None or has_begun(home))
                process.kill()
                process.communicate(timeout=60)
                invocations *= 3
            expect(home.run('resume', '--progress', 'none'), 2, 'token', 'resume --remote')
            assert home.journals()
        done = home.run('resume', '--progress', 'none', env=TOKEN, preexec_fn=pair.enter(0))
        expect(done, 1, 'errbar serve', 'resume --remote')
        with Far(home, pair, '192.0.2.2') as far:
            done = home.run('resume', '--progress', 'none', '--remote', far.where, env=TOKEN,
                            preexec_fn=pair.enter(0))
            expect(done, 0, 'goes on after')
            found = rows(document(path))
            assert len(found) == 2, found
            assert all(row.get('status') == 'ok' for row in found.values()), found
            assert '192.0.2' not in home.read('a.xml')
            more = ('run', '--append', path, '--invocations', '2', '--progress', 'none')
            expect(home.run(*more), 2, '--remote ADDRESS:PORT')
            done = home.run(*more, '--remote', far.where, env=TOKEN, preexec_fn=pair.enter(0))
            expect(done, 0)
        measured = [m for m in document(path).iter(NS + 'measurement')
                    if m.get('role') != 'sentinel']
        assert [m.get('status') for m in measured] == ['ok'] * 4, measured


def a_caller_is_asked_now_and_then_whether_it_is_still_there(home):
    with Pair() as pair, Far(home, pair, '192.0.2.2') as far:
        port = '%04X' % int(far.where.rsplit(':', 1)[1])
        process = home.start('run', '--invocations', '5000', '--span', '0', '--progress', 'none',
                             '--remote', far.where, '-o', home.path('a.xml'), 'lat_tcp',
                             env=TOKEN, preexec_fn=pair.enter(0))

        def has_keepalive():
            # local address, peer, state 01 (established), queues, timer 02 (keepalive)
            return any(line.split()[1].endswith(':' + port) and line.split()[3] == '01'
                       and line.split()[5].startswith('02:')
                       for line in pair.lines(1, '/proc/net/tcp'))

        try:
            until(has_keepalive)
        finally:
            process.kill()
            process.communicate(timeout=60)


def strangers_are_refused_with_a_sentence_and_harm_nobody(home):
    garbage = [b'\n', b'\0\n', bytes(range(256)) + b'\n', b'GET / HTTP/1.1\r\n\r\n',
               b'errbar-serve\n', b'errbar-serve 2 \n', HELLO[:-2] + b'\n',
               HELLO[:-1] + b'x\n', HELLO[:-1] + b'\r\n', HELLO[:-1] + b'\0\n',
               b'errbar-serve 2 ' + b'x' * 127 + b'\n', b'%n%s%x\n', b'x' * 1000000 + b'\n']
    with Loop(home) as far:
        for line in garbage:
            assert far.say(line) in (b'no\n', b''), line[:40]
        for version in (b'1', b'3', b'22', b'-2', b''):
            line = HELLO.replace(b' 2 ', b' ' + version + b' ')
            assert far.say(line) in (b'other version\n', b''), line
        with far.connect() as s:  # half of a line and half of a connection
            s.sendall(HELLO[:20])
            s.shutdown(socket.SHUT_WR)
            assert s.makefile('rb').readline() == b'no\n'
        assert far.say(HELLO).startswith(b'ok ')
    assert far.log.count('127.0.0.1: refused: ') == len(garbage) + 6, far.log
    assert 'another version' in far.log and 'another token' in far.log, far.log
    assert 'is served' in far.log and TOKEN['ERRBAR_TOKEN'] not in far.log, far.log


def too_many_at_once_are_turned_away_and_the_others_served_afterwards(home):
    with Loop(home) as far:
        served = far.connect()
        served.sendall(HELLO)
        assert served.makefile('rb').readline().startswith(b'ok ')
        idle, most = [], 0
        for _ in range(200):  # none says anything
            idle.append(far.connect())
            most = max(most, len(children_of(far.process.pid)))
        said = set()
        while b'busy\n' not in said:  # those that are waited for hear of it later
            for s in select.select(idle, [], [], 60)[0]:
                said.add(s.recv(16))
                idle.remove(s)
                s.close()
        for s in idle:
            s.close()
        assert 1 < most <= 32, most
        until(lambda: far.say(HELLO).startswith(b'ok '))
        served.close()
    assert 'too many callers' in far.log, far.log


def children_of(pid):
    with open('/proc/%d/task/%d/children' % (pid, pid), encoding='ascii') as file:
        return file.read().split()


def who_dribbles_is_given_ten_seconds_in_all(home):
    began = time.monotonic()
    with Loop(home) as far, far.connect() as s:
        try:
            for byte in HELLO * 10:
                s.sendall(bytes([byte]).replace(b'\n', b'x'))
                s.settimeout(1)
                try:
                    assert s.recv(16) in (b'no\n', b'')
                    break
                except TimeoutError:
                    pass
        except ConnectionError:
            pass
        assert time.monotonic() - began >= 9
    assert 'sent no line' in far.log, far.log


main(__name__)
