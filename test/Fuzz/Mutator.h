//===- Mutator.h - random changes of IR -------------------------*- C++ -*-===//
#ifndef FP8_TEST_FUZZ_MUTATOR_H
#define FP8_TEST_FUZZ_MUTATOR_H

#include "AttributeMutator.h"
#include "Random.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::fp8::fuzz {

/// Makes one change after another. Whether the result is valid is up to the
/// verifier.
class Mutator {
public:
  /// Takes names of ops and attributes from `donor`, too.
  Mutator(Random &random, ModuleOp module, ModuleOp donor);

  /// Makes one random change. Does nothing if the chosen change is not
  /// possible.
  bool mutateOnce();

private:
  bool swapOperand();
  bool dropOp();
  bool cloneOp();
  bool moveOp();
  bool renameOp();
  bool changeAttribute();
  bool giveAttribute();
  bool changeExtent();
  bool changeElementType();
  bool changeOneType();
  bool changeResults();
  bool changeArguments();

  /// Draws an op below the module.
  Operation *pickOp();
  /// Draws a value of the type of `value` that is defined before `op`.
  Value pickReplacement(Operation *op, Value value);

  Random &random;
  ModuleOp module, donor;
  SmallVector<Operation *> ops;
};

} // namespace mlir::fp8::fuzz

#endif // FP8_TEST_FUZZ_MUTATOR_H
