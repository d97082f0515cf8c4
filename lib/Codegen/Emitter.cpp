//===- Emitter.cpp - emission of a fused kernel as a function -------------===//

#include "fp8/Codegen/Emitter.h"
#include "Buckets.h"
#include "Function/FinishEmitter.h"
#include "Schedules/BatchEmitter.h"
#include "Schedules/ColumnEmitter.h"
#include "Schedules/ScatterEmitter.h"
#include "Schedules/SharedRowEmitter.h"
#include "Schedules/TileEmitter.h"
#include "fp8/Analysis/IndexBounds.h"
#include "fp8/Codegen/ThreadTarget.h"

using namespace mlir;
using namespace mlir::fp8;

SmallVector<int64_t> EmittedKernel::getScratch(int64_t size) const {
  if (sharesLaunch)
    return scratch;
  SmallVector<int64_t> lengths;
  for (auto [items, bytes] : llvm::zip_equal(itemsPerPartial, bytesPerPartial))
    lengths.push_back(std::max<int64_t>(1, llvm::divideCeil(size, items)) *
                      bytes);
  return lengths;
}

int64_t EmittedKernel::getSize(const BucketShape &tensor) const {
  if (!takesExtents())
    return tensor.getNumElements();
  int64_t size = elementsPerItem;
  for (int64_t extent : itemExtents)
    size *= shape->read(extent).evaluate(tensor);
  return size;
}

/// Returns the number of elements of a bucket tensor per work item: 1 if work
/// items are elements, or the size of a group if they are groups. Returns 0 if
/// the kernel has other work items, which a bucket does not support.
static int64_t getElementsPerItem(const Plan &plan) {
  if (plan.model->getNumDims() == 0 || plan.itemsAreElements())
    return 1;
  bool itemsAreGroups = (plan.as<FlatPlan>() || plan.as<RowPlan>()) &&
                        !plan.hasSum && plan.itemDims.size() == 1 &&
                        plan.innerDims.size() == 1 &&
                        plan.itemDims[0] < plan.innerDims[0];
  return itemsAreGroups ? plan.innerExtent : 0;
}

/// Clamps the indices of every gather to the bounds of its tensor. The clamped
/// indices are values of the body, so they are computed in the outermost
/// possible scope like other values.
static void boundGathers(KernelOp kernel) {
  OpBuilder b(kernel->getContext());
  IntRanges ranges;
  kernel.walk([&](tensor::ExtractOp extract) {
    boundIndices(b, ranges, extract, extract.getIndicesMutable(),
                 extract.getTensor().getType().getShape());
  });
}

/// Returns the extents of the grid of work items of a matrix, if the positions
/// of the elements of an item do not depend on the extents of the matrix.
/// Returns an empty grid otherwise.
static SmallVector<int64_t> getItemExtents(const Plan &plan) {
  ArrayRef<int64_t> extents = plan.model->getExtents();
  const auto *block = plan.as<BlockPlan>();
  auto isFixed = [&](unsigned dim) {
    return !plan.matrix->read(extents[dim]).dim ||
           (block && block->hasPanels && dim == plan.vectorDim);
  };
  bool isItemGrid =
      block || ((plan.as<FlatPlan>() || plan.as<RowPlan>()) &&
                !plan.itemsAreElements() && plan.innerDims.size() == 1);
  if (!isItemGrid || plan.hasSum || !plan.matrix->isReadable() ||
      !llvm::all_of(plan.innerDims, isFixed))
    return {};
  SmallVector<int64_t> grid;
  for (unsigned dim : plan.itemDims)
    grid.push_back(extents[dim]);
  if (plan.partsPerPoint != 1)
    grid.push_back(plan.partsPerPoint);
  return grid;
}

static LogicalResult planMatrices(Plan &plan, const StretchedShape &shape,
                                  bool emitErrors) {
  plan.isBucketed = true;
  plan.matrix = shape;
  if (const auto *block = plan.as<BlockPlan>(); block && block->hasPanels)
    plan.matrix->addPanels(block->panelColumns);
  plan.elementsPerItem = plan.innerExtent;
  if (!getItemExtents(plan).empty())
    return success();
  return failToEmit(plan.model->getKernel(), emitErrors,
                    "a kernel of a bucket whose work items vary in size",
                    "--fp8-bucket-updates does not bucket such kernels");
}

static LogicalResult planBucket(Plan &plan, const StretchedShape &shape,
                                bool emitErrors) {
  if (shape.isMatrix())
    return planMatrices(plan, shape, emitErrors);
  plan.elementsPerItem = getElementsPerItem(plan);
  plan.isBucketed = true;
  if (plan.elementsPerItem != 0)
    return success();
  return failToEmit(plan.model->getKernel(), emitErrors,
                    "a kernel of a bucket whose elements depend on a "
                    "reduction over the whole tensor",
                    "--fp8-bucket-updates does not bucket such kernels");
}

/// Plans `kernel`, or its stretched copy if it belongs to a bucket.
static FailureOr<Plan>
planKernel(KernelOp kernel, const std::optional<StretchedKernel> &stretched,
           const TargetLowering &target, bool emitErrors) {
  if (!stretched)
    return Plan::compute(kernel, target, emitErrors);
  FailureOr<Plan> plan = Plan::compute(stretched->get(), target, emitErrors);
  if (failed(plan) ||
      failed(planBucket(*plan, stretched->getShape(), emitErrors)))
    return failure();
  return plan;
}

/// Returns the emitter of the plan's schedule.
static std::unique_ptr<FunctionEmitter>
createEmitter(VectorBuilder &b, const Plan &plan, TargetLowering &target) {
  using Result = std::unique_ptr<FunctionEmitter>;
  if (const auto *block = plan.as<BlockPlan>()) {
    if (plan.batch)
      return std::make_unique<BlockBatchEmitter>(b, plan, target);
    if (plan.blockWarps > 1 || block->heldColumns != 0)
      return std::make_unique<HeldBlockEmitter>(b, plan, target);
    return std::make_unique<BlockEmitter>(b, plan, target);
  }
  if (const auto *column = plan.as<ColumnPlan>())
    return column->spread ? Result(new SpreadColumnEmitter(b, plan, target))
                          : Result(new ColumnEmitter(b, plan, target));
  if (plan.as<TilePlan>())
    return target.getNumThreads() == 1
               ? Result(new TileEmitter(b, plan, target))
               : Result(new WarpTileEmitter(b, plan, target));
  if (plan.as<ScatterPlan>())
    return std::make_unique<ScatterEmitter>(b, plan, target);
  if (plan.batch)
    return std::make_unique<RowBatchEmitter>(b, plan, target);
  if (plan.sharesRows())
    return std::make_unique<SharedRowEmitter>(b, plan, target);
  return std::make_unique<RowEmitter>(b, plan, target);
}

/// Adds the data of a multi-tensor launch to `result`.
static void describeBucket(const Plan &plan, const StretchedShape &shape,
                           EmittedKernel &result) {
  result.shape = plan.matrix ? *plan.matrix : shape;
  if (plan.matrix)
    result.itemExtents = getItemExtents(plan);
  result.elementsPerItem = plan.elementsPerItem;
  result.grain *= plan.elementsPerItem;
  result.itemsPerPartial.resize(plan.scratch.size());
  result.bytesPerPartial.resize(plan.scratch.size());
  for (auto [reduction, planned] :
       llvm::zip_equal(plan.model->getReductions(), plan.reductions)) {
    if (planned.place == ReductionPlace::Item)
      continue;
    result.itemsPerPartial[planned.scratch] =
        reduction.combiner.isSum() ? kSumBlock : result.grain;
    result.bytesPerPartial[planned.scratch] =
        getByteWidth(reduction.combiner.element.getType());
  }
}

FailureOr<EmittedKernel> mlir::fp8::emitKernel(OpBuilder &builder,
                                               KernelOp kernel, StringRef name,
                                               TargetLowering &target,
                                               bool sharesLaunch) {
  boundGathers(kernel);
  std::optional<StretchedKernel> stretched;
  if (kernel.getBucket())
    stretched.emplace(kernel, target);
  FailureOr<Plan> plan =
      planKernel(kernel, stretched, target, /*emitErrors=*/true);
  if (failed(plan))
    return failure();
  VectorBuilder b(kernel.getLoc(), builder);
  EmittedKernel result;
  result.main = name.str();
  result.numItems = plan->numItems;
  result.grain = plan->grain;
  if (plan->sharesRows())
    result.blockWarps = plan->blockWarps;
  result.scratch = plan->scratch;
  result.sharesLaunch = plan->sharesLaunch = sharesLaunch;
  if (stretched)
    describeBucket(*plan, stretched->getShape(), result);
  createEmitter(b, *plan, target)->emitMain(result.main);
  if (plan->hasFinish) {
    result.finish = (name + "_finish").str();
    FinishEmitter(b, *plan, target).emitFinish(result.finish);
  }
  builder.restoreInsertionPoint(b.saveInsertionPoint());
  return result;
}

/// Returns false if several warps share a row: thread blocks of a multi-tensor
/// launch have one size, four warps.
bool mlir::fp8::canShareLaunch(KernelOp kernel, const TargetLowering &target) {
  FailureOr<Plan> plan = Plan::compute(kernel, target, /*emitErrors=*/false);
  return succeeded(plan) && !plan->sharesRows();
}

LogicalResult mlir::fp8::checkEmittable(KernelOp kernel, bool emitErrors) {
  // The legality of a schedule does not depend on the target or its vector
  // width.
  ThreadTarget target(/*vectorBits=*/512);
  std::optional<StretchedKernel> stretched;
  if (kernel.getBucket())
    stretched.emplace(kernel, target);
  return planKernel(kernel, stretched, target, emitErrors);
}
