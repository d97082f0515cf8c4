#!/usr/bin/env python3
"""Compares the tables of passes of a page with the pipelines.

    compare-tables.py PAGE SECTION PIPELINE... < DUMP

DUMP is what `fp8-opt --dump-pass-pipeline` prints. The rows of the table in the
section of PAGE whose heading contains SECTION name passes of fp8, in order. The
passes of the pipelines have to be there, each at least once; and the first
mentions have to be in the order of the pipelines.
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


def find_first(names: list[str]) -> list[str]:
    return list(dict.fromkeys(names))


def main() -> None:
    page, heading = sys.argv[1:3]
    listed = get_table(get_section(open(page).read(), heading))
    dumped = re.findall(r"(?<![\w-])(fp8-[a-z0-9-]+)", re.sub(r"\{[^{}]*\}", "", sys.stdin.read()))
    missing = sorted(set(dumped) - set(listed))
    foreign = sorted(set(listed) - set(dumped))
    if missing or foreign:
        sys.exit(f"only in the pipeline: {', '.join(missing) or '-'}; only on the page: {', '.join(foreign) or '-'}")
    # The order of the last mention of a pass that runs often says nothing.
    once = {name for name in listed if listed.count(name) == 1 and dumped.count(name) == 1}
    wanted = [name for name in find_first(dumped) if name in once]
    found = [name for name in find_first(listed) if name in once]
    if wanted != found:
        place = next(i for i, pair in enumerate(zip(wanted, found)) if pair[0] != pair[1])
        sys.exit(f"expected {wanted[place]} on the page where {found[place]} is")
    print(f"{len(set(dumped))} passes, {len(once)} of them in order")


if __name__ == "__main__":
    main()
