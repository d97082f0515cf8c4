//===- EpilogueSupport.h - epilogues that the library computes --*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_GEMMS_EPILOGUESUPPORT_H
#define FP8_LIB_KERNELS_GEMMS_EPILOGUESUPPORT_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// Returns the reason why the library does not add `bias` to the sums of a
/// matmul and apply `activation`, or null if it does. `maps` map the iteration
/// space to `lhs`, `rhs` and `result`.
const char *findLibraryRefusal(ArrayRef<AffineMap> maps, Value lhs, Value rhs,
                               bool hasBlocks, Value result, Value bias,
                               Activation activation);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_GEMMS_EPILOGUESUPPORT_H
