"""Trains char_gpt.mlir in fp32 and in FP8 with fp8-run and compares the losses.

    python demo.py --fp8-run build/bin/fp8-run            # what `make demo` runs
    python demo.py --fp8-run build/bin/fp8-run --reference-jax

Writes inputs.safetensors, one CSV per run, loss.svg and loss.png to the output
folder. Exits with 1 if a run fails or an FP8 loss is more than 1 % off fp32's.
"""

import argparse
import csv
import pathlib
import statistics
import subprocess
import sys

import config as sizes
import data
import plot

HERE = pathlib.Path(__file__).resolve().parent
TAIL = 30  # steps at the end whose mean loss is compared
TOLERANCE = 1.0  # percent

BASELINE = "none"
RECIPES = {
    BASELINE: "fp32",
    "current": "FP8, current scaling",
    "delayed": "FP8, delayed scaling",
}
JAX = "fp32 in JAX"


class DemoError(Exception):
    """A run failed or wrote something unexpected."""


def run_recipe(arguments, recipe, inputs, table):
    """Runs fp8-run once; its progress goes to the terminal, its CSV to `table`."""
    command = [
        str(arguments.fp8_run),
        str(arguments.model),
        f"--steps={arguments.steps}",
        f"--inputs={inputs}",
        "--loss=0",
        f"--recipe={recipe}",
        f"--csv={table}",
        f"--target={arguments.target}",
    ]
    print(f"\n{RECIPES[recipe]}: {' '.join(command)}", flush=True)
    try:
        status = subprocess.run(command).returncode
    except OSError as error:
        raise DemoError(f"cannot start fp8-run: {error}") from error
    if status:
        raise DemoError(f"fp8-run --recipe={recipe} ended with status {status}")


def read_csv(path, steps):
    """Returns (losses, seconds per step) from a `step,loss,seconds` file."""
    try:
        with open(path, newline="") as file:
            rows = list(csv.DictReader(file))
        losses = [float(row["loss"]) for row in rows]
        seconds = [float(row["seconds"]) for row in rows]
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise DemoError(f"{path} is not a step,loss,seconds table: {error!r}") from None
    if len(losses) != steps:
        raise DemoError(f"{path} has {len(losses)} steps, expected {steps}")
    return losses, seconds


def tail_mean(losses):
    return statistics.fmean(losses[-TAIL:])


def difference(losses, baseline):
    """Percent by which the final loss differs from the baseline's."""
    return 100.0 * (tail_mean(losses) / tail_mean(baseline) - 1.0)


def print_table(runs):
    """Prints one line per run; `runs` is {label: (losses, seconds)}."""
    baseline = next(iter(runs))
    print(f"\n{'run':24} {'final loss':>10} {'vs ' + baseline:>15} {'steps/s':>9}")
    for label, (losses, seconds) in runs.items():
        percent = difference(losses, runs[baseline][0])
        versus = "" if label == baseline else f"{percent:+.2f} %"
        # The median leaves out the first step, which may compile.
        rate = 1.0 / max(statistics.median(seconds), 1e-9)
        print(f"{label:24} {tail_mean(losses):10.4f} {versus:>15} {rate:9.1f}")
    print(f"(final loss: mean of the last {min(TAIL, len(losses))} steps)")


def failures(runs):
    """The FP8 runs whose final loss is not within TOLERANCE of fp32's."""
    baseline = runs[RECIPES[BASELINE]][0]
    messages = []
    for recipe, label in RECIPES.items():
        percent = difference(runs[label][0], baseline)
        # `not <=`, so that NaN fails.
        if recipe != BASELINE and not abs(percent) <= TOLERANCE:
            messages.append(
                f"{label}: the final loss is {percent:+.2f} % off fp32's, allowed is "
                f"{TOLERANCE} %"
            )
    return messages


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fp8-run", type=pathlib.Path, help="the fp8-run binary")
    parser.add_argument(
        "--target", default="cpu", help="passed to fp8-run: cpu (default), upstream, sim"
    )
    parser.add_argument(
        "--reference-jax", action="store_true", help="also train with jax itself"
    )
    parser.add_argument("--model", type=pathlib.Path, default=HERE / "char_gpt.mlir")
    parser.add_argument("--output", type=pathlib.Path, default=HERE / "out")
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    if not arguments.fp8_run and not arguments.reference_jax:
        parser.error("give --fp8-run PATH, --reference-jax, or both")
    if arguments.steps < 1:
        parser.error("--steps must be at least 1")
    return arguments


def collect(arguments):
    """Makes all runs. Returns {label: (losses, seconds)}, fp32 first."""
    out = arguments.output
    out.mkdir(parents=True, exist_ok=True)
    config = sizes.Config()
    tensors = data.inputs(config, arguments.steps, arguments.seed)
    inputs = out / "inputs.safetensors"
    data.write(inputs, tensors)
    runs = {}
    if arguments.fp8_run:
        for recipe, label in RECIPES.items():
            table = out / f"{recipe}.csv"
            # A table of an earlier demo must not pass for this run's.
            table.unlink(missing_ok=True)
            run_recipe(arguments, recipe, inputs, table)
            runs[label] = read_csv(table, arguments.steps)
    if arguments.reference_jax:
        import reference

        rows = reference.train(config, tensors, arguments.steps)
        reference.write_csv(out / "jax.csv", rows)
        runs[JAX] = read_csv(out / "jax.csv", arguments.steps)
    return runs


def main():
    arguments = parse_arguments()
    try:
        runs = collect(arguments)
    except (DemoError, FileNotFoundError) as error:
        print(f"demo: {error}", file=sys.stderr)
        return 1
    pictures = plot.draw(runs, arguments.output)
    print_table(runs)
    print("loss curves:", *pictures)
    messages = failures(runs) if arguments.fp8_run else []
    for message in messages:
        print(f"demo: {message}", file=sys.stderr)
    return 1 if messages else 0


if __name__ == "__main__":
    sys.exit(main())
