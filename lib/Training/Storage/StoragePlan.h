//===- StoragePlan.h - storage of the states of a step ----------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_STORAGEPLAN_H
#define FP8_LIB_TRAINING_STORAGE_STORAGEPLAN_H

#include "fp8/IR/FP8.h"
#include "fp8/Training/Choices.h"
#include "fp8/Training/Storage.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::fp8 {

/// The options of the pass.
struct StorageOptions {
  StoragePreset preset;
  ScalePolicy policy;
  /// `PATTERN=PRESET`
  ArrayRef<std::string> overrides;
};

/// One tensor of a stored state in the signature of the step.
struct StatePlane {
  enum class Role { Main, GranuleScales, Residual, TensorScale, Amax };
  Role role;
  std::string name;
  StateKind kind;
  RankedTensorType type;
  /// Initial value of every element if no value is packed.
  std::optional<float> initial;
};

/// The storage of one argument of the step.
struct StoredState {
  unsigned argument;
  std::string name;
  StateKind kind;
  /// Type of the logical value.
  RankedTensorType type;
  StorageAttr storage;
  /// True if the scale is computed from the amax of the old value and a bound.
  bool isBounded = false;
  /// The computation of a tensor-wide scale from an amax.
  ScalingAttr scaling;
  /// True if the preset is published, including its known numerical defects.
  bool isPeer = false;
  /// The argument number of the parameter that the state belongs to.
  unsigned owner;
  /// True for a second moment.
  bool isNonNegative = false;
  /// True if the main plane and the residual are two states of the update,
  /// whose region rounds as AnyPrecisionAdamW does.
  bool isApart = false;

  /// Returns true if there is one scale, stored as a separate state.
  bool hasTensorScale() const;
  bool isStochastic() const {
    return storage.getRounding() != RoundingMode::NearestEven;
  }
  /// Returns the planes, starting with the main plane.
  SmallVector<StatePlane> getPlanes() const;
  /// Returns the storage with every plane rounded to nearest.
  StorageAttr getNearest(ArrayRef<CopyAttr> copies = {}) const;
};

/// The states of a step whose storage changes. The plan applies to every
/// function with the signature of the step.
struct StoragePlan {
  /// Keyed by argument number.
  llvm::MapVector<unsigned, StoredState> states;

  const StoredState *find(Value value) const;
  bool isStochastic() const;
};

/// Plans the storage of `func`, the step. Emits located errors.
FailureOr<StoragePlan> planStorage(func::FuncOp func,
                                   const StorageOptions &options);

/// Returns the results of `func` that update arguments, by argument name.
llvm::StringMap<unsigned> findUpdatingResults(func::FuncOp func);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_STORAGEPLAN_H
