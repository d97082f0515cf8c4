//===- RegionBuilder.h - builds the region of an update ---------*- C++ -*-===//
#ifndef FP8_LIB_RAISE_UPDATES_REGIONBUILDER_H
#define FP8_LIB_RAISE_UPDATES_REGIONBUILDER_H

#include "UpdateSlice.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Region.h"

namespace mlir::fp8 {

/// Returns true if `op` is allowed in the region of an update.
bool isRegionOp(Operation *op);

/// Builds the region of an `fp8.update` from a slice, for one element.
class RegionBuilder {
public:
  RegionBuilder(func::FuncOp func, const UpdateSlice &slice);

  /// Builds the region. It has one f32 argument per state, extra, input and
  /// scalar, and yields one value per state, extra and reduction. On failure,
  /// `getReason()` says why `getCulprit()` is not supported.
  LogicalResult build();

  /// Returns true if the region computes a new state from an old state. A
  /// select between an input and the old state does not count.
  bool stepsState();

  std::unique_ptr<Region> takeRegion() { return std::move(region); }
  /// Returns the one-element values that the region reads, in the order of its
  /// scalar arguments.
  ArrayRef<Value> getScalars() const { return scalars; }

  StringRef getReason() const { return reason; }
  Operation *getCulprit() const { return culprit; }

private:
  Value addArgument(Type elementType, Location loc);
  /// Emits the element of `value` that belongs to the result element. Returns
  /// null on failure.
  Value emit(Value value);
  Value emitConstant(Value value);
  Value emitScalar(Value value);
  Value emitOp(Operation *op);
  /// Emits `element`, a value in the body of `op`.
  Value emitBody(linalg::LinalgOp op, Value element);
  /// Converts `value` to f32.
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
