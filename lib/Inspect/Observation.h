//===- Observation.h - Additional results of a step -------------*- C++ -*-===//

#ifndef FP8_LIB_INSPECT_OBSERVATION_H
#define FP8_LIB_INSPECT_OBSERVATION_H

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSet.h"

#include <string>

namespace mlir::fp8 {

/// A result to append to a step.
struct Observation {
  std::string name;
  Value value;
};

/// Generates names that no result of a step has.
class ObservedNames {
public:
  explicit ObservedNames(func::FuncOp func);

  /// Returns `base`, or `base` with a number. No result is called
  /// `<returned>.<kind>` yet, for any of `kinds`.
  std::string take(StringRef base, ArrayRef<StringRef> kinds);

private:
  llvm::StringSet<> taken;
};

/// Builds the count of zero second moments for each 8-bit second moment of
/// `op`, after the op.
void addMomentCounts(UpdateOp op, ObservedNames &names,
                     SmallVectorImpl<Observation> &observations);

} // namespace mlir::fp8

#endif // FP8_LIB_INSPECT_OBSERVATION_H
