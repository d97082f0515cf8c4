//===- Observation.h - Additional results of a step -------------*- C++ -*-===//

#ifndef FP8_LIB_INSPECT_OBSERVATION_H
#define FP8_LIB_INSPECT_OBSERVATION_H

#include "fp8/IR/FP8.h"

#include <string>

namespace mlir::fp8 {

/// A result to append to a step.
struct Observation {
  std::string name;
  Value value;
};

/// Builds the count of zero second moments for each 8-bit second moment of
/// `op`, after the op.
void addMomentCounts(UpdateOp op, SmallVectorImpl<Observation> &observations);

} // namespace mlir::fp8

#endif // FP8_LIB_INSPECT_OBSERVATION_H
