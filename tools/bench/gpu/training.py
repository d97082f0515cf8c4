"""Runs the step of a bundle: compares its losses with the CPU, and times it.
"""
import math
import statistics
import struct
import sys

import tensor_file

STEPS_PER_TIME = 10
SCALARS = {"f32": "<f", "f64": "<d", "i32": "<i", "i64": "<q"}


def fill(argument, value):
    """Writes `value` to every element."""
    kind = argument["type"]
    if kind not in SCALARS:
        raise ValueError(f"{argument['name']}: a number for {kind}, supported "
                         f"are {', '.join(SCALARS)}")
    number = float(value) if kind.startswith("f") else int(value)
    one = struct.pack(SCALARS[kind], number)
    return one * (argument["bytes"] // len(one))


def write_inputs(step, bundle, tensors, number):
    """Writes the inputs of step `number` from the host."""
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
    """Returns the relative error; infinity instead of NaN, which compares false."""
    error = abs(value - expected)
    if expected != 0:
        error /= abs(expected)
    return math.inf if math.isnan(error) else error


def train(step, bundle, folder, steps):
    """Returns the largest relative difference of a loss, over `steps` or all steps."""
    tensors = tensor_file.read(folder / "inputs.safetensors")
    states = tensor_file.read(folder / "states.safetensors")
    for argument in step.arguments:
        if argument["kind"] != "state":
            continue
        name = argument.get("name", "a state without a name")
        if name not in states:
            sys.exit(f"states.safetensors lacks {name}, which the step updates")
        step.write(name, states[name][1])
    errors = []
    for number, expected in list(enumerate(bundle["losses"]))[1:steps]:
        write_inputs(step, bundle, tensors, number)
        step.run()
        (loss,) = struct.unpack("<f", step.read(bundle["loss"]))
        errors.append(relative_error(loss, expected))
        print(f"step {number}: loss {loss:.7g}, on the CPU {expected:.7g}")
    if not errors:
        sys.exit("no step to compare: the bundle has "
                 f"{len(bundle['losses'])} losses, and the first is its start")
    return max(errors)


def measure(device, step, repeat):
    """Returns the median seconds of a step."""
    def steps():
        for _ in range(STEPS_PER_TIME):
            step.run()

    # A single step would include the launch time, which earlier steps hide.
    steps()
    return statistics.median(device.time(steps) / STEPS_PER_TIME
                             for _ in range(repeat))
