#!/usr/bin/env python3
"""Checks and times the contents of a bundle on the GPU of this machine.

    python3 run.py [--only REGEX] [--peers REGEX] [--repeat N] [--peak-flops F] [--json OUT]

For a training step: compares the loss of each step with the loss on the CPU that
created the bundle, and times a step. For each case: compares its bits with the
reference, and its time with a copy of the same size and, if PyTorch is installed,
with PyTorch and JAX, on data larger than the caches. --peers chooses peers, and
--profile also times each op of a case. If compute-sanitizer is installed, it runs the
checks too (unless --no-sanitizer). If a case or a peer fails, its error is printed
and recorded, and the others still run. Exits with 1 if a loss differs
by more than --tolerance, a bit is wrong, a case fails or the sanitizer reports an
error. Needs the driver and cuBLASLt, which comes with PyTorch, and no package of
Python.
"""
import argparse
import datetime
import json
import math
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import traceback

import budget
import kernels
import peers
import training
from fp8_step import U64, Device, Step

HERE = pathlib.Path(__file__).resolve().parent
SANITIZER_TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")


def measure_copy(device, size, repeat):
    """Returns the bytes per second of a copy, counting both reads and writes."""
    source, target = device.allocate(size), device.allocate(size)
    seconds = [device.time(lambda: device.call("copy", device.stream, U64(target),
                                               U64(source), U64(size)))
               for _ in range(repeat)]
    for address in (source, target):
        device.free(address)
    return 2 * size / statistics.median(seconds)


def attempt(record, name, work):
    """Calls `work`. Prints and records its error, so that the rest can go on."""
    try:
        work()
    except Exception as error:  # pylint: disable=broad-exception-caught
        record["error"] = f"{type(error).__name__}: {error}"
        print(f"{name} failed: {record['error']}", flush=True)
        traceback.print_exc()


def run_step(device, bundle, options, record):
    with Step(device, HERE / "step") as step:
        worst = training.train(step, bundle, HERE, options.steps)
        # JSON has no infinity.
        record["worst_loss_error"] = worst if math.isfinite(worst) else None
        if not options.check_only:
            seconds = training.measure(device, step, options.repeat)
            flops = step.record["product_flops"]
            record |= {"median_step_seconds": seconds, "product_flops": flops}
            if options.peak_flops:
                record["part_of_peak"] = flops / seconds / options.peak_flops
            print(f"losses within {worst:.2g}; a step takes {seconds * 1e3:.4g} ms")


def run_cases(device, bundle, options, torch, bandwidth, records):
    chosen = {name: case for name, case in bundle["cases"].items()
              if not options.only or re.search(options.only, name)}
    if options.only and not chosen:
        sys.exit(f"no case matches '{options.only}', there are "
                 f"{', '.join(bundle['cases']) or 'none'}")
    others = peers.Peers(torch, options.flush_bytes, options.peers) if torch else None
    for name, case in chosen.items():
        records[name] = {"wrong": None}
        attempt(records[name], name,
                lambda name=name, case=case: run_case(device, name, case, others,
                                                      bandwidth, options, records[name]))
        if torch:
            torch.cuda.empty_cache()
    compare_cases(records, bundle)


def run_case(device, name, case, others, bandwidth, options, record):
    """Checks and times a case. Adds to `record` after each step."""
    wrong = kernels.check(device, HERE, name, case) if case["is_checked"] else {}
    for result, count in wrong.items():
        if count:
            print(f"{name}: {count} elements of {result} are wrong")
    record["wrong"] = sum(wrong.values()) if wrong else None
    if options.check_only:
        return
    rivals, errors = others.of(case["peers"], case["extents"]) if others else ({}, {})
    seconds, flops = kernels.time_case(device, HERE, name, case, rivals, errors, options)
    record |= describe(case, seconds, case["flops"] or flops, options)
    for label, error in errors.items():
        print(f"{name}: no time of '{label}': {error}", flush=True)
    if errors:
        record["peer_errors"] = errors
    if options.profile:
        record["profile"] = budget.measure(
            device, HERE / f"cases/{name}.large",
            lambda step: kernels.write_random(step, case), bandwidth)
        print(budget.make_table(name, record["profile"]), flush=True)


def compare_cases(records, bundle):
    """Adds the ratios of cases that are to be compared with each other."""
    for name, record in records.items():
        for label in bundle["cases"][name]["goals"]:
            other = records.get(label)
            if other and "seconds" in record and "seconds" in other:
                record["faster_than"][label] = (other["seconds"]["fp8"]
                                                / record["seconds"]["fp8"])


def describe(case, seconds, flops, options):
    """Describes the times of a case. Ratios above 1 mean that the step is faster."""
    own = seconds["fp8"]
    record = {"extents": case["extents"], "seconds": seconds,
              "faster_than": {label: value / own for label, value in seconds.items()
                              if label != "fp8"}}
    rivals = {label: value for label, value in seconds.items() if label.startswith(peers.BEST_OF)}
    if rivals and peers.BEST in case["goals"]:
        record["best"] = min(rivals, key=rivals.get)
        record["faster_than"][peers.BEST] = rivals[record["best"]] / own
    amounts = {"bytes": case["bytes"], "flops": flops, "items": case["items"]}
    record |= {f"{name}_per_second": amount / own
               for name, amount in amounts.items() if amount}
    if case["goals"]:
        record["goals"] = case["goals"]
    if flops and options.peak_flops:
        record["part_of_peak"] = flops / own / options.peak_flops
    return record


UNITS = {"bytes": (1e9, "GB/s"), "flops": (1e12, "TFLOP/s"), "items": (1, "items/s")}


def make_table(records):
    lines = ["| case | wrong | ms | speed | times as fast as |",
             "|---|---|---|---|---|"]
    for name, record in records.items():
        if "error" in record:
            lines.append(f"| {name} | failed | | | |")
            continue
        wrong = "not compared" if record["wrong"] is None else record["wrong"]
        if "seconds" not in record:
            lines.append(f"| {name} | {wrong} | | | |")
            continue
        speed = [f"{record[f'{key}_per_second'] / unit:.4g} {label}"
                 for key, (unit, label) in UNITS.items()
                 if f"{key}_per_second" in record]
        goals = record.get("goals", {})
        ratios = [f"{label} {ratio:.3g}"
                  + (f" (goal {goals[label]:.3g})" if label in goals else "")
                  for label, ratio in record["faster_than"].items()]
        lines.append(f"| {name} | {wrong} | "
                     f"{record['seconds']['fp8'] * 1e3:.4g} | {', '.join(speed)} | "
                     f"{', '.join(ratios)} |")
    return "\n".join(lines)


def find_sanitizer():
    homes = [os.environ.get("CUDA_HOME"), "/usr/local/cuda"]
    folders = [f"{home}/bin" for home in homes if home]
    return shutil.which("compute-sanitizer", path=os.pathsep.join(
        [os.environ.get("PATH", ""), *folders]))


def sanitize(options):
    """Returns the result of each sanitizer tool: 0 errors, or its last lines."""
    path = find_sanitizer()
    if not path:
        print("compute-sanitizer is not here, the checks ran without it")
        return None
    record = {}
    for tool in SANITIZER_TOOLS:
        command = [path, f"--tool={tool}", "--error-exitcode=9", sys.executable,
                   __file__, "--check-only", "--no-sanitizer", "--steps=3"]
        if options.only:
            command.append(f"--only={options.only}")
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        record[tool] = {"exit": done.returncode}
        if done.returncode != 0:
            record[tool]["output"] = (done.stdout + done.stderr).splitlines()[-40:]
        print(f"compute-sanitizer {tool}: exit {done.returncode}")
    return record


def has_failed(record, options):
    step = record.get("step", {"worst_loss_error": 0})
    worst = step.get("worst_loss_error")
    return (worst is None or worst > options.tolerance or "error" in step
            or any(case["wrong"] or "error" in case
                   for case in record["cases"].values())
            or any(tool["exit"] for tool in (record.get("sanitizer") or {}).values()))


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", help="cases whose name it matches")
    parser.add_argument("--steps", type=int, help="at most so many")
    parser.add_argument("--repeat", type=int, default=50)
    parser.add_argument("--copy-bytes", type=int, default=1 << 28)
    parser.add_argument("--flush-bytes", type=int, default=1 << 28,
                        help="more than the caches of the GPU hold")
    parser.add_argument("--peak-flops", type=float)
    parser.add_argument("--tolerance", type=float, default=0.01)
    parser.add_argument("--profile", action="store_true",
                        help="time each op of each case, too, and record its bytes")
    parser.add_argument("--check-only", action="store_true", help="time nothing")
    parser.add_argument("--no-sanitizer", action="store_true")
    parser.add_argument("--peers", default=".", metavar="REGEX",
                        help="peers whose label it matches, such as 'SDPA|CUDA graph'")
    parser.add_argument("--no-peers", action="store_true", help="PyTorch is not timed")
    parser.add_argument("--json")
    return parser.parse_args()


def main():
    options = parse_options()
    bundle = json.loads((HERE / "bundle.json").read_text())
    device = Device(HERE / "libfp8rt.so")
    info = device.info
    print(f"{info.name.decode()}, compute capability {info.capability / 10}, "
          f"{info.free_bytes} of {info.total_bytes} bytes free")
    torch, version = ((None, "not asked for") if options.check_only or options.no_peers
                      else peers.find_torch())
    record = {"date": datetime.date.today().isoformat(), "commit": bundle["commit"],
              "gpu": info.name.decode(), "capability": info.capability,
              "driver": info.driver_version, "torch": version}
    record["cases"] = {}
    try:
        measure(device, bundle, options, torch, version, record)
    finally:
        if options.json:
            pathlib.Path(options.json).write_text(json.dumps(record, indent=2) + "\n")
    device.close()
    return 1 if has_failed(record, options) else 0


def measure(device, bundle, options, torch, version, record):
    """Makes all requested measurements and adds them to `record`."""
    if "losses" in bundle:
        record["step"] = step = {}
        attempt(step, "the training step",
                lambda: run_step(device, bundle, options, step))
    if not options.check_only:
        record["copy_bytes_per_second"] = measure_copy(device, options.copy_bytes,
                                                       options.repeat)
        print(f"a copy moves {record['copy_bytes_per_second'] / 1e9:.4g} GB/s; "
              f"PyTorch: {version}")
    run_cases(device, bundle, options, torch, record.get("copy_bytes_per_second"),
              record["cases"])
    if record["cases"]:
        print(make_table(record["cases"]))
    if not options.no_sanitizer:
        record["sanitizer"] = sanitize(options)


if __name__ == "__main__":
    sys.exit(main())
