//===- UpdateReach.h - how far numbers let an update reach ------*- C++ -*-===//
#ifndef FP8_LIB_INSPECT_CHECKNUMERICS_UPDATEREACH_H
#define FP8_LIB_INSPECT_CHECKNUMERICS_UPDATEREACH_H

#include "FloatRange.h"
#include "fp8/Analysis/AdamQuotient.h"

namespace mlir::fp8 {

/// A value as `factor * old + rest`, where `|rest| <= bound`.
struct UpdateReach {
  FloatRange factor;
  double bound;
};

/// Bounds values of the region of one update by what constants say: rates,
/// clamps, the quotient of Adam. Gradients and moments have no bound.
class UpdateReaches {
public:
  UpdateReaches(UpdateOp update, unsigned state, const FloatRanges &outside);

  /// Nothing where no bound is known.
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
};

} // namespace mlir::fp8

#endif // FP8_LIB_INSPECT_CHECKNUMERICS_UPDATEREACH_H
