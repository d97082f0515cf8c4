# RUN: %pytest %s
"""The examples of docs/Embedding.md: steps that are captured, and then run."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

pytest.importorskip("jax", reason="jax is not installed")

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "Embedding.md").read_text()
# Each part is a program of its own.
ONE_DEVICE, SEVERAL_DEVICES = PAGE.split("## A step of several devices\n")


def blocks(part, kind):
    return re.findall(rf"```{kind}\n(.*?)```", part, re.DOTALL)


def run_python(part, folder):
    environment = dict(os.environ, PYTHONPATH=str(ROOT / "python"))
    program = [sys.executable, "-c", "\n".join(blocks(part, "python"))]
    subprocess.run(program, cwd=folder, env=environment, check=True)


def run_shell(part, folder):
    """Returns the output of the commands."""
    fp8_run = os.environ.get("FP8_RUN")
    if not fp8_run:
        pytest.skip("FP8_RUN does not name the fp8-run binary")
    # The page calls the programs by their names.
    folders = [pathlib.Path(fp8_run).parent, pathlib.Path(sys.executable).parent]
    environment = dict(os.environ, PYTHONPATH=str(ROOT / "python"))
    environment["PATH"] = os.pathsep.join([*map(str, folders), environment["PATH"]])
    shell = ["sh", "-ec", "\n".join(blocks(part, "sh"))]
    done = subprocess.run(
        shell, cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_step_from_jax_and_in_stablehlo(tmp_path):
    run_python(ONE_DEVICE, tmp_path)
    text = (tmp_path / "step.mlir").read_text()
    assert text.count("fp8.updates") == 2
    output = run_shell(ONE_DEVICE, tmp_path)
    assert re.search(r"^5 steps, loss", output, re.MULTILINE), output
    assert (tmp_path / "imported.mlir").read_text() == text


def test_a_step_of_several_devices(tmp_path):
    run_python(SEVERAL_DEVICES, tmp_path)
    assert "tensor<8x16xf32> {fp8.batch" in (tmp_path / "rank.mlir").read_text()
    output = run_shell(SEVERAL_DEVICES, tmp_path)
    assert re.search(r"^5 steps, loss", output, re.MULTILINE), output
