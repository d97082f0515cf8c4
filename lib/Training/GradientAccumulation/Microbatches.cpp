//===- Microbatches.cpp - --fp8-microbatches ------------------------------===//

#include "MicrobatchRewriter.h"
#include "fp8/Analysis/Entry.h"
#include "fp8/Analysis/Place.h"
#include "fp8/Training/Passes.h"
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
  FailureOr<MicrobatchPlan> plan(func::FuncOp func,
                                 ArrayRef<llvm::Regex> regexes);
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
             << "' is none: " << (pattern.empty() ? "it is empty" : error);
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

FailureOr<MicrobatchPlan> Microbatches::plan(func::FuncOp func,
                                             ArrayRef<llvm::Regex> regexes) {
  FailureOr<PairedStep> paired = pairStates(func, loss);
  if (failed(paired))
    return failure();
  return planMicrobatches(func, paired->loss, paired->pairing, regexes);
}

/// Upper bound of the number of micro-batches: each is a copy of the forward
/// and the backward pass.
static constexpr int64_t kMaxMicrobatches = 1024;

LogicalResult Microbatches::split() {
  ModuleOp module = getOperation();
  if (number < 1)
    return emitError(getFirstPlace(module),
                     "expected a positive number of micro-batches, but got ")
           << int64_t(number);
  if (number > kMaxMicrobatches)
    return emitError(getFirstPlace(module),
                     "unsupported number of micro-batches ")
           << int64_t(number) << "; supported are up to " << kMaxMicrobatches;
  if (number == 1 && shared.empty())
    return success();
  FailureOr<SmallVector<func::FuncOp>> steps = findSteps(module);
  if (failed(steps))
    return failure();
  SmallVector<llvm::Regex> regexes;
  if (failed(compileShared(steps->front(), regexes)))
    return failure();
  if (number == 1)
    return success();
  expandOptimizers(module);
  for (func::FuncOp func : *steps) {
    FailureOr<MicrobatchPlan> planned = plan(func, regexes);
    if (failed(planned))
      return failure();
    MicrobatchRewriter(func, std::move(*planned), number).rewrite();
  }
  recordDone(module, getArgument());
  return success();
}
