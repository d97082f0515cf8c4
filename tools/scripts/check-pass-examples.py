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
  if it is alone on its line. Other lines are consecutive, and are searched for from
  the end of the match before.

Fails if a pass has no example.
"""
import argparse
import concurrent.futures
import dataclasses
import os
import pathlib
import re
import shlex
import subprocess
import sys

BLOCK = re.compile(r"```\w*\n(.*?)```", re.DOTALL)
TOKEN = re.compile(r"(?:%|#(?=[a-z]))[\w$-]+(?![\w.])|\w+|\.\.\.|\S")
NAME_END = r"(?![\w$-])"
FUNCTION = re.compile(r"\bfunc @|\bfunc\.func\b|\bllvm\.func\b|\bgpu\.func\b")


@dataclasses.dataclass
class Example:
    """Command line of a pass, its input and the expected part of its output."""

    command: list[str]
    source: str
    result: str

    def run(self, fp8_opt: str) -> str:
        """Returns a description of the failure; empty if the example holds."""
        done = subprocess.run([fp8_opt, *self.command], input=self.source,
                              capture_output=True, text=True)
        output = done.stdout + done.stderr
        if done.returncode != int("error:" in self.result):
            return f"unexpected exit code {done.returncode}\n{output}"
        missing = find_mismatch(self.result, output)
        return f"expected:\n{missing}\nin the output:\n{output}" if missing else ""


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
        paragraph = text[end:block.start()].strip().split("\n\n")[-1]
        end = block.end()
        label = re.findall(r"\*\*(Before|After)\*\*", paragraph)[-1:]
        if label == ["Before"]:
            source, above = block[1], paragraph
        elif label and source is not None:
            examples.append(Example(find_command(name, paragraph, above), source, block[1]))
        else:
            strays.append(block[1])
    return examples, strays


class Names:
    """Names of the page, with the names of the output that they stand for."""

    def __init__(self):
        self.actual = {}
        self.function = 0

    def get_key(self, name: str) -> tuple[str, int]:
        return name, self.function if name[0] == "%" else 0

    def build_pattern(self, lines: list[str]) -> tuple[str, list[tuple[str, int]]]:
        """Returns a regular expression of consecutive lines, and the keys of its
        groups: names that have not occurred before."""
        parts, keys = [], []
        for line in lines:
            self.function += bool(FUNCTION.search(line))
            for token in TOKEN.findall(line):
                key = self.get_key(token)
                if token == "...":
                    parts.append(r"[^\n]*?")
                elif len(token) == 1 or token[0] not in "%#":
                    parts.append(re.escape(token))
                elif key in self.actual:
                    parts.append(re.escape(self.actual[key]) + NAME_END)
                elif key in keys:
                    parts.append(rf"(?P=n{keys.index(key)}){NAME_END}")
                else:
                    parts.append(rf"(?P<n{len(keys)}>{token[0]}[\w$-]+){NAME_END}")
                    keys.append(key)
        return r"\s*".join(parts), keys

    def match(self, lines: list[str], output: str, start: int) -> int | None:
        """Returns the end of the first match of the lines from `start` on."""
        pattern, keys = self.build_pattern(lines)
        match = re.compile(pattern).search(output, start)
        if match is None:
            return None
        self.actual.update(zip(keys, match.groups()))
        return match.end()


def find_mismatch(expected: str, output: str) -> str:
    """Returns the expected lines that the output does not contain in this order;
    empty if it contains all of them."""
    names = Names()
    end = 0
    for part in re.split(r"(?m)^\s*\.\.\.\s*$", strip_comments(expected)):
        lines = [line for line in part.split("\n") if line.strip()]
        end = names.match(lines, output, end)
        if end is None:
            return part.strip("\n")
    return ""


def check_section(name: str, text: str, fp8_opt: str) -> list[str]:
    examples, strays = get_examples(name, text)
    failures = [f"a block follows neither **Before** nor **After**:\n{block}"
                for block in strays]
    if not examples:
        failures.append("expected an example: a block after **Before** and one after **After**")
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
