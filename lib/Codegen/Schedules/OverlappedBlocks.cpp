//===- OverlappedBlocks.cpp - blocks with overlapping phases --------------===//
//
// A block is read from memory in its first phase and written in its last. Its
// rows are short and far apart, often by a power of two. If whole blocks were
// prefetched, two blocks would not fit the cache sets that they share.
// Therefore one loop runs the last phase of a block and the first phase of the
// next block row by row. In the staging buffer, each row of the next block
// replaces the row of the block that was just stored. Prefetching runs a few
// rows ahead.
//
//===----------------------------------------------------------------------===//

#include "BlockEmitter.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns true if one thread traverses a block twice and no value depends on a
/// single row or column reduction.
bool BlockEmitter::isOneGranule() const {
  if (target.getNumThreads() != 1 || plan.numPhases != 2 ||
      schedule.hasPanels || plan.hasSum || !hasColumnStrips() ||
      !model.getRagged().empty())
    return false;
  // The last block of a chunk is read twice, so it must not contribute to
  // reductions over several blocks.
  return llvm::all_of(llvm::enumerate(plan.reductions), [&](const auto &entry) {
    return entry.value().place == ReductionPlace::Item &&
           entry.value().span == ReductionSpan::All &&
           plan.isElementOf(entry.index(), 0);
  });
}

bool BlockEmitter::overlapsBlocks() const {
  int64_t ahead = target.getTuning().blockRowsAhead;
  return ahead != 0 && isOneGranule() &&
         model.getExtents()[schedule.rowDim] > ahead;
}

/// Opens the scopes of a block at the current position: the work item, the
/// block and its columns.
void BlockEmitter::openBlock() {
  openScope(plan.itemDims, /*isItem=*/false);
  // Values common to an item are emitted before everything that depends on its
  // reductions.
  Operation *first = constant(0).getDefiningOp();
  scopes.back().point =
      OpBuilder::InsertPoint(first->getBlock(), first->getIterator());
  openScope({}, /*isItem=*/true);
  openColumns();
}

void BlockEmitter::closeBlock() {
  columnStrips.clear();
  closeScope();
  closeScope();
}

void BlockEmitter::emitOverlappedBlocks() {
  blockRows = constant(model.getExtents()[schedule.rowDim]);
  blockColumn = constant(0);
  blockEnd = Value();
  // Values that the first phase passes to the last phase.
  SmallVector<std::pair<Value, Value>> carried;
  for (const Reduction &reduction : model.getReductions())
    carried.push_back(
        {reduction.value, createSlot(getElementTypeOrSelf(reduction.value))});
  auto carry = [&] {
    for (auto [r, entry] : llvm::enumerate(carried)) {
      finishItemReduction(r);
      LLVM::StoreOp::create(b, scopes.back().values[entry.first], entry.second);
    }
  };
  emitFirstItem([&](Value item) {
    setItemPosition(item);
    openBlock();
    resetPhase(0);
    emitBlockPhase(0);
    carry();
    closeBlock();
  });

  Value last = b.sub(frame.end, 1);
  emitLoop(frame.begin, frame.end, 1, [&](Value item) {
    // The last item has no next item, so its first phase runs again.
    Value next = minimum(add(item, constant(1)), last);
    OtherBlock other;
    setItemPosition(next);
    findNextBlock(next);
    openBlock();
    other.swap(*this);
    setItemPosition(item);
    openBlock();
    for (auto [value, slot] : carried)
      scopes.back().values[value] =
          LLVM::LoadOp::create(b, getElementTypeOrSelf(value), slot);
    resetPhase(0);
    otherBlock = &other;
    emitBlockPhase(1);
    otherBlock = nullptr;
    storeItem(item);
    closeBlock();
    other.swap(*this);
    carry();
    closeBlock();
  });
  clearPositions(plan.itemDims);
}

/// Exchanges the state of the emitter's current block (scopes, positions and
/// column strips) with this state.
void BlockEmitter::OtherBlock::swap(BlockEmitter &emitter) {
  SmallVector<Scope, 2> here;
  while (emitter.scopes.size() > 1)
    here.insert(here.begin(), emitter.scopes.pop_back_val());
  for (Scope &scope : scopes)
    emitter.scopes.push_back(std::move(scope));
  scopes = std::move(here);
  std::swap(columnStrips, emitter.columnStrips);
  std::swap(positions, emitter.positions);
  if (emitter.positions.empty())
    emitter.positions.assign(positions.size(), DimPosition());
}

/// Emits the first phase for row `row` of `otherBlock`, the block that is read
/// while the current block is written.
void BlockEmitter::emitRowOfOtherBlock(Value row) {
  OtherBlock &other = *otherBlock;
  otherBlock = nullptr;
  // This loop processes rows of two blocks. Values that all rows of a block
  // have in common are emitted before the loop.
  Operation *loop = b.getInsertionBlock()->getParentOp();
  OpBuilder::InsertPoint point(loop->getBlock(), loop->getIterator());
  other.swap(*this);
  scopes.back().point = point;
  hoistColumns(point);
  int64_t ahead = target.getTuning().blockRowsAhead;
  Value wraps =
      b.compare(arith::CmpIPredicate::sge, row, b.sub(blockRows, ahead));
  rowsAhead.assign(model.getAccesses().size(), Value());
  for (const Access &access : model.getAccesses()) {
    if (!nextBlock[access.pointer] ||
        !model.getKernel().readsOperand(access.pointer))
      continue;
    int64_t stride = access.strides[schedule.rowDim];
    int64_t back = ahead - model.getExtents()[schedule.rowDim];
    rowsAhead[access.pointer] = b.select(
        wraps, add(nextBlock[access.pointer], stepBy(constant(back), stride)),
        stepBy(constant(ahead), stride));
  }
  {
    PositionScope scope(*this, schedule.rowDim, {DimPosition::Scalar, row},
                        /*isItem=*/true);
    emitBlockRow(/*phase=*/0);
  }
  rowsAhead.clear();
  scopes.back().point = OpBuilder::InsertPoint();
  hoistColumns({});
  other.swap(*this);
  otherBlock = &other;
}

/// Prefetches the operands of the block that is read and the results of the
/// block that is written.
void BlockEmitter::prefetchRowsAhead() {
  int64_t ahead = target.getTuning().blockRowsAhead;
  for (const Access &access : model.getAccesses()) {
    if (access.strides[plan.vectorDim] != 1)
      continue;
    if (!rowsAhead.empty()) {
      if (Value offset = rowsAhead[access.pointer])
        prefetch(access, offset);
    } else if (int64_t stride = access.strides[schedule.rowDim];
               stride != 0 && !model.getKernel().readsOperand(access.pointer)) {
      prefetch(access, stepBy(constant(ahead), stride));
    }
  }
}
