# RUN: %pytest %s
"""Steps that were captured from PyTorch run without torch, and as they did there."""

import json

import pytest
import torch_graphs as graphs

pytest.importorskip("numpy", reason="numpy is not installed")
save_file = pytest.importorskip("safetensors.numpy").save_file


def run(name, folder, *flags):
    table = json.loads(graphs.TABLE.read_text())[name]["inputs"]
    inputs = folder / "inputs.safetensors"
    save_file(graphs.tensors(table), inputs)
    return graphs.losses(graphs.module(name), inputs, graphs.STEPS, folder, *flags)


@pytest.mark.parametrize("name", graphs.names())
def test_losses_of_torch(name, tmp_path):
    theirs = graphs.eager_losses(name)
    assert run(name, tmp_path) == pytest.approx(theirs, rel=0, abs=2e-6)
    # Losses that stand still would agree without a step.
    assert abs(theirs[-1] - theirs[0]) > 1e-2


@pytest.mark.parametrize("name, recipe", [("gpt", "delayed"), ("mlp", "current")])
def test_fp8(name, recipe, tmp_path):
    ours = run(name, tmp_path, f"--recipe={recipe}")
    theirs = graphs.eager_losses(name)
    assert ours == pytest.approx(theirs, rel=0.02)
    assert ours != pytest.approx(theirs, rel=0, abs=1e-5)


@pytest.mark.parametrize("name", graphs.names())
def test_text_is_captured_again(name):
    """Another version of torch may change the text; python torch_graphs.py updates it,
    after a look at the difference."""
    pytest.importorskip("torch", reason="torch is not installed")
    pytest.importorskip("torch_mlir", reason="torch-mlir is not installed")
    captured, _, theirs = graphs.capture(name)
    assert captured.text == graphs.module(name).read_text()
    assert theirs == pytest.approx(graphs.eager_losses(name), rel=0, abs=2e-6)
