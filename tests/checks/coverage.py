# SPDX-License-Identifier: GPL-3.0-or-later
"""coverage.py - how much of each room its tests run, against a floor (coverage.txt).

Arguments: the tree's top and a build folder with -Db_coverage=true whose tests have run.
"""
import json
import os
import subprocess
import sys

import tap


def lines_of(build):
    """{source below top: {line: times}} of all that was compiled with coverage."""
    data = [path for path in tap.files(build, '.', '.gcda')]
    run = subprocess.run(['gcov', '--json-format', '--stdout'] + data, cwd=build,
                         check=True, capture_output=True, text=True)
    found = {}
    for text in run.stdout.splitlines():
        for file in json.loads(text)['files']:
            counts = found.setdefault(os.path.normpath(os.path.join(build, file['file'])),
                                      {})
            for line in file['lines']:
                number = line['line_number']
                counts[number] = counts.get(number, 0) + line['count']
    return found


def main(top, build):
    top, build = os.path.abspath(top), os.path.abspath(build)
    found = lines_of(build)
    report = tap.Report()
    for room, floor in tap.table(os.path.join(top, 'tests/checks/coverage.txt')).items():
        files = {path: counts for path, counts in found.items()
                 if path.startswith(os.path.join(top, room) + '/')}
        lines = sum(len(counts) for counts in files.values())
        ran = sum(1 for counts in files.values() for n in counts.values() if n)
        share = 100 * ran / lines if lines else 0
        low = sorted((100 * sum(1 for n in c.values() if n) / len(c),
                      os.path.relpath(p, top)) for p, c in files.items() if c)[:3]
        report.check('%s: %.1f %% of %d lines, floor %s' % (room, share, lines, floor[0]),
                     ['%s: %.0f %%' % (path, part) for part, path in low]
                     if share < float(floor[0]) else [])
    return report.done()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], sys.argv[2]))
