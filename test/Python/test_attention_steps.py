# RUN: %pytest %s
"""Steps of the character GPT whose attention is one call of the runtime."""

import csv
import os
import pathlib
import subprocess

import pytest

FP8_RUN = os.environ.get("FP8_RUN")
if not FP8_RUN:
    pytest.skip("FP8_RUN does not name the fp8-run binary", allow_module_level=True)

CHAR_GPT = pathlib.Path(__file__).parents[2] / "examples" / "char_gpt" / "char_gpt.mlir"
#: The largest difference of losses.
DIFFERENCE = 0.003


def run(folder, lowering, options, target="cpu", steps=12):
    """Runs the step; returns the losses."""
    command = [FP8_RUN, CHAR_GPT, f"--target={target}", f"--steps={steps}", "--inputs=random:1"]
    command += [f"--attention={lowering}", "--csv=losses.csv", *options]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    with open(folder / "losses.csv") as file:
        return [float(row["loss"]) for row in csv.DictReader(file)]


def compare(folder, options, **keywords):
    expected = run(folder, "kernels", options, **keywords)
    losses = run(folder, "library", options, **keywords)
    assert losses == pytest.approx(expected, rel=0, abs=DIFFERENCE)
    assert expected[-1] < expected[0], "the step has to train"


@pytest.mark.parametrize("recipe", ["none", "current", "delayed", "mx"])
def test_losses_are_those_of_kernels(recipe, tmp_path):
    compare(tmp_path, [f"--recipe={recipe}"])


@pytest.mark.parametrize(
    "options",
    [
        ["--recipe=delayed", "--wide-type=bf16", "--microbatches=2"],
        ["--recipe=current", "--remat=full"],
        ["--recipe=current", "--scope=all"],
        ["--recipe=none", "--mesh=dp:2", "--comm=loopback", "--shard=zero3"],
    ],
    ids=["microbatches", "remat", "scope", "zero3"],
)
def test_losses_with_other_options(options, tmp_path):
    compare(tmp_path, options, steps=4)


def test_the_evaluator_agrees(tmp_path):
    """It decomposes the ops, which define the result."""
    expected = run(tmp_path, "library", ["--recipe=none"], target="reference", steps=2)
    losses = run(tmp_path, "library", ["--recipe=none"], steps=2)
    assert losses == pytest.approx(expected, rel=0, abs=DIFFERENCE)


def test_the_simulator_calls_the_same_functions(tmp_path):
    expected = run(tmp_path, "library", ["--recipe=none"], steps=1)
    losses = run(tmp_path, "library", ["--recipe=none"], target="sim", steps=1)
    assert losses == pytest.approx(expected, rel=0, abs=1e-5)


def test_results_do_not_depend_on_the_number_of_threads(tmp_path):
    runs = []
    for threads in (1, 3):
        options = ["--recipe=none", f"--num-threads={threads}", "--outputs=out.safetensors"]
        losses = run(tmp_path, "library", options, steps=2)
        runs.append((losses, (tmp_path / "out.safetensors").read_bytes()))
    assert runs[0] == runs[1]


def test_an_unknown_lowering_is_reported(tmp_path):
    command = [FP8_RUN, CHAR_GPT, "--steps=1", "--inputs=random:1", "--attention=flash"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode != 0
    assert "unsupported attention 'flash'; supported are kernels, library" in done.stderr
