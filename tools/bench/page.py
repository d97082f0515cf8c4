"""Shared parts of the pages of docs/benchmarks: tables, and the machine that was
measured.
"""

import datetime
import json
import os
import pathlib
import platform
import sys


def replace_table(page, table, name="table"):
    """Replaces the text between the marker lines `name` of `page`, a path, by `table`.

    Exits if there are no such lines.
    """
    first, last = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
    before, begin, rest = page.read_text().partition(first)
    _, end, after = rest.partition(last)
    if not begin or not end:
        sys.exit(f"{page} has no lines {first.strip()} and {last.strip()}")
    page.write_text(before + first + table + last + after)


def format_table(columns, rows):
    """Returns a Markdown table of rows of cells."""
    lines = [f"| {' | '.join(cells)} |" for cells in [columns, *rows]]
    lines.insert(1, "|---" * len(columns) + "|")
    return "\n".join(lines) + "\n"


def describe(record):
    """Describes where and when the rows of `record` were measured."""
    return f"{record['date']}, {record['cpu']}, load {record['load']:.1f}"


def describe_machine():
    """Returns the date, the CPU and the load, for the record of a measurement."""
    with open("/proc/cpuinfo") as info:
        names = [line.split(":")[1].strip() for line in info if "model name" in line]
    return {
        "date": datetime.date.today().isoformat(),
        "cpu": names[0] if names else platform.machine(),
        "load": os.getloadavg()[0],
    }


def add_arguments(parser):
    """Adds the options for output files and the work folder of a benchmark."""
    parser.add_argument("--json", type=pathlib.Path, required=True)
    parser.add_argument("--page", type=pathlib.Path, help="a page whose table to replace")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path.cwd())


def write(arguments, rows, make_table, name="table"):
    """Writes the record of `rows` and the table that `make_table` creates from it, and
    prints the table.
    """
    record = {**describe_machine(), "rows": rows}
    arguments.json.write_text(json.dumps(record, indent=1) + "\n")
    table = make_table(record)
    print(table)
    if arguments.page:
        replace_table(arguments.page, table, name)
