//===- CanonicalBody.h - canonical form of equal kernels --------*- C++ -*-===//
//
// Kernels with the same computation may still differ in the order of their
// operands, in the constants that several ops share, and in the positions of
// destinations. These functions remove such differences, so that the kernels
// compare equal.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_KERNELS_BUCKETS_CANONICALBODY_H
#define FP8_LIB_KERNELS_BUCKETS_CANONICALBODY_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// Gives each use of a constant in a generic's body its own copy.
void sinkConstants(Block &body);

/// Makes fp8.draw ops take their stream number from a constant, so that kernels
/// with different streams differ only in constants.
void nameStreams(Block &body);

/// Places a separate copy of the destinations and constants that an op of a
/// kernel's body reads directly before the op.
void sinkLocals(Block &body);

/// Sorts inputs by the order in which the body reads them.
void sortInputs(KernelOp kernel);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_BUCKETS_CANONICALBODY_H
