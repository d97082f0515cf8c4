"""Checks the commands of pages that no test runs: check-commands.py SOURCE BIN PAGES...

Such commands are in indented blocks: they build for minutes, install packages, or need a
GPU. Their programs, scripts, targets and options have to exist. Prints how many there are.
"""

import functools
import pathlib
import re
import shlex
import subprocess
import sys

TOOLS = re.compile(r"(?:build/bin/)?(fp8-[\w-]+)$")
# Programs of the system.
OTHERS = {"cd", "cmake", "cp", "export", "man", "mkdir", "mlir-opt-22", "mpirun", "nvidia-smi", "tar"}
PYTHON = re.compile(r"(?:\.venv/bin/)?python3?$")
FIRST = re.compile(
    r"(?:[A-Z_0-9]+=\S+ )*(?:fp8-[\w-]+|make|ninja|cmake|cd|cp|mkdir|tar|mpirun|nvidia-smi|mlir-opt-22|export"
    r"|(?:\.venv/bin/)?python3?|build/\S+)(?: |$)"
)


def find_commands(text):
    """Yields the commands of indented blocks; a line ends a command unless \\ continues it."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    lines = iter(text.splitlines())
    for line in lines:
        if not line.startswith("    ") or not FIRST.match(line[4:]):
            continue
        command = line.strip()
        while command.split(" #")[0].rstrip().endswith("\\"):
            command = command.rstrip("\\ ") + " " + next(lines).strip()
        yield from re.split(r" && | \| ", re.sub(r" +# .*", "", command))


@functools.cache
def get_help(program):
    run = lambda option: subprocess.run([program, option], capture_output=True, text=True)
    return "".join(f"{done.stdout}{done.stderr}" for done in map(run, ("--help", "--help-hidden")))


@functools.cache
def read_script(path):
    """Returns the text of a script and of its neighbours, which it may import."""
    return "\n".join(neighbour.read_text() for neighbour in sorted(path.parent.glob("*.py")))


def find_options(words):
    return [re.split(r"=", word)[0] for word in words if re.match(r"--[a-z]", word)]


class Checker:
    def __init__(self, source, programs):
        self.source, self.programs = source, programs
        self.makefile = (source / "Makefile").read_text()

    def find_script(self, name, page):
        """Returns a script of the checkout, beside the page, or of a bundle."""
        folders = [self.source, page.parent]
        if name.startswith("fp8-gpu/"):
            folders, name = [self.source / "tools/bench/gpu"], name.removeprefix("fp8-gpu/")
        return next((f / name for f in folders if (f / name).is_file()), None)

    def check(self, command, page):
        """Returns what is wrong with a command, or nothing."""
        words = shlex.split(command)
        while re.match(r"[A-Z_0-9]+=", words[0]):
            words.pop(0)
        program, *rest = words
        if program == "mpirun":
            program, *rest = rest[2:]
        if tool := TOOLS.match(program):
            path = self.programs / tool[1]
            if not path.exists():
                return f"no program {program}" if "libfuzzer" not in program else None
            return self.check_options(find_options(rest), get_help(path))
        if program == "make":
            missing = [w for w in rest if "=" not in w and not re.search(rf"^{w}:", self.makefile, re.M)]
            return f"no target {missing[0]}" if missing else None
        if PYTHON.match(program) and rest[0] != "-m":
            script = self.find_script(rest[0], page)
            if not script:
                return f"no script {rest[0]}"
            # A script may run one of the tools with further options.
            tools = [self.programs / word for word in rest if TOOLS.match(word)]
            text = read_script(script) + "".join(get_help(tool) for tool in tools if tool.exists())
            return self.check_options(find_options(rest), text)
        if program in OTHERS or program == "ninja" or PYTHON.match(program):
            return None
        # Earlier commands of a page build programs that are missing here.
        path = self.source / program
        return None if path.exists() or "/" in program else f"no program {program}"

    @staticmethod
    def check_options(options, text):
        for option in options:
            if not re.search(rf"(?<![\w-]){option}(?![\w-])", text):
                return f"no option {option}"
        return None


def main():
    source, programs, *pages = map(pathlib.Path, sys.argv[1:])
    paths = [p for page in pages for p in (sorted(page.rglob("*.md")) if page.is_dir() else [page])]
    checker, count, faults = Checker(source, programs), 0, []
    for page in paths:
        for command in find_commands(page.read_text()):
            count += 1
            if fault := checker.check(command, page):
                faults.append(f"{page}: {fault}: {command}")
    print("\n".join(faults), f"{count} commands", sep="\n" if faults else "")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
