//===- ScaleProvenance.h - where scales come from ---------------*- C++ -*-===//
#ifndef FP8_LIB_INSPECT_CHECKNUMERICS_SCALEPROVENANCE_H
#define FP8_LIB_INSPECT_CHECKNUMERICS_SCALEPROVENANCE_H

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::fp8 {

/// Where a scale or an inverse scale comes from.
struct ScaleSource {
  enum class Kind {
    /// Nothing is known.
    Unknown,
    /// A number of the program.
    Constant,
    /// `fp8.compute_scale` in this step.
    Computed,
    /// An argument: what an earlier step, or the host, left.
    Argument,
    /// `fp8.update_scales` in this step: for the next one.
    Updated
  };

  Kind kind = Kind::Unknown;
  /// The value is the inverse of a scale, or is not; nothing where an argument
  /// does not tell.
  std::optional<bool> isInverse;
  /// Of a constant, the value itself.
  double constant = 0.0;
  ComputeScaleOp computed;
  BlockArgument argument;
  UpdateScalesOp updated;
  /// The position in the packed tensor that it is an element of.
  std::optional<int64_t> column;

  bool isKnown() const { return kind != Kind::Unknown; }
};

/// What an amax was measured of: rearrangements and float casts of these.
/// Nothing where that is not known.
using Measured = std::optional<SmallVector<Value>>;

/// Follows scales, amaxes and states of one function.
class ScaleProvenance {
public:
  explicit ScaleProvenance(func::FuncOp func);

  ScaleSource trace(Value factor) const {
    return trace(factor, /*followStates=*/true);
  }

  /// The two factors are of one scale, as they are or inverted.
  bool isSame(ScaleSource a, ScaleSource b) const;
  /// Both are known, and not of one scale.
  bool isOther(ScaleSource a, ScaleSource b) const;

  /// The format that the scale was computed for.
  std::optional<Format> getFormat(ScaleSource source) const;
  /// What the amax behind a scale was measured of.
  Measured getMeasured(ScaleSource source) const;
  /// What `amax` was measured of.
  Measured getMeasured(Value amax) const;

  /// The value that overwrites an argument at the end of the step; null where
  /// none does.
  Value getUpdate(BlockArgument argument) const;
  /// The function is a step: it overwrites arguments.
  bool isStep() const { return !updates.empty(); }
  /// An argument of the function that later steps find as this one left it.
  bool isStale(BlockArgument argument) const;

private:
  ScaleSource trace(Value factor, bool followStates) const;
  ScaleSource traceArgument(BlockArgument argument, bool followStates) const;

  func::FuncOp getFunc() const { return func; }

  func::FuncOp func;
  llvm::DenseMap<BlockArgument, Value> updates;
};

/// Whether one of `measured` and `value` may be computed from the other element
/// by element, so that the amax of one may bound the other.
bool isRelated(Value value, ArrayRef<Value> measured);

} // namespace mlir::fp8

#endif // FP8_LIB_INSPECT_CHECKNUMERICS_SCALEPROVENANCE_H
