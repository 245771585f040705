# SPDX-License-Identifier: GPL-3.0-or-later
"""bench_import.py - importing raw files against `wc -w` over the same.

Arguments: errbar, the folder of the files. The files are given several times, so that
starting the programs counts for little. Median of interleaved pairs of CPU seconds.
"""
import os
import statistics
import subprocess
import sys
import tempfile

PAIRS, ROUNDS, MOST = 15, 1, 10


def seconds(command):
    run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(run.pid, 0)
    run.returncode = os.waitstatus_to_exitcode(status)
    if run.returncode != 0:
        sys.exit('%s failed' % command[0])
    return usage.ru_utime + usage.ru_stime


def main(errbar, folder):
    files = sorted(os.path.join(folder, name) for name in os.listdir(folder)
                   if name.endswith('.txt')) * ROUNDS
    with tempfile.TemporaryDirectory() as top:
        out = os.path.join(top, 'out.xml')
        pairs = [(seconds([errbar, 'import', '-q', '-o', out, *files]),
                  seconds(['wc', '-w', *files])) for _ in range(PAIRS)]
    ratio = statistics.median(a / b for a, b in pairs)
    size = sum(map(os.path.getsize, files))
    print('%.1f MB: import %.3f s, wc -w %.3f s, ratio %.1f (at most %d)'
          % (size / 1e6, statistics.median(a for a, _ in pairs),
             statistics.median(b for _, b in pairs), ratio, MOST))
    return ratio > MOST


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
