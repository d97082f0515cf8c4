//===- RepeatedCasts.cpp - casts without per-element NaN tests ------------===//
//
// If a kernel also computes the maximum of |v|, a cast of v or of v * scale
// need not test each element for NaN: a NaN makes the maximum NaN. The scale
// must be positive and finite, because otherwise the product of two numbers may
// be NaN.
//
// If the maximum covers the whole domain, a chunk with a NaN is processed again
// with casts that test; its data are still in the cache.
//
// The maximum of a scaling block is known before its casts. Two versions of the
// casts are emitted. The usual version also omits saturation, because the
// maximum times the scale does not saturate.
//
//===----------------------------------------------------------------------===//

#include "FunctionEmitter.h"
#include "fp8/IR/Assumptions.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

static constexpr uint32_t kInfinity = 0x7F800000u;

bool FunctionEmitter::isKnownInLastPhase(unsigned r) const {
  return plan.getElementPhase(model, model.getReductions()[r]) <
         plan.numPhases - 1;
}

/// Returns the reduction that computes max |value|, if there is one. It is a
/// reduction over the whole domain, or over scaling blocks if these check the
/// casts.
std::optional<unsigned>
FunctionEmitter::findMaxOfMagnitudes(Value value) const {
  for (auto [r, reduction] : llvm::enumerate(model.getReductions())) {
    auto magnitude = reduction.combiner.element.getDefiningOp<math::AbsFOp>();
    ReductionPlace place =
        watchesGranules ? ReductionPlace::Item : ReductionPlace::Everything;
    if (plan.reductions[r].place == place &&
        reduction.combiner.kind == CombinerKind::Maximum && magnitude &&
        magnitude.getType().isF32() &&
        getOrigin(magnitude.getOperand()) == getOrigin(value) &&
        (!watchesGranules || isKnownInLastPhase(r)))
      return r;
  }
  return std::nullopt;
}

std::optional<FunctionEmitter::ScaledCast>
FunctionEmitter::matchScaledCast(ConvertOp op) const {
  if (op.getInputFormat() != Format::F32 || !isEightBit(op.getResultFormat()) ||
      op.getRounding() != RoundingMode::NearestEven)
    return std::nullopt;
  Value input = getOrigin(op.getInput());
  if (std::optional<unsigned> r = findMaxOfMagnitudes(input))
    return ScaledCast{*r, Value(), op.getResultFormat()};
  auto product = input.getDefiningOp<arith::MulFOp>();
  if (!product)
    return std::nullopt;
  auto match = [&](Value element, Value scale) -> std::optional<ScaledCast> {
    const Dependence &dependence = model.getDependence(scale);
    if (watchesGranules)
      return matchGranuleCast(op, element, scale);
    std::optional<unsigned> r = findMaxOfMagnitudes(element);
    if (!r || dependence.dims.any() || dependence.reductions.any())
      return std::nullopt;
    return ScaledCast{*r, scale, op.getResultFormat()};
  };
  if (auto cast = match(product.getLhs(), product.getRhs()))
    return cast;
  return match(product.getRhs(), product.getLhs());
}

/// Matches a cast of `element` times `scale`, where `scale` is one value per
/// scaling block and is computed from the maximum of the block.
std::optional<FunctionEmitter::ScaledCast>
FunctionEmitter::matchGranuleCast(ConvertOp op, Value element,
                                  Value scale) const {
  const Dependence &dependence = model.getDependence(scale);
  for (unsigned r : dependence.reductions.set_bits()) {
    const Reduction &reduction = model.getReductions()[r];
    auto magnitude = reduction.combiner.element.getDefiningOp<math::AbsFOp>();
    if (plan.reductions[r].place == ReductionPlace::Item &&
        reduction.combiner.kind == CombinerKind::Maximum && magnitude &&
        magnitude.getType().isF32() &&
        getOrigin(magnitude.getOperand()) == getOrigin(element) &&
        dependence.dims.subsetOf(reduction.kept) && isKnownInLastPhase(r))
      return ScaledCast{r, scale, op.getResultFormat()};
  }
  return std::nullopt;
}

/// Returns true if chunks can be processed again, that is, if no result may
/// share memory with an operand.
bool FunctionEmitter::canRepeatChunks() const {
  if (target.getNumLanes() != 1)
    return false;
  KernelOp kernel = model.getKernel();
  for (unsigned i = 0; i < kernel.getNumDpsInits(); ++i)
    for (const Access &access : model.getAccesses())
      if (!plan.isFinishOutput(model, i) &&
          kernel.readsOperand(access.pointer) &&
          getStorageType(access.elementType) ==
              getStorageType(model.getOutputAccess(i).elementType))
        return false;
  return llvm::all_of(plan.reductions, [&](const PlannedReduction &planned) {
    return planned.place == ReductionPlace::Everything;
  });
}

/// Finds all casts that need no tests, because the maxima of their scaling
/// blocks detect NaN and overflow.
void FunctionEmitter::findGranuleCasts() {
  granuleCasts.clear();
  watchesGranules = target.getNumLanes() == 1 &&
                    llvm::any_of(plan.reductions, [](const auto &planned) {
                      return planned.place == ReductionPlace::Item;
                    });
  if (!watchesGranules)
    return;
  model.getKernel().getBody().walk([&](ConvertOp op) {
    if (std::optional<ScaledCast> cast = matchScaledCast(op))
      granuleCasts.push_back(*cast);
  });
  watchesGranules = !granuleCasts.empty();
}

/// Returns the smallest magnitude that does not round to a finite code of
/// `format`: half a quantum above the largest finite value.
static float getFirstOutOfRange(Format format) {
  const numerics::FormatSpec &spec = *getFormatSpec(format);
  float largest = numerics::maxFinite(spec);
  float previous = numerics::decode(spec.maxCode - 1, spec);
  return largest + (largest - previous) / 2;
}

/// Returns an i1 that is true if no scaled element of the scaling blocks is NaN
/// or saturates. `perColumn` selects the reductions per column or all other
/// reductions. Returns null if there are none.
Value FunctionEmitter::areGranulesInRange(bool perColumn) {
  Value all;
  auto andThen = [&](Value condition) {
    if (auto type = dyn_cast<VectorType>(condition.getType()))
      condition =
          vector::ReductionOp::create(b, vector::CombiningKind::AND, condition);
    all = all ? b.andBits(all, condition) : condition;
  };
  for (const ScaledCast &cast : granuleCasts) {
    if (isColumnReduction(cast.reduction) != perColumn)
      continue;
    // Products have the same order as the magnitudes. The product of zero and
    // an infinite scale is NaN, for which every comparison fails.
    Value largest = evaluate(model.getReductions()[cast.reduction].value);
    if (cast.scale) {
      Value scale = evaluate(cast.scale);
      andThen(isPositiveAndFinite(scale));
      largest = b.mul(largest, scale);
    }
    float limit = getFirstOutOfRange(cast.format);
    andThen(b.less(largest, limit));
  }
  return all;
}

/// Emits `body` with casts that do not test for NaN. Then removes the values
/// computed from such casts from the enclosing scopes, because later code must
/// test.
void FunctionEmitter::emitAssuming(llvm::function_ref<void()> body) {
  {
    llvm::SaveAndRestore saved(assumesNumbers, true);
    body();
  }
  forEachScope([&](Scope &scope) {
    for (Value value : assumingValues)
      scope.values.erase(value);
  });
  assumingValues.clear();
  isAssuming = false;
}

/// Emits `body` twice: with casts that do not test for NaN under `areInRange`,
/// and with casts that test otherwise. Emits it once if there is no condition.
void FunctionEmitter::emitWatchedCasts(Value areInRange,
                                       llvm::function_ref<void()> body) {
  if (!areInRange)
    return body();
  emitIf(areInRange, [&] { emitAssuming(body); });
  Value mayNotBe = b.xorBits(areInRange, true);
  emitIf(mayNotBe, body);
}

/// Returns all casts that need no test for NaN, because a maximum of the same
/// magnitudes detects NaN.
SmallVector<FunctionEmitter::ScaledCast>
FunctionEmitter::findScaledCasts() const {
  SmallVector<ScaledCast> casts;
  // The maximum of an empty domain is not computed on bits.
  if (plan.hasSum || model.getNumPoints() == 0 || !canRepeatChunks())
    return casts;
  KernelOp kernel = model.getKernel();
  kernel.getBody().walk([&](ConvertOp op) {
    if (std::optional<ScaledCast> cast = matchScaledCast(op))
      casts.push_back(*cast);
  });
  return casts;
}

/// Emits the cast, annotated with the known range of its operand.
Value FunctionEmitter::emitAssumingCast(ConvertOp op) {
  Value operand = toVector(evaluate(op.getInput()));
  isAssuming = true;
  IRMapping mapping;
  mapping.map(op.getInput(), operand);
  Operation *clone = b.clone(*op, mapping);
  clone->getResult(0).setType(vectorOf(op.getType()));
  setAssumption(clone,
                watchesGranules ? Assumption::InRange : Assumption::Number);
  return clone->getResult(0);
}

/// Returns, for an f32 or each element of a vector of f32, an i1 that is true
/// if the value is positive and finite. Its bits then lie strictly between 0
/// and the bits of infinity.
Value FunctionEmitter::isPositiveAndFinite(Value scale) {
  Type i32 = b.getI32Type();
  if (auto vector = dyn_cast<VectorType>(scale.getType()))
    i32 = vector.clone(i32);
  Value bits = b.bitcast(i32, scale);
  Value less = b.sub(bits, 1);
  return b.less(less, kInfinity - 1);
}

/// Returns an i1 that is true if an operand of one of `casts` may have been
/// NaN.
Value FunctionEmitter::hasMetNaN(ArrayRef<ScaledCast> casts) {
  Value any;
  auto orElse = [&](Value condition) {
    any = any ? b.orBits(any, condition) : condition;
  };
  for (const ScaledCast &cast : casts) {
    orElse(b.above(combineLanes(cast.reduction), kInfinity));
    if (!cast.scale)
      continue;
    Value isSafe = isPositiveAndFinite(evaluate(cast.scale));
    orElse(b.xorBits(isSafe, true));
  }
  return any;
}
