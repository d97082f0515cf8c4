#!/usr/bin/env python3
"""Fails where an ```mlir example or a program of the docs is in no test.

    check-doc-examples.py TESTS DOCS...

A test that holds the example runs it, so the example cannot rot. White space
and comments are ignored. check-pass-examples.py runs the examples of passes, so
pages of passes are left out. Exits with 2 if there is no example at all, as
when the folders are given in the wrong order.
"""

import pathlib
import re
import sys


def squeeze(text):
    return re.sub(r"//[^\n]*|\s+", "", text)


def main():
    tests, *docs = map(pathlib.Path, sys.argv[1:])
    # Excerpts of C are no programs: nothing can run them.
    kinds = {
        "mlir": ("*.mlir", ""),
        "c": ("*.c", "int main("),
        "cpp": ("*.cpp", "int main("),
        "cmake": ("CMakeLists.txt", "find_package("),
    }
    found = missing = 0
    for kind, (pattern, marker) in kinds.items():
        corpus = [squeeze(path.read_text()) for path in tests.rglob(pattern)]
        pages = {path for folder in docs for path in folder.rglob("*.md")}
        for path in sorted(path for path in pages if not path.name.endswith("Passes.md")):
            for block in re.findall(rf"```{kind}\n(.*?)```", path.read_text(), re.DOTALL):
                if marker not in block:
                    continue
                found += 1
                if not any(squeeze(block) in test for test in corpus):
                    missing += 1
                    print(f"{path}: no test has this example:\n{block}")
    if not found:
        print(f"no example in any .md file of {', '.join(map(str, docs))}")
        sys.exit(2)
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
