# RUN: %pytest %s
"""Runs that were saved by four ranks and continue on other ranks, beside runs of one
rank from the same states."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

FP8_RUN = os.environ.get("FP8_RUN")
if not FP8_RUN:
    pytest.skip("FP8_RUN does not name the fp8-run binary", allow_module_level=True)

ROOT = pathlib.Path(__file__).resolve().parents[2]
STEP = ROOT / "test" / "Execution" / "Inputs" / "mlp.mlir"
COMPARE = ROOT / "tools" / "scripts" / "compare-checkpoints.py"
OPTIONS = ["--recipe=delayed", "--target=reference", "--inputs=random:1", "--arg=arg8=0.125"]
STORAGE = "fp8-split16"
#: The option that cuts small states.
CUT = ["--shard=zero3", "--shard-min-elements=16"]
SAVED = 3


def start(folder, steps, *options, graph=STEP):
    folder.mkdir(exist_ok=True)
    command = [FP8_RUN, graph, *OPTIONS, f"--steps={steps}", f"--checkpoint={folder}", *options]
    return subprocess.run(command, capture_output=True, text=True)


def run(folder, steps, *options):
    done = start(folder, steps, *options)
    assert done.returncode == 0, done.stderr


def compare(*folders):
    done = subprocess.run([sys.executable, COMPARE, *folders], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """Folders with the states after SAVED steps: of four ranks, and of one."""
    folder = tmp_path_factory.mktemp("saved")
    four, one = folder / "four", folder / "one"
    run(four, SAVED, "--mesh=dp:4", *CUT, f"--storage={STORAGE}")
    run(one, SAVED, "--microbatches=4", f"--storage={STORAGE}")
    assert len(list(four.glob("*-of-4.safetensors"))) == 3
    compare(four, one)
    return four, one


@pytest.mark.parametrize(
    "mesh, oracle",
    [
        (["--mesh=dp:4", *CUT], ["--microbatches=4"]),
        ([], []),
        (["--mesh=dp:1"], []),
        (["--mesh=dp:3", *CUT], ["--microbatches=3"]),
        (["--mesh=dp:3", "--shard=zero1", "--shard-min-elements=16"], ["--microbatches=3"]),
        (["--mesh=replica:2,dp:2", *CUT], ["--microbatches=4", "--groups=2"]),
        (["--mesh=dp:8", *CUT], ["--microbatches=8"]),
    ],
    ids=["same", "one", "mesh-of-one", "three", "zero1", "two-by-two", "eight"],
)
def test_ranks_continue_as_one_rank_does(tmp_path, saved, mesh, oracle):
    ranks, one = (shutil.copytree(folder, tmp_path / folder.name) for folder in saved)
    run(ranks, SAVED + 2, "--resume", f"--storage={STORAGE}", *mesh)
    run(one, SAVED + 2, "--resume", f"--storage={STORAGE}", *oracle)
    compare(ranks, one)


def test_the_same_ranks_continue_as_if_unbroken(tmp_path, saved):
    four = shutil.copytree(saved[0], tmp_path / "four")
    run(four, SAVED + 2, "--resume", f"--storage={STORAGE}", "--mesh=dp:4", *CUT)
    run(tmp_path / "whole", SAVED + 2, "--microbatches=4", f"--storage={STORAGE}")
    compare(four, tmp_path / "whole")


@pytest.mark.parametrize("storage", ["fp32", "fp8-split8"])
def test_another_storage(tmp_path, saved, storage):
    """The values of the states begin another run."""
    folders = []
    for folder, options in zip(saved, [["--mesh=dp:3", *CUT], ["--microbatches=3"]], strict=True):
        inputs = [f"--inputs={folder / f'step-{SAVED}.safetensors'}", f"--inputs-storage={STORAGE}",
                  "--arg=arg6=random:5", "--arg=arg7=random:6"]
        folders.append(tmp_path / folder.name)
        run(folders[-1], 2, *inputs, f"--storage={storage}", *options)
    compare(*folders)


@pytest.mark.parametrize("change", ["value", "shape"])
def test_checkpoints_of_another_step_are_refused(tmp_path, saved, change):
    four = shutil.copytree(saved[0], tmp_path / "four")
    graph = tmp_path / "other.mlir"
    old, new = {"value": ("dense<0.9>", "dense<0.8>"), "shape": ("40x", "48x")}[change]
    text = STEP.read_text()
    assert old in text
    if change == "shape":
        text = text.replace("x40xf32", "x48xf32").replace("<40xf32", "<48xf32")
    graph.write_text(text.replace(old, new))
    before = {path.name: path.read_bytes() for path in four.iterdir()}
    done = start(four, SAVED + 2, "--resume", f"--storage={STORAGE}", "--mesh=dp:4", *CUT, graph=graph)
    assert done.returncode != 0
    assert "to be a checkpoint of this step, but its" in done.stderr, done.stderr
    # All ranks have the same error.
    assert done.stderr.count("error:") == 1, done.stderr
    assert {path.name: path.read_bytes() for path in four.iterdir()} == before
