#!/usr/bin/env python3
"""Checks that the tests notice mistakes.

    mutation-check.py BUILD LIT [--seed N] [--count N] [--resume FILE]
                      [--which all|hand|drawn] [--list] [NAME]...

Tests the mutants of mutants.py, which are written by hand, and COUNT random mutants
that the seed determines. mutation_sites.py describes the mistakes, and
mutation_areas.py lists the sources and their tests. For each mutant, one file is
compiled, or for a header the files that its tests need. It is linked in a folder
beside the build, and must fail a test that passes without it. The sources and the
build do not change.

A random mutant that does not compile is not counted. A mutant that compiles to the
original code is equivalent, and so are the mutants of equivalent_mutants.py.
Succeeds if all mutants by hand, and 95 of 100 random mutants, fail a test or are
equivalent. FILE stores results, so that only mutants that survived are tested
again. --list only prints the mutants. With a NAME, only mutants whose texts contain
it are tested.
"""

import argparse
import collections
import itertools
import json
import os
import pathlib
import resource
import sys
import time
from fnmatch import fnmatch

from equivalent_mutants import EQUIVALENT
from mutants import MUTANTS
from mutation_areas import AREAS, BY_HAND
from mutation_build import TOOLS, MutantBuild, Refused, run
from mutation_sites import Mutant, draw
from mutation_tests import Tests, find_paths

SOURCE = pathlib.Path(__file__).resolve().parents[2]
# The share of drawn mutants that the tests must notice.
SHARE = 0.95
# The memory of a mutant in bytes, since one may allocate forever.
MEMORY = 8 << 30


def check_texts(mutants) -> None:
    for name, file, text, other in mutants:
        count = (SOURCE / file).read_text().count(text)
        if count != 1 or text == other:
            raise Refused(f"expected the text of '{name}' once in {file}, but "
                          f"it is there {count} times: {text}")


def find_row(file: str):
    """Returns the near and the wide tests of a file."""
    rows = [row for area in AREAS.values() for row in area] + BY_HAND
    for sources, near, wide in rows:
        if fnmatch(file, sources):
            return near, wide
    raise Refused(f"expected a row of mutation_areas.py for {file}, but there is none")


def read_areas() -> dict[str, list[tuple[str, str]]]:
    """Returns the sources of each area, each file in the first row that has it."""
    areas, taken = {}, set()
    for area, rows in AREAS.items():
        areas[area] = []
        for sources, _, _ in rows:
            paths = sorted(SOURCE.glob(sources))
            if not paths:
                raise Refused(f"expected sources at {sources}, but there are none")
            for path in paths:
                if path not in taken:
                    taken.add(path)
                    areas[area].append((str(path.relative_to(SOURCE)), path.read_text()))
    return areas


def find_reason(mutant: Mutant) -> str:
    """Returns why the mutant is equivalent to the original, or ''."""
    for file, line, replacement, reason in EQUIVALENT:
        if (file, line, replacement) == (
                mutant.file.split("/")[-1], mutant.line.strip(), mutant.replacement.strip()):
            return reason
    return ""


class Checker:
    def __init__(self, build: pathlib.Path, lit: str):
        ninja = run(["ninja", "-C", build, "fp8-unit-tests", *TOOLS, "fp8rt"])
        if ninja.returncode:
            raise Refused(f"expected a build without errors:\n{ninja.stdout}")
        scratch = build.with_name(build.name + "-mutants")
        self.mutant = MutantBuild(SOURCE, build, scratch / "mutant")
        self.control = MutantBuild(SOURCE, build, scratch / "control")
        self.tests = Tests(SOURCE, lit)
        self.passing = set()

    def check_control(self, failure: str) -> None:
        if failure in self.passing:
            return
        if not self.tests.passes(self.control, failure):
            raise Refused(f"expected {failure} to pass without a mutant, but it fails")
        self.passing.add(failure)

    def check(self, file: str, text: str) -> tuple[str, str]:
        """Returns the result for a file with this text in it, and the test."""
        self.mutant.clear()
        has_changed = False
        is_header = file.endswith(".h")
        # Everything includes the headers: their users in two tools will do.
        tools = ["fp8-eval"] if is_header else TOOLS
        for patterns in find_row(file):
            targets = [f"test/{p}" for p in patterns if p.startswith("Unit/")]
            if len(targets) < len(patterns):
                targets += [f"bin/{tool}" for tool in tools]
            try:
                if not self.mutant.changed or is_header:
                    dependents = self.mutant.find_dependents(file, targets) if is_header else []
                    has_changed |= self.mutant.change(file, text, dependents)
            except Refused as refused:
                return "no mutant", str(refused)
            if not has_changed:
                continue
            if failure := self.tests.find_failure(self.mutant, patterns, tools):
                self.check_control(failure)
                return "killed", failure
        return ("survived", "") if has_changed else ("equivalent", "the same code")


class Results:
    """The results and the file that stores them: one JSON object per line."""

    def __init__(self, path: pathlib.Path | None):
        self.path = path
        self.known = {}
        if path and path.exists():
            for line in path.read_text().splitlines():
                record = json.loads(line)
                self.known[record["mutant"]] = record

    def get(self, mutant: str):
        record = self.known.get(mutant)
        return record if record and record["result"] != "survived" else None

    def add(self, record) -> None:
        self.known[record["mutant"]] = record
        if self.path:
            with self.path.open("a") as file:
                file.write(json.dumps(record) + "\n")


def list_drawn(seed: int, names: list[str]):
    for mutant in draw(read_areas(), seed):
        if not names or any(name in str(mutant) for name in names):
            yield mutant


def check_all(checker: Checker, results: Results, mutants, count: int) -> collections.Counter:
    """Tests `count` of the mutants (text, function that returns the file and its
    new text, reason why it is equivalent)."""
    counts = collections.Counter()
    for text, apply, reason in mutants:
        if sum(counts.values()) == count:
            break
        record = results.get(text)
        if not record:
            begin = time.monotonic()
            result, by = ("equivalent", reason) if reason else checker.check(*apply())
            record = {"mutant": text, "result": result, "by": by,
                      "seconds": round(time.monotonic() - begin)}
            results.add(record)
        if record["result"] == "no mutant":
            continue
        counts[record["result"]] += 1
        total = sum(counts.values())
        print(f"{total}: {record['result'].upper()} {text}"
              f" [{record['by'] or 'no test'}, {record['seconds']} s]", flush=True)
    return counts


def by_hand(names: list[str]):
    for name, file, text, other in MUTANTS:
        if not names or any(n in name or n in file for n in names):
            yield name, lambda f=file, t=text, o=other: (
                f, (SOURCE / f).read_text().replace(t, o)), ""


def drawn(seed: int, names: list[str]):
    for mutant in list_drawn(seed, names):
        yield str(mutant), lambda m=mutant: (
            m.file, m.apply((SOURCE / m.file).read_text())), find_reason(mutant)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("lit")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--resume", type=pathlib.Path)
    parser.add_argument("--which", choices=["all", "hand", "drawn"], default="all")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if options.list:
        for mutant in itertools.islice(list_drawn(options.seed, options.names), options.count):
            print(mutant)
        return 0
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    is_enough = True
    try:
        check_texts(MUTANTS)
        checker = Checker(options.build.resolve(), options.lit)
        results = Results(options.resume)
        if options.which != "drawn":
            counts = check_all(checker, results, by_hand(options.names), len(MUTANTS))
            print(f"by hand: {counts['killed']} killed, {counts['survived']} survived")
            is_enough &= not counts["survived"] and not counts["equivalent"]
        if options.which != "hand":
            counts = check_all(checker, results, drawn(options.seed, options.names), options.count)
            total = sum(counts.values())
            print(f"drawn with seed {options.seed}: {total} mutants, {counts['killed']} killed, "
                  f"{counts['equivalent']} equivalent, {counts['survived']} survived")
            is_enough &= counts["survived"] <= (1 - SHARE) * total
    except Refused as refused:
        print(f"error: {refused}", file=sys.stderr)
        return 2
    return 0 if is_enough else 1


if __name__ == "__main__":
    os.nice(10)
    sys.exit(main())
