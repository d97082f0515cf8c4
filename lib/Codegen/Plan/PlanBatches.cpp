//===- PlanBatches.cpp - batches of scaling blocks ------------------------===//

#include "Planner.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

/// Maximum number of elements of a row. A batch of such rows fits the
/// first-level cache.
static constexpr int64_t kMaxGranule = 256;
/// Maximum size of a batch of blocks, and of batches that are processed as one,
/// in bytes. Two of them and their results fit the second-level cache.
static constexpr int64_t kMaxStripeBytes = 256 << 10,
                         kMaxMergedBytes = 128 << 10;

/// Collects the values that strips of the last phase read and that are computed
/// once per work item from its reductions. `value` is a value that strips
/// evaluate. Returns true if strips can process the batch as planned.
bool Planner::addBatchValues(BatchPlan &batch, Value value,
                             DenseSet<Value> &seen) const {
  if (!seen.insert(value).second)
    return true;
  bool joinsItems = batch.width > plan.innerExtent;
  const Dependence &dependence = model.getDependence(value);
  Type type = getElementTypeOrSelf(value.getType());
  bool isKept = type.isIntOrFloat() && type.getIntOrFloatBitWidth() >= 8;
  const auto *block = plan.as<BlockPlan>();
  if (block && dependence.reductions.any() &&
      dependence.dims.test(plan.vectorDim) &&
      !dependence.dims.test(block->rowDim)) {
    batch.columnValues.push_back(value);
    return isKept;
  }
  if (!dependence.dims.test(plan.vectorDim)) {
    if (dependence.reductions.any()) {
      batch.rowValues.push_back(value);
      return isKept;
    }
    return !joinsItems || !dependence.dims.test(plan.itemDims.back());
  }
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    return isa<KernelOp>(parent) ||
           addBatchValues(batch, parent->getOperand(argument.getArgNumber()),
                          seen);
  }
  Operation *op = value.getDefiningOp();
  // The index ranges of two work items are not contiguous.
  if (joinsItems && isa<linalg::IndexOp, tensor::ExtractOp>(op))
    return false;
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    return addBatchValues(batch, getYielded(generic, value), seen);
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    return addBatchValues(batch, operand, seen);
  });
}

/// Returns true if a vector of `type` has the same memory layout as an array of
/// its elements in storage.
static bool fillsStorage(Type type) {
  return getStorageType(type) == type &&
         type.getIntOrFloatBitWidth() == 8 * getByteWidth(type);
}

/// Returns true if rows can be processed in batches. The rows must be short,
/// and their elements must be scaled by row maxima. A strip of several rows
/// continues from one row to the next.
bool Planner::canBatch(unsigned size) const {
  bool isRow =
      plan.as<RowPlan>() && plan.innerDims.size() == 1 && plan.hasVectorDim();
  KernelOp kernel = model.getKernel();
  bool isMatrix = kernel.getBucket() && BucketShape::get(kernel).isMatrix();
  if (target.getNumThreads() != 1 || isMatrix || !(isRow || canBatchBlocks()) ||
      plan.numPhases != 2 || plan.itemDims.empty() || plan.hasSum ||
      !model.getRagged().empty() || model.getNumPoints() == 0)
    return false;
  int64_t extent = model.getExtents()[plan.vectorDim], strip = stripWidth;
  unsigned dim = plan.itemDims.back();
  if (size < 2 || extent > kMaxGranule || extent % size != 0 ||
      (extent % strip != 0 && strip % extent != 0) ||
      (strip > extent && size % (strip / extent) != 0) ||
      (plan.itemDims.size() > 1 && model.getExtents()[dim] % size != 0))
    return false;
  for (auto [reduction, planned] :
       llvm::zip_equal(model.getReductions(), plan.reductions))
    if (planned.place != ReductionPlace::Item ||
        !fillsStorage(reduction.combiner.element.getType()) ||
        plan.getElementPhase(reduction) != 0)
      return false;
  // A result that all work items share would be stored by one work item, but a
  // batch processes its items together.
  for (Value value : model.getOutputs())
    if (!model.getDims(value).test(dim))
      return false;
  return llvm::all_of(model.getAccesses(), [&](const Access &access) {
    int64_t stride = access.strides[plan.vectorDim];
    return stride == 0 ||
           (stride == 1 && (strip <= extent || access.strides[dim] == extent));
  });
}

/// Returns true if blocks side by side can be processed as a batch. They may
/// have column and row reductions only. Results with one value per row or
/// column are stored before the elements are read again, so they must not
/// overlap an operand.
bool Planner::canBatchBlocks() const {
  const auto *schedule = plan.as<BlockPlan>();
  if (!schedule || schedule->hasPanels || !plan.hasColumnReductions())
    return false;
  for (auto [reduction, planned] :
       llvm::zip_equal(model.getReductions(), plan.reductions))
    if (planned.span == ReductionSpan::All ||
        plan.getRowPhase(reduction.combiner.element) != 0)
      return false;
  KernelOp kernel = model.getKernel();
  for (auto [i, value] : llvm::enumerate(model.getOutputs())) {
    llvm::SmallBitVector dims = model.getDims(value);
    bool isPerRow = dims.test(schedule->rowDim),
         isPerColumn = dims.test(plan.vectorDim);
    if (!isPerRow && !isPerColumn)
      return false;
    const Access &output = model.getOutputAccess(i);
    for (const Access &access : model.getAccesses())
      if (!(isPerRow && isPerColumn) && kernel.readsOperand(access.pointer) &&
          access.elementType == output.elementType &&
          access.strides == output.strides)
        return false;
  }
  return true;
}

void Planner::planBatches() {
  unsigned size = target.getWidth(32, 32, /*hasSum=*/false);
  int64_t bytes = plan.innerExtent * size * sizeof(float);
  if (!canBatch(size) || bytes > kMaxStripeBytes)
    return;
  BatchPlan batch;
  batch.items = size;
  batch.width = stripWidth;
  DenseSet<Value> seen;
  bool areSupported = true;
  for (const Reduction &reduction : model.getReductions())
    areSupported &= addBatchValues(batch, reduction.combiner.element, seen);
  for (Value value : model.getOutputs())
    if (model.getDims(value).test(plan.vectorDim))
      areSupported &= addBatchValues(batch, value, seen);
  if (!areSupported)
    return;
  int64_t extent = model.getExtents()[plan.itemDims.back()];
  while (plan.as<BlockPlan>() &&
         2 * bytes * batch.numBatches <= kMaxMergedBytes &&
         extent % (2 * batch.getAllItems()) == 0)
    batch.numBatches *= 2;
  // Chunks start with a batch, and no batch crosses the end of a dimension.
  plan.grain = llvm::alignTo(plan.grain, batch.getAllItems());
  plan.batch = std::move(batch);
}
