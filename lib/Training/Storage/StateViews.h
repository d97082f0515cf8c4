//===- StateViews.h - conversion of stored states and values ----*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_STATEVIEWS_H
#define FP8_LIB_TRAINING_STORAGE_STATEVIEWS_H

#include "StoragePlan.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::fp8 {

/// The planes of a stored state as SSA values, in the order of getPlanes().
class PlaneValues {
public:
  PlaneValues() = default;
  explicit PlaneValues(const StoredState &state)
      : planes(state.getPlanes()), values(planes.size()) {}

  ArrayRef<StatePlane> getPlanes() const { return planes; }
  Value get(unsigned i) const { return values[i]; }
  void set(unsigned i, Value value) { values[i] = value; }
  /// Returns the plane, or null if the state has no such plane.
  Value find(StatePlane::Role role) const;
  void setRole(StatePlane::Role role, Value value);
  /// Returns the planes that are state operands of fp8.update.
  SmallVector<Value> getStates() const;

private:
  SmallVector<StatePlane> planes;
  SmallVector<Value> values;
};

/// Creates a tensor of rank 0.
Value createScalar(ImplicitLocOpBuilder &b, float value);

/// Decodes the value that the forward and backward passes read: the main plane,
/// or all planes under `compute = full`.
Value decodeForReaders(ImplicitLocOpBuilder &b, const StoredState &state,
                       const PlaneValues &planes);

/// Decodes the value from all planes of a state.
Value decodeWhole(ImplicitLocOpBuilder &b, const StoredState &state,
                  const PlaneValues &planes);

/// Encodes an f32 tensor as planes, rounded to nearest. A tensor-wide scale is
/// computed from the amax of the tensor.
PlaneValues encodeWhole(ImplicitLocOpBuilder &b, const StoredState &state,
                        Value value);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_STATEVIEWS_H
