# RUN: %pytest %s
"""The number of kernels of a step does not depend on the number of layers."""

import os
import pathlib
import re
import subprocess
import sys

import pytest
from conftest import EXAMPLE, ROOT

BIN = pathlib.Path(os.environ["FP8_RUN"]).parent
SIZES = {"width": 32, "heads": 2, "context": 16, "vocab": 32, "batch": 2}


@pytest.fixture(scope="module")
def graphs(tmp_path_factory):
    """The step of the example, with few layers and with more."""
    folder = tmp_path_factory.mktemp("depth")
    paths = []
    for layers in (2, 5):
        paths.append(folder / f"layers{layers}.mlir")
        command = [sys.executable, EXAMPLE / "capture.py", f"--layers={layers}", "--output", paths[-1]]
        command += [f"--{name}={value}" for name, value in SIZES.items()]
        subprocess.run(command, check=True, env=os.environ | {"PYTHONPATH": str(ROOT / "python")})
    return paths


def list_kernels(graph, options):
    command = [BIN / "fp8-opt", graph, f"--fp8-train-pipeline={options}", "--fp8-gpu-pipeline"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return sorted(re.findall(r"gpu.func @(\w+)", text))


@pytest.mark.parametrize("options", ["recipe=none", "recipe=delayed", "recipe=mx wide-type=bf16", "recipe=current storage=fp8-split8"])
def test_kernels_do_not_grow(graphs, options):
    few, many = (list_kernels(graph, options) for graph in graphs)
    assert few == many
    assert len(few) > 10
