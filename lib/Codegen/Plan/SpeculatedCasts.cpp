//===- SpeculatedCasts.cpp - casts that a maximum checks ------------------===//
//
// If a kernel also computes the maximum of |v|, a cast of v or of v * scale
// need not test each element for NaN: a NaN makes the maximum NaN. The scale
// must be positive and finite, because otherwise the product of two numbers may
// be NaN.
//
//===----------------------------------------------------------------------===//

#include "SpeculatedCasts.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
class CastMatcher {
public:
  CastMatcher(const Plan &plan, bool ofGranules)
      : model(*plan.model), plan(plan), ofGranules(ofGranules) {}

  std::optional<SpeculatedCast> match(ConvertOp op) const;

private:
  bool isMaxOfMagnitudes(unsigned r, Value value) const;
  std::optional<SpeculatedCast> matchProduct(ConvertOp op, Value element,
                                             Value scale) const;

  const KernelModel &model;
  const Plan &plan;
  bool ofGranules;
};
} // namespace

/// Returns true if reduction `r` is max |value| and checks casts: over scaling
/// blocks, or over the whole domain.
bool CastMatcher::isMaxOfMagnitudes(unsigned r, Value value) const {
  const Combiner &combiner = model.getReductions()[r].combiner;
  auto magnitude = combiner.element.getDefiningOp<math::AbsFOp>();
  ReductionPlace place =
      ofGranules ? ReductionPlace::Item : ReductionPlace::Everything;
  return plan.reductions[r].place == place &&
         combiner.kind == CombinerKind::Maximum && magnitude &&
         magnitude.getType().isF32() &&
         getOrigin(magnitude.getOperand()) == getOrigin(value) &&
         (!ofGranules || plan.isKnownInLastPhase(r));
}

std::optional<SpeculatedCast> CastMatcher::match(ConvertOp op) const {
  if (op.getInputFormat() != Format::F32 || !isEightBit(op.getResultFormat()) ||
      op.getRounding() != RoundingMode::NearestEven)
    return std::nullopt;
  Value input = getOrigin(op.getInput());
  for (unsigned r = 0; r < plan.reductions.size(); ++r)
    if (isMaxOfMagnitudes(r, input))
      return SpeculatedCast{op, r, Value()};
  auto product = input.getDefiningOp<arith::MulFOp>();
  if (!product)
    return std::nullopt;
  if (auto cast = matchProduct(op, product.getLhs(), product.getRhs()))
    return cast;
  return matchProduct(op, product.getRhs(), product.getLhs());
}

/// Matches a cast of `element` times `scale`. The scale is one value of the
/// kernel, or one value per scaling block, computed from the maximum of the
/// block.
std::optional<SpeculatedCast>
CastMatcher::matchProduct(ConvertOp op, Value element, Value scale) const {
  const Dependence &dependence = model.getDependence(scale);
  for (auto [r, reduction] : llvm::enumerate(model.getReductions())) {
    bool fits = ofGranules
                    ? dependence.reductions.test(r) &&
                          dependence.dims.subsetOf(reduction.kept)
                    : dependence.reductions.none() && dependence.dims.none();
    if (fits && isMaxOfMagnitudes(r, element))
      return SpeculatedCast{op, unsigned(r), scale};
  }
  return std::nullopt;
}

/// Returns true if chunks can be processed again, that is, if no result may
/// share memory with an operand.
static bool canRepeatChunks(const Plan &plan) {
  const KernelModel &model = *plan.model;
  for (unsigned i = 0; i < model.getOutputs().size(); ++i)
    for (const Access &access : model.getAccesses())
      if (!plan.isFinishOutput(i) &&
          model.getKernel().readsOperand(access.pointer) &&
          getStorageType(access.elementType) ==
              getStorageType(model.getOutputAccess(i).elementType))
        return false;
  return !plan.hasReductions(ReductionPlace::AllItems);
}

SpeculatedCasts SpeculatedCasts::find(const Plan &plan,
                                      const TargetLowering &target) {
  SpeculatedCasts result;
  if (target.getNumThreads() != 1)
    return result;
  result.ofGranules = plan.hasReductions(ReductionPlace::Item);
  // The maximum of an empty domain is not computed on bits.
  if (!result.ofGranules && (plan.hasSum || plan.model->getNumPoints() == 0 ||
                             !canRepeatChunks(plan)))
    return result;
  CastMatcher matcher(plan, result.ofGranules);
  plan.model->getKernel().getBody().walk([&](ConvertOp op) {
    if (std::optional<SpeculatedCast> cast = matcher.match(op))
      result.casts.push_back(*cast);
  });
  return result;
}
