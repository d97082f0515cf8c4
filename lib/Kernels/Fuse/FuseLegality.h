//===- FuseLegality.h - whether ops may be one kernel -----------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_FUSE_FUSELEGALITY_H
#define FP8_LIB_KERNELS_FUSE_FUSELEGALITY_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// Why `kernel`, which was made of two kernels that walk `numPoints` points at
/// most, should stay two. Empty if it should not. `makesState`: it is an update
/// of a tensor.
StringRef findFusionObstacle(KernelOp kernel, int64_t numPoints,
                             bool makesState);

/// The iterations of the op of `ops` that has most.
int64_t getNumPoints(ArrayRef<Operation *> ops);

/// Whether `first` and `second` are compiled as one kernel in about the time of
/// two.
bool areShort(ArrayRef<Operation *> first, ArrayRef<Operation *> second);

/// Whether `readers` read nothing of `ops` but views of arguments and a few
/// numbers, such as the scales of granules.
bool readsLittle(ArrayRef<Operation *> readers, ArrayRef<Operation *> ops);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_FUSE_FUSELEGALITY_H
