//===- KernelModel.cpp - the emitter's view of a kernel -------------------===//

#include "KernelModel.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

static constexpr unsigned kNoDim = KernelDomain::kNoDim;

llvm::SmallBitVector KernelModel::toBits(ArrayRef<unsigned> dims) const {
  llvm::SmallBitVector bits(getNumDims());
  for (unsigned dim : dims)
    bits.set(dim);
  return bits;
}

int64_t KernelModel::getNumPoints(ArrayRef<unsigned> dims) const {
  int64_t points = 1;
  for (unsigned dim : dims)
    points *= extents[dim];
  return points;
}

const RaggedDims *KernelModel::getRagged(unsigned dim) const {
  for (const RaggedDims &pair : ragged)
    if (pair.inner == dim)
      return &pair;
  return nullptr;
}

const Access &KernelModel::getOutputAccess(unsigned i) const {
  return accesses[kernel.getInputs().size() + i];
}

const Reduction *KernelModel::getReduction(Value value) const {
  for (const Reduction &reduction : reductions)
    if (reduction.value == value)
      return &reduction;
  return nullptr;
}

SmallVector<unsigned, 2> KernelModel::getLoopDims(Operation *op,
                                                  unsigned loop) const {
  SmallVector<unsigned, 2> dims;
  for (unsigned dim : domain.getDomain(op).dimsOfLoops[loop])
    if (unsigned modelDim = modelDims[dim];
        modelDim != kNoDim && !llvm::is_contained(dims, modelDim))
      dims.push_back(modelDim);
  return dims;
}

unsigned KernelModel::getLoopDim(ScatterAddOp op, unsigned loop) const {
  SmallVector<unsigned, 2> dims = getLoopDims(op, loop);
  return dims.empty() ? kNoDim : dims.front();
}

bool KernelModel::isUpdated(KernelOp kernel, unsigned i) {
  for (auto [k, input] : llvm::enumerate(kernel.getInputs()))
    if (input == kernel.getInits()[i] && kernel.readsOperand(k))
      return true;
  return false;
}

llvm::SmallBitVector KernelModel::getDims(Value tensor) const {
  llvm::SmallBitVector dims(getNumDims());
  for (unsigned dim : domain.getDims(tensor))
    if (dim != kNoDim && modelDims[dim] != kNoDim)
      dims.set(modelDims[dim]);
  return dims;
}

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

/// Returns true if the body computes with the index along `dim` of the domain.
static bool usesIndex(KernelOp kernel, const KernelDomain &domain,
                      unsigned dim) {
  WalkResult result = kernel.walk([&](linalg::IndexOp index) {
    auto generic = index->getParentOfType<linalg::GenericOp>();
    return llvm::is_contained(
               domain.getDomain(generic).dimsOfLoops[index.getDim()], dim)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// Returns true if `inner` directly follows `outer` in `dims`, or if `dims`
/// contains neither.
static bool areNeighbours(ArrayRef<unsigned> dims, unsigned outer,
                          unsigned inner) {
  const auto *it = llvm::find(dims, outer);
  if (it == dims.end())
    return !llvm::is_contained(dims, inner);
  return std::next(it) != dims.end() && *std::next(it) == inner;
}

/// Returns true if two dimensions of the domain can be merged into one.
bool KernelModel::canMerge(unsigned outer, unsigned inner) const {
  int64_t extent = domain.getExtents()[inner];
  for (const Access &access : accesses)
    if (access.strides[outer] != access.strides[inner] * extent)
      return false;
  if (usesIndex(kernel, domain, outer) || usesIndex(kernel, domain, inner))
    return false;
  for (const RaggedDims &pair : domain.getRagged())
    for (unsigned dim : {outer, inner})
      if (dim == pair.outer || dim == pair.inner)
        return false;
  auto drop = [&](ArrayRef<unsigned> dims) {
    SmallVector<unsigned> list;
    for (unsigned dim : dims)
      if (dim != kNoDim && domain.getExtents()[dim] != 1)
        list.push_back(dim);
    return list;
  };
  for (Operation &op : kernel.getBody().front()) {
    if (isa<ScatterAddOp>(op))
      return false;
    for (Value result : op.getResults())
      if (isa<ShapedType>(result.getType()) &&
          !areNeighbours(drop(domain.getDims(result)), outer, inner))
        return false;
    if (isa<linalg::LinalgOp>(op) &&
        !areNeighbours(drop(domain.getDomain(&op).loopDims), outer, inner))
      return false;
  }
  return true;
}

void KernelModel::mergeDims() {
  modelDims.assign(domain.getNumDims(), kNoDim);
  std::optional<unsigned> previous;
  for (unsigned dim = 0; dim < domain.getNumDims(); ++dim) {
    int64_t extent = domain.getExtents()[dim];
    if (extent == 1)
      continue;
    if (previous && canMerge(*previous, dim))
      extents.back() *= extent;
    else
      extents.push_back(extent);
    modelDims[dim] = extents.size() - 1;
    previous = dim;
  }
  for (const RaggedDims &pair : domain.getRagged())
    ragged.push_back(
        {modelDims[pair.outer], modelDims[pair.inner], pair.extent});
  // The stride of a merged dimension is the stride of its innermost part.
  for (Access &access : accesses) {
    SmallVector<int64_t> strides(extents.size(), 0);
    for (auto [dim, stride] : llvm::enumerate(access.strides))
      if (modelDims[dim] != kNoDim)
        strides[modelDims[dim]] = stride;
    access.strides = std::move(strides);
  }
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

LogicalResult KernelModel::addReductions(bool emitErrors) {
  for (auto generic : kernel.getBody().front().getOps<linalg::GenericOp>()) {
    SmallVector<unsigned> loops;
    for (unsigned loop = 0; loop < generic.getNumLoops(); ++loop)
      for (unsigned dim : getLoopDims(generic, loop))
        if (!llvm::is_contained(loops, dim))
          loops.push_back(dim);
    for (OpResult result : generic->getResults()) {
      llvm::SmallBitVector kept = getDims(result);
      SmallVector<unsigned> reduced = llvm::filter_to_vector(
          loops, [&](unsigned dim) { return !kept.test(dim); });
      if (reduced.empty())
        continue;
      unsigned i = result.getResultNumber();
      std::optional<Combiner> combiner = matchCombiner(generic, i);
      if (!combiner || combiner->element.getType().isIndex()) {
        if (!emitErrors)
          return failure();
        InFlightDiagnostic diag =
            generic.emitError("unsupported by the emitter: the reduction of "
                              "result ")
            << i;
        diag.attachNote() << "a reduction yields addf, maximumf, minimumf, "
                             "addi, maxsi, minsi, maxui, minui, andi or ori of "
                             "its accumulator and a float or integer that does "
                             "not depend on it";
        return diag;
      }
      reductions.push_back(Reduction{result, *combiner,
                                     generic.getDpsInitOperand(i)->get(),
                                     std::move(reduced), std::move(kept)});
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Dependences
//===----------------------------------------------------------------------===//

const Dependence &KernelModel::getDependence(Value value) const {
  auto it = dependences.find(value);
  if (it != dependences.end())
    return it->second;
  Dependence dependence = computeDependence(value);
  return dependences.try_emplace(value, std::move(dependence)).first->second;
}

Dependence KernelModel::computeDependence(Value value) const {
  Dependence none{llvm::SmallBitVector(getNumDims()),
                  llvm::SmallBitVector(reductions.size())};
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    if (isa<KernelOp>(parent)) {
      none.dims = getDims(value);
      return none;
    }
    return getDependence(parent->getOperand(argument.getArgNumber()));
  }
  Operation *op = value.getDefiningOp();
  if (const Reduction *reduction = getReduction(value)) {
    none.dims = reduction->kept;
    none.reductions.set(getIndex(*reduction));
    for (Value part : {reduction->combiner.element, reduction->init})
      none.reductions |= getDependence(part).reductions;
    return none;
  }
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    return getDependence(getYielded(generic, value));
  if (isa<ScatterAddOp>(op)) {
    none.dims = getDims(value);
    return none;
  }
  return computeBodyDependence(op);
}

Dependence KernelModel::computeBodyDependence(Operation *op) const {
  Dependence result{llvm::SmallBitVector(getNumDims()),
                    llvm::SmallBitVector(reductions.size())};
  if (auto index = dyn_cast<linalg::IndexOp>(op)) {
    auto generic = op->getParentOfType<linalg::GenericOp>();
    for (unsigned dim : getLoopDims(generic, index.getDim()))
      result.dims.set(dim);
    return result;
  }
  // A gather counts as independent of its tensor, and a fill as independent of
  // its destination.
  OperandRange operands = op->getOperands();
  if (isa<tensor::ExtractOp>(op))
    operands = operands.drop_front();
  else if (isa<linalg::FillOp>(op))
    operands = operands.take_front();
  for (Value operand : operands) {
    const Dependence &dependence = getDependence(operand);
    result.dims |= dependence.dims;
    result.reductions |= dependence.reductions;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

FailureOr<KernelModel> KernelModel::build(KernelOp kernel, bool emitErrors) {
  if (failed(checkKernelBody(kernel, emitErrors)))
    return failure();
  FailureOr<KernelDomain> domain = KernelDomain::compute(kernel, emitErrors);
  if (failed(domain))
    return failure();
  if (failed(checkSizes(kernel, *domain, emitErrors)))
    return failure();
  KernelModel model;
  model.kernel = kernel;
  model.domain = std::move(*domain);
  llvm::append_range(model.scatters,
                     kernel.getBody().front().getOps<ScatterAddOp>());
  if (failed(model.addAccesses(emitErrors)))
    return failure();
  model.mergeDims();
  if (failed(model.addReductions(emitErrors)))
    return failure();
  return model;
}

Value mlir::fp8::getOrigin(Value value) {
  while (true) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      Operation *parent = argument.getOwner()->getParentOp();
      if (isa<KernelOp>(parent))
        return value;
      value = parent->getOperand(argument.getArgNumber());
      continue;
    }
    if (Operation *op = value.getDefiningOp();
        isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op)) {
      value = op->getOperand(0);
      continue;
    }
    auto generic = value.getDefiningOp<linalg::GenericOp>();
    if (!generic)
      return value;
    value = getYielded(generic, value);
  }
}
