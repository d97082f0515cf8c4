#!/usr/bin/env python3
"""Runs the example of every pass on the generated pages.

    check-pass-examples.py [--only=PASS] FP8_OPT PAGES...

The section of a pass shows its input in a block after the word **Before**, and the
result in a block after the word **After**. The input is a whole function or module.
`fp8-opt` runs the pass on it. Options, and passes that must run before, are in a code
span of the paragraph above either block, as in `--fp8-shard="policy=zero3"`.

The result must occur in the output, which includes diagnostics:

- White space is ignored, and so are comments on the page (`//`).
- Names of values (%x) and of aliases (#map) may differ, but consistently in each
  function: a name on the page stands for one name of the output.
- `...` stands for anything up to the end of a line of the output, and for any lines
  if it is alone on its line.

Fails if a pass has no example and is not in EXEMPT, or has one although it is.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import shlex
import subprocess
import sys

# Passes without an example, with the reason.
EXEMPT = {}

BLOCK = re.compile(r"```\w*\n(.*?)```", re.DOTALL)
TOKEN = re.compile(r"(?:%|#(?=[a-z]))[\w$-]+(?![\w.])|\w+|\.\.\.|\S")
FUNCTION = re.compile(r"\bfunc @|\bfunc\.func\b|\bllvm\.func\b|\bgpu\.func\b")


class Example:
    """Input of a pass, its command line and the expected part of the output."""

    def __init__(self, name: str, command: list[str], source: str, result: str):
        self.name = name
        self.command = command
        self.source = source
        self.result = result

    def run(self, fp8_opt: str) -> str:
        """Returns a description of the failure; empty if the example holds."""
        done = subprocess.run([fp8_opt, *self.command], input=self.source,
                              capture_output=True, text=True)
        output = done.stdout + done.stderr
        if done.returncode and "error:" not in self.result:
            return output
        line = find_mismatch(self.result, output)
        return f"expected: {line}\nin the output:\n{output}" if line else ""


def strip_comments(text: str) -> str:
    return re.sub(r"[ \t]*//[^\n]*", "", text)


def get_sections(page: str) -> list[tuple[str, str]]:
    """Returns the name and the description of each pass of the page."""
    sections = re.split(r"(?m)^### `-([\w-]+)`$", page)[1:]
    return [(name, text.split("\n#### ")[0])
            for name, text in zip(sections[::2], sections[1::2])]


def find_command(name: str, *paragraphs: str) -> list[str]:
    """Returns the command line in the first paragraph that has one for the pass."""
    for paragraph in paragraphs:
        for span in re.findall(r"`(--[^`]*)`", paragraph):
            if re.search(rf"--{name}(?![\w-])", span):
                return shlex.split(span)
    return [f"--{name}"]


def get_examples(name: str, text: str) -> tuple[list[Example], list[str]]:
    """Returns the examples of a pass and the blocks that belong to no example."""
    examples, strays = [], []
    source = above = None
    end = 0
    for block in BLOCK.finditer(text):
        paragraph = text[end:block.start()]
        end = block.end()
        label = re.findall(r"\*\*(Before|After)\*\*", paragraph)[-1:]
        if label == ["Before"]:
            source, above = block[1], paragraph
        elif label and source is not None:
            command = find_command(name, paragraph, above)
            examples.append(Example(name, command, source, block[1]))
        else:
            strays.append(block[1])
    return examples, strays


def build_line_pattern(line: str, names: dict[str, str], scope: int) -> str:
    """Returns a regular expression of an expected line; adds its new names."""
    parts = []
    for token in TOKEN.findall(line):
        if token == "...":
            parts.append(r"[^\n]*?")
        elif len(token) > 1 and token[0] in "%#":
            key = (token, scope if token[0] == "%" else 0)
            if key in names:
                parts.append(rf"(?P={names[key]})(?![\w$-])")
            else:
                names[key] = f"n{len(names)}"
                parts.append(rf"(?P<{names[key]}>{token[0]}[\w$-]+)(?![\w$-])")
        else:
            parts.append(re.escape(token))
    return r"\s*".join(parts)


def build_pattern(lines: list[str]) -> re.Pattern:
    """Returns a regular expression of the expected lines."""
    names = {}
    scope = 0
    parts = []
    for line in lines:
        if line.strip() == "...":
            parts.append(r".*?")
            continue
        scope += bool(FUNCTION.search(line))
        parts.append(build_line_pattern(line, names, scope))
    return re.compile(r"\s*".join(parts), re.DOTALL)


def find_mismatch(expected: str, output: str) -> str:
    """Returns the first expected line that the output does not continue with."""
    lines = [line for line in strip_comments(expected).split("\n") if line.strip()]
    if build_pattern(lines).search(output):
        return ""
    count = next(count for count in range(1, len(lines) + 1)
                 if not build_pattern(lines[:count]).search(output))
    return lines[count - 1]


def check_section(name: str, text: str, fp8_opt: str) -> list[str]:
    examples, strays = get_examples(name, text)
    failures = [f"a block follows neither **Before** nor **After**:\n{block}"
                for block in strays]
    if not examples and name not in EXEMPT:
        failures.append("expected an example: a block after **Before** and one after **After**")
    if examples and name in EXEMPT:
        failures.append("has an example, but is exempt")
    for example in examples:
        failure = example.run(fp8_opt)
        if failure:
            failures.append(f"{shlex.join(example.command)}: {failure}")
    return failures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", help="check the example of this pass alone")
    parser.add_argument("fp8_opt")
    parser.add_argument("pages", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    sections = [section for page in options.pages for section in get_sections(page.read_text())
                if options.only in (None, section[0])]
    if not sections:
        sys.exit("check-pass-examples.py: error: expected pages with passes")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda section: check_section(*section, options.fp8_opt), sections))
    for (name, _), failures in zip(sections, results):
        for failure in failures:
            print(f"{name}: {failure}")
    failed = sum(bool(failures) for failures in results)
    print(f"{len(sections)} passes, {failed} without a valid example")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
