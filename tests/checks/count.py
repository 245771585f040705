# SPDX-License-Identifier: GPL-3.0-or-later
"""count.py - what bootstrap's steps and meson's logs say, as "N passed, N failed, ...".

Arguments: lists as bootstrap writes them, one line a step ("step ok NAME") or a log
of meson test ("log PATH"). Single tests of a TAP program count one each. A step that
failed without any test failing counts itself; so does a list or a log that is missing.
"""
import json
import re
import sys

BAD = ('FAIL', 'ERROR', 'TIMEOUT', 'INTERRUPT', 'UNEXPECTEDPASS')


def count_test(test):
    """(passed, failed, skipped) of one line of meson's testlog.json."""
    passed = failed = skipped = 0
    output = test.get('stdout') or ''
    if re.search(r'^1\.\.\d+', output, re.M):
        for line in output.splitlines():
            if re.match(r'not ok\b', line):
                failed += 1
            elif re.match(r'ok\b', line):
                if re.search(r'#\s*skip', line, re.I):
                    skipped += 1
                else:
                    passed += 1
    if test['result'] in BAD:
        failed = failed or 1  # it crashed, or its plan and its tests differ
    elif test['result'] == 'SKIP':
        skipped = skipped or 1
    else:
        passed = passed or (0 if skipped else 1)
    return passed, failed, skipped


def count_log(path):
    with open(path, encoding='utf-8') as file:
        counts = [count_test(json.loads(line)) for line in file if line.strip()]
    return [sum(column) for column in zip(*counts)] if counts else [0, 1, 0]


def count_list(path):
    """Sums of a list; a run of tests is counted by its log, not as a step."""
    total = [0, 0, 0]
    with open(path, encoding='utf-8') as file:
        lines = [line.rstrip('\n').split('\t') for line in file]
    for line, after in zip(lines, lines[1:] + [['']]):
        if line[0] == 'log':
            continue
        step_failed = line[1] != 'ok'
        if after[0] == 'log':
            try:
                counts = count_log(after[1])
            except (OSError, ValueError):
                counts = [0, 1, 0]
            if step_failed and not counts[1]:
                counts[1] = 1
        else:
            counts = [0, 1, 0] if step_failed else [1, 0, 0]
        total = [a + b for a, b in zip(total, counts)]
    return total if lines else [0, 1, 0]


def main(paths):
    total = [0, 0, 0]
    for path in paths:
        try:
            counts = count_list(path)
        except OSError:
            counts = [0, 1, 0]
        total = [a + b for a, b in zip(total, counts)]
    print('%d passed, %d failed, %d skipped' % tuple(total))
    return 1 if total[1] or not total[0] else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
