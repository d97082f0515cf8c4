//===- PlanSharedRows.cpp - long rows that warps share --------------------===//
//
// Rows that are read again in each phase are read from memory once if the
// caches of a GPU hold all rows that it walks at the same time. Where a warp
// has a row of its own, these are as many as there are warps. So the warps of a
// block of threads share a long row: a sum has one block of 4096 elements for
// each. Where there are few rows, more of the GPU has work, besides.
//
//===----------------------------------------------------------------------===//

#include "Planner.h"

using namespace mlir;
using namespace mlir::fp8;

/// Elements of such a row, at least. Of shorter rows, caches hold one per warp.
static constexpr int64_t kMinSharedRow = 2 * kSumBlock;
/// Warps that share a row, at most: 128 registers are left for each thread.
static constexpr int64_t kMaxRowWarps = 16;
/// Rows that fill a GPU if each has one warp.
static constexpr int64_t kMinRows = 2048;

/// How often rows are walked: phases that reduce their elements, and the one
/// that stores some.
static int64_t countWalks(const KernelModel &model, const Plan &plan) {
  llvm::SmallBitVector phases(plan.numPhases);
  for (auto [reduction, planned] :
       llvm::zip_equal(model.getReductions(), plan.reductions))
    if (planned.place != ReductionPlace::AllItems)
      phases.set(plan.getElementPhase(model, reduction));
  for (unsigned i = 0; i < model.getKernel().getNumDpsInits(); ++i)
    if (plan.isInnerOutput(model, i))
      phases.set(plan.numPhases - 1);
  return phases.count();
}

void Planner::shareRows() {
  bool isRow = plan.schedule == Schedule::Row || plan.isSingleItem();
  if (!isRow || target.getNumLanes() != kSumLanes || plan.itemsPerWalk != 1 ||
      plan.rowsPerGroup != 1 || plan.innerExtent < kMinSharedRow ||
      !model.getRagged().empty() || model.getKernel().getBucket() ||
      (countWalks(model, plan) < 2 && plan.numItems >= kMinRows))
    return;
  int64_t blocks = plan.getNumRowBlocks();
  // As few turns as possible, and as few warps as take no more of them.
  int64_t turns = llvm::divideCeil(blocks, kMaxRowWarps);
  plan.blockWarps = llvm::divideCeil(blocks, turns);
  plan.joinedBytes = joinReductions(
      [&](const Reduction &reduction, const PlannedReduction &planned) {
        bool isSum = reduction.combiner.kind == CombinerKind::Sum;
        return plan.getNumJoined(isSum);
      });
  if (plan.joinedBytes <= target.getMaxSharedBytes())
    return;
  plan.blockWarps = 1;
  plan.joinedBytes = 0;
}
