//===- Rows.cpp - the flat and row schedules ------------------------------===//

#include "RowEmitter.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

/// Maximum number of elements of a row whose operands are prefetched. Without
/// prefetching, the phases of such a row would leave memory idle.
static constexpr int64_t kMaxFetchedRow = 1 << 14;
/// Prefetch distance for operands, in bytes.
static constexpr int64_t kPrefetchedBytes = 4096;
/// Prefetch distance for the lines of results, in bytes.
static constexpr int64_t kResultBytes = 8192;
static constexpr int64_t kWordBytes = 4;

void RowEmitter::prepare() {
  bool isRow =
      plan.innerDims.size() == 1 && plan.vectorDim == plan.innerDims[0];
  // On a GPU, values with one vector per thread stay in registers. Work items
  // that a warp processes side by side would share one staging buffer, and rows
  // that warps share are too long.
  if (!isRow ||
      (target.getNumThreads() != 1 &&
       (!plan.as<RowPlan>() || plan.itemsPerIteration != 1 ||
        plan.sharesRows() ||
        plan.innerExtent <= int64_t(plan.width) * plan.threadsPerItem)))
    return;
  KeptRows::Request request;
  for (unsigned phase = 0; phase < plan.numPhases; ++phase)
    request.steps.push_back(getPhaseRoots(phase));
  request.size = getKeptSize();
  request.overlapsRows = overlapsRows();
  keptRows.create(request);
}

int64_t RowEmitter::getKeptSize() const {
  return llvm::alignTo(plan.innerExtent, kLineBytes);
}

Value RowEmitter::getKeptPlace(const KeptRows::Row &row) {
  Value place = positions[plan.vectorDim].value;
  if (!rowNumber || row.numRows == 1)
    return place;
  Value number =
      b.createOrFold<arith::RemUIOp>(rowNumber, constant(row.numRows));
  return add(mul(number, row.stride), place);
}

Value RowEmitter::computeKept(Value value,
                              llvm::function_ref<Value()> compute) {
  return keptRows.evaluate(value, compute,
                           [&](const auto &row) { return getKeptPlace(row); });
}

void RowEmitter::emitItems() {
  if (plan.itemsAreElements())
    return emitPhase(0, frame.begin, frame.end);
  if (overlapsRows())
    return emitOverlappedRows();
  if (processesRowGroups())
    return emitRowGroups();
  FunctionEmitter::emitItems();
}

void RowEmitter::emitItem(Value part, Value item) {
  emitRow();
  storeItem(item);
}

/// Emits `body` with the state of `row` in place of the state of the emitter.
void RowEmitter::atRow(RowState &row, llvm::function_ref<void()> body) {
  auto swap = [&] {
    std::swap(scopes.back(), row.scope);
    std::swap(positions, row.positions);
    if (!row.accumulators.empty())
      std::swap(accumulators, row.accumulators);
  };
  row.scope.point = scopes.back().point;
  swap();
  body();
  swap();
}

/// Emits the passes over the inner dimensions. Each pass completes the
/// reductions that the next pass reads.
void RowEmitter::emitRow() {
  if (isStripPerThread())
    return emitStripPerThread();
  for (unsigned phase = 0; phase < plan.numPhases; ++phase) {
    forGroup([&](Value) { resetPhase(phase); });
    Value end = getInnerEnd();
    Value areInRange;
    if (phase + 1 == plan.numPhases)
      areInRange = areGranulesInRange(/*perColumn=*/false);
    emitWatchedCasts(areInRange, [&] { emitPhase(phase, constant(0), end); });
    keptRows.synchronize();
    forGroup([&](Value) { finishPhase(phase); });
  }
}

/// Returns true if a row has exactly one vector per GPU thread and the last
/// phase has a single version.
bool RowEmitter::isStripPerThread() const {
  return frame.lane && plan.as<RowPlan>() && !lastItemEnd && !plan.hasSum &&
         plan.innerDims.size() == 1 && !casts.areOfGranules() &&
         !model.getRagged(plan.innerDims[0]) &&
         plan.innerExtent == int64_t(plan.width) * plan.threadsPerItem;
}

/// Emits all phases in one scope, so that later phases find the values of
/// earlier phases in registers. If the phases were emitted separately, LLVM
/// would leave the same loads and computations in each phase.
void RowEmitter::emitStripPerThread() {
  openScope(plan.innerDims, /*isItem=*/true);
  setInnerPosition(mul(frame.lane, plan.width));
  for (unsigned phase = 0; phase < plan.numPhases; ++phase) {
    currentPhase = phase;
    resetPhase(phase);
    for (unsigned r = 0; r < plan.reductions.size(); ++r)
      if (plan.isElementOf(r, phase))
        accumulate(r, 0);
    if (phase + 1 == plan.numPhases)
      storeOutputs([&](unsigned i) { return plan.isInnerOutput(i); });
    // Finish the reductions in the scope of the item, outside of the strip.
    Scope strip = scopes.pop_back_val();
    finishPhase(phase);
    scopes.push_back(std::move(strip));
  }
  closeScope();
  clearPositions(plan.innerDims);
}

/// Emits one pass over the inner dimensions. Results are stored in the last
/// pass only: an in-place store in an earlier pass would destroy operands of
/// later passes.
void RowEmitter::emitPhase(unsigned phase, Value from, Value to) {
  bool hasReduction = false, hasSum = plan.isSumPhase(phase);
  for (unsigned r = 0; r < plan.reductions.size(); ++r)
    hasReduction |= plan.isElementOf(r, phase);
  bool hasWork = hasReduction;
  if (phase + 1 == plan.numPhases)
    for (unsigned i = 0; i < model.getOutputs().size(); ++i)
      hasWork |= plan.isInnerOutput(i);
  if (!hasWork)
    return;
  llvm::SaveAndRestore saved(width, plan.getPhaseWidth(phase));
  unsigned unroll = hasReduction ? plan.unroll : 1;
  bool hasBlocks =
      hasSum && (plan.itemsAreElements() || plan.innerExtent > kSumBlock);
  if (!hasBlocks && !plan.sharesRows())
    return emitStrips(phase, from, to, unroll);
  forSumBlocks(from, to, [&](Value block, Value end) {
    auto forSums = [&](llvm::function_ref<void(unsigned)> body) {
      forGroup([&](Value) {
        for (unsigned r = 0; r < plan.reductions.size(); ++r)
          if (plan.isElementOf(r, phase) && isSum(r))
            body(r);
      });
    };
    forSums([&](unsigned r) { resetAccumulator(r); });
    emitStrips(phase, block, end, unroll);
    forSums([&](unsigned r) { storeBlockSum(r, block); });
  });
}

/// Returns true if the phase iterates backwards over a shared row. A phase
/// starts where the previous phase ended, because caches hold the elements that
/// were read last. Sums have a fixed order.
static bool iteratesBackwards(const Plan &plan, unsigned phase) {
  if (!plan.sharesRows() || plan.isSumPhase(phase))
    return false;
  if (phase != 0)
    return !iteratesBackwards(plan, phase - 1);
  return plan.numPhases > 1 && plan.isSumPhase(1);
}

void RowEmitter::emitStrips(unsigned phase, Value from, Value to,
                            unsigned unroll) {
  if (!group.empty())
    return emitGroupStrips(phase, from, to);
  Value mirror;
  if (iteratesBackwards(plan, phase)) {
    // Mirror whole strips; each thread keeps its position within a strip.
    int64_t stride = int64_t(width) * plan.threadsPerItem;
    Value rest = b.createOrFold<arith::RemSIOp>(sub(to, from),
                                                constant(stride * unroll));
    Value full = sub(to, rest);
    mirror = sub(add(from, full), constant(stride));
    mirror = add(mirror, mul(frame.lane, 2 * int64_t(width)));
  }
  emitSteps(from, to, unroll, [&](Value first, unsigned u) {
    if (mirror && !tailEnd)
      first = sub(mirror, first);
    emitStrip(phase, first, u);
  });
}

/// Returns true if cache lines are prefetched ahead of strips: under the flat
/// schedule, and for rows with phases that leave memory idle.
bool RowEmitter::fetchesAhead() const {
  if (target.getNumThreads() != 1 || !plan.hasVectorDim())
    return false;
  if (plan.as<RowPlan>())
    return plan.numPhases != 1 && !plan.itemDims.empty() &&
           plan.innerExtent <= kMaxFetchedRow;
  return plan.as<FlatPlan>();
}

/// Prefetches the elements `bytes` after this strip. For a multi-tensor launch,
/// this continues at the start of the next tensor. Otherwise, a small tensor
/// would start with lines that were not prefetched.
void RowEmitter::fetchAhead(const Access &access, int64_t bytes) {
  Value distance = constant(bytes / getByteWidth(access.elementType));
  if (frame.nextPointers.empty() || !plan.itemsAreElements() ||
      model.getNumDims() != 1)
    return prefetch(access, distance);
  // If the tensor is shorter than the distance, the target lies in the next
  // tensor.
  distance = arith::MinSIOp::create(b, distance, frame.numItems);
  Value place = add(positions[plan.vectorDim].value, distance);
  Value isNext = b.compare(arith::CmpIPredicate::sge, place, frame.numItems);
  // Element `place` of the next tensor counts from this address, which is
  // computed once for all strips.
  Value next = gep(frame.nextPointers[access.pointer], access.elementType,
                   b.sub(constant(0), frame.numItems));
  Value base = b.select(isNext, next, frame.pointers[access.pointer]);
  prefetchAt(gep(base, access.elementType, place), access);
}

/// Prefetches operands. The phases of a row depend on each other, and while the
/// first phase waits for memory, the CPU looks only a few rows ahead. Under the
/// flat schedule, with little computation per line, the hardware prefetcher
/// falls behind.
void RowEmitter::prefetchOperands() {
  if (!fetchesAhead())
    return;
  bool isRow = plan.as<RowPlan>();
  for (const Access &access : model.getAccesses()) {
    bool follows =
        !isRow || access.strides[plan.itemDims.back()] == plan.innerExtent;
    if (follows && model.getKernel().readsOperand(access.pointer) &&
        access.strides[plan.vectorDim] == 1)
      fetchAhead(access, kPrefetchedBytes);
  }
}

/// Prefetches the lines of results. A store waits until its line has been read,
/// and later stores wait with it. If much is computed or staged per line, the
/// store buffer fills up before memory is busy. Outside of rows, prefetching
/// pays off only for 4-byte results in vectors of whole lines. Shorter vectors
/// take longer to compute than memory takes, and one-byte results are a small
/// part of the traffic.
void RowEmitter::prefetchResults() {
  if (!fetchesAhead())
    return;
  bool isRow = plan.as<RowPlan>();
  for (unsigned i = 0; i < model.getOutputs().size(); ++i) {
    const Access &access = model.getOutputAccess(i);
    int64_t bytes = getByteWidth(access.elementType);
    bool follows =
        isRow ? access.strides[plan.itemDims.back()] == plan.innerExtent
              : bytes >= kWordBytes && width * bytes >= kLineBytes;
    if (follows && plan.isInnerOutput(i) && !model.isUpdated(i) &&
        access.strides[plan.vectorDim] == 1)
      fetchAhead(access, kResultBytes);
  }
}
