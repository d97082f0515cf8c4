//===- OutsideReads.cpp - updates that read their state twice -------------===//

#include "OutsideReads.h"

#include "LinearFactors.h"
#include "fp8/Analysis/Contraction.h"
#include "fp8/Analysis/Elementwise.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns the operands from which single elements of the result may be
/// computed. Excludes the reduced operands of sums and contractions: such
/// results are gradients, which may depend on the weight. Includes the
/// accumulator.
static SmallVector<Value> getElementSources(Operation *op) {
  if (auto contract = dyn_cast<ContractOp>(op)) {
    SmallVector<Value> others;
    for (Value operand : op->getOperands())
      if (operand != contract.getLhs() && operand != contract.getRhs())
        others.push_back(operand);
    return others;
  }
  if (std::optional<Contraction> match = matchContraction(op))
    return {match->init};
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
      linalgOp && linalgOp.getNumParallelLoops() != linalgOp.getNumLoops())
    return llvm::to_vector(ValueRange(linalgOp.getDpsInits()));
  return llvm::to_vector(ValueRange(op->getOperands()));
}

Operation *mlir::fp8::findOutsideRead(UpdateOp update, unsigned state) {
  if (carriesState(update, state))
    return nullptr;
  Value old = update.getMainPlanes()[state];
  SmallVector<Value> worklist(update.getInputs());
  llvm::DenseSet<Operation *> seen;
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    // The update also reads the old state as an input.
    if (value == old)
      return update;
    Operation *op = value.getDefiningOp();
    if (!op || !seen.insert(op).second)
      continue;
    for (Value source : getElementSources(op)) {
      if (source == old)
        return op;
      if (!hasOneElement(source.getType()) || hasOneElement(old.getType()))
        worklist.push_back(source);
    }
  }
  return nullptr;
}
