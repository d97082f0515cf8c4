# RUN: %pytest %s
"""The programs of ranks: all run the same code, with the launches of one rank."""

import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest

FP8_RUN, FP8_OPT = os.environ.get("FP8_RUN"), os.environ.get("FP8_OPT")
if not FP8_RUN or not FP8_OPT:
    pytest.skip("FP8_RUN and FP8_OPT do not name the tools", allow_module_level=True)

ROOT = pathlib.Path(__file__).resolve().parents[2]
MLP = ROOT / "test" / "Execution" / "Inputs" / "mlp.mlir"
CHAR_GPT = ROOT / "examples" / "char_gpt" / "char_gpt.mlir"
TRAIN = "recipe=delayed storage=fp8-split16"


def plan(folder, ranks, options=""):
    """Returns the step of char_gpt for `ranks` ranks in Planned form, and its report."""
    cut = f" ranks={ranks} shard=zero3 shard-min-elements=0 {options}" if ranks > 1 else ""
    report = folder / "report.json"
    command = [FP8_OPT, CHAR_GPT, f"--fp8-train-pipeline={TRAIN}{cut}", "--fp8-gpu-pipeline",
               f"--fp8-report=format=json output={report}"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    functions = json.loads(report.read_text())
    (step,) = [f for f in functions if f["function"] == "step"]
    text = re.search(r"func\.func (public )?@step\(.*?\n  }", done.stdout, re.DOTALL)[0]
    return text, step


def count_updates(text):
    """Returns the number of launches that write states."""
    signature, body = text.split(" {\n", 1)
    states = set(re.findall(r"(%arg\d+): memref<[^{]*\{fp8\.in_place", signature))
    assert states
    number = 0
    sources = {}
    for line in body.splitlines():
        if view := re.match(r"\s*(%\S+) = memref\.\S+ (%\w+)", line):
            sources[view[1]] = sources.get(view[2], view[2])
        if "fp8.launch" not in line:
            continue
        outs = re.findall(r"%\w+", line.split("outs(")[1].split(" : ")[0])
        number += any(sources.get(value, value) in states for value in outs)
    return number


def test_updates_of_rows_share_launches(tmp_path):
    """Ranks launch no more updates than one rank does, and their number does not grow
    with the number of ranks. Nor do the lists of ops and functions. The gradients of
    small tensors are not aligned, as vectors of a GPU have to be: 18 biases of 4 rows
    share a launch all the same."""
    whole, _ = plan(tmp_path, 1)
    eight, report = plan(tmp_path, 8)
    sixteen, other = plan(tmp_path, 16)
    assert 0 < count_updates(eight) < count_updates(whole)
    assert count_updates(sixteen) == count_updates(eight)
    assert len(other["ops"]) == len(report["ops"])
    assert other["total"]["launches"] == report["total"]["launches"]
    assert other["total"]["functions"] == report["total"]["functions"]


def find_predecessors(ops):
    """Returns the set of ops that each op has to wait for."""
    found = []
    for op in ops:
        found.append(set(op["after"]).union(*(found[i] for i in op["after"])))
    return found


def test_gathers_overlap_matmuls(tmp_path):
    """The gather of a block runs beside matmuls of the block before it, in the forward
    and in the backward pass."""
    _, report = plan(tmp_path, 4, "exchange-bytes=250000 reshard=always")
    ops = report["ops"]
    before = find_predecessors(ops)
    gathers = [i for i, op in enumerate(ops)
               if any(sent["use"] == "parameters" for sent in op.get("sent", []))]
    # Two blocks and the embeddings, and the first block again.
    assert len(gathers) == 4
    beside = []
    for gather in gathers:
        assert ops[gather]["stream"] != 0
        reader = next(i for i in range(gather, len(ops))
                      if gather in before[i] and ops[i].get("flops"))
        beside.append(sum(bool(ops[i].get("flops")) and i not in before[gather]
                          for i in range(gather + 1, reader)))
    # Nothing is ahead of the embeddings and of the first block.
    assert beside[:2] == [0, 0]
    assert min(beside[2:]) >= 3, beside


def read_files(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.skipif(not shutil.which("mpirun"), reason="MPI is not installed")
def test_ranks_compile_the_same_bytes(tmp_path):
    """Each rank compiles on its own. The code of all is equal, and so are its keys."""
    ranks = 3
    launcher = ["mpirun", "--oversubscribe"]
    for rank in range(ranks):
        (tmp_path / str(rank)).mkdir(mode=0o700)
        launcher += [":"] if rank else []
        launcher += ["-n", "1", "-x", f"FP8_CACHE_DIR={tmp_path / str(rank)}", FP8_RUN, MLP, f"--mesh=dp:{ranks}",
                     "--shard=zero3", "--shard-min-elements=16", "--recipe=delayed",
                     "--storage=fp8-split8", "--target=cpu", "--inputs=random:1", "--arg=arg8=0.125",
                     "--steps=2"]
    environment = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1",
                   "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    done = subprocess.run(launcher, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    files = [read_files(tmp_path / str(rank)) for rank in range(ranks)]
    assert files[0]
    for other in files[1:]:
        assert other.keys() == files[0].keys()
        assert other == files[0]
