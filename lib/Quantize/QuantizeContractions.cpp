//===- QuantizeContractions.cpp - --fp8-quantize-contractions -------------===//

#include "QuantizationRewriter.h"
#include "fp8/Analysis/Entry.h"
#include "fp8/Analysis/Place.h"
#include "fp8/Analysis/ProductCounts.h"
#include "fp8/Quantize/Passes.h"
#include "fp8/Utils/FunctionUses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_QUANTIZECONTRACTIONSPASS
#include "fp8/Quantize/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {

struct QuantizeContractions
    : fp8::impl::QuantizeContractionsPassBase<QuantizeContractions> {
  using QuantizeContractionsPassBase::QuantizeContractionsPassBase;

  void runOnOperation() override;

private:
  LogicalResult compileSkip(SmallVectorImpl<llvm::Regex> &regexes);
  LogicalResult checkOptions();
  FailureOr<QuantizationOptions> getOptions(ArrayRef<llvm::Regex> skip);
  /// Quantizes the contractions of one function. If `usesStates` is set, scales
  /// come from earlier steps. If `keepsStates` is set, the function returns new
  /// states for later steps. `wideRules` selects the active rules of
  /// `wide-steps`.
  FailureOr<QuantizationPlan> quantize(func::FuncOp func,
                                       const QuantizationOptions &options,
                                       const llvm::BitVector &wideRules,
                                       bool usesStates, bool keepsStates,
                                       bool report);
  /// Adds variants of the unquantized function `original`: one for the first
  /// step, and one for each set of steps at which additional tensors stay wide.
  LogicalResult addVariants(SymbolTable &symbols, func::FuncOp func,
                            func::FuncOp original,
                            const QuantizationOptions &options,
                            ArrayRef<WideSteps> wideSteps);
};

} // namespace

LogicalResult
QuantizeContractions::compileSkip(SmallVectorImpl<llvm::Regex> &regexes) {
  for (const std::string &pattern : skip) {
    llvm::Regex regex("^(" + pattern + ")$");
    std::string error;
    if (!regex.isValid(error))
      return emitError(getOperation().getLoc(),
                       "expected skip= to hold regular expressions, but '")
             << pattern << "' is not one: " << error;
    regexes.push_back(std::move(regex));
  }
  return success();
}

/// Checks that numeric options are in range, and that no option is set that has
/// no effect for the recipe.
LogicalResult QuantizeContractions::checkOptions() {
  Location loc = getOperation().getLoc();
  for (auto [name, value] :
       {std::pair("history-length", int64_t(historyLength)),
        std::pair("block-size", int64_t(blockSize))})
    if (value < 1)
      return emitError(loc, "expected ")
             << name << "= to be positive, but got " << value;
  if (minElements < 0)
    return emitError(loc, "expected min-elements= not to be negative, but got ")
           << int64_t(minElements);
  struct Use {
    StringRef option;
    bool isGiven, isRead;
    StringRef readers;
  };
  const QuantizeContractionsPassOptions defaults;
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
    InFlightDiagnostic diag =
        emitError(loc, "expected no ")
        << use.option << "= under recipe=" << stringifyChoice(recipe.getValue())
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
  FailureOr<QuantizationOverrides> overrides = QuantizationOverrides::parse(
      getFirstPlace(getOperation()), override, wideSteps);
  if (failed(overrides))
    return failure();
  ScalingAttr scaling;
  if (margin != 0 || pow2 || epsilon != 0.0f) {
    scaling = ScalingAttr::getChecked(
        [&] { return emitError(getOperation().getLoc()); }, &getContext(),
        int64_t(margin), bool(pow2), llvm::APFloat(float(epsilon)));
    if (!scaling)
      return failure();
  }
  return QuantizationOptions{recipe,
                             scope,
                             {forwardFormat, backwardFormat},
                             scaling,
                             amaxAlgo,
                             historyLength,
                             blockSize,
                             minElements,
                             skip,
                             std::move(*overrides)};
}

static bool updatesParameter(const StatePairing &pairing) {
  return llvm::any_of(pairing.getPairs(), [](const StatePair &pair) {
    return pair.kind == StateKind::Param;
  });
}

/// Attaches notes that explain for each result why it is neither the loss nor a
/// new parameter.
static void explainResults(func::FuncOp func, const StatePairing &pairing,
                           InFlightDiagnostic &diag) {
  for (auto [i, type] : llvm::enumerate(func.getResultTypes())) {
    Diagnostic &note = diag.attachNote() << "result #" << i;
    if (const StatePair *pair = pairing.getPairOfResult(i))
      note << " is the new '" << getArgumentName(func, pair->arg)
           << "', which is not known to be a parameter";
    else if (!isa<FloatType>(getElementTypeOrSelf(type)) ||
             !hasOneElement(type))
      note << " is of type " << type << ", which is not one float";
    else
      note << " is one float that depends on no contraction";
  }
}

/// Checks that each pattern of the option `skip` matches a weight. A pattern
/// without a match is probably a typo.
static LogicalResult checkSkip(func::FuncOp func, const TrainingStep &step,
                               const QuantizationOptions &options,
                               ArrayRef<std::string> patterns) {
  llvm::SmallSetVector<unsigned, 8> weights;
  for (const StepContraction &contraction : step.getContractions())
    if (auto weight = dyn_cast_or_null<BlockArgument>(contraction.weight))
      weights.insert(weight.getArgNumber());
  auto names = llvm::map_to_vector(
      weights, [&](unsigned i) { return getArgumentName(func, i); });
  for (auto [i, regex] : llvm::enumerate(options.skip)) {
    auto matches = [&regex = regex](StringRef name) {
      return regex.match(name);
    };
    if (llvm::any_of(names, matches))
      continue;
    InFlightDiagnostic diag =
        emitError(func.getLoc(),
                  "expected skip= to name the weight of a linear layer, but '")
        << patterns[i] << "' matches none";
    diag.attachNote() << "weights: " << llvm::join(names, ", ");
    return diag;
  }
  return success();
}

FailureOr<QuantizationPlan>
QuantizeContractions::quantize(func::FuncOp func,
                               const QuantizationOptions &options,
                               const llvm::BitVector &wideRules,
                               bool usesStates, bool keepsStates, bool report) {
  FailureOr<PairedStep> paired = pairStates(func);
  if (failed(paired))
    return failure();
  const auto &[lossFound, pairing] = *paired;
  if (!lossFound.result && !updatesParameter(pairing)) {
    InFlightDiagnostic diag = emitError(
        func.getLoc(), "expected a training step, which returns its loss or "
                       "new parameters, but there is neither");
    diag.attachNote() << "a loss is a float result of one element that depends "
                         "on contractions, or a result with fp8.loss";
    explainResults(func, pairing, diag);
    if (ProductCounts::compute(func).getTotal() == 0)
      diag.attachNote() << "there is no matmul to quantize; recipe=none leaves "
                           "such a step as it is";
    return diag;
  }
  TrainingStep step(func, lossFound, pairing);
  if (report && failed(checkSkip(func, step, options, skip)))
    return failure();
  FailureOr<QuantizationPlan> plan =
      planQuantization(func, step, options, wideRules, report);
  if (failed(plan))
    return failure();

  // Record the role for fp8-raise-patterns, which replaces these contractions
  // by fp8.contract.
  for (const StepContraction &contraction : step.getContractions())
    if (contraction.readsCodes())
      contraction.match.op->setAttr(
          FP8Dialect::kClassAttrName,
          StringAttr::get(&getContext(), stringify(contraction.role)));

  DelayedStates states;
  if (keepsStates)
    states = addDelayedStates(func, *plan, options);
  QuantizationRewriter rewriter(func, step, *plan, options);
  rewriter.quantizeTensors(usesStates ? &states : nullptr, keepsStates);
  rewriter.rewriteContractions();
  if (keepsStates)
    returnDelayedStates(func, *plan, options, states, rewriter.getAmaxes());
  return plan;
}

/// Checks that no symbol has the name `name`, which is needed for `purpose`.
static LogicalResult checkFree(SymbolTable &symbols, StringRef name,
                               StringRef purpose) {
  Operation *other = symbols.lookup(name);
  if (!other)
    return success();
  return other->emitError("expected the name @")
         << name << " to be free for " << purpose << ", but it is taken";
}

static func::FuncOp insertClone(SymbolTable &symbols, func::FuncOp original,
                                StringRef name, Operation *after) {
  func::FuncOp clone = original.clone();
  clone.setName(name);
  symbols.insert(clone, std::next(Block::iterator(after)));
  return clone;
}

LogicalResult QuantizeContractions::addVariants(
    SymbolTable &symbols, func::FuncOp func, func::FuncOp original,
    const QuantizationOptions &options, ArrayRef<WideSteps> wideSteps) {
  bool delayed = recipe == Recipe::Delayed;
  Operation *last = func;
  if (delayed) {
    func::FuncOp first = insertClone(symbols, original, "step0", last);
    last = first;
    const WideSteps *steps = llvm::find_if(
        wideSteps, [](const WideSteps &it) { return it.contains(0); });
    llvm::BitVector wideRules =
        steps == wideSteps.end() ? llvm::BitVector() : steps->rules;
    if (failed(quantize(first, options, wideRules, /*usesStates=*/false,
                        /*keepsStates=*/true, /*report=*/false)))
      return failure();
  }
  for (auto [i, steps] : llvm::enumerate(wideSteps)) {
    std::string name = ("step_wide" + Twine(i)).str();
    if (failed(checkFree(symbols, name, "the steps of wide-steps=")))
      return failure();
    func::FuncOp variant = insertClone(symbols, original, name, last);
    last = variant;
    variant->setAttr(kStepsAttrName,
                     DenseI64ArrayAttr::get(&getContext(), steps.ranges));
    if (failed(quantize(variant, options, steps.rules, delayed, delayed,
                        /*report=*/false)))
      return failure();
  }
  return success();
}

void QuantizeContractions::runOnOperation() {
  if (recipe == Recipe::None)
    return markAllAnalysesPreserved();
  FailureOr<SmallVector<func::FuncOp>> steps = findSteps(getOperation());
  if (failed(steps))
    return signalPassFailure();
  func::FuncOp func = steps->front();
  SymbolTable symbols(getOperation());
  SmallVector<llvm::Regex> regexes;
  if (failed(compileSkip(regexes)))
    return signalPassFailure();
  FailureOr<QuantizationOptions> options = getOptions(regexes);
  if (failed(options))
    return signalPassFailure();

  bool delayed = recipe == Recipe::Delayed;
  if (delayed && failed(checkFree(symbols, "step0",
                                  "the first step of the delayed recipe")))
    return signalPassFailure();
  if (delayed && failed(verifyNoUsesOfSteps(func, getArgument())))
    return signalPassFailure();
  OwningOpRef<func::FuncOp> original = func.clone();
  FailureOr<QuantizationPlan> plan =
      quantize(func, *options, /*wideRules=*/{}, delayed, delayed,
               /*report=*/true);
  if (failed(plan) ||
      failed(addVariants(symbols, func, *original, *options,
                         options->overrides.getWideSteps(plan->names))))
    return signalPassFailure();
  recordDone(getOperation(), getArgument());
}
