"""Run a program that ends when its parent process ends.

`python -m commands.with_parent PROGRAM WORD...` asks the kernel for that signal, then becomes the
program.
"""

import os
import sys

from commands.children import die_with_parent

if __name__ == "__main__":
    die_with_parent(os.getppid())
    os.execvp(sys.argv[1], sys.argv[1:])
