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


def only_block(kind):
    (block,) = re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)
    return block


def test_a_step_from_jax(tmp_path):
    environment = dict(os.environ, PYTHONPATH=str(ROOT / "python"))
    program = [sys.executable, "-c", only_block("python")]
    subprocess.run(program, cwd=tmp_path, env=environment, check=True)
    text = (tmp_path / "step.mlir").read_text()
    assert text.count("fp8.updates") == 2

    fp8_run = os.environ.get("FP8_RUN")
    if not fp8_run:
        pytest.skip("FP8_RUN does not name the fp8-run binary")
    folder = pathlib.Path(fp8_run).parent
    environment["PATH"] = f"{folder}{os.pathsep}{environment['PATH']}"
    shell = ["sh", "-ec", only_block("sh")]
    done = subprocess.run(
        shell, cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"^5 steps, loss", done.stdout, re.MULTILINE), done.stdout
