# SPDX-License-Identifier: GPL-3.0-or-later
"""greps.py - what a line of our sources may not hold, and how a file begins."""
import os
import re
import subprocess
import sys

import tap

LIBRARY = [room for room in tap.ROOMS if room not in ('src/app', 'src/helpers')]
C = ('.c', '.h')
TEXT = C + ('.py', '.sh', '.build', '.txt', '.md', '.xsd', '.in', '.1', '.5', '.7')
LONG = 450  # lines

# name, folders, suffixes, pattern, exempt folders
RULES = [
    ('no tabs', tap.ROOMS + ['tests', 'docs', 'schemas'], TEXT, r'\t', []),
    ('no blanks at the end', tap.ROOMS + ['tests', 'docs', 'schemas'], TEXT, r'[ \t]+$',
     []),
    ('no assert_float_equal', ['tests'], C, r'\bassert_float_(not_)?equal\s*\(', []),
    ('setlocale only in app', tap.ROOMS, C, r'\bsetlocale\s*\(', ['src/app']),
    ('platform #ifdefs only in os', tap.ROOMS, C,
     r'^\s*#\s*(el)?if(n?def)?\b.*\b(__linux__|__gnu_linux__|__APPLE__|_WIN32|__unix__'
     r'|__(Free|Net|Open)BSD__|__sun|__x86_64__|__i386__|__aarch64__|__arm__|__riscv'
     r'|__powerpc|__s390|__GLIBC__|__BIONIC__)', ['src/os']),
    ('libraries do not print', LIBRARY, C,
     r'\b(v?printf|puts|putchar|perror|err|errx|warn|warnx|psignal)\s*\('
     r'|\bv?f(printf|puts|putc|write)\s*\([^;]*\bstd(out|err)\b', []),
    ('libraries do not exit', LIBRARY, C, r'(?<![\w.>])(exit|abort|quick_exit)\s*\(', []),
    ('numbers are read in one place', tap.ROOMS + ['tests'], C,
     r'\b(strtod|strtof|strtold|atof)\s*\(|scanf\s*\([^;]*%\*?\d*l?[aefg]', ['src/base']),
    ('no typedef for a struct', tap.ROOMS, C, r'\btypedef\s+(struct|union|enum)\b', []),
    ('no sleeping in unit tests', ['tests'], C, r'\b(sleep|usleep|nanosleep)\s*\(', []),
    ('nothing is left to do', tap.ROOMS + ['tests', 'schemas'], C + ('.build', '.xsd'),
     r'\b(TODO|FIXME|XXX|HACK)\b', []),
    ('code is ASCII but for its comments', tap.ROOMS, C, r'[^\x00-\x7f]', []),
]


def strip_comments(text):
    """C without its comments, line numbers kept."""
    return re.sub(r'/\*.*?\*/', lambda m: '\n' * m.group().count('\n'), text, flags=re.S)


def texts(top, folders, suffixes):
    for folder in folders:
        for path in tap.files(top, folder, *suffixes):
            if not path.startswith(('tests/data/', 'tests/golden/', 'tests/fuzz/corpus/')):
                yield path


def findings(top, folders, suffixes, pattern, exempt):
    find = re.compile(pattern, re.M)
    for path in texts(top, folders, suffixes):
        if path.startswith(tuple(folder + '/' for folder in exempt)):
            continue
        text = tap.read(top, path)
        if suffixes == C:
            text = strip_comments(text)
        for match in find.finditer(text):
            line = text.count('\n', 0, match.start()) + 1
            yield '%s:%d: %s' % (path, line, match.group().strip() or 'blank')


def opening_findings(top):
    """The licence line first, then the file's name, a dash and a sentence."""
    for path in texts(top, tap.ROOMS + ['tests'], C):
        lines = tap.read(top, path).split('\n')
        name = os.path.basename(path)
        if lines[0] != '/* SPDX-License-Identifier: GPL-3.0-or-later */':
            yield '%s: no SPDX line first' % path
        elif name.startswith('test_') and path.startswith('tests/'):
            continue  # its name says it all
        elif lines[1] != '/*' or not lines[2].startswith(' * %s - ' % name):
            yield '%s: does not open with " * %s - a sentence"' % (path, name)
    for path in texts(top, ['tests', 'docs'], ('.py', '.sh')):
        if '# SPDX-License-Identifier: GPL-3.0-or-later' not in tap.read(top, path)[:200]:
            yield '%s: no SPDX line at its top' % path


# What may lie at the top (issue: exactly these folders and the usual files).
TOP = {'meson.build', 'meson_options.txt', 'src', 'stats', 'schemas', 'output', 'tests',
       'docs', 'README.md', 'LICENSE', 'bootstrap', '.ci', '.clang-format', '.clang-tidy',
       '.editorconfig', '.gitignore', '.mailmap', 'LICENSES'}


def at_top(top):
    """Names at the top that git keeps; what a person leaves there is their own."""
    run = subprocess.run(['git', '-C', top, 'ls-files'], capture_output=True, text=True,
                         check=False)
    return sorted({path.split('/')[0] for path in run.stdout.splitlines()})


def main(top):
    report = tap.Report()
    for name, folders, suffixes, pattern, exempt in RULES:
        report.check(name, findings(top, folders, suffixes, pattern, exempt))
    report.check('each file says what it is', opening_findings(top))
    report.check('nothing else lies at the top',
                 [name for name in at_top(top) if name not in TOP])
    for path in texts(top, tap.ROOMS + ['tests'], C):
        lines = tap.read(top, path).count('\n')
        if lines > LONG:
            report.note('%s has %d lines: would it be clearer as two?' % (path, lines))
    return report.done()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
