//===- Blocks.cpp - the block schedule ------------------------------------===//
//
// A work item is a block of rows, which each phase processes row by row.
// Reductions over the block or its columns are complete after a phase.
// Reductions over a row are complete before the last pass over that row, within
// the phase. A block fits the cache, so the scales of rows, columns and whole
// blocks require one read of memory.
//
//===----------------------------------------------------------------------===//

#include "BlockEmitter.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns true if result `i` varies along `dim`.
bool BlockEmitter::liesAlong(unsigned i, unsigned dim) const {
  return model.getDims(model.getOutputs()[i]).test(dim);
}

/// Returns true if result `i` has one element per row of a block.
bool BlockEmitter::isOfRow(unsigned i) const {
  return liesAlong(i, schedule.rowDim) && !liesAlong(i, plan.vectorDim);
}

/// Returns true if result `i` has one element per column of a block.
bool BlockEmitter::isOfColumn(unsigned i) const {
  return liesAlong(i, plan.vectorDim) && !liesAlong(i, schedule.rowDim);
}

/// Returns true if pass `rowPhase` over the rows in `phase` computes the
/// elements of the row reduction r. If rows are in registers and reduced first,
/// this happens once, else in every phase that reads r.
bool BlockEmitter::isElementOfRow(unsigned r, unsigned phase,
                                  unsigned rowPhase) const {
  if (!isRowReduction(r))
    return false;
  const Reduction &reduction = model.getReductions()[r];
  if (plan.getRowPhase(reduction.combiner.element) != rowPhase)
    return false;
  if (!holdsBlock() || !schedule.reducesHeldRowsFirst)
    return plan.needsRowReduction(r, phase);
  return plan.getElementPhase(reduction) == phase &&
         llvm::any_of(llvm::seq<unsigned>(0, plan.numPhases),
                      [&](unsigned p) { return plan.needsRowReduction(r, p); });
}

/// Returns the number of passes over each row in `phase`: one per level of
/// dependent row reductions, and one for everything else.
unsigned BlockEmitter::getNumRowPhases(unsigned phase) const {
  unsigned count = 0;
  for (unsigned r = 0; r < plan.reductions.size(); ++r)
    if (isRowReduction(r))
      for (unsigned rowPhase = count; rowPhase < plan.reductions.size();
           ++rowPhase)
        if (isElementOfRow(r, phase, rowPhase))
          count = rowPhase + 1;
  return count + 1;
}

void BlockEmitter::emitItems() {
  if (overlapsBlocks())
    return emitOverlappedBlocks();
  FunctionEmitter::emitItems();
}

void BlockEmitter::emitItem(Value part, Value item) {
  int64_t columns = model.getExtents()[plan.vectorDim];
  blockColumn = mul(part, schedule.panelColumns);
  Value isFull;
  auto require = [&](Value left, int64_t size) {
    isFull = both(isFull, b.compare(arith::CmpIPredicate::sge, left, size));
  };
  Value rows = getEnd(schedule.rowDim), end = planned(columns);
  if (model.getRagged(schedule.rowDim))
    require(rows, model.getExtents()[schedule.rowDim]);
  const RaggedDims *ragged = model.getRagged(plan.vectorDim);
  // Rows with different ends are handled when the loop reaches them.
  bool endsWithRow = ragged && ragged->outer == schedule.rowDim;
  if (ragged && !endsWithRow) {
    end = getEnd(plan.vectorDim);
    require(end, columns);
  } else if (columns % schedule.panelColumns != 0) {
    Value next = add(blockColumn, constant(schedule.panelColumns));
    require(b.sub(planned(columns), blockColumn), schedule.panelColumns);
    end = minimum(end, next);
  }
  if (!isFull) {
    blockRows = rows;
    blockEnd = Value();
    return emitWholeBlock(item);
  }
  emitIf(isFull, [&] {
    blockRows = constant(model.getExtents()[schedule.rowDim]);
    blockEnd = Value();
    emitWholeBlock(item);
  });
  Value isPartial = b.xorBits(isFull, true);
  emitIf(isPartial, [&] {
    blockRows = rows;
    blockEnd = end;
    emitWholeBlock(item);
  });
}

/// Emits the block. Its columns are the columns of a panel unless `blockEnd` is
/// set.
void BlockEmitter::emitWholeBlock(Value item) {
  // Values common to an item are emitted before everything that depends on its
  // reductions.
  std::optional<HoistPoint> point;
  if (!scopes.back().point.isSet())
    point.emplace(scopes, constant(0).getDefiningOp());
  openScope({}, /*isItem=*/true);
  openColumns();
  findNextBlock(item);
  for (unsigned phase = 0; phase < plan.numPhases; ++phase) {
    resetPhase(phase);
    emitBlockPhase(phase);
    finishPhase(phase);
    finishColumns(phase);
  }
  storeBlock(item);
  columnStrips.clear();
  closeScope();
}

/// Stores results with one value per block or per column.
void BlockEmitter::storeBlock(Value item) {
  storeColumns();
  storeItem(item);
}

void BlockEmitter::forEachScope(llvm::function_ref<void(Scope &)> body) {
  FunctionEmitter::forEachScope(body);
  for (ColumnStrip &strip : columnStrips)
    body(strip.scope);
}

//===----------------------------------------------------------------------===//
// The next block
//===----------------------------------------------------------------------===//

/// Computes the prefetch distance to the next block. The first phase of a block
/// waits for memory, while the last phase leaves memory idle. The last phase
/// therefore prefetches the operands and results of the next block. Hardware
/// prefetching only sees the rows, which are short.
void BlockEmitter::findNextBlock(Value item) {
  nextBlock.assign(model.getAccesses().size(), Value());
  if (target.getNumThreads() != 1 || plan.numPhases == 1)
    return;
  Value last = b.sub(frame.end, 1);
  SmallVector<DimPosition> here = positions;
  Value part = setItemPosition(minimum(add(item, constant(1)), last));
  SmallVector<DimPosition> there = positions;
  positions = here;
  for (const Access &access : model.getAccesses()) {
    if (access.strides[schedule.rowDim] == 0 ||
        access.strides[plan.vectorDim] != 1)
      continue;
    Value column = mul(part, schedule.panelColumns);
    Value offset = sub(column, blockColumn);
    for (unsigned dim : plan.itemDims)
      if (int64_t stride = access.strides[dim])
        offset = add(offset,
                     stepBy(b.sub(there[dim].value, here[dim].value), stride));
    nextBlock[access.pointer] = offset;
  }
}

/// Prefetches the elements of the next block at the position of this strip.
void BlockEmitter::prefetchNextBlock() {
  for (const Access &access : model.getAccesses())
    if (Value offset = nextBlock[access.pointer])
      prefetch(access, offset);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

void BlockEmitter::emitBlockPhase(unsigned phase) {
  columnsAreInRange = Value();
  for (unsigned s = 0; phase + 1 == plan.numPhases &&
                       plan.hasColumnReductions() && s < schedule.panelStrips;
       ++s)
    emitColumnStrip(s, [&] {
      columnsAreInRange =
          both(columnsAreInRange, areGranulesInRange(/*perColumn=*/true));
    });
  // The blocks that all warps of a GPU process at once exceed its caches, which
  // keep the rows that were read last. The last pass therefore starts with
  // these rows.
  bool isReversed = target.getNumThreads() != 1 && phase != 0 &&
                    phase + 1 == plan.numPhases && !plan.hasSum;
  emitLoop(getFirstRow(), blockRows, plan.blockWarps, [&](Value step) {
    Value row = step;
    if (isReversed)
      row = b.sub(sub(blockRows, constant(1)), step);
    // Values common to the rows are emitted before their loop.
    Operation *loop = b.getInsertionBlock()->getParentOp();
    hoistColumns({loop->getBlock(), loop->getIterator()});
    {
      PositionScope scope(*this, schedule.rowDim, {DimPosition::Scalar, row},
                          /*isItem=*/true);
      emitBlockRow(phase);
    }
    if (otherBlock)
      emitRowOfOtherBlock(row);
  });
  hoistColumns({});
}

/// Iterates over the row at this position. `body` gets the index of the vector
/// modulo `unroll`, or the index itself if `unroll` is 0.
void BlockEmitter::emitRowStrips(llvm::function_ref<void(unsigned)> body,
                                 unsigned unroll) {
  if (hasColumnStrips()) {
    for (unsigned s = 0; s < schedule.panelStrips; ++s)
      emitColumnStrip(s, [&] { body(unroll == 0 ? s : s % unroll); });
    return;
  }
  emitSteps(blockColumn, blockEnd ? blockEnd : getEnd(plan.vectorDim),
            std::max(1u, unroll), [&](Value first, unsigned u) {
              llvm::SaveAndRestore saved(mask, makeMask(first));
              PositionScope scope(*this, plan.vectorDim,
                                  {DimPosition::Range, first}, /*isItem=*/true);
              body(u);
            });
}

void BlockEmitter::emitBlockRow(unsigned phase) {
  unsigned last = getNumRowPhases(phase) - 1;
  for (unsigned rowPhase = 0; rowPhase < last; ++rowPhase) {
    currentPhase = getStep(phase, rowPhase);
    auto forReductions = [&](llvm::function_ref<void(unsigned)> body) {
      for (unsigned r = 0; r < plan.reductions.size(); ++r)
        if (isElementOfRow(r, phase, rowPhase))
          body(r);
    };
    forReductions([&](unsigned r) { resetAccumulator(r); });
    emitRowStrips(
        [&](unsigned u) {
          forReductions([&](unsigned r) { accumulate(r, u); });
        },
        plan.unroll);
    forReductions([&](unsigned r) { finishItemReduction(r); });
  }
  currentPhase = getStep(phase, last);
  bool isLast = phase + 1 == plan.numPhases;
  auto isStored = [&](unsigned i) {
    return liesAlong(i, schedule.rowDim) && liesAlong(i, plan.vectorDim);
  };
  bool hasWork = false;
  for (unsigned r = 0; r < plan.reductions.size(); ++r)
    hasWork |= plan.isElementOf(r, phase) && !isRowReduction(r);
  for (unsigned i = 0; isLast && i < model.getOutputs().size(); ++i)
    hasWork |= isStored(i);
  Value areInRange;
  if (isLast)
    areInRange =
        both(areGranulesInRange(/*perColumn=*/false), columnsAreInRange);
  auto emitStrips = [&] {
    emitRowStrips(
        [&](unsigned s) {
          for (unsigned r = 0; r < plan.reductions.size(); ++r)
            if (plan.isElementOf(r, phase) && !isRowReduction(r))
              accumulate(r, isColumnReduction(r) ? s : s % plan.unroll);
          if (!rowsAhead.empty() || otherBlock)
            prefetchRowsAhead();
          else if (isLast)
            prefetchNextBlock();
          if (isLast)
            storeOutputs(isStored);
        },
        hasColumnStrips() ? 0 : plan.unroll);
  };
  if (hasWork)
    emitWatchedCasts(areInRange, emitStrips);
  if (isLast)
    storeOutputs([&](unsigned i) { return isOfRow(i); });
}
