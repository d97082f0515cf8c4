//===- SpeculatedCasts.h - casts that a maximum checks ----------*- C++ -*-===//
#ifndef FP8_LIB_CODEGEN_PLAN_SPECULATEDCASTS_H
#define FP8_LIB_CODEGEN_PLAN_SPECULATEDCASTS_H

#include "Plan.h"

namespace mlir::fp8 {

/// A cast of v or of v * `scale`, in a kernel that also computes the maximum of
/// |v|, which is `reduction`.
struct SpeculatedCast {
  ConvertOp op;
  unsigned reduction;
  Value scale;
};

/// The casts of a kernel whose operands are checked for NaN by means of maxima.
struct SpeculatedCasts {
  static SpeculatedCasts find(const Plan &plan, const TargetLowering &target);

  bool contains(ConvertOp op) const {
    return llvm::any_of(
        casts, [&](const SpeculatedCast &cast) { return cast.op == op; });
  }
  bool areOfGranules() const { return ofGranules && !casts.empty(); }
  bool areOfChunk() const { return !ofGranules && !casts.empty(); }

  /// True if the maxima are the maxima of scaling blocks. They are known before
  /// the casts, and also show that no cast saturates. False if the maxima cover
  /// the whole domain. They are known after a chunk.
  bool ofGranules = false;
  SmallVector<SpeculatedCast> casts;
};

} // namespace mlir::fp8

#endif // FP8_LIB_CODEGEN_PLAN_SPECULATEDCASTS_H
