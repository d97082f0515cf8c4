//===- RegionBuilder.h - the body of an update ------------------*- C++ -*-===//
#ifndef FP8_LIB_RAISE_UPDATES_REGIONBUILDER_H
#define FP8_LIB_RAISE_UPDATES_REGIONBUILDER_H

#include "UpdateSlice.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Region.h"

namespace mlir::fp8 {

/// Whether `op` may stand in the body of an update.
bool isRegionOp(Operation *op);

/// Rewrites a slice, element by element, as the region of an `fp8.update`.
class RegionBuilder {
public:
  RegionBuilder(func::FuncOp func, const UpdateSlice &slice);

  /// Builds the region, whose arguments are one f32 per state, per extra, per
  /// input and per scalar, and which yields one per state, extra and reduction.
  /// On failure, `getReason()` says of `getCulprit()` why.
  LogicalResult build();

  /// Whether the region computes a new state from an old one. What only chooses
  /// between an input and the old state computes nothing.
  bool stepsState();

  std::unique_ptr<Region> takeRegion() { return std::move(region); }
  /// The one-element values that the region reads, in order.
  ArrayRef<Value> getScalars() const { return scalars; }

  StringRef getReason() const { return reason; }
  Operation *getCulprit() const { return culprit; }

private:
  Value addArgument(Type elementType, Location loc);
  /// The element of `value` at the position of the result, null on failure.
  Value emit(Value value);
  Value emitConstant(Value value);
  Value emitScalar(Value value);
  Value emitOp(Operation *op);
  /// `element` of the body of `op`.
  Value emitBody(linalg::LinalgOp op, Value element);
  /// `value` as f32.
  Value widen(Value value);
  Value fail(Operation *op, const Twine &why);

  func::FuncOp func;
  const UpdateSlice &slice;
  std::unique_ptr<Region> region;
  OpBuilder builder;
  llvm::DenseMap<Value, Value> emitted;
  SmallVector<Value> scalars;
  std::string reason;
  Operation *culprit = nullptr;
};

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_UPDATES_REGIONBUILDER_H
