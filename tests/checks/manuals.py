# SPDX-License-Identifier: GPL-3.0-or-later
"""manuals.py - mandoc has nothing to say about the pages.

Arguments: mandoc ("" where there is none), then the built pages.
"""
import os
import re
import subprocess
import sys

import tap


def is_one_of_ours(line, pages):
    """mandoc looks for other pages where they are installed; ours stand beside."""
    found = re.search(r'referenced manual not found: Xr (\S+) (\d)', line)
    return found and '%s.%s' % found.groups() in pages


def findings(program, page, pages):
    run = subprocess.run([program, '-Tlint', '-W', 'style', page], capture_output=True,
                         text=True, check=False)
    for line in (run.stdout + run.stderr).splitlines():
        if not is_one_of_ours(line, pages):
            yield line
    if '@errbar ' in open(page, encoding='utf-8').read():
        yield '%s: the option list was not filled in' % page


def main(program, pages):
    report = tap.Report()
    names = [os.path.basename(page) for page in pages]
    for page in pages:
        if program:
            report.check(os.path.basename(page), findings(program, page, names))
        else:
            report.skip(os.path.basename(page), 'no mandoc here; ./bootstrap installs it')
    return report.done()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], sys.argv[2:]))
