//===- LateOps.cpp - ops that run once per step ---------------------------===//

#include "LateOps.h"

#include "fp8/Analysis/Operands.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Rejected steps
//===----------------------------------------------------------------------===//

/// Rejects updates that read a batch statistic and that no parameter depends
/// on, unless their state is carried. A statistic of gradients, such as their
/// covariance, is computed from the mean gradients. For other statistics, it is
/// unknown whether micro-batches should be averaged or summed.
LogicalResult LateOps::checkStatistics() {
  for (OpOperand *operand : values.statistics) {
    if (flow.getDegree(operand->get()) != GradientDegree::None ||
        isCarried(operand->getOwner()))
      continue;
    InFlightDiagnostic diag = operand->getOwner()->emitError(
        "expected an update that reads gradients, but it reads a batch "
        "statistic, which cannot be averaged over micro-batches: no parameter "
        "depends on this update");
    diag.attachNote(operand->get().getLoc()) << "it is computed here";
    diag.attachNote()
        << "supported are statistics that are results of the step, one per "
           "micro-batch, and statistics of the forward pass in a state that "
           "each micro-batch passes to the next; such a state depends on no "
           "counter, and either nothing else reads it or the forward pass "
           "reads it and 'fp8.state' declares that it is no parameter";
    return diag;
  }
  return success();
}

InFlightDiagnostic LateOps::refuse(Value value, Operation *reader) {
  InFlightDiagnostic diag =
      reader->emitError("expected this op, which runs once for all "
                        "micro-batches, to read gradients, but it reads ");
  auto arg = dyn_cast<BlockArgument>(value);
  bool isState = arg && !llvm::is_contained(values.batches, arg.getArgNumber());
  if (arg)
    diag << (isState ? "the state '" : "the batch '")
         << getArgumentName(values.getFunc(), arg.getArgNumber()) << "'";
  else if (values.isOfForward(value))
    diag << "a value of the forward pass";
  else if (dims.isPerExample(value))
    diag << "a value with separate elements per example";
  else
    diag << "another value that depends on a batch";
  StringRef note = "it is computed here";
  if (isState)
    note = "this argument, which each micro-batch passes to the next";
  else if (arg)
    note = "this argument; 'shared' lists arguments that are the same for all "
           "micro-batches";
  diag.attachNote(value.getLoc()) << note;
  diag.attachNote() << "supported are means of values that are linear in "
                       "gradients, the mean of the loss, and maxima of amaxes "
                       "that 'fp8.update_scales' reads";
  return diag;
}

//===----------------------------------------------------------------------===//
// Values that per-step ops read
//===----------------------------------------------------------------------===//

/// Takes the maximum over micro-batches for each amax of `op`. The amaxes are
/// packed into one tensor by tensor.insert_slice ops. Amaxes of weights do not
/// depend on a batch and need no maximum.
LogicalResult LateOps::takeAmaxes(UpdateScalesOp op) {
  Value packed = op.getAmaxes();
  while (auto insert = packed.getDefiningOp<tensor::InsertSliceOp>()) {
    late.insert(insert);
    Value amax = insert.getSource();
    packed = insert.getDest();
    if (!values.varying.contains(amax))
      continue;
    if (!isa_and_nonnull<AmaxOp, QuantizeOp, ContractOp>(amax.getDefiningOp()))
      return refuse(amax, insert);
    plan.combined.insert({amax, Combination::Maximum});
  }
  return values.varying.contains(packed) ? refuse(packed, op) : success();
}

/// Returns true if `value` can be summed over micro-batches in f32.
static bool canBeAdded(Value value) {
  Type element = getElementTypeOrSelf(value.getType());
  return element.isF32() || element.isBF16() || element.isF16();
}

LogicalResult LateOps::take(Value value, Operation *reader) {
  if (isReady(value))
    return success();
  // The mean of a per-example value over micro-batches would mix examples.
  if (dims.isPerExample(value))
    return refuse(value, reader);
  switch (flow.getDegree(value)) {
  case GradientDegree::Linear:
    if (!canBeAdded(value))
      break;
    plan.combined.insert({value, Combination::Mean});
    return success();
  case GradientDegree::Nonlinear:
    makeLate(value.getDefiningOp());
    return success();
  case GradientDegree::None:
    if (values.losses.contains(value)) {
      if (!canBeAdded(value))
        break;
      plan.combined.insert({value, Combination::Mean});
      return success();
    }
    if (values.fromLoss.contains(value)) {
      makeLate(value.getDefiningOp());
      return success();
    }
    break;
  }
  return refuse(value, reader);
}

LogicalResult LateOps::drain() {
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    auto scales = dyn_cast<UpdateScalesOp>(op);
    if (scales && failed(takeAmaxes(scales)))
      return failure();
    if (anyOperand(op, [&](Value operand) {
          return operand.getParentBlock() == &values.block &&
                 failed(take(operand, op));
        }))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Updates and results
//===----------------------------------------------------------------------===//

bool LateOps::isCarried(Operation *op) const {
  return llvm::any_of(values.carried, [&](const StatePair *pair) {
    return values.block.getTerminator()
               ->getOperand(pair->result)
               .getDefiningOp() == op;
  });
}

LogicalResult LateOps::takeResult(unsigned i) {
  Operation *terminator = values.block.getTerminator();
  Value value = terminator->getOperand(i);
  if (isReady(value) ||
      llvm::any_of(values.carried,
                   [&](const StatePair *pair) { return pair->result == i; }))
    return success();
  if (values.loss.isLoss(i)) {
    if (!canBeAdded(value))
      return values.getFunc().emitError(
                 "expected a loss of f32, bf16 or f16, whose mean "
                 "over micro-batches is computed in f32, but "
                 "result #")
             << i << " is of type " << value.getType();
    plan.combined.insert({value, Combination::Mean});
    return success();
  }
  if (flow.getDegree(value) != GradientDegree::None &&
      !dims.isPerExample(value))
    return failed(take(value, terminator)) ? failure() : drain();
  if (!isa<RankedTensorType>(value.getType()))
    return values.getFunc().emitError(
               "expected results of each micro-batch to be tensors, "
               "but result #")
           << i << " is of type " << value.getType();
  plan.stacked.push_back(i);
  return success();
}

/// Makes the op that computes the new value of a state a per-step op. Handles
/// states that are not results of fp8.update.
LogicalResult LateOps::takeState(const StatePair &pair) {
  Operation *terminator = values.block.getTerminator();
  Value next = terminator->getOperand(pair.result);
  if (!values.varying.contains(next) || values.gradients.contains(next) ||
      llvm::is_contained(values.carried, &pair))
    return success();
  Operation *op = next.getDefiningOp();
  if (!op)
    return refuse(next, terminator);
  if (values.fromLoss.contains(next))
    return take(next, terminator);
  auto read = llvm::find_if(op->getOperands(), [&](Value operand) {
    return values.varying.contains(operand);
  });
  if (flow.getDegree(next) != GradientDegree::None ||
      read == op->operand_end()) {
    makeLate(op);
    return success();
  }
  InFlightDiagnostic diag = refuse(*read, op);
  if (pair.kind == StateKind::Param)
    noteCarrying(diag, values.getFunc(),
                 values.getFunc().getArgument(pair.arg));
  return diag;
}

LogicalResult LateOps::takeAll() {
  for (Operation &op : values.block) {
    bool isUpdate = isa<UpdateOp, UpdateScalesOp>(op) && !isCarried(&op) &&
                    llvm::any_of(op.getResults(), [&](Value value) {
                      return values.varying.contains(value);
                    });
    if (isUpdate || values.isSettled(&op))
      makeLate(&op);
  }
  Operation *terminator = values.block.getTerminator();
  for (const StatePair &pair : values.pairing.getPairs())
    if (failed(takeState(pair)))
      return failure();
  if (failed(drain()))
    return failure();
  for (unsigned i = 0, e = terminator->getNumOperands(); i < e; ++i)
    if (failed(takeResult(i)))
      return failure();
  return success();
}

/// Removes values from `plan.combined` whose op became a per-step op after they
/// were added. Their operands have been visited, so the values need no
/// combination. Fails for an amax, which must belong to a micro-batch.
LogicalResult LateOps::dropLate() {
  for (auto [value, combination] : plan.combined)
    if (combination == Combination::Maximum && value.getDefiningOp() &&
        late.contains(value.getDefiningOp()))
      return value.getDefiningOp()->emitError(
          "expected an amax of each micro-batch, but this op runs once for all "
          "micro-batches");
  plan.combined.remove_if([&](const auto &entry) {
    Operation *op = entry.first.getDefiningOp();
    return op && late.contains(op);
  });
  Operation *terminator = values.block.getTerminator();
  for (unsigned i : plan.stacked) {
    Value value = terminator->getOperand(i);
    if (value.getDefiningOp() && late.contains(value.getDefiningOp()))
      return refuse(value, terminator);
  }
  return success();
}

LogicalResult LateOps::find() {
  return success(succeeded(checkStatistics()) && succeeded(takeAll()) &&
                 succeeded(dropLate()));
}
