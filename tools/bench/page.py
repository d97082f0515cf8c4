"""What the pages of docs/benchmarks share: a table between two lines, and the
machine that it was measured on.
"""

import datetime
import json
import os
import pathlib
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


def format_table(columns, rows):
    """A table in Markdown, of rows of cells."""
    lines = [f"| {' | '.join(cells)} |" for cells in [columns, *rows]]
    lines.insert(1, "|---" * len(columns) + "|")
    return "\n".join(lines) + "\n"


def describe(record):
    """Where and when the rows of `record` were measured."""
    return f"{record['date']}, {record['cpu']}, load {record['load']:.1f}"


def describe_machine():
    """The date, the CPU and the load, for the record of a measurement."""
    with open("/proc/cpuinfo") as info:
        names = [line.split(":")[1].strip() for line in info if "model name" in line]
    return {
        "date": datetime.date.today().isoformat(),
        "cpu": names[0] if names else platform.machine(),
        "load": os.getloadavg()[0],
    }


def add_arguments(parser):
    """Where a bench writes what it has measured, and works."""
    parser.add_argument("--json", type=pathlib.Path, required=True)
    parser.add_argument("--page", type=pathlib.Path, help="a page whose table to replace")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path.cwd())


def write(arguments, rows, make_table, name="table"):
    """Writes the record of `rows` and the table that `make_table` makes of it, and prints that."""
    record = {**describe_machine(), "rows": rows}
    arguments.json.write_text(json.dumps(record, indent=1) + "\n")
    table = make_table(record)
    print(table)
    if arguments.page:
        replace_table(arguments.page, table, name)
