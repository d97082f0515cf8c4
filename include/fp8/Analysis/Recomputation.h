//===- Recomputation.h - values that are recomputed -------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_RECOMPUTATION_H
#define FP8_ANALYSIS_RECOMPUTATION_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::fp8 {

/// Maps values that a step computes again, as after rematerialization, to the
/// original values of the forward pass.
class Recomputation {
public:
  /// Finds the ops outside `originals` that repeat an op inside it. Two ops
  /// match if their names, attributes and regions are equal and their operands
  /// map to the same originals. An `fp8.barrier` repeats its source.
  void compute(Block &block, const llvm::DenseSet<Operation *> &originals);

  /// Returns the original of `value`; `value` itself if it repeats nothing.
  Value getOriginal(Value value) const {
    auto it = originalOf.find(value);
    return it == originalOf.end() ? value : it->second;
  }

private:
  size_t hash(Operation *op) const;
  bool isRepetition(Operation *op, Operation *original) const;

  llvm::DenseMap<Value, Value> originalOf;
};

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_RECOMPUTATION_H
