"""Prints a kernel in which COUNT vectors of 256 bytes live across a barrier.

    large-frame.py COUNT

Each thread stores the sum of the last elements of the vectors in y.
"""

import sys

count = int(sys.argv[1])
vector = "vector<64xf32>"
lines = [
    "module attributes {gpu.container_module} {",
    "gpu.module @kernels {",
    "gpu.func @frame(%x: memref<?xf32>, %y: memref<?xf32>) kernel {",
    "%i = gpu.thread_id x",
]
for k in range(count):
    lines.append(f"%c{k} = arith.constant {k} : index")
    lines.append(f"%v{k} = vector.load %y[%c{k}] : memref<?xf32>, {vector}")
# Loads stay before the barrier, behind which other threads may write.
lines += ["gpu.barrier", f"%s1 = arith.addf %v0, %v1 : {vector}"]
lines += [f"%s{k} = arith.addf %s{k - 1}, %v{k} : {vector}" for k in range(2, count)]
lines += [
    f"%sum = vector.extract %s{count - 1}[63] : f32 from {vector}",
    "memref.store %sum, %x[%i] : memref<?xf32>",
    "gpu.return",
    "}}}",
]
print("\n".join(lines))
