# RUN: %pytest %s
"""The table of states of docs/guide/Choosing.md."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "bench"))

import state_bytes  # noqa: E402

GPT = ROOT / "examples" / "char_gpt" / "char_gpt.mlir"


@pytest.mark.parametrize("preset", ["fp32", "fp8-split8"])
def test_as_reported(preset):
    """The states of a stored step have the bytes of the report of fp8-run."""
    if not {"FP8_OPT", "FP8_RUN"} <= os.environ.keys():
        pytest.skip("FP8_OPT and FP8_RUN do not name the tools")
    command = [os.environ["FP8_RUN"], GPT, "--recipe=delayed", f"--storage={preset}"]
    done = subprocess.run(
        [*command, "--report=json"], check=True, capture_output=True, text=True
    )
    (step,) = [f for f in json.loads(done.stdout) if f["function"] == "step"]
    text = state_bytes.store(os.environ["FP8_OPT"], GPT, preset)
    assert state_bytes.state_bytes(text) == step["memory"]["state_bytes"]


def test_parameters():
    assert state_bytes.count_parameters(GPT.read_text()) == 114432


def test_page():
    """The page has the table of the record."""
    record = json.loads((ROOT / "docs" / "benchmarks" / "state-bytes.json").read_text())
    page = (ROOT / "docs" / "guide" / "Choosing.md").read_text()
    table = state_bytes.make_table(record)
    assert f"<!-- table -->\n{table}<!-- end of table -->\n" in page
