//===- Recomputation.h - values that are recomputed -------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_RECOMPUTATION_H
#define FP8_ANALYSIS_RECOMPUTATION_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::fp8 {

/// Maps values that a step recomputes, as rematerialization does, to the
/// forward values that they repeat.
class Recomputation {
public:
  /// Finds ops outside `originals` that repeat an op inside: name, attributes,
  /// regions and operands, modulo this map, must be equal. An `fp8.barrier`
  /// repeats its source.
  void compute(Block &block, const llvm::DenseSet<Operation *> &originals);

  /// Returns the value that `value` repeats, or `value`.
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
