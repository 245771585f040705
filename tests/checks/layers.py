# SPDX-License-Identifier: GPL-3.0-or-later
"""layers.py - every #include against the list of who may see whom (layers.txt)."""
import os
import re
import sys

import tap

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)


def short(room):
    return room.split('/')[-1]


def room_findings(top, room, rules):
    """Sentences about the includes of one room's files."""
    allowed = rules[room] + [short(room)]
    generated = dict(word.split('=') for word in rules.get('generated', []))
    libraries = {key.split()[1]: rooms for key, rooms in rules.items()
                 if key.startswith('library ')}
    for path in tap.files(top, room, '.c', '.h'):
        includes = INCLUDE.findall(tap.read(top, path))
        for mark, name in includes:
            if mark == '<':
                for library, rooms in libraries.items():
                    if name.startswith(library) and room not in rooms:
                        yield '%s may not see <%s>' % (path, name)
            elif '/' not in name:
                if generated.get(name) != room:
                    yield '%s: "%s" does not name its room' % (path, name)
            elif name not in allowed and name.split('/')[0] not in allowed:
                yield '%s may not see "%s"' % (path, name)
        own = os.path.splitext(path)[0] + '.h'
        if path.endswith('.c') and os.path.exists(os.path.join(top, own)):
            name = own[4:] if own.startswith('src/') else own
            if not includes or includes[0] != ('"', name):
                yield '%s does not include its own "%s" first' % (path, name)


def test_findings(top):
    """A test includes its module's header first and support.h last."""
    for path in tap.files(top, 'tests', '.c'):
        parts = path.split('/')
        if len(parts) != 3 or not parts[2].startswith('test_'):
            continue
        includes = INCLUDE.findall(tap.read(top, path))
        header = '%s/%s.h' % (parts[1], parts[2][5:-2])
        where = header if parts[1] in ('stats', 'output') else 'src/' + header
        if os.path.exists(os.path.join(top, where)) and includes[0][1] != header:
            yield '%s does not include "%s" first' % (path, header)
        if not includes or includes[-1][1] != 'support.h':
            yield '%s does not include "support.h" last' % path


def main(top):
    rules = tap.table(os.path.join(top, 'tests/checks/layers.txt'))
    report = tap.Report()
    for room in tap.ROOMS:
        if os.path.isdir(os.path.join(top, room)):
            report.check(room + ' sees only what it may', room_findings(top, room, rules))
    report.check('tests include their header first, support.h last', test_findings(top))
    return report.done()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
