"""Makes and shows tensor files, without the code under test.

write OUT NAME=DTYPE:SHAPE:VALUES...   a safetensors file; SHAPE is 2x3 or empty
show FILE [NAME]...                    name, dtype, shape and values
npy OUT DESCR SHAPE VALUES [fortran]   a .npy file
"""
import json
import math
import struct
import sys

FORMATS = {"F64": "d", "F32": "f", "I64": "q", "I32": "i", "I16": "h",
           "I8": "b", "U64": "Q", "U32": "I", "U16": "H", "U8": "B", "BOOL": "B", "F8_E4M3": "B", "F8_E5M2": "B",
           "BF16": "H", "F16": "e", "F8_E8M0": "B"}
NPY_FORMATS = {"<f4": "f", "<f8": "d", "<i4": "i", "<i8": "q", "|b1": "B"}


def pack(code, text):
    number = float if code in "dfe" else int
    values = [number(v) for v in text.split(",")] if text else []
    return struct.pack(f"<{len(values)}{code}", *values)


def parse_shape(text):
    return [int(size) for size in text.split("x")] if text else []


def write(out, *specs):
    header, data = {}, b""
    for spec in specs:
        name, rest = spec.split("=", 1)
        dtype, shape, values = rest.split(":")
        shape = parse_shape(shape)
        raw = pack(FORMATS[dtype], values)
        if "," not in values:  # One value stands for all.
            raw *= math.prod(shape)
        header[name] = {"dtype": dtype, "shape": shape,
                        "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    with open(out, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


def show(path, *names):
    with open(path, "rb") as file:
        raw = file.read()
    length = struct.unpack("<Q", raw[:8])[0]
    header = json.loads(raw[8:8 + length])
    data = raw[8 + length:]
    for name in names or header:
        entry = header[name]
        begin, end = entry["data_offsets"]
        values = [v[0] for v in struct.iter_unpack(
            "<" + FORMATS[entry["dtype"]], data[begin:end])]
        print(name, entry["dtype"], entry["shape"],
              " ".join(f"{v:g}" if isinstance(v, float) else str(v)
                       for v in values))


def npy(out, descr, shape, values, order="c"):
    shape = parse_shape(shape)
    tuple_text = "(" + "".join(f"{size}, " for size in shape) + ")"
    header = (f"{{'descr': '{descr}', 'fortran_order': {order == 'fortran'}, "
              f"'shape': {tuple_text}, }}\n").encode()
    with open(out, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) +
                   header + pack(NPY_FORMATS[descr], values))


{"write": write, "show": show, "npy": npy}[sys.argv[1]](*sys.argv[2:])
