# SPDX-License-Identifier: GPL-3.0-or-later
"""networks.py - networks of their own for programs that tests start."""
import ctypes
import fcntl
import os
import socket
import struct
import subprocess

from program import Skip

CLONE_NEWNET = 0x40000000
SIOCGIFFLAGS, SIOCSIFFLAGS, IFF_UP = 0x8913, 0x8914, 1


def interface_up(name):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        request = struct.pack('16sh14x', name.encode(), 0)
        flags = struct.unpack('16sh14x', fcntl.ioctl(s, SIOCGIFFLAGS, request))[1]
        fcntl.ioctl(s, SIOCSIFFLAGS, struct.pack('16sh14x', name.encode(), flags | IFF_UP))


def own_network(loopback=True, ipv6=True):
    """What a child does (preexec_fn) to be in a network of its own."""
    libc = ctypes.CDLL(None, use_errno=True)

    def enter():
        if libc.unshare(CLONE_NEWNET) != 0:
            raise OSError(ctypes.get_errno(), 'unshare')
        if not ipv6 and os.path.exists('/proc/sys/net/ipv6'):
            for name in ('all', 'lo'):
                with open('/proc/sys/net/ipv6/conf/%s/disable_ipv6'
                          % name, 'w', encoding='ascii') as file:
                    file.write('1')
        if loopback:
            interface_up('lo')

    return enter


def need_networks():
    if os.geteuid() != 0:
        raise Skip('unshare(CLONE_NEWNET) needs root')


def listening():
    """Local ends of the TCP sockets that listen here."""
    found = set()
    for name in ('tcp', 'tcp6'):
        try:
            with open('/proc/net/' + name, encoding='ascii') as file:
                found |= {line.split()[1] for line in file if ' 0A ' in line}
        except FileNotFoundError:
            pass
    return found


def counter(name):
    """A count of /proc/net/netstat."""
    with open('/proc/net/netstat', encoding='ascii') as file:
        lines = [line.split() for line in file if line.startswith('TcpExt:')]
    return dict(zip(lines[0][1:], map(int, lines[1][1:])))[name]


class Pair:
    """Two networks of their own, joined by a pair of virtual interfaces."""

    def __init__(self):
        need_networks()
        self.holders = []
        try:
            for _ in range(2):
                self.holders.append(subprocess.Popen(
                    ['sleep', '1000'], preexec_fn=own_network(), stdin=subprocess.DEVNULL))
            near, far = (str(holder.pid) for holder in self.holders)
            self.ip('link', 'add', 'near', 'netns', near, 'type', 'veth', 'peer', 'name',
                    'far', 'netns', far)
        except (subprocess.SubprocessError, OSError) as error:
            self.__exit__()
            raise Skip('unshare(CLONE_NEWNET), or a pair of interfaces, is refused: %s'
                       % error) from error
        for i, name in enumerate(('near', 'far')):
            for address in ('192.0.2.%d/24' % (i + 1), '2001:db8::%d/64' % (i + 1)):
                self.ip('addr', 'add', address, 'dev', name,
                        *(['nodad'] if ':' in address else []), inside=self.enter(i))
            self.ip('link', 'set', name, 'up', inside=self.enter(i))

    @staticmethod
    def ip(*args, inside=None):
        subprocess.run(['ip'] + list(args), check=True, preexec_fn=inside,
                       capture_output=True)

    def enter(self, which):
        """What a child does (preexec_fn) to be in the near (0) or the far (1) one."""
        libc = ctypes.CDLL(None, use_errno=True)
        path = '/proc/%d/ns/net' % self.holders[which].pid

        def go():
            fd = os.open(path, os.O_RDONLY)
            if libc.setns(fd, CLONE_NEWNET) != 0:
                raise OSError(ctypes.get_errno(), 'setns')
            os.close(fd)

        return go

    def lines(self, which, *paths):
        """Of files of /proc/net, as they are in one network."""
        done = subprocess.run(['cat', *paths], check=False, preexec_fn=self.enter(which),
                              capture_output=True, text=True)
        return done.stdout.splitlines()

    def sockets(self, which):
        """Lines of ss-like state: all TCP and UDP sockets of one network."""
        return [line for line in self.lines(which, '/proc/net/tcp', '/proc/net/tcp6',
                                            '/proc/net/udp')
                if ' 0A ' in line or ' 07 ' in line]

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        for holder in self.holders:
            holder.kill()
            holder.wait()
