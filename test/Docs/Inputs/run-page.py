"""Runs the ```python and ```sh blocks of a page, in order, in the current folder.

run-page.py PAGE [--only WORD | --without WORD]

Blocks of Python share their names, and those of the shell their environment and their
folder. They find the tools beside $FP8_RUN, and this Python. A ```text block shows the
output of the block before it: numbers may differ by 5 %, times by anything, and a line
`...` stands for any lines. --only and --without select blocks of Python that do or do
not contain a word, with their outputs.
"""

import argparse
import contextlib
import io
import os
import pathlib
import re
import subprocess
import sys
import tempfile

NUMBER = r"(?<![\w.])-?\d[\d,]*(?:\.\d+)?(?:e-?\d+)?"
TIME = NUMBER + r"(?= (?:steps/s|ms|s)\b)"


class Shell:
    """Runs blocks with the exported variables and the folder of those before."""

    def __init__(self, folder):
        """Keeps its state in `folder`, which is not the one of the page."""
        self.state = pathlib.Path(folder, "state")
        self.state.write_text("")
        folders = [os.path.dirname(os.environ.get("FP8_RUN", "")), os.path.dirname(sys.executable)]
        os.environ["PATH"] = os.pathsep.join([*filter(None, folders), os.environ["PATH"]])

    def run(self, block):
        script = f". {self.state}\n{block}\nexport -p > {self.state}\necho cd $PWD >> {self.state}"
        done = subprocess.run(
            ["bash", "-ec", script], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        if done.returncode:
            sys.exit(f"this block ended with status {done.returncode}:\n{block}\n{done.stdout}")
        return done.stdout


def run_python(block, names):
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(block, "<page>", "exec"), names)
    return output.getvalue()


def same_line(expected, found):
    expected, found = re.sub(TIME, "#", expected), re.sub(TIME, "#", found)
    if re.sub(NUMBER, "#", expected.rstrip()) != re.sub(NUMBER, "#", found.rstrip()):
        return False
    pairs = zip(re.findall(NUMBER, expected), re.findall(NUMBER, found))
    values = [[float(n.replace(",", "")) for n in pair] for pair in pairs]
    return all(abs(a - b) <= 0.05 * max(abs(a), abs(b)) + 1e-9 for a, b in values)


def same_output(expected, found):
    """Compares lines; `...` in `expected` matches any number of them."""
    if not expected:
        return not found
    if expected[0] == "...":
        return any(same_output(expected[1:], found[i:]) for i in range(len(found) + 1))
    return bool(found) and same_line(expected[0], found[0]) and same_output(expected[1:], found[1:])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--only")
    parser.add_argument("--without")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        run_blocks(arguments, Shell(folder))


def run_blocks(arguments, shell):
    blocks = re.findall(r"^```(python|sh|text)\n(.*?)^```", arguments.page.read_text(), re.M | re.S)
    names, output, count = {"__name__": "__main__"}, None, 0
    for kind, block in blocks:
        if kind == "text":
            if output is not None and not same_output(block.splitlines(), output.splitlines()):
                sys.exit(f"expected this output:\n{block}\nbut got:\n{output}")
            continue
        if is_skipped(kind, block, arguments):
            output = None
            continue
        count += 1
        output = shell.run(block) if kind == "sh" else run_python(block, names)
        print(output, end="", flush=True)
    if not count:
        sys.exit(f"{arguments.page} has no block to run")


def is_skipped(kind, block, arguments):
    """Returns whether --only or --without leaves out a block."""
    if kind == "sh":
        return arguments.only is not None
    if arguments.without and arguments.without in block:
        return True
    return arguments.only is not None and arguments.only not in block


if __name__ == "__main__":
    main()
