//===- FuseLegality.h - legality of fusion ----------------------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_FUSE_FUSELEGALITY_H
#define FP8_LIB_KERNELS_FUSE_FUSELEGALITY_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// Returns the reason why `kernel`, built from two kernels with at most
/// `numPoints` points, should stay two kernels; empty if there is none.
/// `makesState` is set if the kernel updates a tensor.
StringRef findFusionObstacle(KernelOp kernel, int64_t numPoints,
                             bool makesState);

/// Returns the largest number of iterations of any op in `ops`.
int64_t getNumPoints(ArrayRef<Operation *> ops);

/// Returns true if compiling `first` and `second` as one kernel takes about as
/// long as compiling two kernels.
bool areShort(ArrayRef<Operation *> first, ArrayRef<Operation *> second);

/// Returns true if `readers` read only views of arguments and a few values of
/// `ops`, such as scales of scaling blocks.
bool readsLittle(ArrayRef<Operation *> readers, ArrayRef<Operation *> ops);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_FUSE_FUSELEGALITY_H
