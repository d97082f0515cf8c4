#!/usr/bin/env python3
"""Runs one step of a graph by fp8-run and by stock MLIR, and compares.

The second opinion shares nothing with the project: stock mlir-opt's passes,
libm, and one function without fusion. Inputs are random, small and positive, so
that the square roots of second moments exist; scalars are 0.5.
"""

import argparse
import array
import ctypes
import json
import os
import pathlib
import random
import re
import struct
import subprocess
import sys

# Element type: safetensors name, array typecode, bytes.
TYPES = {
    "f32": ("F32", "f", 4),
    "i32": ("I32", "i", 4),
    "i64": ("I64", "q", 8),
}

# tensor.concat is taken apart by patterns that no pass of mlir-opt runs.
TRANSFORM = """
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.tensor.decompose_concat
    } : !transform.any_op
    transform.yield
  }
}
"""

PASSES = """
  transform-preload-library{{transform-library-paths={library}}},
  transform-interpreter,
  inline, symbol-dce,
  convert-elementwise-to-linalg,
  one-shot-bufferize{{bufferize-function-boundaries=1
    function-boundary-type-conversion=identity-layout-map}},
  func.func(llvm-request-c-wrappers),
  convert-linalg-to-loops, expand-strided-metadata, lower-affine,
  convert-scf-to-cf, convert-math-to-llvm, convert-math-to-libm,
  convert-arith-to-llvm, finalize-memref-to-llvm, convert-func-to-llvm,
  convert-cf-to-llvm, reconcile-unrealized-casts
"""


class Tensor:
    def __init__(self, text):
        match = re.fullmatch(r"tensor<((?:\d+x)*)(\w+)>", text)
        if not match or match[2] not in TYPES:
            sys.exit(f"expected a static tensor of {', '.join(TYPES)}, but got {text}")
        self.shape = [int(extent) for extent in match[1].split("x")[:-1]]
        self.dtype, self.code, self.width = TYPES[match[2]]
        self.size = 1
        for extent in self.shape:
            self.size *= extent

    def randomize(self, generator):
        if self.code != "f":
            values = [generator.randrange(9) for _ in range(self.size)]
        elif not self.shape:
            values = [0.5]
        else:
            values = [abs(generator.gauss(0, 0.02)) for _ in range(self.size)]
        self.data = array.array(self.code, values)

    def descriptor(self):
        """The memref descriptor: allocated, aligned, offset, sizes, strides."""
        rank = len(self.shape)
        class Descriptor(ctypes.Structure):
            _fields_ = [
                ("allocated", ctypes.c_void_p),
                ("aligned", ctypes.c_void_p),
                ("offset", ctypes.c_int64),
                ("sizes", ctypes.c_int64 * rank),
                ("strides", ctypes.c_int64 * rank),
            ]
        return Descriptor

    def as_argument(self):
        strides, stride = [], 1
        for extent in reversed(self.shape):
            strides.insert(0, stride)
            stride *= extent
        rank = len(self.shape)
        Index = ctypes.c_int64 * rank
        address, _ = self.data.buffer_info()
        return self.descriptor()(address, address, 0, Index(*self.shape), Index(*strides))


def signature(text, entry):
    """Argument and result tensors of a function."""
    start = text.index(f"@{entry}(")
    head = text[start:text.index(" {\n", start)]
    arguments, _, results = head.rpartition(") -> ")
    find = lambda part: [Tensor(t) for t in re.findall(r"tensor<[^>]*>", part)]
    return find(arguments), find(results)


def write_safetensors(path, named):
    header, offset = {}, 0
    for name, tensor in named:
        size = tensor.size * tensor.width
        header[name] = {"dtype": tensor.dtype, "shape": tensor.shape,
                        "data_offsets": [offset, offset + size]}
        offset += size
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for _, tensor in named:
            file.write(tensor.data.tobytes())


def read_safetensors(path):
    data = pathlib.Path(path).read_bytes()
    size = struct.unpack_from("<Q", data)[0]
    codes = {dtype: code for dtype, code, _ in TYPES.values()}
    tensors = {}
    for name, entry in json.loads(data[8:8 + size]).items():
        if name == "__metadata__":
            continue
        begin, end = entry["data_offsets"]
        tensors[name] = array.array(codes[entry["dtype"]])
        tensors[name].frombytes(data[8 + size + begin:8 + size + end])
    return tensors


def signature_names(options, count):
    """Returns the names of the arguments and of `count` results. fp8-run gives a
    result the name of the argument that it updates, and the loss its own."""
    names = [f"result{i}" for i in range(count)]
    lines = run(options.fp8_run, options.file, f"--entry={options.entry}", "--explain",
                capture_output=True, text=True).stdout
    arguments = re.findall(r"^#\d+ ([^:]+):", lines, re.M)
    for match in re.finditer(r"^#\d+ ([^:]+):.* updated by result #(\d+)", lines, re.M):
        names[int(match[2])] = match[1]
    if match := re.search(r"^the loss is result #(\d+), (\w+)", lines, re.M):
        names[int(match[1])] = match[2]
    return arguments, names


def run(*command, **options):
    return subprocess.run(command, check=True, **options)


def compile_by_mlir(options, directory):
    """A shared library of the graph by mlir-opt, mlir-translate and clang."""
    library = directory / "transform.mlir"
    library.write_text(TRANSFORM)
    passes = "".join(PASSES.format(library=library).split("\n"))
    lowered, llvm_ir = directory / "lowered.mlir", directory / "lowered.ll"
    tool = lambda name: str(pathlib.Path(options.llvm_bin) / name)
    run(tool("mlir-opt"), options.file, f"--pass-pipeline=builtin.module({passes})",
        "-o", str(lowered))
    run(tool("mlir-translate"), "--mlir-to-llvmir", str(lowered), "-o", str(llvm_ir))
    shared = directory / "lowered.so"
    runtime = pathlib.Path(options.llvm_bin).parent / "lib" / "libmlir_c_runner_utils.so"
    run(options.cxx, "-O1", "-shared", "-fPIC", "-ffp-contract=off", "-x", "ir",
        str(llvm_ir), "-x", "none", str(runtime), "-o", str(shared), "-lm",
        "-Wno-override-module", f"-Wl,-rpath,{runtime.parent}")
    return ctypes.CDLL(str(shared))


def run_by_mlir(options, directory, arguments, results):
    library = compile_by_mlir(options, directory)
    class Results(ctypes.Structure):
        _fields_ = [(f"r{i}", t.descriptor()) for i, t in enumerate(results)]
    out = Results()
    packed = [argument.as_argument() for argument in arguments]
    getattr(library, f"_mlir_ciface_{options.entry}")(
        ctypes.byref(out), *(ctypes.byref(descriptor) for descriptor in packed))
    values = []
    for i, tensor in enumerate(results):
        data = array.array(tensor.code)
        data.frombytes(ctypes.string_at(getattr(out, f"r{i}").aligned,
                                        tensor.size * tensor.width))
        values.append(data)
    return values


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("--entry", required=True)
    parser.add_argument("--fp8-run", default=os.environ.get("FP8_RUN", "fp8-run"))
    parser.add_argument("--llvm-bin", default=os.environ.get("FP8_LLVM_TOOLS_DIR", ""))
    parser.add_argument("--cxx", required=True)
    parser.add_argument("--work", required=True, help="a directory for files")
    parser.add_argument("--bound", type=float, default=1e-5,
                        help="largest error, relative to the largest value of a result")
    options = parser.parse_args()
    directory = pathlib.Path(options.work)
    directory.mkdir(parents=True, exist_ok=True)

    arguments, results = signature(pathlib.Path(options.file).read_text(), options.entry)
    generator = random.Random(1)
    for argument in arguments:
        argument.randomize(generator)
    inputs, outputs = directory / "inputs.safetensors", directory / "outputs.safetensors"
    names, result_names = signature_names(options, len(results))
    write_safetensors(inputs, list(zip(names, arguments, strict=True)))
    run(options.fp8_run, options.file, f"--entry={options.entry}", "--recipe=none",
        "--target=upstream", "--steps=1", f"--inputs={inputs}", f"--outputs={outputs}",
        stdout=subprocess.DEVNULL)
    actual = read_safetensors(outputs)
    expected = run_by_mlir(options, directory, arguments, results)

    worst = 0.0
    for i, reference in enumerate(expected):
        values = actual[result_names[i]]
        largest = max((abs(x) for x in reference), default=0.0) or 1.0
        if not all(x == x for x in reference):
            sys.exit(f"expected numbers in result {i}, but it holds NaN")
        error = max((abs(x - y) for x, y in zip(reference, values)), default=0.0) / largest
        if not error <= options.bound:
            sys.exit(f"expected result {i} within {options.bound:g} of its largest value, "
                     f"but it is {error:g} away")
        worst = max(worst, error)
    print(f"{len(expected)} results agree, the worst within {worst:.2g} of its largest value")


if __name__ == "__main__":
    main()
