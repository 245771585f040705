# SPDX-License-Identifier: GPL-3.0-or-later
"""method.py - docs/method.md names every noise code, limit and constant, as they are."""
import csv
import os
import re
import subprocess
import sys

import tap

# tuning of our own speed, units and sizes: nothing that a result depends on
NOT_METHOD = {'ns_per_s', 'bulk', 'JUDGE_YARDSTICKS', 'DERIVE_INPUTS',
              'JUDGE_FLOOR_SESSIONS'}
HOW_FAST = {('stats/rank.c', 'FEW')}


def codes_told(errbar):
    text = subprocess.run([errbar, 'list', 'noise-codes', '--format', 'csv'], check=True,
                          capture_output=True, text=True).stdout
    return {row['code']: (row['severity'], float(row['limit']))
            for row in csv.DictReader(text.splitlines())}


def rows(text, heading):
    part = text.partition('\n## %s\n' % heading)[2].partition('\n## ')[0]
    lines = [line for line in part.splitlines() if line.startswith('| `')]
    return [[cell.strip(' `') for cell in line.strip('|').split(' | ')] for line in lines]


def numbers(text):
    return tuple(float(x) for x in re.split(r'[,\s]+', text.strip('{} ')))


def constants(top):
    """{(file, name): values} of the constants of the rooms that judge."""
    found = {}
    for path in tap.files(top, 'src/judge', '.c', '.h') + tap.files(top, 'stats', '.c',
                                                                    '.h'):
        text = re.sub(r'/\*.*?\*/', '', tap.read(top, path), flags=re.S)
        for line in re.findall(r'^static const (?:double|size_t|uint32_t) ([^;()]*);', text,
                               re.M):
            for name, value in re.findall(r'(\w+)(?:\[\])?\s*=\s*(\{[^}]*\}|[\w.+-]+)',
                                          line):
                found[path, name] = numbers(value)
        for body in re.findall(r'^enum \{([^}]*)\}', text, re.M):
            for name, value in re.findall(r'\b([A-Z_]+) = (\d+)\b', body):
                found[path, name] = (float(value),)
    return {key: value for key, value in found.items()
            if key[1] not in NOT_METHOD and key not in HOW_FAST}


def differ(told, found, what):
    for key in sorted(set(told) | set(found)):
        if told.get(key) != found.get(key):
            yield '%s %s: docs/method.md says %s, the program %s' % (
                what, key, told.get(key), found.get(key))


def main(top, errbar):
    report = tap.Report()
    text = tap.read(top, 'docs/method.md')
    flags = {row[0]: (row[1], float(row[2])) for row in rows(text, '8. Flags')}
    report.check('docs/method.md has every noise code with its severity and limit',
                 differ(flags, codes_told(errbar), 'code'))
    told = {(row[2], row[0]): numbers(row[1]) for row in rows(text, '11. All constants')}
    report.check('docs/method.md has every constant with its value',
                 differ(told, constants(top), 'constant'))
    targets = set(re.findall(r'\b[A-D]\d{1,2}\b', text))
    report.check('docs/method.md names targets that docs/coverage.md has', [
        target for target in sorted(targets)
        if not re.search(r'^\| %s \|' % target, tap.read(top, 'docs/coverage.md'), re.M)])
    return report.done()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], os.path.abspath(sys.argv[2])))
