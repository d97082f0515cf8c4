//===- StepDependences.cpp - what the values of a step depend on ----------===//

#include "TrainingStep.h"

#include "fp8/Analysis/Elementwise.h"
#include "fp8/Analysis/Operands.h"

using namespace mlir;
using namespace mlir::fp8;

void TrainingStep::findDependencesOfArguments(const StatePairing &pairing) {
  for (BlockArgument arg : func.getArguments()) {
    unsigned i = arg.getArgNumber();
    const StatePair *pair = pairing.getPairOfArgument(i);
    // A frozen weight has no new value, so only its attribute identifies it.
    auto declared =
        func.getArgAttrOfType<StateKindAttr>(i, FP8Dialect::kStateAttrName);
    bool isWeight = declared ? declared.getValue() == StateKind::Param
                             : pair && pair->kind == StateKind::Param;
    uint8_t flags = hasIntegers(arg.getType()) ? OnInteger : 0;
    if (isWeight) {
      weightArgs.insert(i);
      flags |= OnParameter;
    } else if (!hasOneElement(arg.getType())) {
      flags |= pair && pair->rule != PairingRule::Unchanged ? OnMoment : OnData;
    }
    dependences[arg] = flags;
  }
}

/// Returns true if the forward pass computes the new value of the state `root`,
/// such as the hidden state of a recurrent network. Such a state is not updated
/// by a gradient.
bool TrainingStep::isCarried(Value root, const StatePairing &pairing) const {
  auto arg = dyn_cast<BlockArgument>(root);
  const StatePair *pair =
      arg ? pairing.getPairOfArgument(arg.getArgNumber()) : nullptr;
  if (!pair || pair->rule == PairingRule::Unchanged)
    return false;
  Value next = arg.getOwner()->getTerminator()->getOperand(pair->result);
  return next.getDefiningOp() && loss.forward.contains(next.getDefiningOp()) &&
         !loss.stepped.contains(next);
}

/// Adds an operand of `match` to madeData, and returns true, under two
/// conditions: it is generated from random bits or carried between steps, and
/// the other operand is computed from a parameter. Excludes matrix-vector
/// products, such as those of a power iteration.
bool TrainingStep::takeMadeData(const Contraction &match,
                                const StatePairing &pairing) {
  if (match.kind == ContractionKind::Degenerate)
    return false;
  for (unsigned i : {0, 1}) {
    Value operand = match.getOperand(i), root = getRoot(operand);
    if (depends(match.getOperand(1 - i), OnParameter) &&
        (dependences.lookup(operand) == OnInteger ||
         isCarried(root, pairing))) {
      madeData.insert(root);
      return true;
    }
  }
  return false;
}

void TrainingStep::findDependences(const StatePairing &pairing) {
  findDependencesOfArguments(pairing);
  llvm::DenseMap<Operation *, const Contraction *> forwardContractions;
  for (StepContraction &contraction : contractions)
    if (loss.forward.contains(contraction.match.op))
      forwardContractions[contraction.match.op] = &contraction.match;
  for (Operation &op : func.front()) {
    uint8_t flags = 0;
    forEachOperand(
        &op, [&](Value operand) { flags |= dependences.lookup(operand); });
    if (const Contraction *match = forwardContractions.lookup(&op))
      flags |= OnForward | (takeMadeData(*match, pairing) ? OnData : 0);
    // A one-element result, such as a scale from amaxes of earlier steps, does
    // not turn the tensor that it scales into data. The flag of integers
    // remains, because a value generated from a one-element random key is data.
    if (!(flags & OnForward) &&
        llvm::all_of(op.getResultTypes(), hasOneElement))
      flags &= OnInteger;
    for (Value result : op.getResults())
      if (uint8_t own = getParameter(result) ? OnParameter : flags)
        dependences[result] = own;
  }
}
