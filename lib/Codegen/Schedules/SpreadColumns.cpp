//===- SpreadColumns.cpp - the column schedule on a thread block ----------===//
//
// A sum over rows has a fixed order: 32 independent lanes for each block of
// 4096 rows. Each GPU thread computes one lane of one vector of columns. The
// threads of a thread block form a grid of adjacent vectors, 32 lanes and some
// blocks of rows. Each thread has the loads of many rows in flight. The lanes
// are then combined by halving through shared memory. The threads that store
// the columns combine the blocks of rows.
//
//===----------------------------------------------------------------------===//

#include "ColumnEmitter.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

void SpreadColumnEmitter::prepare() {
  int64_t bytes = 0;
  for (const Accumulator &accumulator : accumulators)
    bytes = std::max(bytes, getByteWidth(accumulator.type));
  sharedSlots = target.createBlockShared(
      b, frame,
      bytes * width * target.getNumBlockWarps() * target.getNumThreads());
}

/// Emits a panel. `part` is the index of the panel times the number of warps of
/// a thread block, plus the index of this warp.
void SpreadColumnEmitter::emitPanel(Value part) {
  int64_t columns = model.getExtents()[plan.vectorDim];
  Value warps = constant(target.getNumBlockWarps());
  Value warp = b.createOrFold<arith::RemUIOp>(part, warps);
  Value panel = b.createOrFold<arith::DivUIOp>(part, warps);
  Value thread = add(mul(warp, target.getNumThreads()), frame.lane);
  Value across = constant(schedule.spread->threads);
  Value place = b.createOrFold<arith::RemUIOp>(thread, across);
  Value row = b.createOrFold<arith::DivUIOp>(thread, across);
  spread = {thread, place,
            b.createOrFold<arith::RemUIOp>(row, constant(kSumLanes)),
            b.createOrFold<arith::DivUIOp>(row, constant(kSumLanes)), Value()};
  Value column =
      add(mul(panel, schedule.panelColumns), mul(place, int64_t(width)));
  Value isOwner = b.less(thread, across);
  llvm::SaveAndRestore savedEnd(tailEnd), savedMask(mask);
  if (columns % width != 0) {
    tailEnd = constant(columns);
    mask = makeMask(column);
  } else if (columns % schedule.panelColumns != 0) {
    // Beyond the end, a thread reads the columns of the last thread.
    spread.isInside = b.compare(arith::CmpIPredicate::slt, column, columns);
    column = minimum(column, constant(columns - width));
    isOwner = b.andBits(isOwner, spread.isInside);
  }
  emitSpreadPanel(column);
  for (unsigned r = 0; r < plan.reductions.size(); ++r)
    if (!isSum(r))
      combineSpreadGroups(r);
  if (plan.innerExtent > kSumBlock && plan.hasSum)
    combinePanelBlocks();
  emitIf(isOwner, [&] { storePanel(column); });
}

/// Iterates over all rows, as many blocks of rows at a time as there are groups
/// of threads.
void SpreadColumnEmitter::emitSpreadPanel(Value column) {
  Value rows = getInnerEnd();
  auto reset = [&](bool ofSums) {
    for (unsigned r = 0; r < plan.reductions.size(); ++r)
      if (isSum(r) == ofSums)
        LLVM::StoreOp::create(b, getNeutral(r, vectorOf(accumulators[r].type)),
                              getPanelSlot(r, constant(0), 0));
  };
  reset(/*ofSums=*/false);
  PositionScope scope(*this, plan.vectorDim, {DimPosition::Range, column},
                      /*isItem=*/false);
  auto walk = [&](Value first) {
    reset(/*ofSums=*/true);
    Value from = minimum(add(mul(spread.group, kSumBlock), first), rows);
    emitSpreadRows(from, minimum(add(from, constant(kSumBlock)), rows));
    for (unsigned r = 0; r < plan.reductions.size(); ++r)
      if (isSum(r))
        keepSpreadSums(
            r, b.createOrFold<arith::DivUIOp>(first, constant(kSumBlock)));
  };
  int64_t atOnce = kSumBlock * schedule.spread->groups;
  if (plan.innerExtent <= atOnce)
    walk(constant(0));
  else
    emitLoop(constant(0), rows, atOnce, walk);
}

/// Reduces the rows of one lane in [from, to).
void SpreadColumnEmitter::emitSpreadRows(Value from, Value to) {
  int64_t step = kSumLanes * schedule.spread->rowsInFlight;
  Value rest = b.createOrFold<arith::RemUIOp>(sub(to, from), constant(step));
  Value full = sub(to, rest);
  emitLoop(from, full, step,
           [&](Value first) { emitRowsInFlight(first, Value()); });
  bool isRagged =
      plan.innerDims.size() == 1 && model.getRagged(plan.innerDims[0]);
  if (plan.innerExtent % step == 0 && !isRagged)
    return;
  Value hasRest = b.compare(arith::CmpIPredicate::ne, rest, 0);
  emitIf(hasRest, [&] { emitRowsInFlight(full, to); });
}

/// Processes the rows of this lane from `first` on, up to `end` if it is set.
/// All rows are loaded before the first is accumulated and before results are
/// stored.
void SpreadColumnEmitter::emitRowsInFlight(Value first, Value end) {
  llvm::SaveAndRestore savedDelay(delaysStores, true);
  llvm::SaveAndRestore savedInside(storeCondition, spread.isInside);
  struct Element {
    unsigned reduction;
    Value value, isRow;
  };
  SmallVector<Element> elements;
  for (int64_t i = 0; i < schedule.spread->rowsInFlight; ++i) {
    Value row = add(add(first, constant(i * kSumLanes)), spread.lane);
    Value isRow;
    if (end) {
      isRow = b.compare(arith::CmpIPredicate::slt, row, end);
      row = minimum(row, sub(end, constant(1)));
      storeCondition = both(isRow, spread.isInside);
    }
    openScope(plan.innerDims, /*isItem=*/false);
    setScalarPositions(plan.innerDims, row);
    for (unsigned r = 0; r < plan.reductions.size(); ++r)
      elements.push_back(
          {r, toVector(evaluate(model.getReductions()[r].combiner.element)),
           isRow});
    storeOutputs([&](unsigned i) { return plan.isInnerOutput(i); });
    clearPositions(plan.innerDims);
    closeScope();
  }
  // Compilers reduce the number of loads in flight to save registers, but they
  // do not move loads across an opaque branch.
  target.emitExecutionBarrier(b);
  Value all = target.ballot(b, b.boolean(true));
  Value isAny = b.compare(arith::CmpIPredicate::ne, all, b.word(0));
  emitIf(isAny, [&] {
    for (const Element &element : elements)
      accumulateSpread(element.reduction, element.value, element.isRow);
  });
  flushStores();
}

/// Accumulates an element, unless its row does not exist.
void SpreadColumnEmitter::accumulateSpread(unsigned r, Value element,
                                           Value isRow) {
  if (isRow)
    element = b.select(isRow, element, getNeutral(r, element.getType()));
  combineInto(r, getPanelSlot(r, constant(0), 0), element);
}

/// Returns the address of the vector of thread `thread` in shared memory.
Value SpreadColumnEmitter::getSharedAddress(unsigned r, Value thread) {
  return getSlot(r, sharedSlots, thread);
}

Value SpreadColumnEmitter::loadShared(unsigned r, Value thread) {
  return loadSlot(r, getSharedAddress(r, thread));
}

/// Combines the 32 lanes by halving. The thread of the first lane gets the
/// result.
void SpreadColumnEmitter::combineSpreadLanes(unsigned r) {
  // Other threads may still read the previous result.
  target.synchronizeWarps(b);
  Value own = loadSlot(r, getPanelSlot(r, constant(0), 0));
  LLVM::StoreOp::create(b, own, getSharedAddress(r, spread.thread));
  for (int64_t half = kSumLanes / 2; half != 0; half /= 2) {
    target.synchronizeWarps(b);
    Value isLow = b.compare(arith::CmpIPredicate::slt, spread.lane, half);
    emitIf(isLow, [&] {
      Value other =
          add(spread.thread, constant(half * schedule.spread->threads));
      Value all =
          combineKind(r, loadShared(r, spread.thread), loadShared(r, other));
      LLVM::StoreOp::create(b, all, getSharedAddress(r, spread.thread));
    });
  }
  target.synchronizeWarps(b);
}

/// Loads the first lane of these columns in group `group`.
Value SpreadColumnEmitter::loadSpreadGroup(unsigned r, int64_t group) {
  return loadShared(r, add(spread.place, constant(group * kSumLanes *
                                                  schedule.spread->threads)));
}

/// Stores the sums of the blocks of rows from `block` on, one per group.
void SpreadColumnEmitter::keepSpreadSums(unsigned r, Value block) {
  combineSpreadLanes(r);
  if (plan.innerExtent <= kSumBlock) {
    LLVM::StoreOp::create(b, loadSpreadGroup(r, 0),
                          getPanelSlot(r, constant(0), 0));
    return;
  }
  for (int64_t group = 0; group < schedule.spread->groups; ++group) {
    Value address = getBlockSum(r, add(block, constant(group)));
    LLVM::StoreOp::create(b, loadSpreadGroup(r, group), address);
  }
}

/// Combines an unordered reduction over all rows.
void SpreadColumnEmitter::combineSpreadGroups(unsigned r) {
  combineSpreadLanes(r);
  Value all = loadSpreadGroup(r, 0);
  for (int64_t group = 1; group < schedule.spread->groups; ++group)
    all = combineKind(r, all, loadSpreadGroup(r, group));
  LLVM::StoreOp::create(b, all, getPanelSlot(r, constant(0), 0));
}
