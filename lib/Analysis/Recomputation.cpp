//===- Recomputation.cpp - values that are recomputed ---------------------===//

#include "fp8/Analysis/Recomputation.h"

#include "fp8/IR/FP8.h"
#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace mlir::fp8;

size_t Recomputation::hash(Operation *op) const {
  return OperationEquivalence::computeHash(
      op,
      [&](Value value) {
        return llvm::hash_value(getOriginal(value).getAsOpaquePointer());
      },
      OperationEquivalence::ignoreHashValue,
      OperationEquivalence::IgnoreLocations);
}

bool Recomputation::isRepetition(Operation *op, Operation *original) const {
  llvm::DenseMap<Value, Value> nested;
  return OperationEquivalence::isEquivalentTo(
      op, original,
      [&](Value a, Value b) {
        auto it = nested.find(a);
        return success(it != nested.end() ? it->second == b
                                          : getOriginal(a) == getOriginal(b));
      },
      [&](Value a, Value b) { nested[a] = b; },
      OperationEquivalence::IgnoreLocations);
}

void Recomputation::compute(Block &block,
                            const llvm::DenseSet<Operation *> &originals) {
  llvm::DenseMap<size_t, SmallVector<Operation *, 1>> byHash;
  for (Operation &op : block)
    if (originals.contains(&op))
      byHash[hash(&op)].push_back(&op);
  for (Operation &op : block.without_terminator()) {
    if (originals.contains(&op))
      continue;
    if (auto barrier = dyn_cast<BarrierOp>(op)) {
      originalOf[barrier.getResult()] = getOriginal(barrier.getSource());
      continue;
    }
    auto it = byHash.find(hash(&op));
    if (it == byHash.end())
      continue;
    for (Operation *original : it->second) {
      if (!isRepetition(&op, original))
        continue;
      for (auto [again, value] :
           llvm::zip(op.getResults(), original->getResults()))
        originalOf[again] = value;
      break;
    }
  }
}
