#!/usr/bin/env python3
"""Trains what a bundle holds on the GPU of this machine.

    python3 run.py [--steps N] [--repeat N] [--copy-bytes N] [--peak-flops F] [--json OUT]

Prints the loss of each step beside that of the CPU, which made the bundle; then
the time of a step by events of the GPU, and the bandwidth of a copy in the same
run. Exits with 1 if a loss is further away than --tolerance. Needs the driver,
cuBLASLt, which comes with PyTorch, and no package of Python.
"""
import argparse
import json
import math
import pathlib
import statistics
import struct
import sys

from fp8_step import Device, Step, U64, read_safetensors

HERE = pathlib.Path(__file__).resolve().parent
STEPS_PER_TIME = 10
SCALARS = {"f32": "<f", "f64": "<d", "i32": "<i", "i64": "<q"}


def fill(argument, value):
    """`value` in every element."""
    kind = argument["type"]
    if kind not in SCALARS:
        raise ValueError(f"{argument['name']}: a number for {kind}, supported "
                         f"are {', '.join(SCALARS)}")
    number = float(value) if kind.startswith("f") else int(value)
    one = struct.pack(SCALARS[kind], number)
    return one * (argument["bytes"] // len(one))


def write_inputs(step, bundle, tensors, number):
    """What the host writes before step `number`."""
    for argument in step.arguments:
        if argument["kind"] != "input":
            continue
        name = argument["name"]
        if name in bundle["values"]:
            step.write(name, fill(argument, bundle["values"][name]))
            continue
        shape, data = tensors[name]
        if shape != argument["shape"]:
            size = argument["bytes"]
            at = number % shape[0] * size
            data = data[at:at + size]
        step.write(name, data)


def relative_error(value, expected):
    """Infinity where it is not known: a NaN compares like nothing."""
    error = abs(value - expected)
    if expected != 0:
        error /= abs(expected)
    return math.inf if math.isnan(error) else error


def train(step, bundle, options):
    tensors = read_safetensors(HERE / "inputs.safetensors")
    states = read_safetensors(HERE / "states.safetensors")
    for argument in step.arguments:
        if argument["kind"] != "state":
            continue
        name = argument.get("name", "a state without a name")
        if name not in states:
            sys.exit(f"states.safetensors lacks {name}, which the step updates")
        step.write(name, states[name][1])
    errors = []
    for number, expected in list(enumerate(bundle["losses"]))[1:options.steps]:
        write_inputs(step, bundle, tensors, number)
        step.run()
        (loss,) = struct.unpack("<f", step.read(bundle["loss"]))
        errors.append(relative_error(loss, expected))
        print(f"step {number}: loss {loss:.7g}, on the CPU {expected:.7g}")
    if not errors:
        sys.exit("no step to compare: the bundle has "
                 f"{len(bundle['losses'])} losses, and the first is its start")
    return max(errors)


def measure(device, step, options):
    def steps():
        for _ in range(STEPS_PER_TIME):
            step.run()

    # Of one step alone the launch would count, which steps before it hide.
    steps()
    seconds = [device.time(steps) / STEPS_PER_TIME
               for _ in range(options.repeat)]
    size = options.copy_bytes
    source, target = device.allocate(size), device.allocate(size)
    copies = [device.time(lambda: device.call("copy", device.stream, U64(target),
                                              U64(source), U64(size)))
              for _ in range(options.repeat)]
    for address in (source, target):
        device.free(address)
    # A copy reads and writes.
    return statistics.median(seconds), 2 * size / statistics.median(copies)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--steps", type=int, help="at most so many")
    parser.add_argument("--repeat", type=int, default=50)
    parser.add_argument("--copy-bytes", type=int, default=1 << 28)
    parser.add_argument("--peak-flops", type=float)
    parser.add_argument("--tolerance", type=float, default=0.01)
    parser.add_argument("--json")
    options = parser.parse_args()
    bundle = json.loads((HERE / "bundle.json").read_text())
    device = Device(HERE / "libfp8rt.so")
    info = device.info
    print(f"{info.name.decode()}, compute capability {info.capability / 10}, "
          f"{info.free_bytes} of {info.total_bytes} bytes free")
    step = Step(device, HERE / "step")
    worst = train(step, bundle, options)
    seconds, bandwidth = measure(device, step, options)
    flops = step.record["product_flops"]
    record = {"gpu": info.name.decode(), "capability": info.capability,
              "driver": info.driver_version, "worst_loss_error": worst,
              "median_step_seconds": seconds, "product_flops": flops,
              "copy_bytes_per_second": bandwidth}
    if options.peak_flops:
        record["part_of_peak"] = flops / seconds / options.peak_flops
    print(f"losses within {worst:.2g}; a step takes {seconds * 1e3:.4g} ms, "
          f"a copy moves {bandwidth / 1e9:.4g} GB/s")
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(record, indent=2) + "\n")
    step.close()
    device.close()
    return 0 if worst <= options.tolerance else 1


if __name__ == "__main__":
    sys.exit(main())
