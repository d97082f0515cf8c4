#!/usr/bin/env python3
"""Checks that the tests of the emitter notice mistakes.

    mutation-check.py BUILD LIT [NAME]...

Makes each mutant of mutants.py, or those whose names contain a NAME: compiles
the changed file as the build does, puts it into a copy of its library and links
with that, in a folder beside the build. Runs the unit tests of the emitter, and
where they pass its lit tests. Fails if a mutant passes all of them, if its text
is no longer where it was, if it does not compile, or if the tests fail without
one. Nothing in the sources or in the build changes.
"""
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

from mutants import MUTANTS

SOURCE = pathlib.Path(__file__).resolve().parents[2]
UNIT_TESTS = "test/Unit/Codegen/FP8CodegenTests"
TOOLS = ["bin/fp8-opt", "bin/fp8-translate"]
LIT_TESTS = ["Codegen", "Target", "Conversion/FP8ToArith"]
# A mutant may loop for ever.
TIMEOUT = 600


class Refused(Exception):
    """The mutant is invalid; this is not a failure of the tests."""


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.STDOUT, **options)


def check_texts(mutants) -> None:
    for name, file, text, other in mutants:
        count = (SOURCE / file).read_text().count(text)
        if count != 1 or text == other:
            raise Refused(f"expected the text of '{name}' once in {file}, but "
                          f"it is there {count} times: {text}")


class Mutator:
    def __init__(self, build: pathlib.Path, lit: str):
        self.build = build
        self.lit = lit
        self.scratch = build.with_name(build.name + "-mutants")
        cache = (build / "CMakeCache.txt").read_text()
        self.archiver = re.search(r"^CMAKE_AR:\w+=(.*)$", cache, re.M).group(1)
        self.commands = {
            entry["file"]: entry
            for entry in json.loads((build / "compile_commands.json").read_text())
        }

    def prepare(self) -> None:
        ninja = run(["ninja", "-C", self.build, UNIT_TESTS, *TOOLS])
        if ninja.returncode:
            raise Refused(f"expected a build without errors:\n{ninja.stdout}")
        shutil.rmtree(self.scratch, ignore_errors=True)
        (self.scratch / "bin").mkdir(parents=True)
        (self.scratch / "lib").mkdir()
        for tool in (self.build / "bin").iterdir():
            if f"bin/{tool.name}" not in TOOLS:
                (self.scratch / "bin" / tool.name).symlink_to(tool)
        for folder in LIT_TESTS:
            (self.scratch / "test" / folder).mkdir(parents=True)
        config = (self.build / "test/lit.site.cfg.py").read_text()
        config = re.sub(r'(config\.fp8_obj_root = ).*',
                        rf'\1"{self.scratch}"', config)
        config = re.sub(r'(config\.fp8_tools_dir = ).*',
                        rf'\1"{self.scratch}/bin"', config)
        (self.scratch / "test/lit.site.cfg.py").write_text(config)

    def make_library(self, file: str, text: str, other: str) -> str:
        """Builds the library with the mutant in the scratch folder.

        Returns the path, in the build, of the library that it replaces.
        """
        source = SOURCE / file
        entry = self.commands[str(source)]
        mutant = self.scratch / source.name
        mutant.write_text(source.read_text().replace(text, other))
        command = shlex.split(entry["command"])
        output = command[command.index("-o") + 1]
        result = self.scratch / pathlib.Path(output).name
        command[command.index("-o") + 1] = str(result)
        command[command.index("-c") + 1] = str(mutant)
        # Headers beside the original; no record of what was read.
        command = [argument for argument in command if argument != "-MD"]
        for option in ("-MT", "-MF"):
            if option in command:
                del command[command.index(option):command.index(option) + 2]
        command += ["-iquote", str(source.parent)]
        compiled = run(command, cwd=entry["directory"])
        if compiled.returncode:
            raise Refused(f"expected a mutant that compiles:\n{compiled.stdout}")
        target = re.search(r"CMakeFiles/(\w+)\.dir/", output).group(1)
        library = f"lib/lib{target}.a"
        shutil.copy(self.build / library, self.scratch / library)
        added = run([self.archiver, "r", self.scratch / library, result])
        if added.returncode:
            raise Refused(f"expected to change {library}:\n{added.stdout}")
        return library

    def link(self, target: str, library: str) -> pathlib.Path:
        """Links `target` of the build with this library, in the scratch folder."""
        commands = run(["ninja", "-C", self.build, "-t", "commands", "-s", target])
        command = commands.stdout.strip().splitlines()[-1]
        result = self.scratch / target
        result.parent.mkdir(parents=True, exist_ok=True)
        command = command.replace(f" -o {target} ", f" -o {result} ")
        command = command.replace(f" {library} ", f" {self.scratch / library} ")
        linked = run(command, cwd=self.build, shell=True)
        if str(result) not in command or linked.returncode:
            raise Refused(f"expected to link {target}:\n{linked.stdout}")
        return result

    def find_failure(self, library: str) -> str:
        """Returns the first test that fails with the mutant, or ''."""
        try:
            unit = run([self.link(UNIT_TESTS, library), "--gtest_fail_fast",
                        "--gtest_brief=1"], timeout=TIMEOUT)
            if unit.returncode:
                failed = re.search(r"\[  FAILED  \] ([\w./]+)", unit.stdout)
                return failed.group(1) if failed else "a crash of the unit tests"
            for tool in TOOLS:
                self.link(tool, library)
            folders = [self.scratch / "test" / folder for folder in LIT_TESTS]
            tests = run([sys.executable, self.lit, "-q", *folders],
                        timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            return "a test that does not end"
        if not tests.returncode:
            return ""
        failed = re.search(r"fp8 :: (\S+)", tests.stdout)
        if not failed:
            raise Refused(f"expected lit to run:\n{tests.stdout}")
        return failed.group(1)


def check_control(mutator: Mutator) -> None:
    """Checks that an unchanged source passes in the same way."""
    failure = mutator.find_failure(mutator.make_library(MUTANTS[0][1], "", ""))
    if failure:
        raise Refused("expected the tests to pass without a mutant, but "
                      f"{failure} fails")


def main() -> int:
    build, lit, *names = sys.argv[1:]
    mutants = [m for m in MUTANTS
               if not names or any(name in m[0] for name in names)]
    survivors = []
    try:
        check_texts(mutants)
        mutator = Mutator(pathlib.Path(build).resolve(), lit)
        mutator.prepare()
        check_control(mutator)
        for name, file, text, other in mutants:
            failure = mutator.find_failure(mutator.make_library(file, text, other))
            print(f"{name}: {'noticed by ' + failure if failure else 'SURVIVES'}",
                  flush=True)
            if not failure:
                survivors.append(name)
    except Refused as refused:
        print(f"error: {refused}", file=sys.stderr)
        return 2
    print(f"{len(mutants) - len(survivors)} of {len(mutants)} mutants noticed")
    return 1 if survivors else 0


if __name__ == "__main__":
    os.nice(10)
    sys.exit(main())
