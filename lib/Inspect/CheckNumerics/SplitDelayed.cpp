//===- SplitDelayed.cpp - rule split-delayed ------------------------------===//

#include "NumericsRule.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {

/// Finds delayed scales of splits. A split is the only copy of its weight, and
/// values that saturate are lost. Its scale must be computed in this step, from
/// the amax of the new value or from a bound of it.
struct SplitDelayed : NumericsRule {
  StringRef getName() const override { return "split-delayed"; }
  void check(const NumericsContext &context, Report report) const override;
};

} // namespace

static bool isSplit(StorageAttr storage) {
  return storage.getResidual() == ResidualKind::Split8 ||
         storage.getResidual() == ResidualKind::Split16;
}

/// Returns true if `argument` is an amax that `update` computes for the next
/// step.
static bool isOwnAmax(BlockArgument argument, UpdateOp update,
                      const ScaleProvenance &scales) {
  Value next = scales.getUpdate(argument);
  Operation *maker = next ? next.getDefiningOp() : nullptr;
  // A skipped step selects the old value.
  return maker &&
         (maker == update ||
          llvm::is_contained(maker->getOperands(), Value(argument))) &&
         (maker == update ||
          llvm::any_of(maker->getOperands(), [&](Value operand) {
            return operand.getDefiningOp() == update;
          }));
}

/// Returns true if `value` is an input of `update`, as in @pack, or another
/// state that becomes the new value of `main` unchanged, as when two states
/// swap.
static bool isTakenIn(Value value, UpdateOp update, Value main) {
  if (llvm::is_contained(update.getInputs(), value))
    return true;
  SmallVector<Value> mains = update.getMainPlanes();
  Block &body = update.getBody().front();
  for (auto [state, newValue] : llvm::zip(
           mains, body.getTerminator()->getOperands().take_front(mains.size())))
    if (auto old = dyn_cast<BlockArgument>(newValue);
        state == main && old && old.getOwner() == &body &&
        old.getArgNumber() < mains.size())
      return mains[old.getArgNumber()] == value;
  return false;
}

/// Returns true if `amax` is measured in this step of the encoded value, or
/// computed from an earlier measurement of `main` and a bound.
static bool comesFrom(Value amax, UpdateOp update, Value main,
                      const ScaleProvenance &scales) {
  llvm::SetVector<Value> slice;
  slice.insert(amax);
  for (size_t i = 0; i < slice.size(); ++i) {
    Operation *def = slice[i].getDefiningOp();
    if (!def) {
      if (isOwnAmax(cast<BlockArgument>(slice[i]), update, scales))
        return true;
      continue;
    }
    if (auto probe = dyn_cast<UpdateOp>(def)) {
      if (llvm::is_contained(probe.getMainPlanes(), main))
        return true;
      continue;
    }
    if (isa<AmaxOp>(def)) {
      if (isTakenIn(def->getOperand(0), update, main))
        return true;
      continue;
    }
    slice.insert(def->operand_begin(), def->operand_end());
  }
  return false;
}

/// Returns the reason why the scale may not fit the encoded value. Returns an
/// empty string if the scale fits or if this is unknown.
static std::string getReason(ScaleSource source, UpdateOp update, Value main,
                             const NumericsContext &context) {
  const ScaleProvenance &scales = context.scales;
  switch (source.kind) {
  case ScaleSource::Kind::Unknown:
    return "";
  case ScaleSource::Kind::Constant:
    return "it is " + describe(source);
  case ScaleSource::Kind::Updated:
    return "it is " + describe(source);
  case ScaleSource::Kind::Argument: {
    // The host measures a scale that has no initial value.
    bool isState = scales.getUpdate(source.argument) ||
                   context.getFunc().getArgAttr(source.argument.getArgNumber(),
                                                FP8Dialect::kStateAttrName);
    return isState ? "it is " + describe(source) + ", of an earlier step" : "";
  }
  case ScaleSource::Kind::Computed:
    return comesFrom(source.computed.getAmax(), update, main, scales)
               ? ""
               : describe(source) + " is computed from another tensor";
  }
  llvm_unreachable("a kind without a case");
}

void SplitDelayed::check(const NumericsContext &context, Report report) const {
  context.getFunc().walk([&](UpdateOp update) {
    if (update.getProbe())
      return;
    SmallVector<Value> mains = update.getMainPlanes();
    unsigned next = 0;
    for (auto [i, plane] : llvm::enumerate(update.getAllPlanes())) {
      if (!plane.hasTensorScale())
        continue;
      // The inverse of the old scale comes first. A copy has none.
      next += !plane.isCopy;
      Value scale = update.getScales()[next++];
      if (plane.isCopy || !isSplit(update.getStorageOf(plane.state)))
        continue;
      // An update whose planes are unused, as in @unpack, encodes nothing.
      if (update->getNumResults() != 0 && update->getResult(i).use_empty())
        continue;
      Value main = mains[plane.state];
      std::string reason =
          getReason(context.scales.trace(scale), update, main, context);
      if (!reason.empty())
        report({update,
                "expected the scale of the split " + describe(main) +
                    " to be computed in this step, from the amax of the new "
                    "value or from a bound of it, but " +
                    reason +
                    ": larger values saturate, and there is no other copy",
                "use --fp8-assign-storage with policy current or bounded"});
    }
  });
}

const NumericsRule *mlir::fp8::getSplitDelayedRule() {
  static const SplitDelayed rule;
  return &rule;
}
