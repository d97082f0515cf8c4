# RUN: %pytest %s
"""Random steps give the bits of the reference on every target."""

import os
import subprocess

import pytest
from programs import Program

RUN = os.environ.get("FP8_RUN")
pytestmark = pytest.mark.skipif(not RUN, reason="FP8_RUN does not name the fp8-run binary")

# `make test-slow` runs more.
COUNT = int(os.environ.get("FP8_TEST_PROGRAMS", 40))
TARGETS = ["upstream", "cpu", "sim"]

# Messages of targets about steps that the reference runs.
KNOWN = []


def outputs(path, target):
    """The bytes of the states and results after two steps; None where `target` refuses the step."""
    out = path.with_suffix(f".{target}")
    inputs = ["--inputs=random:1", "--arg=at=random:2:0:8"]
    command = [RUN, path, f"--target={target}", "--steps=2", *inputs, f"--outputs={out}"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if run.returncode == 0:
        return out.read_bytes()
    assert target != "reference", run.stderr + path.read_text()
    assert any(message in run.stderr for message in KNOWN), f"{target}: {run.stderr}{path.read_text()}"
    return None


@pytest.mark.parametrize("seed", range(COUNT))
def test_program(tmp_path, seed):
    path = tmp_path / "step.mlir"
    path.write_text(Program(seed).text)
    expected = outputs(path, "reference")
    for target in TARGETS:
        found = outputs(path, target)
        assert found in (expected, None), f"{target} differs from the reference:\n{path.read_text()}"
