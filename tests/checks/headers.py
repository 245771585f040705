# SPDX-License-Identifier: GPL-3.0-or-later
"""headers.py - each header stands alone, may come twice, and is guarded by its name.

Arguments: the tree's top, then the compiler and the flags of the libraries.
"""
import re
import subprocess
import sys

import tap

FLAGS = ['-std=c17', '-D_GNU_SOURCE', '-fsyntax-only', '-Wall', '-Wextra', '-Werror',
         '-x', 'c', '-', '-I.', '-Isrc']


def findings(top, path, compiler):
    name = path[4:] if path.startswith('src/') else path
    guard = re.sub(r'\W', '_', name).upper()
    text = tap.read(top, path)
    if '#ifndef %s\n#define %s\n' % (guard, guard) not in text:
        yield '%s is not guarded by %s' % (path, guard)
    twice = '#include "%s"\n#include "%s"\nextern int used;\n' % (name, name)
    run = subprocess.run(compiler + FLAGS, input=twice, cwd=top, capture_output=True,
                         text=True, check=False)
    if run.returncode != 0:
        yield '%s does not stand alone' % path
        yield from run.stderr.splitlines()[:5]


def main(top, compiler):
    report = tap.Report()
    for room in tap.ROOMS:
        headers = tap.files(top, room, '.h')
        if headers:
            report.check('%s: %d headers stand alone' % (room, len(headers)),
                         [f for path in headers for f in findings(top, path, compiler)])
    return report.done()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], sys.argv[2:]))
