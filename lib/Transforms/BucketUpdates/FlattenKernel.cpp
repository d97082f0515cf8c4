//===- FlattenKernel.cpp - elementwise kernels on one dimension -----------===//
//
// A tensor of a kernel with a flat form is full, has an element per group, or
// is a scalar: see FlatDomain.
//
//===----------------------------------------------------------------------===//

#include "FlattenKernel.h"
#include "../Fuse/FuseKernel.h"
#include "../Views.h"
#include "FlatDomain.h"
#include "fp8/Analysis/Buckets.h"
#include "fp8/Analysis/KernelDomain.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

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
  bool canFlattenIndices(linalg::GenericOp generic);
  bool followIndex(Value value, linalg::GenericOp generic);
  bool isReduction(linalg::GenericOp generic) const;

  Value flattenOperand(Value value);
  Value restoreResult(Value value, RankedTensorType type);
  void cloneBody(KernelOp flat);
  void cloneOp(Operation &op);
  void cloneGeneric(linalg::GenericOp generic);
  void flattenIndices(linalg::GenericOp generic, Block &body);
  Operation *record(Operation *op) {
    result.ops.push_back(op);
    return op;
  }

  OpBuilder &builder;
  KernelOp kernel;
  FlatDomain domain;
  FlatKernel result;
  /// Values that reductions have to be complete for.
  llvm::SmallDenseSet<Value> totals;
  /// Values of a generic's body that are the place of the element in a full
  /// tensor plus a constant.
  DenseMap<Operation *, SmallVector<std::pair<Value, int64_t>>> places;
  IRMapping mapping;
};
} // namespace

//===----------------------------------------------------------------------===//
// Whether there is a flat form
//===----------------------------------------------------------------------===//

namespace {
/// A sum of indices of loops, times coefficients, and a constant.
struct IndexSum {
  SmallVector<int64_t> coefficients;
  int64_t constant = 0;

  bool isConstant() const {
    return llvm::all_of(coefficients,
                        [](int64_t factor) { return factor == 0; });
  }
};
} // namespace

static std::optional<IndexSum> getIndexSum(Value value, unsigned numLoops) {
  IndexSum sum{SmallVector<int64_t>(numLoops)};
  APInt constant;
  if (auto index = value.getDefiningOp<linalg::IndexOp>()) {
    sum.coefficients[index.getDim()] = 1;
    return sum;
  }
  if (matchPattern(value, m_ConstantInt(&constant))) {
    sum.constant = constant.getSExtValue();
    return sum;
  }
  Operation *op = value.getDefiningOp();
  if (!isa_and_nonnull<arith::AddIOp, arith::MulIOp>(op))
    return std::nullopt;
  auto lhs = getIndexSum(op->getOperand(0), numLoops);
  auto rhs = getIndexSum(op->getOperand(1), numLoops);
  if (!lhs || !rhs)
    return std::nullopt;
  bool isProduct = isa<arith::MulIOp>(op);
  if (isProduct && !rhs->isConstant())
    std::swap(lhs, rhs);
  if (isProduct && !rhs->isConstant())
    return std::nullopt;
  int64_t factor = isProduct ? rhs->constant : 1;
  for (unsigned i = 0; i < numLoops; ++i)
    sum.coefficients[i] = lhs->coefficients[i] * factor + rhs->coefficients[i];
  sum.constant = lhs->constant * factor + (isProduct ? 0 : rhs->constant);
  return sum;
}

/// Whether what is computed from `value` is computed from the place of the
/// element in the tensor.
bool Flattener::followIndex(Value value, linalg::GenericOp generic) {
  SmallVector<int64_t> ranges = generic.getStaticLoopRanges();
  std::optional<IndexSum> sum = getIndexSum(value, ranges.size());
  if (!sum)
    return false;
  bool isPlace = true;
  int64_t stride = 1;
  for (unsigned i = ranges.size(); i-- > 0; stride *= ranges[i])
    isPlace &= ranges[i] == 1 || sum->coefficients[i] == stride;
  if (isPlace) {
    places[generic].emplace_back(value, sum->constant);
    return true;
  }
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    return user->getNumResults() == 1 &&
           followIndex(user->getResult(0), generic);
  });
}

bool Flattener::canFlattenIndices(linalg::GenericOp generic) {
  return llvm::all_of(generic.getBody()->getOps<linalg::IndexOp>(),
                      [&](linalg::IndexOp index) {
                        return followIndex(index.getResult(), generic);
                      });
}

/// Whether a generic combines some of the points that it walks.
bool Flattener::isReduction(linalg::GenericOp generic) const {
  Extent loops = domain.getLoops(generic);
  return llvm::any_of(generic.getDpsInits(),
                      [&](Value init) { return getExtent(init) != loops; });
}

/// Sums of a group, and those of a tensor that has groups, have an order of
/// their own.
static bool hasSum(linalg::GenericOp generic) {
  for (unsigned i = 0; i < generic.getNumDpsInits(); ++i)
    if (auto combiner = matchCombiner(generic, i);
        combiner && combiner->kind == CombinerKind::Sum)
      return true;
  return false;
}

bool Flattener::canFlatten(linalg::GenericOp generic) {
  if (generic.hasDynamicShape() ||
      !generic.getBody()->getOps<tensor::ExtractOp>().empty() ||
      !canFlattenIndices(generic))
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
    if (!domain.walksInOrder(generic, operand, loops))
      return false;
  // One element is combined if its loop is a reduction, else overwritten.
  if (isReduction(generic)) {
    if (!llvm::is_contained(generic.getIteratorTypesArray(),
                            utils::IteratorType::reduction) ||
        (domain.getGroupSize() != 0 && hasSum(generic)))
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
  for (Type type : kernel->getOperandTypes())
    if (domain.getExtent(type) == Extent::Other)
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
    return record(tensor::EmptyOp::create(builder, loc, flat.getShape(),
                                          flat.getElementType()))
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

void Flattener::flattenIndices(linalg::GenericOp generic, Block &body) {
  auto found = places.find(generic);
  if (found == places.end())
    return;
  OpBuilder::InsertionGuard guard(builder);
  for (auto [old, constant] : found->second) {
    Value value = mapping.lookup(old);
    builder.setInsertionPointAfterValue(value);
    Location loc = value.getLoc();
    Value place = linalg::IndexOp::create(builder, loc, 0);
    if (constant != 0)
      place = arith::AddIOp::create(
          builder, loc, place,
          arith::ConstantIndexOp::create(builder, loc, constant));
    value.replaceAllUsesWith(place);
  }
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
    if (isOpTriviallyDead(&op))
      op.erase();
}

static void eraseUnusedConstants(Block &body) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
    if (isa<arith::ConstantOp>(op) && op.use_empty())
      op.erase();
}

/// A constant may stand for two numbers that are equal by chance, such as the
/// number of a stream and that of a lane: other kernels have two.
static void sinkConstants(Block &body) {
  for (Operation &op : llvm::make_early_inc_range(body))
    for (OpOperand &operand : op.getOpOperands()) {
      auto constant = operand.get().getDefiningOp<arith::ConstantOp>();
      if (!constant || isa<ShapedType>(constant.getType()))
        continue;
      OpBuilder builder(&op);
      operand.set(builder.clone(*constant)->getResult(0));
    }
  eraseUnusedConstants(body);
}

/// Draws take their stream from a constant, that may differ between kernels:
/// from the high word of a seed of 64 bits.
static void nameStreams(Block &body) {
  for (auto draw : llvm::make_early_inc_range(body.getOps<DrawOp>())) {
    if (!draw.getSeed().getType().isInteger(32))
      continue;
    ImplicitLocOpBuilder b(draw.getLoc(), draw);
    Type i64 = b.getI64Type();
    Value stream = arith::ConstantOp::create(
        b, b.getI32IntegerAttr(int32_t(draw.getStream())));
    Value high = arith::MulIOp::create(
        b, arith::ExtUIOp::create(b, i64, stream),
        arith::ConstantIntOp::create(b, int64_t(1) << 32, 64));
    Value key = arith::AddIOp::create(
        b, arith::ExtUIOp::create(b, i64, draw.getSeed()), high);
    draw.getSeedMutable().assign(key);
    draw.setStream(0);
  }
}

void Flattener::cloneGeneric(linalg::GenericOp generic) {
  Extent loops = domain.getLoops(generic);
  SmallVector<AffineMap> maps;
  for (Value operand : generic->getOperands())
    maps.push_back(
        domain.getMap(builder.getContext(), loops, getExtent(operand)));
  SmallVector<utils::IteratorType> iterators(
      loops != Extent::Scalar, isReduction(generic)
                                   ? utils::IteratorType::reduction
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
  flattenIndices(generic, *flat.getBody());
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
    mapping.map(op.getResult(0),
                tensor::EmptyOp::create(builder, op.getLoc(), type.getShape(),
                                        type.getElementType())
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

/// Each op has the destinations and constants that it reads to itself, before
/// it: then their order is that of what reads them.
static void sinkLocals(Block &body) {
  auto isLocal = [](Operation *op) {
    return isa_and_nonnull<tensor::EmptyOp, linalg::FillOp, arith::ConstantOp>(
        op);
  };
  for (Operation &op : llvm::make_early_inc_range(body)) {
    if (isLocal(&op))
      continue;
    OpBuilder builder(&op);
    for (OpOperand &operand : op.getOpOperands()) {
      Operation *local = operand.get().getDefiningOp();
      if (!isLocal(local))
        continue;
      IRMapping copies;
      for (Value read : local->getOperands())
        if (Operation *other = read.getDefiningOp(); isLocal(other))
          builder.clone(*other, copies);
      operand.set(builder.clone(*local, copies)->getResult(0));
    }
  }
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
    if (isLocal(&op) && op.use_empty())
      op.erase();
}

/// Inputs in the order in which the body reads them, whatever shapes it had.
static void sortInputs(KernelOp kernel) {
  llvm::SmallSetVector<BlockArgument, 16> order;
  unsigned numInputs = kernel.getInputs().size();
  auto add = [&](Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value);
        argument && argument.getArgNumber() < numInputs)
      order.insert(argument);
  };
  Block &body = kernel.getBody().front();
  for (Operation &op : body)
    llvm::for_each(op.getOperands(), add);
  for (Value argument : kernel.getInputArguments())
    add(argument);
  SmallVector<Value> inputs;
  for (BlockArgument argument : order)
    inputs.push_back(kernel.getInputs()[argument.getArgNumber()]);
  for (auto [i, argument] : llvm::enumerate(order.getArrayRef())) {
    Value sorted =
        body.insertArgument(i, argument.getType(), argument.getLoc());
    BlockArgument(argument).replaceAllUsesWith(sorted);
  }
  body.eraseArguments(numInputs, numInputs);
  kernel.getInputsMutable().assign(inputs);
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

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// Lets `generic` read `value`, of rank 0, in place of `constant`.
static void readInstead(linalg::GenericOp generic, arith::ConstantOp constant,
                        Value value) {
  unsigned position = generic.getNumDpsInputs();
  generic.getInputsMutable().append(value);
  SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
  maps.insert(maps.begin() + position,
              AffineMap::get(generic.getNumLoops(), 0, generic.getContext()));
  generic.setIndexingMapsAttr(
      Builder(generic.getContext()).getAffineMapArrayAttr(maps));
  Value element = generic.getBody()->insertArgument(
      position, constant.getType(), constant.getLoc());
  constant.getResult().replaceAllUsesWith(element);
  constant.erase();
}

void fp8::liftConstants(OpBuilder &builder, FlatKernel &flat,
                        ArrayRef<unsigned> positions) {
  SmallVector<arith::ConstantOp> constants = getGenericConstants(flat.kernel);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(flat.kernel);
  for (unsigned position : positions) {
    arith::ConstantOp constant = constants[position];
    auto type = RankedTensorType::get({}, constant.getType());
    auto tensor = arith::ConstantOp::create(
        builder, constant.getLoc(),
        DenseElementsAttr::get(type, ArrayRef<Attribute>(constant.getValue())));
    flat.ops.insert(llvm::find(flat.ops, flat.kernel), tensor);
    unsigned number = flat.kernel.getInputs().size();
    flat.kernel.getInputsMutable().append(tensor.getResult());
    Value argument =
        flat.kernel.getBody().insertArgument(number, type, constant.getLoc());
    readInstead(constant->getParentOfType<linalg::GenericOp>(), constant,
                argument);
  }
}

FailureOr<FlatKernel> fp8::flattenKernel(OpBuilder &builder, KernelOp kernel,
                                         int64_t loneGroup) {
  if (kernel.isBufferized())
    return failure();
  // As few tensors have groups as can be.
  for (int64_t size : {int64_t(0), loneGroup})
    if (std::optional<FlatDomain> domain = FlatDomain::find(kernel, size)) {
      FailureOr<FlatKernel> flat = Flattener(builder, kernel, *domain).run();
      if (succeeded(flat) || loneGroup == 0)
        return flat;
    }
  return failure();
}
