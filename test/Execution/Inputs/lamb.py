"""An update with sums, of tensors that the compiler has not seen.

    lamb.py step SIZES              prints a step of LAMB
    lamb.py run LIBRARY IN OUT      runs the update of LIBRARY on the values of IN, and
                                    compares the states with those of OUT
"""

import ctypes
import sys

import numpy as np
from safetensors.numpy import load_file

from fp8 import _updates

SCALARS = ("lr", "c1", "c2")


def write(sizes):
    declared = [f'%{name}: tensor<f32> {{fp8.name = "{name}"}}' for name in SCALARS]
    ops, values, results = [], [], []
    for k, size in enumerate(sizes):
        tensor = f"tensor<{size}xf32>"
        for plane, kind in (("", "param"), (".m", "moment"), (".v", "moment")):
            declared.append(
                f'%s{k}{plane[1:]}: {tensor} {{fp8.name = "p{k}{plane}", fp8.state = #fp8.state<{kind}>}}'
            )
            results.append(f'{tensor} {{fp8.updates = "p{k}{plane}"}}')
        declared.append(f'%g{k}: {tensor} {{fp8.name = "p{k}.grad"}}')
        states = f"%s{k}, %s{k}m, %s{k}v : {tensor}, {tensor}, {tensor}"
        ops.append(
            f"  %n{k}:3 = fp8.lamb states({states}) gradient(%g{k} : {tensor}) lr %lr "
            f"bias_corrections %c1, %c2 weight_decay 0.01 outs({states})"
        )
        values += [f"%n{k}#{i}" for i in range(3)]
    types = ", ".join(result.split(" {")[0] for result in results)
    print(f"func.func @step({', '.join(declared)}) -> ({', '.join(results)}) {{")
    print("\n".join(ops) + f"\n  return {', '.join(values)} : {types}\n}}")


def run(library, given, expected):
    given, expected = load_file(given), load_file(expected)
    find = ctypes.CDLL(library).find
    find.restype = ctypes.POINTER(_updates._Update)
    update = _updates.Update(find().contents)
    names = sorted(name for name in given if name not in SCALARS and "." not in name)
    run = _updates.Run(update, [given[name].size for name in names], range(len(names)))
    planes = {}
    for i, plane in enumerate(update.planes):
        suffix = "" if plane.name == "param" else "." + plane.name
        planes[suffix] = [given[name + suffix] for name in names]
        run.set_plane(i, [array.ctypes.data for array in planes[suffix]])
    run(2, {name: float(given[name]) for name in SCALARS})
    count = 0
    for suffix in ("", ".m", ".v"):
        for name, array in zip(names, planes[suffix], strict=True):
            assert np.array_equal(array, expected[name + suffix]), name + suffix
            count += 1
    print(f"{count} tensors agree")


if sys.argv[1] == "step":
    write(sys.argv[2].split(","))
else:
    run(*sys.argv[2:])
