#!/usr/bin/env python3
"""Shows comments, descriptions and pages that may need a second reading.

    check-prose.py [--list N] [FOLDER]...

Counts, in FOLDERs or in the whole tree:

- comments that contain "what", as a part of all comments of C++ sources;
- comments that open with What, Of, Those, Where, How, Whether or The same;
- words per sentence in descriptions of TableGen files, comments and pages;
- "what" per 1000 words of pages.

`--list N` prints the N longest sentences and these comments, with their positions.
Never fails, because replacing words by rule improves no sentence.
"""
import argparse
import pathlib
import re
import subprocess
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]
OPENING = re.compile(r"(What|Of|Those|Where|How|Whether|The same|One that|That of)\b")
WHAT = re.compile(r"\bwhat\b", re.IGNORECASE)


def list_files(folders: list[str], suffixes: tuple[str, ...]) -> list[pathlib.Path]:
    listed = subprocess.run(["git", "ls-files", "--", *folders], cwd=ROOT, check=True,
                            stdout=subprocess.PIPE, text=True).stdout.split("\n")
    return [ROOT / name for name in listed
            if name.endswith(suffixes) and not name.startswith(("docs/generated", "docs/benchmarks"))
            and "/Inputs/" not in name]


def get_comments(path: pathlib.Path):
    """Yields (line, text) of each block of // comments."""
    block: list[str] = []
    start = 0
    for number, line in enumerate(path.read_text().split("\n"), 1):
        match = re.match(r"\s*//[/!]?\s?(.*)", line)
        text = match.group(1) if match else ""
        if not match or re.match(r"\s*//={3}|\s*//\W*$", line) or text.startswith("===-"):
            if block:
                yield start, " ".join(block)
            block = []
            continue
        if not block:
            start = number
        block.append(text)
    if block:
        yield start, " ".join(block)


def get_descriptions(path: pathlib.Path):
    """Yields (line, text) of summaries and descriptions of a TableGen file."""
    text = path.read_text()
    for match in re.finditer(r'let (?:summary = "(.*?)"|description = \[\{(.*?)\}\]);', text, re.DOTALL):
        yield text.count("\n", 0, match.start()) + 1, textwrap.dedent(match.group(1) or match.group(2))


def get_pages(path: pathlib.Path):
    """Yields (line, text) of each paragraph of a page."""
    number = 1
    for paragraph in path.read_text().split("\n\n"):
        yield number, paragraph
        number += paragraph.count("\n") + 2


def get_prose(text: str) -> str:
    """Returns `text` without code, tables, headings and links."""
    text = re.sub(r"```.*?```", " ", text, flags=re.DOTALL)
    lines = [line for line in text.split("\n")
             if not re.match(r"\s*(\||#|    \S|---)", line)]
    return re.sub(r"\]\([^)]*\)", "]", re.sub(r"`[^`]*`", "X", " ".join(lines)))


def get_sentences(text: str) -> list[str]:
    return [sentence.strip() for sentence in re.split(r"(?<=[.:?!])\s+(?=[A-Z])|\s-\s", get_prose(text))
            if len(sentence.split()) > 2]


def report(title: str, texts: list[tuple[str, str]]) -> list[tuple[int, str, str]]:
    sentences = [(len(s.split()), place, s) for place, text in texts for s in get_sentences(text)]
    words = sum(count for count, _, _ in sentences)
    whats = sum(len(WHAT.findall(sentence)) for _, _, sentence in sentences)
    if sentences:
        print(f"{title}: {len(sentences)} sentences, {words / len(sentences):.1f} words each, "
              f"'what' {1000 * whats / words:.2f} per 1000 words")
    return sentences


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folders", nargs="*", default=["."])
    parser.add_argument("--list", type=int, default=0, metavar="N")
    options = parser.parse_args()

    def collect(suffixes, reader):
        return [(f"{path.relative_to(ROOT)}:{line}", text)
                for path in list_files(options.folders, suffixes) for line, text in reader(path)]

    comments = collect((".h", ".cpp"), get_comments)
    opened = [(place, text) for place, text in comments if OPENING.match(text)]
    if comments:
        asking = sum(bool(WHAT.search(text)) for _, text in comments)
        print(f"comments: {len(comments)}, {100 * asking / len(comments):.1f} % contain 'what', "
              f"{100 * len(opened) / len(comments):.1f} % open with What, Of, Those, Where, ...")
    sentences = report("comments", comments)
    sentences += report("descriptions", collect((".td",), get_descriptions))
    sentences += report("pages", collect((".md",), get_pages))
    for place, text in opened[:options.list]:
        print(f"{place}: opens so: {text[:100]}")
    for count, place, sentence in sorted(sentences, reverse=True)[:options.list]:
        print(f"{place}: {count} words: {sentence}")


if __name__ == "__main__":
    main()
