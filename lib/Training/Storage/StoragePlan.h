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

/// The options of --fp8-assign-storage.
struct StorageOptions {
  StoragePreset preset;
  ScalePolicy policy;
  /// Overrides, as in `PATTERN=PRESET`.
  ArrayRef<std::string> overrides;
};

/// One tensor of a stored state, as an argument and result of the step.
struct StatePlane {
  enum class Role { Main, GranuleScales, Residual, TensorScale, Amax };
  Role role;
  std::string name;
  StateKind kind;
  RankedTensorType type;
  /// Initial value of every element if the state is not packed from a tensor.
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
  /// How a tensor-wide scale is computed from an amax.
  ScalingAttr scaling;
  /// True if the preset reproduces a published scheme, including its numerical
  /// defects.
  bool isPublished = false;
  /// The argument number of the parameter that the state belongs to.
  unsigned owner;
  /// True for a second moment.
  bool isNonNegative = false;
  /// True if the main plane and the residual are separate states of the update,
  /// and the region computes both, as in AnyPrecisionAdamW.
  bool isApart = false;

  /// Returns true if the state has one scale for the whole tensor, stored as a
  /// separate plane.
  bool hasTensorScale() const;
  bool isStochastic() const {
    return storage.getRounding() != RoundingMode::NearestEven;
  }
  /// Returns the planes, starting with the main plane.
  SmallVector<StatePlane> getPlanes() const;
  /// Returns the storage with all planes rounded to nearest, and with `copies`.
  StorageAttr getNearest(ArrayRef<CopyAttr> copies = {}) const;
};

/// The states of a step whose storage changes. The plan applies to all
/// functions with the signature of the step.
struct StoragePlan {
  /// Keyed by argument number.
  llvm::MapVector<unsigned, StoredState> states;

  const StoredState *find(Value value) const;
  bool isStochastic() const;
};

/// Plans the storage of `func`, the step. On failure, emits an error at the op
/// or argument that is not supported.
FailureOr<StoragePlan> planStorage(func::FuncOp func,
                                   const StorageOptions &options);

/// Returns, for the name of each argument that a result of `func` updates, the
/// index of this result.
llvm::StringMap<unsigned> findUpdatingResults(func::FuncOp func);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_STORAGEPLAN_H
