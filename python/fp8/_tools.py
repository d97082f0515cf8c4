"""The tools of a wheel as commands: fp8-opt, fp8-run and fp8-translate."""

import os
import pathlib
import sys

from fp8._native import name_matmul_library


def fp8_opt():
    _execute("fp8-opt")


def fp8_run():
    _execute("fp8-run")


def fp8_translate():
    _execute("fp8-translate")


def _execute(tool):
    """Replaces this process by a tool."""
    name_matmul_library()
    path = pathlib.Path(__file__).resolve().parent / "bin" / tool
    if not path.exists():
        sys.exit(
            f"{tool}: expected {path}, which the wheel of `make wheel` has; this "
            "package was installed without it"
        )
    os.execv(path, [tool, *sys.argv[1:]])
