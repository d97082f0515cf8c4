#!/usr/bin/env python3
r"""Times fp8.torch.AdamW beside the optimizers of PyTorch.

    torch_optimizer.py [--threads=1,2] [--samples=15] [--first-samples=9] \
        --json FILE --page FILE

Runs in an environment with torch. Optimizers take turns, so that the load of the
machine meets all of them. A wall time is the median of its samples. A CPU time is
the minimum, because other programs only add to it.
"""

import argparse
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import textwrap
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))

import torch  # noqa: E402

import fp8.torch  # noqa: E402

#: Name, number of parameters, elements of each.
CASES = [
    ("one of 16M", 1, 1 << 24),
    ("2000 x 4096", 2000, 4096),
    ("4000 x 1024", 4000, 1024),
    ("1 x 4096", 1, 4096),
    ("1 x 1", 1, 1),
]
#: Number of parameters, and elements of each, in measurements of the first step.
FIRST = (2000, 4096)
OPTIMIZERS = {
    "fp8": lambda params: fp8.torch.AdamW(params, lr=1e-3),
    "fp8-split8": lambda params: fp8.torch.AdamW(params, lr=1e-3, storage="fp8-split8"),
    "fused": lambda params: torch.optim.AdamW(params, lr=1e-3, fused=True),
    "foreach": lambda params: torch.optim.AdamW(params, lr=1e-3, foreach=True),
}


def make_params(count, size):
    params = [torch.nn.Parameter(torch.randn(size) * 0.05) for _ in range(count)]
    for param in params:
        param.grad = torch.randn(size) * 0.01
    return params


def measure_first(name):
    """Returns CPU seconds of the first step, which creates the states."""
    optimizer = OPTIMIZERS[name](make_params(*FIRST))
    start = time.process_time()
    optimizer.step()
    return time.process_time() - start


def measure_first_in_processes(samples):
    """Returns CPU seconds of first steps, each in a new process."""
    first = {name: [] for name in OPTIMIZERS}
    for _ in range(samples):
        for name, found in first.items():
            command = [sys.executable, __file__, "--first", name]
            found.append(float(subprocess.check_output(command, text=True)))
    return first


def measure(count, size, samples):
    """Returns samples of wall and CPU seconds of later steps."""
    optimizers, shortest = {}, float("inf")
    for name, make in OPTIMIZERS.items():
        optimizers[name] = make(make_params(count, size))
        optimizers[name].step()
        start = time.process_time()
        optimizers[name].step()
        shortest = min(shortest, time.process_time() - start)
    # Short steps are repeated within a sample.
    repeats = max(1, int(2e-3 / max(shortest, 1e-5)))
    wall, cpu = ({name: [] for name in OPTIMIZERS} for _ in range(2))
    for _ in range(samples):
        for name, optimizer in optimizers.items():
            start = time.perf_counter(), time.process_time()
            for _ in range(repeats):
                optimizer.step()
            wall[name].append((time.perf_counter() - start[0]) / repeats)
            cpu[name].append((time.process_time() - start[1]) / repeats)
    return wall, cpu


def describe_machine():
    model = platform.processor()
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.partition(":")[2].strip()
    return model


def get_load():
    return float(pathlib.Path("/proc/loadavg").read_text().split()[0])


def run(threads, samples):
    rows = []
    for num_threads in threads:
        torch.set_num_threads(num_threads)
        for name, count, size in CASES:
            before = get_load()
            wall, cpu = measure(count, size, samples)
            rows.append(
                {
                    "case": name,
                    "threads": num_threads,
                    "load": [before, get_load()],
                    "wall": {k: statistics.median(v) for k, v in wall.items()},
                    "fastest": {k: min(v) for k, v in wall.items()},
                    "cpu": {k: min(v) for k, v in cpu.items()},
                }
            )
            print(json.dumps(rows[-1]), flush=True)
    return rows


def format_time(seconds):
    if seconds < 1e-3:
        return f"{seconds * 1e6:.1f} us"
    return f"{seconds * 1e3:.2f} ms"


def describe_load(loads, cpus):
    """Returns a sentence or more about other programs, whose times are in these."""
    range_ = f"its load average was {min(loads):.1f} to {max(loads):.1f} on {cpus} CPUs"
    # A thread of this program counts as 1.
    if max(loads) < 1.5:
        return f"No other program used the machine: {range_}."
    return (
        f"Other programs used the machine: {range_}. Wall times are therefore several "
        "times those of an idle machine, and vary. CPU time, of all threads of the "
        "process, varies less; it includes cache misses that other programs cause, and "
        "its minima have the fewest. On a busy machine, threads of PyTorch spin while "
        "they wait for each other, so CPU time is compared on one thread only."
    )


def format_page(result):
    sizes = {name: count * size for name, count, size in CASES}
    one, many = (sizes[name] for name in ("one of 16M", "2000 x 4096"))
    floor = result["rows"][0]["wall"]["fp8"] * many / one
    # Loads of the runs with one thread: those with more count their own threads.
    loads = [x for row in result["rows"] if row["threads"] == 1 for x in row["load"]]
    lines = [
        "# Steps of optimizers in PyTorch",
        "",
        f"Times of `step()` of AdamW, Python included, on {result['machine']} with "
        f"PyTorch {result['torch']}. Optimizers take turns. Of {result['samples']} "
        "samples, wall times are medians and CPU times minima. `fp8` is "
        "`fp8.torch.AdamW` with f32 states, `fp8-split8` stores the weight and both "
        "moments in 4.1 bytes and writes the weight to the parameter, `fused` and `foreach` are `torch.optim.AdamW`.",
        "",
        describe_load(loads, result["cpus"]),
        "",
        "| parameters | threads | time | fp8 | fp8-split8 | fused | foreach | "
        "fp8 / fused |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for row in result["rows"]:
        kinds = ["wall", "cpu"] if row["threads"] == 1 else ["wall"]
        for kind in kinds:
            times = row[kind]
            cells = [row["case"], str(row["threads"]), kind]
            cells += [format_time(times[name]) for name in OPTIMIZERS]
            cells.append(f"{times['fp8'] / times['fused']:.2f}")
            lines.append("| " + " | ".join(cells) + " |")
    lines += [
        "",
        "The step of one parameter with one element shows the cost of a call. For 2000 "
        "parameters of 4096 elements, one thread moves 229 MB, which takes "
        f"{format_time(floor)} at the speed that it reaches with one parameter of 16M "
        "elements.",
        "",
        f"The first step of an optimizer creates its states. For {FIRST[0]} parameters of "
        f"{FIRST[1]} elements, its CPU time on one thread was, in {result['first_samples']} "
        "new processes each:",
        "",
        "| | fp8 | fp8-split8 | fused | foreach |",
        "|---|---|---|---|---|",
    ]
    for name, choose in (("minimum", min), ("median", statistics.median)):
        cells = [format_time(choose(times)) for times in result["first"].values()]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    lines += [
        "",
        "Regenerate this page with",
        "",
        "```",
        "python tools/bench/torch_optimizer.py --json docs/benchmarks/torch.json "
        "--page docs/benchmarks/torch.md",
        "```",
    ]
    wrapped = [
        line if line.startswith(("|", "python")) else textwrap.fill(line, 108)
        for line in lines
    ]
    return "\n".join(wrapped) + "\n"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--samples", type=int, default=15)
    parser.add_argument("--first-samples", type=int, default=9)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--page", type=pathlib.Path)
    parser.add_argument("--first", choices=OPTIMIZERS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.first:
        torch.set_num_threads(1)
        print(measure_first(options.first))
        return
    if not options.json or not options.page:
        parser.error("expected --json FILE and --page FILE")
    threads = [int(text) for text in options.threads.split(",")]
    result = {
        "machine": describe_machine(),
        "cpus": len(os.sched_getaffinity(0)),
        "torch": torch.__version__,
        "samples": options.samples,
        "first_samples": options.first_samples,
        "first": measure_first_in_processes(options.first_samples),
        "rows": run(threads, options.samples),
    }
    options.json.write_text(json.dumps(result, indent=1) + "\n")
    options.page.write_text(format_page(result))


if __name__ == "__main__":
    main()
