//===- IntegerSources.cpp - integer data dependences ----------------------===//

#include "IntegerSources.h"

#include "fp8/Analysis/Elementwise.h"
#include "fp8/Analysis/Operands.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::fp8;

llvm::DenseSet<Value> mlir::fp8::collectIntegerSources(Value root,
                                                       Block &block) {
  llvm::DenseSet<Value> sources;
  llvm::DenseSet<Operation *> seen;
  SmallVector<Value> worklist{root};
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (!hasIntegers(value.getType()) || !sources.insert(value).second)
      continue;
    Operation *op = value.getDefiningOp();
    if (!op || !(op = block.findAncestorOpInBlock(*op)) ||
        !seen.insert(op).second)
      continue;
    forEachOperand(op, [&](Value operand) { worklist.push_back(operand); });
  }
  return sources;
}
