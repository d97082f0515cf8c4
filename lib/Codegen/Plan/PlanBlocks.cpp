//===- PlanBlocks.cpp - when a kernel is walked in blocks -----------------===//

#include "Planner.h"

using namespace mlir;
using namespace mlir::fp8;

/// Columns of a block that have an accumulator each.
static constexpr int64_t kMaxColumns = 128;

/// Reductions over parts of the domain that are not all along rows of vectors,
/// or are followed by another pass: those of granules. Sums keep to the other
/// schedules where they can.
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
  auto isSame = [](ArrayRef<unsigned> a, ArrayRef<unsigned> b) {
    return a.size() == b.size() && llvm::all_of(a, [&](unsigned dim) {
             return llvm::is_contained(b, dim);
           });
  };
  for (const Reduction &reduction : model.getReductions()) {
    if (reduction.kept.none())
      continue;
    if (!first)
      first = &reduction;
    isOneSet &= isSame(first->reduced, reduction.reduced);
    hasSum |= reduction.combiner.kind == CombinerKind::Sum;
    for (unsigned dim : reduction.reduced)
      block.set(dim);
  }
  if (!first)
    return false;
  unsigned vectorDim = chooseVectorDim();
  bool isAlongRows = block.test(vectorDim);
  if (isOneSet && (hasSum || (isAlongRows && block.count() == 1)))
    return false;
  plan.hasPanels = !isAlongRows;
  block.set(vectorDim);
  if (block.count() != 2)
    return false;
  plan.schedule = Schedule::Block;
  plan.vectorDim = vectorDim;
  block.reset(vectorDim);
  plan.rowDim = block.find_first();
  setInner({plan.rowDim, plan.vectorDim});
  for (const Access &access : model.getAccesses())
    if (access.strides[vectorDim] > 1)
      return false;
  for (const Reduction &reduction : model.getReductions()) {
    if (!placeInBlock(reduction, plan.reductions.emplace_back()))
      return false;
    plan.hasSum |= reduction.combiner.kind == CombinerKind::Sum;
  }
  // Panels of columns that are walked once are those of the schedule column.
  bool needsPass = false;
  for (auto [i, value] :
       llvm::enumerate(model.getKernel().getYield().getValues())) {
    llvm::SmallBitVector dims = model.getDims(value);
    needsPass |= dims.test(plan.rowDim) && plan.getPhase(model, value) != 0;
    if (plan.hasPanels && dims.any() && !dims.test(vectorDim))
      return false;
    if (!plan.hasColumnReductions() && dims.test(vectorDim) &&
        !dims.test(plan.rowDim))
      return false;
  }
  const RaggedDims *ragged = model.getRagged(vectorDim);
  plan.hasRaggedRows = ragged && ragged->outer == plan.rowDim;
  if (plan.hasRaggedRows && plan.hasColumnReductions())
    return false;
  return !plan.hasPanels || needsPass;
}

/// Whether the reduction is one of a whole block, of its rows or its columns,
/// or over everything.
bool Planner::placeInBlock(const Reduction &reduction,
                           PlannedReduction &planned) const {
  bool isSum = reduction.combiner.kind == CombinerKind::Sum;
  int64_t columns = model.getExtents()[plan.vectorDim];
  if (reduction.kept.none()) {
    planned.place = ReductionPlace::Everything;
    return !isSum && reduction.reduced.size() == model.getNumDims() &&
           !isReadByPoints(reduction);
  }
  planned.place = ReductionPlace::Item;
  if (reduction.reduced.size() == 2) {
    // The lanes of a sum and its blocks continue from row to row.
    return !isSum ||
           (reduction.reduced == ArrayRef{plan.rowDim, plan.vectorDim} &&
            columns % kSumLanes == 0 && model.getRagged().empty() &&
            columns * model.getExtents()[plan.rowDim] <= kSumBlock);
  }
  if (reduction.reduced.front() == plan.vectorDim) {
    // It is finished with a row, and nothing is kept of it for other rows.
    if (!reduction.kept.test(plan.rowDim))
      return false;
    planned.span = ReductionSpan::Row;
    return !isSum || columns <= kSumBlock;
  }
  planned.span = ReductionSpan::Column;
  // What rows were reduced to is no column of the block.
  return !isSum && reduction.kept.test(plan.vectorDim) &&
         (plan.hasPanels || columns <= kMaxColumns);
}

/// Where a dimension ends early, the walk has to know at which point of the
/// other one it is.
LogicalResult Planner::checkRagged() const {
  for (const RaggedDims &pair : model.getRagged()) {
    bool isItem = llvm::is_contained(plan.itemDims, pair.inner);
    bool isOuterItem = llvm::is_contained(plan.itemDims, pair.outer);
    bool isOuterKnown = isOuterItem || (plan.schedule == Schedule::Block &&
                                        pair.outer == plan.rowDim &&
                                        pair.inner == plan.vectorDim);
    bool isWalked = plan.schedule == Schedule::Block
                        ? !(plan.hasPanels && pair.inner == plan.vectorDim)
                        : plan.innerDims.size() == 1 && !plan.hasSum;
    bool hasItemReduction =
        llvm::any_of(plan.reductions, [](const PlannedReduction &planned) {
          return planned.place == ReductionPlace::AllItems;
        });
    bool isSupported =
        isItem ? isOuterItem && !hasItemReduction : isOuterKnown && isWalked;
    if (plan.schedule == Schedule::Column && pair.inner == plan.vectorDim)
      isSupported = false;
    if (isSupported && !plan.itemsAreElements &&
        plan.schedule != Schedule::Serial)
      continue;
    return fail(model.getKernel(),
                ("granules that do not divide the extent " +
                 Twine(pair.extent) + " across the walk of this kernel")
                    .str(),
                "the last granule is shorter along the dimension that vectors "
                "walk, along the rows of a block, or along an outer dimension");
  }
  return success();
}
