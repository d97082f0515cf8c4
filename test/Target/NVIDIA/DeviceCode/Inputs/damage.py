"""Damages every entry of a cache: damage.py FOLDER cut|bit|empty|other"""

import pathlib
import sys

DAMAGES = {
    "cut": lambda data: data[: len(data) // 2],
    "bit": lambda data: data[:99] + bytes([data[99] ^ 1]) + data[100:],
    "empty": lambda data: b"",
    "other": lambda data: b"not a cubin, though as long as a checksum is",
}

for entry in pathlib.Path(sys.argv[1]).glob("*.cubin"):
    entry.write_bytes(DAMAGES[sys.argv[2]](entry.read_bytes()))
