//===- Columns.cpp - the column schedule ----------------------------------===//
//
// Reductions over rows, on vectors of columns. A work item is a panel of
// columns. Lane j of a sum adds the rows j, j + 32, ... of a block. The 32
// lanes of the columns of a thread are vectors on the stack. SpreadColumns.cpp
// contains the version in which threads share the rows of a panel.
//
//===----------------------------------------------------------------------===//

#include "ColumnEmitter.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

Value ColumnEmitter::getColumn(Value firstColumn, unsigned s) {
  if (schedule.spread)
    return firstColumn;
  int64_t stride = int64_t(width) * target.getNumThreads();
  Value column = add(firstColumn, constant(s * stride));
  return frame.lane ? add(column, mul(frame.lane, width)) : column;
}

/// Returns the number of slots of reduction `r` for each vector of columns: one
/// per lane if a single thread computes all lanes of a sum, else 1.
int64_t ColumnEmitter::getNumSumLanes(unsigned r) const {
  return isSum(r) && !schedule.spread ? kSumLanes : 1;
}

/// Returns the address of vector `index` of `slots`.
Value ColumnEmitter::getSlot(unsigned r, Value slots, Value index) {
  return LLVM::GEPOp::create(b, slots.getType(), vectorOf(accumulators[r].type),
                             slots, ValueRange{index});
}

/// Returns the slot of strip `s` and lane `sumLane` of a sum, which is 0 if
/// there is one slot per strip.
Value ColumnEmitter::getPanelSlot(unsigned r, Value sumLane, unsigned s) {
  return getSlot(r, accumulators[r].slots[0],
                 add(mul(sumLane, schedule.panelStrips), constant(s)));
}

/// Returns slot `index` of the block sums of a sum.
Value ColumnEmitter::getBlockSum(unsigned r, Value index) {
  return getSlot(r, accumulators[r].blockSums, index);
}

Value ColumnEmitter::loadSlot(unsigned r, Value slot) {
  return LLVM::LoadOp::create(b, vectorOf(accumulators[r].type), slot);
}

/// Adds the vector at `high` to the vector at `low`.
void ColumnEmitter::addSlots(unsigned r, Value low, Value high) {
  Value sum = combineKind(r, loadSlot(r, low), loadSlot(r, high));
  LLVM::StoreOp::create(b, sum, low);
}

void ColumnEmitter::createSlots(unsigned r) {
  Accumulator &accumulator = accumulators[r];
  Type type = vectorOf(accumulator.type);
  accumulator.slots = {
      createSlot(type, schedule.panelStrips * getNumSumLanes(r))};
  if (isSum(r) && plan.innerExtent > kSumBlock)
    accumulator.blockSums = createSlot(
        type, schedule.panelStrips *
                  llvm::alignTo(plan.getNumSumBlocks(),
                                schedule.spread ? schedule.spread->groups : 1));
}

void ColumnEmitter::emitItem(Value part, Value item) {
  emitPanel(part);
  accumulateItems(item);
}

void ColumnEmitter::emitPanel(Value part) {
  int64_t columns = model.getExtents()[plan.vectorDim];
  Value first = mul(part, schedule.panelColumns);
  auto emit = [&] {
    Value rows = getInnerEnd();
    if (plan.innerExtent <= kSumBlock || !plan.hasSum) {
      emitPanelRows(constant(0), rows, first);
    } else {
      forSumBlocks(constant(0), rows, [&](Value block, Value end) {
        emitPanelRows(block, end, first);
      });
      combinePanelBlocks();
    }
    storePanel(first);
  };
  int64_t rest = columns % schedule.panelColumns;
  if (rest == 0)
    return emit();
  // The last panel is narrower.
  Value end = constant(columns);
  Value isFull = b.compare(arith::CmpIPredicate::slt, first, columns - rest);
  emitIf(isFull, [&] { emit(); });
  Value isLast = b.compare(arith::CmpIPredicate::sge, first, columns - rest);
  emitIf(isLast, [&] {
    llvm::SaveAndRestore saved(tailEnd, end);
    emit();
  });
}

/// Reduces rows [from, to), at most one block of rows.
void ColumnEmitter::emitPanelRows(Value from, Value to, Value firstColumn) {
  bool isBlocked = plan.hasSum && plan.innerExtent > kSumBlock;
  for (unsigned r = 0; r < plan.reductions.size(); ++r) {
    Value neutral = getNeutral(r, vectorOf(accumulators[r].type));
    auto reset = [&] {
      emitLoop(constant(0), constant(getNumSumLanes(r)), 1, [&](Value lane) {
        for (unsigned s = 0; s < schedule.panelStrips; ++s)
          LLVM::StoreOp::create(b, neutral, getPanelSlot(r, lane, s));
      });
    };
    if (isSum(r) || !isBlocked) {
      reset();
      continue;
    }
    Value isFirst = b.equal(from, 0);
    emitIf(isFirst, reset);
  }
  emitLoop(from, to, 1, [&](Value row) { emitPanelRow(row, firstColumn); });
  combinePanelLanes();
  if (!isBlocked)
    return;
  Value block = b.div(from, kSumBlock);
  for (unsigned r = 0; r < plan.reductions.size(); ++r)
    for (unsigned s = 0; isSum(r) && s < schedule.panelStrips; ++s) {
      Value sum = loadSlot(r, getPanelSlot(r, constant(0), s));
      Value index = add(mul(block, schedule.panelStrips), constant(s));
      LLVM::StoreOp::create(b, sum, getBlockSum(r, index));
    }
}

void ColumnEmitter::emitPanelRow(Value row, Value firstColumn) {
  openScope(plan.innerDims, /*isItem=*/false);
  setScalarPositions(plan.innerDims, row);
  for (unsigned s = 0; s < schedule.panelStrips; ++s)
    emitPanelStrip(row, firstColumn, s);
  clearPositions(plan.innerDims);
  closeScope();
}

void ColumnEmitter::emitPanelStrip(Value row, Value firstColumn, unsigned s) {
  Value column = getColumn(firstColumn, s);
  llvm::SaveAndRestore saved(mask, makeMask(column));
  PositionScope scope(*this, plan.vectorDim, {DimPosition::Range, column},
                      /*isItem=*/false);
  Value lane = b.createOrFold<arith::RemUIOp>(row, constant(kSumLanes));
  for (unsigned r = 0; r < plan.reductions.size(); ++r) {
    Value element = evaluateElements(r);
    Value sumLane = getNumSumLanes(r) == 1 ? constant(0) : lane;
    combineInto(r, getPanelSlot(r, sumLane, s), element);
  }
  storeOutputs([&](unsigned i) { return plan.isInnerOutput(i); });
}

/// Adds the lanes of each sum by halving, for all columns at once.
void ColumnEmitter::combinePanelLanes() {
  for (unsigned r = 0; r < plan.reductions.size(); ++r) {
    if (!isSum(r))
      continue;
    for (int64_t half = kSumLanes / 2; half != 0; half /= 2)
      emitLoop(constant(0), constant(half), 1, [&](Value lane) {
        for (unsigned s = 0; s < schedule.panelStrips; ++s) {
          Value low = getPanelSlot(r, lane, s);
          addSlots(r, low, getPanelSlot(r, add(lane, constant(half)), s));
        }
      });
  }
}

/// Adds the blocks of each sum by halving, starting from the next power of two.
/// Leaves the result in the slot that a single block would use.
void ColumnEmitter::combinePanelBlocks() {
  int64_t strips = schedule.panelStrips;
  for (unsigned r = 0; r < plan.reductions.size(); ++r) {
    if (!isSum(r))
      continue;
    int64_t count = plan.getNumSumBlocks();
    for (int64_t half = llvm::PowerOf2Ceil(count) / 2; half != 0; half /= 2) {
      emitLoop(constant(0), constant((count - half) * strips), 1, [&](Value i) {
        Value low = getBlockSum(r, i);
        addSlots(r, low, getBlockSum(r, add(i, constant(half * strips))));
      });
      count = half;
    }
    for (int64_t s = 0; s < strips; ++s)
      LLVM::StoreOp::create(b, loadSlot(r, getBlockSum(r, constant(s))),
                            getPanelSlot(r, constant(0), s));
  }
}

/// Stores the values computed from the reductions, once per column.
void ColumnEmitter::storePanel(Value firstColumn) {
  for (unsigned s = 0; s < schedule.panelStrips; ++s) {
    Value column = getColumn(firstColumn, s);
    llvm::SaveAndRestore saved(mask, makeMask(column));
    PositionScope scope(*this, plan.vectorDim, {DimPosition::Range, column},
                        /*isItem=*/true);
    for (unsigned r = 0; r < plan.reductions.size(); ++r) {
      Value tree = loadSlot(r, getPanelSlot(r, constant(0), s));
      scopes.back().values[model.getReductions()[r].value] =
          combineWithInit(r, tree);
    }
    storeOutputs([&](unsigned i) { return !plan.isInnerOutput(i); });
  }
}
