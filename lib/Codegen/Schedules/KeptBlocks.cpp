//===- KeptBlocks.cpp - staged rows of a block ----------------------------===//

#include "BlockEmitter.h"

using namespace mlir;
using namespace mlir::fp8;

unsigned BlockEmitter::getStep(unsigned phase, unsigned rowPhase) const {
  unsigned step = rowPhase;
  for (unsigned p = 0; p < phase; ++p)
    step += getNumRowPhases(p);
  return step;
}

unsigned BlockEmitter::getLastStep() const {
  return getStep(plan.numPhases, 0) - 1;
}

/// Stages the rows of a block for later phases. Batches are never staged as a
/// whole: they are traversed in memory order. Loaded operands are not staged if
/// the block is prefetched as a whole or if blocks overlap. They are then read
/// from memory again.
void BlockEmitter::prepare() {
  // The threads of a GPU keep blocks in registers.
  if (target.getNumThreads() != 1)
    return;
  KeptRows::Request request;
  for (unsigned phase = 0; phase < plan.numPhases; ++phase) {
    for (unsigned step = 0; step + 1 < getNumRowPhases(phase); ++step) {
      SmallVector<Value> &roots = request.steps.emplace_back();
      for (unsigned r = 0; r < plan.reductions.size(); ++r)
        if (isElementOfRow(r, phase, step))
          roots.push_back(model.getReductions()[r].combiner.element);
    }
    request.steps.push_back(getPhaseRoots(phase));
  }
  request.size = getKeptSize();
  request.keepsAll = plan.numPhases > 1 && !plan.batch;
  bool isFetched = target.getTuning().blockRowsAhead == 0 && isOneGranule();
  request.keepsArguments = request.keepsAll && !isFetched && !overlapsBlocks();
  keptRows.create(request);
}

Value BlockEmitter::computeKept(Value value,
                                llvm::function_ref<Value()> compute) {
  return keptRows.evaluate(value, compute,
                           [&](const auto &) { return getKeptPlace(); });
}

/// Returns the number of elements between staged rows of a block.
int64_t BlockEmitter::getKeptStride() const {
  return llvm::alignTo(schedule.panelColumns, kLineBytes);
}

int64_t BlockEmitter::getKeptSize() const {
  return std::max<int64_t>(llvm::alignTo(plan.innerExtent, kLineBytes),
                           getKeptStride() *
                               model.getExtents()[schedule.rowDim]);
}

Value BlockEmitter::getKeptPlace() {
  Value place = sub(positions[plan.vectorDim].value, blockColumn);
  return add(mul(positions[schedule.rowDim].value, getKeptStride()), place);
}
