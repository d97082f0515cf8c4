//===- UpdateReach.h - bounds of updates by constants -----------*- C++ -*-===//
#ifndef FP8_LIB_INSPECT_CHECKNUMERICS_UPDATEREACH_H
#define FP8_LIB_INSPECT_CHECKNUMERICS_UPDATEREACH_H

#include "FloatRange.h"
#include "fp8/Analysis/AdamQuotient.h"

namespace mlir::fp8 {

/// A value represented as `factor * old + rest`, where `|rest| <= bound`.
struct UpdateReach {
  FloatRange factor;
  double bound;
};

/// Computes bounds of region values of one update from constants: rates, clamps
/// and the quotient of Adam. Gradients and moments are unbounded.
class UpdateReaches {
public:
  UpdateReaches(UpdateOp update, unsigned state, const FloatRanges &outside);

  /// Returns the bound, or std::nullopt if it is unknown.
  std::optional<UpdateReach> get(Value value);

private:
  FloatRange getRange(Value value);
  FloatRange getQuotientRange() const;

  mutable UpdateOp update;
  UpdateRegion region;
  Value old;
  const FloatRanges &outside;
  std::optional<AdamQuotient> quotient;
  FloatRange quotientRange;
  llvm::DenseMap<Value, FloatRange> known;
  IntRanges integers;
};

} // namespace mlir::fp8

#endif // FP8_LIB_INSPECT_CHECKNUMERICS_UPDATEREACH_H
