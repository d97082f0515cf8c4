//===- PlanBlocks.cpp - the block schedule --------------------------------===//

#include "Planner.h"

using namespace mlir;
using namespace mlir::fp8;

/// Maximum number of block columns with an accumulator each.
static constexpr int64_t kMaxColumns = 128;

/// Plans the block schedule. It applies to reductions over parts of the domain
/// that do not all run along rows of vectors, or that are followed by another
/// pass, such as reductions over scaling blocks. Sums use the other schedules
/// if possible.
bool Planner::planBlocks() {
  if (model.getNumPoints() == 0)
    return false;
  Plan saved = plan;
  if (chooseBlock())
    return true;
  plan = saved;
  return false;
}

bool Planner::chooseBlock() {
  llvm::SmallBitVector block(model.getNumDims());
  bool isOneSet = true, hasSum = false;
  const Reduction *first = nullptr;
  for (const Reduction &reduction : model.getReductions()) {
    if (reduction.kept.none())
      continue;
    if (!first)
      first = &reduction;
    llvm::SmallBitVector reduced = model.toBits(reduction.reduced);
    isOneSet &= reduced == model.toBits(first->reduced);
    hasSum |= reduction.combiner.isSum();
    block |= reduced;
  }
  if (!first)
    return false;
  unsigned vectorDim = chooseVectorDim();
  bool isAlongRows = block.test(vectorDim);
  if (isOneSet && (hasSum || (isAlongRows && block.count() == 1)))
    return false;
  block.set(vectorDim);
  if (block.count() != 2)
    return false;
  block.reset(vectorDim);
  unsigned rowDim = block.find_first();
  auto &schedule = plan.schedule.emplace<BlockPlan>();
  schedule.rowDim = rowDim;
  schedule.hasPanels = !isAlongRows;
  plan.vectorDim = vectorDim;
  setInner({rowDim, vectorDim});
  for (const Access &access : model.getAccesses())
    if (access.strides[vectorDim] > 1)
      return false;
  for (const Reduction &reduction : model.getReductions()) {
    if (!placeInBlock(schedule, reduction, plan.reductions.emplace_back()))
      return false;
    plan.hasSum |= reduction.combiner.isSum();
  }
  // Panels of columns with a single pass belong to the column schedule.
  bool needsPass = false, hasPanels = schedule.hasPanels;
  for (auto [i, value] : llvm::enumerate(model.getOutputs())) {
    llvm::SmallBitVector dims = model.getDims(value);
    needsPass |= dims.test(rowDim) && plan.getPhase(value) != 0;
    if (hasPanels && dims.any() && !dims.test(vectorDim))
      return false;
    if (!plan.hasColumnReductions() && dims.test(vectorDim) &&
        !dims.test(rowDim))
      return false;
  }
  const RaggedDims *ragged = model.getRagged(vectorDim);
  schedule.hasRaggedRows = ragged && ragged->outer == rowDim;
  if (schedule.hasRaggedRows && plan.hasColumnReductions())
    return false;
  return !hasPanels || needsPass;
}

/// Plans a reduction of a whole block, of its rows, of its columns, or of the
/// whole domain. Returns false for any other reduction.
bool Planner::placeInBlock(const BlockPlan &schedule,
                           const Reduction &reduction,
                           PlannedReduction &planned) const {
  bool isSum = reduction.combiner.isSum();
  int64_t columns = model.getExtents()[plan.vectorDim];
  if (reduction.kept.none()) {
    planned.place = ReductionPlace::Everything;
    return !isSum && reduction.reduced.size() == model.getNumDims() &&
           !isReadByPoints(reduction);
  }
  planned.place = ReductionPlace::Item;
  if (reduction.reduced.size() == 2) {
    // The lanes and the 4096-element blocks of a sum do not end with a row. The
    // sum of a block of rows is therefore supported only if every row has whole
    // groups of lanes and one block of the sum covers all rows.
    return !isSum ||
           (reduction.reduced == ArrayRef{schedule.rowDim, plan.vectorDim} &&
            columns % kSumLanes == 0 && model.getRagged().empty() &&
            columns * model.getExtents()[schedule.rowDim] <= kSumBlock);
  }
  if (reduction.reduced.front() == plan.vectorDim) {
    // The reduction is complete at the end of each row; its accumulators are
    // then reused for the next row.
    if (!reduction.kept.test(schedule.rowDim))
      return false;
    planned.span = ReductionSpan::Row;
    return !isSum || columns <= kSumBlock;
  }
  planned.span = ReductionSpan::Column;
  // A reduction along rows must keep the vectorized dimension, so that each
  // lane reduces one column.
  return !isSum && reduction.kept.test(plan.vectorDim) &&
         (schedule.hasPanels || columns <= kMaxColumns);
}

/// Checks ragged dimensions. If a dimension ends early, the loop must know the
/// index along its outer dimension.
LogicalResult Planner::checkRagged() const {
  const auto *block = plan.as<BlockPlan>();
  for (const RaggedDims &pair : model.getRagged()) {
    bool isItem = llvm::is_contained(plan.itemDims, pair.inner);
    bool isOuterItem = llvm::is_contained(plan.itemDims, pair.outer);
    bool isOuterKnown = isOuterItem || (block && pair.outer == block->rowDim &&
                                        pair.inner == plan.vectorDim);
    bool isInnerLoop = block
                           ? !(block->hasPanels && pair.inner == plan.vectorDim)
                           : plan.innerDims.size() == 1 && !plan.hasSum;
    bool isSupported =
        isItem ? isOuterItem && !plan.hasReductions(ReductionPlace::AllItems)
               : isOuterKnown && isInnerLoop;
    if (plan.as<ColumnPlan>() && pair.inner == plan.vectorDim)
      isSupported = false;
    if (isSupported && !plan.itemsAreElements() && !plan.as<ScatterPlan>())
      continue;
    return fail(model.getKernel(),
                ("scaling blocks that do not divide the extent " +
                 Twine(pair.extent) + " under the schedule of this kernel")
                    .str(),
                "the last scaling block may be shorter along the vectors, "
                "along the rows of a block, or along an outer dimension");
  }
  return success();
}
