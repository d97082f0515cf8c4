//===- StepSignature.h - planes in function signatures ----------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_STEPSIGNATURE_H
#define FP8_LIB_TRAINING_STORAGE_STEPSIGNATURE_H

#include "StateViews.h"

namespace mlir::fp8 {

/// The operands of stochastic rounding, each an i32.
struct Draws {
  Value seed, step;
};

/// Replaces the argument of `state` by its main plane, and appends the other
/// planes as arguments.
PlaneValues addPlanes(func::FuncOp func, const StoredState &state);

/// Adds a seed and the step number, which is an existing counter of the step or
/// a new one.
Draws addDraws(func::FuncOp func);

/// Returns `planes` as the updated arguments of `state`. The main plane
/// replaces `value`.
void returnPlanes(func::FuncOp func, const StoredState &state, Value value,
                  const PlaneValues &planes);

/// Adds a new state to `func`: its last argument, and its result.
Value addStateArgument(func::FuncOp func, const StatePlane &plane);
void addStateResult(func::FuncOp func, const StatePlane &plane, Value value);

/// Returns `name`, with a number appended if an argument has that name.
std::string getFreeName(func::FuncOp func, StringRef name);

/// Updates the result types of `func` to those of its return op.
void updateResultTypes(func::FuncOp func);

/// Returns the attributes of a plane as an argument or result of a function.
DictionaryAttr getPlaneAttributes(const StatePlane &plane, Builder &builder,
                                  bool asArgument, bool asUpdate);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_STEPSIGNATURE_H
