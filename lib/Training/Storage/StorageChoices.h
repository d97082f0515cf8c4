//===- StorageChoices.h - states that can be stored -------------*- C++ -*-===//

#ifndef FP8_LIB_TRAINING_STORAGE_STORAGECHOICES_H
#define FP8_LIB_TRAINING_STORAGE_STORAGECHOICES_H

#include "StorageOverrides.h"
#include "StoragePlan.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::fp8 {

inline constexpr remark::RemarkOpts kStorageRemark =
    remark::RemarkOpts::name("state").category("fp8-assign-storage");

/// A state operand of an update that is an argument of the step.
struct StatePlace {
  UpdateOp update;
  unsigned state;
};

/// The states whose storage can change, and the presets of the parameters among
/// them. Both are keyed by argument number.
struct StorageChoices {
  llvm::MapVector<unsigned, StatePlace> places;
  llvm::MapVector<unsigned, StorageChoice> parameters;
};

/// Finds the states and applies the options. Emits an error if there is no
/// update, or if a preset or an override is invalid.
FailureOr<StorageChoices> chooseStorage(func::FuncOp func,
                                        const StorageOptions &options);

/// Returns the state kind that the argument declares, if any.
std::optional<StateKind> getStateKind(func::FuncOp func, unsigned argument);

/// Emits a remark on why a state stays in f32.
void remarkKept(func::FuncOp func, unsigned argument, const Twine &reason);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_STORAGECHOICES_H
