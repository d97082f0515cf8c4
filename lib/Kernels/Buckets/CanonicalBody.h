//===- CanonicalBody.h - canonical form of equal kernels --------*- C++ -*-===//
//
// Kernels that compute the same may still differ in the order of their
// operands, in the constants that they share, and in the positions of
// destinations.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_KERNELS_BUCKETS_CANONICALBODY_H
#define FP8_LIB_KERNELS_BUCKETS_CANONICALBODY_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// Gives each use of a constant in a generic's body its own copy.
void sinkConstants(Block &body);

/// Makes fp8.draw ops read their stream number from a constant, so that kernels
/// with different streams differ only in constants.
void nameStreams(Block &body);

/// Gives each op of a kernel's body its own copy of the destinations and
/// constants that it reads, directly before it.
void sinkLocals(Block &body);

/// Sorts inputs by the order in which the body reads them.
void sortInputs(KernelOp kernel);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_BUCKETS_CANONICALBODY_H
