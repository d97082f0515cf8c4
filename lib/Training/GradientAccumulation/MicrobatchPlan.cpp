//===- MicrobatchPlan.cpp - what runs once, and what repeatedly -----------===//

#include "MicrobatchPlan.h"

#include "CarriedStates.h"
#include "LateOps.h"
#include "Phases.h"
#include "SharedDraws.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// A way to plan, of which the first that works is taken.
struct Attempt {
  GradientSource source;
  /// Whether new values of states, and what is computed from gradients and
  /// then meets data, are there once: what reads them is another phase.
  bool hasPhases;
};
} // namespace

/// The new values of states that are no mean over examples: they are computed
/// from all micro-batches.
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

/// Finds what `values` lacks, and the flow of gradients, in turn: each state
/// that is carried and each value that settles may show another.
static FailureOr<GradientFlow> findFlow(StepValues &values, BatchDims &dims,
                                        Attempt attempt) {
  values.settled.clear();
  values.carried.clear();
  llvm::SmallSetVector<Value, 4> meetings;
  if (!attempt.hasPhases && failed(values.compute()))
    return failure();
  for (;;) {
    if (attempt.hasPhases) {
      // What depends on a batch by way of anything, whatever that reads.
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

/// `isOrdered` says whether all but the order of ops was found.
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

/// Tells what is not as in a step of one micro-batch.
static void remarkPlan(StepValues &values, const MicrobatchPlan &plan) {
  auto options = remark::RemarkOpts::name("step").category("fp8-microbatches");
  func::FuncOp func = values.getFunc();
  for (const CarriedState &state : plan.carried)
    remark::passed(func.getArgument(state.argument).getLoc(), options)
        << "each micro-batch hands '" + getArgumentName(func, state.argument) +
               "' on to the next";
  for (size_t i = 1, e = plan.phases.size(); i < e; ++i)
    if (!plan.phases[i].repeated.empty())
      remark::passed(plan.phases[i].repeated.front()->getLoc(), options)
          << "phase " + std::to_string(i + 1) + " of " + std::to_string(e) +
                 ": this op waits for what is computed from all micro-batches";
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
  // If all ways fail, what is wrong with the one that got furthest is said.
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
