//===- PlanSharedRows.cpp - cooperative reduction of long rows ------------===//
//
// Rows that every phase reads again are read from memory once if the GPU caches
// hold all rows that are processed at the same time. With one row per warp,
// there are as many rows as warps. Therefore the warps of a thread block
// cooperate on a long row; each warp takes 4096-element blocks of a sum. If
// there are few rows, this also occupies more of the GPU.
//
//===----------------------------------------------------------------------===//

#include "Planner.h"

using namespace mlir;
using namespace mlir::fp8;

/// Minimum number of elements of a shared row. The caches hold one shorter row
/// per warp.
static constexpr int64_t kMinSharedRow = 2 * kSumBlock;
/// Maximum number of warps that share a row; it leaves 128 registers per
/// thread.
static constexpr int64_t kMaxRowWarps = 16;
/// Number of rows that fill a GPU with one warp each.
static constexpr int64_t kMinRows = 2048;

/// Returns the number of passes over a row: the phases that reduce its
/// elements, and the phase that stores elements.
int64_t Planner::countRowPasses() const {
  llvm::SmallBitVector phases(plan.numPhases);
  for (auto [reduction, planned] :
       llvm::zip_equal(model.getReductions(), plan.reductions))
    if (planned.place != ReductionPlace::AllItems)
      phases.set(plan.getElementPhase(reduction));
  for (unsigned i = 0; i < model.getOutputs().size(); ++i)
    if (plan.isInnerOutput(i))
      phases.set(plan.numPhases - 1);
  return phases.count();
}

void Planner::shareRows() {
  bool isRow = plan.as<RowPlan>() || plan.isSingleItem();
  if (!isRow || target.getNumThreads() != kSumLanes ||
      plan.itemsPerIteration != 1 || plan.getRowsPerGroup() != 1 ||
      plan.innerExtent < kMinSharedRow || !model.getRagged().empty() ||
      model.getKernel().getBucket() ||
      (countRowPasses() < 2 && plan.numItems >= kMinRows))
    return;
  int64_t blocks = plan.getNumSumBlocks();
  // Minimizes the number of sum blocks per warp (turns), then the number of
  // warps for that many turns.
  int64_t turns = llvm::divideCeil(blocks, kMaxRowWarps);
  plan.blockWarps = llvm::divideCeil(blocks, turns);
  plan.joinedBytes = joinReductions(
      [&](const Reduction &reduction, const PlannedReduction &planned) {
        bool isSum = reduction.combiner.isSum();
        return plan.getNumJoined(isSum);
      });
  if (plan.joinedBytes <= target.getMaxSharedBytes())
    return;
  plan.blockWarps = 1;
  plan.joinedBytes = 0;
}
