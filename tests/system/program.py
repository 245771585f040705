# SPDX-License-Identifier: GPL-3.0-or-later
"""program.py - runs errbar as a user would, in a home of its own, and reports as TAP.

A test is a function whose name is a sentence; it fails by an assertion or any other
exception. Structure is looked at, never values.
"""
import ctypes
import os
import re
import shutil
import subprocess
import sys
import tempfile
import traceback
import xml.etree.ElementTree as ElementTree

NS = '{urn:errbar:results:1}'
TINY = ['--invocations', '2', '--samples', '2', '--warmup', '1', '--span', '0',
        '--seed', '7', '--progress', 'none']
PR_SET_CHILD_SUBREAPER = 36


class Skip(Exception):
    """Why a test cannot be made here: names the call that was refused."""


class Home:
    """A fresh home: XDG directories, scratch, results. Goes away with `with`."""

    def __init__(self, errbar):
        self.errbar = os.path.abspath(errbar)
        self.top = tempfile.mkdtemp(prefix='errbar-system-')
        for name in ('state', 'data', 'config', 'scratch'):
            os.mkdir(self.path(name))
        self.env = {k: v for k, v in os.environ.items()
                    if k not in ('XDG_RUNTIME_DIR', 'ERRBAR_TEST_COMMA')}
        self.env.update(HOME=self.top, XDG_STATE_HOME=self.path('state'),
                        XDG_DATA_HOME=self.path('data'),
                        XDG_CONFIG_HOME=self.path('config'),
                        TMPDIR=self.path('scratch'))

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        shutil.rmtree(self.top, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.top, name)

    def write(self, name, text):
        with open(self.path(name), 'wb') as file:
            file.write(text if isinstance(text, bytes) else text.encode())
        return self.path(name)

    def read(self, name):
        with open(self.path(name), encoding='utf-8') as file:
            return file.read()

    def run(self, *args, env=None, timeout=120, **more):
        """Runs errbar to its end: an object with returncode, stdout, stderr (text)."""
        for stream, default in (('stdin', subprocess.DEVNULL),
                                ('stdout', subprocess.PIPE)):
            more.setdefault(stream, default)
        return subprocess.run([self.errbar] + list(args), env={**self.env, **(env or {})},
                              cwd=self.top, timeout=timeout, stderr=subprocess.PIPE,
                              check=False, text=True, errors='replace', **more)

    def start(self, *args, env=None, **more):
        """Starts errbar and returns at once."""
        return subprocess.Popen([self.errbar] + list(args),
                                env={**self.env, **(env or {})}, cwd=self.top,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, errors='replace',
                                **more)

    def measure(self, name, *args, code=0):
        """A tiny result of real measurements below the home."""
        done = self.run('run', *TINY, '-o', self.path(name), *args)
        expect(done, code)
        return self.path(name)

    def leftovers(self):
        """What stands in the scratch directory."""
        return os.listdir(self.path('scratch'))

    def journals(self):
        found = []
        for folder, _, names in os.walk(self.path('state')):
            found += [os.path.join(folder, name) for name in names]
        return sorted(found)


def expect(done, code, *words):
    """The exit code, and what standard error must say (regular expressions)."""
    if done.returncode != code:
        raise AssertionError('exit %d, wanted %d\nstdout: %s\nstderr: %s' % (
            done.returncode, code, (done.stdout or '')[-1500:], done.stderr[-1500:]))
    for word in words:
        if not re.search(word, done.stderr):
            raise AssertionError('"%s" is not said: %s' % (word, done.stderr[-1500:]))
    if re.search(r'assertion|Sanitizer|runtime error|core dumped', done.stderr, re.I):
        raise AssertionError(done.stderr[-3000:])


def document(path):
    return ElementTree.parse(path).getroot()


def rows(root, sentinels=False):
    """{"lat_ctx procs=2 size=0": measurement element} of a document."""
    found = {}
    for m in root.iter(NS + 'measurement'):
        if m.get('role') == 'sentinel' and not sentinels:
            continue
        params = sorted('%s=%s' % (p.get('name'), p.get('value'))
                        for p in m.iter(NS + 'param'))
        found[' '.join([m.get('definition')] + params)] = m
    return found


def become_subreaper():
    """Orphans of what we start become our children, so that none can hide."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise Skip('prctl(PR_SET_CHILD_SUBREAPER) is refused')


def tests_of(module):
    """Functions of a module whose names are sentences, in the order they stand."""
    found = [f for f in vars(module).values()
             if callable(f) and getattr(f, '__module__', '') == module.__name__
             and f.__name__.count('_') >= 3]
    return sorted(found, key=lambda f: f.__code__.co_firstlineno)


def main(name):
    """Runs the tests of a module; the first argument is errbar's path."""
    module = sys.modules[name]
    tests = tests_of(module)
    wanted = sys.argv[2:]
    tests = [t for t in tests if not wanted or t.__name__ in wanted]
    failed = 0
    print('1..%d' % len(tests), flush=True)
    for number, test in enumerate(tests, 1):
        title = test.__name__.replace('_', ' ')
        try:
            with Home(sys.argv[1]) as home:
                test(home)
            print('ok %d - %s' % (number, title), flush=True)
        except Skip as why:
            print('ok %d - %s # SKIP %s' % (number, title, why), flush=True)
        except BaseException:
            failed += 1
            print('not ok %d - %s' % (number, title), flush=True)
            for line in traceback.format_exc().splitlines():
                print('# ' + line, flush=True)
                print(line, file=sys.stderr)
    sys.exit(1 if failed else 0)
