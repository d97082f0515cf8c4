#!/usr/bin/env python3
"""Compares whole training steps on a GPU with the evaluator.

    steps.py --fp8-run build/bin/fp8-run step.mlir... [--arg STEP:NAME=VALUE] [--json out.json]

Runs every step with each recipe, each storage and other options that change
kernels, on --target=cuda and --target=reference. Prints a line per pair: the
first and the last loss, and the differences of the losses and of the new states
from the evaluator's. Kernels have the evaluator's bits. Sums of matmuls are in
another order, so a cast may round to another code. An operation that the GPU does
not support, such as a matmul of two e5m2 operands, is printed with the reason.

Needs the compiler on the machine with the GPU. Exits with 1 if the relative
difference of a loss exceeds --tolerance.
"""

import argparse
import concurrent.futures
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

import tensor_file  # noqa: E402
from losses import read_losses  # noqa: E402: it is in another folder

VARIANTS = {recipe: [f"--recipe={recipe}"] for recipe in ("none", "current", "delayed", "row", "block", "mx")}
VARIANTS |= {
    storage: ["--recipe=current", f"--storage={storage}"]
    for storage in ("bf16-residual", "fp8-split8", "fp8-split16", "anyprecision", "msamp")
}
VARIANTS |= {
    "wide-bf16": ["--recipe=delayed", "--wide-type=bf16"],
    "remat": ["--recipe=delayed", "--remat=full"],
    "scope-all": ["--recipe=delayed", "--scope=all"],
    "microbatches": ["--recipe=delayed", "--microbatches=2"],
    "e5m2": ["--recipe=current", "--format=e5m2"],
}


def run_step(job, options, folder):
    """Returns (losses, results, "") of one run, or (None, None, reason)."""
    step, variant, target = job
    base = folder / f"{step.stem}-{variant}-{target}"
    arguments = [f"--arg={value}" for stem, value in options.arg if stem == step.stem]
    command = [options.fp8_run, step, f"--target={target}", f"--steps={options.steps}", "--inputs=random:1", f"--csv={base}.csv",
               f"--outputs={base}.safetensors", *arguments, *VARIANTS[variant]]
    if target == "cuda":
        command += ["--decode-blocks=where-needed", *options.cuda_option]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=options.timeout, check=False)
    except subprocess.TimeoutExpired:
        return None, None, f"no end after {options.timeout} s"
    if done.returncode != 0:
        errors = [line for line in done.stderr.splitlines() if "error: " in line]
        return None, None, errors[0].split("error: ", 1)[1] if errors else f"exit status {done.returncode}"
    return read_losses(f"{base}.csv"), tensor_file.read_floats(f"{base}.safetensors"), ""


def distance(ours, theirs):
    """Returns the rms of the difference, relative to the rms of `theirs`."""
    squares = sum(x * x for x in theirs)
    return math.sqrt(sum((x - y) ** 2 for x, y in zip(ours, theirs)) / max(squares, 1e-30))


def compare(step, variant, gpu, reference):
    """Returns a record of a pair of runs."""
    record = {"step": step.stem, "variant": variant}
    losses, results, why = gpu
    if losses is None:
        return record | {"refused": why}
    record |= {"first_loss": losses[0], "last_loss": losses[-1]}
    expected, expected_results, why = reference
    if expected is None:
        return record | {"reference": why}
    record["loss_error"] = max(abs(a - b) / max(abs(b), 1e-9) for a, b in zip(losses, expected))
    record["state_error"], record["worst_state"] = max(
        ((distance(results[name], values), name) for name, values in expected_results.items()), default=(0, ""))
    return record


def describe(record):
    line = f"{record['step']:32} {record['variant']:14} "
    if "refused" in record:
        return line + "refused: " + record["refused"]
    line += f"loss {record['first_loss']:.6f} to {record['last_loss']:.6f}"
    if "reference" in record:
        return line + ", reference: " + record["reference"]
    return line + f", off by {record['loss_error']:.1e}; states by {record['state_error']:.1e} ({record['worst_state']})"


def parse_arg(text):
    stem, _, value = text.partition(":")
    if "=" not in value:
        raise argparse.ArgumentTypeError("expected STEP:NAME=VALUE")
    return stem, value


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("step", nargs="+", type=pathlib.Path, help="a training step in Model form")
    parser.add_argument("--fp8-run", default="fp8-run", help="the program that runs steps")
    parser.add_argument("--arg", action="append", default=[], type=parse_arg, metavar="STEP:NAME=VALUE", help="an argument of the step in STEP.mlir")
    parser.add_argument("--steps", type=int, default=5, help="steps of each run (5)")
    parser.add_argument("--only", nargs="+", default=list(VARIANTS), choices=VARIANTS, help="variants to run (all)")
    parser.add_argument("--tolerance", type=float, default=1e-3, help="relative error of a loss that is too large (0.001)")
    parser.add_argument("--cuda-option", action="append", default=[], metavar="OPTION", help="another option of fp8-run for --target=cuda")
    parser.add_argument("--timeout", type=float, default=300, help="seconds that a run may take (300)")
    parser.add_argument("--json", type=pathlib.Path, help="where to write the records")
    options = parser.parse_args()

    jobs = [(step, variant, target) for target in ("reference", "cuda") for variant in options.only for step in options.step]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        done = dict(zip(jobs, pool.map(lambda job: run_step(job, options, pathlib.Path(folder)), jobs)))
    records = [
        compare(step, variant, done[step, variant, "cuda"], done[step, variant, "reference"]) for step in options.step
        for variant in options.only
    ]
    for record in records:
        print(describe(record))
    if options.json:
        options.json.write_text(json.dumps(records, indent=1) + "\n")
    wrong = [record for record in records if not record.get("loss_error", 0) <= options.tolerance]
    if wrong:
        sys.exit(f"{len(wrong)} of {len(records)} runs are off by more than {options.tolerance}")


if __name__ == "__main__":
    main()
