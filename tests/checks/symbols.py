# SPDX-License-Identifier: GPL-3.0-or-later
"""symbols.py - external symbols start with their room's prefix (prefixes.txt).

Arguments: nm, the tree's top, then pairs of a room and its static library.
"""
import os
import subprocess
import sys

import tap


def symbols(nm, library):
    """Names that a library defines for others."""
    listing = subprocess.run([nm, '-g', '--defined-only', '-P', library], check=True,
                             capture_output=True, text=True).stdout
    return sorted({line.split()[0] for line in listing.splitlines()
                   if len(line.split()) >= 3})


def findings(names, prefixes):
    for name in names:
        if not name.startswith(tuple(prefixes)):
            yield '%s starts with none of: %s' % (name, ' '.join(prefixes))


def main(nm, top, pairs):
    prefixes = tap.table(os.path.join(top, 'tests/checks/prefixes.txt'))
    report = tap.Report()
    for room, library in zip(pairs[::2], pairs[1::2]):
        names = [n for n in symbols(nm, library)
                 if not n.startswith(('__asan', '__odr_asan', '_ub', '__ub'))]
        report.check('%s: %d external symbols' % (room, len(names)),
                     findings(names, prefixes[room]))
    return report.done()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
