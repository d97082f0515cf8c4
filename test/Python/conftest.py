"""Paths and tools shared by the Python tests."""

import os
import pathlib
import shutil
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "char_gpt"

# Tests run tools in folders of their own.
for name in ("FP8_RUN", "FP8_OPT", "FP8_LIBRARY_DIR", "FP8_PYTHON_MODULE"):
    if name in os.environ:
        os.environ[name] = os.path.abspath(os.environ[name])

# The checkout is tested, installed or not.
sys.path[:0] = [str(ROOT / "python"), str(EXAMPLE)]


def find_tool(name):
    """The path of an LLVM 22 tool; skips the test where there is none."""
    folder = os.environ.get("FP8_LLVM_TOOLS_DIR", "/usr/lib/llvm-22/bin")
    path = shutil.which(name, path=folder)
    if path is None:
        pytest.skip(f"{name} is not in {folder}; set FP8_LLVM_TOOLS_DIR")
    return path


@pytest.fixture(scope="session")
def mlir_opt():
    return find_tool("mlir-opt")


@pytest.fixture(scope="session")
def tools():
    """A function: the name of an LLVM tool to its path."""
    return find_tool


@pytest.fixture(scope="session")
def example():
    """The folder of the char_gpt example."""
    return EXAMPLE


@pytest.fixture(scope="session")
def small_text(tmp_path_factory):
    """A file with characters inside and outside the example's alphabet."""
    path = tmp_path_factory.mktemp("text") / "text.txt"
    path.write_text("All work and no play\tmakes J\u00e4ck a dull boy.\n" * 40, "utf-8")
    return path


def pytest_sessionfinish(session, exitstatus):
    """Lets a file pass whose tests are all skipped; `-rs` says why."""
    if exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
        session.exitstatus = pytest.ExitCode.OK
