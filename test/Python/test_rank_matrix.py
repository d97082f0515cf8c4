# RUN: %pytest %s
"""Ranks train the bits of micro-batches: graphs, meshes, recipes, presets, policies and
targets.

`make test` has every pair of values of two axes on a step of one layer, and every value
of every axis on a small GPT. With FP8_TEST_ALL_SETS, every pair occurs in the steps of
two GPTs, and every value in those of an encoder and of a vision transformer.
"""

import importlib.util
import itertools
import os
import pathlib
import shutil
import subprocess
import sys

import pytest
from combinations import choose_each, cover_pairs

FP8_RUN = os.environ.get("FP8_RUN")
if not FP8_RUN:
    pytest.skip("FP8_RUN does not name the fp8-run binary", allow_module_level=True)

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMPARE = ROOT / "test" / "Execution" / "Inputs" / "ranks.py"
LAYER = ROOT / "test" / "Execution" / "Inputs" / "layer.mlir"
CHAR_GPT = ROOT / "examples" / "char_gpt"
SHARED = pathlib.Path(os.environ.get("FP8_SHARED_GRAPHS") or ROOT.parent / "shared" / "graphs")
MOCK = pathlib.Path(FP8_RUN).parents[1] / "test" / "MockCUDA" / "libfp8mockcuda.so"

#: Files in SHARED, and options of their runs.
FOREIGN = {
    "nanogpt": ("nanogpt_2l64.mlir", "--shared=causal_mask", "--arg=step=counter:0", "--arg=lr=0.001"),
    "encoder": ("nn_transformer_encoder_2l64_sgdm.mlir",),
    "vit": ("lean_vit_adamw.linalg.mlir",),
}
MESHES = ["dp:1", "dp:2", "dp:3", "dp:4", "dp:5", "dp:8", "replica:2,dp:2", "dp:2/2"]
RECIPES = ["none", "current", "delayed", "row", "block", "mx"]
#: The last one is for AdamW alone.
PRESETS = ["fp32", "bf16-residual", "fp8-split8", "fp8-split16", "msamp", "anyprecision"]
POLICIES = ["ddp", "zero1", "zero3"]
TARGETS = ["reference", "cpu", "sim", "cuda"]
#: Steps of a run. Other targets than the CPU take minutes for 20.
STEPS = {"reference": 2, "cpu": 20, "sim": 2, "cuda": 2}

HAS_ALL = bool(os.environ.get("FP8_TEST_ALL_SETS"))
MOMENTUM = [MESHES, RECIPES, PRESETS[:-1], POLICIES, TARGETS]
ADAMW = [MESHES, RECIPES, PRESETS, POLICIES, TARGETS]
#: Every pair of values. The evaluator has the pairs without a target: each rank of
#: another target compiles kernels for a second.
LAYER_PAIRS = [(*values, "reference") for values in cover_pairs(*MOMENTUM[:-1])]
LAYER_PAIRS += [(*values, target) for target in TARGETS[1:]
                for values in choose_each(*MOMENTUM[:-1])]
PAIRS = (cover_pairs(["clipped", "nanogpt"], *ADAMW) + choose_each(["encoder"], *MOMENTUM)
         + choose_each(["vit"], *ADAMW) if HAS_ALL else
         choose_each(["clipped"], *ADAMW[:-1], ["reference"]))


@pytest.fixture(scope="module")
def clipped(tmp_path_factory):
    """A GPT whose gradients are clipped by their norm, captured by JAX."""
    if any(importlib.util.find_spec(name) is None for name in ("jax", "numpy")):
        pytest.skip("jax is not installed")
    path = tmp_path_factory.mktemp("clipped") / "step.mlir"
    command = [sys.executable, CHAR_GPT / "capture.py", "--output", path, "--clip=0.25",
               "--layers=1", "--width=32", "--heads=2", "--context=16", "--batch=2", "--vocab=64"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python")}
    subprocess.run(command, check=True, capture_output=True, env=environment)
    return path


def find_graph(name, request):
    """Returns the file of a graph, and options of its runs."""
    if name == "clipped":
        return request.getfixturevalue("clipped"), ()
    file, *options = FOREIGN[name]
    if not (SHARED / file).exists():
        pytest.skip(f"there is no {SHARED / file}")
    return SHARED / file, options


def compare(folder, graph, mesh, target, policy, steps, *options):
    """Compares ranks with micro-batches, bit for bit."""
    environment = dict(os.environ)
    command = [sys.executable, COMPARE, graph, mesh, folder, "--inputs=random:1",
               f"--target={target}", f"--shard={policy}", f"--steps={steps}", *options]
    if target == "cuda":
        if not MOCK.exists():
            pytest.skip("the mock of a GPU is not built")
        kernels = folder.parent / "kernels"
        shutil.rmtree(kernels, ignore_errors=True)
        command.append(f"--save-kernels={kernels}")
        mocked = dict.fromkeys(["FP8RT_CUDA_DRIVER", "FP8RT_CUBLASLT", "FP8RT_NCCL"], str(MOCK))
        environment |= mocked | {"FP8_MOCK_KERNELS": str(kernels), "FP8_MOCK_DEVICES": "8",
                                 "CUDA_HOME": "/nowhere"}
        if "--recipe=mx" in options:
            # Other GPUs do not multiply MX blocks.
            environment |= {"FP8_MOCK_CAPABILITY": "100", "FP8_MOCK_VERSION": "13000"}
    if policy != "ddp":
        command.append("--shard-min-elements=16")
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("mesh, recipe, preset, policy, target", LAYER_PAIRS)
def test_a_layer(tmp_path, mesh, recipe, preset, policy, target):
    compare(tmp_path / "work", LAYER, mesh, target, policy, 3, "--arg=arg4=0.005",
            f"--recipe={recipe}", f"--storage={preset}")
    if policy != "ddp":
        # States are divided along the last axis of the mesh: all but the first of
        # its ranks have files of their own.
        parts = int(mesh.split(":")[-1].split("/")[0])
        files = list((tmp_path / "work" / "ranks").glob("*-of-*.safetensors"))
        assert len(files) == parts - 1


@pytest.mark.parametrize("graph, mesh, recipe, preset, policy, target", PAIRS)
def test_pairs(tmp_path, request, graph, mesh, recipe, preset, policy, target):
    file, options = find_graph(graph, request)
    steps = 2 if graph == "vit" else STEPS[target]
    compare(tmp_path / "work", file, mesh, target, policy, steps, *options,
            f"--recipe={recipe}", f"--storage={preset}")


def find_missing(tuples, axes):
    """Returns the pairs of values of two axes that occur in no tuple."""
    return [(a, b) for i, j in itertools.combinations(range(len(axes)), 2)
            for a, b in itertools.product(axes[i], axes[j])
            if not any(t[i] == a and t[j] == b for t in tuples)]


def test_pairs_are_covered():
    axes = [range(4), range(3), range(3), range(2)]
    tuples = cover_pairs(*axes)
    assert not find_missing(tuples, axes)
    assert find_missing(tuples[1:], axes)
    assert not find_missing(LAYER_PAIRS, MOMENTUM)
    # The longest two axes need 12.
    assert len(tuples) <= 16
