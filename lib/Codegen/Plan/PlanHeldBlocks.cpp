//===- PlanHeldBlocks.cpp - blocks that registers hold --------------------===//
//
// The rows of a block are few enough for the warps of a GPU's block of threads
// to hold them in registers between the phases: then memory is read once. All
// blocks that a GPU walks at once are more than its caches hold.
//
//===----------------------------------------------------------------------===//

#include "Planner.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::fp8;

/// Registers of a thread that hold elements, and those with what its rows were
/// reduced to, one each: of 255, the others are for loads in flight, addresses
/// and what a row computes.
static constexpr int64_t kHeldRegisters = 128, kRegistersOfRows = 160;
/// Rows of each warp, at least, for warps to share those of a block.
static constexpr int64_t kMinWarpRows = 2;

/// Columns that a thread has of a block beyond one vector, at most.
static constexpr int64_t kMaxJoinedColumns = 8;

/// How many values of an element the last phase reads that an earlier one has
/// loaded or computed.
static int64_t countHeldValues(const KernelModel &model, const Plan &plan) {
  SmallVector<Value> earlier, last;
  for (const Reduction &reduction : model.getReductions()) {
    bool isLast = plan.getElementPhase(model, reduction) + 1 == plan.numPhases;
    (isLast ? last : earlier).push_back(reduction.combiner.element);
  }
  llvm::append_range(last, model.getKernel().getYield().getValues());
  // All that these are made of and that varies from element to element.
  auto walk = [&](SmallVector<Value> worklist,
                  llvm::function_ref<bool(Value)> visit) {
    while (!worklist.empty()) {
      Value value = worklist.pop_back_val();
      const Dependence &dependence = model.getDependence(value);
      if (!dependence.dims.test(plan.rowDim) ||
          !dependence.dims.test(plan.vectorDim))
        continue;
      value = getOrigin(value);
      if (visit(value) && !isa<BlockArgument>(value))
        llvm::append_range(worklist, value.getDefiningOp()->getOperands());
    }
  };
  llvm::SetVector<Value> computed, held, seen;
  walk(earlier, [&](Value value) { return computed.insert(value); });
  walk(last, [&](Value value) {
    if (!computed.contains(value))
      return seen.insert(value);
    held.insert(value);
    return false;
  });
  return held.size();
}

/// Places what warps join of an item in shared memory, `countElements` for each
/// reduction, and returns the bytes.
int64_t Planner::joinReductions(
    llvm::function_ref<int64_t(const Reduction &, const PlannedReduction &)>
        countElements) {
  int64_t bytes = 0;
  for (auto [reduction, planned] :
       llvm::zip_equal(model.getReductions(), plan.reductions)) {
    if (!plan.isJoined(planned))
      continue;
    planned.joinedOffset = bytes;
    bytes += llvm::alignTo(getByteWidth(reduction.combiner.element.getType()) *
                               countElements(reduction, planned),
                           Plan::kJoinedAlignment);
  }
  return bytes;
}

/// Where each thread has `columns` of a block, in vectors of `width`.
int64_t Planner::joinReductionsOfBlock(int64_t width, int64_t columns) {
  int64_t threads = plan.blockWarps * target.getNumLanes();
  return joinReductions([&](const Reduction &,
                            const PlannedReduction &planned) {
    return threads * (planned.span == ReductionSpan::Column ? columns : width);
  });
}

/// Lets warps share the rows of blocks, and makes vectors so short that each
/// thread can hold all that it has of one.
void Planner::holdBlocks() {
  if (plan.schedule != Schedule::Block || target.getNumLanes() == 1 ||
      plan.numPhases == 1 || plan.hasSum || model.getKernel().getBucket())
    return;
  ArrayRef<int64_t> extents = model.getExtents();
  int64_t rows = extents[plan.rowDim], warps = target.getNumBlockWarps();
  plan.blockWarps = warps;
  // Vectors become shorter, if anything.
  int64_t mostColumns = std::max<int64_t>(plan.width, kMaxJoinedColumns);
  if (rows % warps != 0 || rows < kMinWarpRows * warps ||
      joinReductionsOfBlock(plan.width, mostColumns) >
          warps * target.getMaxSharedBytes())
    plan.blockWarps = 1;
  int64_t values = std::max<int64_t>(1, countHeldValues(model, plan));
  int64_t rowsOfThread = rows / plan.blockWarps;
  int64_t reduced =
      llvm::count_if(plan.reductions, [](const PlannedReduction &planned) {
        return planned.span == ReductionSpan::Row;
      });
  int64_t registers =
      std::min(kHeldRegisters, kRegistersOfRows - reduced * rowsOfThread);
  int64_t columns = llvm::bit_floor(
      uint64_t(std::max<int64_t>(0, registers / values / rowsOfThread)));
  // Of a block, all; of a panel, which may be narrower, some.
  if (columns == 0 || (!plan.hasPanels && columns * target.getNumLanes() <
                                              extents[plan.vectorDim]))
    return;
  plan.heldColumns = columns;
  // Later, magnitudes that columns are reduced from would be held for the rows.
  plan.reducesHeldRowsFirst =
      reduced != 0 &&
      columns * rowsOfThread * (values + reduced) > kHeldRegisters;
  plan.width = std::min<int64_t>(plan.width, columns);
}

/// Every warp of a block of threads walks all items of the block: their number
/// becomes that of the walks. The warps of a row leave one partial result.
void Planner::shareItems(int64_t maxChunks) {
  plan.sharedItems = plan.numItems;
  int64_t partials = plan.numItems * (plan.sharesRows() ? 1 : plan.blockWarps);
  int64_t grain = llvm::divideCeil(partials, maxChunks);
  plan.grain = llvm::alignTo(std::max<int64_t>(1, grain), plan.itemsPerWalk);
  plan.numItems = llvm::alignTo(plan.numItems, plan.grain) * plan.blockWarps;
}
