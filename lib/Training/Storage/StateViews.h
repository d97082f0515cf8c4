//===- StateViews.h - stored states and their values ------------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_STATEVIEWS_H
#define FP8_LIB_TRAINING_STORAGE_STATEVIEWS_H

#include "StoragePlan.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::fp8 {

/// The planes of a stored state as values, in the order of getPlanes().
class PlaneValues {
public:
  PlaneValues() = default;
  explicit PlaneValues(const StoredState &state)
      : planes(state.getPlanes()), values(planes.size()) {}

  ArrayRef<StatePlane> getPlanes() const { return planes; }
  Value get(unsigned i) const { return values[i]; }
  void set(unsigned i, Value value) { values[i] = value; }
  /// Null where the state has no such plane.
  Value find(StatePlane::Role role) const;
  void setRole(StatePlane::Role role, Value value);
  /// Those that fp8.update reads and writes as states.
  SmallVector<Value> getStates() const;

private:
  SmallVector<StatePlane> planes;
  SmallVector<Value> values;
};

/// A tensor of rank 0.
Value createScalar(ImplicitLocOpBuilder &b, float value);

/// What forward and backward read of a state: the main plane, decoded to f32,
/// or under `compute = full` the whole value.
Value decodeForReaders(ImplicitLocOpBuilder &b, const StoredState &state,
                       const PlaneValues &planes);

/// All that a state knows of its value.
Value decodeWhole(ImplicitLocOpBuilder &b, const StoredState &state,
                  const PlaneValues &planes);

/// The planes of an f32 tensor, rounded to nearest under its own amax.
PlaneValues encodeWhole(ImplicitLocOpBuilder &b, const StoredState &state,
                        Value value);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_STATEVIEWS_H
