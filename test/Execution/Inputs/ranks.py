"""Compares the ranks of a mesh with micro-batches on one rank, bit for bit.

    ranks.py GRAPH MESH WORK [OPTION...]

MESH is AXIS:N,... as in fp8-run --mesh, with /M for M micro-batches per rank. A
mesh that begins with mpi: runs under mpirun. The target is the reference unless
there is another --target among the options.
Losses of all steps, and every plane of every state after the last one, are
equal to a run of one rank that adds all batches in the same nested groups.
"""

import importlib.util
import math
import os
import pathlib
import shutil
import subprocess
import sys

RUN = os.environ["FP8_RUN"]


# The states of several ranks, joined.
SCRIPT = pathlib.Path(__file__).resolve().parents[3] / "tools" / "scripts" / "compare-checkpoints.py"
specification = importlib.util.spec_from_file_location("compare_checkpoints", SCRIPT)
compare_checkpoints = importlib.util.module_from_spec(specification)
specification.loader.exec_module(compare_checkpoints)


def train(launcher, graph, work, *options):
    """Returns the losses, as text, and the states of the last step."""
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    if not any(option.startswith("--target=") for option in options):
        options = ("--target=reference", *options)
    command = [*launcher, RUN, graph, f"--checkpoint={work}",
               f"--csv={work / 'loss.csv'}", *options]
    environment = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1",
                   "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    result = subprocess.run(command, capture_output=True, text=True, env=environment)
    if result.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{result.stderr[:4000]}")
    rows = (work / "loss.csv").read_text().splitlines()[1:]
    states = compare_checkpoints.load(work)[1]
    return [row.split(",")[1] for row in rows], {
        name: state for name, state in states.items() if not name.startswith("fp8-run.")}


def main(graph, mesh, work, *options):
    work = pathlib.Path(work)
    has_mpi, mesh = mesh.startswith("mpi:"), mesh.removeprefix("mpi:")
    axes, _, micro = mesh.partition("/")
    micro = int(micro or 1)
    sizes = [int(axis.split(":")[1]) for axis in axes.split(",")] + [micro]
    levels = [size for size in sizes if size > 1]
    groups = [f"--groups={','.join(map(str, levels[:-1]))}"] if len(levels) > 1 else []
    several = [f"--microbatches={micro}"] if micro > 1 else []
    # Only ranks take options of sharding.
    alone = [option for option in options if not option.startswith(("--shard", "--reshard"))]
    launcher = ["mpirun", "--oversubscribe", "-n", str(math.prod(sizes) // micro)]
    losses, states = train(launcher if has_mpi else [], graph, work / "ranks",
                           f"--mesh={axes}", *several, *options)
    expected_losses, expected = train([], graph, work / "one",
                                      f"--microbatches={math.prod(sizes)}",
                                      *groups, *alone)
    if losses != expected_losses:
        sys.exit(f"expected the losses {expected_losses}, but got {losses}")
    if len(set(losses)) < 2 or not all(math.isfinite(float(loss)) for loss in losses):
        sys.exit(f"expected a step that trains, but the losses are {losses}")
    if states.keys() != expected.keys():
        sys.exit(f"expected the states {sorted(expected)}, but got {sorted(states)}")
    different = sorted(name for name in expected if states[name] != expected[name])
    if different:
        sys.exit(f"expected equal states, but {len(different)} of {len(expected)} "
                 f"differ: {', '.join(different[:8])}")
    print(f"{len(losses)} losses and {len(states)} states are equal")


if __name__ == "__main__":
    main(*sys.argv[1:])
