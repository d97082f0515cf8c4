//===- KeptBlocks.cpp - staged rows of a block ----------------------------===//

#include "BlockEmitter.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns the number of steps. Each phase has one step per pass over its rows.
unsigned BlockEmitter::getNumSteps() const {
  unsigned last = plan.numPhases - 1;
  return getStep(last, getNumRowPhases(last) - 1) + 1;
}

unsigned BlockEmitter::getStep(unsigned phase, unsigned rowPhase) const {
  unsigned step = rowPhase;
  for (unsigned p = 0; p < phase; ++p)
    step += getNumRowPhases(p);
  return step;
}

SmallVector<Value> BlockEmitter::getStepRoots(unsigned step) const {
  unsigned phase = 0;
  for (; step >= getNumRowPhases(phase); ++phase)
    step -= getNumRowPhases(phase);
  if (step + 1 == getNumRowPhases(phase))
    return getPhaseRoots(phase);
  SmallVector<Value> roots;
  for (unsigned r = 0; r < plan.reductions.size(); ++r)
    if (isElementOfRow(r, phase, step))
      roots.push_back(model.getReductions()[r].combiner.element);
  return roots;
}

/// Returns true if the rows of a block are staged for later phases. Batches are
/// never staged: they are traversed in memory order.
bool BlockEmitter::keepsBlock() const {
  return plan.schedule == Schedule::Block && plan.numPhases > 1 &&
         plan.batchItems == 0;
}

/// Loaded operands are not staged if the block is prefetched as a whole or if
/// blocks overlap. They are then read from memory again.
bool BlockEmitter::keepsArguments() const {
  bool isFetched = target.getTuning().blockRowsAhead == 0 && isOneGranule();
  return keepsBlock() && !isFetched && !overlapsBlocks();
}

/// Returns the number of elements between staged rows of a block.
int64_t BlockEmitter::getKeptStride() const {
  return llvm::alignTo(plan.panelColumns, kLineBytes);
}

int64_t BlockEmitter::getKeptSize() const {
  return std::max(RowEmitter::getKeptSize(),
                  getKeptStride() * model.getExtents()[plan.rowDim]);
}

Value BlockEmitter::getKeptPlace(const KeptRow &row) {
  Value place = b.createOrFold<arith::SubIOp>(positions[plan.vectorDim].value,
                                              blockColumn);
  return add(mul(positions[plan.rowDim].value, getKeptStride()), place);
}
