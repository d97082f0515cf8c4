"""Compiles a captured step with stock LLVM tools and calls it from numpy."""

import ctypes
import subprocess

import numpy as np

PASSES = [
    "--allow-unregistered-dialect",
    "--llvm-request-c-wrappers",
    "--convert-elementwise-to-linalg",
    "--linalg-fuse-elementwise-ops",
    "--one-shot-bufferize=bufferize-function-boundaries"
    " function-boundary-type-conversion=identity-layout-map",
    "--buffer-results-to-out-params=modify-public-functions hoist-static-allocs",
    "--convert-linalg-to-loops",
    "--buffer-deallocation-pipeline",
    "--expand-strided-metadata",
    "--lower-affine",
    "--convert-scf-to-cf",
    "--math-expand-ops=ops=rsqrt",  # libm has no rsqrtf
    "--convert-math-to-libm",
    "--convert-to-llvm",
    "--reconcile-unrealized-casts",
]


def build(text, folder, tools):
    """Compiles `text`; returns a function of arrays and of arrays to fill.

    `tools` maps a tool's name to its path. Files are written to `folder`.
    """
    library = folder / "step.so"
    (folder / "step.mlir").write_text(text)
    _run(tools("mlir-opt"), *PASSES, "step.mlir", "-o", "llvm.mlir", folder=folder)
    translate = [tools("mlir-translate"), "--mlir-to-llvmir", "llvm.mlir"]
    _run(*translate, "-o", "step.ll", folder=folder)
    clang = [tools("clang"), "-O1", "-shared", "-fPIC", "-Wno-override-module"]
    # Buffers are copied by a function of MLIR's own runtime.
    runtime = subprocess.run(
        [tools("llvm-config"), "--libdir"], check=True, capture_output=True, text=True
    ).stdout.strip()
    link = [f"-L{runtime}", f"-Wl,-rpath,{runtime}", "-lmlir_c_runner_utils", "-lm"]
    _run(*clang, "step.ll", *link, "-o", str(library), folder=folder)
    entry = ctypes.CDLL(str(library))._mlir_ciface_train_step

    def call(arguments, results):
        """Fills the arrays `results`."""
        descriptors = [_descriptor(array) for array in [*arguments, *results]]
        entry(*map(ctypes.byref, descriptors))

    return call


def _run(*command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def _descriptor(array):
    """MLIR's descriptor of a memref that views `array`."""
    assert array.flags.c_contiguous
    sizes = [*array.shape, *(stride // array.itemsize for stride in array.strides)]

    class MemRef(ctypes.Structure):
        _fields_ = [
            ("allocated", ctypes.c_void_p),
            ("aligned", ctypes.c_void_p),
            ("offset", ctypes.c_int64),
            *((f"size{i}", ctypes.c_int64) for i in range(len(sizes))),
        ]

    return MemRef(array.ctypes.data, array.ctypes.data, 0, *sizes)


def empty(shapes):
    """Uninitialised results, as NaN, so that a result that is not written shows."""
    return [np.full(shape, np.nan, np.float32) for shape in shapes]
