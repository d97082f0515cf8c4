//===- StorageChoices.cpp - states that can be stored ---------------------===//

#include "StorageChoices.h"

#include "StoredReaders.h"
#include "fp8/Analysis/Contraction.h"
#include "fp8/Analysis/Elementwise.h"
#include "fp8/Analysis/Movement.h"

using namespace mlir;
using namespace mlir::fp8;

std::optional<StateKind> mlir::fp8::getStateKind(func::FuncOp func,
                                                 unsigned argument) {
  auto kind = func.getArgAttrOfType<StateKindAttr>(argument,
                                                   FP8Dialect::kStateAttrName);
  return kind ? std::optional(kind.getValue()) : std::nullopt;
}

void mlir::fp8::remarkKept(func::FuncOp func, unsigned argument,
                           const Twine &reason) {
  remark::missed(func.getArgument(argument).getLoc(), kStorageRemark)
      << "'" + getArgumentName(func, argument) + "' stays f32: " + reason.str();
}

/// Returns an optimizer op in `func` that has not been expanded to an update,
/// or null.
static Operation *findOptimizer(func::FuncOp func) {
  Operation *found = nullptr;
  func.walk([&](Operation *op) {
    if (!isa<SGDOp, AdamOp, AdamWOp, LionOp, AdagradOp, RMSPropOp, LAMBOp>(op))
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

/// Adds a note on the op for which --fp8-raise-updates left the update of the
/// first parameter as it is. Its walk ends at the op that computes the new
/// value from elements at other positions.
static void explainMissingUpdate(func::FuncOp func, InFlightDiagnostic &diag) {
  if (!isDone(func->getParentOfType<ModuleOp>(), "fp8-raise-updates")) {
    diag.attachNote() << "--fp8-raise-updates creates fp8.update ops";
    return;
  }
  llvm::StringMap<unsigned> updates = findUpdatingResults(func);
  for (BlockArgument argument : func.getArguments()) {
    unsigned number = argument.getArgNumber();
    std::string name = getArgumentName(func, number);
    auto result = updates.find(name);
    if (result == updates.end() ||
        getStateKind(func, number) != StateKind::Param)
      continue;
    Value next = func.front().getTerminator()->getOperand(result->second);
    Operation *op = next.getDefiningOp();
    if (!op)
      continue;
    Diagnostic &note = diag.attachNote(op->getLoc());
    note << "--fp8-raise-updates left the update of '" << name
         << "' as it is: this '" << op->getName() << "' computes its new value";
    if (!matchElementwise(op))
      note << ", and it is not elementwise";
    else
      note << "; a remark of the pass names the reason";
    return;
  }
  diag.attachNote() << "--fp8-raise-updates found no parameter with a new "
                       "value";
}

/// Finds the states whose storage can change: arguments that exactly one update
/// reads and whose new value the step returns.
static LogicalResult findPlaces(func::FuncOp func,
                                llvm::MapVector<unsigned, StatePlace> &places) {
  llvm::DenseSet<unsigned> twice;
  bool hasUpdate = false;
  func.walk([&](UpdateOp update) {
    hasUpdate = true;
    if (update->getBlock() != &func.front() || !update.isPlain())
      return;
    for (auto [i, value] : llvm::enumerate(update.getMainPlanes())) {
      auto argument = dyn_cast<BlockArgument>(value);
      auto type = dyn_cast<RankedTensorType>(value.getType());
      if (!argument || !type)
        continue;
      if (!type.getElementType().isF32()) {
        remark::missed(argument.getLoc(), kStorageRemark)
            << "'" + getArgumentName(func, argument.getArgNumber()) +
                   "' stays as it is: presets store f32 states only";
        continue;
      }
      if (!places
               .insert(
                   {argument.getArgNumber(), StatePlace{update, unsigned(i)}})
               .second)
        twice.insert(argument.getArgNumber());
    }
  });
  if (!hasUpdate) {
    InFlightDiagnostic diag =
        emitError(func.getLoc(),
                  "expected a step with fp8.update to store its states, but @");
    diag << func.getName() << " has none";
    if (Operation *optimizer = findOptimizer(func))
      diag.attachNote(optimizer->getLoc())
          << "--fp8-expand-optimizers creates one from this '"
          << optimizer->getName() << "'";
    else
      explainMissingUpdate(func, diag);
    return diag;
  }
  Operation *terminator = func.front().getTerminator();
  llvm::StringMap<unsigned> updates = findUpdatingResults(func);
  places.remove_if([&](auto &entry) {
    unsigned argument = entry.first;
    if (twice.contains(argument)) {
      remarkKept(func, argument, "more than one update changes it");
      return true;
    }
    auto result = updates.find(getArgumentName(func, argument));
    StatePlace place = entry.second;
    if (result != updates.end() && terminator->getOperand(result->second) ==
                                       place.update.getResult(place.state))
      return false;
    remarkKept(func, argument, "the step does not return its update as it is");
    return true;
  });
  return success();
}

/// Returns true if a contraction reads `value`, directly, rearranged, or
/// quantized.
static bool isContracted(Value value) {
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    if (auto contract = dyn_cast<ContractOp>(user)) {
      if (contract.getLhs() == value || contract.getRhs() == value)
        return true;
      continue;
    }
    if (std::optional<Contraction> match = matchContraction(user)) {
      if (match->kind == ContractionKind::Matmul &&
          (match->lhs == value || match->rhs == value))
        return true;
      continue;
    }
    if (getMovedSource(user, Move::Recode) == value &&
        isContracted(user->getResult(0)))
      return true;
  }
  return false;
}

/// Chooses the default preset for the parameters that contractions read, and
/// applies the overrides.
static LogicalResult choosePresets(func::FuncOp func,
                                   const StorageOptions &options,
                                   StorageChoices &result) {
  if (failed(checkPreset(func, options.policy, options.preset, "")))
    return failure();
  auto &choices = result.parameters;
  for (auto &[argument, place] : result.places)
    if (getStateKind(func, argument) == StateKind::Param)
      choices[argument] = {isContracted(func.getArgument(argument))
                               ? options.preset
                               : StoragePreset::FP32};
  for (const std::string &text : options.overrides) {
    llvm::Regex regex;
    FailureOr<StorageChoice> choice =
        parseOverride(func, options.policy, text, regex);
    if (failed(choice))
      return failure();
    bool matches = false;
    for (auto &[argument, chosen] : choices)
      if (regex.match(getArgumentName(func, argument))) {
        chosen = *choice;
        matches = true;
      }
    if (matches)
      continue;
    InFlightDiagnostic diag =
        emitError(func.getLoc(),
                  "expected a storage override to name a parameter that an "
                  "fp8.update changes, but '")
        << StringRef(text).rsplit('=').first << "' matches none";
    Diagnostic &note = diag.attachNote() << "parameters: ";
    llvm::interleaveComma(choices, note, [&](const auto &entry) {
      note << getArgumentName(func, entry.first);
    });
    return diag;
  }
  return success();
}

FailureOr<StorageChoices>
mlir::fp8::chooseStorage(func::FuncOp func, const StorageOptions &options) {
  StorageChoices choices;
  if (failed(findPlaces(func, choices.places)) ||
      failed(choosePresets(func, options, choices)))
    return failure();
  return choices;
}
