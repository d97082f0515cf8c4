"""Runs a compiled step from its header alone, as any host could.

inputs NAME.h OUT                values for every argument
run NAME.h LIBRARY IN STEPS OUT  @step again and again, first @step0 if it is there
compare A B [NAME...]            bit for bit

Tensors are in safetensors files.
"""
import ctypes
import json
import re
import struct
import sys

DTYPES = {"f32": ("F32", 4), "i64": ("I64", 8), "i32": ("I32", 4)}


def parse(header):
    """(name, dtype, shape, role) of each argument, the arena's size, and the
    functions for the first step and for others."""
    text = open(header).read()
    arguments = []
    step, declaration = re.search(r"fp8rt_status (\w*step)\((.*?)\);", text, re.DOTALL).groups()
    for name, what in re.findall(r"\*(\w+), /\* (.*) \*/", declaration):
        # A name that C cannot have comes last.
        what, _, original = what.partition(": ")
        described, *roles = what.split(", ")
        role = next((r for r in roles if not r.startswith("starts as")), "")
        *shape, dtype = re.sub("^one ", "", described).replace(" x ", " ").split()
        arguments.append((original or name, dtype, [int(n) for n in shape], role))
    arena = max(map(int, re.findall(r"ARENA_BYTES (\d+)", text)))
    first = step + "0" if f"fp8rt_status {step}0(" in text else step
    return arguments, arena, first, step


def count(shape):
    product = 1
    for extent in shape:
        product *= extent
    return product


def write(path, tensors):
    header, data = {}, b""
    for name, (dtype, shape, raw) in tensors.items():
        header[name] = {"dtype": dtype, "shape": shape,
                        "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


def read(path):
    raw = open(path, "rb").read()
    (length,) = struct.unpack("<Q", raw[:8])
    header, data = json.loads(raw[8:8 + length]), raw[8 + length:]
    return {name: (entry["dtype"], entry["shape"],
                   data[slice(*entry["data_offsets"])])
            for name, entry in header.items()}


def inputs(header, out):
    """Small floats, second moments positive; integers below 90."""
    tensors, state = {}, 1
    for name, dtype, shape, role in parse(header)[0]:
        if role == "written":
            continue
        values = []
        for _ in range(count(shape)):
            state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
            random = state >> 40
            values.append(random % 90 if dtype != "f32" else random * 2.0**-27)
        code = {"f32": "f", "i64": "q", "i32": "i"}[dtype]
        tensors[name] = (DTYPES[dtype][0], shape,
                         struct.pack(f"<{len(values)}{code}", *values))
    write(out, tensors)


def run(header, library, source, steps, out):
    arguments, arena_bytes, first, others = parse(header)
    runtime = ctypes.CDLL(library)
    runtime.fp8rt_last_error.restype = ctypes.c_char_p
    given = read(source)
    buffers = []
    for name, dtype, shape, role in arguments:
        size = max(count(shape) * DTYPES[dtype][1], 1)
        raw = b"" if role == "written" else given[name][2]
        buffers.append(ctypes.create_string_buffer(raw, size))
    arena = ctypes.create_string_buffer(arena_bytes + 64)
    base = -(-ctypes.addressof(arena) // 64) * 64
    context = ctypes.c_void_p()
    assert runtime.fp8rt_context_create(None, ctypes.byref(context)) == 0
    pointers = [ctypes.c_void_p(ctypes.addressof(b)) for b in buffers]
    for number in range(int(steps)):
        step = getattr(runtime, first if number == 0 else others)
        if step(context, None, *pointers, ctypes.c_void_p(base)) != 0:
            sys.exit(runtime.fp8rt_last_error().decode())
    write(out, {name: (DTYPES[dtype][0], shape, bytes(buffer)[:size])
                for (name, dtype, shape, role), buffer in zip(arguments, buffers)
                for size in [count(shape) * DTYPES[dtype][1]] if role})


def compare(a, b, *names):
    left, right = read(a), read(b)
    assert set(left) == set(right), set(left) ^ set(right)
    names = names or left
    differing = [name for name in names if left[name] != right[name]]
    assert not differing, differing
    print(f"{len(names)} tensors agree")


{"inputs": inputs, "run": run, "compare": compare}[sys.argv[1]](*sys.argv[2:])
