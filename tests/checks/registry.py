# SPDX-License-Identifier: GPL-3.0-or-later
"""registry.py - no source lies about that no build list names."""
import os
import re
import sys

import tap


def named_in(build):
    """The words of a meson.build without its comments."""
    lines = [line.split('#')[0] for line in build.splitlines()]
    return set(re.findall(r"[\w./@-]+", '\n'.join(lines)))


def findings(top, folder, stem=lambda name: {name}):
    """Files of a folder that its meson.build (or the one above) does not name."""
    words = set()
    for build in (folder + '/meson.build', os.path.dirname(folder) + '/meson.build'):
        if os.path.exists(os.path.join(top, build)):
            words |= {os.path.basename(w) for w in named_in(tap.read(top, build))}
    for path in tap.files(top, folder, '.c'):
        if not stem(os.path.basename(path)) & words:
            yield '%s is in no list of %s/meson.build' % (path, folder)


def source(name):
    return {name}


def source_or_stem(name):
    return {name, name[:-2]}


def test_stem(name):
    """tests/ROOM/test_x.c stands in the list as x."""
    return {name, name[5:-2]} if name.startswith('test_') else {name}


def main(top):
    report = tap.Report()
    for room in tap.ROOMS:
        if os.path.isdir(os.path.join(top, room)):
            listed = source_or_stem if room in ('src/bench', 'src/load') else source
            report.check(room + ': every source is in its list',
                         findings(top, room, listed))
    for name in sorted(os.listdir(os.path.join(top, 'tests'))):
        folder = 'tests/' + name
        if tap.files(top, folder, '.c') and name != 'fuzz':
            if name == 'bench':  # found by name: a test there belongs to a benchmark
                continue
            report.check(folder + ': every test is in its list',
                         findings(top, folder, test_stem))
    return report.done()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
