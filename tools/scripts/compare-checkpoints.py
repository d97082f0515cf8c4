#!/usr/bin/env python3
"""Compares the latest checkpoints of several runs, bit for bit.

    compare-checkpoints.py [--states] FOLDER FOLDER...

Each folder was written by fp8-run --checkpoint. The rows of states that lie in
several files are joined. Runs on other numbers of ranks, or with micro-batches in
place of ranks, have equal losses, states, scales, residuals and histories.

Options:
  --states   compare only the states, not the losses of the steps before

Exit status: 0 if all are equal, 1 if not, 2 if a checkpoint cannot be read.
"""

import argparse
import json
import math
import pathlib
import re
import struct
import sys

LOSSES, SECONDS = "fp8-run.losses", "fp8-run.seconds"


def read(path):
    """Returns ({name: (dtype, shape, bytes)}, metadata) of a safetensors file."""
    raw = path.read_bytes()
    size = struct.unpack("<Q", raw[:8])[0]
    header, data = json.loads(raw[8 : 8 + size]), raw[8 + size :]
    metadata = header.pop("__metadata__", {})
    tensors = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        tensors[name] = (entry["dtype"], entry["shape"], data[begin:end])
    return tensors, metadata


def find_latest(folder):
    """Returns the checkpoint of the most steps in a folder."""
    steps = {}
    for path in folder.glob("step-*.safetensors"):
        if match := re.fullmatch(r"step-(\d+)\.safetensors", path.name):
            steps[int(match[1])] = path
    if not steps:
        raise FileNotFoundError(f"no checkpoint in {folder}")
    return steps[max(steps)]


def load(folder):
    """Returns (steps, {name: (dtype, shape, bytes)}) of the latest checkpoint."""
    path = find_latest(folder)
    tensors, metadata = read(path)
    parts = sorted(json.loads(metadata.get("parts", "{}")), key=lambda name: (len(name), name))
    files = [read(folder / part)[0] for part in parts]
    for name, rows in json.loads(metadata.get("rows", "{}")).items():
        dtype, shape, data = tensors[name]
        data = b"".join([data, *(file[name][2] for file in files)])
        shape = [int(rows), *shape[1:]]
        elements = math.prod(shape)
        if elements and len(data) % elements:
            raise ValueError(f"{path}: the rows of {name} are not complete")
        tensors[name] = (dtype, shape, data)
    tensors.pop(SECONDS, None)
    return int(metadata["steps"]), tensors


def describe(expected, actual):
    """Returns the difference of two tensors, or None if they are equal."""
    if actual is None:
        return "is missing"
    if expected[:2] != actual[:2]:
        return f"is {actual[0]}{actual[1]}, not {expected[0]}{expected[1]}"
    different = sum(a != b for a, b in zip(expected[2], actual[2]))
    return f"differs in {different} of {len(expected[2])} bytes" if different else None


def compare(first, other, only_states):
    """Returns the differences between two loaded checkpoints, as texts."""
    if first[0] != other[0]:
        return [f"{other[0]} steps, not {first[0]}"]
    names = sorted({*first[1], *other[1]} - ({LOSSES} if only_states else set()))
    found = []
    for name in names:
        if name not in first[1]:
            found.append(f"'{name}' is only there")
        elif difference := describe(first[1][name], other[1].get(name)):
            found.append(f"'{name}' {difference}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=pathlib.Path, metavar="FOLDER")
    parser.add_argument("--states", action="store_true", help="do not compare losses")
    options = parser.parse_args()
    try:
        loaded = [load(folder) for folder in options.folders]
    except (OSError, ValueError, KeyError, struct.error) as error:
        print(f"compare-checkpoints: {error}", file=sys.stderr)
        return 2
    status = 0
    for folder, checkpoint in zip(options.folders[1:], loaded[1:]):
        differences = compare(loaded[0], checkpoint, options.states)
        for difference in differences[:10]:
            print(f"{folder}: {difference}")
        if len(differences) > 10:
            print(f"{folder}: and {len(differences) - 10} more differences")
        status |= bool(differences)
    if not status:
        print(f"equal: {len(loaded[0][1])} tensors after {loaded[0][0]} steps, "
              f"in {len(loaded)} folders")
    return status


if __name__ == "__main__":
    sys.exit(main())
