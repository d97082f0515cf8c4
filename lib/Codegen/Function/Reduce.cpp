//===- Reduce.cpp - accumulators of a kernel ------------------------------===//
//
// Accumulators are stack slots, which LLVM promotes to registers. A sum has one
// vector per unrolled strip, 32 lanes in all. Maxima in the same kernel have
// the same number of vectors.
//
//===----------------------------------------------------------------------===//

#include "FunctionEmitter.h"
#include "fp8/Numerics/Formats.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::fp8;

/// Creates a stack slot in the entry block.
Value FunctionEmitter::createSlot(Type type, int64_t count,
                                  unsigned alignment) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&frame.function->getRegion(0).front());
  return LLVM::AllocaOp::create(b, LLVM::LLVMPointerType::get(b.getContext()),
                                type, constant(count), alignment);
}

/// Returns true if the reduction is max |x| of f32. Magnitudes are ordered like
/// their bits, with NaN on top. An integer maximum therefore suffices, without
/// the tests for NaN and -0 of a float maximum.
static bool isMaxOfMagnitudes(const KernelModel &model,
                              const Reduction &reduction) {
  return reduction.combiner.kind == CombinerKind::Maximum &&
         reduction.combiner.element.getType().isF32() &&
         reduction.combiner.element.getDefiningOp<math::AbsFOp>() &&
         model.getNumPoints() != 0;
}

namespace {
/// A narrow value. The element of a maximum or minimum is its extension to f32,
/// or the magnitude of this extension.
struct NarrowElement {
  Value value;
  bool isMagnitude = false;
};
} // namespace

static std::optional<NarrowElement>
getNarrowElement(const Reduction &reduction) {
  CombinerKind kind = reduction.combiner.kind;
  if (kind != CombinerKind::Maximum && kind != CombinerKind::Minimum)
    return std::nullopt;
  Value element = reduction.combiner.element;
  auto magnitude = element.getDefiningOp<math::AbsFOp>();
  if (magnitude)
    element = getOrigin(magnitude.getOperand());
  Operation *extend = element.getDefiningOp();
  if (!isa_and_present<arith::ExtFOp, ConvertOp>(extend) ||
      !extend->getOperand(0).getType().isBF16() || !element.getType().isF32())
    return std::nullopt;
  return NarrowElement{extend->getOperand(0), magnitude != nullptr};
}

/// Returns true if the reduction runs on bf16. GPUs have bf16 maxima. CPUs
/// compare bf16 bits, which pays off only for a maximum of magnitudes over the
/// whole domain.
bool FunctionEmitter::isNarrow(unsigned r) const {
  std::optional<NarrowElement> element =
      getNarrowElement(model.getReductions()[r]);
  ReductionPlace place = plan.reductions[r].place;
  if (!element)
    return false;
  if (target.getNumThreads() != 1)
    return place != ReductionPlace::AllItems;
  return place == ReductionPlace::Everything &&
         isMaxOfMagnitudes(model, model.getReductions()[r]);
}

void FunctionEmitter::createAccumulator(unsigned r) {
  const Reduction &reduction = model.getReductions()[r];
  Accumulator &accumulator = accumulators[r];
  accumulator.isNarrow = isNarrow(r);
  // GPUs have an instruction for float magnitudes.
  accumulator.onBits =
      isMaxOfMagnitudes(model, reduction) && target.getNumThreads() == 1;
  accumulator.type = reduction.combiner.element.getType();
  if (accumulator.onBits)
    accumulator.type = accumulator.isNarrow ? b.getI16Type() : b.getI32Type();
  else if (accumulator.isNarrow)
    accumulator.type = b.getBF16Type();
  accumulator.isScalar = isScalar(r);
  if (!accumulator.isScalar)
    accumulator.width = getAccumulatorWidth(r);
  if (accumulator.isScalar && isSum(r))
    return;
  createSlots(r);
}

unsigned FunctionEmitter::getAccumulatorWidth(unsigned r) const {
  return plan.getPhaseWidth(plan.getElementPhase(model.getReductions()[r]));
}

void FunctionEmitter::createSlots(unsigned r) {
  Accumulator &accumulator = accumulators[r];
  if (isOfExtrema(r))
    return createExtrema(r);
  unsigned numSlots = plan.unroll;
  if (accumulator.isScalar)
    numSlots = 1;
  else if (isColumnReduction(r))
    numSlots = std::get<BlockPlan>(plan.schedule).panelStrips;
  for (unsigned u = 0; u < numSlots; ++u)
    accumulator.slots.push_back(createSlot(getSlotType(r)));
  if (isSum(r) && plan.reductions[r].place == ReductionPlace::Item &&
      !plan.as<BlockPlan>() && plan.innerExtent > kSumBlock)
    accumulator.blockSums = createBlockSums(r);
}

Value FunctionEmitter::createBlockSums(unsigned r) {
  return createSlot(accumulators[r].type, plan.getNumSumBlocks());
}

void FunctionEmitter::createAccumulators() {
  accumulators.assign(plan.reductions.size(), {});
  for (unsigned r = 0; r < plan.reductions.size(); ++r) {
    createAccumulator(r);
    if (plan.reductions[r].place != ReductionPlace::Item && !isSum(r))
      resetAccumulator(r);
  }
}

/// Returns the neutral element of `kind`.
static TypedAttr getNeutralAttr(CombinerKind kind, Type type) {
  Builder b(type.getContext());
  auto ofFloat = [&](auto create, bool isNegative) {
    auto floatType = cast<FloatType>(type);
    return b.getFloatAttr(floatType,
                          create(floatType.getFloatSemantics(), isNegative));
  };
  auto ofInteger = [&](auto create) {
    return b.getIntegerAttr(type, create(type.getIntOrFloatBitWidth()));
  };
  switch (kind) {
  case CombinerKind::Sum:
    return ofFloat(APFloat::getZero, /*isNegative=*/true);
  case CombinerKind::Maximum:
    return ofFloat(APFloat::getInf, /*isNegative=*/true);
  case CombinerKind::Minimum:
    return ofFloat(APFloat::getInf, /*isNegative=*/false);
  case CombinerKind::MaxSigned:
    return ofInteger(APInt::getSignedMinValue);
  case CombinerKind::MinSigned:
    return ofInteger(APInt::getSignedMaxValue);
  case CombinerKind::MinUnsigned:
  case CombinerKind::And:
    return ofInteger(APInt::getAllOnes);
  case CombinerKind::AddInteger:
  case CombinerKind::MaxUnsigned:
  case CombinerKind::Or:
    return ofInteger([](unsigned bits) { return APInt::getZero(bits); });
  }
  llvm_unreachable("every combiner is listed");
}

/// Returns the kind of combiner of a reduction. If `onBits` is set, magnitudes
/// are compared by their bits, as unsigned integers.
static CombinerKind getKindOnBits(const Reduction &reduction, bool onBits) {
  return onBits ? CombinerKind::MaxUnsigned : reduction.combiner.kind;
}

Value FunctionEmitter::getNeutral(unsigned r, Type type) {
  Type elementType = getElementTypeOrSelf(type);
  CombinerKind kind =
      getKindOnBits(model.getReductions()[r],
                    isa<IntegerType>(elementType) && accumulators[r].onBits);
  return b.splat(type, getNeutralAttr(kind, elementType));
}

Type FunctionEmitter::getSlotType(unsigned r) const {
  Type type = accumulators[r].type;
  return accumulators[r].isScalar ? type
                                  : Type(vectorOf(type, accumulators[r].width));
}

void FunctionEmitter::resetAccumulator(unsigned r) {
  if (isOfExtrema(r))
    return resetExtrema(r);
  for (Value slot : accumulators[r].slots)
    LLVM::StoreOp::create(b, getNeutral(r, getSlotType(r)), slot);
}

/// Resets the reductions of an item that `phase` computes, except the
/// reductions of rows of a block.
void FunctionEmitter::resetPhase(unsigned phase) {
  for (unsigned r = 0; r < plan.reductions.size(); ++r)
    if (plan.reductions[r].place == ReductionPlace::Item &&
        !isRowReduction(r) && plan.isElementOf(r, phase))
      resetAccumulator(r);
}

Value FunctionEmitter::combineKind(unsigned r, Value a, Value other) {
  bool isInteger = isa<IntegerType>(getElementTypeOrSelf(a.getType()));
  switch (getKindOnBits(model.getReductions()[r],
                        isInteger && accumulators[r].onBits)) {
  case CombinerKind::Sum:
    return addFloats(a, other);
  case CombinerKind::Maximum:
    return b.max(a, other);
  case CombinerKind::Minimum:
    return b.min(a, other);
  case CombinerKind::AddInteger:
    return b.add(a, other);
  case CombinerKind::MaxSigned:
    return arith::MaxSIOp::create(b, a, other);
  case CombinerKind::MinSigned:
    return arith::MinSIOp::create(b, a, other);
  case CombinerKind::MaxUnsigned:
    return b.max(a, other);
  case CombinerKind::MinUnsigned:
    return b.min(a, other);
  case CombinerKind::And:
    return b.andBits(a, other);
  case CombinerKind::Or:
    return b.orBits(a, other);
  }
  llvm_unreachable("every combiner is listed");
}

/// Combines the scalar or vector at `slot` with `element`.
void FunctionEmitter::combineInto(unsigned r, Value slot, Value element) {
  Value old = LLVM::LoadOp::create(b, element.getType(), slot);
  LLVM::StoreOp::create(b, combineKind(r, old, element), slot);
}

Value FunctionEmitter::evaluateElement(unsigned r) {
  const Reduction &reduction = model.getReductions()[r];
  return evaluate(accumulators[r].isNarrow ? getNarrowElement(reduction)->value
                                           : reduction.combiner.element);
}

/// Returns the elements of reduction `r` at this position, in the type of its
/// accumulator.
Value FunctionEmitter::evaluateElements(unsigned r) {
  Value element = toVector(evaluateElement(r));
  if (accumulators[r].isNarrow &&
      getNarrowElement(model.getReductions()[r])->isMagnitude) {
    Value bits = b.bitcast(vectorOf(b.getI16Type()), element);
    bits = b.andBits(bits, INT16_MAX);
    return b.createOrFold<arith::BitcastOp>(vectorOf(accumulators[r].type),
                                            bits);
  }
  bool isBits = accumulators[r].onBits && !accumulators[r].isNarrow;
  return isBits ? b.bitcast(accumulators[r].type, element) : element;
}

/// Accumulates the elements of this strip.
void FunctionEmitter::accumulate(unsigned r, unsigned u) {
  accumulateVector(r, u, evaluateElements(r));
}

void FunctionEmitter::accumulateVector(unsigned r, unsigned u, Value element) {
  if (mask)
    element = b.select(mask, element, getNeutral(r, element.getType()));
  if (isOfExtrema(r))
    return accumulateExtrema(r, u, element);
  combineInto(r, accumulators[r].slots[u], element);
}

/// Accumulates the element of this work item.
void FunctionEmitter::accumulateItem(unsigned r, Value item) {
  Accumulator &accumulator = accumulators[r];
  Value element = evaluate(model.getReductions()[r].combiner.element);
  if (isSum(r)) {
    Value address = gep(getScratch(r), accumulator.type, item);
    return emitIf(isFirstLane(),
                  [&] { LLVM::StoreOp::create(b, element, address); });
  }
  if (accumulator.onBits)
    element = b.bitcast(accumulator.type, element);
  combineInto(r, accumulator.slots[0], element);
}

//===----------------------------------------------------------------------===//
// Combining lanes
//===----------------------------------------------------------------------===//

Value fp8::combineAll(SmallVector<Value> values,
                      llvm::function_ref<Value(Value, Value)> combine) {
  while (values.size() > 1) {
    size_t half = llvm::divideCeil(values.size(), 2);
    for (size_t i = 0; i + half < values.size(); ++i)
      values[i] = combine(values[i], values[i + half]);
    values.resize(half);
  }
  return values[0];
}

/// Combines the elements of a vector by halving: element j with j + n/2, then j
/// + n/4, and so on.
Value FunctionEmitter::combineVector(
    Value vector, llvm::function_ref<Value(Value, Value)> combine) {
  for (int64_t half = cast<VectorType>(vector.getType()).getNumElements() / 2;
       half != 0; half /= 2)
    vector = combine(b.slice(vector, 0, half), b.slice(vector, half, half));
  return b.extract(vector, 0);
}

/// Extends a bf16 to f32, or the bits of a bf16 to the bits of the f32.
Value FunctionEmitter::widen(Value narrow) {
  if (getElementTypeOrSelf(narrow.getType()).isBF16())
    return b.extendFloat(narrow);
  return b.shl(b.extendZero(narrow, 32), 16);
}

/// Combines all slots by halving, down to one element.
Value FunctionEmitter::combineLanes(unsigned r) {
  auto combine = [&](Value a, Value other) { return combineKind(r, a, other); };
  if (isOfExtrema(r))
    return combineExtrema(r);
  Accumulator &accumulator = accumulators[r];
  if (accumulator.isScalar)
    return LLVM::LoadOp::create(b, accumulator.type, accumulator.slots[0]);
  SmallVector<Value> vectors;
  for (Value slot : accumulator.slots)
    vectors.push_back(LLVM::LoadOp::create(b, getSlotType(r), slot));
  Value value = combineVector(combineAll(std::move(vectors), combine), combine);
  if (accumulator.isNarrow)
    value = widen(value);
  return target.combineThreads(b, frame, value, combine);
}

/// Combines the partial results of the warps of a thread block, in order.
Value FunctionEmitter::combineWarps(unsigned r, int64_t numWarps,
                                    llvm::function_ref<Value(Value)> load) {
  Value all = load(constant(0));
  for (int64_t warp = 1; warp < numWarps; ++warp)
    all = combineKind(r, all, load(constant(warp)));
  return all;
}

void FunctionEmitter::forSumBlocks(
    Value from, Value to, llvm::function_ref<void(Value, Value)> body) {
  emitLoop(from, to, kSumBlock, [&](Value block) {
    body(block, minimum(add(block, constant(kSumBlock)), to));
  });
}

/// Stores the sum of the block that starts at element `block`.
void FunctionEmitter::storeBlockSum(unsigned r, Value block) {
  Value sum = combineLanes(r);
  Value index = b.div(block, kSumBlock);
  bool isItem = plan.reductions[r].place == ReductionPlace::Item;
  Value address = gep(isItem ? accumulators[r].blockSums : getScratch(r),
                      accumulators[r].type, index);
  // Each thread has its own block sums of an item, unless warps share the item.
  emitIf(isItem && !plan.sharesRows() ? Value() : isFirstLane(),
         [&] { LLVM::StoreOp::create(b, sum, address); });
}

/// Returns the initial value of reduction `r`, combined with `tree`. A NaN
/// maximum or minimum becomes the canonical NaN. `tree` is a scalar, or a
/// vector of columns.
Value FunctionEmitter::combineWithInit(unsigned r, Value tree) {
  const Reduction &reduction = model.getReductions()[r];
  Type elementType = reduction.combiner.element.getType();
  if (getElementTypeOrSelf(tree.getType()) != elementType)
    tree = b.bitcast(elementType, tree);
  Value init = evaluate(reduction.init);
  if (isa<VectorType>(tree.getType()))
    init = toVector(init);
  Value result = combineKind(r, init, tree);
  if (isSum(r) || !elementType.isF32())
    return result;
  Value isNaN = b.isNaN(result);
  Type words = withElementType(result.getType(), b.getI32Type());
  Value nan = b.toFloat(b.constant(words, numerics::canonicalNaNBits));
  return b.select(isNaN, nan, result);
}

Value FunctionEmitter::combineItem(unsigned r) {
  if (!accumulators[r].blockSums)
    return combineLanes(r);
  return combineByHalving(accumulators[r].type, accumulators[r].blockSums,
                          plan.getNumSumBlocks(), /*isPrivate=*/true);
}

void FunctionEmitter::finishItemReduction(unsigned r) {
  Value tree = combineItem(r);
  scopes.back().values[model.getReductions()[r].value] =
      combineWithInit(r, tree);
}

/// Completes the reductions of an item that `phase` computes, except the
/// reductions of rows and columns of a block.
void FunctionEmitter::finishPhase(unsigned phase) {
  joinWarps(phase);
  for (unsigned r = 0; r < plan.reductions.size(); ++r)
    if (plan.reductions[r].place == ReductionPlace::Item &&
        plan.reductions[r].span == ReductionSpan::All &&
        plan.isElementOf(r, phase))
      finishItemReduction(r);
}
