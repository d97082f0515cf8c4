//===- StepValues.cpp - dependence of a step on its batches ---------------===//

#include "StepValues.h"

#include "../BatchArguments.h"
#include "fp8/Analysis/Contraction.h"
#include "fp8/Analysis/Elementwise.h"
#include "fp8/Analysis/Movement.h"

#include <set>

using namespace mlir;
using namespace mlir::fp8;

bool fp8::isContraction(Operation *op) {
  return isa<ContractOp, AttentionOp, AttentionBackwardOp>(op) ||
         matchContraction(op);
}

void fp8::noteCarrying(InFlightDiagnostic &diag, func::FuncOp func,
                       BlockArgument arg) {
  diag.attachNote(arg.getLoc())
      << "'" << getArgumentName(func, arg.getArgNumber())
      << "' is taken for a parameter; 'fp8.state = #fp8.state<moment>' here "
         "declares that it is none and that each micro-batch passes it to the "
         "next";
}

FailureOr<SmallVector<unsigned>>
fp8::findBatches(func::FuncOp func, const StatePairing &pairing,
                 ArrayRef<llvm::Regex> shared) {
  SmallVector<unsigned> batches;
  for (BlockArgument arg : func.getArguments()) {
    unsigned i = arg.getArgNumber();
    if (func.getArgAttr(i, FP8Dialect::kMicrobatchesAttrName))
      return emitError(arg.getLoc())
             << "expected a step of one micro-batch, but '"
             << getArgumentName(func, i) << "' holds "
             << func.getArgAttr(i, FP8Dialect::kMicrobatchesAttrName)
             << " of them";
    std::string name = getArgumentName(func, i);
    bool isShared = llvm::any_of(
        shared, [&](const llvm::Regex &regex) { return regex.match(name); });
    if (isShared || !isBatch(func, i, pairing))
      continue;
    auto type = cast<RankedTensorType>(arg.getType());
    if (!type.hasStaticShape() || type.getNumElements() == 0)
      return emitError(arg.getLoc())
             << "expected a batch of a static shape with elements, but '"
             << name << "' is " << type;
    batches.push_back(i);
  }
  if (!batches.empty())
    return batches;
  InFlightDiagnostic diag = emitError(
      func.getLoc(), "expected an argument that is a batch, but there is none");
  diag.attachNote() << "a batch is a tensor of rank 1 or more that no result "
                       "overwrites and that has no 'fp8.state'";
  return diag;
}

bool StepValues::isOfForward(Value value) const {
  if (Operation *op = value.getDefiningOp())
    return forward.contains(op);
  return isReadBy(value, block, forward);
}

bool StepValues::isVarying(Operation *op) const {
  return readsAny(op, varying);
}

void StepValues::findVarying() {
  varying.clear();
  for (unsigned i : batches)
    varying.insert(func.getArgument(i));
  for (const StatePair *pair : carried)
    varying.insert(func.getArgument(pair->arg));
  for (Operation &op : block.without_terminator())
    if (isVarying(&op) && !isSettled(&op))
      varying.insert(op.result_begin(), op.result_end());
}

/// Follows `value` back through rearrangements and casts, but not beyond a
/// settled value.
static Value getRoot(Value value, const llvm::DenseSet<Value> &settled) {
  while (!settled.contains(value)) {
    Value source = getMovedSource(value.getDefiningOp(), Move::Recode);
    if (!source)
      break;
    value = source;
  }
  return value;
}

void StepValues::findForward() {
  // loss.forward also handles values that the step updates before the loss
  // reads them. Here such values are settled, so a plain backward slice of the
  // loss is needed.
  SmallVector<Value> values;
  for (unsigned result : loss.results)
    values.push_back(block.getTerminator()->getOperand(result));
  forward.clear();
  if (loss.results.empty())
    forward = loss.forward;
  addBackwardSlice(values, block, forward);
  ofLoss = forward;
  if (settled.empty())
    return;
  llvm::DenseSet<Operation *> before;
  for (Operation &op : block)
    if (isSettled(&op))
      before.insert(&op);
  // Insert the settled ops first, because a backward slice stops at ops that it
  // already contains.
  forward = before;
  addBackwardSlice(values, block, forward);
  ofLoss = forward;
  llvm::DenseSet<Value> seen;
  for (Operation &op : block) {
    if (!isContraction(&op) || !isVarying(&op))
      continue;
    bool isFirst = false;
    for (Value operand : op.getOperands().take_front(2)) {
      Value root = getRoot(operand, settled);
      isFirst |= !varying.contains(root) && seen.insert(root).second;
    }
    if (isFirst)
      addBackwardSlice(op.getResult(0), block, forward);
  }
  for (Operation *op : before) {
    forward.erase(op);
    ofLoss.erase(op);
  }
}

bool StepValues::readsLossAlone(Operation *op) const {
  return readsAny(op, fromLoss) && !anyOperand(op, [&](Value operand) {
           return varying.contains(operand) && !fromLoss.contains(operand);
         });
}

void StepValues::findFromLoss() {
  losses.clear();
  fromLoss.clear();
  if (loss.results.empty())
    return;
  for (unsigned result : loss.results) {
    Value value = block.getTerminator()->getOperand(result);
    while (value && varying.contains(value) && hasOneElement(value.getType())) {
      losses.insert(value);
      value = getMovedSource(value.getDefiningOp(), Move::Recode);
    }
  }
  fromLoss = losses;
  for (Operation &op : block.without_terminator())
    if (!forward.contains(&op) && !isSettled(&op) && !isa<UpdateOp>(op) &&
        readsLossAlone(&op))
      fromLoss.insert(op.result_begin(), op.result_end());
}

void StepValues::findLearning() {
  learning.clear();
  // A state that only an unreturned loss reads counts as a parameter, too.
  auto isOfOtherLoss = [&](const StatePair &pair) {
    BlockArgument arg = func.getArgument(pair.arg);
    return pair.kind == StateKind::Moment && isReadBy(arg, block, forward) &&
           !isReadBy(arg, block, ofLoss);
  };
  SmallVector<Value> parameters;
  for (const StatePair &pair : pairing.getPairs())
    if (pair.kind == StateKind::Param || isOfOtherLoss(pair))
      parameters.push_back(block.getTerminator()->getOperand(pair.result));
  addBackwardSlice(parameters, block, learning);
  // A step may return or drop the gradient of a weight that it does not update.
  // Such a gradient is recognized by its size, which is the size of the weight.
  std::set<int64_t> sizes;
  for (BlockArgument arg : func.getArguments()) {
    const StatePair *pair = pairing.getPairOfArgument(arg.getArgNumber());
    auto type = dyn_cast<RankedTensorType>(arg.getType());
    if (type && type.getRank() > 0 && type.hasStaticShape() &&
        !varying.contains(arg) &&
        (!pair || pair->rule == PairingRule::Unchanged))
      sizes.insert(type.getNumElements());
  }
  for (Operation &op : block)
    if (isContraction(&op))
      if (auto type = dyn_cast<RankedTensorType>(op.getResult(0).getType());
          type && type.hasStaticShape() &&
          sizes.count(type.getNumElements()) != 0)
        learning.insert(&op);
}

LogicalResult StepValues::findGradients() {
  gradients.clear();
  statistics.clear();
  for (auto update : block.getOps<UpdateOp>())
    for (OpOperand &operand : update.getInputsMutable()) {
      Value input = operand.get();
      if (!varying.contains(input) || input.getDefiningOp<UpdateOp>() ||
          fromLoss.contains(input))
        continue;
      if (!learning.contains(update)) {
        statistics.push_back(&operand);
        continue;
      }
      if (isOfForward(input)) {
        InFlightDiagnostic diag =
            update.emitError("expected an update that reads gradients, but it "
                             "reads a value of the forward pass, which cannot "
                             "be averaged over micro-batches");
        diag.attachNote(input.getLoc()) << "the loss depends on it";
        if (auto arg = dyn_cast<BlockArgument>(update.getMainPlanes().front()))
          noteCarrying(diag, func, arg);
        return diag;
      }
      gradients.insert(input);
    }
  // The gradient of a one-element parameter can be a scalar operand.
  for (auto update : block.getOps<UpdateOp>())
    if (learning.contains(update) &&
        hasOneElement(update.getMainPlanes().front().getType()))
      for (Value scalar : update.getScalars())
        if (varying.contains(scalar) && !isOfForward(scalar) &&
            !fromLoss.contains(scalar) && scalar.getDefiningOp())
          gradients.insert(scalar);
  return success();
}

LogicalResult StepValues::compute() {
  findVarying();
  findForward();
  findFromLoss();
  findLearning();
  return findGradients();
}
