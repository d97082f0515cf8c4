//===- ScatterLoop.cpp - loops that add slices at indices -----------------===//

#include "fp8/Utils/ScatterLoop.h"

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns the position that `op` reads or writes, or std::nullopt for other
/// ops.
std::optional<ScatterLoop::Place> ScatterLoop::getPlace(Operation *op) {
  auto getElement = [](Value tensor, ValueRange indices) {
    return Place{tensor, getAsOpFoldResult(indices),
                 SmallVector<int64_t>(indices.size(), 1)};
  };
  if (auto extract = dyn_cast_or_null<tensor::ExtractOp>(op))
    return getElement(extract.getTensor(), extract.getIndices());
  if (auto insert = dyn_cast_or_null<tensor::InsertOp>(op))
    return getElement(insert.getDest(), insert.getIndices());
  auto slice = dyn_cast_or_null<OffsetSizeAndStrideOpInterface>(op);
  if (!slice || !slice.hasUnitStride() ||
      ShapedType::isDynamicShape(slice.getStaticSizes()))
    return std::nullopt;
  Place place{nullptr, slice.getMixedOffsets(),
              SmallVector<int64_t>(slice.getStaticSizes())};
  if (auto extract = dyn_cast<tensor::ExtractSliceOp>(op))
    place.tensor = extract.getSource();
  else if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
    place.tensor = insert.getDest();
  else
    return std::nullopt;
  return place;
}

static bool isConstant(OpFoldResult value, int64_t expected) {
  std::optional<int64_t> constant = getConstantIntValue(value);
  return constant && *constant == expected;
}

static ArrayRef<int64_t> getShape(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getShape();
}

std::optional<int64_t> ScatterLoop::getCount(OpFoldResult value) {
  for (scf::ForOp loop : nest)
    if (value == OpFoldResult(loop.getInductionVar()))
      return getConstantIntValue(loop.getUpperBound());
  return std::nullopt;
}

StringRef ScatterLoop::match() {
  if (StringRef reason = matchNest(); !reason.empty())
    return reason;
  if (StringRef reason = matchBody(); !reason.empty())
    return reason;
  if (StringRef reason = matchWindow(); !reason.empty())
    return reason;
  return matchCoordinates();
}

/// Collects the loops of the nest. All loops except the innermost one only pass
/// the tensor to the next loop.
StringRef ScatterLoop::matchNest() {
  scf::ForOp loop = nest.front();
  while (true) {
    if (loop.getNumResults() != 1 ||
        !isa<RankedTensorType>(loop.getResult(0).getType()))
      return "it does not carry one tensor";
    if (!isConstant(loop.getLowerBound(), 0) ||
        !isConstant(loop.getStep(), 1) ||
        !getConstantIntValue(loop.getUpperBound()))
      return "it does not count from 0 to a constant by 1";
    if (!llvm::all_of(*loop.getBody(),
                      [](Operation &op) { return isPure(&op); }))
      return "the body has side effects";
    BlockArgument acc = loop.getRegionIterArg(0);
    auto inner = loop.getBody()
                     ->getTerminator()
                     ->getOperand(0)
                     .getDefiningOp<scf::ForOp>();
    if (!inner || inner->getBlock() != loop.getBody() || !acc.hasOneUse() ||
        inner.getInitArgs().size() != 1 || inner.getInitArgs().front() != acc)
      break;
    nest.push_back(inner);
    loop = inner;
  }
  Type element = getElementTypeOrSelf(loop.getResult(0).getType());
  if (!isa<Float32Type, BFloat16Type, Float16Type>(element))
    return "the elements are not f32, bf16 or f16";
  return {};
}

StringRef ScatterLoop::matchBody() {
  scf::ForOp loop = nest.back();
  BlockArgument acc = loop.getRegionIterArg(0);
  Operation *insert =
      loop.getBody()->getTerminator()->getOperand(0).getDefiningOp();
  std::optional<Place> written = getPlace(insert);
  if (!isa_and_nonnull<tensor::InsertOp, tensor::InsertSliceOp>(insert) ||
      !written || written->tensor != acc)
    return "it does not insert into the tensor that it carries";
  target = *written;
  auto sum = insert->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!sum || sum->getBlock() != loop.getBody())
    return "the inserted value is not a sum";
  for (unsigned i : {0, 1}) {
    Operation *read = sum->getOperand(i).getDefiningOp();
    if (!isa_and_nonnull<tensor::ExtractOp, tensor::ExtractSliceOp>(read) ||
        !(getPlace(read) == target))
      continue;
    // There must be no other use, because it would read a partially updated
    // tensor.
    if (llvm::range_size(acc.getUses()) != 2)
      return "it reads the tensor that it carries elsewhere";
    return matchUpdates(sum->getOperand(1 - i));
  }
  return "the sum does not read the position that it is written to";
}

StringRef ScatterLoop::matchUpdates(Value value) {
  Operation *read = value.getDefiningOp();
  std::optional<Place> place = getPlace(read);
  if (!isa_and_nonnull<tensor::ExtractOp, tensor::ExtractSliceOp>(read) ||
      !place || !isDefinedOutside(place->tensor))
    return "the added value is not a slice of another tensor";
  added = *place;
  std::optional<int64_t> extent =
      added.offsets.empty() ? std::nullopt : getCount(added.offsets.front());
  if (extent != getShape(added.tensor).front() || added.sizes.front() != 1)
    return "it does not add slice after slice";
  induction = cast<Value>(added.offsets.front());
  count = *extent;
  return {};
}

/// Checks that the slices have the same window on both sides. Slices must span
/// each dimension of the window, or a loop of the nest must enumerate its
/// elements.
StringRef ScatterLoop::matchWindow() {
  ArrayRef<int64_t> from = getShape(added.tensor), to = getShape(target.tensor);
  unsigned window = from.size() - 1;
  if (window >= to.size())
    return "it has no index";
  if (from.drop_front() != to.take_back(window))
    return "the slices differ in shape";
  llvm::SmallPtrSet<Value, 4> counted = {induction};
  for (unsigned d = 1, e = from.size(); d < e; ++d) {
    unsigned t = to.size() - window + d - 1;
    bool isWhole =
        isConstant(added.offsets[d], 0) && added.sizes[d] == from[d] &&
        isConstant(target.offsets[t], 0) && target.sizes[t] == from[d];
    bool isCounted = added.offsets[d] == target.offsets[t] &&
                     getCount(added.offsets[d]) == from[d] &&
                     counted.insert(cast<Value>(added.offsets[d])).second;
    if (!isWhole && !isCounted)
      return "it adds a part of a slice";
  }
  // A loop that does not index any dimension would repeat every addition.
  if (counted.size() != nest.size())
    return "a loop iterates over no dimension of the added tensor";
  return {};
}

StringRef ScatterLoop::matchCoordinates() {
  unsigned numIndices =
      getShape(target.tensor).size() + 1 - getShape(added.tensor).size();
  for (unsigned d = 0; d < numIndices; ++d) {
    std::optional<Coordinate> coordinate = matchCoordinate(target.offsets[d]);
    if (!coordinate || target.sizes[d] != 1)
      return "an index is not read from a tensor at the count of the loop";
    coordinates.push_back(*coordinate);
  }
  return {};
}

std::optional<ScatterLoop::Coordinate>
ScatterLoop::matchCoordinate(OpFoldResult offset) {
  auto value = dyn_cast<Value>(offset);
  while (value)
    if (auto cast = value.getDefiningOp<arith::IndexCastOp>())
      value = cast.getIn();
    else
      break;
  auto extract =
      value ? value.getDefiningOp<tensor::ExtractOp>() : tensor::ExtractOp();
  if (!extract || !isDefinedOutside(extract.getTensor()))
    return std::nullopt;
  RankedTensorType type = extract.getTensor().getType();
  Type element = type.getElementType();
  if (!element.isIndex() && !element.isInteger(32) && !element.isInteger(64))
    return std::nullopt;
  OperandRange indices = extract.getIndices();
  if (indices.empty() || indices.size() > 2 || indices.front() != induction ||
      type.getDimSize(0) != count)
    return std::nullopt;
  Coordinate coordinate{extract.getTensor(), std::nullopt};
  if (indices.size() == 2) {
    coordinate.column = getConstantIntValue(indices.back());
    bool isThere =
        coordinate.column && *coordinate.column >= 0 &&
        (type.isDynamicDim(1) || *coordinate.column < type.getDimSize(1));
    if (!isThere)
      return std::nullopt;
  }
  return coordinate;
}

/// Extracts one coordinate of all slices, as a tensor of shape [count, 1].
Value ScatterLoop::buildColumn(OpBuilder &builder,
                               const Coordinate &coordinate) {
  auto type = cast<RankedTensorType>(coordinate.indices.getType());
  RankedTensorType column = type.clone(ArrayRef<int64_t>{count, 1});
  if (!coordinate.column)
    return tensor::ExpandShapeOp::create(
        builder, nest.front().getLoc(), column, coordinate.indices,
        ArrayRef<ReassociationIndices>{{0, 1}});
  auto at = [&](int64_t value) -> OpFoldResult {
    return builder.getIndexAttr(value);
  };
  return tensor::ExtractSliceOp::create(
      builder, nest.front().getLoc(), column, coordinate.indices,
      ArrayRef{at(0), at(*coordinate.column)}, ArrayRef{at(count), at(1)},
      ArrayRef{at(1), at(1)});
}

Value ScatterLoop::buildIndices(OpBuilder &builder) {
  // In the common case, the indices are one tensor [count, K] whose columns are
  // used in order.
  Value whole = coordinates.front().indices;
  auto type = cast<RankedTensorType>(whole.getType());
  if (type.getRank() == 2 &&
      type.getDimSize(1) == static_cast<int64_t>(coordinates.size()) &&
      llvm::all_of(llvm::enumerate(coordinates), [&](auto entry) {
        return entry.value().indices == whole &&
               entry.value().column == static_cast<int64_t>(entry.index());
      }))
    return whole;
  SmallVector<Value> columns;
  bool mixed = llvm::any_of(coordinates, [&](const Coordinate &coordinate) {
    return getElementTypeOrSelf(coordinate.indices.getType()) !=
           type.getElementType();
  });
  for (const Coordinate &coordinate : coordinates) {
    Value column = buildColumn(builder, coordinate);
    auto columnType = cast<RankedTensorType>(column.getType());
    if (mixed && !isa<IndexType>(columnType.getElementType()))
      column = arith::IndexCastOp::create(
          builder, nest.front().getLoc(),
          columnType.clone(builder.getIndexType()), column);
    columns.push_back(column);
  }
  if (columns.size() == 1)
    return columns.front();
  return tensor::ConcatOp::create(builder, nest.front().getLoc(), /*dim=*/1,
                                  columns);
}

void ScatterLoop::replace() {
  OpBuilder builder(nest.front());
  Value indices = buildIndices(builder);
  Value init = nest.front().getInitArgs().front();
  auto scatter =
      ScatterAddOp::create(builder, nest.front().getLoc(), init.getType(),
                           added.tensor, indices, init);
  nest.front().getResult(0).replaceAllUsesWith(scatter.getResult());
  nest.front().erase();
}
