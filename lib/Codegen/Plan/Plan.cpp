//===- Plan.cpp - selection of the traversal schedule ---------------------===//

#include "Planner.h"
#include "fp8/Analysis/KernelTraffic.h"

using namespace mlir;
using namespace mlir::fp8;

LogicalResult Planner::fail(Operation *op, StringRef what,
                            StringRef note) const {
  return failToEmit(op, emitErrors, what, note);
}

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

void Planner::setInner(ArrayRef<unsigned> dims) {
  plan.innerDims.assign(dims.begin(), dims.end());
  plan.itemDims.clear();
  for (unsigned dim = 0; dim < model.getNumDims(); ++dim)
    if (!llvm::is_contained(dims, dim))
      plan.itemDims.push_back(dim);
}

/// Returns the number of bytes that `access` moves in one pass over the domain.
static double getBytesMoved(const KernelModel &model, const Access &access) {
  double bytes = getByteWidth(access.elementType);
  for (auto [stride, extent] :
       llvm::zip_equal(access.strides, model.getExtents()))
    if (stride != 0)
      bytes *= extent;
  return bytes;
}

/// Returns the dimension along which the most bytes are contiguous. Among
/// equals, the last dimension wins.
unsigned Planner::chooseVectorDim() const {
  unsigned best = 0;
  double bestScore = -1;
  for (unsigned dim = 0; dim < model.getNumDims(); ++dim) {
    double score = 0;
    for (const Access &access : model.getAccesses())
      if (access.strides[dim] == 1)
        score += getBytesMoved(model, access);
    if (score >= bestScore) {
      best = dim;
      bestScore = score;
    }
  }
  return best;
}

/// Returns true if an element of the kernel depends on a reduction over the
/// whole domain. The domain must then be traversed again after the reduction.
bool Planner::isReadByPoints(const Reduction &reduction) const {
  unsigned index = model.getIndex(reduction);
  for (Value value : model.getOutputs()) {
    const Dependence &dependence = model.getDependence(value);
    if (dependence.reductions.test(index) && model.getDims(value).any())
      return true;
  }
  for (const Reduction &other : model.getReductions())
    if (&other != &reduction &&
        model.getDependence(other.combiner.element).reductions.test(index))
      return true;
  return false;
}

/// Chooses dimensions for a kernel in which every reduction covers its whole
/// operand, or which has no reductions.
LogicalResult Planner::chooseDimsOfTotals() {
  SmallVector<unsigned> all =
      llvm::to_vector(llvm::seq<unsigned>(0, model.getNumDims()));
  if (llvm::any_of(model.getReductions(), [&](const Reduction &reduction) {
        return isReadByPoints(reduction);
      })) {
    // The whole domain is one work item, which is traversed again for each
    // reduction.
    setInner(all);
    return success();
  }
  bool hasSum =
      llvm::any_of(model.getReductions(), [](const Reduction &reduction) {
        return reduction.combiner.isSum();
      });
  // A sum has one fixed order over the elements of all dimensions, so they form
  // one loop.
  if (model.getNumDims() <= 1 || hasSum) {
    setInner(all);
    plan.schedule = FlatPlan{/*itemsAreElements=*/!all.empty()};
    return success();
  }
  setInner({chooseVectorDim()});
  return success();
}

LogicalResult Planner::chooseDims() {
  const Reduction *first = nullptr;
  for (const Reduction &reduction : model.getReductions()) {
    if (reduction.kept.none())
      continue;
    if (!first) {
      first = &reduction;
      setInner(reduction.reduced);
      plan.schedule = RowPlan();
    } else if (model.toBits(reduction.reduced) !=
               model.toBits(plan.innerDims)) {
      return fail(reduction.value.getDefiningOp(),
                  "reductions over different dimensions");
    }
  }
  return first ? success() : chooseDimsOfTotals();
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

LogicalResult Planner::placeReduction(const Reduction &reduction,
                                      PlannedReduction &planned) {
  Operation *op = reduction.value.getDefiningOp();
  unsigned numDims = model.getNumDims();
  bool isSum = reduction.combiner.isSum();
  llvm::SmallBitVector reduced = model.toBits(reduction.reduced);
  llvm::SmallBitVector inner = model.toBits(plan.innerDims);
  // A reduction without kept dimensions has one result, not one per item.
  if (reduced == inner && !plan.itemsAreElements() &&
      (reduction.kept.any() || plan.itemDims.empty())) {
    planned.place = ReductionPlace::Item;
    if (isSum && !llvm::equal(reduction.reduced, plan.innerDims))
      return fail(op, "sums in different orders");
    return success();
  }
  if (reduction.kept.any())
    return fail(op, "reductions over different dimensions");
  llvm::SmallBitVector items = model.toBits(plan.itemDims);
  if (reduced == items) {
    planned.place = ReductionPlace::AllItems;
    if (isSum && !llvm::equal(reduction.reduced, plan.itemDims))
      return fail(op, "a sum whose order differs from the order of the kernel");
    return success();
  }
  planned.place = ReductionPlace::Everything;
  if (reduced.count() != numDims)
    return fail(op, "a reduction over some of the dimensions");
  if (isSum && (!plan.itemsAreElements() ||
                !llvm::equal(reduction.reduced, plan.innerDims)))
    return fail(op, "a sum over the whole domain together with row reductions");
  return success();
}

LogicalResult Planner::placeReductions() {
  for (const Reduction &reduction : model.getReductions()) {
    PlannedReduction &planned = plan.reductions.emplace_back();
    if (failed(placeReduction(reduction, planned)))
      return failure();
    plan.hasSum |= reduction.combiner.isSum();
    if (planned.place != ReductionPlace::Item && isReadByPoints(reduction))
      return fail(reduction.value.getDefiningOp(),
                  "a reduction over the whole domain that elements depend on");
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Phases
//===----------------------------------------------------------------------===//

std::optional<unsigned> Plan::getPhase(Value value) const {
  unsigned phase = 0;
  for (unsigned i : model->getDependence(value).reductions.set_bits()) {
    if (reductions[i].place != ReductionPlace::Item)
      return std::nullopt;
    // A reduction over a row of a block is complete within its phase.
    unsigned after = reductions[i].span == ReductionSpan::Row ? 0 : 1;
    phase = std::max(phase, getElementPhase(model->getReductions()[i]) + after);
  }
  return phase;
}

unsigned Plan::getRowPhase(Value value) const {
  unsigned phase = 0;
  for (unsigned i : model->getDependence(value).reductions.set_bits())
    if (reductions[i].span == ReductionSpan::Row)
      phase = std::max(
          phase, getRowPhase(model->getReductions()[i].combiner.element) + 1);
  return phase;
}

bool Plan::isFinishOutput(unsigned i) const {
  Value value = model->getOutputs()[i];
  return model->getDims(value).none() && (!isSingleItem() || !getPhase(value));
}

bool Plan::isInnerOutput(unsigned i) const {
  llvm::SmallBitVector dims = model->getDims(model->getOutputs()[i]);
  return llvm::any_of(innerDims, [&](unsigned dim) { return dims.test(dim); });
}

unsigned Plan::getElementPhase(const Reduction &reduction) const {
  // The planner refuses elements that depend on the whole domain.
  return *getPhase(reduction.combiner.element);
}

bool Plan::isElementOf(unsigned r, unsigned phase) const {
  return reductions[r].place != ReductionPlace::AllItems &&
         getElementPhase(model->getReductions()[r]) == phase;
}

bool Plan::needsRowReduction(unsigned r, unsigned phase) const {
  auto needs = [&](Value value) {
    return model->getDependence(value).reductions.test(r);
  };
  for (unsigned other = 0; other < reductions.size(); ++other)
    if (reductions[other].span != ReductionSpan::Row &&
        isElementOf(other, phase) &&
        needs(model->getReductions()[other].combiner.element))
      return true;
  return phase + 1 == numPhases && llvm::any_of(model->getOutputs(), needs);
}

bool Plan::isKnownInLastPhase(unsigned r) const {
  if (reductions[r].span == ReductionSpan::Row)
    return needsRowReduction(r, numPhases - 1);
  return getElementPhase(model->getReductions()[r]) + 1 < numPhases;
}

int64_t Plan::getAlignment(const Access &access) const {
  int64_t alignment = access.alignment;
  for (auto [dim, stride] : llvm::enumerate(access.strides))
    if (dim != vectorDim)
      alignment =
          std::gcd(alignment, stride * getByteWidth(access.elementType));
  return alignment;
}

bool Plan::isSumPhase(unsigned phase) const {
  for (auto [reduction, planned] :
       llvm::zip_equal(model->getReductions(), reductions))
    if (planned.place != ReductionPlace::AllItems &&
        reduction.combiner.isSum() && getElementPhase(reduction) == phase)
      return true;
  return false;
}

void Planner::countPhases() {
  if (plan.as<ScatterPlan>())
    return;
  auto needs = [&](unsigned phase) {
    plan.numPhases = std::max(plan.numPhases, phase + 1);
  };
  for (const Reduction &reduction : model.getReductions())
    needs(plan.getElementPhase(reduction));
  for (Value value : model.getOutputs())
    if (std::optional<unsigned> phase = plan.getPhase(value))
      needs(*phase);
  for (unsigned i = 0; i < model.getOutputs().size(); ++i)
    plan.hasFinish |= plan.isFinishOutput(i);
}

/// Returns true if results use non-temporal stores. This requires registers
/// that hold whole cache lines and a kernel that moves more bytes than the
/// caches would keep until it ends.
bool Planner::movesPastCache() const {
  int64_t least = target.getTuning().streamedBytes;
  KernelOp kernel = model.getKernel();
  if (least == 0 || target.getWidth(8, 8, /*hasSum=*/false) < kLineBytes ||
      kernel.getBucket() || !model.getRagged().empty() ||
      !model.getScatters().empty())
    return false;
  KernelTraffic traffic = getTraffic(kernel);
  return traffic.read + traffic.written >= least;
}

/// Returns true if a GPU kernel reads rows in several phases, and its results
/// would displace the rows from the second-level cache.
bool Planner::evictsResults() const {
  constexpr int64_t kCacheBytes = 32 << 20;
  return target.getNumThreads() != 1 && plan.numPhases > 1 &&
         !model.getKernel().getBucket() &&
         getTraffic(model.getKernel()).written >= kCacheBytes;
}

FailureOr<Plan> Planner::run() {
  plan.streamsResults = movesPastCache();
  if (!model.getScatters().empty()) {
    if (failed(planScatter()))
      return failure();
  } else if (!planBlocks()) {
    if (failed(chooseDims()) || failed(placeReductions()))
      return failure();
    if (!planColumns() && !planTiles() && plan.innerDims.size() == 1)
      plan.vectorDim = plan.innerDims[0];
  }
  if (failed(checkRagged()))
    return failure();
  countPhases();
  plan.evictsResults = evictsResults();
  chooseVectors();
  chooseChunks();
  if (failed(checkStack()))
    return failure();
  addScratch();
  planBatches();
  return plan;
}

FailureOr<Plan> Plan::compute(KernelOp kernel, const TargetLowering &target,
                              bool emitErrors) {
  FailureOr<KernelModel> model = KernelModel::build(kernel, emitErrors);
  if (failed(model))
    return failure();
  return Planner(std::make_shared<const KernelModel>(std::move(*model)), target,
                 emitErrors)
      .run();
}
