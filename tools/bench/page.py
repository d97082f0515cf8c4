"""What the pages of docs/benchmarks share: a table between two lines, and the
machine that it was measured on.
"""

import datetime
import os
import platform
import sys


def replace_table(page, table, name="table"):
    """Puts `table` between the lines of `page`, a path, that have its name; exits where
    there are none."""
    first, last = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
    before, begin, rest = page.read_text().partition(first)
    _, end, after = rest.partition(last)
    if not begin or not end:
        sys.exit(f"{page} has no lines {first.strip()} and {last.strip()}")
    page.write_text(before + first + table + last + after)


def describe_machine():
    """The date, the CPU and the load, for the record of a measurement."""
    with open("/proc/cpuinfo") as info:
        names = [line.split(":")[1].strip() for line in info if "model name" in line]
    return {
        "date": datetime.date.today().isoformat(),
        "cpu": names[0] if names else platform.machine(),
        "load": os.getloadavg()[0],
    }
