# SPDX-License-Identifier: GPL-3.0-or-later
"""manuals.py - mandoc has nothing to say about the pages.

Arguments: mandoc ("" where there is none), then the built pages.
"""
import os
import subprocess
import sys

import tap


def findings(program, page):
    run = subprocess.run([program, '-Tlint', '-W', 'style', page], capture_output=True,
                         text=True, check=False)
    yield from (run.stdout + run.stderr).splitlines()
    if '@errbar ' in open(page, encoding='utf-8').read():
        yield '%s: the option list was not filled in' % page


def main(program, pages):
    report = tap.Report()
    for page in pages:
        if program:
            report.check(os.path.basename(page), findings(program, page))
        else:
            report.skip(os.path.basename(page), 'no mandoc here; ./bootstrap installs it')
    return report.done()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], sys.argv[2:]))
