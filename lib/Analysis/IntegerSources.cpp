//===- IntegerSources.cpp - integer data dependences ----------------------===//

#include "IntegerSources.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::fp8;

static bool isInteger(Value value) {
  return getElementTypeOrSelf(value.getType()).isIntOrIndex();
}

llvm::DenseSet<Value> mlir::fp8::collectIntegerSources(Value root,
                                                       Block &block) {
  llvm::DenseSet<Value> sources;
  llvm::DenseSet<Operation *> seen;
  SmallVector<Value> worklist{root};
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (!isInteger(value) || !sources.insert(value).second)
      continue;
    Operation *op = value.getDefiningOp();
    if (!op || !(op = block.findAncestorOpInBlock(*op)) ||
        !seen.insert(op).second)
      continue;
    op->walk([&](Operation *nested) {
      llvm::append_range(worklist, nested->getOperands());
    });
  }
  return sources;
}
