"""The inputs of train.c, and the outputs of fp8-run as train.c prints them.

inputs OUT              a safetensors file
outputs FILE            what train.c prints
"""
import json
import struct
import sys

SHAPES = {"w1": [4, 8], "w2": [8, 2], "x": [16, 4], "y": [16, 2]}
FILLS = {"w1": (7, 0.125), "w2": (5, 0.25), "x": (11, 0.25), "y": (3, 1.0)}


def inputs(out):
    header, data = {}, b""
    for name, (rows, columns) in SHAPES.items():
        period, factor = FILLS[name]
        values = [(i % period - period // 2) * factor
                  for i in range(rows * columns)]
        raw = struct.pack(f"<{len(values)}f", *values)
        header[name] = {"dtype": "F32", "shape": [rows, columns],
                        "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    with open(out, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


def c_hex(value):
    """Formats like %a of printf."""
    if value == 0:
        return float.hex(value).replace("0x0.0p", "0x0p")
    mantissa, exponent = float.hex(value).split("p")
    return mantissa.rstrip("0").rstrip(".") + "p" + exponent


def outputs(path):
    with open(path, "rb") as file:
        raw = file.read()
    length = struct.unpack("<Q", raw[:8])[0]
    header, data = json.loads(raw[8:8 + length]), raw[8 + length:]
    for name in ("loss", "w1", "w2"):
        begin, end = header[name]["data_offsets"]
        for (value,) in struct.iter_unpack("<f", data[begin:end]):
            print(name, c_hex(value))


{"inputs": inputs, "outputs": outputs}[sys.argv[1]](*sys.argv[2:])
