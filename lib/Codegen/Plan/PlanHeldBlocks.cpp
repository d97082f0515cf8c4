//===- PlanHeldBlocks.cpp - register-resident blocks ----------------------===//
//
// If the rows of a block are few enough, the warps of a thread block keep them
// in registers between the phases. Memory is then read once. Otherwise, every
// phase would read it, because the blocks that a GPU processes at once exceed
// its caches.
//
//===----------------------------------------------------------------------===//

#include "Planner.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::fp8;

/// Maximum number of registers of a thread for elements, and for elements
/// together with one reduced value per row. The rest of the 255 registers are
/// for loads in flight, addresses and intermediate values.
static constexpr int64_t kMaxElementRegisters = 128,
                         kMaxRegistersWithRows = 160;
/// Minimum number of rows per warp for warps to share the rows of a block.
static constexpr int64_t kMinWarpRows = 2;

/// Maximum number of columns of a block per thread if they exceed one vector.
static constexpr int64_t kMaxJoinedColumns = 8;

/// Returns the number of values per element that the last phase reads and an
/// earlier phase has loaded or computed.
static int64_t countHeldValues(const Plan &plan) {
  const KernelModel &model = *plan.model;
  SmallVector<Value> earlier, last;
  for (const Reduction &reduction : model.getReductions()) {
    bool isLast = plan.getElementPhase(reduction) + 1 == plan.numPhases;
    (isLast ? last : earlier).push_back(reduction.combiner.element);
  }
  llvm::append_range(last, model.getOutputs());
  // Visits the values that `worklist` is computed from and that vary from
  // element to element.
  auto walk = [&](SmallVector<Value> worklist,
                  llvm::function_ref<bool(Value)> visit) {
    while (!worklist.empty()) {
      Value value = worklist.pop_back_val();
      const Dependence &dependence = model.getDependence(value);
      if (!dependence.dims.test(plan.getRowDim()) ||
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

/// Assigns shared memory to the reductions that warps combine across a work
/// item, `countElements` elements each. Returns the total size in bytes.
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

/// Assigns shared memory for a block. Each thread has `columns` columns of it,
/// in vectors of `width` elements.
int64_t Planner::joinReductionsOfBlock(int64_t width, int64_t columns) {
  int64_t threads = plan.blockWarps * target.getNumThreads();
  return joinReductions([&](const Reduction &,
                            const PlannedReduction &planned) {
    return threads * (planned.span == ReductionSpan::Column ? columns : width);
  });
}

/// Lets warps share the rows of blocks and shortens vectors until each thread
/// can keep its part of a block in registers.
void Planner::holdBlocks(BlockPlan &schedule) {
  if (target.getNumThreads() == 1 || plan.numPhases == 1 || plan.hasSum ||
      model.getKernel().getBucket())
    return;
  ArrayRef<int64_t> extents = model.getExtents();
  int64_t rows = extents[schedule.rowDim], warps = target.getNumBlockWarps();
  plan.blockWarps = warps;
  // An upper bound, because vectors only become shorter below.
  int64_t mostColumns = std::max<int64_t>(plan.width, kMaxJoinedColumns);
  if (rows % warps != 0 || rows < kMinWarpRows * warps ||
      joinReductionsOfBlock(plan.width, mostColumns) >
          warps * target.getMaxSharedBytes())
    plan.blockWarps = 1;
  int64_t values = std::max<int64_t>(1, countHeldValues(plan));
  int64_t rowsOfThread = rows / plan.blockWarps;
  int64_t reduced =
      llvm::count_if(plan.reductions, [](const PlannedReduction &planned) {
        return planned.span == ReductionSpan::Row;
      });
  int64_t registers = std::min(kMaxElementRegisters,
                               kMaxRegistersWithRows - reduced * rowsOfThread);
  int64_t columns = llvm::bit_floor(
      uint64_t(std::max<int64_t>(0, registers / values / rowsOfThread)));
  // A block must fit in registers as a whole; a panel may become narrower.
  if (columns == 0 || (!schedule.hasPanels && columns * target.getNumThreads() <
                                                  extents[plan.vectorDim]))
    return;
  schedule.heldColumns = columns;
  // If rows were reduced later, the absolute values that feed the column
  // reductions would stay live in registers until then.
  schedule.reducesHeldRowsFirst =
      reduced != 0 &&
      columns * rowsOfThread * (values + reduced) > kMaxElementRegisters;
  plan.width = std::min<int64_t>(plan.width, columns);
}

/// Makes every warp of a thread block process all work items of that thread
/// block, and counts each item once per warp. Warps that share a row leave one
/// partial result.
void Planner::shareItems(int64_t maxChunks) {
  plan.sharedItems = plan.numItems;
  int64_t partials = plan.numItems * (plan.sharesRows() ? 1 : plan.blockWarps);
  int64_t grain = llvm::divideCeil(partials, maxChunks);
  plan.grain =
      llvm::alignTo(std::max<int64_t>(1, grain), plan.itemsPerIteration);
  plan.numItems = llvm::alignTo(plan.numItems, plan.grain) * plan.blockWarps;
}
