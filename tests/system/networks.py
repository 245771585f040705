# SPDX-License-Identifier: GPL-3.0-or-later
"""networks.py - networks of their own for programs that tests start."""
import ctypes
import fcntl
import os
import socket
import struct

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
