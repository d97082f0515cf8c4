//===- UpdateStall.cpp - rule update-stall --------------------------------===//

#include "NumericsRule.h"
#include "UpdateReach.h"

#include "fp8/Analysis/Stall.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

namespace {

/// Finds weights rounded to nearest whose largest update is less than half a
/// unit of a weight of magnitude 1, so that no gradient changes them. The
/// update must have a bound: a constant rate times a quotient, a sign or a
/// clamp.
struct UpdateStall : NumericsRule {
  StringRef getName() const override { return "update-stall"; }
  void check(const NumericsContext &context, Report report) const override;
};

} // namespace

/// Magnitude from which stalling weights are reported.
static constexpr double kMagnitude = 1.0;

/// Returns the power of two beyond which an update of at most `reach` changes
/// no weight. For a weight of exponent e, half a unit is 2^(e - p), and the
/// decay contributes at most `|1 - factor| * 2^(e + 1)`. Returns std::nullopt
/// if the decay alone may change any weight.
static std::optional<double> getStallMagnitude(const UpdateReach &reach,
                                               unsigned bits) {
  double decay =
      std::max(std::abs(1 - reach.factor.low), std::abs(1 - reach.factor.high));
  double room = std::ldexp(1.0, -int(bits)) - 2 * decay;
  if (!(room > 0) || !(reach.bound > 0))
    return std::nullopt;
  return std::exp2(std::floor(std::log2(reach.bound / room)) + 1);
}

/// Returns true for moments, which the rule decay-stall checks.
static bool isMoment(Value state) {
  std::optional<StateKind> kind = getStateKind(state);
  return kind && *kind != StateKind::Param;
}

static void check(Operation *op, UpdateOp update, Value state, Value value,
                  StorageAttr storage, UpdateReaches &reaches,
                  NumericsRule::Report report) {
  if (storage.getFormat() == Format::F32)
    return;
  std::optional<UpdateReach> reach = reaches.get(value);
  unsigned bits = getSignificandBits(storage);
  std::optional<double> magnitude =
      reach ? getStallMagnitude(*reach, bits) : std::nullopt;
  if (!magnitude || *magnitude > kMagnitude)
    return;
  std::string residual =
      storage.getResidual() == ResidualKind::None ? "" : " and a residual";
  Finding finding{
      op,
      "expected the update of " + describe(state) +
          " to reach half a unit in the last place of 1, but it is at most " +
          formatNumber(reach->bound) + " and rounded to nearest in " +
          stringifyFormat(storage.getFormat()).str() + residual + ", " +
          std::to_string(bits) +
          " significand bits: no gradient changes a weight above " +
          formatNumber(*magnitude),
      "store it with rounding = stochastic, or with a residual"};
  if (op != update) {
    finding.other = update;
    finding.otherMessage = "the update is here";
  }
  report(finding);
}

void UpdateStall::check(const NumericsContext &context, Report report) const {
  context.getFunc().walk([&](UpdateOp update) {
    if (update.getProbe())
      return;
    SmallVector<Value> states = update.getMainPlanes();
    for (unsigned i = 0, e = states.size(); i < e; ++i) {
      Value state = states[i];
      if (isMoment(state))
        continue;
      UpdateReaches reaches(update, i, context.ranges);
      StorageAttr storage = update.getStorageOf(i);
      if (storage.getTransform() == StorageTransform::None &&
          storage.getRounding() == RoundingMode::NearestEven)
        ::check(update, update, state, UpdateRegion(update).getNew(i), storage,
                reaches, report);
      // The region itself may round the changed weight.
      update.getBody().walk([&](Operation *op) {
        if (std::optional<Format> format = getNearestFormat(op))
          ::check(op, update, state, op->getOperand(0),
                  StorageAttr::get(op->getContext(), *format), reaches, report);
      });
    }
  });
}

const NumericsRule *mlir::fp8::getUpdateStallRule() {
  static const UpdateStall rule;
  return &rule;
}
