//===- PlanThreads.cpp - work sharing among GPU threads -------------------===//

#include "ElementCosts.h"
#include "Planner.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::fp8;

/// Scatter only: number of work items (warps) that fill a GPU.
static constexpr int64_t kScatterItems = 4096;

/// Limits for threads that share the rows of a panel. `kMinSpreadRows` is the
/// minimum number of rows, because fewer rows leave too many threads idle.
/// `kMinPanels` is the minimum number of panels, so that each multiprocessor
/// gets several.
static constexpr int64_t kMinSpreadRows = 16, kMinPanels = 256;
/// Maximum work in flight per thread: bytes in registers, rows, and operations
/// on the elements of these rows.
static constexpr int64_t kBytesInFlight = 512, kMaxRowsInFlight = 32,
                         kMaxOpsInFlight = 2048;

/// Maximum number of rows that a warp processes together, because each row
/// needs registers, and minimum number of warps that must remain.
static constexpr int64_t kMaxGroupRows = 4, kMinGroups = 2048;
/// Maximum size of the rows of a group that several phases read, in bytes. Up
/// to 32 warps on each of 132 multiprocessors have 35 MB in flight then, which
/// the second-level cache of 50 MB holds until the next phase.
static constexpr int64_t kMaxGroupBytes = 8192;

/// Returns the number of operations on one element of a row.
static int64_t countOpsOfRows(const Plan &plan) {
  int64_t count = 0;
  plan.model->getKernel().getBody().walk([&](linalg::GenericOp generic) {
    for (unsigned loop = 0; loop < generic.getNumLoops(); ++loop)
      for (unsigned dim : plan.model->getLoopDims(generic, loop))
        if (llvm::is_contained(plan.innerDims, dim)) {
          count += generic.getBody()->getOperations().size();
          return;
        }
  });
  return count;
}

/// Shares the rows of panels among the threads of a thread block. Adjacent
/// threads access whole sectors. Groups of threads take different blocks of
/// rows, which fills a GPU if there are few panels.
void Planner::spreadRows(ColumnPlan &schedule) {
  int64_t rows = model.getNumPoints(plan.innerDims);
  if (target.getNumThreads() != kSumLanes || rows < kMinSpreadRows)
    return;
  // A thread without a row of its own reads the row of another thread, which
  // therefore must not update that row in place.
  for (unsigned i = 0; i < model.getOutputs().size(); ++i)
    if (plan.isInnerOutput(i) && model.isUpdated(i))
      return;
  int64_t warps = target.getNumBlockWarps();
  int64_t points = model.getNumPoints(plan.itemDims);
  int64_t columns = model.getExtents()[plan.vectorDim];
  int64_t threads = warps, groups = 1;
  auto countPanels = [&]() -> int64_t {
    return points * llvm::divideCeil(columns, threads * plan.width);
  };
  while (threads > 1 && groups * kSumBlock < rows &&
         countPanels() < kMinPanels) {
    threads /= 2;
    groups *= 2;
  }
  if (countPanels() > kMaxChunks / warps)
    return;
  int64_t bytes = 0;
  for (const Access &access : model.getAccesses())
    if (llvm::any_of(plan.innerDims,
                     [&](unsigned dim) { return access.strides[dim] != 0; }))
      bytes += (access.strides[plan.vectorDim] == 0 ? 1 : int64_t(plan.width)) *
               getByteWidth(access.elementType);
  int64_t ops = plan.width * countOpsOfRows(plan);
  int64_t most = std::min(
      {kMaxRowsInFlight, kBytesInFlight / std::max<int64_t>(1, bytes),
       kMaxOpsInFlight / std::max<int64_t>(1, ops),
       int64_t(llvm::divideCeil(std::min(rows, kSumBlock), kSumLanes))});
  schedule.spread = {
      threads, groups,
      int64_t(llvm::bit_floor(uint64_t(std::max<int64_t>(1, most))))};
}

/// Returns true if a later phase repeats an expensive computation of an earlier
/// phase. The result is then staged instead.
static bool repeatsDearValues(const Plan &plan) {
  const KernelModel &model = *plan.model;
  ElementCosts costs(model, plan.innerDims);
  DenseSet<Value> earlier;
  for (unsigned phase = 0; phase < plan.numPhases; ++phase) {
    SmallVector<Value> worklist;
    for (auto [reduction, planned] :
         llvm::zip_equal(model.getReductions(), plan.reductions))
      if (planned.place != ReductionPlace::AllItems &&
          plan.getElementPhase(reduction) == phase)
        worklist.push_back(reduction.combiner.element);
    if (phase + 1 == plan.numPhases)
      llvm::append_range(worklist, model.getOutputs());
    DenseSet<Value> seen;
    while (!worklist.empty()) {
      Value value = getOrigin(worklist.pop_back_val());
      if (!costs.varies(value) || !seen.insert(value).second)
        continue;
      if (earlier.contains(value) &&
          costs.getCost(value) >= ElementCosts::kExpensive)
        return true;
      if (!isa<BlockArgument>(value))
        llvm::append_range(worklist, value.getDefiningOp()->getOperands());
    }
    earlier.insert(seen.begin(), seen.end());
  }
  return false;
}

/// Lets each warp process several rows together if all rows read a shared
/// operand that varies along the row. Not used if expensive values are kept
/// between phases, because there is room for the values of one row only, or if
/// memory would be read again in each phase.
void Planner::groupRows() {
  auto *schedule = plan.as<RowPlan>();
  if (!schedule || target.getNumThreads() == 1 || plan.itemsPerIteration != 1 ||
      plan.innerDims.size() != 1 ||
      plan.innerExtent <= int64_t(plan.width) * plan.threadsPerItem ||
      !model.getRagged().empty() || model.getKernel().getBucket())
    return;
  auto isShared = [&](const Access &access) {
    return llvm::all_of(plan.itemDims,
                        [&](unsigned dim) { return access.strides[dim] == 0; });
  };
  bool sharesOperand = false;
  int64_t rowBytes = 0;
  llvm::SmallDenseSet<unsigned> pointers;
  for (const Access &access : model.getAccesses()) {
    if (!model.getKernel().readsOperand(access.pointer) ||
        access.strides[plan.innerDims[0]] == 0)
      continue;
    if (isShared(access))
      sharesOperand = true;
    else if (pointers.insert(access.pointer).second)
      rowBytes += plan.innerExtent * getByteWidth(access.elementType);
  }
  if (!sharesOperand || repeatsDearValues(plan))
    return;
  int64_t &rows = schedule->rowsPerGroup;
  while (rows < kMaxGroupRows &&
         (countRowPasses() < 2 || 2 * rows * rowBytes <= kMaxGroupBytes) &&
         plan.numItems % (2 * rows) == 0 &&
         plan.numItems / (2 * rows) >= kMinGroups)
    rows *= 2;
}

/// Chooses the number of table rows per work item. Every item reads all
/// indices, so there are only as many items as fill a GPU.
void Planner::chooseTableRows(ScatterPlan &schedule) {
  if (target.getNumThreads() == 1 || plan.innerDims.size() != 1 ||
      model.getNumPoints() == 0)
    return;
  int64_t others = schedule.numPanels * model.getNumPoints(plan.itemDims);
  schedule.tableRows =
      llvm::divideCeil(model.getNumPoints(plan.innerDims),
                       std::max<int64_t>(1, kScatterItems / others));
}
