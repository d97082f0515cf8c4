"""What the pages of docs/benchmarks share: a table between two lines, and the
machine that it was measured on.
"""

import datetime
import os
import platform
import sys

BEGIN, END = "<!-- table -->\n", "<!-- end of table -->\n"


def replace_table(page, table):
    """Puts `table` between the lines of `page`, a path; exits where it has none."""
    before, begin, rest = page.read_text().partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        sys.exit(f"{page} has no lines {BEGIN.strip()} and {END.strip()}")
    page.write_text(before + BEGIN + table + END + after)


def describe_machine():
    """The date, the CPU and the load, for the record of a measurement."""
    with open("/proc/cpuinfo") as info:
        names = [line.split(":")[1].strip() for line in info if "model name" in line]
    return {
        "date": datetime.date.today().isoformat(),
        "cpu": names[0] if names else platform.machine(),
        "load": os.getloadavg()[0],
    }
