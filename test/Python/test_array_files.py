# RUN: %pytest %s
"""The safetensors files of the Python package: damaged ones are refused."""

import json
import struct

import numpy as np
import pytest

from fp8 import _safetensors

ARRAYS = {"w": np.arange(3, dtype=np.float32), "none": np.zeros((0, 2), np.int8)}
ENTRY = {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}


def make(header, data=b"12345678"):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def same(path):
    arrays, metadata = _safetensors.read(path)
    for name, array in ARRAYS.items():
        assert arrays[name].dtype == array.dtype and arrays[name].shape == array.shape
        assert arrays[name].tobytes() == array.tobytes()
    return metadata


def test_round_trip(tmp_path):
    path = tmp_path / "file"
    _safetensors.write(path, ARRAYS, {"a": "b"})
    assert same(path) == {"a": "b"}
    _safetensors.write(path, ARRAYS, {"a": "b"}, checksum=True)
    metadata = same(path)
    assert metadata["a"] == "b" and len(metadata[_safetensors.CHECKSUM]) == 64


def test_no_flipped_bit_is_accepted(tmp_path):
    """As the bits of checkpoints of fp8-run."""
    path = tmp_path / "file"
    _safetensors.write(path, ARRAYS, {"a": "b"}, checksum=True)
    whole = path.read_bytes()
    for bit in range(8 * len(whole)):
        damaged = bytearray(whole)
        damaged[bit // 8] ^= 1 << bit % 8
        path.write_bytes(damaged)
        try:
            arrays, metadata = _safetensors.read(path)
        except ValueError as error:
            assert str(path) in str(error)
        else:
            # It has another key, and no checksum: train() refuses the file.
            assert _safetensors.CHECKSUM not in metadata, bit


REFUSED = {
    "no length": b"1234567",
    "a length beyond the end": struct.pack("<Q", 3) + b"{}",
    "a huge length": struct.pack("<Q", 2**63) + b"{}",
    "space before the header": make(b' {"w": ' + json.dumps(ENTRY).encode() + b"}"),
    "UTF-16": make("{}".encode("utf-16-le"), b""),
    "no object": make(b'"w"', b""),
    "deep JSON": make(b'{"w": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"),
    "NaN": make(b'{"w": NaN}'),
    "half of a character": make(b'{"\\ud800": ' + json.dumps(ENTRY).encode() + b"}"),
    "a key twice": make(b'{"w": %b, "w": %b}' % ((json.dumps(ENTRY).encode(),) * 2)),
    "metadata that is a number": make({"w": ENTRY, "__metadata__": {"a": 1}}),
    "an unknown type": make({"w": ENTRY | {"dtype": "F31"}}),
    "a type that is a list": make({"w": ENTRY | {"dtype": ["F32"]}}),
    "no shape": make({"w": {"dtype": "F32", "data_offsets": [0, 8]}}),
    "a negative extent": make({"w": ENTRY | {"shape": [-2]}}),
    "a fraction": make({"w": ENTRY | {"shape": [2.0]}}),
    "a truth value": make({"w": ENTRY | {"shape": [2, True]}}),
    "a negative offset": make({"w": ENTRY | {"data_offsets": [-8, 0]}}),
    "offsets backwards": make({"w": ENTRY | {"data_offsets": [8, 0]}}),
    "three offsets": make({"w": ENTRY | {"data_offsets": [0, 8, 8]}}),
    "too few bytes": make({"w": ENTRY}, b"1234567"),
    "too many bytes": make({"w": ENTRY}, b"123456789"),
    "a gap": make({"w": ENTRY | {"data_offsets": [4, 12]}}, b"0123456789ab"),
    "an overlap": make({"v": ENTRY, "w": ENTRY}),
    "a size that wraps": make({"w": ENTRY | {"shape": [2**62 + 2]}}),
    "an extent that numpy cannot hold": make({"w": ENTRY | {"shape": [0, 2**63], "data_offsets": [0, 0]}}, b""),
}


@pytest.mark.parametrize("damage", REFUSED)
def test_refused(damage, tmp_path):
    path = tmp_path / "file"
    path.write_bytes(REFUSED[damage])
    with pytest.raises(ValueError, match=f"{path} is not a safetensors file: "):
        _safetensors.read(path)
