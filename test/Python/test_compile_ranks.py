# RUN: %pytest %s
"""fp8.compile(mesh=): processes of mpirun against micro-batches on one rank."""

import json
import os
import shutil
import subprocess
import sys
import time

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

#: A rank whose learning rate leaves its range at the second step.
RANGE = PROGRAM.replace(
    "results = compiled.go_on(step, inputs, compiled.STEPS)",
    "results = [step(**inputs, lr=rate) for rate in (0.5, 0.5 + rank)][-1]",
)

#: Steps of two meshes, in turn and in two threads.
MESHES = PROGRAM.replace(
    "results = compiled.go_on(step, inputs, compiled.STEPS)",
    """other = fp8.compile(module, states=states, **options | {"mesh": {"replica": 2}})
    steps = [step, other]
    for run in steps:
        compiled.go_on(run, inputs, 1)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        list(pool.map(lambda run: compiled.go_on(run, inputs, 20), steps))
    results = compiled.go_on(step, inputs, 1)
    compiled.go_on(other, inputs, 1)
    for name, state in step.states.items():
        assert state.tobytes() == other.states[name].tobytes(), name""",
).replace("import json", "import concurrent.futures, json")

#: A host whose MPI several threads may call in turn only. The first mesh has
#: another number of ranks.
SERIALIZED = PROGRAM.replace(
    "    step = fp8.compile(",
    """    import ctypes, ctypes.util
    mpi = ctypes.CDLL(ctypes.util.find_library("mpi"), ctypes.RTLD_GLOBAL)
    provided = ctypes.c_int()
    assert mpi.MPI_Init_thread(None, None, 2, ctypes.byref(provided)) == 0
    assert provided.value == 2
    try:
        fp8.compile(module, states=states, **options | {"mesh": {"dp": 3}})
    except fp8.CompileError as error:
        assert "but MPI started 2" in str(error)
    else:
        raise AssertionError("a mesh of three ranks")
    step = fp8.compile(""",
).replace("pathlib.Path(sys.argv[4])", "mpi.MPI_Finalize()\npathlib.Path(sys.argv[4])")

#: A second step of the same mesh, in another thread.
BUSY = PROGRAM.replace(
    "results = compiled.go_on(step, inputs, compiled.STEPS)",
    """other = fp8.compile(module, states=states, **options)
    def go_on(run):
        for _ in range(200):
            compiled.go_on(run, inputs, 1)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        list(pool.map(go_on, [step, other]))""",
).replace("import json", "import concurrent.futures, json")


def run(folder, *options, program=PROGRAM, module=compiled.MLP, timeout=60):
    """Returns what the ranks found, each with its options."""
    launcher = ["mpirun", "--oversubscribe"]
    for rank, own in enumerate(options):
        launcher += [":"] if rank else []
        launcher += ["-n", "1", sys.executable, "-c", program, module, str(rank)]
        launcher += [json.dumps(own), folder / f"{rank}.json"]
    package = compiled.TEST.parent / "python"
    environment = os.environ | {
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        "FP8RT_COMM_TIMEOUT": str(timeout),
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


def test_another_mesh_after_a_wrong_one(tmp_path):
    """The connection that fits no mesh is that of the next one."""
    options = [{**OPTIONS, "mesh": {"dp": RANKS}}] * RANKS
    for found in run(tmp_path, *options, program=SERIALIZED):
        assert "error" not in found, found


def test_a_scalar_outside_its_range_ends_all_ranks(tmp_path):
    module = tmp_path / "step.mlir"
    name = '{fp8.name = "lr"}'
    text = compiled.MLP.read_text()
    assert text.count(name) == 1
    module.write_text(text.replace(name, '{fp8.name = "lr", fp8.range = [0.0, 1.0]}'))
    begin = time.monotonic()
    options = [{**OPTIONS, "mesh": {"dp": RANKS}}] * RANKS
    found = run(tmp_path, *options, program=RANGE, module=module)
    # Far below the deadline of an exchange.
    assert time.monotonic() - begin < 50
    message = "expected 'lr' to be at least 0 and below 1, because of its fp8.range"
    assert message in found[1]["error"]
    assert f"rank 1 ended: {message}" in found[0]["error"]


def test_two_meshes(tmp_path):
    """Steps of two meshes run in turn, and in two threads."""
    options = [{**OPTIONS, "mesh": {"dp": RANKS}}] * RANKS
    for found in run(tmp_path, *options, program=MESHES):
        assert "error" not in found, found


def test_one_mesh_in_two_threads(tmp_path):
    options = [{**OPTIONS, "mesh": {"dp": RANKS}}] * RANKS
    # The step that is refused on one rank may run on the other one, which waits.
    found = run(tmp_path, *options, program=BUSY, timeout=5)
    assert any(
        "the ranks of the mesh are in use by another thread" in rank["error"]
        for rank in found
    )


def test_world_of_one():
    """A mesh of one rank needs no MPI, and has the bits of a step without one."""
    step, results = compiled.train(compiled.MLP, mesh={"dp": 1}, **OPTIONS)
    alone, expected = compiled.train(compiled.MLP, **OPTIONS)
    assert compiled.all_bytes(step, results) == compiled.all_bytes(alone, expected)


def test_refused():
    with pytest.raises(TypeError, match="expected mesh to be {axis: number of ranks}"):
        fp8.compile(compiled.MLP, mesh="dp:2")
