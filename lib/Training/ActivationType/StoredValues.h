//===- StoredValues.h - values that kernels hand on -------------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_ACTIVATIONTYPE_STOREDVALUES_H
#define FP8_LIB_TRAINING_ACTIVATIONTYPE_STOREDVALUES_H

#include "fp8/Analysis/StatePairing.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::fp8 {

/// Whether `op` is a contraction in any spelling, convolutions excepted.
bool isProduct(Operation *op);

/// What `op` rearranges or takes a part of, or null.
Value getMovedSource(Operation *op);

/// `value` before it was moved.
Value getMovedRoot(Value value);

/// Finds activations and gradients that are stored between kernels, by the
/// dataflow of a step alone: --fp8-set-wide-type has the rules.
class StoredValues {
public:
  StoredValues(func::FuncOp func, const StatePairing &pairing);

  /// In the order of their definition; none is moved from another value.
  ArrayRef<Value> getValues() const { return stored.getArrayRef(); }
  bool contains(Value value) const { return stored.contains(value); }
  /// Whether a value depends on data.
  bool isVarying(Value value) const { return varying.contains(value); }

private:
  void visit(Operation &op);
  bool isWhole(Operation *op) const;
  bool isStored(Value value);
  bool endsInUpdate(Value value);

  Block &block;
  llvm::DenseSet<Value> varying;
  /// Values with an element per activation, and not a statistic of such.
  llvm::DenseSet<Value> whole;
  /// The stage in which an op runs, and the one from which a value is there.
  llvm::DenseMap<Operation *, unsigned> runs;
  llvm::DenseMap<Value, unsigned> stages;
  /// Whether a value is only added up for updates.
  llvm::DenseMap<Value, bool> ends;
  llvm::SetVector<Value> stored;
};

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_ACTIVATIONTYPE_STOREDVALUES_H
