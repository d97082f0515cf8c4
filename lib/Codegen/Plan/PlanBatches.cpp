//===- PlanBatches.cpp - when granules are walked in batches --------------===//

#include "Planner.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

/// Elements of a row, at most: a batch of them fits the first-level cache.
static constexpr int64_t kMaxGranule = 256;
/// Of a batch of blocks, at most, and of batches that are walked as one: two of
/// them fit the second-level cache beside their results.
static constexpr int64_t kMaxStripeBytes = 256 << 10, kWalkedBytes = 128 << 10;

/// Collects what strips of the last phase read that is one value per item and
/// made from its reductions. `value` is one that strips evaluate. Reports
/// whether strips can be walked as the plan says.
bool Planner::addBatchValues(Value value, DenseSet<Value> &seen) {
  if (!seen.insert(value).second)
    return true;
  bool joinsItems = plan.stripWidth > plan.innerExtent;
  const Dependence &dependence = model.getDependence(value);
  Type type = getElementTypeOrSelf(value.getType());
  bool isKept = type.isIntOrFloat() && type.getIntOrFloatBitWidth() >= 8;
  if (plan.schedule == Schedule::Block && dependence.reductions.any() &&
      dependence.dims.test(plan.vectorDim) &&
      !dependence.dims.test(plan.rowDim)) {
    plan.batchColumnValues.push_back(value);
    return isKept;
  }
  if (!dependence.dims.test(plan.vectorDim)) {
    if (dependence.reductions.any()) {
      plan.batchValues.push_back(value);
      return isKept;
    }
    return !joinsItems || !dependence.dims.test(plan.itemDims.back());
  }
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    return isa<KernelOp>(parent) ||
           addBatchValues(parent->getOperand(argument.getArgNumber()), seen);
  }
  Operation *op = value.getDefiningOp();
  // Of two items the positions do not follow each other.
  if (joinsItems && isa<linalg::IndexOp, tensor::ExtractOp>(op))
    return false;
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    return addBatchValues(generic.getBody()->getTerminator()->getOperand(
                              cast<OpResult>(value).getResultNumber()),
                          seen);
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    return addBatchValues(operand, seen);
  });
}

/// Whether a vector of elements lies in memory as the elements do one by one.
static bool fillsStorage(Type type) {
  return getStorageType(type) == type &&
         type.getIntOrFloatBitWidth() == 8 * getByteWidth(type);
}

/// Short rows with maxima that the elements are scaled by. Strips of several
/// rows go on from one to the next.
bool Planner::canBatch(unsigned size) const {
  bool isRow = plan.schedule == Schedule::Row && plan.innerDims.size() == 1 &&
               plan.hasVectorDim();
  KernelOp kernel = model.getKernel();
  bool isMatrix = kernel.getBucket() && BucketShape::get(kernel).isMatrix();
  if (target.getNumLanes() != 1 || isMatrix || !(isRow || canBatchBlocks()) ||
      plan.numPhases != 2 || plan.itemDims.empty() || plan.hasSum ||
      !model.getRagged().empty() || model.getNumPoints() == 0)
    return false;
  int64_t extent = model.getExtents()[plan.vectorDim], strip = plan.stripWidth;
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
        plan.getElementPhase(model, reduction) != 0)
      return false;
  // What all items share one of them stores, and a batch has no single ones.
  for (Value value : kernel.getYield().getValues())
    if (!model.getDims(value).test(dim))
      return false;
  return llvm::all_of(model.getAccesses(), [&](const Access &access) {
    int64_t stride = access.strides[plan.vectorDim];
    return stride == 0 ||
           (stride == 1 && (strip <= extent || access.strides[dim] == extent));
  });
}

/// Blocks with reductions of their columns, side by side, and of nothing else
/// but rows. Results that are one per row or column are stored before the
/// elements are read again, so they lie nowhere else.
bool Planner::canBatchBlocks() const {
  if (plan.schedule != Schedule::Block || plan.hasPanels ||
      !plan.hasColumnReductions())
    return false;
  for (auto [reduction, planned] :
       llvm::zip_equal(model.getReductions(), plan.reductions))
    if (planned.span == ReductionSpan::All ||
        plan.getRowPhase(model, reduction.combiner.element) != 0)
      return false;
  KernelOp kernel = model.getKernel();
  for (auto [i, value] : llvm::enumerate(kernel.getYield().getValues())) {
    llvm::SmallBitVector dims = model.getDims(value);
    bool isPerRow = dims.test(plan.rowDim),
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
  DenseSet<Value> seen;
  bool isWalked = true;
  for (const Reduction &reduction : model.getReductions())
    isWalked &= addBatchValues(reduction.combiner.element, seen);
  for (Value value : model.getKernel().getYield().getValues())
    if (model.getDims(value).test(plan.vectorDim))
      isWalked &= addBatchValues(value, seen);
  if (!isWalked) {
    plan.batchValues.clear();
    plan.batchColumnValues.clear();
    return;
  }
  plan.batchItems = size;
  int64_t extent = model.getExtents()[plan.itemDims.back()];
  while (plan.schedule == Schedule::Block &&
         2 * bytes * plan.numBatches <= kWalkedBytes &&
         extent % (2 * plan.getWalkedItems()) == 0)
    plan.numBatches *= 2;
  // Chunks begin with a batch: none goes across the end of a dimension.
  plan.grain = llvm::alignTo(plan.grain, plan.getWalkedItems());
}
