//===- RaiseScatter.cpp - --fp8-raise-scatter -----------------------------===//
//
// The loop, with `acc` its iteration argument and `i` its induction variable:
//
//   at  = [index_cast] extract index_tensor[i] or [i, k]      (K times)
//   old = extract[_slice] acc[at_0, ..., at_K-1, 0, ...]
//   add = extract[_slice] updates[i, 0, ...]
//   new = insert[_slice] (old + add) into acc[at_0, ..., at_K-1, 0, ...]
//
//===----------------------------------------------------------------------===//

#include "fp8/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_FP8RAISESCATTER
#include "fp8/Transforms/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {

/// A place in a tensor: an element, or a slice of unit steps.
struct Place {
  Value tensor;
  SmallVector<OpFoldResult> offsets;
  SmallVector<int64_t> sizes; // 1 for an element

  bool operator==(const Place &other) const {
    return tensor == other.tensor && offsets == other.offsets &&
           sizes == other.sizes;
  }
};

/// One coordinate: `indices[i]`, or `indices[i, column]`.
struct Coordinate {
  Value indices;
  std::optional<int64_t> column;
};

class ScatterLoop {
public:
  explicit ScatterLoop(scf::ForOp loop) : loop(loop) {}

  /// Empty if the loop is one, else what differs.
  StringRef match();
  void replace();

private:
  StringRef matchBounds();
  StringRef matchBody();
  StringRef matchUpdates(Value value);
  StringRef matchCoordinates();
  std::optional<Coordinate> matchCoordinate(OpFoldResult offset);
  Value buildIndices(OpBuilder &builder);
  Value buildColumn(OpBuilder &builder, const Coordinate &coordinate);

  scf::ForOp loop;
  int64_t count = 0;
  Place target;
  Value updates;
  SmallVector<Coordinate> coordinates;
};

struct RaiseScatter : fp8::impl::FP8RaiseScatterBase<RaiseScatter> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation()->walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      ScatterLoop scatter(loop);
      auto options = remark::RemarkOpts::name("raise-scatter").category("fp8");
      StringRef reason = scatter.match();
      if (!reason.empty()) {
        remark::missed(loop.getLoc(), options) << ("kept: " + reason).str();
        continue;
      }
      remark::passed(loop.getLoc(), options) << "raised to fp8.scatter_add";
      scatter.replace();
    }
    if (auto module = dyn_cast<ModuleOp>(getOperation()))
      recordDone(module, getArgument());
  }
};

} // namespace

/// The place that `op` reads, or writes into, or nothing.
static std::optional<Place> getPlace(Operation *op) {
  if (auto extract = dyn_cast_or_null<tensor::ExtractOp>(op))
    return Place{extract.getTensor(), getAsOpFoldResult(extract.getIndices()),
                 SmallVector<int64_t>(extract.getIndices().size(), 1)};
  if (auto insert = dyn_cast_or_null<tensor::InsertOp>(op))
    return Place{insert.getDest(), getAsOpFoldResult(insert.getIndices()),
                 SmallVector<int64_t>(insert.getIndices().size(), 1)};
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

/// Constant operands and constant attributes alike.
static bool isConstant(OpFoldResult value, int64_t expected) {
  std::optional<int64_t> constant = getConstantIntValue(value);
  return constant && *constant == expected;
}

StringRef ScatterLoop::match() {
  if (StringRef reason = matchBounds(); !reason.empty())
    return reason;
  if (StringRef reason = matchBody(); !reason.empty())
    return reason;
  return matchCoordinates();
}

StringRef ScatterLoop::matchBounds() {
  if (loop.getNumResults() != 1 ||
      !isa<RankedTensorType>(loop.getResult(0).getType()))
    return "it does not carry one tensor";
  Type element = getElementTypeOrSelf(loop.getResult(0).getType());
  if (!isa<Float32Type, BFloat16Type, Float16Type>(element))
    return "the elements are not f32, bf16 or f16";
  std::optional<int64_t> upper = getConstantIntValue(loop.getUpperBound());
  if (!isConstant(loop.getLowerBound(), 0) || !isConstant(loop.getStep(), 1) ||
      !upper)
    return "it does not count from 0 to a constant by 1";
  count = *upper;
  for (Operation &op : *loop.getBody())
    if (!isPure(&op))
      return "the body has side effects";
  return {};
}

StringRef ScatterLoop::matchBody() {
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
    return "what it inserts is no sum";
  for (unsigned i : {0, 1}) {
    Operation *read = sum->getOperand(i).getDefiningOp();
    if (!isa_and_nonnull<tensor::ExtractOp, tensor::ExtractSliceOp>(read) ||
        !(getPlace(read) == target))
      continue;
    // More uses would read the tensor half updated.
    if (llvm::range_size(acc.getUses()) != 2)
      return "it reads the tensor that it carries elsewhere";
    return matchUpdates(sum->getOperand(1 - i));
  }
  return "the sum does not read the place that it is written to";
}

StringRef ScatterLoop::matchUpdates(Value value) {
  Operation *read = value.getDefiningOp();
  if (!isa_and_nonnull<tensor::ExtractOp, tensor::ExtractSliceOp>(read))
    return "what it adds is no slice of another tensor";
  std::optional<Place> place = getPlace(read);
  if (!place || !loop.isDefinedOutsideOfLoop(place->tensor))
    return "what it adds is no slice of another tensor";
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(place->tensor.getType()).getShape();
  if (place->offsets.empty() ||
      place->offsets.front() != OpFoldResult(loop.getInductionVar()) ||
      shape.front() != count || place->sizes.front() != 1)
    return "it does not add slice after slice";
  for (unsigned d = 1, e = shape.size(); d < e; ++d)
    if (!isConstant(place->offsets[d], 0) || place->sizes[d] != shape[d])
      return "it adds a part of a slice";
  updates = place->tensor;
  return {};
}

StringRef ScatterLoop::matchCoordinates() {
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(target.tensor.getType()).getShape();
  unsigned rank = shape.size();
  unsigned window = cast<RankedTensorType>(updates.getType()).getRank() - 1;
  if (window >= rank)
    return "it has no index";
  for (unsigned d = 0; d < rank; ++d) {
    if (d >= rank - window) {
      if (!isConstant(target.offsets[d], 0) || target.sizes[d] != shape[d])
        return "it writes a part of a slice";
      continue;
    }
    std::optional<Coordinate> coordinate = matchCoordinate(target.offsets[d]);
    if (!coordinate || target.sizes[d] != 1)
      return "an index is not read from a tensor at the count of the loop";
    coordinates.push_back(*coordinate);
  }
  if (ArrayRef(shape).take_back(window) !=
      cast<RankedTensorType>(updates.getType()).getShape().drop_front())
    return "the slices differ in shape";
  return {};
}

std::optional<Coordinate> ScatterLoop::matchCoordinate(OpFoldResult offset) {
  auto value = dyn_cast<Value>(offset);
  while (value)
    if (auto cast = value.getDefiningOp<arith::IndexCastOp>())
      value = cast.getIn();
    else
      break;
  auto extract =
      value ? value.getDefiningOp<tensor::ExtractOp>() : tensor::ExtractOp();
  if (!extract || !loop.isDefinedOutsideOfLoop(extract.getTensor()))
    return std::nullopt;
  RankedTensorType type = extract.getTensor().getType();
  if (!isa<IndexType>(type.getElementType()) &&
      !type.getElementType().isInteger(32) &&
      !type.getElementType().isInteger(64))
    return std::nullopt;
  OperandRange indices = extract.getIndices();
  if (indices.empty() || indices.size() > 2 ||
      indices.front() != loop.getInductionVar() || type.getDimSize(0) != count)
    return std::nullopt;
  Coordinate coordinate{extract.getTensor(), std::nullopt};
  if (indices.size() == 2) {
    coordinate.column = getConstantIntValue(indices.back());
    if (!coordinate.column)
      return std::nullopt;
  }
  return coordinate;
}

/// One coordinate of every slice, as a tensor of shape [count, 1].
Value ScatterLoop::buildColumn(OpBuilder &builder,
                               const Coordinate &coordinate) {
  auto type = cast<RankedTensorType>(coordinate.indices.getType());
  RankedTensorType column = type.clone(ArrayRef<int64_t>{count, 1});
  if (!coordinate.column)
    return tensor::ExpandShapeOp::create(
        builder, loop.getLoc(), column, coordinate.indices,
        ArrayRef<ReassociationIndices>{{0, 1}});
  auto at = [&](int64_t value) -> OpFoldResult {
    return builder.getIndexAttr(value);
  };
  return tensor::ExtractSliceOp::create(
      builder, loop.getLoc(), column, coordinate.indices,
      ArrayRef{at(0), at(*coordinate.column)}, ArrayRef{at(count), at(1)},
      ArrayRef{at(1), at(1)});
}

Value ScatterLoop::buildIndices(OpBuilder &builder) {
  // The usual case: a tensor [count, K] whose columns are used in order.
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
          builder, loop.getLoc(), columnType.clone(builder.getIndexType()),
          column);
    columns.push_back(column);
  }
  if (columns.size() == 1)
    return columns.front();
  return tensor::ConcatOp::create(builder, loop.getLoc(), /*dim=*/1, columns);
}

void ScatterLoop::replace() {
  OpBuilder builder(loop);
  Value indices = buildIndices(builder);
  Value init = loop.getInitArgs().front();
  auto scatter = ScatterAddOp::create(builder, loop.getLoc(), init.getType(),
                                      updates, indices, init);
  loop.getResult(0).replaceAllUsesWith(scatter.getResult());
  loop.erase();
}
