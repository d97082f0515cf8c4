# REQUIRES: torch
# RUN: %pytest %s
"""The examples of docs/PyTorch.md, and of the front page, run in their order."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

import compiled

compiled.require_module()
torch = pytest.importorskip("torch", reason="torch is not installed")
pytest.importorskip("torch_mlir", reason="torch-mlir is not installed")

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "PyTorch.md").read_text()


def run(command, kind, folder):
    text = "\n".join(re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL))
    environment = dict(os.environ, PYTHONPATH=str(ROOT / "python"))
    if "FP8_RUN" in os.environ:
        tools = pathlib.Path(os.environ["FP8_RUN"]).resolve().parent
        environment["PATH"] = os.pathsep.join([str(tools), environment["PATH"]])
    done = subprocess.run(
        [*command, text], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_step_as_a_file(tmp_path):
    from safetensors.torch import load_file

    table = run([sys.executable, "-c"], "python", tmp_path)
    assert re.search(
        r"^params\.0\.weight +param +float32\[64x32\] +updated$", table, re.M
    )
    assert re.search(r"^seed +rng ", table, re.M)
    if "FP8_RUN" not in os.environ:
        pytest.skip("FP8_RUN does not name the fp8-run binary")
    output = run(["sh", "-ec"], "sh", tmp_path)
    assert re.search(r"^20 steps, loss 2\.", output, re.M), output
    before = load_file(tmp_path / "step.safetensors")
    after = load_file(tmp_path / "trained.safetensors")
    moved = after["params.0.weight"].float() - before["params.0.weight"]
    # The warm-up adds up to 20 * 5e-4 for each weight at most.
    assert 0 < moved.abs().max() < 0.02


def test_front_page(tmp_path):
    """The block of PyTorch prints the output of the page."""
    runner = ROOT / "test" / "Docs" / "Inputs" / "run-page.py"
    command = [sys.executable, runner, ROOT / "README.md", "--only", "torch"]
    environment = dict(os.environ, PYTHONPATH=str(ROOT / "python"))
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("loss 1.03 to 0.0")
