#!/usr/bin/env python3
"""Fails where an example of the docs is in no test, or a link of a page is broken.

    check-doc-examples.py TESTS DOCS...

- A test has the text of each ```mlir example and of each program in C, C++ or CMake.
  White space and comments are ignored. check-pass-examples.py runs the examples of
  passes, so their pages are left out.
- A test names each page with ```sh or ```python blocks, and runs them.
- Each relative link of a page leads to a file, and to a heading of it.

DOCS are folders of pages, or pages. Exits with 2 if there is no example at all, as
when the folders are given in the wrong order.
"""

import pathlib
import re
import sys

# Excerpts of C are no programs: nothing can run them.
KINDS = {
    "mlir": ("*.mlir", ""),
    "c": ("*.c", "int main("),
    "cpp": ("*.cpp", "int main("),
    "cmake": ("CMakeLists.txt", "find_package("),
}


def squeeze(text):
    return re.sub(r"//[^\n]*|\s+", "", text)


def find_blocks(text, kind):
    return re.findall(rf"^```{kind}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def find_missing_programs(pages, tests):
    """Returns the number of programs, and a message for each that no test has."""
    found, messages = 0, []
    for kind, (pattern, marker) in KINDS.items():
        corpus = [squeeze(path.read_text()) for path in tests.rglob(pattern)]
        for page, text in pages.items():
            if page.name.endswith("Passes.md"):
                continue
            for block in find_blocks(text, kind):
                if marker not in block:
                    continue
                found += 1
                if not any(squeeze(block) in test for test in corpus):
                    messages.append(f"{page}: no test has this example:\n{block}")
    return found, messages


def find_pages_without_test(pages, tests):
    """Returns a message for each page whose commands no test runs."""
    named = "\n".join(
        path.read_text() for suffix in ("*.test", "*.py") for path in tests.rglob(suffix)
    )
    return [
        f"{page}: it has sh or python blocks, but no test names this page"
        for page, text in pages.items()
        if find_blocks(text, "(?:sh|python)") and page.name not in named
    ]


def make_anchor(heading):
    """Returns the anchor of a heading, as Markdown viewers make it."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.lower())
    return re.sub(r"[^\w\- ]", "", text).strip().replace(" ", "-")


def find_broken_links(pages):
    """Returns a message for each relative link without a target."""
    messages = []
    for page, text in pages.items():
        prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
        for link in re.findall(r"\]\(([^)\s]+)\)", prose):
            if re.match(r"\w+:", link):
                continue
            path, _, anchor = link.partition("#")
            target = (page.parent / path).resolve() if path else page.resolve()
            if not target.exists():
                messages.append(f"{page}: no file for the link {link}")
            elif anchor and target.suffix == ".md":
                headings = re.findall(r"^#+ (.*)$", target.read_text(), re.MULTILINE)
                if anchor not in map(make_anchor, headings):
                    messages.append(f"{page}: no heading for the link {link}")
    return messages


def main():
    tests, *docs = map(pathlib.Path, sys.argv[1:])
    paths = [p for d in docs for p in ([d] if d.is_file() else sorted(d.rglob("*.md")))]
    pages = {path: path.read_text() for path in paths}
    found, messages = find_missing_programs(pages, tests)
    if not found:
        print(f"no example in any .md file of {', '.join(map(str, docs))}")
        sys.exit(2)
    messages += find_pages_without_test(pages, tests)
    messages += find_broken_links(pages)
    print("\n".join(messages))
    sys.exit(1 if messages else 0)


if __name__ == "__main__":
    main()
