//===- StorageChoices.h - which states may be stored ------------*- C++ -*-===//

#ifndef FP8_LIB_TRAINING_STORAGE_STORAGECHOICES_H
#define FP8_LIB_TRAINING_STORAGE_STORAGECHOICES_H

#include "StorageOverrides.h"
#include "StoragePlan.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::fp8 {

inline constexpr remark::RemarkOpts kStorageRemark =
    remark::RemarkOpts::name("state").category("fp8-assign-storage");

/// A state of an update that is an argument of the step.
struct StatePlace {
  UpdateOp update;
  unsigned state;
};

/// By argument: all states that can be stored, and what is asked for of the
/// parameters among them and of their moments.
struct StorageChoices {
  llvm::MapVector<unsigned, StatePlace> places;
  llvm::MapVector<unsigned, StorageChoice> parameters;
};

/// Finds the states and reads the options. Emits an error where there is no
/// update, and for presets and overrides that cannot be.
FailureOr<StorageChoices> chooseStorage(func::FuncOp func,
                                        const StorageOptions &options);

/// What the argument says it is.
std::optional<StateKind> getStateKind(func::FuncOp func, unsigned argument);

/// A remark why a state stays in f32.
void remarkKept(func::FuncOp func, unsigned argument, const Twine &reason);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_STORAGECHOICES_H
