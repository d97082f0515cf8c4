"""Arrays in safetensors files, FP8 codes among them."""

import hashlib
import json
import math
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


#: The longest header that readers of the format accept, in bytes.
_MAX_HEADER = 100_000_000

#: The key of the metadata that holds a checksum, and its value while the
#: checksum of the whole file is computed.
CHECKSUM = "fp8.sha256"
_NO_CHECKSUM = "0" * 64


def write(path, arrays, metadata=None, checksum=False):
    """Writes {name: array} and {name: text} to a file. A checksum detects every
    change of the file.
    """
    import numpy as np

    arrays = {name: np.asarray(array) for name, array in arrays.items()}
    file_types = {type_: name for name, type_ in _TYPES.items()}
    metadata = dict(metadata or {}) | ({CHECKSUM: _NO_CHECKSUM} if checksum else {})
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
    content = b"".join([struct.pack("<Q", len(text)), text, *data])
    if checksum:
        digest = hashlib.sha256(content).hexdigest()
        content = _with_checksum(content, _NO_CHECKSUM, digest)
    replace_files({path: content})


def read(path):
    """Returns {name: array} and the metadata of a file. Raises an error if the file has
    a wrong checksum.
    """
    data = pathlib.Path(path).read_bytes()
    try:
        arrays, metadata = parse(data)
    except ValueError as error:
        raise ValueError(f"{path} is not a safetensors file: {error}") from None
    if CHECKSUM in metadata:
        found = metadata[CHECKSUM]
        data = _with_checksum(data, found, _NO_CHECKSUM)
        digest = hashlib.sha256(data).hexdigest()
        if digest != found:
            raise ValueError(
                f"{path} is damaged: expected the checksum {found}, but its bytes "
                f"have {digest}"
            )
    return arrays, metadata


def _with_checksum(content, old, new):
    """Replaces the checksum in the bytes of a file."""
    key = json.dumps(CHECKSUM) + ": "
    return content.replace(
        (key + json.dumps(old)).encode(), (key + json.dumps(new)).encode(), 1
    )


# ----------------------------------------------------------------------------
# Parsing
# ----------------------------------------------------------------------------


def parse(data):
    """Returns {name: array} and the metadata of a file's bytes. Files are not
    trusted: raises ValueError unless the format allows them.
    """
    header, begin = _parse_header(data)
    metadata = header.pop("__metadata__", {})
    _expect(
        isinstance(metadata, dict)
        and all(isinstance(value, str) for value in metadata.values()),
        "texts as metadata",
    )
    arrays = {}
    places = []
    for name, entry in header.items():
        dtype, shape, offsets = _parse_entry(name, entry)
        size = math.prod(shape) * dtype.itemsize
        _expect(offsets[1] - offsets[0] == size, f"{size} bytes for '{name}'")
        places.append((*offsets, name, dtype, shape))
    end = 0
    for first, last, name, dtype, shape in sorted(places, key=lambda p: p[:2]):
        _expect(first == end and begin + last <= len(data), "tensors without gaps")
        arrays[name] = _make_array(data[begin + first : begin + last], dtype, shape)
        end = last
    _expect(begin + end == len(data), "no bytes after the tensors")
    return arrays, metadata


def _expect(condition, what):
    if not condition:
        raise ValueError(f"expected {what}")


def _parse_header(data):
    """Returns the JSON of a file, and the position of its data."""
    _expect(len(data) >= 8, "8 bytes with the length of the header")
    (length,) = struct.unpack_from("<Q", data)
    _expect(length <= min(_MAX_HEADER, len(data) - 8), "a header of this length")
    try:
        text = data[8 : 8 + length].decode("utf-8")
        _expect(text.startswith("{"), "an object of JSON")
        header = json.loads(
            text, object_pairs_hook=_make_dict, parse_constant=_refuse_constant
        )
        # A single UTF-16 surrogate is not a character.
        json.dumps(header, ensure_ascii=False).encode("utf-8")
    except RecursionError:
        raise ValueError("expected JSON of a few levels") from None
    _expect(isinstance(header, dict), "an object of JSON")
    return header, 8 + length


def _make_dict(pairs):
    made = dict(pairs)
    _expect(len(made) == len(pairs), "each key of JSON once")
    return made


def _refuse_constant(name):
    raise ValueError(f"expected JSON, but it has {name}")


def _is_count(value):
    return type(value) is int and 0 <= value < 2**64


def _parse_entry(name, entry):
    """Returns the type, the shape and the offsets of a tensor."""
    import ml_dtypes
    import numpy as np

    _expect(isinstance(entry, dict), f"an object for '{name}'")
    type_ = entry.get("dtype")
    _expect(isinstance(type_, str) and type_ in _TYPES, f"a known type of '{name}'")
    shape, offsets = entry.get("shape"), entry.get("data_offsets")
    for counts in (shape, offsets):
        _expect(
            isinstance(counts, list) and all(map(_is_count, counts)),
            f"the shape and the offsets of '{name}'",
        )
    _expect(len(offsets) == 2, f"two offsets of '{name}'")
    return np.dtype(getattr(ml_dtypes, _TYPES[type_], _TYPES[type_])), shape, offsets


def _make_array(data, dtype, shape):
    import numpy as np

    try:
        return np.frombuffer(data, dtype).reshape(shape)
    except OverflowError:
        raise ValueError(f"expected a shape of numpy instead of {shape}") from None
