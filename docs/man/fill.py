# SPDX-License-Identifier: GPL-3.0-or-later
"""fill.py - a manual page with what the program itself says of its options.

Arguments: errbar, the page, the output. A line  .\\" @errbar ARGUMENTS@  becomes what
that command prints, so that a description is written once.
"""
import re
import subprocess
import sys

MARK = re.compile(r'^\.\\" @errbar ([^@]*)@$', re.M)


def main(program, page, output):
    def printed(mark):
        run = subprocess.run([program] + mark.group(1).split(), check=True,
                             stdin=subprocess.DEVNULL, capture_output=True, text=True)
        return run.stdout.strip('\n')

    with open(page, encoding='utf-8') as file:
        text = MARK.sub(printed, file.read())
    with open(output, 'w', encoding='utf-8') as file:
        file.write(text)


if __name__ == '__main__':
    main(*sys.argv[1:])
