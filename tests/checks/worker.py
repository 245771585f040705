# SPDX-License-Identifier: GPL-3.0-or-later
"""worker.py - the program that every invocation is needs libc and nothing else.

With GSL, libxml2 and hwloc mapped a spawn costs several times more and fork reads
twice too long (spec/model.md 4). Arguments: readelf, then the programs.
"""
import os
import re
import subprocess
import sys

import tap


def main(readelf, programs):
    report = tap.Report()
    for program in programs:
        listing = subprocess.run([readelf, '-d', program], check=True,
                                 capture_output=True, text=True).stdout
        needed = re.findall(r'\(NEEDED\).*\[(.*)\]', listing)
        report.check('%s needs libc only' % os.path.basename(program),
                     [n for n in needed if not n.startswith(('libc.so', 'ld-linux'))])
    return report.done()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], sys.argv[2:]))
