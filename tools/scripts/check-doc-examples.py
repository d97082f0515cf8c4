#!/usr/bin/env python3
"""Fails where an ```mlir example of the docs is in no test.

    check-doc-examples.py TESTS DOCS...

A test that holds the example runs it, so the example cannot rot. White space
and comments are ignored.
"""

import pathlib
import re
import sys


def squeeze(text):
    return re.sub(r"//[^\n]*|\s+", "", text)


def main():
    tests, *docs = map(pathlib.Path, sys.argv[1:])
    corpus = [squeeze(path.read_text()) for path in tests.rglob("*.mlir")]
    missing = 0
    for folder in docs:
        for path in sorted(folder.rglob("*.md")):
            text = path.read_text()
            for block in re.findall(r"```mlir\n(.*?)```", text, re.DOTALL):
                if not any(squeeze(block) in test for test in corpus):
                    missing += 1
                    print(f"{path}: no test has this example:\n{block}")
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
