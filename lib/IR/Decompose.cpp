//===- Decompose.cpp - shared by decompositions: tensors ------------------===//

#include "Decompose.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::fp8;

LogicalResult fp8::refuseToDecompose(Operation *op, const Twine &what,
                                     StringRef supported) {
  InFlightDiagnostic diag = op->emitError("unsupported by fp8-decompose: '")
                            << op->getName() << "' " << what;
  diag.attachNote() << "supported are " << supported;
  return diag;
}

LogicalResult fp8::verifyDecomposable(Operation *op) {
  for (Value operand : op->getOperands()) {
    auto type = dyn_cast<ShapedType>(operand.getType());
    if (type && (!isa<RankedTensorType>(type) || !type.hasStaticShape()))
      return refuseToDecompose(op,
                               "with an operand of type '" +
                                   llvm::to_string(operand.getType()) + "'",
                               "tensors of static shape");
  }
  return success();
}

//===----------------------------------------------------------------------===//
// TensorBuilder
//===----------------------------------------------------------------------===//

Value TensorBuilder::empty(ArrayRef<int64_t> shape, Type element) {
  return tensor::EmptyOp::create(*this, shape, element);
}

Value TensorBuilder::filled(ArrayRef<int64_t> shape, float value) {
  Value scalar = number(value);
  return linalg::FillOp::create(*this, scalar, empty(shape, getF32Type()))
      .getResult(0);
}

SmallVector<Value> TensorBuilder::generic(ValueRange inputs, ValueRange outputs,
                                          ArrayRef<AffineMap> maps,
                                          ElementFn element) {
  unsigned numLoops = maps.front().getNumDims();
  SmallVector<utils::IteratorType> iterators(numLoops,
                                             utils::IteratorType::reduction);
  for (AffineMap map : maps.take_back(outputs.size()))
    for (AffineExpr expr : map.getResults())
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        iterators[dim.getPosition()] = utils::IteratorType::parallel;
  auto op = linalg::GenericOp::create(
      *this, outputs.getTypes(), inputs, outputs, maps, iterators,
      [&](OpBuilder &builder, Location loc, ValueRange arguments) {
        ElementBuilder elements(loc, builder);
        linalg::YieldOp::create(builder, loc, element(elements, arguments));
      });
  return SmallVector<Value>(op.getResults());
}

SmallVector<Value> TensorBuilder::elementwise(ValueRange inputs,
                                              ValueRange outputs,
                                              ElementFn element) {
  unsigned rank = cast<RankedTensorType>(outputs.front().getType()).getRank();
  SmallVector<AffineMap> maps;
  for (Value value : llvm::concat<Value>(SmallVector<Value>(inputs),
                                         SmallVector<Value>(outputs)))
    maps.push_back(cast<RankedTensorType>(value.getType()).getRank() == 0
                       ? AffineMap::get(rank, 0, getContext())
                       : getMultiDimIdentityMap(rank));
  return generic(inputs, outputs, maps, element);
}

Value TensorBuilder::amax(Value input, Value init, AffineMap outputMap) {
  SmallVector<AffineMap> maps = {getMultiDimIdentityMap(outputMap.getNumDims()),
                                 outputMap};
  Value largest =
      generic(input, init, maps, [](ElementBuilder &e, ValueRange arguments) {
        Value magnitude = e.abs(e.decode(arguments[0]));
        return SmallVector<Value>{e.max(arguments[1], magnitude)};
      }).front();
  auto type = cast<RankedTensorType>(largest.getType());
  return elementwise(largest, empty(type.getShape(), getF32Type()),
                     [](ElementBuilder &e, ValueRange arguments) {
                       return SmallVector<Value>{e.canonicalize(arguments[0])};
                     })
      .front();
}

Value TensorBuilder::amax(Value input, Value init) {
  unsigned rank = cast<RankedTensorType>(input.getType()).getRank();
  return amax(input, init, AffineMap::get(rank, 0, getContext()));
}

Value TensorBuilder::extract(Value value) {
  return tensor::ExtractOp::create(*this, value, ValueRange());
}

//===----------------------------------------------------------------------===//
// Granules
//===----------------------------------------------------------------------===//

/// Returns the number of elements of a granule along a dimension if `extent` is
/// a multiple of it, else std::nullopt. A granule of `size` elements that is
/// longer than the dimension covers all of it.
static std::optional<int64_t> getSplit(int64_t extent, int64_t size) {
  size = std::min(size, extent);
  if (size == 0 || extent % size != 0)
    return std::nullopt;
  return size;
}

Granules::Granules(GranularityAttr granularity, RankedTensorType type)
    : type(type), scaleShape(*granularity.getScaleShape(type.getShape())) {
  MLIRContext *context = type.getContext();
  int64_t rank = type.getRank();
  if (granularity.getKind() == GranularityKind::Group) {
    divideFlat(granularity.getSizes()[0]);
    return;
  }
  SmallVector<AffineExpr> exprs;
  for (auto [d, extent] : llvm::enumerate(type.getShape())) {
    AffineExpr expr = getAffineDimExpr(viewShape.size(), context);
    int64_t granule = granularity.getExtent(d, rank);
    groups.emplace_back().push_back(viewShape.size());
    std::optional<int64_t> split;
    // A dimension with one element, or with one element per scale, needs no
    // split.
    if (granule > 1 && extent > 1)
      split = getSplit(extent, granule);
    if (split) {
      groups.back().push_back(viewShape.size() + 1);
      viewShape.append({extent / *split, *split});
    } else {
      viewShape.push_back(extent);
      expr = granule > 1 ? expr.floorDiv(granule) : expr;
    }
    if (granule != 0)
      exprs.push_back(expr);
  }
  if (static_cast<int64_t>(viewShape.size()) == rank)
    groups.clear();
  scaleMap = AffineMap::get(viewShape.size(), 0, exprs, context);
}

void Granules::divideFlat(int64_t size) {
  MLIRContext *context = type.getContext();
  isFlat = true;
  if (type.getRank() == 0) {
    scaleMap = AffineMap::get(0, 0, getAffineConstantExpr(0, context));
    return;
  }
  int64_t numElements = type.getNumElements();
  AffineExpr first = getAffineDimExpr(0, context);
  if (std::optional<int64_t> split = getSplit(numElements, size)) {
    viewShape = {numElements / *split, *split};
    groups.push_back({0, 1});
    scaleMap = AffineMap::get(2, 0, first);
    return;
  }
  viewShape = {numElements};
  scaleMap = AffineMap::get(1, 0, first.floorDiv(size));
}

AffineMap Granules::getDataMap() const {
  return AffineMap::getMultiDimIdentityMap(viewShape.size(), type.getContext());
}

SmallVector<Value> Granules::getIndices(ElementBuilder &b) const {
  SmallVector<Value> indices;
  for (unsigned d = 0; d < viewShape.size(); ++d)
    indices.push_back(linalg::IndexOp::create(b, static_cast<int64_t>(d)));
  if (!groups.empty()) {
    SmallVector<Value> parts = std::move(indices);
    indices.clear();
    for (ArrayRef<int64_t> group : groups) {
      Value index = parts[group.front()];
      for (int64_t part : group.drop_front())
        index = b.add(b.mul(index, viewShape[part]), parts[part]);
      indices.push_back(index);
    }
  }
  if (!isFlat || type.getRank() <= 1)
    return indices;
  Value rest = indices.front();
  indices.assign(type.getRank(), Value());
  for (int64_t d = type.getRank() - 1; d > 0; --d) {
    Value extent = b.constant(b.getIndexType(), type.getDimSize(d));
    indices[d] = arith::RemUIOp::create(b, rest, extent);
    rest = b.div(rest, extent);
  }
  indices[0] = rest;
  return indices;
}

static SmallVector<ReassociationIndices> getFlatGroup(int64_t rank) {
  return {llvm::to_vector<2>(llvm::seq<int64_t>(0, rank))};
}

Value Granules::open(TensorBuilder &b, Value tensor) const {
  if (isFlat && type.getRank() > 1)
    tensor = tensor::CollapseShapeOp::create(b, tensor,
                                             getFlatGroup(type.getRank()));
  if (groups.empty())
    return tensor;
  auto viewType = RankedTensorType::get(
      viewShape, cast<RankedTensorType>(tensor.getType()).getElementType());
  return tensor::ExpandShapeOp::create(b, viewType, tensor, groups);
}

Value Granules::close(TensorBuilder &b, Value view, Type to) const {
  Value tensor = view;
  if (!groups.empty())
    tensor = tensor::CollapseShapeOp::create(b, view, groups);
  if (isFlat && type.getRank() > 1)
    tensor = tensor::ExpandShapeOp::create(b, to, tensor,
                                           getFlatGroup(type.getRank()));
  return tensor;
}
