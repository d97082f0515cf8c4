//===- Microbatches.cpp - --fp8-microbatches ------------------------------===//

#include "DataParallel.h"
#include "MicrobatchRewriter.h"
#include "RankStep.h"
#include "fp8/Analysis/Entry.h"
#include "fp8/Analysis/Place.h"
#include "fp8/Training/Passes.h"
#include "fp8/Utils/FunctionUses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_MICROBATCHESPASS
#include "fp8/Training/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {

struct Microbatches : fp8::impl::MicrobatchesPassBase<Microbatches> {
  using MicrobatchesPassBase::MicrobatchesPassBase;

  void runOnOperation() override {
    if (failed(split()))
      signalPassFailure();
  }

private:
  LogicalResult compileShared(func::FuncOp step,
                              SmallVectorImpl<llvm::Regex> &regexes);
  LogicalResult split();
  /// Checks the options, and returns the numbers of batches that they request.
  FailureOr<BatchCounts> getCounts();
  FailureOr<int64_t> getNumRanks();
  FailureOr<GroupSizes> getGroups();
  FailureOr<MicrobatchPlan> plan(func::FuncOp func,
                                 ArrayRef<llvm::Regex> regexes, bool hasRanks);
  LogicalResult rewriteAll(ArrayRef<func::FuncOp> steps,
                           ArrayRef<llvm::Regex> regexes, BatchCounts counts);
};

} // namespace

LogicalResult
Microbatches::compileShared(func::FuncOp step,
                            SmallVectorImpl<llvm::Regex> &regexes) {
  SmallVector<std::string> names;
  for (unsigned i = 0, e = step.getNumArguments(); i < e; ++i)
    names.push_back(fp8::getArgumentName(step, i));
  for (const std::string &pattern : shared) {
    llvm::Regex regex("^(" + pattern + ")$");
    std::string error;
    if (pattern.empty() || !regex.isValid(error))
      return emitError(getOperation().getLoc(),
                       "expected shared= to hold regular expressions, but '")
             << pattern
             << "' is not one: " << (pattern.empty() ? "it is empty" : error);
    if (llvm::none_of(names,
                      [&](StringRef name) { return regex.match(name); })) {
      InFlightDiagnostic diag =
          emitError(step.getLoc(),
                    "expected shared= to match an argument, but '")
          << pattern << "' matches none";
      diag.attachNote() << "the arguments are " << llvm::join(names, ", ");
      return diag;
    }
    regexes.push_back(std::move(regex));
  }
  return success();
}

/// Reports a carried state. Ranks run at the same time, so one rank cannot pass
/// a state to the next.
static LogicalResult refuseCarried(func::FuncOp func,
                                   const CarriedState &state) {
  InFlightDiagnostic diag =
      emitError(func.getArgument(state.argument).getLoc(),
                "unsupported state '")
      << getArgumentName(func, state.argument)
      << "' of a step of several ranks: each batch passes it to the next, as a "
         "running statistic";
  diag.attachNote() << "supported are states computed from the mean gradients "
                       "of all ranks, and other states on one rank";
  return diag;
}

FailureOr<MicrobatchPlan> Microbatches::plan(func::FuncOp func,
                                             ArrayRef<llvm::Regex> regexes,
                                             bool hasRanks) {
  FailureOr<PairedStep> paired = pairStates(func);
  if (failed(paired) ||
      (hasRanks && failed(checkBatches(func, paired->pairing))))
    return failure();
  return planMicrobatches(func, paired->loss, paired->pairing, regexes);
}

/// Upper bounds of the number of micro-batches, each of which is a copy of the
/// forward and the backward pass, and of the number of ranks.
static constexpr int64_t kMaxMicrobatches = 1024;
static constexpr int64_t kMaxRanks = 65536;

/// Returns a collective op in `module`, or null.
static Operation *findCollective(ModuleOp module) {
  Operation *found = nullptr;
  module.walk([&](Operation *op) {
    if (!isa<AllReduceOp, AllGatherOp, ReduceScatterOp, AllToAllOp>(op))
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

FailureOr<int64_t> Microbatches::getNumRanks() {
  ModuleOp module = getOperation();
  auto mesh = module->getAttrOfType<MeshAttr>(FP8Dialect::kMeshAttrName);
  int64_t ofMesh = mesh ? mesh.getNumRanks() : 1;
  int64_t number = ranks == 0 ? ofMesh : int64_t(ranks);
  Location loc = getFirstPlace(module);
  if (mesh && number != ofMesh)
    return emitError(loc, "expected ranks= to be the number of ranks of ")
           << mesh << ", which is 'fp8.mesh' of the module, but got " << number;
  if (number < 1)
    return emitError(loc, "expected a positive number of ranks, but got ")
           << number;
  if (number > kMaxRanks)
    return emitError(loc, "unsupported number of ranks ")
           << number << "; supported are up to " << kMaxRanks;
  return number;
}

FailureOr<GroupSizes> Microbatches::getGroups() {
  GroupSizes sizes;
  int64_t rest = number;
  for (int64_t size : groups) {
    if (size < 1 || rest % size != 0)
      return emitError(getFirstPlace(getOperation()),
                       "expected groups= to divide the number of "
                       "micro-batches into equal groups, but ")
             << rest << " is not divisible by " << size;
    sizes.push_back(size);
    rest /= size;
  }
  sizes.push_back(rest);
  return sizes;
}

FailureOr<BatchCounts> Microbatches::getCounts() {
  ModuleOp module = getOperation();
  if (number < 1)
    return emitError(getFirstPlace(module),
                     "expected a positive number of micro-batches, but got ")
           << int64_t(number);
  if (number > kMaxMicrobatches)
    return emitError(getFirstPlace(module),
                     "unsupported number of micro-batches ")
           << int64_t(number) << "; supported are up to " << kMaxMicrobatches;
  FailureOr<int64_t> numRanks = getNumRanks();
  FailureOr<GroupSizes> sizes = getGroups();
  if (failed(numRanks) || failed(sizes))
    return failure();
  return BatchCounts{number, *sizes, *numRanks, wire == Wire::BF16};
}

LogicalResult Microbatches::rewriteAll(ArrayRef<func::FuncOp> steps,
                                       ArrayRef<llvm::Regex> regexes,
                                       BatchCounts counts) {
  std::vector<MicrobatchPlan> plans;
  for (func::FuncOp func : steps) {
    FailureOr<MicrobatchPlan> planned = plan(func, regexes, counts.ranks > 1);
    if (failed(planned))
      return failure();
    if (counts.ranks > 1 && !planned->carried.empty())
      return refuseCarried(func, planned->carried.front());
    plans.push_back(std::move(*planned));
  }
  // All functions of a step must have the same arguments, so one function that
  // needs the rank decides for all.
  if (counts.ranks > 1)
    counts.needsRank = llvm::any_of(plans, [](const MicrobatchPlan &plan) {
      return llvm::any_of(plan.phases, [](const MicrobatchPhase &phase) {
        return llvm::any_of(phase.repeated, usesRandomBits);
      });
    });
  for (auto [func, plan] : llvm::zip_equal(steps, plans))
    MicrobatchRewriter(func, std::move(plan), counts).rewrite();
  return success();
}

LogicalResult Microbatches::split() {
  ModuleOp module = getOperation();
  FailureOr<BatchCounts> counts = getCounts();
  if (failed(counts))
    return failure();
  Operation *collective = findCollective(module);
  if (collective && number != 1)
    return collective->emitError("unsupported micro-batches of a step that has "
                                 "collectives, which "
                                 "combine one batch of each rank; supported is "
                                 "number=1, but got ")
           << int64_t(number);
  // If this pass has already run, it has created the collective itself.
  if (collective && isDone(module, getArgument()))
    return success();
  bool isOne = number == 1 && counts->ranks == 1;
  if (isOne && shared.empty())
    return success();
  FailureOr<SmallVector<func::FuncOp>> steps = findSteps(module);
  if (failed(steps))
    return failure();
  SmallVector<llvm::Regex> regexes;
  if (failed(compileShared(steps->front(), regexes)))
    return failure();
  if (isOne)
    return success();
  if (failed(verifyNoUsesOfSteps(*steps, getArgument())))
    return failure();
  if (collective) {
    if (failed(combineRanks(*steps, regexes)))
      return failure();
    recordDone(module, getArgument());
    return success();
  }
  MLIRContext *context = module.getContext();
  if (counts->ranks > 1 && !module->hasAttr(FP8Dialect::kMeshAttrName))
    module->setAttr(FP8Dialect::kMeshAttrName,
                    MeshAttr::get(context, {StringAttr::get(context, "dp")},
                                  {counts->ranks}));
  expandOptimizers(module);
  if (failed(rewriteAll(*steps, regexes, *counts)))
    return failure();
  recordDone(module, getArgument());
  return success();
}
