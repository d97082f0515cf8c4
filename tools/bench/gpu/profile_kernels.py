#!/usr/bin/env python3
"""Lists the kernels of each case of a bundle, sorted by time.

    python3 profile_kernels.py [--only REGEX] [--steps N] [--top N]

PyTorch's profiler reads the driver's records: a kernel's grid, its threads per
block, its registers, and its number of launches per step. Needs PyTorch for CUDA.
Caches are warm, and the time of overlapping kernels is counted twice.
"""
import argparse
import collections
import json
import pathlib
import re
import sys
import tempfile

import kernels
import peers
from fp8_step import Device, Step

HERE = pathlib.Path(__file__).resolve().parent
KINDS = ("kernel", "gpu_memcpy", "gpu_memset")


def trace(torch, run):
    """Returns the events of the GPU during `run`, in microseconds."""
    activities = [torch.profiler.ProfilerActivity.CUDA]
    with torch.profiler.profile(activities=activities) as profiler:
        run()
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "trace.json"
        profiler.export_chrome_trace(str(path))
        events = json.loads(path.read_text())["traceEvents"]
    return [event for event in events if event.get("cat") in KINDS]


def summarize(events, steps, top):
    """Returns lines of a table: microseconds per step, number of launches, and kernel.
    """
    groups = collections.defaultdict(list)
    for event in events:
        args = event["args"]
        groups[event["name"], str(args.get("grid", "")), str(args.get("block", "")),
               str(args.get("registers per thread", ""))].append(event["dur"])
    total = sum(map(sum, groups.values())) or 1
    yield f"{total / steps:.0f} us in {len(events) / steps:.0f} kernels and copies a step"
    ordered = sorted(groups.items(), key=lambda group: -sum(group[1]))
    for (name, grid, block, registers), times in ordered[:top]:
        yield (f"{sum(times) / steps:9.1f} us {sum(times) / total:6.1%}"
               f" {len(times) / steps:6.1f} times  {name[:60]} {grid} {block} {registers}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", default=".", help="cases whose name it matches")
    parser.add_argument("--steps", type=int, default=3)
    parser.add_argument("--top", type=int, default=30)
    options = parser.parse_args()
    torch, why = peers.find_torch()
    if not torch:
        sys.exit(f"expected PyTorch for this GPU, whose profiler is used: {why}")
    bundle = json.loads((HERE / "bundle.json").read_text())
    device = Device(HERE / "libfp8rt.so")
    for name, case in bundle["cases"].items():
        if not re.search(options.only, name):
            continue
        step = Step(device, HERE / f"cases/{name}.large")
        kernels.write_random(step, case)

        def run(times, step=step):
            for _ in range(times):
                step.run()
            device.synchronize()

        run(2)
        print(f"== {name}:", *summarize(trace(torch, lambda: run(options.steps)),
                                        options.steps, options.top), sep="\n")
        step.close()
    device.close()


if __name__ == "__main__":
    main()
