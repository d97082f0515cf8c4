//===- ElementsRead.cpp - argument elements that values read --------------===//

#include "fp8/Analysis/ElementsRead.h"
#include "fp8/Analysis/Movement.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns true if `slice` is a real part of the tensor. A whole tensor is not,
/// and neither is a slice whose offset is a loop counter, because the loop
/// covers the whole tensor.
static bool takesPart(tensor::ExtractSliceOp slice) {
  for (auto [dim, offset] : llvm::enumerate(slice.getMixedOffsets())) {
    auto counter = dyn_cast_if_present<BlockArgument>(dyn_cast<Value>(offset));
    bool coversTensor =
        counter && isa<scf::ForOp>(counter.getOwner()->getParentOp());
    if (!coversTensor &&
        slice.getStaticSizes()[dim] != slice.getSourceType().getDimSize(dim))
      return true;
  }
  return false;
}

/// Returns the indexing map of `extract` if it reads all elements, with a
/// separate loop for each dimension; else null.
static AffineMap getMapOfWhole(tensor::ExtractOp extract) {
  llvm::SmallDenseSet<int64_t> loops;
  SmallVector<AffineExpr> positions;
  unsigned numLoops = 0;
  for (auto [index, size] : llvm::zip_equal(
           extract.getIndices(), extract.getTensor().getType().getShape())) {
    auto counter = index.getDefiningOp<linalg::IndexOp>();
    if (!counter || !loops.insert(counter.getDim()).second)
      return {};
    auto op = cast<linalg::LinalgOp>(counter->getParentOp());
    if (op.getStaticLoopRanges()[counter.getDim()] != size)
      return {};
    positions.push_back(
        getAffineDimExpr(counter.getDim(), extract.getContext()));
    numLoops = op.getNumLoops();
  }
  return AffineMap::get(numLoops, 0, positions, extract.getContext());
}

/// Returns `elements`, with `value` as the new order.
static FailureOr<Elements> reorder(FailureOr<Elements> elements, Value value) {
  if (succeeded(elements) && !elements->none()) {
    elements->order = value;
    elements->map = {};
  }
  return elements;
}

/// Returns `elements` of a tensor that is read through `map`.
static FailureOr<Elements> readThrough(FailureOr<Elements> elements,
                                       AffineMap map) {
  if (succeeded(elements) && !elements->none())
    elements->map = map;
  return elements;
}

/// Calls `visit` with the row-major number of each element of a slice. `shape`
/// is the shape of the tensor. Returns false if an element is out of bounds.
static bool visitSliceElements(ArrayRef<int64_t> shape,
                               ArrayRef<int64_t> offsets,
                               ArrayRef<int64_t> sizes,
                               ArrayRef<int64_t> strides,
                               function_ref<void(int64_t)> visit) {
  SmallVector<int64_t> weights = mlir::computeStrides(shape);
  SmallVector<int64_t> perPlace = mlir::computeStrides(sizes);
  for (int64_t i = 0, e = mlir::computeProduct(sizes); i < e; ++i) {
    int64_t number = 0;
    for (auto [place, offset, stride, size, weight] :
         llvm::zip_equal(mlir::delinearize(i, perPlace), offsets, strides,
                         shape, weights)) {
      int64_t index = offset + place * stride;
      if (index < 0 || index >= size)
        return false;
      number += index * weight;
    }
    visit(number);
  }
  return true;
}

FailureOr<SmallVector<int64_t>> ElementsRead::getPlaces(Value value) {
  if (value == argument)
    return llvm::to_vector(llvm::seq<int64_t>(0, countAll()));
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumOperands() == 0)
    return failure();
  SmallVector<int64_t> offsets, sizes, strides;
  auto slice = dyn_cast<tensor::ExtractSliceOp>(op);
  if (slice) {
    offsets = llvm::to_vector(slice.getStaticOffsets());
    sizes = llvm::to_vector(slice.getStaticSizes());
    strides = llvm::to_vector(slice.getStaticStrides());
  } else if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
    for (Value index : extract.getIndices())
      offsets.push_back(
          getConstantIntValue(index).value_or(ShapedType::kDynamic));
    sizes.assign(offsets.size(), 1);
    strides.assign(offsets.size(), 1);
  } else if (!isa<arith::IndexCastOp, arith::ExtSIOp, arith::ExtUIOp,
                  arith::TruncIOp>(op) &&
             !getMovedSource(op, Move::Order)) {
    return failure();
  }
  FailureOr<SmallVector<int64_t>> source = getPlaces(op->getOperand(0));
  if (failed(source) || (!slice && !isa<tensor::ExtractOp>(op)))
    return source;
  if (llvm::any_of(offsets, ShapedType::isDynamic) ||
      llvm::any_of(sizes, ShapedType::isDynamic) ||
      llvm::any_of(strides, ShapedType::isDynamic))
    return failure();
  SmallVector<int64_t> places;
  auto shape = cast<RankedTensorType>(op->getOperand(0).getType()).getShape();
  if (!visitSliceElements(shape, offsets, sizes, strides,
                          [&](int64_t i) { places.push_back((*source)[i]); }))
    return failure();
  return places;
}

FailureOr<Elements> ElementsRead::computePart(Value value, Value source) {
  FailureOr<Elements> elements = get(source);
  if (failed(elements) || elements->none())
    return elements;
  FailureOr<SmallVector<int64_t>> places = getPlaces(value);
  if (failed(places))
    return failure();
  elements->read.reset();
  for (int64_t place : *places)
    elements->read.set(place);
  return reorder(elements, value);
}

FailureOr<Elements> ElementsRead::computeArgument(BlockArgument value) {
  Operation *parent = value.getOwner()->getParentOp();
  if (auto op = dyn_cast<linalg::LinalgOp>(parent)) {
    OpOperand *operand = op.getMatchingOpOperand(value);
    return readThrough(get(operand->get()), op.getMatchingIndexingMap(operand));
  }
  // The function may be called with a part of the argument, so the elements are
  // unknown.
  if (isa<func::FuncOp>(parent) && value.getOwner() != argument.getOwner())
    return failure();
  return Elements(countAll());
}

FailureOr<Elements> ElementsRead::computeOfBody(linalg::LinalgOp op,
                                                OpResult result) {
  FailureOr<Elements> elements = get(
      op.getMatchingYieldValue(op.getDpsInitOperand(result.getResultNumber()))
          ->get());
  if (failed(elements) || elements->none())
    return elements;
  // An element of a reduction depends on several elements.
  if (op.getNumReductionLoops() != 0)
    return failure();
  AffineMap map = op.getIndexingMapMatchingResult(result);
  return elements->map == map ? readThrough(elements, {})
                              : reorder(elements, result);
}

FailureOr<Elements> ElementsRead::computeFromOperands(Operation *op) {
  Elements elements(countAll());
  for (Value operand : op->getOperands()) {
    FailureOr<Elements> other = get(operand);
    // If two operands are different parts, it is unknown which elements are
    // combined.
    if (failed(other) ||
        (!elements.none() && !other->none() && !(*other == elements)))
      return failure();
    if (!other->none())
      elements = *other;
  }
  bool keepsOrder =
      op->hasTrait<OpTrait::Elementwise>() ||
      llvm::none_of(op->getResultTypes(), llvm::IsaPred<ShapedType>);
  if (!keepsOrder)
    return reorder(elements, op->getResult(0));
  return elements;
}

FailureOr<Elements> ElementsRead::compute(Value value) {
  if (value == argument) {
    Elements elements(countAll());
    elements.read.set();
    elements.order = argument;
    return elements;
  }
  if (auto blockArgument = dyn_cast<BlockArgument>(value))
    return computeArgument(blockArgument);
  Operation *op = value.getDefiningOp();
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return takesPart(slice) ? computePart(value, slice.getSource())
                            : reorder(get(slice.getSource()), value);
  if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
    if (AffineMap map = getMapOfWhole(extract))
      return readThrough(get(extract.getTensor()), map);
    return computePart(value, extract.getTensor());
  }
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return computeOfBody(linalgOp, cast<OpResult>(value));
  return computeFromOperands(op);
}

FailureOr<Elements> ElementsRead::get(Value value) {
  auto it = known.find(value);
  if (it != known.end())
    return it->second;
  FailureOr<Elements> elements = compute(value);
  known.try_emplace(value, elements);
  return elements;
}
