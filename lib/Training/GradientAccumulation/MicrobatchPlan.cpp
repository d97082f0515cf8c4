//===- MicrobatchPlan.cpp - micro-batch and per-step ops ------------------===//

#include "MicrobatchPlan.h"

#include "CarriedStates.h"
#include "LateOps.h"
#include "Phases.h"
#include "SharedDraws.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// A planning strategy. Strategies are tried in order, and the first that
/// succeeds is used.
struct Attempt {
  GradientSource source;
  /// True if the step may have several phases. New values of states, and
  /// meetings (see GradientFlow), are then computed once per step. Ops that
  /// read them run in a later phase.
  bool hasPhases;
};
} // namespace

/// Marks the new values of states as settled, because they are computed from
/// all micro-batches. Carried states are excluded.
static void settleNewStates(StepValues &values) {
  Operation *terminator = values.block.getTerminator();
  auto isCarried = [&](Operation *op) {
    return llvm::any_of(values.carried, [&](const StatePair *pair) {
      return terminator->getOperand(pair->result).getDefiningOp() == op;
    });
  };
  for (auto update : values.block.getOps<UpdateOp>())
    if (values.isVarying(update) && !isCarried(update))
      values.settle(update);
  for (const StatePair &pair : values.pairing.getPairs()) {
    Value next = terminator->getOperand(pair.result);
    Operation *op = next.getDefiningOp();
    if (op && values.isVarying(op) && !isCarried(op) &&
        !values.gradients.contains(next))
      values.settle(op);
  }
}

/// Finds the carried states, the settled values and the flow of gradients.
/// Iterates to a fixed point, because each carried state or settled value may
/// reveal another.
static FailureOr<GradientFlow> findFlow(StepValues &values, BatchDims &dims,
                                        Attempt attempt) {
  values.settled.clear();
  values.carried.clear();
  llvm::SmallSetVector<Value, 4> meetings;
  if (!attempt.hasPhases && failed(values.compute()))
    return failure();
  for (;;) {
    if (attempt.hasPhases) {
      // Clear the settled values first, so that they do not hide which values
      // depend on a batch. They are then determined again.
      values.settled.clear();
      values.findVarying();
      settleNewStates(values);
      for (Value value : meetings)
        if (value.getDefiningOp())
          values.settle(value.getDefiningOp());
      if (failed(values.compute()))
        return failure();
    }
    GradientFlow flow(values, dims, attempt.source);
    if (auto found = findCarriedStates(values, flow); !found.empty()) {
      llvm::append_range(values.carried, found);
      if (!attempt.hasPhases && failed(values.compute()))
        return failure();
      continue;
    }
    size_t before = meetings.size();
    if (attempt.hasPhases)
      meetings.insert_range(flow.getMeetings());
    if (meetings.size() == before)
      return flow;
  }
}

/// Plans the step by the strategy `attempt`. Sets `isOrdered` if everything
/// before the ordering of ops into phases succeeded.
static FailureOr<MicrobatchPlan> plan(StepValues &values, BatchDims &dims,
                                      Attempt attempt, bool &isOrdered) {
  FailureOr<GradientFlow> flow = findFlow(values, dims, attempt);
  if (failed(flow))
    return failure();
  MicrobatchPlan result;
  result.batches = values.batches;
  LateOps late(values, *flow, dims, result);
  if (failed(late.find()))
    return failure();
  isOrdered = true;
  if (failed(orderPhases(values, late.getOps(), result)))
    return failure();
  return result;
}

/// Emits remarks about differences from a step with a single micro-batch.
static void remarkPlan(StepValues &values, const MicrobatchPlan &plan) {
  auto options = remark::RemarkOpts::name("step").category("fp8-microbatches");
  func::FuncOp func = values.getFunc();
  for (const CarriedState &state : plan.carried)
    remark::passed(func.getArgument(state.argument).getLoc(), options)
        << "each micro-batch passes '" + getArgumentName(func, state.argument) +
               "' to the next";
  for (size_t i = 1, e = plan.phases.size(); i < e; ++i)
    if (!plan.phases[i].repeated.empty())
      remark::passed(plan.phases[i].repeated.front()->getLoc(), options)
          << "phase " + std::to_string(i + 1) + " of " + std::to_string(e) +
                 ": this op waits for values computed from all micro-batches";
  remarkSharedDraws(values);
}

FailureOr<MicrobatchPlan>
mlir::fp8::planMicrobatches(func::FuncOp func, const Loss &loss,
                            const StatePairing &pairing,
                            ArrayRef<llvm::Regex> shared) {
  FailureOr<SmallVector<unsigned>> batches = findBatches(func, pairing, shared);
  if (failed(batches))
    return failure();
  StepValues values(func, loss, pairing, *batches);
  BatchDims dims(func, *batches);
  // If all strategies fail, report the errors of the strategy that got
  // furthest.
  std::vector<Diagnostic> errors;
  MLIRContext *context = func.getContext();
  const Attempt attempts[] = {{GradientSource::Forward, false},
                              {GradientSource::LastContractions, false},
                              {GradientSource::Forward, true},
                              {GradientSource::LastContractions, true}};
  bool wasOrdered = false;
  for (Attempt attempt : attempts) {
    FailureOr<MicrobatchPlan> planned = failure();
    bool isOrdered = false;
    std::vector<Diagnostic> found;
    {
      ScopedDiagnosticHandler handler(context, [&](Diagnostic &diag) {
        found.push_back(std::move(diag));
        return success();
      });
      planned = plan(values, dims, attempt, isOrdered);
    }
    if (succeeded(planned)) {
      remarkPlan(values, *planned);
      return planned;
    }
    if (errors.empty() || (isOrdered && !wasOrdered))
      errors = std::move(found);
    wasOrdered |= isOrdered;
  }
  for (Diagnostic &error : errors)
    context->getDiagEngine().emit(std::move(error));
  return failure();
}
