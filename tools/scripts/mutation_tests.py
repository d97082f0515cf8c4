"""Runs tests on a mutant until one fails."""

import os
import pathlib
import re
import signal
import subprocess
import sys

from mutation_build import TOOLS, MutantBuild, Refused

# Seconds. A mutant may loop for ever.
TIMEOUT = 900
ENDLESS = "a test that does not end"


def run_limited(command, **options) -> subprocess.CompletedProcess | None:
    """Returns None where the command does not end; none of its processes stays."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               text=True, errors="replace", start_new_session=True, **options)
    try:
        output, _ = process.communicate(timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None
    return subprocess.CompletedProcess(command, process.returncode, output)


def find_paths(source: pathlib.Path, pattern: str) -> list[pathlib.Path]:
    """Returns the files and folders of a pattern below test/, in their order."""
    paths = sorted(path.relative_to(source / "test") for path in (source / "test").glob(pattern)
                   if path.suffix in ("", ".mlir", ".test", ".py"))
    if not paths:
        raise Refused(f"expected tests at test/{pattern}, but there are none")
    return paths


def find_tools(source: pathlib.Path, paths: list[pathlib.Path]) -> list[str]:
    """Returns the tools that files and folders of tests name."""
    files = [file for path in paths for file in
             ([source / "test" / path] if path.suffix else (source / "test" / path).rglob("*.*"))]
    texts = [file.read_text(errors="replace") for file in files
             if file.suffix in (".mlir", ".test", ".py")]
    return [tool for tool in TOOLS if any(tool in text for text in texts)]


class Tests:
    """A list of patterns, on a build: see mutation_areas.py.

    Tests have names: UNIT_TESTS:NAME, FILE of lit, or FILE.py::NAME.
    """

    def __init__(self, source: pathlib.Path, lit: str):
        self.source = source
        self.lit = lit

    def get_environment(self, build: MutantBuild) -> dict[str, str]:
        return os.environ | {
            "LD_LIBRARY_PATH": str(build.folder / "lib"),
            "PYTHONPATH": str(self.source / "python"),
            "FP8_RUN": str(build.folder / "bin/fp8-run"),
            "FP8_OPT": str(build.folder / "bin/fp8-opt"),
        }

    def find_unit_failure(self, build: MutantBuild, target: str, name: str = "*") -> str:
        binary = build.link(f"test/{target}")
        build.link_runtime()
        done = run_limited([binary, "--gtest_fail_fast", "--gtest_brief=1", f"--gtest_filter={name}"],
                           env=self.get_environment(build), cwd=build.folder)
        if done is None:
            return ENDLESS
        if not done.returncode:
            return ""
        failed = re.search(r"\[  FAILED  \] ([\w./]+)", done.stdout)
        return f"{target}:{failed.group(1) if failed else '*'}"

    def find_lit_failure(self, build: MutantBuild, paths: list[pathlib.Path]) -> str:
        done = run_limited([sys.executable, self.lit, "-q", "--max-failures=1",
                            *(build.folder / "test" / path for path in paths)],
                           env=self.get_environment(build))
        if done is None:
            return ENDLESS
        if not done.returncode:
            return ""
        failed = re.search(r"fp8 :: (\S+)", done.stdout)
        if not failed:
            raise Refused(f"expected lit to run:\n{done.stdout}")
        return failed.group(1)

    def find_python_failure(self, build: MutantBuild, test: str) -> str:
        done = run_limited([sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider",
                            f"test/{test}"], env=self.get_environment(build), cwd=self.source)
        if done is None:
            return ENDLESS
        # 5: none to run, as all of them are skipped here.
        if done.returncode in (0, 5):
            return ""
        failed = re.search(r"^(?:FAILED|ERROR) test/(\S+)", done.stdout, re.M)
        if not failed:
            raise Refused(f"expected pytest to run:\n{done.stdout}")
        return failed.group(1)

    def find_failure(self, build: MutantBuild, patterns: list[str], tools=TOOLS) -> str:
        """Returns the first test that fails, or ''."""
        units = [pattern for pattern in patterns if pattern.startswith("Unit/")]
        paths = [path for pattern in patterns if pattern not in units
                 for path in find_paths(self.source, pattern)]
        python = [path for path in paths if path.suffix == ".py"]
        lit = [path for path in paths if path.suffix != ".py"]
        for target in units:
            if failure := self.find_unit_failure(build, target):
                return failure
        if lit:
            named = find_tools(self.source, lit)
            build.link_tools([tool for tool in tools if tool in named])
        if lit and (failure := self.find_lit_failure(build, lit)):
            return failure
        if python:
            build.link_tools(tools)
        for path in python:
            if failure := self.find_python_failure(build, str(path)):
                return failure
        return ""

    def passes(self, build: MutantBuild, test: str) -> bool:
        """Returns True if the test passes on the build."""
        if test == ENDLESS:
            return True
        if test.startswith("Unit/"):
            return not self.find_unit_failure(build, *test.split(":", 1))
        if ".py" in test:
            return not self.find_python_failure(build, test)
        return not self.find_lit_failure(build, [pathlib.Path(test)])
