# SPDX-License-Identifier: GPL-3.0-or-later
"""bench_import.py - importing raw files against `wc -w` over the same.

Arguments: errbar, the folder of the files. Twice: the files as they are, where starting
the programs counts, and twenty copies of each, where it does not. A copy differs by an
empty line at its end, since the same bytes count once. Median of interleaved pairs of
CPU seconds; both ratios have the limit.
"""
import os
import statistics
import subprocess
import sys
import tempfile

MOST = 10
CASES = {1: 15, 20: 5}  # rounds of the files: pairs


def seconds(command):
    run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(run.pid, 0)
    run.returncode = os.waitstatus_to_exitcode(status)
    if run.returncode != 0:
        sys.exit('%s failed' % command[0])
    return usage.ru_utime + usage.ru_stime


def copies(files, rounds, top):
    """The files, each in as many copies that differ."""
    paths = []
    for k in range(rounds):
        for path in files:
            paths.append(os.path.join(top, '%d-%s' % (k, os.path.basename(path))))
            with open(path, 'rb') as source, open(paths[-1], 'wb') as copy:
                copy.write(source.read() + b'\n' * k)
    return paths


def ratio_of(errbar, files, pairs, top):
    out = os.path.join(top, 'out.xml')
    both = [(seconds([errbar, 'import', '-q', '-o', out, *files]),
             seconds(['wc', '-w', *files])) for _ in range(pairs)]
    ratio = statistics.median(a / b for a, b in both)
    print('%d files, %.1f MB: import %.3f s, wc -w %.4f s, ratio %.1f (at most %d)'
          % (len(files), sum(map(os.path.getsize, files)) / 1e6,
             statistics.median(a for a, _ in both),
             statistics.median(b for _, b in both), ratio, MOST))
    return ratio


def main(errbar, folder):
    files = sorted(os.path.join(folder, name) for name in os.listdir(folder)
                   if name.endswith('.txt'))
    ratios = []
    for rounds, pairs in CASES.items():
        with tempfile.TemporaryDirectory() as top:
            ratios.append(ratio_of(errbar, copies(files, rounds, top), pairs, top))
    return max(ratios) > MOST


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
