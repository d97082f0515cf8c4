"""Compares the states of two files of outputs, except for step counters."""

import sys

import safetensors

first, second = (
    dict(safetensors.deserialize(open(path, "rb").read())) for path in sys.argv[1:]
)
names = sorted(set(first) | set(second))
names = [name for name in names if name not in ("fp8.step", "loss")]
for name in names:
    if first[name] != second[name]:
        sys.exit(f"{name} differs")
print(len(names), "states are equal")
