//===- StoragePlan.h - what is stored how -----------------------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_STORAGEPLAN_H
#define FP8_LIB_TRAINING_STORAGE_STORAGEPLAN_H

#include "fp8/IR/FP8.h"
#include "fp8/Training/Choices.h"
#include "fp8/Training/Storage.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"

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
  /// What every element starts from, where nobody packs a value.
  std::optional<float> initial;
};

/// How one argument of the step is stored.
struct StoredState {
  unsigned argument;
  std::string name;
  StateKind kind;
  /// Of the logical value.
  RankedTensorType type;
  StorageAttr storage;
  /// The scale comes from the amax of the old value and a bound.
  bool isBounded = false;
  /// How a tensor-wise scale follows from an amax.
  ScalingAttr scaling;
  /// Stored as others do, with what is known to fail there.
  bool isPeer = false;
  /// The argument of the parameter whose state it is.
  unsigned owner;
  /// A second moment.
  bool isNonNegative = false;
  /// Main and residual are two states of the update, whose region rounds as
  /// AnyPrecisionAdamW does.
  bool isApart = false;

  /// One scale, which is a state of its own.
  bool hasTensorScale() const;
  bool isStochastic() const {
    return storage.getRounding() != RoundingMode::NearestEven;
  }
  /// The main plane first.
  SmallVector<StatePlane> getPlanes() const;
  /// The same planes, every one rounded to nearest.
  StorageAttr getNearest(ArrayRef<CopyAttr> copies = {}) const;
};

/// The states of a step that are not kept as they are. The same for every
/// function of the signature of the step.
struct StoragePlan {
  /// By the number of the argument.
  llvm::MapVector<unsigned, StoredState> states;

  const StoredState *find(Value value) const;
  bool isStochastic() const;
};

/// Decides for `func`, the step. Errors are located.
FailureOr<StoragePlan> planStorage(func::FuncOp func,
                                   const StorageOptions &options);

/// The result of `func` that updates the argument called `name`.
std::optional<unsigned> findUpdatingResult(func::FuncOp func, StringRef name);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_STORAGEPLAN_H
