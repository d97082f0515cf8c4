"""Safetensors files, using only the standard library."""
import array
import json
import pathlib
import struct

DTYPES = {"f32": "F32", "bf16": "BF16", "i32": "I32", "i8": "I8",
          "f8E4M3FN": "F8_E4M3", "f8E5M2": "F8_E5M2", "f8E8M0FNU": "F8_E8M0"}


def read_entries(path):
    """Yields (name, entry of the header, bytes) of each tensor of a file."""
    data = pathlib.Path(path).read_bytes()
    (size,) = struct.unpack_from("<Q", data)
    header = json.loads(data[8:8 + size])
    header.pop("__metadata__", None)
    body = memoryview(data)[8 + size:]
    return [(name, entry, bytes(body[slice(*entry["data_offsets"])])) for name, entry in header.items()]


def read(path):
    """Returns the tensors of a file: name to (shape, bytes)."""
    return {name: (entry["shape"], data) for name, entry, data in read_entries(path)}


def read_floats(path):
    """Returns the f32 tensors: name to an array."""
    return {name: array.array("f", data) for name, entry, data in read_entries(path) if entry["dtype"] == "F32"}


def write(path, tensors):
    """`tensors`: name to (type as MLIR writes it, shape, bytes)."""
    header, body = {}, b""
    for name, (dtype, shape, data) in tensors.items():
        header[name] = {"dtype": DTYPES[dtype], "shape": shape,
                        "data_offsets": [len(body), len(body) + len(data)]}
        body += data
    text = json.dumps(header).encode()
    text = text.ljust((len(text) + 7) // 8 * 8)
    pathlib.Path(path).write_bytes(struct.pack("<Q", len(text)) + text + body)
