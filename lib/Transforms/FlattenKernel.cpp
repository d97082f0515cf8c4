//===- FlattenKernel.cpp - elementwise kernels on one dimension -----------===//
//
// A tensor of a kernel with a flat form is full, with an element per point of
// the domain, in row-major order, or a scalar, with one element in all.
//
//===----------------------------------------------------------------------===//

#include "FlattenKernel.h"
#include "Views.h"
#include "fp8/Analysis/Buckets.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::fp8;

void FlatKernel::erase() {
  for (Operation *op : llvm::reverse(ops))
    op->erase();
  ops.clear();
}

namespace {
class Flattener {
public:
  Flattener(OpBuilder &builder, KernelOp kernel)
      : builder(builder), kernel(kernel) {}

  FailureOr<FlatKernel> run();

private:
  enum class Extent { Full, Scalar, Other };
  Extent getExtent(Type type) const;
  Type flatten(Type type) const;
  bool canFlatten();
  bool canFlatten(Operation &op);
  bool canFlatten(linalg::GenericOp generic);
  bool canFlattenIndices(linalg::GenericOp generic);
  bool followIndex(Value value, linalg::GenericOp generic);
  bool walksInOrder(linalg::GenericOp generic, AffineMap map) const;
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
  FlatKernel result;
  int64_t numElements = 0;
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

Flattener::Extent Flattener::getExtent(Type type) const {
  auto shaped = cast<ShapedType>(type);
  if (shaped.getRank() > 0 && shaped.getNumElements() == numElements)
    return Extent::Full;
  return shaped.getNumElements() == 1 ? Extent::Scalar : Extent::Other;
}

Type Flattener::flatten(Type type) const {
  auto shaped = cast<RankedTensorType>(type);
  if (getExtent(type) == Extent::Full)
    return RankedTensorType::get({numElements}, shaped.getElementType());
  return RankedTensorType::get({}, shaped.getElementType());
}

/// Whether `map`, of a full tensor, names the loops that have iterations in
/// their order.
bool Flattener::walksInOrder(linalg::GenericOp generic, AffineMap map) const {
  SmallVector<int64_t> ranges = generic.getStaticLoopRanges();
  unsigned next = 0;
  auto skipUnits = [&] {
    while (next < ranges.size() && ranges[next] == 1)
      ++next;
  };
  for (AffineExpr expr : map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (dim && ranges[dim.getPosition()] != 1) {
      skipUnits();
      if (next != dim.getPosition())
        return false;
      ++next;
    } else if (!dim && !isa<AffineConstantExpr>(expr)) {
      return false;
    }
  }
  skipUnits();
  return next == ranges.size();
}

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

/// Of a generic over all elements: whether it combines some.
bool Flattener::isReduction(linalg::GenericOp generic) const {
  return llvm::any_of(generic.getDpsInits(), [&](Value init) {
    return getExtent(init.getType()) == Extent::Scalar;
  });
}

bool Flattener::canFlatten(linalg::GenericOp generic) {
  if (generic.hasDynamicShape() ||
      !generic.getBody()->getOps<tensor::ExtractOp>().empty() ||
      !canFlattenIndices(generic))
    return false;
  bool waits = llvm::any_of(generic->getOperands(), [&](Value operand) {
    return totals.contains(operand);
  });
  bool isScalar = llvm::all_of(generic->getOperandTypes(), [&](Type type) {
    return getExtent(type) == Extent::Scalar;
  });
  if (isScalar) {
    if (waits)
      totals.insert_range(generic.getResults());
    return llvm::product_of(generic.getStaticLoopRanges()) == 1;
  }
  if (waits || llvm::product_of(generic.getStaticLoopRanges()) != numElements)
    return false;
  for (OpOperand &operand : generic->getOpOperands())
    if (getExtent(operand.get().getType()) == Extent::Full &&
        !walksInOrder(generic, generic.getMatchingIndexingMap(&operand)))
      return false;
  // One element is combined if its loop is a reduction, else overwritten.
  if (isReduction(generic)) {
    if (!llvm::is_contained(generic.getIteratorTypesArray(),
                            utils::IteratorType::reduction))
      return false;
    for (OpResult made : generic->getResults())
      if (getExtent(made.getType()) == Extent::Scalar)
        totals.insert(made);
  }
  return true;
}

bool Flattener::canFlatten(Operation &op) {
  for (Type type : op.getOperandTypes())
    if (isa<ShapedType>(type) && getExtent(type) == Extent::Other)
      return false;
  for (Type type : op.getResultTypes())
    if (isa<ShapedType>(type) && getExtent(type) == Extent::Other)
      return false;
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    return canFlatten(generic);
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op)) {
    if (totals.contains(op.getOperand(0)))
      totals.insert(op.getResult(0));
    return getExtent(op.getOperand(0).getType()) ==
           getExtent(op.getResult(0).getType());
  }
  return isa<arith::ConstantOp, tensor::EmptyOp, linalg::FillOp, KernelYieldOp>(
      op);
}

bool Flattener::canFlatten() {
  // The results say what is full: a scalar may be a state, too.
  bool found = false;
  for (Value init : kernel.getInits()) {
    auto type = cast<ShapedType>(init.getType());
    if (type.getRank() == 0 || (found && type.getNumElements() <= numElements))
      continue;
    numElements = type.getNumElements();
    found = true;
  }
  if (!found || kernel.isBufferized())
    return false;
  for (Type type : kernel->getOperandTypes())
    if (getExtent(type) == Extent::Other)
      return false;
  return llvm::all_of(kernel.getBody().front(),
                      [&](Operation &op) { return canFlatten(op); });
}

//===----------------------------------------------------------------------===//
// The flat form
//===----------------------------------------------------------------------===//

Value Flattener::flattenOperand(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  auto flat = cast<RankedTensorType>(flatten(type));
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
  bool isScalar = llvm::all_of(generic->getOperandTypes(), [&](Type type) {
    return getExtent(type) == Extent::Scalar;
  });
  unsigned numLoops = isScalar ? 0 : 1;
  SmallVector<AffineMap> maps;
  for (Type type : generic->getOperandTypes())
    maps.push_back(getExtent(type) == Extent::Full
                       ? builder.getMultiDimIdentityMap(1)
                       : AffineMap::get(numLoops, 0, builder.getContext()));
  SmallVector<utils::IteratorType> iterators(
      numLoops, isReduction(generic) ? utils::IteratorType::reduction
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
    auto type = cast<RankedTensorType>(flatten(constant.getType()));
    mapping.map(
        op.getResult(0),
        arith::ConstantOp::create(builder, op.getLoc(), splat.resizeSplat(type))
            .getResult());
    return;
  }
  if (isa<tensor::EmptyOp>(op)) {
    auto type = cast<RankedTensorType>(flatten(op.getResult(0).getType()));
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

void Flattener::cloneBody(KernelOp flat) {
  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(&flat.getBody());
  for (BlockArgument argument : kernel.getBody().getArguments())
    mapping.map(argument, body->addArgument(flatten(argument.getType()),
                                            argument.getLoc()));
  for (Operation &op : kernel.getBody().front())
    cloneOp(op);
  eraseUnusedConstants(*body);
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

FailureOr<FlatKernel> fp8::flattenKernel(OpBuilder &builder, KernelOp kernel) {
  return Flattener(builder, kernel).run();
}
