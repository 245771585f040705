# SPDX-License-Identifier: GPL-3.0-or-later
"""tap.py - what the house checks share: the tree's files, and results as TAP."""
import os
import sys

# Rooms in the order of spec; whatever else lies at the top is no room of ours.
ROOMS = ['stats', 'output'] + ['src/' + name for name in (
    'base', 'os', 'model', 'harness', 'bench', 'load', 'spawn', 'run', 'probe',
    'judge', 'import', 'helpers', 'app')]


def files(top, below, *suffixes):
    """Sorted paths, relative to top, of the files below a folder with a suffix."""
    found = []
    for folder, folders, names in os.walk(os.path.join(top, below)):
        folders[:] = [f for f in folders if f != '__pycache__']
        found += [os.path.relpath(os.path.join(folder, name), top) for name in names
                  if name.endswith(suffixes)]
    return sorted(found)


def read(top, path):
    with open(os.path.join(top, path), encoding='utf-8') as file:
        return file.read()


def table(path):
    """Lines "key: word word" of a text file as a dict; # starts a comment."""
    rows = {}
    with open(path, encoding='utf-8') as file:
        for line in file:
            line = line.split('#')[0].strip()
            if line:
                key, _, words = line.partition(':')
                rows[key.strip()] = words.split()
    return rows


class Report:
    """Collects results; done() prints them as TAP and gives the exit code."""

    def __init__(self):
        self.lines, self.failed = [], 0

    def check(self, name, findings):
        """One test: it passes if there are no findings (sentences)."""
        findings = list(findings)
        ok = 'not ok' if findings else 'ok'
        self.lines.append('%s %d - %s' % (ok, len(self.tests()) + 1, name))
        self.lines += ['# ' + finding for finding in findings]
        self.failed += bool(findings)

    def skip(self, name, why):
        self.lines.append('ok %d - %s # SKIP %s' % (len(self.tests()) + 1, name, why))

    def note(self, text):
        self.lines.append('# ' + text)

    def tests(self):
        return [line for line in self.lines if not line.startswith('#')]

    def done(self):
        print('1..%d' % len(self.tests()))
        print('\n'.join(self.lines))
        for line in self.lines:  # meson shows a failing test's stderr
            if self.failed and not line.startswith('ok'):
                print(line, file=sys.stderr)
        return 1 if self.failed or not self.tests() else 0
