//===- FlattenKernel.cpp - flattening of elementwise kernels --------------===//
//
// A tensor of a flattened kernel is full, has one value per scaling block, or
// is a scalar: see FlatDomain.
//
//===----------------------------------------------------------------------===//

#include "FlattenKernel.h"
#include "../Fuse/FuseKernel.h"
#include "CanonicalBody.h"
#include "ElementPlaces.h"
#include "FlatDomain.h"
#include "fp8/Analysis/KernelDomain.h"
#include "fp8/Utils/Views.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::fp8;

void FlatKernel::erase() {
  for (Operation *op : llvm::reverse(ops))
    op->erase();
  ops.clear();
  kernel = KernelOp();
}

void FlatKernel::replace(KernelOp original) const {
  original->replaceAllUsesWith(results);
  eraseKernel(original);
}

namespace {
class Flattener {
public:
  Flattener(OpBuilder &builder, KernelOp kernel, FlatDomain domain)
      : builder(builder), kernel(kernel), domain(domain) {}

  FailureOr<FlatKernel> run();

private:
  using Extent = FlatDomain::Extent;
  Extent getExtent(Value value) const {
    return domain.getExtent(value.getType());
  }
  bool canFlatten();
  bool canFlatten(Operation &op);
  bool canFlatten(linalg::GenericOp generic);
  bool isReduction(linalg::GenericOp generic) const;

  Value flattenOperand(Value value);
  Value restoreResult(Value value, RankedTensorType type);
  void cloneBody(KernelOp flat);
  void cloneOp(Operation &op);
  void cloneGeneric(linalg::GenericOp generic);
  Operation *record(Operation *op) {
    result.ops.push_back(op);
    return op;
  }

  OpBuilder &builder;
  KernelOp kernel;
  FlatDomain domain;
  FlatKernel result;
  /// Values that depend on a reduction over the whole domain.
  llvm::SmallDenseSet<Value> totals;
  DenseMap<Operation *, SmallVector<ElementPlace>> places;
  IRMapping mapping;
};
} // namespace

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// Returns true if `generic` combines several points into one result element.
bool Flattener::isReduction(linalg::GenericOp generic) const {
  Extent loops = domain.getLoops(generic);
  return llvm::any_of(generic.getDpsInits(),
                      [&](Value init) { return getExtent(init) != loops; });
}

bool Flattener::canFlatten(linalg::GenericOp generic) {
  if (generic.hasDynamicShape() ||
      !generic.getBody()->getOps<tensor::ExtractOp>().empty() ||
      !findElementPlaces(generic, places[generic]))
    return false;
  // Canonicalization removes the index of a loop with one iteration, so the
  // body would differ from the bodies of other kernels.
  if (!places[generic].empty() && domain.getExtents().size() == 2 &&
      llvm::is_contained(domain.getExtents(), 1))
    return false;
  bool waits = llvm::any_of(generic->getOperands(), [&](Value operand) {
    return totals.contains(operand);
  });
  Extent loops = domain.getLoops(generic);
  if (loops == Extent::Scalar) {
    if (waits)
      totals.insert_range(generic.getResults());
    return true;
  }
  if (waits || loops == Extent::Other)
    return false;
  for (OpOperand &operand : generic->getOpOperands())
    if (!domain.readsInOrder(generic, operand, loops))
      return false;
  // A result with fewer elements than the loops must be a reduction. Without a
  // reduction loop, points would overwrite each other's result. A sum with
  // scaling blocks would be added in another order.
  if (isReduction(generic)) {
    if (!llvm::is_contained(generic.getIteratorTypesArray(),
                            utils::IteratorType::reduction) ||
        (!domain.getGranule().empty() && hasSum(generic)))
      return false;
    for (OpResult made : generic->getResults())
      if (getExtent(made) == Extent::Scalar)
        totals.insert(made);
  }
  return true;
}

bool Flattener::canFlatten(Operation &op) {
  auto isOther = [&](Type type) {
    return isa<ShapedType>(type) && domain.getExtent(type) == Extent::Other;
  };
  if (llvm::any_of(op.getOperandTypes(), isOther) ||
      llvm::any_of(op.getResultTypes(), isOther))
    return false;
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    return canFlatten(generic);
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op)) {
    if (totals.contains(op.getOperand(0)))
      totals.insert(op.getResult(0));
    return getExtent(op.getOperand(0)) == getExtent(op.getResult(0));
  }
  return isa<arith::ConstantOp, tensor::EmptyOp, linalg::FillOp, KernelYieldOp>(
      op);
}

bool Flattener::canFlatten() {
  // Operands of a matrix domain are not reshaped, so they must have the flat
  // type.
  bool isMatrix = domain.getExtents().size() == 2;
  for (Type type : kernel->getOperandTypes())
    if (domain.getExtent(type) == Extent::Other ||
        (isMatrix && domain.flatten(type) != type))
      return false;
  return llvm::all_of(kernel.getBody().front(),
                      [&](Operation &op) { return canFlatten(op); });
}

//===----------------------------------------------------------------------===//
// The flat form
//===----------------------------------------------------------------------===//

Value Flattener::flattenOperand(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  RankedTensorType flat = domain.flatten(type);
  if (type == flat)
    return value;
  Location loc = value.getLoc();
  if (value.getDefiningOp<tensor::EmptyOp>())
    return record(tensor::EmptyOp::create(builder, loc, flat, ValueRange()))
        ->getResult(0);
  SmallVector<ReassociationIndices> groups;
  if (flat.getRank() == 1)
    groups = joinAll(type.getRank());
  return record(
             tensor::CollapseShapeOp::create(builder, loc, flat, value, groups))
      ->getResult(0);
}

Value Flattener::restoreResult(Value value, RankedTensorType type) {
  if (value.getType() == type)
    return value;
  SmallVector<ReassociationIndices> groups;
  if (cast<RankedTensorType>(value.getType()).getRank() == 1)
    groups = joinAll(type.getRank());
  return record(tensor::ExpandShapeOp::create(builder, value.getLoc(), type,
                                              value, groups))
      ->getResult(0);
}

void Flattener::cloneGeneric(linalg::GenericOp generic) {
  Extent loops = domain.getLoops(generic);
  SmallVector<AffineMap> maps;
  for (Value operand : generic->getOperands())
    maps.push_back(
        domain.getMap(builder.getContext(), loops, getExtent(operand)));
  SmallVector<utils::IteratorType> iterators(
      loops == Extent::Scalar ? 0 : domain.getExtents().size(),
      isReduction(generic) ? utils::IteratorType::reduction
                           : utils::IteratorType::parallel);
  auto map = [&](ValueRange values) {
    return llvm::map_to_vector(
        values, [&](Value value) { return mapping.lookup(value); });
  };
  SmallVector<Value> inits = map(generic.getDpsInits());
  auto flat = linalg::GenericOp::create(
      builder, generic.getLoc(), ValueRange(inits).getTypes(),
      map(generic.getDpsInputs()), inits, maps, iterators);
  generic.getRegion().cloneInto(&flat.getRegion(), mapping);
  auto indices = llvm::map_to_vector(
      places.lookup(generic), [&](const ElementPlace &place) -> ElementPlace {
        return {mapping.lookup(place.value), place.offset};
      });
  useFlatIndex(builder, *flat.getBody(), domain.getExtents(),
               domain.getColumnUnit(), indices);
  sinkConstants(*flat.getBody());
  nameStreams(*flat.getBody());
  for (auto [from, to] :
       llvm::zip_equal(generic.getResults(), flat.getResults()))
    mapping.map(from, to);
}

void Flattener::cloneOp(Operation &op) {
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    return cloneGeneric(generic);
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
    return mapping.map(op.getResult(0), mapping.lookup(op.getOperand(0)));
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto splat = dyn_cast<SplatElementsAttr>(constant.getValue());
    if (!splat) {
      builder.clone(op, mapping);
      return;
    }
    RankedTensorType type = domain.flatten(constant.getType());
    mapping.map(
        op.getResult(0),
        arith::ConstantOp::create(builder, op.getLoc(), splat.resizeSplat(type))
            .getResult());
    return;
  }
  if (isa<tensor::EmptyOp>(op)) {
    RankedTensorType type = domain.flatten(op.getResult(0).getType());
    mapping.map(op.getResult(0), tensor::EmptyOp::create(builder, op.getLoc(),
                                                         type, ValueRange())
                                     .getResult());
    return;
  }
  if (auto fill = dyn_cast<linalg::FillOp>(op)) {
    auto flat = linalg::FillOp::create(
        builder, op.getLoc(), mapping.lookup(fill.getInputs().front()),
        mapping.lookup(fill.getOutputs().front()));
    mapping.map(op.getResult(0), flat.getResult(0));
    return;
  }
  builder.clone(op, mapping);
}

void Flattener::cloneBody(KernelOp flat) {
  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(&flat.getBody());
  for (BlockArgument argument : kernel.getBody().getArguments())
    mapping.map(argument, body->addArgument(domain.flatten(argument.getType()),
                                            argument.getLoc()));
  for (Operation &op : kernel.getBody().front())
    cloneOp(op);
  sinkLocals(*body);
  sortInputs(flat);
}

FailureOr<FlatKernel> Flattener::run() {
  if (!canFlatten())
    return failure();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(kernel);
  SmallVector<Value> inputs, inits;
  for (Value input : kernel.getInputs())
    inputs.push_back(flattenOperand(input));
  for (Value init : kernel.getInits())
    inits.push_back(flattenOperand(init));
  result.kernel =
      KernelOp::create(builder, kernel.getLoc(), ValueRange(inits).getTypes(),
                       inputs, inits, kernel.getKernelNameAttr(),
                       kernel.getScheduleAttr(), /*bucket=*/IntegerAttr());
  record(result.kernel);
  cloneBody(result.kernel);
  for (auto [value, old] :
       llvm::zip_equal(result.kernel.getResults(), kernel.getResults()))
    result.results.push_back(
        restoreResult(value, cast<RankedTensorType>(old.getType())));
  return std::move(result);
}

/// Returns the domains to try for `kernel`, best first: a matrix with the same
/// blocks as other kernels, a vector without groups of unknown size, a vector
/// with `granules.group`, a matrix with other blocks.
static SmallVector<FlatDomain> findDomains(KernelOp kernel,
                                           const Granules &granules) {
  SmallVector<FlatDomain> domains;
  auto add = [&](std::optional<FlatDomain> domain) {
    if (domain)
      domains.push_back(std::move(*domain));
  };
  std::optional<FlatDomain> blocks =
      FlatDomain::findBlocks(kernel, granules.block);
  bool isOfOthers =
      blocks && blocks->getGranule() == ArrayRef<int64_t>(granules.block);
  if (isOfOthers)
    add(blocks);
  add(FlatDomain::find(kernel, /*loneGroup=*/0));
  if (granules.group != 0)
    add(FlatDomain::find(kernel, granules.group));
  if (!isOfOthers)
    add(blocks);
  return domains;
}

FailureOr<FlatKernel> fp8::flattenKernel(OpBuilder &builder, KernelOp kernel,
                                         const Granules &granules) {
  if (kernel.isBufferized())
    return failure();
  for (const FlatDomain &domain : findDomains(kernel, granules)) {
    FailureOr<FlatKernel> flat = Flattener(builder, kernel, domain).run();
    if (succeeded(flat))
      return flat;
  }
  return failure();
}
