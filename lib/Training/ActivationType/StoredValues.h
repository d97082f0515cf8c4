//===- StoredValues.h - values stored between kernels -----------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_ACTIVATIONTYPE_STOREDVALUES_H
#define FP8_LIB_TRAINING_ACTIVATIONTYPE_STOREDVALUES_H

#include "AddedBias.h"
#include "fp8/Analysis/StatePairing.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::fp8 {

/// Returns true if `op` is a contraction in any form except a convolution.
bool isProduct(Operation *op);

/// Finds the activations and gradients that are stored between kernels. Uses
/// only the dataflow of the step, not a fusion result. The description of
/// --fp8-set-wide-type documents the rules.
class StoredValues {
public:
  StoredValues(func::FuncOp func, const StatePairing &pairing);

  /// Returns the stored values in definition order. Excludes rearrangements and
  /// slices of other values.
  ArrayRef<Value> getValues() const { return stored.getArrayRef(); }
  bool contains(Value value) const { return stored.contains(value); }
  /// Returns the bias that is added to the result of the contraction `op`
  /// before the result is rounded, or null. The sum is then the stored value.
  const AddedBias *getBias(Operation *op) const {
    auto it = biases.find(op);
    return it == biases.end() ? nullptr : &it->second;
  }
  /// Returns true if `value` depends on batch data.
  bool isVarying(Value value) const { return varying.contains(value); }

private:
  void visit(Operation &op);
  bool isWhole(Operation *op) const;
  bool isStored(Value value);
  bool endsInUpdate(Value value);
  void findBias(Operation &op);

  Block &block;
  llvm::DenseSet<Value> varying;
  /// Values with one element per element of an activation. Excludes statistics.
  llvm::DenseSet<Value> whole;
  /// The stage in which each op runs, and the first stage in which each value
  /// can be read. A stage is a pass over the data.
  llvm::DenseMap<Operation *, unsigned> runs;
  llvm::DenseMap<Value, unsigned> stages;
  /// Memoized results of endsInUpdate.
  llvm::DenseMap<Value, bool> ends;
  llvm::SetVector<Value> stored;
  llvm::DenseMap<Operation *, AddedBias> biases;
};

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_ACTIVATIONTYPE_STOREDVALUES_H
