r"""Times whole training steps of examples/char_gpt: fp8-run against jax.jit and
torch.compile.

    python steps.py --fp8-run build/bin/fp8-run --json steps.json --page steps.md \
        [--torch PYTHON] [--clock cpu]

PYTHON runs in an environment with PyTorch, which is no peer without it. On a busy
machine, --clock=cpu measures CPU time on one thread: the minimum of the steps of a
process, and of the rounds. Steps of fp8 then run by fp8.compile.

Every runner is a separate process, restricted to the CPUs that it may use
(taskset). Runners take turns, `--rounds` times. A figure is the median, over
rounds, of the median step of a process without its first steps. JAX is timed
without the copies of its arguments, fp8-run by its own clock (--bench).
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

import page

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "char_gpt"

# name: options of examples/char_gpt/capture.py
MODELS = {
    "2 layers of 64": [],
    "4 layers of 256": ["--layers=4", "--width=256", "--heads=8", "--context=128", "--batch=8"],
}
#: Runners under torch.compile, and the types of their forward passes.
TORCH = {"torch.compile": "float32", "torch.compile, bf16": "bfloat16"}
RECIPES = {"fp32": "none", "FP8, current": "current", "FP8, delayed": "delayed"}


#: Clocks, and their figures in the output of a runner.
CLOCKS = {"wall": "median_step_seconds", "cpu": "min_cpu_seconds"}


def time_jax(options, steps):
    """Prints the median seconds of a step; runs in a separate process."""
    sys.path.insert(0, str(EXAMPLE))
    import config as sizes
    import data
    import jax
    import model
    import numpy as np

    parser = argparse.ArgumentParser()
    sizes.add_arguments(parser)
    config = sizes.from_arguments(parser.parse_args(options))
    tensors = data.inputs(config, 1, 0)
    prefix = "params."
    params = sizes.nested(
        {n.removeprefix(prefix): v for n, v in tensors.items() if n.startswith(prefix)}
    )
    zeros = jax.tree_util.tree_map(np.zeros_like, params)
    state = jax.device_put((params, zeros, zeros, np.float32(0.0)))
    batch = jax.device_put([tensors[name][0] for name in ("idx", "targets", "lr")])
    step = jax.jit(model.step_function(config), donate_argnums=(0, 1, 2, 3))

    def run():
        nonlocal state
        _, *state = jax.block_until_ready(step(*state, *batch))

    print_times(run, steps)


def time_fp8(text, recipe, steps):
    """Prints the seconds of a step of fp8.compile; runs in a separate process."""
    sys.path.insert(0, str(ROOT / "python"))
    import fp8
    import numpy as np

    random = np.random.default_rng(0)

    def draw(shape, dtype):
        if np.dtype(dtype).kind == "i":
            return random.integers(0, 96, shape, dtype)
        return np.asarray(random.standard_normal(shape) * 0.02, dtype)

    step = fp8.compile(pathlib.Path(text), recipe=recipe, target_options={"num-threads": 1})
    states = {n: draw(a.shape, a.dtype) for n, a in step.states.items()}
    missing = {a.name: a for a in step._functions["step"].with_role("state") if a.name not in states}
    step.bind({n: draw(a.shape, a.dtype) for n, a in missing.items()})
    inputs = [1e-3 if a.role == "scalar" else draw(a.shape, a.dtype) for a in step.inputs]
    print_times(lambda: step(*inputs), steps)


def print_times(run, steps):
    """Prints the seconds of calls, first calls left out."""
    seconds = []
    for _ in range(steps):
        start = time.perf_counter(), time.process_time()
        run()
        seconds.append((time.perf_counter() - start[0], time.process_time() - start[1]))
    wall, cpu = zip(*seconds[2:], strict=True)
    print(json.dumps({"median_step_seconds": statistics.median(wall), "min_cpu_seconds": min(cpu)}))


def run(command, cpus, clock):
    pinned = ["taskset", "-c", f"0-{cpus - 1}"] + command
    done = subprocess.run(pinned, check=True, capture_output=True, text=True)
    return json.loads(done.stdout.strip().splitlines()[-1])[CLOCKS[clock]]


def measure(arguments, name, options, cpus):
    """Returns {runner: median seconds}."""
    text = arguments.work / f"{name.replace(' ', '-')}.mlir"
    subprocess.run(
        [sys.executable, str(EXAMPLE / "capture.py"), "--output", str(text)] + options,
        check=True,
        env=os.environ | {"PYTHONPATH": str(ROOT / "python")},
    )
    steps = str(arguments.steps)
    jax_command = [sys.executable, __file__, "--jax", steps] + options
    runners = {"jax.jit": jax_command}
    if arguments.torch:
        peer = [arguments.torch, str(ROOT / "tools" / "bench" / "torch_peer.py")]
        runners |= {runner: [*peer, dtype, steps, *options] for runner, dtype in TORCH.items()}
    for runner, recipe in RECIPES.items():
        runners[runner] = [
            str(arguments.fp8_run), str(text), "--target=cpu", f"--recipe={recipe}",
            f"--steps={steps}", "--inputs=random:1", "--bench",
        ]  # fmt: skip
        if arguments.clock == "cpu":
            runners[runner] = [sys.executable, __file__, "--fp8", str(text), recipe, steps]
    samples = {runner: [] for runner in runners}
    for _ in range(arguments.rounds):
        for runner, command in runners.items():
            samples[runner].append(run(command, cpus, arguments.clock))
    choose = min if arguments.clock == "cpu" else statistics.median
    return {runner: choose(list_) for runner, list_ in samples.items()}


def make_table(record):
    columns = [
        "model", "threads", "jax.jit, ms", "fp32, ms", "of jax.jit", "FP8 current, of fp32", "FP8 delayed, of fp32",
    ]  # fmt: skip
    rows = []
    for row in record["rows"]:
        times = row["seconds"]
        jax_time, wide = times["jax.jit"], times["fp32"]
        ratios = [f"**{wide / jax_time:.2f}**"]
        ratios += [f"{times[recipe] / wide:.2f}" for recipe in ("FP8, current", "FP8, delayed")]
        rows.append([row["model"], str(row["threads"]), f"{jax_time * 1e3:.2f}", f"{wide * 1e3:.2f}", *ratios])
    clock = "; CPU time, minima" if record["clock"] == "cpu" else ""
    table = f"{page.describe(record)}{clock}; JAX {record['jax']}.\n\n{page.format_table(columns, rows)}"
    return table + make_torch_table(record)


def make_torch_table(record):
    """Returns the comparison with PyTorch, or nothing if it was not measured."""
    columns = [
        "model", "threads", "torch.compile, ms", "fp32, of it", "torch.compile bf16, ms",
        "FP8 current, of it", "FP8 delayed, of it",
    ]  # fmt: skip
    rows = []
    for row in record["rows"]:
        times = row["seconds"]
        if not TORCH.keys() <= times.keys():
            continue
        wide, narrow = (times[runner] for runner in TORCH)
        ratios = [times[recipe] / narrow for recipe in ("FP8, current", "FP8, delayed")]
        rows.append(
            [row["model"], str(row["threads"]), f"{wide * 1e3:.2f}", f"**{times['fp32'] / wide:.2f}**",
             f"{narrow * 1e3:.2f}", *(f"**{ratio:.2f}**" for ratio in ratios)]
        )  # fmt: skip
    return f"\n{page.format_table(columns, rows)}" if rows else ""


def main():
    if sys.argv[1:2] == ["--jax"]:
        time_jax(sys.argv[3:], int(sys.argv[2]))
        return
    if sys.argv[1:2] == ["--fp8"]:
        time_fp8(*sys.argv[2:4], int(sys.argv[4]))
        return
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fp8-run", type=pathlib.Path, required=True)
    parser.add_argument("--json", type=pathlib.Path, required=True)
    parser.add_argument("--page", type=pathlib.Path, help="a page whose table to replace")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("."))
    parser.add_argument("--torch", help="the Python of an environment with PyTorch")
    parser.add_argument("--clock", choices=list(CLOCKS), default="wall")
    parser.add_argument("--models", nargs="*", default=list(MODELS), choices=list(MODELS))
    parser.add_argument("--threads", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=100)
    arguments = parser.parse_args()
    if arguments.clock == "cpu" and arguments.threads != [1]:
        parser.error("expected --threads 1 with --clock cpu: threads spin while they wait")
    import jax

    rows = [
        {"model": name, "threads": cpus, "seconds": measure(arguments, name, options, cpus)}
        for name, options in MODELS.items()
        if name in arguments.models
        for cpus in arguments.threads
    ]
    record = {
        **page.describe_machine(),
        "jax": jax.__version__,
        "clock": arguments.clock,
        "rows": rows,
    }
    arguments.json.write_text(json.dumps(record, indent=1) + "\n")
    table = make_table(record)
    print(table)
    if arguments.page:
        page.replace_table(arguments.page, table)


if __name__ == "__main__":
    main()
