//===- Strips.cpp - vectors along the inner dimensions --------------------===//

#include "FunctionEmitter.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

/// Iterates over [from, to) in vectors. `body` gets the index of the first
/// element of this thread's vector, and the number of the vector within the
/// loop step. The last vectors are masked. If `isPrivate`, the elements belong
/// to one thread, and each thread iterates over all of its own elements.
/// `staticSize` is to - from, if it is known by other means.
void FunctionEmitter::emitSteps(Value from, Value to, unsigned unroll,
                                llvm::function_ref<void(Value, unsigned)> body,
                                bool isPrivate,
                                std::optional<int64_t> staticSize) {
  unsigned numThreads =
      frame.threadsPerItem ? frame.threadsPerItem : target.getNumThreads();
  int64_t stride = int64_t(width) * (isPrivate ? 1 : numThreads);
  int64_t step = stride * unroll;
  Value size = staticSize ? constant(*staticSize) : sub(to, from);
  Value rest = b.createOrFold<arith::RemSIOp>(size, constant(step));
  Value full = sub(to, rest);
  auto emit = [&](Value base) {
    for (unsigned u = 0; u < unroll; ++u) {
      Value first = add(base, constant(u * stride));
      if (frame.lane && !isPrivate)
        first = add(first, mul(frame.lane, width));
      body(first, u);
    }
  };
  std::optional<int64_t> staticRest = getConstantIntValue(rest);
  staticSize = getConstantIntValue(size);
  if (!staticSize || *staticSize >= step)
    emitLoop(from, full, step, emit);
  if (staticRest && *staticRest == 0)
    return;
  Value hasTail;
  if (!staticRest)
    hasTail = b.compare(arith::CmpIPredicate::ne, rest, 0);
  emitIf(hasTail, [&] {
    llvm::SaveAndRestore saved(tailEnd, to);
    emit(full);
  });
}

/// Returns the mask of a vector that starts at element `first`: true for the
/// elements before `tailEnd`. Returns null outside of the last, partial step.
/// The number of elements left is clamped, so that 32-bit comparisons suffice.
Value FunctionEmitter::makeMask(Value first) {
  if (!tailEnd)
    return {};
  Value left = sub(tailEnd, first);
  left = b.createOrFold<arith::MaxSIOp>(left, constant(0));
  left = minimum(left, constant(width));
  left = b.createOrFold<arith::TruncIOp>(b.getI32Type(), left);
  left = target.hideValue(b, left);
  return b.less(iota(b.getI32Type()), broadcast(left));
}

void FunctionEmitter::setInnerPosition(Value first) {
  if (plan.innerDims.size() == 1) {
    positions[plan.innerDims[0]] = {DimPosition::Range, first};
    return;
  }
  // Elements in row-major order of several dimensions need one index per
  // dimension.
  Type type = vectorOf(b.getI64Type());
  Value rest = b.add(broadcast(first), iota(b.getI64Type()));
  for (auto [i, dim] : llvm::enumerate(llvm::reverse(plan.innerDims))) {
    bool isOutermost = i + 1 == plan.innerDims.size();
    Value extent = b.constant(type, model.getExtents()[dim]);
    Value index = isOutermost
                      ? rest
                      : arith::RemUIOp::create(b, rest, extent).getResult();
    positions[dim] = {DimPosition::General, index};
    if (!isOutermost)
      rest = b.div(rest, extent);
  }
}

void FunctionEmitter::emitStrip(unsigned phase, Value first, unsigned u) {
  llvm::SaveAndRestore saved(mask, makeMask(first));
  currentPhase = phase;
  openScope(plan.innerDims, /*isItem=*/true);
  setInnerPosition(first);
  if (phase == 0)
    prefetchOperands();
  auto isStored = [&](unsigned i) { return plan.isInnerOutput(i); };
  bool isLast = phase + 1 == plan.numPhases;
  SmallVector<unsigned> reductions;
  for (unsigned r = 0; r < plan.reductions.size(); ++r)
    if (plan.isElementOf(r, phase))
      reductions.push_back(r);
  // All values are computed before any store, including stores to accumulators.
  // Passes such as --fp8-pair-halves may then reorder the computation.
  for (unsigned r : reductions)
    evaluateElement(r);
  if (isLast) {
    prefetchResults();
    evaluateOutputs(isStored);
  }
  for (unsigned r : reductions)
    accumulate(r, u);
  if (isLast)
    storeOutputs(isStored);
  closeScope();
  clearPositions(plan.innerDims);
}

/// Returns the values that strips of `phase` evaluate first, in the last pass
/// over a row.
SmallVector<Value> FunctionEmitter::getPhaseRoots(unsigned phase) const {
  SmallVector<Value> roots;
  for (unsigned r = 0; r < plan.reductions.size(); ++r)
    if (plan.isElementOf(r, phase) && !isRowReduction(r))
      roots.push_back(model.getReductions()[r].combiner.element);
  if (phase + 1 == plan.numPhases)
    for (auto [i, value] : llvm::enumerate(model.getOutputs()))
      if (plan.isInnerOutput(i))
        roots.push_back(value);
  return roots;
}

/// Prefetches the elements `offset` elements after this strip. Prefetching
/// beyond the end of an operand is harmless. Results with non-temporal stores
/// are not prefetched.
void FunctionEmitter::prefetch(const Access &access, Value offset) {
  prefetchAt(gep(getStripAddress(access).address, access.elementType, offset),
             access);
}

/// Prefetches the lines of a strip of `access` that starts at `address`.
void FunctionEmitter::prefetchAt(Value address, const Access &access) {
  if (isStreamed(access))
    return;
  int64_t perLine = kLineBytes / getByteWidth(access.elementType);
  bool isWritten = access.pointer >= model.getKernel().getInputs().size();
  for (int64_t i = 0; i < width; i += perLine)
    LLVM::Prefetch::create(b, gep(address, access.elementType, constant(i)),
                           /*rw=*/b.getI32IntegerAttr(isWritten),
                           /*hint=*/b.getI32IntegerAttr(3),
                           /*cache=*/b.getI32IntegerAttr(1));
}
