# RUN: %pytest %s
"""The example of docs/Embedding.md: a step that is captured, and then runs."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

pytest.importorskip("jax", reason="jax is not installed")

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "Embedding.md").read_text()


def blocks(kind):
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


def test_a_step_from_jax_and_in_stablehlo(tmp_path):
    environment = dict(os.environ, PYTHONPATH=str(ROOT / "python"))
    program = [sys.executable, "-c", "\n".join(blocks("python"))]
    subprocess.run(program, cwd=tmp_path, env=environment, check=True)
    text = (tmp_path / "step.mlir").read_text()
    assert text.count("fp8.updates") == 2

    fp8_run = os.environ.get("FP8_RUN")
    if not fp8_run:
        pytest.skip("FP8_RUN does not name the fp8-run binary")
    # The page calls the programs by their names.
    folders = [pathlib.Path(fp8_run).parent, pathlib.Path(sys.executable).parent]
    environment["PATH"] = os.pathsep.join([*map(str, folders), environment["PATH"]])
    shell = ["sh", "-ec", "\n".join(blocks("sh"))]
    done = subprocess.run(
        shell, cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"^5 steps, loss", done.stdout, re.MULTILINE), done.stdout
    assert (tmp_path / "imported.mlir").read_text() == text
