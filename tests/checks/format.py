# SPDX-License-Identifier: GPL-3.0-or-later
"""format.py - clang-format has nothing to change.

Arguments: the tree's top and clang-format ("" where there is none).
"""
import subprocess
import sys

import tap


def findings(top, program, paths):
    run = subprocess.run([program, '--dry-run', '-Werror'] + paths, cwd=top,
                         capture_output=True, text=True, check=False)
    if run.returncode != 0:
        lines = [line for line in run.stderr.splitlines() if ': error:' in line]
        yield from lines[:20] or run.stderr.splitlines()[:20]


def main(top, program):
    report = tap.Report()
    for folder in tap.ROOMS + ['tests']:
        paths = tap.files(top, folder, '.c', '.h')
        name = '%s: layout of %d files' % (folder, len(paths))
        if not paths:
            continue
        if program:
            report.check(name, findings(top, program, paths))
        else:
            report.skip(name, 'no clang-format here; ./bootstrap check installs it')
    return report.done()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], sys.argv[2]))
