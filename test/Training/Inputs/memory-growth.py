"""Checks that the peak memory of a command grows linearly with the size of its input.

Usage: memory-growth.py SMALL MIDDLE LARGE -- COMMAND...

MIDDLE is twice as large as SMALL, and LARGE is twice as large as MIDDLE. The growth from MIDDLE to LARGE
is 2 times the growth from SMALL to MIDDLE if memory is linear in the size, and 4 times if it is quadratic.
"""

import os
import sys


def measure(command, path):
    """Returns the peak memory of the command on a file, in KiB."""
    child = os.spawnvp(os.P_NOWAIT, command[0], [*command, path, "-o", os.devnull])
    _, status, usage = os.wait4(child, 0)
    if status != 0:
        sys.exit(f"{' '.join(command)} {path} failed: status {status}")
    return usage.ru_maxrss


def main():
    separator = sys.argv.index("--")
    command = sys.argv[separator + 1 :]
    small, middle, large = (measure(command, path) for path in sys.argv[1:separator])
    ratio = (large - middle) / (middle - small)
    print(f"KiB: {small} {middle} {large}")
    if ratio > 3:
        sys.exit(f"expected memory to grow linearly, but the growth has grown by {ratio:.2f}")


main()
