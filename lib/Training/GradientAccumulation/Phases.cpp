//===- Phases.cpp - order of repeated and per-step ops --------------------===//

#include "Phases.h"
#include "fp8/Analysis/Operands.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
class Orderer {
public:
  Orderer(const StepValues &values, const llvm::DenseSet<Operation *> &late,
          MicrobatchPlan &plan)
      : values(values), late(late), plan(plan) {}

  LogicalResult run();

private:
  void visitOperands(Operation *op);
  LogicalResult add(Operation &op);
  LogicalResult addCarried();

  const StepValues &values;
  llvm::DenseSet<Operation *> late;
  MicrobatchPlan &plan;
  /// The phase of each repeated or per-step op.
  llvm::DenseMap<Operation *, unsigned> phaseOf;
  /// Properties of the operands of the op being visited: the latest phase of
  /// the repeated ops and of the per-step ops that compute the operands, and a
  /// per-step op that computes an operand that is not settled.
  unsigned repeatedPhase = 0, latePhase = 0;
  bool readsLate = false;
  Operation *unsettled = nullptr;
};
} // namespace

void Orderer::visitOperands(Operation *op) {
  repeatedPhase = latePhase = 0;
  readsLate = false;
  unsettled = nullptr;
  forEachOperand(op, [&](Value operand) {
    Operation *from = operand.getDefiningOp();
    auto it = from ? phaseOf.find(from) : phaseOf.end();
    if (it == phaseOf.end())
      return;
    if (!late.contains(from)) {
      repeatedPhase = std::max(repeatedPhase, it->second);
      return;
    }
    readsLate = true;
    latePhase = std::max(latePhase, it->second);
    if (values.varying.contains(operand))
      unsettled = from;
  });
}

LogicalResult Orderer::add(Operation &op) {
  visitOperands(&op);
  bool isRepeated = llvm::any_of(op.getResults(), [&](Value value) {
    return values.varying.contains(value);
  });
  // An op that depends on a batch only through settled values runs once, after
  // these values are computed.
  if (late.contains(&op) || (!isRepeated && readsLate)) {
    late.insert(&op);
    unsigned phase = std::max(repeatedPhase, latePhase);
    phaseOf[&op] = phase;
    plan.phases.resize(std::max<size_t>(plan.phases.size(), phase + 1));
    plan.phases[phase].late.push_back(&op);
    return success();
  }
  if (!isRepeated)
    return success();
  if (unsettled) {
    InFlightDiagnostic diag =
        op.emitError("expected the gradients of one micro-batch not to "
                     "depend on other micro-batches, but this op reads a value "
                     "computed from all of them");
    diag.attachNote(unsettled->getLoc())
        << "this op runs once for all micro-batches";
    return diag;
  }
  unsigned phase =
      std::max(repeatedPhase, readsLate ? latePhase + 1 : latePhase);
  phaseOf[&op] = phase;
  plan.phases.resize(std::max<size_t>(plan.phases.size(), phase + 1));
  plan.phases[phase].repeated.push_back(&op);
  return success();
}

/// Adds the carried states to the plan. Reports a state that is read in an
/// earlier phase than the phase of its new value: the previous micro-batch has
/// not computed it then.
LogicalResult Orderer::addCarried() {
  for (const StatePair *pair : values.carried) {
    Value next = values.block.getTerminator()->getOperand(pair->result);
    unsigned phase = phaseOf.lookup(next.getDefiningOp());
    plan.carried.push_back({pair->arg, pair->result, phase});
    BlockArgument arg = values.getFunc().getArgument(pair->arg);
    for (Operation *user : arg.getUsers()) {
      Operation *reader = values.block.findAncestorOpInBlock(*user);
      auto it = phaseOf.find(reader);
      if (it == phaseOf.end() || it->second >= phase)
        continue;
      InFlightDiagnostic diag =
          reader->emitError("expected the state '")
          << getArgumentName(values.getFunc(), pair->arg)
          << "', which each micro-batch passes to the next, to be read no "
             "earlier than in the phase of its new value, but it is read in "
             "an earlier phase";
      diag.attachNote(next.getLoc()) << "its new value is computed here";
      return diag;
    }
  }
  return success();
}

LogicalResult Orderer::run() {
  plan.phases.resize(1);
  for (Operation &op : values.block.without_terminator())
    if (failed(add(op)))
      return failure();
  return addCarried();
}

LogicalResult fp8::orderPhases(const StepValues &values,
                               const llvm::DenseSet<Operation *> &late,
                               MicrobatchPlan &plan) {
  return Orderer(values, late, plan).run();
}
