# SPDX-License-Identifier: GPL-3.0-or-later
"""test_environments.py - every benchmark where the machine lacks something."""
import os

from program import NS, TINY, document, expect, main, rows


def facts(root):
    """Facts of the first session that has any of that kind."""
    return {f.get('key'): f.get('value') for f in root.iter(NS + 'fact')}


def files_are_made_below_the_directory_that_is_named_and_its_kind_is_told(home):
    os.mkdir(home.path('here'))
    root = document(home.measure('a.xml', '--dir', 'here', 'lat_fs.create', '--param',
                                 'size=0'))
    assert facts(root)['fs.type'], 'no file system type'
    assert rows(root)['lat_fs.create size=0'].get('status') == 'ok'
    assert not os.listdir(home.path('here')), 'files are left'
    expect(home.run('run', *TINY, '--dir', 'nowhere', 'lat_fs.create'), 8, 'nowhere')


if __name__ == '__main__':
    main(__name__)
