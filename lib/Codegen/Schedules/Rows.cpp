//===- Rows.cpp - the schedules flat and row ------------------------------===//

#include "RowEmitter.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

/// Elements of a row whose phases leave memory idle, and how far ahead of them
/// memory is read.
static constexpr int64_t kMaxFetchedRow = 1 << 14;
static constexpr int64_t kPrefetchedBytes = 4096;
/// How far ahead of stores the lines of results are fetched.
static constexpr int64_t kResultBytes = 8192;
static constexpr int64_t kWordBytes = 4;

void RowEmitter::emitItems() {
  if (plan.itemsAreElements)
    return emitPhase(0, frame.begin, frame.end);
  if (overlapsRows())
    return emitOverlappedRows();
  if (walksGroups())
    return emitRowGroups();
  FunctionEmitter::emitItems();
}

void RowEmitter::emitItem(Value part, Value item) {
  emitRow();
  storeItem(item);
}

void RowEmitter::resetPhase(unsigned phase) {
  for (unsigned r = 0; r < plan.reductions.size(); ++r)
    if (plan.reductions[r].place == ReductionPlace::Item &&
        isElementOf(r, phase))
      resetAccumulator(r);
}

void RowEmitter::finishPhase(unsigned phase) {
  joinWarps(phase);
  for (unsigned r = 0; r < plan.reductions.size(); ++r)
    if (plan.reductions[r].place == ReductionPlace::Item &&
        isElementOf(r, phase))
      finishItemReduction(r);
}

/// Passes over the inner dimensions, each of which completes the reductions
/// that the next one reads.
void RowEmitter::emitRow() {
  if (isStripPerThread())
    return emitStripPerThread();
  for (unsigned phase = 0; phase < plan.numPhases; ++phase) {
    forGroup([&](Value) { resetPhase(phase); });
    Value end = plan.innerDims.size() == 1 ? getEnd(plan.innerDims[0])
                                           : constant(plan.innerExtent);
    Value areInRange;
    if (phase + 1 == plan.numPhases)
      areInRange = areGranulesInRange(/*perColumn=*/false);
    emitWatchedCasts(areInRange, [&] { emitPhase(phase, constant(0), end); });
    synchronizeKept();
    forGroup([&](Value) { finishPhase(phase); });
  }
}

/// Whether each thread of a GPU has one vector of a row, and all of it, and no
/// version of the last phase asks what the others found.
bool RowEmitter::isStripPerThread() const {
  return frame.lane && plan.schedule == Schedule::Row && !lastItemEnd &&
         !plan.hasSum && plan.innerDims.size() == 1 && granuleCasts.empty() &&
         !model.getRagged(plan.innerDims[0]) &&
         plan.innerExtent == int64_t(plan.width) * plan.numLanes;
}

/// All phases in one scope: what one of them has computed the next ones have in
/// registers. Emitted apart, LLVM leaves the same loads, and what is computed
/// from them, in each phase.
void RowEmitter::emitStripPerThread() {
  openScope(plan.innerDims, /*isItem=*/true);
  setInnerPosition(mul(frame.lane, plan.width));
  for (unsigned phase = 0; phase < plan.numPhases; ++phase) {
    currentPhase = phase;
    resetPhase(phase);
    for (unsigned r = 0; r < plan.reductions.size(); ++r)
      if (isElementOf(r, phase))
        accumulate(r, 0);
    if (phase + 1 == plan.numPhases)
      storeOutputs([&](unsigned i) { return isInnerOutput(i); });
    // A reduction is a value of the item.
    Scope strip = scopes.pop_back_val();
    finishPhase(phase);
    scopes.push_back(std::move(strip));
  }
  closeScope();
  clearPositions(plan.innerDims);
}

/// What is one value for an item.
void RowEmitter::storeItem(Value item) {
  storeOutputs([&](unsigned i) {
    return !isInnerOutput(i) && !plan.isFinishOutput(model, i);
  });
  accumulateItems(item);
}

/// One pass over the inner dimensions. Results are stored in the last pass: in
/// place, an earlier one would destroy what later ones read.
void RowEmitter::emitPhase(unsigned phase, Value from, Value to) {
  bool hasReduction = false, hasSum = plan.isSumPhase(model, phase);
  for (unsigned r = 0; r < plan.reductions.size(); ++r)
    hasReduction |= isElementOf(r, phase);
  bool hasWork = hasReduction;
  if (phase + 1 == plan.numPhases)
    for (unsigned i = 0, e = model.getKernel().getNumDpsInits(); i < e; ++i)
      hasWork |= isInnerOutput(i);
  if (!hasWork)
    return;
  llvm::SaveAndRestore saved(width, plan.getPhaseWidth(model, phase));
  unsigned unroll = hasReduction ? plan.unroll : 1;
  bool hasBlocks =
      hasSum && (plan.itemsAreElements || plan.innerExtent > kSumBlock);
  if (!hasBlocks && !plan.sharesRows())
    return emitStrips(phase, from, to, unroll);
  forBlocks(from, to, [&](Value block, Value end) {
    auto forSums = [&](llvm::function_ref<void(unsigned)> body) {
      forGroup([&](Value) {
        for (unsigned r = 0; r < plan.reductions.size(); ++r)
          if (isElementOf(r, phase) && isSum(r))
            body(r);
      });
    };
    forSums([&](unsigned r) { resetAccumulator(r); });
    emitStrips(phase, block, end, unroll);
    forSums([&](unsigned r) { storeBlockSum(r, block); });
  });
}

void RowEmitter::forBlocks(Value from, Value to,
                           llvm::function_ref<void(Value, Value)> body) {
  emitLoop(from, to, kSumBlock, [&](Value block) {
    body(block,
         b.createOrFold<arith::MinSIOp>(add(block, constant(kSumBlock)), to));
  });
}

/// Whether a phase of rows that warps share begins where the one before ended,
/// or the next one begins: caches hold what was read last. Sums have an order.
static bool walksBackwards(const KernelModel &model, const Plan &plan,
                           unsigned phase) {
  if (!plan.sharesRows() || plan.isSumPhase(model, phase))
    return false;
  if (phase != 0)
    return !walksBackwards(model, plan, phase - 1);
  return plan.numPhases > 1 && plan.isSumPhase(model, 1);
}

void RowEmitter::emitStrips(unsigned phase, Value from, Value to,
                            unsigned unroll) {
  if (!group.empty())
    return emitGroupStrips(phase, from, to);
  Value mirror;
  if (walksBackwards(model, plan, phase)) {
    // Of whole strips; each thread keeps its place in them.
    int64_t stride = int64_t(getWidth()) * plan.numLanes;
    Value size = b.createOrFold<arith::SubIOp>(to, from);
    Value rest =
        b.createOrFold<arith::RemSIOp>(size, constant(stride * unroll));
    Value full = b.createOrFold<arith::SubIOp>(to, rest);
    mirror = b.createOrFold<arith::SubIOp>(add(from, full), constant(stride));
    mirror = add(mirror, mul(frame.lane, 2 * int64_t(getWidth())));
  }
  emitSteps(from, to, unroll, [&](Value first, unsigned u) {
    if (mirror && !tailEnd)
      first = b.createOrFold<arith::SubIOp>(mirror, first);
    emitStrip(phase, first, u);
  });
}

/// Whether lines are fetched ahead of strips: under flat, and where memory
/// rests in some phases of rows.
bool RowEmitter::fetchesAhead() const {
  if (target.getNumLanes() != 1 || !plan.hasVectorDim())
    return false;
  if (plan.schedule == Schedule::Row)
    return plan.numPhases != 1 && !plan.itemDims.empty() &&
           plan.innerExtent <= kMaxFetchedRow;
  return plan.schedule == Schedule::Flat;
}

/// What lies `bytes` behind this strip. Of a bucket, the tensor that follows is
/// behind the end of this one: a small tensor would begin with lines that
/// nobody has fetched.
void RowEmitter::fetchAhead(const Access &access, int64_t bytes) {
  Value distance = constant(bytes / getByteWidth(access.elementType));
  if (frame.nextPointers.empty() || !plan.itemsAreElements ||
      model.getNumDims() != 1)
    return prefetch(access, distance);
  // Of a tensor that is shorter than the distance, all lies behind its end.
  distance = arith::MinSIOp::create(b, distance, frame.numItems);
  Value place = add(positions[plan.vectorDim].value, distance);
  Value isNext = arith::CmpIOp::create(b, arith::CmpIPredicate::sge, place,
                                       frame.numItems);
  Value base =
      arith::SelectOp::create(b, isNext, frame.nextPointers[access.pointer],
                              frame.pointers[access.pointer]);
  Value inNext = arith::SubIOp::create(b, place, frame.numItems);
  place = arith::SelectOp::create(b, isNext, inNext, place);
  prefetchAt(gep(base, access.elementType, place), access);
}

/// Each phase of a row waits for the one before, and while the first waits for
/// memory the CPU looks ahead by a few rows at most: what follows is fetched
/// earlier. Under flat, where little is computed per line, a CPU's own
/// prefetching falls behind.
void RowEmitter::prefetchOperands() {
  if (!fetchesAhead())
    return;
  bool isRow = plan.schedule == Schedule::Row;
  for (const Access &access : model.getAccesses()) {
    bool follows =
        !isRow || access.strides[plan.itemDims.back()] == plan.innerExtent;
    if (follows && model.getKernel().readsOperand(access.pointer) &&
        access.strides[plan.vectorDim] == 1)
      fetchAhead(access, kPrefetchedBytes);
  }
}

/// A store waits until its line was read, and those behind it wait with it:
/// where much is computed per line, or kept beside it, the buffer of stores is
/// full before memory is busy. So lines of results are fetched like those of
/// operands. Outside of rows that pays for results of words, in vectors of
/// whole lines: shorter ones compute for longer than memory takes, and bytes
/// are a small part of what is moved.
void RowEmitter::prefetchResults() {
  if (!fetchesAhead())
    return;
  bool isRow = plan.schedule == Schedule::Row;
  for (unsigned i = 0; i < model.getKernel().getNumDpsInits(); ++i) {
    const Access &access = model.getOutputAccess(i);
    int64_t bytes = getByteWidth(access.elementType);
    bool follows =
        isRow ? access.strides[plan.itemDims.back()] == plan.innerExtent
              : bytes >= kWordBytes && getWidth() * bytes >= kLineBytes;
    if (follows && isInnerOutput(i) && !model.isUpdated(i) &&
        access.strides[plan.vectorDim] == 1)
      fetchAhead(access, kResultBytes);
  }
}
