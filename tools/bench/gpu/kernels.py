"""Checks the bits of the cases of a bundle, and times them against copies."""
import contextlib
import math
import statistics
import struct

import random_data
import tensor_file
from fp8_step import U64, Step
from training import fill

POISON = b"\xa5" * (1 << 20)
WARM_UP = 3
FLOATS = {"f32": ("<{}I", 0x7F800000, 31), "bf16": ("<{}H", 0x7F80, 15)}


def ordered(word, sign):
    """Maps the bits of floats to integers in the same order; both zeros are 0."""
    magnitude = word & ((1 << sign) - 1)
    return -magnitude if word >> sign else magnitude


def count_wrong(dtype, got, expected, ulps):
    """Counts elements that differ by more than `ulps`; all NaNs are equal."""
    if got == expected:
        return 0
    if dtype not in FLOATS:
        return sum(a != b for a, b in zip(got, expected, strict=True))
    layout, infinity, sign = FLOATS[dtype]
    size = random_data.SIZES[dtype]
    layout = layout.format(len(got) // size)
    wrong = 0
    for a, b in zip(struct.unpack(layout, got), struct.unpack(layout, expected),
                    strict=True):
        # If no difference is allowed, zeros of different signs count as
        # different, too.
        if a == b:
            continue
        magnitudes = [word & ((1 << sign) - 1) for word in (a, b)]
        if min(magnitudes) > infinity:
            continue
        near = abs(ordered(a, sign) - ordered(b, sign)) <= ulps
        wrong += max(magnitudes) > infinity or not (ulps and near)
    return wrong


def count_far(dtype, got, expected, bound):
    """Counts elements that differ by more than `bound` times the largest magnitude of
    `expected`; all NaNs are equal.
    """
    got, expected = (random_data.unpack(dtype, data) for data in (got, expected))
    largest = max((abs(value) for value in expected if math.isfinite(value)), default=0.0)
    return sum(not (abs(a - b) <= bound * largest or a == b or (math.isnan(a) and math.isnan(b)))
               for a, b in zip(got, expected, strict=True))


def write_arguments(step, case, tensors):
    for argument in step.arguments:
        if argument["kind"] not in ("input", "state"):
            continue
        name = argument["name"]
        data = (tensors[name][1] if name in tensors
                else fill(argument, random_data.choose(case["values"], name)))
        step.write(name, data)


def check(device, folder, name, case):
    """Returns the number of wrong elements of each result."""
    with Step(device, folder / f"cases/{name}.small") as step:
        # Without this, the memory could already contain the correct result.
        for number, argument in enumerate(step.arguments):
            if argument["kind"] in ("result", "arena"):
                step.fill(number, POISON)
        write_arguments(step, case, tensor_file.read(
            folder / f"cases/{name}.small.inputs.safetensors"))
        expected = tensor_file.read(folder / f"cases/{name}.small.outputs.safetensors")
        step.run()
        wrong = {}
        for argument in step.arguments:
            if argument["kind"] not in ("result", "state"):
                continue
            result = argument["name"]
            data = argument["type"], step.read(result), expected[result][1]
            wrong[result] = (count_far(*data, case["bound"]) if case["bound"]
                             else count_wrong(*data, case["ulps"]))
    return wrong


class Timer:
    """Times work whose data are in no cache, with events of the GPU."""

    def __init__(self, device, flush_bytes):
        self.device, self.flush_bytes = device, flush_bytes
        self.memory = [device.allocate(flush_bytes) for _ in range(2)]

    def copy(self, source, target, size):
        self.device.call("copy", self.device.stream, U64(target), U64(source),
                         U64(size))

    def seconds(self, work):
        # The GPU is still busy with this copy when the host has submitted
        # `work`.
        self.copy(*self.memory, self.flush_bytes)
        return self.device.time(work)

    def close(self):
        for address in self.memory:
            self.device.free(address)


def write_random(step, case):
    """Fills arguments of any size with repetitions of a block of random elements."""
    blocks = {}
    for number, argument in enumerate(step.arguments):
        if argument["kind"] not in ("input", "state"):
            continue
        name, dtype = argument["name"], argument["type"]
        kind = random_data.choose(case["values"], name)
        if isinstance(kind, str):
            kind = "normal" if kind == "special" else kind
            count = min(1 << 18, argument["bytes"] // random_data.SIZES[dtype])
            if (dtype, kind, count) not in blocks:
                blocks[dtype, kind, count] = random_data.make(dtype, count, kind, 1)
            step.fill(number, blocks[dtype, kind, count])
        else:
            step.write(name, fill(argument, kind))


def call_peers(peers, errors):
    """Returns the seconds of each peer. Moves those that raise from `peers` to `errors`."""
    seconds = {}
    for label, run in list(peers.items()):
        try:
            seconds[label] = run()
        except Exception as error:  # pylint: disable=broad-exception-caught
            errors[label] = f"{type(error).__name__}: {error}"
            del peers[label]
    return seconds


def time_case(device, folder, name, case, peers, errors, options):
    """Returns median seconds of the step, of a copy of its bytes and of each peer, which
    take turns. Peers that raise are left out, with their message in `errors`.
    """
    with contextlib.ExitStack() as stack:
        step = stack.enter_context(Step(device, folder / f"cases/{name}.large"))
        write_random(step, case)
        timer = stack.enter_context(contextlib.closing(Timer(device, options.flush_bytes)))
        work = {"fp8": step.run}
        if case["bytes"]:
            half = case["bytes"] // 2
            pair = []
            for _ in range(2):
                pair.append(device.allocate(half))
                stack.callback(device.free, pair[-1])
            work["copy"] = lambda: timer.copy(*pair, half)
        samples = {label: [] for label in [*work, *peers]}
        device.synchronize()
        for number in range(-WARM_UP, options.repeat):
            seconds = {label: timer.seconds(run) for label, run in work.items()}
            seconds |= call_peers(peers, errors)
            if number >= 0:
                for label, value in seconds.items():
                    samples[label].append(value)
        return ({label: statistics.median(values) for label, values in samples.items()
                 if label not in errors}, step.record["product_flops"])
