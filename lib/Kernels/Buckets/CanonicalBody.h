//===- CanonicalBody.h - one form for kernels of one kind -------*- C++ -*-===//
//
// Kernels that compute the same may differ in the order of their operands, in
// which of their constants are shared, and in the places of destinations.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_KERNELS_BUCKETS_CANONICALBODY_H
#define FP8_LIB_KERNELS_BUCKETS_CANONICALBODY_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// Gives each operand of the ops of a generic's body a constant of its own.
void sinkConstants(Block &body);

/// Lets draws take their stream from a constant.
void nameStreams(Block &body);

/// Gives each op of a kernel's body the destinations and constants that it
/// reads to itself, before it.
void sinkLocals(Block &body);

/// Puts inputs into the order in which the body reads them.
void sortInputs(KernelOp kernel);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_BUCKETS_CANONICALBODY_H
