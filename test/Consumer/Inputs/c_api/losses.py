"""Compares the losses of examples/c_api on examples/mlp with those of fp8-run.

losses.py LOSSES FP8_RUN MODULE OPTION...
"""
import csv
import json
import pathlib
import struct
import subprocess
import sys

SHAPES = {"w1": (4, 8), "w2": (8, 2), "x": (16, 4), "y": (16, 2)}


def write(path):
    """Writes the numbers that the program starts from."""
    header, data = {}, b""
    for name, (rows, columns) in SHAPES.items():
        values = [(i % 7 - 3) * 0.125 for i in range(rows * columns)]
        packed = struct.pack(f"<{len(values)}f", *values)
        offsets = [len(data), len(data) + len(packed)]
        header[name] = {"dtype": "F32", "shape": [rows, columns], "data_offsets": offsets}
        data += packed
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def main():
    losses, fp8_run, module, *options = sys.argv[1:]
    found = [float.fromhex(line.split()[1]) for line in open(losses)]
    given, rows = (pathlib.Path(losses).with_suffix(end) for end in (".safetensors", ".csv"))
    write(given)
    command = [fp8_run, module, f"--inputs={given}", "--arg=lr=0.5", f"--csv={rows}"]
    subprocess.run([*command, f"--steps={len(found)}", *options], check=True)
    expected = [struct.unpack("f", struct.pack("f", float(row["loss"])))[0] for row in csv.DictReader(open(rows))]
    assert len(found) > 1 and found == expected, (found, expected)


main()
