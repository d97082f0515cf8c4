//===- SharedDraws.cpp - random values shared by micro-batches ------------===//

#include "SharedDraws.h"

#include "../BatchArguments.h"

using namespace mlir;
using namespace mlir::fp8;

void fp8::remarkSharedDraws(const StepValues &values) {
  llvm::DenseSet<Value> drawn;
  for (BlockArgument arg : values.getFunc().getArguments()) {
    auto kind = values.getFunc().getArgAttrOfType<StateKindAttr>(
        arg.getArgNumber(), FP8Dialect::kStateAttrName);
    if (kind && (kind.getValue() == StateKind::RNG ||
                 kind.getValue() == StateKind::Step))
      drawn.insert(arg);
  }
  if (drawn.empty())
    return;
  for (Operation &op : values.block.without_terminator()) {
    // The random bits of rounding are not shared: each micro-batch has its own,
    // and a weight is rounded once.
    if (isa<QuantizeOp>(op) || !readsAny(&op, drawn))
      continue;
    if (!values.isVarying(&op)) {
      drawn.insert(op.result_begin(), op.result_end());
      continue;
    }
    if (values.forward.contains(&op))
      op.emitRemark("reads a value computed from the state of a random number "
                    "generator or the step number; it is the same for all "
                    "micro-batches");
  }
}
