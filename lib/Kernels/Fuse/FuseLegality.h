//===- FuseLegality.h - legality of fusion ----------------------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_FUSE_FUSELEGALITY_H
#define FP8_LIB_KERNELS_FUSE_FUSELEGALITY_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// Returns the reason why two kernels should not be merged into `kernel`; empty
/// if there is none. `numPoints` is the larger number of points of the two
/// kernels. `makesState` is true if `kernel` computes a new state that is not a
/// scalar.
StringRef findFusionObstacle(KernelOp kernel, int64_t numPoints,
                             bool makesState);

/// Returns the largest number of iterations of any op in `ops`.
int64_t getNumPoints(ArrayRef<Operation *> ops);

/// Returns true if `first` and `second` are short enough that compiling them as
/// one kernel takes about as long as compiling two kernels.
bool areShort(ArrayRef<Operation *> first, ArrayRef<Operation *> second);

/// Returns true if the results of `ops` that `readers` read are only views of
/// arguments and small tensors, such as scales of scaling blocks.
bool readsLittle(ArrayRef<Operation *> readers, ArrayRef<Operation *> ops);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_FUSE_FUSELEGALITY_H
