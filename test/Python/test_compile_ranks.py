# RUN: %pytest %s
"""fp8.compile(mesh=): processes of mpirun against micro-batches on one rank."""

import json
import os
import shutil
import subprocess
import sys

import numpy as np
import pytest

import compiled
import fp8

compiled.require_module()
if not shutil.which("mpirun") or not list(
    (compiled.find_build() / "lib").glob("libfp8rt_mpi.so*")
):
    pytest.skip("MPI is not installed", allow_module_level=True)

RANKS = 2
OPTIONS = {"recipe": "delayed", "storage": "fp8-split16"}

#: What each rank runs: three steps, or only the end of `options["steps"]`.
PROGRAM = """
import json, pathlib, sys
import fp8
import compiled

module, rank, options = pathlib.Path(sys.argv[1]), int(sys.argv[2]), json.loads(sys.argv[3])
states, inputs = compiled.draw(module)
# Every rank has a batch of its own.
inputs = {name: value * (1 + rank) for name, value in inputs.items()}
try:
    step = fp8.compile(module, states=states, **options)
    results = compiled.go_on(step, inputs, compiled.STEPS)
    found = {name: array.hex() for name, array in compiled.all_bytes(step, results).items()}
except Exception as error:
    found = {"error": f"{type(error).__name__}: {error}"}
pathlib.Path(sys.argv[4]).write_text(json.dumps(found))
"""


def run(folder, *options):
    """Returns what the ranks found, each with its options."""
    launcher = ["mpirun", "--oversubscribe"]
    for rank, own in enumerate(options):
        launcher += [":"] if rank else []
        launcher += ["-n", "1", sys.executable, "-c", PROGRAM, compiled.MLP, str(rank)]
        launcher += [json.dumps(own), folder / f"{rank}.json"]
    package = compiled.TEST.parent / "python"
    environment = os.environ | {
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        "FP8RT_COMM_TIMEOUT": "60",
        "PYTHONPATH": f"{package}:{compiled.TEST / 'Python'}",
        "LD_LIBRARY_PATH": f"{compiled.find_build() / 'lib'}",
    }
    done = subprocess.run(launcher, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    return [json.loads((folder / f"{r}.json").read_text()) for r in range(len(options))]


@pytest.mark.parametrize("target", ["cpu", "reference"])
def test_bits_of_micro_batches(tmp_path, target):
    """All ranks have the losses and the states of one rank with all batches."""
    options = {**OPTIONS, "target": target, "mesh": {"dp": RANKS}}
    found = run(tmp_path, *[options] * RANKS)
    states, inputs = compiled.draw(compiled.MLP)
    batches = {
        name: np.stack([value * (1 + rank) for rank in range(RANKS)])
        for name, value in inputs.items()
    }
    one = fp8.compile(
        compiled.MLP, states=states, microbatches=RANKS, target=target, **OPTIONS
    )
    results = compiled.go_on(one, batches, compiled.STEPS)
    expected = compiled.all_bytes(one, results)
    assert set(found[0]) == set(expected)
    for ranks in found:
        for name, array in expected.items():
            assert ranks[name] == array.hex(), name


def test_ranks_differ(tmp_path):
    """Ranks with other options do not train together."""
    mesh = {"mesh": {"dp": RANKS}}
    found = run(tmp_path, mesh, {**mesh, "recipe": "current"})
    for rank in found:
        assert rank["error"] == (
            "CompileError: expected all ranks to compile the same step with the same "
            "options, but rank 1 differs from rank 0"
        )


def test_other_number_of_processes(tmp_path):
    found = run(tmp_path, *[{"mesh": {"dp": 3}}] * RANKS)
    for rank in found:
        assert rank["error"] == (
            "CompileError: expected 3 processes for the ranks of mesh, but MPI started 2"
        )


def test_world_of_one():
    """A mesh of one rank needs no MPI, and has the bits of a step without one."""
    step, results = compiled.train(compiled.MLP, mesh={"dp": 1}, **OPTIONS)
    alone, expected = compiled.train(compiled.MLP, **OPTIONS)
    assert compiled.all_bytes(step, results) == compiled.all_bytes(alone, expected)


def test_refused():
    with pytest.raises(TypeError, match="expected mesh to be {axis: number of ranks}"):
        fp8.compile(compiled.MLP, mesh="dp:2")
