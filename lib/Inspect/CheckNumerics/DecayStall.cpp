//===- DecayStall.cpp - rule decay-stall ----------------------------------===//

#include "NumericsRule.h"

#include "fp8/Analysis/Stall.h"
#include "fp8/Analysis/UpdateRegion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

namespace {

/// Finds states rounded to nearest that decay by less than half a unit: a
/// moment stalls, and the decay of a weight is lost. In 8 bits, the smallest
/// codes always stall. Stochastic rounding has a similar limit for far smaller
/// decays.
struct DecayStall : NumericsRule {
  StringRef getName() const override { return "decay-stall"; }
  void check(const NumericsContext &context, Report report) const override;
};

} // namespace

/// Returns a description such as `ue4m4, 5 significand bits`.
static std::string describe(StorageAttr storage) {
  std::string text = stringifyFormat(storage.getFormat()).str();
  if (storage.getResidual() != ResidualKind::None)
    text += " and a residual";
  return text + ", " + std::to_string(getSignificandBits(storage)) +
         " significand bits";
}

/// Explains why a factor is too close to one for `bits`.
static std::string compare(double factor, unsigned bits) {
  return "1 - " + formatNumber(factor) + " = " + formatNumber(1 - factor) +
         " is below 2^-" + std::to_string(bits) + " = " +
         formatNumber(std::ldexp(1.0, -int(bits)));
}

/// Explains why a state of `storage` does not decay. `stall` must not be None.
static std::string explain(StorageAttr storage, const Stall &stall,
                           double factor) {
  if (stall.kind == Stall::Kind::Normal)
    return compare(factor, getSignificandBits(storage));
  std::string text = "codes 1 to " + formatNumber(stall.largest) + " times " +
                     formatNumber(factor) + " round back to themselves";
  if (stall.part)
    text += ", which are up to " + formatNumber(*stall.part) +
            " of its largest value";
  return text;
}

static bool isParameter(Value state) {
  return getStateKind(state) == StateKind::Param;
}

static std::string getLoss(Value state) {
  return isParameter(state) ? "its decay is lost" : "it stalls";
}

/// Explains at which decays per step a state of `storage` does not change. A
/// factor that is a scalar of the step is unknown here.
static std::string explainLimit(Value state, StorageAttr storage) {
  unsigned bits = getSignificandBits(storage);
  // The stored square root decays half as fast.
  double limit = std::ldexp(1.0, -int(bits));
  if (storage.getTransform() == StorageTransform::Sqrt)
    limit *= 2;
  std::string text = "the decay of " + fp8::describe(state) +
                     " is not a constant: in " + ::describe(storage) + ", ";
  return text +
         (isParameter(state)
              ? "it is lost in steps where 1 - factor, rate times decay, "
              : "it stalls in steps where 1 - factor ") +
         "is below " + formatNumber(limit);
}

/// Returns true if there is no stall, or if only the smallest codes of a weight
/// without a scale stall. Such weights are too small to matter.
static bool isHarmless(const Stall &stall, Value state) {
  return stall.kind == Stall::Kind::None ||
         (stall.kind == Stall::Kind::Subnormal && !stall.part &&
          isParameter(state));
}

/// Returns the factor of the stored value. Extends `text` if that is a square
/// root.
static double getStoredFactor(StorageAttr storage, double factor,
                              std::string &text) {
  if (storage.getTransform() != StorageTransform::Sqrt)
    return factor;
  text = "of the square root ";
  return std::sqrt(factor);
}

static void checkDrawn(UpdateOp update, Value state, StorageAttr storage,
                       double factor, NumericsRule::Report report) {
  if (!isBelowDraws(storage, factor))
    return;
  std::string root;
  factor = getStoredFactor(storage, factor, root);
  report({update,
          "expected " + fp8::describe(state) +
              " to decay by at least 2^-16 per step, the resolution of 16 "
              "random bits, but in " +
              ::describe(storage) + ", " + root + compare(factor, 16) +
              ": its smallest codes decay by 2^-16 of their unit in each step, "
              "which is too fast",
          "store it in bf16, or with a residual"});
}

static void checkStored(UpdateOp update, unsigned i, Value state,
                        NumericsRule::Report report) {
  StorageAttr storage = update.getStorageOf(i);
  if (storage.getFormat() == Format::F32)
    return;
  Decay decay = UpdateRegion(update).getDecay(i);
  bool isDecay = decay.kind == Decay::Kind::Constant && decay.factor > 0 &&
                 decay.factor < 1;
  if (isDecay && drawsBits(storage.getRounding()))
    return checkDrawn(update, state, storage, decay.factor, report);
  if (storage.getRounding() != RoundingMode::NearestEven)
    return;
  if (decay.kind == Decay::Kind::Scalar) {
    report({update,
            explainLimit(state, storage),
            "use rounding = stochastic, for which the rule is not needed",
            nullptr,
            {},
            Finding::Severity::Remark});
    return;
  }
  if (!isDecay)
    return;
  Stall stall = findStall(storage, decay.factor);
  if (isHarmless(stall, state))
    return;
  std::string root;
  double factor = getStoredFactor(storage, decay.factor, root);
  report({update,
          "expected " + fp8::describe(state) +
              " to decay by half a unit or more, but it is rounded to nearest "
              "in " +
              ::describe(storage) + ", and " + root +
              explain(storage, stall, factor) + ": " + getLoss(state),
          "store it with rounding = stochastic, or with a residual"});
}

/// Returns true if `value` depends on one state and constants only.
static bool readsOnly(const UpdateRegion &region, UpdateOp update, Value value,
                      unsigned state) {
  unsigned count = update.getNumStates() + update.getInputs().size();
  for (unsigned i = 0; i < count; ++i)
    if (i != state &&
        region.dependsOn(value, update.getBody().front().getArgument(i)))
      return false;
  return true;
}

/// Checks values of the region that are rounded immediately, as in bf16
/// optimizers.
static void checkRounded(UpdateOp update, unsigned i, Value state,
                         NumericsRule::Report report) {
  UpdateRegion region(update);
  update.getBody().walk([&](Operation *op) {
    std::optional<Format> format = getNearestFormat(op);
    if (!format || !readsOnly(region, update, op->getOperand(0), i))
      return;
    Value value = op->getOperand(0);
    Decay decay = region.getDecayIn(value, i);
    StorageAttr storage = StorageAttr::get(op->getContext(), *format);
    if (decay.kind == Decay::Kind::Scalar) {
      report({op,
              explainLimit(state, storage),
              "round once, after the new term is added",
              nullptr,
              {},
              Finding::Severity::Remark});
      return;
    }
    if (decay.kind != Decay::Kind::Constant || decay.factor <= 0 ||
        decay.factor >= 1)
      return;
    Stall stall = findStall(storage, decay.factor);
    if (isHarmless(stall, state))
      return;
    report({op,
            "expected " + fp8::describe(state) +
                " to decay by half a unit or more, but its product with " +
                formatNumber(decay.factor) + " is rounded to " +
                ::describe(storage) + ", and " +
                explain(storage, stall, decay.factor) + ": " + getLoss(state),
            "round once, after the new term is added, or store a compensation "
            "term that includes the decay",
            update, "the update is here"});
  });
}

void DecayStall::check(const NumericsContext &context, Report report) const {
  context.getFunc().walk([&](UpdateOp update) {
    if (update.getProbe())
      return;
    for (auto [i, state] : llvm::enumerate(update.getMainPlanes())) {
      checkStored(update, i, state, report);
      checkRounded(update, i, state, report);
    }
  });
}

const NumericsRule *mlir::fp8::getDecayStallRule() {
  static const DecayStall rule;
  return &rule;
}
