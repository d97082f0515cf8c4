#!/usr/bin/env python3
"""Compares the outputs of two builds of fp8-run, file by file.

    compare-builds.py OLD NEW [--graphs FILE...] [--recipes R...] [--storages P...]
                      [--targets T...] [--steps N] [--jobs N]

OLD and NEW are fp8-run binaries. Runs each graph with each recipe, storage and
target from random inputs in both, with --outputs, and compares the files byte
for byte. Both builds must reject the same runs. Prints a line for each difference,
and the number of equal runs; fails if any differs, or if none is equal. The default
of --graphs is the examples and, if present, the graphs of other projects beside the
checkout. The defaults of --recipes and --storages are those of `NEW --help`.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import itertools
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Older builds know the target "upstream" only as "stock".
TARGETS = ["cpu", "sim", "stock", "reference"]
# Arguments that random inputs do not fit: counters and rates.
ARGUMENTS = {
    "nanogpt_2l64": ["--arg=arg84=counter:0", "--arg=arg85=0.001"],
}


def find_graphs() -> list[pathlib.Path]:
    graphs = sorted((ROOT / "examples").glob("*/*.mlir"))
    shared = ROOT.parent / "shared/graphs"
    return graphs + sorted(path for path in shared.glob("*.mlir")
                           if "patterns" not in path.name and "stablehlo" not in path.name)


def find_choices(program: str, option: str) -> list[str]:
    """Returns the values that the help of an option lists: "...: none (default), mx"."""
    text = subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout
    line = re.search(rf"^ *--{option}=<.*", text, re.M)
    if not line or ": " not in line.group():
        sys.exit(f"{program} --help lists no values of --{option}")
    values = line.group().rpartition(": ")[2].split(", ")
    return [value.removesuffix(" (default)") for value in values]


def run(program: str, case, steps: int, folder: str) -> str:
    """Returns the digest of the outputs, or 'refused'."""
    graph, recipe, storage, target = case
    output = pathlib.Path(folder) / (hashlib.sha1(repr((program, case)).encode()).hexdigest() + ".safetensors")
    command = [program, graph, "--inputs=random:1", f"--steps={steps}", f"--recipe={recipe}",
               f"--storage={storage}", f"--target={target}", f"--outputs={output}",
               *ARGUMENTS.get(graph.stem, [])]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if done.returncode < 0:
        return f"signal {-done.returncode}"
    if done.returncode:
        return "refused"
    digest = hashlib.sha256(output.read_bytes()).hexdigest()
    output.unlink()
    return digest


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--graphs", nargs="*", type=pathlib.Path, default=find_graphs())
    parser.add_argument("--recipes", nargs="*")
    parser.add_argument("--storages", nargs="*")
    parser.add_argument("--targets", nargs="*", default=TARGETS)
    parser.add_argument("--steps", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    recipes = options.recipes or find_choices(options.new, "recipe")
    storages = options.storages or find_choices(options.new, "storage")
    cases = list(itertools.product(options.graphs, recipes, storages, options.targets))
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        def compare(case):
            return case, *(run(program, case, options.steps, folder)
                           for program in (options.old, options.new))
        for case, old, new in pool.map(compare, cases):
            kind = "different" if old != new else "refused" if old == "refused" else "equal"
            counts[kind] += 1
            if kind == "different":
                graph, *rest = case
                print(f"different: {graph.name} {' '.join(rest)}: {old[:12]}, {new[:12]}", flush=True)
    print(", ".join(f"{counts[kind]} {kind}" for kind in ("equal", "refused", "different")))
    return 0 if counts["equal"] and not counts["different"] else 1


if __name__ == "__main__":
    sys.exit(main())
