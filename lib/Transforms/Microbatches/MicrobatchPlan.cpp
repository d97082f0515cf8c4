//===- MicrobatchPlan.cpp - what runs once, and what repeatedly -----------===//

#include "MicrobatchPlan.h"

#include "../BatchArguments.h"
#include "BatchDims.h"
#include "GradientFlow.h"
#include "fp8/Analysis/Contraction.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include <optional>

using namespace mlir;
using namespace mlir::fp8;

namespace {

class Planner {
public:
  Planner(func::FuncOp func, const Loss &loss, const StatePairing &pairing)
      : func(func), block(func.front()), loss(loss), pairing(pairing) {}

  LogicalResult findBatches(ArrayRef<llvm::Regex> shared);
  LogicalResult plan();

  MicrobatchPlan result;

private:
  void findVarying();
  void findLearning();
  LogicalResult findGradients();
  LogicalResult checkStatistics(const GradientFlow &flow);
  /// Plans with the gradients that begin at `source`.
  LogicalResult plan(GradientSource source);
  LogicalResult takeAll(const GradientFlow &flow);
  LogicalResult takeResult(unsigned i, const GradientFlow &flow);
  /// Makes `op` run once; what it reads follows in `drain`.
  void makeLate(Operation *op) {
    if (late.insert(op).second)
      worklist.push_back(op);
  }
  LogicalResult drain(const GradientFlow &flow);
  /// Gets `value` for `reader`, which runs once.
  LogicalResult take(Value value, Operation *reader, const GradientFlow &flow);
  LogicalResult takeAmaxes(UpdateScalesOp op);
  LogicalResult refuse(Value value, Operation *reader);
  LogicalResult dropLate();
  LogicalResult sortOps();
  void remarkSharedDraws();
  bool isOfForward(Value value) const;
  bool isReady(Value value) const {
    return !varying.contains(value) || result.combined.contains(value) ||
           (value.getDefiningOp() && late.contains(value.getDefiningOp()));
  }

  func::FuncOp func;
  Block &block;
  const Loss &loss;
  const StatePairing &pairing;
  /// What depends on a batch.
  llvm::DenseSet<Value> varying;
  /// What new parameters depend on.
  llvm::DenseSet<Operation *> learning;
  /// What updates read of it.
  llvm::DenseSet<Value> gradients;
  /// What updates read that no new parameter depends on.
  SmallVector<OpOperand *> statistics;
  llvm::DenseSet<Operation *> late;
  SmallVector<Operation *> worklist;
  std::optional<BatchDims> dims;
};

} // namespace

//===----------------------------------------------------------------------===//
// Batches
//===----------------------------------------------------------------------===//

LogicalResult Planner::findBatches(ArrayRef<llvm::Regex> shared) {
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
    if (!isShared && isBatch(func, i, pairing))
      result.batches.push_back(i);
  }
  if (!result.batches.empty())
    return success();
  InFlightDiagnostic diag = emitError(
      func.getLoc(), "expected an argument that is a batch, but there is none");
  diag.attachNote() << "a batch is a tensor of rank 1 or more that no result "
                       "overwrites and that has no 'fp8.state'";
  return diag;
}

void Planner::findVarying() {
  for (unsigned i : result.batches)
    varying.insert(func.getArgument(i));
  addDependent(block, varying);
}

bool Planner::isOfForward(Value value) const {
  if (Operation *op = value.getDefiningOp())
    return loss.forward.contains(op);
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    return loss.forward.contains(block.findAncestorOpInBlock(*user));
  });
}

//===----------------------------------------------------------------------===//
// Gradients
//===----------------------------------------------------------------------===//

void Planner::findLearning() {
  SmallVector<Value> parameters;
  for (const StatePair &pair : pairing.getPairs())
    if (pair.kind == StateKind::Param)
      parameters.push_back(block.getTerminator()->getOperand(pair.result));
  addBackwardSlice(parameters, block, learning);
  // Of a weight that this step does not update itself the gradient is returned,
  // or dropped: it has its size.
  llvm::DenseSet<int64_t> sizes;
  for (BlockArgument arg : func.getArguments()) {
    const StatePair *pair = pairing.getPairOfArgument(arg.getArgNumber());
    auto type = dyn_cast<RankedTensorType>(arg.getType());
    if (type && type.getRank() > 0 && type.hasStaticShape() &&
        !varying.contains(arg) &&
        (!pair || pair->rule == PairingRule::Unchanged))
      sizes.insert(type.getNumElements());
  }
  for (Operation &op : block)
    if (isa<ContractOp>(op) || matchContraction(&op))
      if (auto type = dyn_cast<RankedTensorType>(op.getResult(0).getType());
          type && type.hasStaticShape() &&
          sizes.contains(type.getNumElements()))
        learning.insert(&op);
}

LogicalResult Planner::findGradients() {
  for (auto update : block.getOps<UpdateOp>())
    for (OpOperand &operand : update.getInputsMutable()) {
      Value input = operand.get();
      if (!varying.contains(input) || input.getDefiningOp<UpdateOp>())
        continue;
      if (!learning.contains(update)) {
        statistics.push_back(&operand);
        continue;
      }
      if (isOfForward(input)) {
        InFlightDiagnostic diag =
            update.emitError("expected an update to read gradients, whose mean "
                             "over micro-batches is that of the whole batch, "
                             "but it reads a value of the forward");
        diag.attachNote(input.getLoc()) << "the loss depends on it";
        return diag;
      }
      gradients.insert(input);
    }
  return success();
}

/// What is computed from gradients, as the covariance of one, is computed from
/// their mean. Of anything else nothing tells whether it is a mean or a sum.
LogicalResult Planner::checkStatistics(const GradientFlow &flow) {
  for (OpOperand *operand : statistics) {
    if (flow.getDegree(operand->get()) != GradientDegree::None)
      continue;
    InFlightDiagnostic diag = operand->getOwner()->emitError(
        "expected an update to read gradients, whose mean over micro-batches "
        "is that of the whole batch, but it reads a statistic: no parameter "
        "depends on this update");
    diag.attachNote(operand->get().getLoc()) << "it is computed here";
    diag.attachNote() << "supported are statistics as results of the step, of "
                         "which each micro-batch has its own";
    return diag;
  }
  return success();
}

/// Amaxes come packed into one tensor, each of one micro-batch or of a weight.
LogicalResult Planner::takeAmaxes(UpdateScalesOp op) {
  Value packed = op.getAmaxes();
  while (auto insert = packed.getDefiningOp<tensor::InsertSliceOp>()) {
    late.insert(insert);
    Value amax = insert.getSource();
    packed = insert.getDest();
    if (!varying.contains(amax))
      continue;
    if (!isa_and_nonnull<AmaxOp, QuantizeOp, ContractOp>(amax.getDefiningOp()))
      return refuse(amax, insert);
    result.combined.insert({amax, Combination::Maximum});
  }
  return varying.contains(packed) ? refuse(packed, op) : success();
}

LogicalResult Planner::refuse(Value value, Operation *reader) {
  InFlightDiagnostic diag =
      reader->emitError("expected what runs once for all micro-batches to read "
                        "gradients of them, but it reads ");
  auto arg = dyn_cast<BlockArgument>(value);
  if (arg)
    diag << "the batch '" << getArgumentName(func, arg.getArgNumber()) << "'";
  else if (isOfForward(value))
    diag << "a value of the forward";
  else if (dims->isPerExample(value))
    diag << "a value that each example has its own of";
  else
    diag << "another value that depends on a batch";
  diag.attachNote(value.getLoc())
      << (arg ? "this argument; 'shared' names those that are the same for all "
                "micro-batches"
              : "it is computed here");
  diag.attachNote() << "supported are means of values that are linear in "
                       "gradients, and maxima of amaxes that "
                       "'fp8.update_scales' reads";
  return diag;
}

/// Whether sums of `value` over micro-batches can be kept in f32.
static bool canBeAdded(Value value) {
  Type element = getElementTypeOrSelf(value.getType());
  return element.isF32() || element.isBF16() || element.isF16();
}

LogicalResult Planner::take(Value value, Operation *reader,
                            const GradientFlow &flow) {
  if (isReady(value))
    return success();
  // A mean over micro-batches would mix examples.
  if (dims->isPerExample(value))
    return refuse(value, reader);
  Operation *op = value.getDefiningOp();
  switch (flow.getDegree(value)) {
  case GradientDegree::Linear:
    if (!canBeAdded(value))
      break;
    result.combined.insert({value, Combination::Mean});
    return success();
  case GradientDegree::Nonlinear:
    makeLate(op);
    return success();
  case GradientDegree::None:
    break;
  }
  return refuse(value, reader);
}

LogicalResult Planner::drain(const GradientFlow &flow) {
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    auto scales = dyn_cast<UpdateScalesOp>(op);
    if (scales && failed(takeAmaxes(scales)))
      return failure();
    bool failedToTake = op->walk([&](Operation *nested) {
                            for (Value operand : nested->getOperands())
                              if (operand.getParentBlock() == &block &&
                                  failed(take(operand, op, flow)))
                                return WalkResult::interrupt();
                            return WalkResult::advance();
                          }).wasInterrupted();
    if (failedToTake)
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

LogicalResult Planner::takeResult(unsigned i, const GradientFlow &flow) {
  Operation *terminator = block.getTerminator();
  Value value = terminator->getOperand(i);
  if (isReady(value))
    return success();
  if (loss.result == i) {
    if (!canBeAdded(value))
      return func.emitError("expected a loss of f32, bf16 or f16, whose mean "
                            "over micro-batches is computed in f32, but "
                            "result #")
             << i << " is of type " << value.getType();
    result.combined.insert({value, Combination::Mean});
    return success();
  }
  if (flow.getDegree(value) != GradientDegree::None &&
      !dims->isPerExample(value))
    return failed(take(value, terminator, flow)) ? failure() : drain(flow);
  if (!isa<RankedTensorType>(value.getType()))
    return func.emitError("expected results of each micro-batch to be tensors, "
                          "but result #")
           << i << " is of type " << value.getType();
  result.stacked.push_back(i);
  return success();
}

LogicalResult Planner::takeAll(const GradientFlow &flow) {
  for (Operation &op : block)
    if (isa<UpdateOp, UpdateScalesOp>(op) &&
        llvm::any_of(op.getResults(),
                     [&](Value value) { return varying.contains(value); }))
      makeLate(&op);
  Operation *terminator = block.getTerminator();
  // A state without an fp8.update steps by whatever makes its new value.
  for (const StatePair &pair : pairing.getPairs()) {
    Value next = terminator->getOperand(pair.result);
    if (!varying.contains(next) || gradients.contains(next))
      continue;
    if (!next.getDefiningOp())
      return refuse(next, terminator);
    makeLate(next.getDefiningOp());
  }
  if (failed(drain(flow)))
    return failure();
  for (unsigned i = 0, e = terminator->getNumOperands(); i < e; ++i)
    if (failed(takeResult(i, flow)))
      return failure();
  return success();
}

/// An op with several results may have been read before it was made late. What
/// it reads was taken when it was; nothing of it is left to combine.
LogicalResult Planner::dropLate() {
  for (auto [value, combination] : result.combined)
    if (combination == Combination::Maximum && value.getDefiningOp() &&
        late.contains(value.getDefiningOp()))
      return value.getDefiningOp()->emitError(
          "expected an amax of each micro-batch, but this op runs once for all "
          "micro-batches");
  result.combined.remove_if([&](const auto &entry) {
    Operation *op = entry.first.getDefiningOp();
    return op && late.contains(op);
  });
  for (unsigned i : result.stacked) {
    Value value = block.getTerminator()->getOperand(i);
    if (value.getDefiningOp() && late.contains(value.getDefiningOp()))
      return refuse(value, block.getTerminator());
  }
  return success();
}

LogicalResult Planner::sortOps() {
  for (Operation &op : block.without_terminator()) {
    if (late.contains(&op)) {
      result.late.push_back(&op);
      continue;
    }
    if (!llvm::any_of(op.getResults(),
                      [&](Value value) { return varying.contains(value); }))
      continue;
    Operation *before = nullptr;
    op.walk([&](Operation *nested) {
      for (Value operand : nested->getOperands())
        if (operand.getDefiningOp() && late.contains(operand.getDefiningOp()))
          before = operand.getDefiningOp();
    });
    if (before) {
      InFlightDiagnostic diag =
          op.emitError("expected the gradients of one micro-batch not to "
                       "depend on those of others, but this op reads what is "
                       "computed from all of them");
      diag.attachNote(before->getLoc()) << "it runs once, for all of them";
      return diag;
    }
    result.repeated.push_back(&op);
  }
  return success();
}

/// Tells what a step draws once for all micro-batches, a mask of dropout, say:
/// it is another step than that of the whole batch.
void Planner::remarkSharedDraws() {
  llvm::DenseSet<Value> drawn;
  for (BlockArgument arg : func.getArguments()) {
    unsigned i = arg.getArgNumber();
    auto kind =
        func.getArgAttrOfType<StateKindAttr>(i, FP8Dialect::kStateAttrName);
    if (kind && (kind.getValue() == StateKind::RNG ||
                 kind.getValue() == StateKind::Step))
      drawn.insert(arg);
  }
  if (drawn.empty())
    return;
  for (Operation &op : block.without_terminator()) {
    // Draws of their own round each micro-batch; a weight is rounded once.
    if (isa<QuantizeOp>(op) || !readsAny(&op, drawn))
      continue;
    if (!readsAny(&op, varying)) {
      drawn.insert(op.result_begin(), op.result_end());
      continue;
    }
    if (loss.forward.contains(&op))
      op.emitRemark("reads what is computed from the state of a random number "
                    "generator or the number of the step: it is the same for "
                    "all micro-batches");
  }
}

LogicalResult Planner::plan(GradientSource source) {
  late.clear();
  worklist.clear();
  result.repeated.clear();
  result.late.clear();
  result.combined.clear();
  result.stacked.clear();
  GradientFlow flow(block, loss, varying, gradients, learning, source);
  return success(succeeded(checkStatistics(flow)) && succeeded(takeAll(flow)) &&
                 succeeded(dropLate()) && succeeded(sortOps()));
}

LogicalResult Planner::plan() {
  findVarying();
  findLearning();
  dims.emplace(func, result.batches);
  if (failed(findGradients()))
    return failure();
  // What is wrong with the first way is said if the second one fails, too.
  std::vector<Diagnostic> errors;
  MLIRContext *context = func.getContext();
  bool isPlanned;
  {
    ScopedDiagnosticHandler handler(context, [&](Diagnostic &diag) {
      errors.push_back(std::move(diag));
      return success();
    });
    isPlanned = succeeded(plan(GradientSource::Forward));
  }
  if (!isPlanned) {
    ScopedDiagnosticHandler handler(context,
                                    [](Diagnostic &) { return success(); });
    isPlanned = succeeded(plan(GradientSource::LastContractions));
  }
  if (!isPlanned) {
    for (Diagnostic &error : errors)
      context->getDiagEngine().emit(std::move(error));
    return failure();
  }
  remarkSharedDraws();
  return success();
}

FailureOr<MicrobatchPlan>
mlir::fp8::planMicrobatches(func::FuncOp func, const Loss &loss,
                            const StatePairing &pairing,
                            ArrayRef<llvm::Regex> shared) {
  Planner planner(func, loss, pairing);
  if (failed(planner.findBatches(shared)) || failed(planner.plan()))
    return failure();
  return std::move(planner.result);
}
