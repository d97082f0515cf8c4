"""Arrays in safetensors files, FP8 codes among them."""

import json
import pathlib
import struct

from fp8._replace import replace_files

#: The types of a file, and those of numpy and ml_dtypes.
_TYPES = {
    "F64": "float64",
    "F32": "float32",
    "F16": "float16",
    "BF16": "bfloat16",
    "F8_E4M3": "float8_e4m3fn",
    "F8_E5M2": "float8_e5m2",
    "F8_E8M0": "float8_e8m0fnu",
    "I64": "int64",
    "I32": "int32",
    "I16": "int16",
    "I8": "int8",
    "U32": "uint32",
    "U8": "uint8",
    "BOOL": "bool",
}


def write(path, arrays, metadata=None):
    """Writes {name: array} and {name: text} to a file."""
    import numpy as np

    arrays = {name: np.asarray(array) for name, array in arrays.items()}
    file_types = {type_: name for name, type_ in _TYPES.items()}
    header = {"__metadata__": metadata} if metadata else {}
    size = 0
    for name, array in arrays.items():
        if array.dtype.name not in file_types:
            raise TypeError(
                f"'{name}' is {array.dtype}; supported are {', '.join(file_types)}"
            )
        header[name] = {
            "dtype": file_types[array.dtype.name],
            "shape": list(array.shape),
            "data_offsets": [size, size + array.nbytes],
        }
        size += array.nbytes
    text = json.dumps(header).encode()
    # Tensors begin at a multiple of 8 bytes.
    text += b" " * (-len(text) % 8)
    data = [array.tobytes() for array in arrays.values()]
    replace_files({path: b"".join([struct.pack("<Q", len(text)), text, *data])})


def read(path):
    """Returns {name: array} and the metadata of a file."""
    import ml_dtypes
    import numpy as np

    data = pathlib.Path(path).read_bytes()
    try:
        (length,) = struct.unpack_from("<Q", data)
        header = json.loads(data[8 : 8 + length])
        metadata = header.pop("__metadata__", {})
        arrays = {}
        for name, entry in header.items():
            type_ = _TYPES[entry["dtype"]]
            dtype = np.dtype(getattr(ml_dtypes, type_, type_))
            begin, end = (8 + length + offset for offset in entry["data_offsets"])
            raw = np.frombuffer(data[begin:end], dtype)
            arrays[name] = raw.reshape(entry["shape"])
    except (struct.error, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{path} is not a safetensors file: {error!r}") from None
    return arrays, metadata
