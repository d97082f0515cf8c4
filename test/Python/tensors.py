"""Files of tensors in any format, FP8 codes among them, as bytes and arrays."""

import json
import struct

import numpy as np
import safetensors

# The types of arrays; formats that numpy lacks are their bits.
ARRAYS = {
    "F32": np.float32, "F16": np.float16, "BF16": np.uint16,
    "F8_E4M3": np.uint8, "F8_E5M2": np.uint8, "F8_E8M0": np.uint8,
    "I8": np.int8, "I16": np.int16, "I32": np.int32, "I64": np.int64,
}  # fmt: skip


def write(path, tensors):
    """`tensors` maps a name to (dtype of the file, array).

    Not by the library: it takes the types of numpy, which has no FP8.
    """
    header, data = {}, b""
    for name, (dtype, array) in tensors.items():
        raw = np.ascontiguousarray(array).tobytes()
        header[name] = {"dtype": dtype, "shape": list(array.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def read(path):
    """The inverse of `write`."""
    entries = dict(safetensors.deserialize(path.read_bytes()))
    return {
        name: (entry["dtype"], np.frombuffer(entry["data"], ARRAYS[entry["dtype"]]).reshape(entry["shape"]))
        for name, entry in entries.items()
    }


def read_bytes(path):
    """The bytes of each tensor, by name."""
    return {name: array.tobytes() for name, (_, array) in read(path).items()}
