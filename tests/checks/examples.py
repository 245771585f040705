# SPDX-License-Identifier: GPL-3.0-or-later
"""examples.py - every document that we show or keep is what the schema says.

Arguments: the tree's top and xmllint ("" where there is none). Files named bad-*
must be refused: they are how we know that the schema checks anything.
"""
import os
import subprocess
import sys

import tap

SCHEMA = 'schemas/errbar-results-1.xsd'


def findings(top, program, path):
    run = subprocess.run([program, '--noout', '--nonet', '--schema', SCHEMA, path],
                         cwd=top, capture_output=True, text=True, check=False)
    wanted = not os.path.basename(path).startswith('bad-')
    if (run.returncode == 0) != wanted:
        yield from run.stderr.splitlines()[:5] or ['xmllint says %d' % run.returncode]
        if not wanted:
            yield '%s is valid and should not be' % path


def main(top, program):
    report = tap.Report()
    for path in (tap.files(top, 'schemas/examples', '.xml')
                 + tap.files(top, 'tests/golden', '.xml')):
        if program:
            report.check(path, findings(top, program, path))
        else:
            report.skip(path, 'no xmllint here; ./bootstrap installs it')
    if not report.lines:
        report.skip('examples', 'there are none yet')
    return report.done()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], sys.argv[2]))
