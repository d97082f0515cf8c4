#!/usr/bin/env python3
"""Compares the tables of passes of a page with the pipelines.

    compare-tables.py PAGE SECTION < DUMPS

DUMPS is the output of one or several runs of `fp8-opt --dump-pass-pipeline`. The
first table in the section of PAGE whose heading contains SECTION names the
passes of fp8 that the pipelines run. The sets must be equal. Passes that occur
once in both must have the same order.
"""
import re
import sys


def get_section(text: str, heading: str) -> str:
    for section in re.split(r"(?m)^## ", text)[1:]:
        if heading in section.split("\n", 1)[0]:
            return section
    sys.exit(f"expected a section about {heading}")


def get_table(section: str) -> list[str]:
    """Passes that the first column of the section's first table names."""
    table = re.search(r"(?m)(^\|.*\n)+", section).group(0)
    cells = [row.split("|")[1] for row in table.split("\n") if row]
    return [name for cell in cells for name in re.findall(r"`--(fp8-[a-z0-9-]+)", cell)]


def compare_order(listed: list[str], dumped: list[str]) -> int:
    """Checks the passes that are there once, and returns how many they are."""
    once = {name for name in listed if listed.count(name) == 1 and dumped.count(name) == 1}
    wanted = [name for name in dumped if name in once]
    found = [name for name in listed if name in once]
    for name, other in zip(wanted, found):
        if name != other:
            sys.exit(f"expected {name} on the page where {other} is")
    return len(once)


def main() -> None:
    page, heading = sys.argv[1:3]
    listed = get_table(get_section(open(page).read(), heading))
    text = re.sub(r"\{[^{}]*\}", "", sys.stdin.read())
    dumps = [re.findall(r"(?<![\w-])(fp8-[a-z0-9-]+)", dump)
             for dump in text.split("Pass Manager with")[1:]]
    dumped = {name for dump in dumps for name in dump}
    missing = sorted(dumped - set(listed))
    foreign = sorted(set(listed) - dumped)
    if missing or foreign:
        sys.exit(f"only in the pipeline: {', '.join(missing) or '-'}; only on the page: {', '.join(foreign) or '-'}")
    ordered = sum(compare_order(listed, dump) for dump in dumps)
    print(f"{len(dumped)} passes, {ordered} comparisons of order")


if __name__ == "__main__":
    main()
