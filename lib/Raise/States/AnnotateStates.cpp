//===- AnnotateStates.cpp - --fp8-annotate-states -------------------------===//

#include "../SplitResults.h"
#include "StateNotes.h"
#include "fp8/Analysis/Contraction.h"
#include "fp8/Analysis/Entry.h"
#include "fp8/Analysis/StatePairing.h"
#include "fp8/IR/LossAttribute.h"
#include "fp8/Raise/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_ANNOTATESTATESPASS
#include "fp8/Raise/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {

/// Generates unique names.
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

/// The attributes of all arguments or results. They are written to the function
/// at once, because each write of a single attribute would copy the whole list.
using AttributeLists = SmallVector<NamedAttrList>;

struct AnnotateStates : fp8::impl::AnnotateStatesPassBase<AnnotateStates> {
  using AnnotateStatesPassBase::AnnotateStatesPassBase;

  void runOnOperation() override;

private:
  void annotate(func::FuncOp func, const StatePairing &pairing,
                const Loss &loss);
  void nameArguments(func::FuncOp func, AttributeLists &args);
  LogicalResult rename(func::FuncOp func);
};

} // namespace

static UniqueNames getNames(ArrayRef<NamedAttrList> lists) {
  UniqueNames names;
  for (const NamedAttrList &list : lists)
    if (auto name =
            dyn_cast_or_null<StringAttr>(list.get(FP8Dialect::kNameAttrName)))
      names.reserve(name);
  return names;
}

static void setAttributes(func::FuncOp func, const AttributeLists &lists,
                          bool ofArguments) {
  SmallVector<DictionaryAttr> dictionaries;
  for (const NamedAttrList &list : lists)
    dictionaries.push_back(list.getDictionary(func.getContext()));
  if (ofArguments)
    func.setAllArgAttrs(dictionaries);
  else
    func.setAllResultAttrs(dictionaries);
}

void AnnotateStates::nameArguments(func::FuncOp func, AttributeLists &args) {
  Builder builder(&getContext());
  UniqueNames names = getNames(args);
  for (auto [i, list] : llvm::enumerate(args)) {
    if (list.get(FP8Dialect::kNameAttrName))
      continue;
    std::string name = fp8::getArgumentName(func, i);
    // Some frontends store tensor names in locations.
    if (auto loc = dyn_cast<NameLoc>(func.getArgument(i).getLoc());
        loc && !loc.getName().empty())
      name = loc.getName().str();
    list.set(FP8Dialect::kNameAttrName,
             builder.getStringAttr(names.take(name)));
  }
}

void AnnotateStates::annotate(func::FuncOp func, const StatePairing &pairing,
                              const Loss &loss) {
  Builder builder(&getContext());
  AttributeLists args, results;
  for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i)
    args.emplace_back(func.getArgAttrDict(i));
  for (unsigned i = 0, e = func.getNumResults(); i < e; ++i)
    results.emplace_back(func.getResultAttrDict(i));
  nameArguments(func, args);

  UniqueNames names = getNames(results);
  auto setName = [&](NamedAttrList &list, StringRef name) {
    if (!list.get(FP8Dialect::kNameAttrName))
      list.set(FP8Dialect::kNameAttrName,
               builder.getStringAttr(names.take(name)));
  };
  // A state has priority for its name if another result has the same name.
  for (auto [i, list] : llvm::enumerate(results)) {
    const StatePair *pair = pairing.getPairOfResult(i);
    if (!pair)
      continue;
    auto name =
        cast<StringAttr>(args[pair->arg].get(FP8Dialect::kNameAttrName));
    setName(list, name);
    list.set(FP8Dialect::kUpdatesAttrName, name);
    if (pair->kind) {
      auto kind = StateKindAttr::get(&getContext(), *pair->kind);
      args[pair->arg].set(FP8Dialect::kStateAttrName, kind);
      list.set(FP8Dialect::kStateAttrName, kind);
    }
  }
  for (auto [i, list] : llvm::enumerate(results)) {
    // Drop the marks of an earlier run.
    list.erase(kLossAttrName);
    setName(list, loss.isLoss(i) ? "loss" : fp8::getResultName(func, i));
  }
  for (unsigned i : loss.results)
    results[i].set(kLossAttrName, builder.getUnitAttr());
  setAttributes(func, args, /*ofArguments=*/true);
  setAttributes(func, results, /*ofArguments=*/false);
}

LogicalResult AnnotateStates::rename(func::FuncOp func) {
  if (!func->hasAttr(FP8Dialect::kEntryAttrName))
    func->setAttr(FP8Dialect::kEntryAttrName, func.getSymNameAttr());
  if (func.getName() == kEntryName)
    return success();
  SymbolTable symbols(getOperation());
  if (Operation *other = symbols.lookup(kEntryName)) {
    InFlightDiagnostic diag = emitError(
        func.getLoc(), "expected the name @step to be free for the training "
                       "step, but another symbol has it");
    diag.attachNote(other->getLoc()) << "the other symbol is here";
    return diag;
  }
  return symbols.rename(func, kEntryName);
}

static void reportPairs(func::FuncOp func, const StatePairing &pairing) {
  Operation *terminator = func.front().getTerminator();
  for (const StatePair &pair : pairing.getPairs())
    remark::passed(
        terminator->getOperand(pair.result).getLoc(),
        remark::RemarkOpts::name("state").category("fp8-annotate-states"))
        << pairing.describe(pair);
}

/// Emits a remark on states that are paired only by their order. Two similar
/// states may have been swapped, which would not be visible in the compiled
/// step.
static void noteOrder(func::FuncOp func, const StatePairing &pairing) {
  SmallVector<const StatePair *> ordered;
  for (const StatePair &pair : pairing.getPairs())
    if (pair.rule == PairingRule::Order)
      ordered.push_back(&pair);
  if (ordered.empty())
    return;
  InFlightDiagnostic diag = emitRemark(func.getLoc());
  diag << ordered.size() << " of " << pairing.getPairs().size()
       << " states pair with results by type and order alone: the first is '"
       << getArgumentName(func, ordered.front()->arg) << "' with result #"
       << ordered.front()->result;
  diag.attachNote() << kHowToPair;
}

static void warnAboutSuspects(func::FuncOp func, const StatePairing &pairing) {
  ArrayRef<unsigned> suspects = pairing.getSuspectResults();
  if (suspects.empty())
    return;
  InFlightDiagnostic diag = emitWarning(func.getLoc());
  diag << suspects.size() << " of " << func.getNumResults()
       << " results overwrite no argument, although arguments of their type "
          "are never read";
  diag.attachNote() << "the first is result #" << suspects.front()
                    << "; this happens if the capture passes one tensor to two "
                       "states";
}

static bool hasContraction(func::FuncOp func) {
  return func
      .walk([](linalg::LinalgOp op) {
        return matchContraction(op) ? WalkResult::interrupt()
                                    : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Emits a remark on how the forward pass is found in a step without a loss.
static void noteMissingLoss(func::FuncOp func) {
  InFlightDiagnostic diag = emitRemark(func.getLoc());
  diag << "no result is the loss: contractions that read an argument first are "
          "taken for the forward pass, later ones for the backward pass";
  diag.attachNote() << kHowToNameLoss;
}

/// Warns about a loss that the data flow does not determine.
static void warnAboutOtherLosses(func::FuncOp func, const Loss &loss) {
  if (loss.others.empty())
    return;
  InFlightDiagnostic diag = emitWarning(func.getLoc());
  diag << "result #" << *loss.result << ", '"
       << fp8::getResultName(func, *loss.result)
       << "', is taken for the loss, but "
       << (loss.others.size() == 1 ? "another result" : "other results")
       << " may be the loss instead";
  for (unsigned i : ArrayRef(loss.others).take_front(8))
    diag.attachNote(func.front().getTerminator()->getOperand(i).getLoc())
        << "result #" << i << ", '" << fp8::getResultName(func, i)
        << "', is computed here";
  diag.attachNote() << kHowToNameLoss;
}

/// Rejects calls, because no analysis looks into the callee.
static LogicalResult checkCalls(func::FuncOp func) {
  WalkResult result = func.walk([&](func::CallOp call) {
    InFlightDiagnostic diag = call.emitError("unsupported: a call of '")
                              << call.getCallee() << "' in a training step";
    diag.attachNote() << "calls of private functions without recursion are "
                         "inlined before this pass; a program that embeds the "
                         "passes must register the dialects of fp8/InitAll.h, "
                         "which allow this";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

void AnnotateStates::runOnOperation() {
  func::FuncOp func = findEntry(getOperation(), entry);
  if (!func || failed(checkCalls(func)))
    return signalPassFailure();
  splitElementwiseResults(func);
  FailureOr<PairedStep> paired = pairStates(func, loss);
  if (failed(paired))
    return signalPassFailure();
  reportPairs(func, paired->pairing);
  noteOrder(func, paired->pairing);
  warnAboutSuspects(func, paired->pairing);
  noteDoubtfulStates(func, *paired);
  warnAboutOtherLosses(func, paired->loss);
  if (!paired->loss.result && hasContraction(func))
    noteMissingLoss(func);
  annotate(func, paired->pairing, paired->loss);
  if (failed(rename(func)))
    return signalPassFailure();
  recordDone(getOperation(), getArgument());
}
