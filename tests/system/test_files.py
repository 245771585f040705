# SPDX-License-Identifier: GPL-3.0-or-later
"""test_files.py - files that are no good: exit 3 and one clear sentence."""
import os
import resource
import subprocess
import threading

from program import expect, main

GIB = 1 << 30


def refused(home, path, *words, **more):
    """Every reader refuses the file alike, in one sentence that names it."""
    for args in (['validate', path], ['report', 'summary', path], ['show', path],
                 ['export', 'csv', path, '-o', home.path('tables')],
                 ['run', '--like', path, '-o', home.path('b.xml')]):
        done = home.run(*args, **more)
        expect(done, 3, *words)
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        assert args[0] == 'validate' or len(lines) == 1, (args, lines)
        assert len(lines) < 30, lines
        assert not done.stdout.strip() or args[0] == 'validate', (args, done.stdout)
    assert not os.path.exists(home.path('b.xml')) and not home.journals()


def small(): # a runaway reader hits this long before it hits the machine
    if 'ERRBAR_TEST_SANITIZED' not in os.environ:
        resource.setrlimit(resource.RLIMIT_AS, (GIB, GIB))


def a_file_that_is_not_there_is_named(home):
    refused(home, home.path('nothing.xml'), r'nothing\.xml')


def a_directory_or_an_empty_file_is_no_result(home):
    refused(home, home.path('scratch'), 'scratch')
    refused(home, home.write('empty.xml', ''), r'empty\.xml')


def a_file_that_is_cut_is_refused_wherever_it_is_cut(home):
    text = open(home.measure('a.xml', 'lat_syscall.null'), 'rb').read()
    for share in (0.02, 0.3, 0.6, 0.9, 0.999):
        path = home.write('cut.xml', text[:int(len(text) * share)])
        expect(home.run('validate', path), 3, r'cut\.xml')
    refused(home, home.write('cut.xml', text[:len(text) // 2]), r'cut\.xml')


def a_file_that_is_not_well_formed_is_refused_with_its_line(home):
    text = home.read(os.path.basename(home.measure('a.xml', 'lat_syscall.null')))
    refused(home, home.write('bad.xml', text.replace('</session>', '</sesion>')),
            r'bad\.xml.*\d')
    refused(home, home.write('noise.xml', os.urandom(4096)), r'noise\.xml')


def a_file_of_another_major_version_names_that_version(home):
    text = home.read(os.path.basename(home.measure('a.xml', 'lat_syscall.null')))
    refused(home, home.write('two.xml', text.replace('urn:errbar:results:1',
                                                     'urn:errbar:results:2')),
            r'results:2|version 2')


def another_document_altogether_is_not_taken_for_ours(home):
    refused(home, home.write('page.xml', '<html><body/></html>'), r'page\.xml')


def what_the_schema_forbids_is_told_with_its_place(home):
    text = home.read(os.path.basename(home.measure('a.xml', 'lat_syscall.null')))
    path = home.write('odd.xml', text.replace(' status="ok"', ' status="fine"', 1))
    done = home.run('validate', path)
    expect(done, 3, 'fine')


def a_number_that_was_changed_by_hand_does_not_recompute(home):
    text = home.read(os.path.basename(home.measure('a.xml', 'lat_syscall.null')))
    begin = text.index('<ns>', text.index('phase="run"')) + 4
    end = text.index('</ns>', begin)
    values = ' '.join(str(10 * int(v)) for v in text[begin:end].split())
    path = home.write('odd.xml', text[:begin] + values + text[end:])
    expect(home.run('validate', path), 0)
    expect(home.run('validate', '--recompute', path), 3)


def an_entity_bomb_is_refused_at_its_doctype(home):
    entities = ''.join('<!ENTITY e%d "%s">' % (i, ('&e%d;' % (i - 1)) * 10)
                       for i in range(1, 12))
    bomb = ('<?xml version="1.0"?><!DOCTYPE results [<!ENTITY e0 "ha">%s]>'
            '<results xmlns="urn:errbar:results:1" version="1.0" uuid="u">&e11;</results>')
    refused(home, home.write('bomb.xml', bomb % entities), 'DOCTYPE', preexec_fn=small)
    inside = (bomb % entities).replace('"u">&e11;', '"&e11;">')
    refused(home, home.write('bomb.xml', inside), preexec_fn=small)
    late = (bomb % entities).replace('<!DOCTYPE', '<!-- %s --><!DOCTYPE' % ('x' * 9000))
    refused(home, home.write('bomb.xml', late), preexec_fn=small)


def an_external_entity_is_never_fetched(home):
    secret = home.write('secret', 'do not read this')
    xml = ('<!DOCTYPE results [<!ENTITY s SYSTEM "file://%s">]>'
           '<results xmlns="urn:errbar:results:1" version="1.0" uuid="u">&s;</results>')
    done = home.run('validate', home.write('ext.xml', xml % secret))
    expect(done, 3, 'DOCTYPE')
    assert 'do not read' not in done.stdout + done.stderr


def a_million_levels_are_refused(home):
    deep = b'<results xmlns="urn:errbar:results:1" version="1.0" uuid="u">'
    refused(home, home.write('deep.xml', deep + b'<a>' * 10**6), preexec_fn=small)
    refused(home, home.write('deep.xml', deep + b'<session>' * 10**6), preexec_fn=small)


def a_gibibyte_of_attribute_is_refused_without_holding_it(home):
    reader, writer = os.pipe()

    def pour():
        try:
            os.write(writer, b'<results xmlns="urn:errbar:results:1" version="1.0" uuid="')
            block = b'x' * (1 << 20)
            for _ in range(1024):
                sent = 0
                while sent < len(block):
                    sent += os.write(writer, block[sent:])
            os.write(writer, b'"/>')
        except BrokenPipeError:
            pass
        finally:
            os.close(writer)

    thread = threading.Thread(target=pour)
    thread.start()
    done = home.run('report', 'summary', '-', stdin=reader, preexec_fn=small)
    os.close(reader)
    thread.join()
    expect(done, 3)


def a_gibibyte_of_text_is_refused_without_holding_it(home):
    command = ('printf \'<results xmlns="urn:errbar:results:1" version="1.0" uuid="u">'
               '<meta title="\'; head -c 1073741824 /dev/zero | tr "\\\\0" x')
    pour = subprocess.Popen(['sh', '-c', command], stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL)
    done = home.run('report', 'summary', '-', stdin=pour.stdout, preexec_fn=small)
    pour.stdout.close()
    pour.wait()
    expect(done, 3)


def elements_of_strangers_are_dropped_with_one_warning(home):
    text = home.read(os.path.basename(home.measure('a.xml', 'lat_syscall.null')))
    where = text.index('</meta>')
    path = home.write('more.xml', text[:where] +
                      '<x:y xmlns:x="urn:stranger"><x:z/></x:y>' * 3 + text[where:])
    done = home.run('report', 'summary', path)
    expect(done, 0)
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert 'other namespaces' in done.stderr, done.stderr


def append_to_a_broken_file_leaves_it_as_it_was(home):
    path = home.write('cut.xml', '<results xmlns="urn:errbar:results:1" version="1.0"')
    expect(home.run('run', '--append', path), 3, r'cut\.xml')
    assert home.read('cut.xml').startswith('<results') and not home.journals()


main(__name__)
