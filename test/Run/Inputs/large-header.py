"""large-header.py FILE KIND: a safetensors file with a header of 98 MB."""

import struct
import sys

SIZE = 98_000_000
TENSOR = '"dtype":"F32","shape":[2],"data_offsets":[0,8]'


def fill(begin, item, end):
    return begin + item * ((SIZE - len(begin) - len(end)) // len(item)) + end


def make_names():
    tensors = (f'"{i}":{{"dtype":"U8","shape":[0],"data_offsets":[8,8]}}' for i in range(1_600_000))
    return f'{{"x":{{{TENSOR}}},{",".join(tensors)}}}'


HEADERS = {
    "shape": lambda: fill('{"x":{"dtype":"F32","data_offsets":[0,8],"shape":[2', ",1", "]}}"),
    "list": lambda: fill(f'{{"x":{{{TENSOR},"more":[0', ",0", "]}}"),
    "offsets": lambda: fill('{"x":{"dtype":"F32","shape":[2],"data_offsets":[0', ",0", "]}}"),
    "name": lambda: fill('{"', "x", f'":{{{TENSOR}}}}}'),
    "names": make_names,
    "metadata": lambda: fill('{"__metadata__":{"note":"', "x", f'"}},"x":{{{TENSOR}}}}}'),
    "brackets": lambda: fill("{", "[", ""),
    "spaces": lambda: fill(f'{{"x":{{{TENSOR}}}}}', " ", ""),
}

with open(sys.argv[1], "wb") as file:
    header = HEADERS[sys.argv[2]]().encode()
    file.write(struct.pack("<Q", len(header)) + header + bytes(8))
