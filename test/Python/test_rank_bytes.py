# RUN: %pytest %s
"""The bytes that ranks send in a step of a GPT, as --fp8-report states them."""

import importlib.util
import json
import os
import pathlib
import subprocess
import sys

import pytest

OPT = os.environ.get("FP8_OPT")
if not OPT:
    pytest.skip("FP8_OPT does not name the fp8-opt binary", allow_module_level=True)
if any(importlib.util.find_spec(name) is None for name in ("jax", "numpy")):
    pytest.skip("jax is not installed", allow_module_level=True)

ROOT = pathlib.Path(__file__).resolve().parents[2]
RANKS = 4
HAS_ALL = bool(os.environ.get("FP8_TEST_ALL_SETS"))
#: Layers and width.
SIZE = (12, 768) if HAS_ALL else (1, 256)
#: The recipes, and how often they encode a weight: for its rows and for its columns.
RECIPES = {"current": 1, "delayed": 1, "row": 2, "block": 1, "mx": 2}
CHOSEN = RECIPES if HAS_ALL else ["delayed", "row"]


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    path = tmp_path_factory.mktemp("gpt") / "step.mlir"
    layers, width = SIZE
    command = [sys.executable, ROOT / "examples" / "char_gpt" / "capture.py", "--output", path,
               f"--layers={layers}", f"--width={width}", f"--heads={width // 64}", "--context=32",
               "--batch=1", "--vocab=64"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python")}
    subprocess.run(command, check=True, capture_output=True, env=environment)
    return path


def report(folder, graph, recipe, *options):
    """Returns the report of the step of one of RANKS ranks."""
    output = folder / "report.json"
    train = [f"recipe={recipe}", "storage=fp8-split16", f"ranks={RANKS}", "shard=zero3",
             "shard-min-elements=0", *options]
    command = [OPT, graph, f"--fp8-train-pipeline={' '.join(train)}", "--fp8-gpu-pipeline",
               f"--fp8-report=format=json output={output}", "-o", os.devnull]
    subprocess.run(command, check=True, capture_output=True)
    (step,) = [f for f in json.loads(output.read_text()) if f["function"] == "step"]
    uses = {entry["use"]: entry for entry in step["uses"]}
    return step, uses


@pytest.mark.parametrize("recipe", CHOSEN)
def test_codes_travel_once_for_each_encoding(tmp_path, graph, recipe):
    step, uses = report(tmp_path, graph, recipe)
    # Scales, biases, norms and the tables of tokens and positions are the rest.
    rest = 0.03 if HAS_ALL else 0.15
    if recipe == "mx":
        # A scale of 32 codes.
        rest += 1 / 32
    sent = uses["parameters"]["bytes_per_parameter"]
    print(f"{recipe}: {sent:.4f}, gradients {uses['gradients']['bytes_per_parameter']:.4f}")
    assert 1.0 <= sent / RECIPES[recipe] <= 1 + rest
    assert uses["gradients"]["bytes_per_parameter"] == pytest.approx(4, abs=0.03)
    # Blocks of 128 rows: the first 3 of 4 ranks hold 256 of 768 rows. They send a third
    # more codes than ranks do on average, and fewer gradients.
    is_even = step["least_bytes_sent"] > 0.99 * step["most_bytes_sent"]
    assert is_even != (recipe == "block" and HAS_ALL)
    # Maxima of columns are a round of their own. Many of them travel in parts, as large
    # sums do, and count as those.
    assert step["scalar_rounds"] == (2 if recipe == "row" and not HAS_ALL else 1)
    assert uses["scalars"]["bytes_sent"] % (4 * (RANKS - 1)) == 0


def test_gradients_in_bf16(tmp_path, graph):
    _, uses = report(tmp_path, graph, "delayed", "wire=bf16")
    assert uses["gradients"]["bytes_per_parameter"] == pytest.approx(2, abs=0.015)
