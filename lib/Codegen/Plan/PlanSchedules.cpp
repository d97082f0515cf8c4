//===- PlanSchedules.cpp - the column, tile and scatter schedules ---------===//

#include "Planner.h"

using namespace mlir;
using namespace mlir::fp8;

static constexpr int64_t kTileSide = 64;
/// Maximum number of columns of a stripe. Its staging buffer fits the
/// second-level cache.
static constexpr int64_t kStripeColumns = 4096;
/// Minimum number of stripes of a kernel, to distribute over threads.
static constexpr int64_t kMinStripes = 32;

/// Plans the column schedule for reductions across rows of vectors. The
/// contiguous dimension must be kept, and one pass must compute everything.
bool Planner::planColumns() {
  if (!plan.as<RowPlan>() || model.getNumPoints() == 0)
    return false;
  unsigned vectorDim = chooseVectorDim();
  if (!llvm::is_contained(plan.itemDims, vectorDim))
    return false;
  for (auto [reduction, planned] :
       llvm::zip_equal(model.getReductions(), plan.reductions))
    if (planned.place != ReductionPlace::Item ||
        plan.getElementPhase(reduction) != 0)
      return false;
  llvm::SmallBitVector inner = model.toBits(plan.innerDims);
  for (Value value : model.getOutputs()) {
    llvm::SmallBitVector dims = model.getDims(value);
    if (!dims.test(vectorDim) ||
        (dims.anyCommon(inner) && plan.getPhase(value) != 0))
      return false;
  }
  plan.schedule = ColumnPlan();
  plan.vectorDim = vectorDim;
  llvm::erase(plan.itemDims, vectorDim);
  return true;
}

/// Returns true if all accesses along columns are one-byte results.
static bool storesBytesOnly(const Plan &plan) {
  for (const Access &access : plan.model->getAccesses())
    if (plan.isStaged(access) &&
        (getStorageType(access.elementType).getIntOrFloatBitWidth() != 8 ||
         plan.model->getKernel().readsOperand(access.pointer)))
      return false;
  return true;
}

/// Returns the number of columns of a stripe. Hardware prefetching works along
/// rows only, so longer rows are better.
static int64_t chooseStripe(int64_t rows, int64_t columns) {
  int64_t stripesPerRow = llvm::divideCeil(kMinStripes * kTileSide, rows);
  int64_t stripe = llvm::alignTo(columns / stripesPerRow, kTileSide);
  return std::clamp(stripe, kTileSide, kStripeColumns);
}

/// Rows and columns of a stripe whose transposition is interleaved with casts.
/// The rows span several cache lines and the columns one page. Adjacent lines
/// then share a page, and the stripe stays in the second-level cache until it
/// is transposed.
static constexpr int64_t kPageRows = 128, kPageColumns = 1024;
/// Rows of such a stripe if its lines use non-temporal stores, which are
/// fastest for consecutive adjacent lines.
static constexpr int64_t kStreamedRows = 256;

/// Returns the number of columns of such a stripe, if there are enough stripes.
static std::optional<int64_t> choosePageStripe(int64_t stripeRows, int64_t rows,
                                               int64_t columns) {
  int64_t stripe = std::min(columns, kPageColumns);
  if (stripe < kTileSide || kPageColumns % stripe != 0 ||
      columns % stripe != 0 || rows % stripeRows != 0 ||
      rows / stripeRows * (columns / stripe) < kMinStripes)
    return std::nullopt;
  return stripe;
}

/// Plans the tile schedule for elementwise kernels with operands that are
/// contiguous along a dimension other than the vector dimension.
bool Planner::planTiles() {
  if (!plan.as<FlatPlan>() || plan.itemsAreElements() ||
      plan.innerDims.size() != 1 || model.getNumPoints() == 0 ||
      !model.getRagged().empty())
    return false;
  for (const PlannedReduction &planned : plan.reductions)
    if (planned.place != ReductionPlace::Everything)
      return false;
  unsigned vectorDim = plan.innerDims[0], rowDim = Plan::kNoDim;
  for (const Access &access : model.getAccesses())
    for (unsigned dim : plan.itemDims)
      if (access.strides[dim] == 1 && access.strides[vectorDim] > 1)
        rowDim = dim;
  if (rowDim == Plan::kNoDim)
    return false;
  for (auto [i, value] : llvm::enumerate(model.getOutputs())) {
    llvm::SmallBitVector dims = model.getDims(value);
    if (!plan.isFinishOutput(i) && !(dims.test(vectorDim) && dims.test(rowDim)))
      return false;
  }
  Plan flat = plan;
  auto &schedule =
      plan.schedule.emplace<TilePlan>(TilePlan{rowDim, kTileSide, kTileSide});
  plan.vectorDim = vectorDim;
  // A warp transposes one-byte results in registers, and has no staging buffer
  // for anything else.
  if (target.getNumThreads() != 1 && (plan.hasSum || !storesBytesOnly(plan))) {
    plan = std::move(flat);
    return false;
  }
  if (target.getNumThreads() == 1 && storesBytesOnly(plan)) {
    int64_t rows = model.getExtents()[rowDim];
    int64_t columns = model.getExtents()[vectorDim];
    schedule.columns = chooseStripe(rows, columns);
    int64_t pageRows = plan.streamsResults ? kStreamedRows : kPageRows;
    if (std::optional<int64_t> stripe =
            choosePageStripe(pageRows, rows, columns)) {
      schedule.rows = pageRows;
      schedule.columns = *stripe;
    }
  }
  llvm::erase(plan.itemDims, rowDim);
  return true;
}

/// Plans the scatter schedule. The result of the only scatter must be the only
/// result of the kernel.
LogicalResult Planner::planScatter() {
  ScatterAddOp scatter = model.getScatters()[0];
  auto check = [&](bool condition, StringRef what) {
    return condition
               ? success()
               : fail(scatter, what,
                      "fp8.scatter_add must compute the only result of its "
                      "kernel and read its indices from an operand");
  };
  if (failed(check(model.getScatters().size() == 1 &&
                       model.getReductions().empty(),
                   "a scatter together with other reductions")) ||
      failed(check(model.getOutputs().size() == 1 &&
                       model.getOutputs()[0] == scatter.getResult(),
                   "a scatter that is not the result")) ||
      failed(check(isa<BlockArgument>(scatter.getIndices()),
                   "a scatter with computed indices")))
    return failure();
  plan.schedule = ScatterPlan();
  auto type = cast<ShapedType>(scatter.getUpdates().getType());
  for (int64_t loop = 1; loop < type.getRank(); ++loop)
    if (unsigned dim = model.getLoopDim(scatter, loop); dim != Plan::kNoDim)
      plan.itemDims.push_back(dim);
  llvm::SmallBitVector table = model.getDims(scatter.getResult());
  for (unsigned dim : table.set_bits())
    if (!llvm::is_contained(plan.itemDims, dim))
      plan.innerDims.push_back(dim);
  if (!plan.itemDims.empty())
    plan.vectorDim = plan.itemDims.pop_back_val();
  return success();
}
