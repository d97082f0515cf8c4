//===- StepSignature.h - arguments and results of planes --------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_STEPSIGNATURE_H
#define FP8_LIB_TRAINING_STORAGE_STEPSIGNATURE_H

#include "StateViews.h"

namespace mlir::fp8 {

/// What stochastic rounding reads, each an i32.
struct Draws {
  Value seed, step;
};

/// The argument of `state` becomes its main plane; the other planes become last
/// arguments.
PlaneValues addPlanes(func::FuncOp func, const StoredState &state);

/// A seed, and the number of the step: a counter that the step has, or one that
/// is added.
Draws addDraws(func::FuncOp func);

/// Returns `planes` as the updates of the arguments of `state`, the main plane
/// in the place of `value`.
void returnPlanes(func::FuncOp func, const StoredState &state, Value value,
                  const PlaneValues &planes);

/// A state of `func` of its own: its argument, the last, and its result.
Value addStateArgument(func::FuncOp func, const StatePlane &plane);
void addStateResult(func::FuncOp func, const StatePlane &plane, Value value);

/// `name`, or with a number if an argument has it.
std::string getFreeName(func::FuncOp func, StringRef name);

/// The type of `func` follows its return.
void updateResultTypes(func::FuncOp func);

/// Attributes of a plane, as argument or as result of a function.
DictionaryAttr getPlaneAttributes(const StatePlane &plane, Builder &builder,
                                  bool asArgument, bool asUpdate);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_STEPSIGNATURE_H
