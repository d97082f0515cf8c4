#!/usr/bin/env python3
"""Checks that folders of include/fp8 and lib do not depend on each other in circles.

    check-includes.py ROOT

A header and the source of the same name are one unit. Prints each circle of units
that lie in different folders, and each circle of libraries of the build. A circle in
one folder is allowed: it is one class in several files. Also prints each include by a
path with `../` that leads out of a folder of lib. Exits with 1 after any of them.
"""

import pathlib
import posixpath
import re
import sys

HEADERS = "include/fp8/"


def unit_of(path):
    """Returns (folder, name): include/fp8/IR/A.h and lib/IR/A.cpp are ("IR", "A")."""
    path = pathlib.PurePosixPath(path.removeprefix(HEADERS).removeprefix("lib/"))
    return str(path.parent), path.stem


def find_units(root):
    """Returns {unit: the units that its files include}."""
    files = [
        path.relative_to(root).as_posix()
        for top in (HEADERS, "lib")
        for path in (root / top).rglob("*")
        if path.suffix in (".h", ".cpp")
    ]
    units = {unit_of(file): set() for file in files}
    for file in files:
        for name in re.findall(r'^#include "(.*)"', (root / file).read_text(), re.M):
            folder = "include" if name.startswith("fp8/") else file.rpartition("/")[0]
            found = unit_of(posixpath.normpath(f"{folder}/{name}"))
            if found in units and found != unit_of(file):
                units[unit_of(file)].add(found)
    return units


def find_escapes(root):
    """Yields the includes that lead out of a folder of lib by a path with `../`."""
    for path in sorted((root / "lib").rglob("*")):
        if path.suffix in (".h", ".cpp"):
            file = path.relative_to(root).as_posix()
            stage = "/".join(file.split("/")[:2]) + "/"
            for name in re.findall(r'^#include "(\.\./.*)"', path.read_text(), re.M):
                found = posixpath.normpath(f"{posixpath.dirname(file)}/{name}")
                if not found.startswith(stage):
                    yield f"{file} includes {name}"


def find_libraries(root):
    """Returns {library: the libraries that it links}."""
    libraries = {}
    for path in (root / "lib").rglob("CMakeLists.txt"):
        text = path.read_text()
        for name, body in re.findall(r"add_fp8_library\((\w+)([^)]*)\)", text):
            links = re.search(r"LINK_LIBS((?:\s+FP8\w+)+)", body)
            libraries[name] = set(links.group(1).split()) if links else set()
    return libraries


def find_circles(graph):
    """Returns the strongly connected components of several nodes (Tarjan)."""
    number, low, stack, circles = {}, {}, [], []

    def visit(node):
        number[node] = low[node] = len(number)
        stack.append(node)
        for other in sorted(graph.get(node, ())):
            if other not in number:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == number[node]:
            circle = stack[stack.index(node) :]
            del stack[stack.index(node) :]
            if len(circle) > 1:
                circles.append(circle)

    for node in sorted(graph):
        if node not in number:
            visit(node)
    return circles


def main():
    root = pathlib.Path(sys.argv[1])
    sys.setrecursionlimit(10000)
    units, libraries = find_units(root), find_libraries(root)
    if not units or not libraries:
        sys.exit(f"check-includes: expected sources and libraries in {root}")
    circles = [
        [f"{folder}/{name}" for folder, name in circle]
        for circle in find_circles(units)
        if len({folder for folder, _ in circle}) > 1
    ]
    circles += find_circles(libraries)
    faults = [f"a circle of {', '.join(sorted(circle))}" for circle in circles]
    faults += find_escapes(root)
    for fault in faults:
        print(f"check-includes: {fault}", file=sys.stderr)
    print(f"{len(units)} units and {len(libraries)} libraries")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
