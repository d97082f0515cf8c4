//===- StepSignature.h - planes in function signatures ----------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_STEPSIGNATURE_H
#define FP8_LIB_TRAINING_STORAGE_STEPSIGNATURE_H

#include "StateViews.h"

namespace mlir::fp8 {

/// The operands of stochastic rounding, as i32 scalars.
struct Draws {
  Value seed, step;
};

/// Changes the signature of a function with one block. New arguments and
/// results are added to the block and the terminator at once. `finish` writes
/// the function type and the attributes only once, because MLIR keeps every
/// type and attribute list until the context is destroyed.
class SignatureBuilder {
public:
  explicit SignatureBuilder(func::FuncOp func);

  /// Replaces the argument of `state` by its main plane, and appends the other
  /// planes as arguments.
  PlaneValues addPlanes(const StoredState &state);

  /// Adds a seed and a step number. Uses an existing counter of the step if
  /// there is one.
  Draws addDraws();

  /// Returns `planes` as the new values of the planes of `state`. The main
  /// plane replaces `value` among the results.
  void returnPlanes(const StoredState &state, Value value,
                    const PlaneValues &planes);

  /// Appends the argument of a new state. `addResult` appends its new value.
  Value addArgument(const StatePlane &plane);
  void addResult(const StatePlane &plane, Value value);

  /// Replaces the attributes of a result, or appends a result.
  void setResult(unsigned result, Value value, DictionaryAttr attributes);
  void appendResult(Value value, DictionaryAttr attributes);

  /// Writes the type and the attributes to the function.
  void finish();

private:
  Value findCounter();

  func::FuncOp func;
  Operation *terminator;
  SmallVector<DictionaryAttr> argumentAttributes, resultAttributes;
  /// The results that update arguments, by argument name.
  llvm::StringMap<unsigned> updates;
};

/// Returns the attributes of a plane as an argument or result of a function.
DictionaryAttr getPlaneAttributes(const StatePlane &plane, Builder &builder,
                                  bool asArgument, bool asUpdate);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_STEPSIGNATURE_H
