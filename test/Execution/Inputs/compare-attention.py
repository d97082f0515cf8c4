"""Compares the attention of a step in JSON with that in a library made of an object.

compare-attention.py SOURCES STEP.json LIBRARY SYMBOL
"""

import ctypes
import json
import sys

sys.path.insert(0, sys.argv[1] + "/tools/bench/gpu")
import fp8_step  # noqa: E402: it is in another folder


class Compiled(ctypes.Structure):
    """fp8rt_cuda_compiled."""

    _fields_ = [
        ("desc", ctypes.POINTER(fp8_step.StepDesc)),
        ("image", ctypes.c_void_p),
        ("arguments", ctypes.c_void_p),
    ]


with open(sys.argv[2]) as file:
    record = json.load(file)
desc = Compiled.in_dll(ctypes.CDLL(sys.argv[3]), sys.argv[4]).desc.contents
print(f"flags {record['flags']}, {desc.flags}")
equal, count = 0, 0
assert len(record["ops"]) == desc.num_ops
for number, op in enumerate(record["ops"]):
    found = desc.ops[number].attention
    assert bool(found) == ("attention" in op), op["location"]
    if found:
        count += 1
        equal += bytes(found.contents) == bytes(fp8_step.make_attention(op["attention"]))
print(f"{equal} of {count} descriptions are equal")
