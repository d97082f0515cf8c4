//===- AnnotateStates.cpp - --fp8-annotate-states -------------------------===//

#include "fp8/Analysis/Elementwise.h"
#include "fp8/Analysis/StatePairing.h"
#include "fp8/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_FP8ANNOTATESTATES
#include "fp8/Transforms/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

static constexpr StringLiteral kStepName = "step";

/// The function that is the training step, or null after an error.
static func::FuncOp findEntry(ModuleOp module, StringRef requested) {
  if (!requested.empty()) {
    auto func = module.lookupSymbol<func::FuncOp>(requested);
    if (!func || func.isExternal())
      module.emitError() << "expected a function @" << requested
                         << " with a body, but the module has none";
    return func && !func.isExternal() ? func : nullptr;
  }
  SmallVector<func::FuncOp> exported;
  for (auto func : module.getOps<func::FuncOp>())
    if (func.isPublic() && !func.isExternal())
      exported.push_back(func);
  for (func::FuncOp func : exported)
    if (func.getName() == kStepName)
      return func;
  if (exported.empty()) {
    module.emitError("expected a public function with a body, the training "
                     "step, but the module has none");
    return nullptr;
  }
  if (exported.size() == 1)
    return exported.front();
  InFlightDiagnostic diag = exported.front().emitError(
      "expected one public function with a body, but got ");
  diag << exported.size() << "; name the training step with entry=";
  for (func::FuncOp func : exported)
    diag.attachNote(func.getLoc()) << "@" << func.getName();
  return nullptr;
}

namespace {

/// Hands out names that differ.
class UniqueNames {
public:
  void reserve(StringRef name) { taken.insert(name); }
  std::string take(StringRef name) {
    std::string unique = name.str();
    for (unsigned i = 1; !taken.insert(unique).second; ++i)
      unique = (name + "_" + Twine(i)).str();
    return unique;
  }

private:
  llvm::StringSet<> taken;
};

struct AnnotateStates : fp8::impl::FP8AnnotateStatesBase<AnnotateStates> {
  using FP8AnnotateStatesBase::FP8AnnotateStatesBase;

  void runOnOperation() override;

private:
  void nameArguments(func::FuncOp func);
  void nameResults(func::FuncOp func, const StatePairing &pairing,
                   const Loss &loss);
  LogicalResult rename(func::FuncOp func);
};

} // namespace

void AnnotateStates::nameArguments(func::FuncOp func) {
  Builder builder(&getContext());
  UniqueNames names;
  for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i)
    if (auto name =
            func.getArgAttrOfType<StringAttr>(i, FP8Dialect::kNameAttrName))
      names.reserve(name);
  for (BlockArgument arg : func.getArguments()) {
    unsigned i = arg.getArgNumber();
    if (func.getArgAttr(i, FP8Dialect::kNameAttrName))
      continue;
    std::string name = fp8::getArgumentName(func, i);
    // Frontends name their tensors in locations.
    if (auto loc = dyn_cast<NameLoc>(arg.getLoc());
        loc && !loc.getName().empty())
      name = loc.getName().str();
    func.setArgAttr(i, FP8Dialect::kNameAttrName,
                    builder.getStringAttr(names.take(name)));
  }
}

void AnnotateStates::nameResults(func::FuncOp func, const StatePairing &pairing,
                                 const Loss &loss) {
  Builder builder(&getContext());
  UniqueNames names;
  for (unsigned i = 0, e = func.getNumResults(); i < e; ++i)
    if (auto name =
            func.getResultAttrOfType<StringAttr>(i, FP8Dialect::kNameAttrName))
      names.reserve(name);
  for (unsigned i = 0, e = func.getNumResults(); i < e; ++i) {
    std::string name = getResultName(func, i);
    if (const StatePair *pair = pairing.getPairOfResult(i)) {
      name = fp8::getArgumentName(func, pair->arg);
      func.setResultAttr(i, FP8Dialect::kUpdatesAttrName,
                         builder.getStringAttr(name));
      if (pair->kind)
        func.setResultAttr(i, FP8Dialect::kStateAttrName,
                           StateKindAttr::get(&getContext(), *pair->kind));
    } else if (loss.result == i) {
      name = "loss";
    }
    if (!func.getResultAttr(i, FP8Dialect::kNameAttrName))
      func.setResultAttr(i, FP8Dialect::kNameAttrName,
                         builder.getStringAttr(names.take(name)));
  }
}

LogicalResult AnnotateStates::rename(func::FuncOp func) {
  if (!func->hasAttr(FP8Dialect::kEntryAttrName))
    func->setAttr(FP8Dialect::kEntryAttrName, func.getSymNameAttr());
  if (func.getName() == kStepName)
    return success();
  SymbolTable symbols(getOperation());
  if (Operation *other = symbols.lookup(kStepName)) {
    InFlightDiagnostic diag =
        func.emitError("expected the name @step to be free for the training "
                       "step, but another symbol has it");
    diag.attachNote(other->getLoc()) << "the other symbol is here";
    return diag;
  }
  return symbols.rename(func, kStepName);
}

static void warnAboutSuspects(func::FuncOp func, const StatePairing &pairing) {
  ArrayRef<unsigned> suspects = pairing.getSuspectResults();
  if (suspects.empty())
    return;
  InFlightDiagnostic diag = func.emitWarning();
  diag << suspects.size() << " of " << func.getNumResults()
       << " results overwrite no argument, although arguments of their type "
          "are never read";
  diag.attachNote() << "the first is result #" << suspects.front()
                    << "; a capture that hands one tensor to two states looks "
                       "like this";
}

void AnnotateStates::runOnOperation() {
  func::FuncOp func = findEntry(getOperation(), entry);
  if (!func)
    return signalPassFailure();
  if (!func.getBody().hasOneBlock()) {
    func.emitError("expected a training step of one block, but got ")
        << func.getBlocks().size();
    return signalPassFailure();
  }
  std::optional<unsigned> requested;
  if (loss >= 0) {
    if (loss >= func.getNumResults()) {
      func.emitError("expected loss= to be less than the number of results, ")
          << func.getNumResults() << ", but got " << loss;
      return signalPassFailure();
    }
    requested = loss;
  }
  Loss found = findLoss(func, requested);
  FailureOr<StatePairing> pairing = StatePairing::compute(func, found);
  if (failed(pairing))
    return signalPassFailure();
  warnAboutSuspects(func, *pairing);
  nameArguments(func);
  for (const StatePair &pair : pairing->getPairs())
    if (pair.kind)
      func.setArgAttr(pair.arg, FP8Dialect::kStateAttrName,
                      StateKindAttr::get(&getContext(), *pair.kind));
  nameResults(func, *pairing, found);
  if (failed(rename(func)))
    return signalPassFailure();
  recordDone(getOperation(), getArgument());
}
