//===- StepSignature.h - planes in function signatures ----------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_STEPSIGNATURE_H
#define FP8_LIB_TRAINING_STORAGE_STEPSIGNATURE_H

#include "StateViews.h"

namespace mlir::fp8 {

/// The operands of stochastic rounding, each an i32.
struct Draws {
  Value seed, step;
};

/// Changes the signature of a function of one block. New arguments and results
/// change its block and its terminator. `finish` writes the type and the
/// attributes of the function once, because every function type and every list
/// of attributes lives as long as the context.
class SignatureBuilder {
public:
  explicit SignatureBuilder(func::FuncOp func);

  /// Replaces the argument of `state` by its main plane, and appends the other
  /// planes as arguments.
  PlaneValues addPlanes(const StoredState &state);

  /// Adds a seed and the step number, which is an existing counter of the step
  /// or a new one.
  Draws addDraws();

  /// Returns `planes` as the updated arguments of `state`. The main plane
  /// replaces `value`.
  void returnPlanes(const StoredState &state, Value value,
                    const PlaneValues &planes);

  /// Adds a new state: the last argument, and its result.
  Value addArgument(const StatePlane &plane);
  void addResult(const StatePlane &plane, Value value);

  /// Replaces the attributes of a result, or appends a result.
  void setResult(unsigned result, Value value, DictionaryAttr attributes);
  void appendResult(Value value, DictionaryAttr attributes);

  /// Returns `name`, with a number appended if an argument has that name.
  std::string getFreeName(StringRef name) const;

  /// Writes the type and the attributes of the function.
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
