//===- KeptBlocks.cpp - what is kept of the rows of a block ---------------===//

#include "BlockEmitter.h"

using namespace mlir;
using namespace mlir::fp8;

/// Phases have a step for each walk along their rows.
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

/// Batches are walked along memory.
bool BlockEmitter::keepsBlock() const {
  return plan.schedule == Schedule::Block && plan.numPhases > 1 &&
         plan.batchItems == 0;
}

/// What is fetched as a whole, or overlaps, is read where it lies.
bool BlockEmitter::keepsArguments() const {
  bool isFetched = target.getTuning().blockRowsAhead == 0 && isOneGranule();
  return keepsBlock() && !isFetched && !overlapsBlocks();
}

/// Elements between kept rows of a block.
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
