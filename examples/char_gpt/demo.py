"""Trains char_gpt.mlir in fp32 and in FP8 with fp8-run, beside JAX, and compares.

    python demo.py --fp8-run build/bin/fp8-run            # what `make demo` runs

Writes inputs.safetensors, one CSV per run, the trained weights, loss.svg and loss.png
to the output folder. Exits with 1 if a run fails or its loss is more than 1 % off
that of JAX.
"""

import argparse
import os
import pathlib
import sys
import textwrap

import config as sizes
import data
import gpu
import plot
import reference
import runs
import sample

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TOLERANCE = 1.0  # percent

JAX = "JAX, fp32"
#: The label, the name of the files, and the options of each run of fp8-run.
RUNS = [
    ("fp8-run, fp32", "fp32", ["--recipe=none"]),
    ("FP8 matmuls", "fp8", ["--recipe=current"]),
    (
        "FP8 matmuls and states",
        "fp8-split8",
        ["--recipe=current", "--storage=fp8-split8"],
    ),
]

ABOUT_TARGET = {
    "cpu": "This machine's CPU cannot multiply FP8: the FP8 tensors are decoded to a "
    "wider type before each matmul. The losses and the bytes are those of FP8; the "
    "speed of FP8 needs a GPU.",
    "cuda": "This machine has a GPU ({gpu}): fp8-run trains on it. JAX does, too, if "
    "its package is for GPUs.",
}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fp8-run", type=pathlib.Path, required=True)
    parser.add_argument(
        "--target", help="passed to fp8-run; default: cuda with a GPU, else cpu"
    )
    parser.add_argument("--model", type=pathlib.Path, default=HERE / "char_gpt.mlir")
    parser.add_argument("--output", type=pathlib.Path, default=HERE / "out")
    parser.add_argument("--text", nargs="+", help="files to train on")
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    if arguments.steps < 1:
        parser.error("--steps must be at least 1")
    return arguments


def make_inputs(arguments, config):
    """Returns the inputs of all runs, and writes them for fp8-run."""
    text = arguments.text
    if text is None and not data.LICENSES.is_dir():
        text = sorted((ROOT / "docs").rglob("*.md"))
        print(f"{data.LICENSES} is missing: the text is this project's documentation")
    tensors = data.inputs(config, arguments.steps, arguments.seed, text)
    arguments.output.mkdir(parents=True, exist_ok=True)
    data.write(arguments.output / "inputs.safetensors", tensors)
    return tensors


def train_jax(arguments, config, tensors):
    """Trains with jax.jit. Returns a Run."""
    rows = reference.train(config, tensors, arguments.steps)
    reference.write_csv(arguments.output / "jax.csv", rows)
    rows = [(loss, seconds) for _, loss, seconds in rows]
    runs.show(JAX, rows, arguments.steps, end="\n")
    losses, seconds = zip(*rows, strict=True)
    # Weights and both moments in f32, and the step counter.
    params = sample.parameters(tensors)
    bytes_of = sum(leaf.nbytes for leaf in reference.leaves(params))
    return runs.Run(list(losses), list(seconds), 3 * bytes_of + 4)


def train_fp8(arguments, label, name, options):
    """Trains with fp8-run. Returns a Run; the weights are in `name`.safetensors."""
    out = arguments.output
    step = [str(arguments.fp8_run), str(arguments.model)]
    step += [f"--target={arguments.target}", *options]
    command = step + [
        f"--steps={arguments.steps}",
        f"--inputs={out / 'inputs.safetensors'}",
        f"--csv={out / name}.csv",
        f"--outputs={out / name}.safetensors",
    ]
    # Other states are stored as they are.
    command += ["--unpack"] if "--storage" in " ".join(options) else []
    losses, seconds = runs.train(command, label, out / f"{name}.csv", arguments.steps)
    return runs.Run(losses, seconds, runs.state_bytes(step))


def difference(run, baseline):
    """Returns the percentage by which the final losses differ."""
    return 100.0 * (run.final_loss / baseline.final_loss - 1.0)


def print_table(results):
    """Prints a line for each of {label: Run}; the first is the baseline."""
    baseline = next(iter(results.values()))
    print(f"\n{'':24} {'loss':>8} {'vs JAX':>9} {'state bytes':>12} {'ms/step':>8}")
    for label, run in results.items():
        versus = "" if run is baseline else f"{difference(run, baseline):+.2f} %"
        print(
            f"{label:24} {run.final_loss:8.4f} {versus:>9} {run.state_bytes:12,} "
            f"{1000 * run.step_seconds:8.2f}"
        )
    count = min(runs.TAIL, len(baseline.losses))
    print(
        f"(loss: mean of the last {count} steps; state bytes: weights, moments and "
        "counters between steps;\n ms/step: median)"
    )


def failures(results):
    """Returns a message for each run whose final loss is off JAX's."""
    baseline = results[JAX]
    messages = []
    for label, run in results.items():
        percent = difference(run, baseline)
        # `not <=`, so that NaN fails.
        if not abs(percent) <= TOLERANCE:
            messages.append(
                f"{label}: the final loss is {percent:+.2f} % off JAX's, allowed is "
                f"{TOLERANCE} %"
            )
    return messages


def print_samples(arguments, config, tensors):
    """Prints text of the untrained and of the trained model."""
    trained = sample.load_file(arguments.output / f"{RUNS[-1][1]}.safetensors")
    titles = {"before training": tensors, f"after {arguments.steps} steps": trained}
    for title, weights in titles.items():
        text = sample.continue_text(sample.parameters(weights), config, 160)
        print(f"\ntext {title}:")
        print(textwrap.indent(text, "  | ", lambda line: True))


def print_next(arguments):
    """Prints commands to try next, from the current folder."""
    model, out = (os.path.relpath(p) for p in (arguments.model, arguments.output))
    run = f"{os.path.relpath(arguments.fp8_run)} {model} --target={arguments.target}"
    inputs = f"--inputs={out}/inputs.safetensors"
    print(
        f"""
try next:
  # blocks of 32 elements share a scale, and gradients and activations are bf16
  {run} --recipe=mx --wide-type=bf16 {inputs} --steps=300
  # the kernels of the step, and the bytes that they move, before anything runs
  {run} --recipe=current --storage=fp8-split8 --report
  # 4 micro-batches for each update; the backward pass recomputes some activations
  {run} --recipe=current --remat=selective --microbatches=4 {inputs} --steps=75

your own step in JAX or PyTorch: docs/guide/README.md"""
    )


def main():
    arguments = parse_arguments()
    found = gpu.find_gpu()
    if arguments.target is None:
        arguments.target = "cuda" if found else "cpu"
    about = ABOUT_TARGET.get(arguments.target, "").format(gpu=found)
    config = sizes.Config()
    try:
        tensors = make_inputs(arguments, config)
        parameters = reference.leaves(sample.parameters(tensors))
        print(
            f"A GPT of {sum(p.size for p in parameters):,} parameters, {arguments.steps} "
            f"steps of {config.batch * config.context} characters, from the same weights "
            "on the same batches."
        )
        if about:
            print(textwrap.fill(about, 88))
        results = {JAX: train_jax(arguments, config, tensors)}
        for label, name, options in RUNS:
            results[label] = train_fp8(arguments, label, name, options)
    except runs.DemoError as error:
        print(f"demo: {error}", file=sys.stderr)
        return 1
    print_samples(arguments, config, tensors)
    print_table(results)
    pictures = plot.draw(results, arguments.output)
    print("loss curves:", *map(os.path.relpath, pictures))
    messages = failures(results)
    for message in messages:
        print(f"demo: {message}", file=sys.stderr)
    if not messages:
        print_next(arguments)
    return 1 if messages else 0


if __name__ == "__main__":
    sys.exit(main())
