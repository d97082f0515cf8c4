//===- QuantizeContractions.cpp - --fp8-quantize-contractions -------------===//

#include "QuantizationRewriter.h"
#include "fp8/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_FP8QUANTIZECONTRACTIONS
#include "fp8/Transforms/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {

struct QuantizeContractions
    : fp8::impl::FP8QuantizeContractionsBase<QuantizeContractions> {
  using FP8QuantizeContractionsBase::FP8QuantizeContractionsBase;

  void runOnOperation() override;

private:
  LogicalResult compileSkip(SmallVectorImpl<llvm::Regex> &regexes);
  LogicalResult checkOptions();
  FailureOr<QuantizationOptions> getOptions(ArrayRef<llvm::Regex> skip);
  /// `usesStates`: scales come from earlier steps. `keepsStates`: amaxes go to
  /// later ones.
  LogicalResult quantize(func::FuncOp func, const QuantizationOptions &options,
                         bool usesStates, bool keepsStates);
};

} // namespace

LogicalResult
QuantizeContractions::compileSkip(SmallVectorImpl<llvm::Regex> &regexes) {
  for (const std::string &pattern : skip) {
    llvm::Regex regex("^(" + pattern + ")$");
    std::string error;
    if (!regex.isValid(error))
      return getOperation().emitError("expected skip= to hold regular "
                                      "expressions, but '")
             << pattern << "' is none: " << error;
    regexes.push_back(std::move(regex));
  }
  return success();
}

/// Numbers that mean something, and no option that the recipe does not read.
LogicalResult QuantizeContractions::checkOptions() {
  for (auto [name, value] :
       {std::pair("history-length", int64_t(historyLength)),
        std::pair("block-size", int64_t(blockSize))})
    if (value < 1)
      return getOperation().emitError("expected ")
             << name << "= to be positive, but got " << value;
  struct Use {
    StringRef option;
    bool isGiven, isRead;
    StringRef readers;
  };
  const FP8QuantizeContractionsOptions defaults;
  bool isDelayed = recipe == Recipe::Delayed;
  bool isMX = recipe == Recipe::MX;
  constexpr StringLiteral f32Scales = "current, delayed, row and block";
  const Use uses[] = {
      {"history-length", historyLength != defaults.historyLength, isDelayed,
       "delayed"},
      {"amax-algo", amaxAlgo != defaults.amaxAlgo, isDelayed, "delayed"},
      {"block-size", blockSize != defaults.blockSize, recipe == Recipe::Block,
       "block"},
      {"margin", margin != defaults.margin, !isMX, f32Scales},
      {"pow2", pow2 != defaults.pow2, !isMX, f32Scales},
      {"epsilon", epsilon != defaults.epsilon, !isMX, f32Scales}};
  for (const Use &use : uses) {
    if (!use.isGiven || use.isRead)
      continue;
    InFlightDiagnostic diag = getOperation().emitError("expected no ")
                              << use.option << "= under recipe="
                              << stringify(recipe)
                              << ", which does not read it";
    diag.attachNote() << "it is read under recipe " << use.readers;
    return diag;
  }
  return success();
}

FailureOr<QuantizationOptions>
QuantizeContractions::getOptions(ArrayRef<llvm::Regex> skip) {
  if (failed(checkOptions()))
    return failure();
  ScalingAttr scaling;
  if (margin != 0 || pow2 || epsilon != 0.0f) {
    scaling = ScalingAttr::getChecked(
        [&] { return getOperation().emitError(); }, &getContext(),
        int64_t(margin), bool(pow2), llvm::APFloat(float(epsilon)));
    if (!scaling)
      return failure();
  }
  return QuantizationOptions{
      recipe,    scope,         {forwardFormat, backwardFormat},
      scaling,   amaxAlgo,      historyLength,
      blockSize, minElements,   skip};
}

LogicalResult QuantizeContractions::quantize(func::FuncOp func,
                                             const QuantizationOptions &options,
                                             bool usesStates,
                                             bool keepsStates) {
  FailureOr<std::optional<unsigned>> requested = resolveLoss(func, loss);
  if (failed(requested))
    return failure();
  Loss found = findLoss(func, *requested);
  if (!found.result) {
    InFlightDiagnostic diag =
        func.emitError("expected a float result of one element that "
                       "contractions lead to, the loss, but there is none");
    diag.attachNote() << "return the loss, or name it with loss=";
    return diag;
  }
  FailureOr<StatePairing> pairing = StatePairing::compute(func, found);
  if (failed(pairing))
    return failure();
  TrainingStep step(func, found, *pairing);
  // The two functions of the delayed recipe decide alike: one reports.
  bool report = usesStates == keepsStates;
  QuantizationPlan plan = planQuantization(func, step, options, report);

  DelayedStates states;
  if (keepsStates)
    states = addDelayedStates(func, plan, options);
  QuantizationRewriter rewriter(func, step, plan, options);
  rewriter.quantizeTensors(usesStates ? &states : nullptr);
  rewriter.rewriteContractions();
  if (keepsStates)
    returnDelayedStates(func, plan, options, states, rewriter.getAmaxes());
  return success();
}

void QuantizeContractions::runOnOperation() {
  if (recipe == Recipe::None)
    return markAllAnalysesPreserved();
  SymbolTable symbols(getOperation());
  auto func = symbols.lookup<func::FuncOp>("step");
  if (!func || !func.getBody().hasOneBlock()) {
    InFlightDiagnostic diag = getOperation().emitError(
        "expected a function @step of one block, but the module has none");
    diag.attachNote() << "--fp8-annotate-states names it";
    return signalPassFailure();
  }
  SmallVector<llvm::Regex> regexes;
  if (failed(compileSkip(regexes)))
    return signalPassFailure();
  FailureOr<QuantizationOptions> options = getOptions(regexes);
  if (failed(options))
    return signalPassFailure();

  bool delayed = recipe == Recipe::Delayed;
  if (delayed) {
    if (Operation *other = symbols.lookup("step0")) {
      other->emitError("expected the name @step0 to be free for the first step "
                       "of the delayed recipe, but it is taken");
      return signalPassFailure();
    }
    func::FuncOp firstStep = func.clone();
    firstStep.setName("step0");
    symbols.insert(firstStep, std::next(Block::iterator(func)));
    if (failed(quantize(firstStep, *options, /*usesStates=*/false,
                        /*keepsStates=*/true)))
      return signalPassFailure();
  }
  if (failed(quantize(func, *options, delayed, delayed)))
    return signalPassFailure();
  recordDone(getOperation(), getArgument());
}
