# SPDX-License-Identifier: GPL-3.0-or-later
"""selftest.py - each house check finds the fault that it is there for.

Plants one fault at a time in a small tree and asks the check about it.
"""
import os
import sys
import tempfile

import greps
import headers
import layers
import registry
import symbols
import tap

SPDX = '/* SPDX-License-Identifier: GPL-3.0-or-later */\n'
RULES = {'src/base': [], 'src/os': ['base'], 'src/model': ['base', 'stats/estimate.h'],
         'generated': ['bench_list.h=src/bench'], 'library gsl/': ['stats']}


def tree(**texts):
    """A fresh tree of files; "__" in a key stands for "/", "_c" at the end for ".c"."""
    top = tempfile.mkdtemp()
    for key, text in texts.items():
        path = key.replace('__', '/')
        path = path[:-2] + '.' + path[-1] if path[-2:] in ('_c', '_h') else path
        path = path.replace('meson', 'meson.build')
        os.makedirs(os.path.dirname(os.path.join(top, path)), exist_ok=True)
        with open(os.path.join(top, path), 'w', encoding='utf-8') as file:
            file.write(text)
    return top


def layer(room, text, **more):
    key = room.replace('/', '__') + '__x_c'
    return list(layers.room_findings(tree(**{key: text}, **more), room, RULES))


def grep(rule, text, where='src__base__x_c'):
    name, folders, suffixes, pattern, exempt = next(r for r in greps.RULES if r[0] == rule)
    return list(greps.findings(tree(**{where: text}), folders, suffixes, pattern, exempt))


# What is asked, and whether there must be a finding.
CASES = [
    ('a room may see what is listed', False,
     lambda: layer('src/os', '#include "base/diag.h"\n')),
    ('a room may not see a room above', True,
     lambda: layer('src/base', '#include "os/clock.h"\n')),
    ('a single header may be listed', False,
     lambda: layer('src/model', '#include "stats/estimate.h"\n')),
    ('and does not open its room', True,
     lambda: layer('src/model', '#include "stats/sorted.h"\n')),
    ('an include names its room', True, lambda: layer('src/os', '#include "clock.h"\n')),
    ('a library has its rooms', True,
     lambda: layer('src/os', '#include <gsl/gsl_math.h>\n')),
    ('own header first', True,
     lambda: layer('src/base', '#include <errno.h>\n#include "base/x.h"\n',
                   src__base__x_h='')),
    ('a test includes support.h last', True,
     lambda: list(layers.test_findings(tree(
         tests__base__test_x_c='#include "base/x.h"\n#include <errno.h>\n')))),
    ('a source in no list', True,
     lambda: list(registry.findings(tree(src__base__x_c='', src__base__meson="['y.c']"),
                                    'src/base', registry.source))),
    ('a source that is only named in a comment', True,
     lambda: list(registry.findings(tree(src__base__x_c='', src__base__meson="# 'x.c'"),
                                    'src/base', registry.source))),
    ('a benchmark is listed by its stem', False,
     lambda: list(registry.findings(tree(src__bench__x_c='', src__bench__meson="['x']"),
                                    'src/bench', registry.source_or_stem))),
    ('a symbol without prefix', True, lambda: list(symbols.findings(['setup'], ['st_']))),
    ('a symbol with prefix', False, lambda: list(symbols.findings(['st_x'], ['st_']))),
    ('a header that wants another first', True,
     lambda: list(headers.findings(tree(
         src__base__x_h='#ifndef BASE_X_H\n#define BASE_X_H\nsize_t base_x;\n#endif\n'),
         'src/base/x.h', ['cc']))),
    ('a header with a wrong guard', True,
     lambda: list(headers.findings(tree(src__base__x_h='#ifndef X\n#define X\n#endif\n'),
                                   'src/base/x.h', ['cc']))),
    ('a tab', True, lambda: grep('no tabs', 'int\tx;\n')),
    ('a blank at the end', True, lambda: grep('no blanks at the end', 'int x; \n')),
    ('a float comparison', True,
     lambda: grep('no assert_float_equal', 'assert_float_equal(a, b, 0);\n',
                  'tests__base__test_x_c')),
    ('setlocale in a library', True,
     lambda: grep('setlocale only in app', 'setlocale(LC_ALL, "");\n')),
    ('setlocale in app', False,
     lambda: grep('setlocale only in app', 'setlocale(LC_CTYPE, "");\n',
                  'src__app__main_c')),
    ('a platform #ifdef', True,
     lambda: grep('platform #ifdefs only in os', '#ifdef __linux__\n')),
    ('printing in a library', True,
     lambda: grep('libraries do not print', '    fprintf(stderr, "no");\n')),
    ('printing into a string', False,
     lambda: grep('libraries do not print', '    snprintf(t, 8, "no"); buf_printf(b);\n')),
    ('printing in a comment', False,
     lambda: grep('libraries do not print', '/* printf("no") */\n')),
    ('exit in a library', True, lambda: grep('libraries do not exit', '    exit(1);\n')),
    ('a forked child may _exit', False,
     lambda: grep('libraries do not exit', '    _exit(1);\n')),
    ('a number read by the locale', True,
     lambda: grep('numbers are read in one place', 'x = strtod(text, NULL);\n',
                  'src__judge__x_c')),
    ('a file without licence line', True,
     lambda: list(greps.opening_findings(tree(src__base__x_c='/*\n * x.c - it\n */\n')))),
    ('a file with another name in its head', True,
     lambda: list(greps.opening_findings(tree(
         src__base__x_c=SPDX + '/*\n * y.c - it\n */\n')))),
    ('a file that opens well', False,
     lambda: list(greps.opening_findings(tree(
         src__base__x_c=SPDX + '/*\n * x.c - it\n */\n')))),
]


def main():
    report = tap.Report()
    for name, wanted, ask in CASES:
        found = ask()
        report.check(name, [] if bool(found) == wanted else
                     ['wanted %s, got %s' % ('a finding' if wanted else 'none', found)])
    return report.done()


if __name__ == '__main__':
    with tempfile.TemporaryDirectory() as scratch:
        tempfile.tempdir = scratch
        sys.exit(main())
