#!/usr/bin/env python3
"""The inputs of torch.mlir, and the definition of its ops, element by element.

    check-torch.py inputs OUT
    check-torch.py check RESULTS

All values are multiples of small powers of two: sums have no rounding.
"""

import json
import struct
import sys

X = [[((8 * i + j) % 11 - 5) * 0.25 for j in range(8)] for i in range(6)]
IDS = [3, 9, 3, 0, 9, 3]


def flatten(rows):
    return [value for row in rows for value in row]


def inputs(out):
    x, ids = struct.pack("<48f", *flatten(X)), struct.pack("<6q", *IDS)
    header = {"x": {"dtype": "F32", "shape": [6, 8], "data_offsets": [0, 192]},
              "ids": {"dtype": "I64", "shape": [6], "data_offsets": [192, 240]}}
    text = json.dumps(header).encode()
    with open(out, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + x + ids)


def read(path):
    with open(path, "rb") as file:
        raw = file.read()
    length = struct.unpack("<Q", raw[:8])[0]
    data = raw[8 + length:]
    codes = {"F32": "<f", "I64": "<q"}
    tensors = {}
    for name, entry in json.loads(raw[8:8 + length]).items():
        begin, end = entry["data_offsets"]
        tensors[name] = [value for (value,) in struct.iter_unpack(
            codes[entry["dtype"]], data[begin:end])]
    return tensors


def check(path):
    results = read(path)
    power = [[v ** 5 for v in row] for row in X]
    table = [[0.0] * 8 for _ in range(10)]
    for row, at in zip(power, IDS):
        table[at] = [a + b for a, b in zip(table[at], row)]
    padded = [[0.0] * 12 for _ in range(6)]
    for i in range(5):
        padded[1 + i][0:3] = power[i][2:5]
    for i in range(6):
        padded[i][4:12] = power[i]
    expected = {
        "targets": [-1.0 if j == IDS[i] else 0.0
                    for i in range(6) for j in range(10)],
        "table": flatten(table),
        # Positions are computed from ids alone, and become their new value.
        "ids": [sum(IDS[:i + 1]) for i in range(6)],
        "padded": flatten(padded),
        "looked_up": flatten(table[at] for at in IDS),
    }
    for name, values in expected.items():
        if results[name] != values:
            sys.exit(f"{name}: expected {values}, got {results[name]}")
    for value, row in zip(results["mean"], X):
        if abs(value - sum(row) * 0.1) > 1e-7:
            sys.exit(f"mean: expected {sum(row) * 0.1}, got {value}")
    print("all as expected")


{"inputs": inputs, "check": check}[sys.argv[1]](sys.argv[2])
