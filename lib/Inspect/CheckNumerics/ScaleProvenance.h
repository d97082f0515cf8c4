//===- ScaleProvenance.h - origins of scales --------------------*- C++ -*-===//
#ifndef FP8_LIB_INSPECT_CHECKNUMERICS_SCALEPROVENANCE_H
#define FP8_LIB_INSPECT_CHECKNUMERICS_SCALEPROVENANCE_H

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::fp8 {

/// The origin of a scale or an inverse scale.
struct ScaleSource {
  enum class Kind {
    /// The origin is unknown.
    Unknown,
    /// A constant of the program.
    Constant,
    /// The result of `fp8.compute_scale` in this step.
    Computed,
    /// An argument, set by an earlier step or by the host.
    Argument,
    /// The result of `fp8.update_scales` in this step, for the next step.
    Updated
  };

  Kind kind = Kind::Unknown;
  /// True if the value is the inverse of a scale, false if it is a scale;
  /// std::nullopt if unknown, as for some arguments.
  std::optional<bool> isInverse;
  /// The value of a constant.
  double constant = 0.0;
  ComputeScaleOp computed;
  BlockArgument argument;
  UpdateScalesOp updated;
  /// Index of the element in the packed tensor.
  std::optional<int64_t> column;

  bool isKnown() const { return kind != Kind::Unknown; }
};

/// The values whose amax was measured, up to rearrangements and float casts.
/// std::nullopt if unknown.
using Measured = std::optional<SmallVector<Value>>;

/// Tracks the scales, amaxes and states of one function.
class ScaleProvenance {
public:
  explicit ScaleProvenance(func::FuncOp func);

  ScaleSource trace(Value factor) const {
    return trace(factor, /*followStates=*/true);
  }

  /// Returns true if both factors are the same scale, directly or inverted.
  bool isSame(ScaleSource a, ScaleSource b) const;
  /// Returns true if both are known and belong to different scales.
  bool isOther(ScaleSource a, ScaleSource b) const;

  /// Returns the format for which the scale was computed.
  std::optional<Format> getFormat(ScaleSource source) const;
  /// Returns the values whose amax determines a scale.
  Measured getMeasured(ScaleSource source) const;
  /// Returns the values of which `amax` is the largest magnitude.
  Measured getMeasured(Value amax) const;

  /// Returns the value that overwrites an argument at the end of the step, or
  /// null.
  Value getUpdate(BlockArgument argument) const;
  /// Returns true if the function is a step, which overwrites arguments.
  bool isStep() const { return !updates.empty(); }
  /// Returns true for an argument that the step leaves unchanged for later
  /// steps.
  bool isStale(BlockArgument argument) const;

private:
  ScaleSource trace(Value factor, bool followStates) const;
  ScaleSource traceArgument(BlockArgument argument, bool followStates) const;

  func::FuncOp getFunc() const { return func; }

  func::FuncOp func;
  llvm::DenseMap<BlockArgument, Value> updates;
};

/// Returns true if one of `measured` and `value` may be computed elementwise
/// from the other, so that the amax of one may bound the other.
bool isRelated(Value value, ArrayRef<Value> measured);

} // namespace mlir::fp8

#endif // FP8_LIB_INSPECT_CHECKNUMERICS_SCALEPROVENANCE_H
