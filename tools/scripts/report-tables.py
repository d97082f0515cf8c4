#!/usr/bin/env python3
"""Writes the tables of docs/internals/Pipeline.md that `fp8-run --report` measures.

    report-tables.py FP8_RUN PAGE --remat NAME=FILE=RECIPE,... --wide ...

--remat fills the table between <!-- remat --> and <!-- end of remat -->: saved and
recomputed values. --wide fills the table of <!-- wide -->: --wide-type=. Each takes
the graphs of the table in their order. All figures are of @step on --target=cpu.
"""

import argparse
import json
import pathlib
import re
import subprocess

MODES = ["none", "selective", "full"]


def report(tool, graph, *options):
    line = [tool, graph, "--target=cpu", "--inputs=random:1", "--report=json", *options]
    done = subprocess.run(line, capture_output=True, text=True, check=True)
    steps = json.loads(done.stdout)
    return next(step for step in steps if step["function"] == "step")


def scaled(value, digits, unit="B"):
    """Formats bytes, as in 1.94 GB, 824 MB, 0.88 MB."""
    if value >= 1e9:
        return f"{value / 1e9:.{digits}f} G{unit}"
    return f"{value / 1e6:.{digits if value < 1e8 else 0}f} M{unit}"


def moved(step):
    return step["total"]["bytes_read"] + step["total"]["bytes_written"]


def remat_rows(tool, name, graph, recipes):
    for recipe in recipes:
        for mode in MODES:
            step = report(tool, graph, f"--recipe={recipe}", f"--remat={mode}")
            yield (
                f"|{f' {name}' if (recipe, mode) == (recipes[0], MODES[0]) else ''} "
                f"|{f' `{recipe}`' if mode == MODES[0] else ''} | `{mode}` "
                f"| {scaled(step['remat']['kept_bytes'], 2)} "
                f"| {scaled(step['memory']['arena_bytes'], 2)} "
                f"| {scaled(moved(step), 1)} "
                f"| {scaled(step['products']['flops'], 0, '')} |"
            )


def wide_rows(tool, name, graph, recipes):
    for recipe in recipes:
        steps = [
            report(tool, graph, f"--recipe={recipe}", f"--wide-type={wide}")
            for wide in ("f32", "bf16")
        ]
        cells = [scaled(moved(step), 1) for step in steps]
        cells += [scaled(step["memory"]["arena_bytes"], 2) for step in steps]
        first = f" {name}" if recipe == recipes[0] else ""
        yield f"|{first} | `{recipe}` | {' | '.join(cells)} |"


def fill(text, mark, rows):
    pattern = rf"(<!-- {mark} -->\n\|.*\n\|.*\n)(?:\|.*\n)*(<!-- end of {mark} -->)"
    filled, count = re.subn(
        pattern, lambda m: m[1] + "".join(row + "\n" for row in rows) + m[2], text
    )
    if count != 1:
        raise SystemExit(f"the page has {count} tables <!-- {mark} -->, not one")
    return filled


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool", metavar="FP8_RUN")
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument(
        "--remat", action="append", default=[], metavar="NAME=FILE=RECIPES"
    )
    parser.add_argument(
        "--wide", action="append", default=[], metavar="NAME=FILE=RECIPES"
    )
    args = parser.parse_args()
    for mark, graphs, make in (
        ("remat", args.remat, remat_rows),
        ("wide", args.wide, wide_rows),
    ):
        if not graphs:
            continue
        rows = []
        for graph in graphs:
            name, file, recipes = graph.split("=")
            rows += make(args.tool, name, file, recipes.split(","))
        args.page.write_text(fill(args.page.read_text(), mark, rows))


if __name__ == "__main__":
    main()
