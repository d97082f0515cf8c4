//===- ScatterImport.cpp - import of tm_tensor.scatter --------------------===//

#include "ScatterImport.h"

#include "RowPositions.h"
#include "fp8/IR/FP8.h"
#include "fp8/Utils/Views.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// The loops of the generic that replaces a scatter: one parallel loop for each
/// dimension of the result, then reduction loops over rows.
struct RowLoops {
  SmallVector<utils::IteratorType> iterators;
  /// The digits into which the row number is split: their extents and loops,
  /// with the most significant digit first.
  SmallVector<int64_t> extents;
  SmallVector<AffineExpr> loops;
  /// Columns of the index tensor whose coordinates the generic compares with
  /// its loop indices, and the dimensions of the result that they index. A
  /// column that contains a digit of the row number needs no comparison if a
  /// loop enumerates this digit.
  SmallVector<std::pair<unsigned, int64_t>> compared;
  /// Number of rows that the generic visits for each element of the result.
  int64_t terms = 1;
};

/// A scatter whose slices span all dimensions that are not indexed.
class Scatter {
public:
  Scatter(RewriterBase &rewriter, tm_tensor::ScatterOp op)
      : rewriter(rewriter), op(op), loc(op.getLoc()),
        shape(op.getOriginal().getType().getShape()),
        rows(op.getIndices().getType().getDimSize(0)) {}

  /// Returns the property that is not supported, or an empty string if there is
  /// none.
  StringRef match();
  bool isAddition();
  TypedAttr getNeutral();
  void replaceByAddition();
  /// Replaces the scatter by a generic that visits at most `maxTerms` rows for
  /// each element, or any number if they are reduced. Returns true on success.
  bool replaceBySelection(int64_t maxTerms);

private:
  Value dropUnitDims();
  std::optional<RowLoops> splitRows();
  Value splitRowDim(Value value, ArrayRef<int64_t> digits,
                    ArrayRef<int64_t> inner);
  SmallVector<Value> createInputs(const RowLoops &row,
                                  SmallVectorImpl<AffineMap> &maps);
  Value createElement(OpBuilder &b, Location loc, const RowLoops &row,
                      TypedAttr neutral, ValueRange arguments);

  RewriterBase &rewriter;
  tm_tensor::ScatterOp op;
  Location loc;
  ArrayRef<int64_t> shape;
  int64_t rows;
  /// The dimensions that the slices span.
  SmallVector<int64_t> window;
};
} // namespace

StringRef Scatter::match() {
  RankedTensorType updates = op.getUpdates().getType();
  if (!updates.hasStaticShape() || !op.getOriginal().getType().hasStaticShape())
    return "dynamic shapes";
  SmallVector<int64_t> sizes(shape.size(), 1);
  llvm::copy(updates.getShape().drop_front(),
             sizes.end() - (updates.getRank() - 1));
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    bool isPosition = llvm::is_contained(op.getDimensionMap(), dim);
    if (size != (isPosition ? 1 : shape[dim]))
      return "slices that cover a part of a dimension";
    if (!isPosition)
      window.push_back(dim);
  }
  return "";
}

/// Returns the updates as a tensor of shape [N, window].
Value Scatter::dropUnitDims() {
  RankedTensorType type = op.getUpdates().getType();
  SmallVector<int64_t> target = {rows};
  for (int64_t dim : window)
    target.push_back(shape[dim]);
  if (type.getShape() == ArrayRef(target))
    return op.getUpdates();
  // Reshape through rank 1, because unit dimensions can be at any position.
  Value flat = op.getUpdates();
  if (type.getRank() > 1)
    flat = tensor::CollapseShapeOp::create(rewriter, loc, flat,
                                           joinAll(type.getRank()));
  if (target.size() == 1)
    return flat;
  return tensor::ExpandShapeOp::create(rewriter, loc, type.clone(target), flat,
                                       joinAll(target.size()));
}

bool Scatter::isAddition() {
  Operation *yield = op.getBody()->getTerminator();
  auto add = yield->getOperand(0).getDefiningOp<arith::AddFOp>();
  auto isArgument = [&](Value value, unsigned i) {
    return value == op.getBody()->getArgument(i);
  };
  Type element = op.getOriginal().getType().getElementType();
  return add &&
         ((isArgument(add.getLhs(), 0) && isArgument(add.getRhs(), 1)) ||
          (isArgument(add.getLhs(), 1) && isArgument(add.getRhs(), 0))) &&
         isa<Float32Type, BFloat16Type, Float16Type>(element);
}

/// Returns the neutral element of the combiner if this is a commutative op on
/// the update and the current value. Otherwise returns null.
TypedAttr Scatter::getNeutral() {
  Block *body = op.getBody();
  Operation *combiner = body->getTerminator()->getOperand(0).getDefiningOp();
  if (!combiner || combiner->getNumOperands() != 2 ||
      !llvm::is_contained(combiner->getOperands(), body->getArgument(0)) ||
      !llvm::is_contained(combiner->getOperands(), body->getArgument(1)) ||
      !isa<arith::MaximumFOp, arith::MinimumFOp, arith::AddFOp, arith::MulFOp,
           arith::MaxSIOp, arith::MinSIOp, arith::AddIOp, arith::MulIOp>(
          combiner))
    return {};
  return arith::getNeutralElement(combiner).value_or(TypedAttr());
}

/// Replaces the scatter by fp8.scatter_add. The positions must index the first
/// dimensions in order.
void Scatter::replaceByAddition() {
  rewriter.setInsertionPoint(op);
  rewriter.replaceOpWithNewOp<ScatterAddOp>(op, dropUnitDims(), op.getIndices(),
                                            op.getOriginal());
}

/// Splits row numbers into digits. If a coordinate is a digit, only rows with
/// this digit can write to an element, and the loop over the dimension
/// enumerates the digit. Other digits become reduction loops: later rows
/// overwrite earlier ones, as in a loop over rows. Other coordinates are
/// compared. Returns std::nullopt if the digits do not divide the number of
/// rows.
std::optional<RowLoops> Scatter::splitRows() {
  RowLoops result;
  SmallVector<std::pair<RowDigit, unsigned>> digits; // and their loops
  for (auto [column, dim] : llvm::enumerate(op.getDimensionMap())) {
    std::optional<RowDigit> digit = findRowDigit(op.getIndices(), column);
    if (digit && digit->extent == shape[dim])
      digits.push_back({*digit, dim});
    else
      result.compared.push_back({column, dim});
  }
  llvm::sort(digits, [](auto &a, auto &b) {
    return std::pair(a.first.stride, a.first.extent) >
           std::pair(b.first.stride, b.first.extent);
  });
  result.iterators.assign(shape.size(), utils::IteratorType::parallel);
  auto addRest = [&](int64_t extent) {
    if (extent == 1)
      return;
    result.extents.push_back(extent);
    result.loops.push_back(rewriter.getAffineDimExpr(result.iterators.size()));
    result.iterators.push_back(utils::IteratorType::reduction);
    result.terms *= extent;
  };
  int64_t above = rows;
  for (auto [digit, dim] : digits) {
    int64_t size = digit.stride * digit.extent;
    if (size == 0 || above % size != 0)
      return std::nullopt;
    addRest(above / size);
    result.extents.push_back(digit.extent);
    result.loops.push_back(rewriter.getAffineDimExpr(dim));
    above = digit.stride;
  }
  addRest(above);
  return result;
}

/// Reshapes `value` from [N, inner] to [digits, inner].
Value Scatter::splitRowDim(Value value, ArrayRef<int64_t> digits,
                           ArrayRef<int64_t> inner) {
  if (digits.size() == 1)
    return value;
  if (digits.empty()) { // One row: [1, window] is [window].
    SmallVector<ReassociationIndices> joined;
    if (!inner.empty())
      joined.push_back({0, 1});
    for (unsigned i = 1; i < inner.size(); ++i)
      joined.push_back({i + 1});
    return tensor::CollapseShapeOp::create(rewriter, loc, value, joined);
  }
  SmallVector<int64_t> split(digits);
  llvm::append_range(split, inner);
  SmallVector<ReassociationIndices> groups(1 + inner.size());
  for (unsigned i = 0, e = split.size(); i != e; ++i)
    groups[i < digits.size() ? 0 : 1 + i - digits.size()].push_back(i);
  auto type = cast<RankedTensorType>(value.getType());
  return tensor::ExpandShapeOp::create(rewriter, loc, type.clone(split), value,
                                       groups);
}

/// Returns the inputs of the generic: the updates, then the coordinates to
/// compare. Appends the indexing maps of the inputs and of the result.
SmallVector<Value> Scatter::createInputs(const RowLoops &row,
                                         SmallVectorImpl<AffineMap> &maps) {
  auto addMap = [&](ArrayRef<AffineExpr> exprs) {
    maps.push_back(
        AffineMap::get(row.iterators.size(), 0, exprs, rewriter.getContext()));
  };
  SmallVector<int64_t> windowShape;
  SmallVector<AffineExpr> updateLoops(row.loops), resultLoops;
  for (int64_t dim : window) {
    windowShape.push_back(shape[dim]);
    updateLoops.push_back(rewriter.getAffineDimExpr(dim));
  }
  SmallVector<Value> inputs = {
      splitRowDim(dropUnitDims(), row.extents, windowShape)};
  addMap(updateLoops);
  RankedTensorType indices = op.getIndices().getType();
  for (auto [column, dim] : row.compared) {
    Value slice = tensor::ExtractSliceOp::create(
        rewriter, loc, indices.clone(ArrayRef{rows}), op.getIndices(),
        getAsIndexOpFoldResult(rewriter.getContext(),
                               {0, static_cast<int64_t>(column)}),
        getAsIndexOpFoldResult(rewriter.getContext(), {rows, 1}),
        getAsIndexOpFoldResult(rewriter.getContext(), {1, 1}));
    inputs.push_back(splitRowDim(slice, row.extents, {}));
    addMap(row.loops);
  }
  for (unsigned dim = 0, rank = shape.size(); dim != rank; ++dim)
    resultLoops.push_back(rewriter.getAffineDimExpr(dim));
  addMap(resultLoops);
  return inputs;
}

/// Computes an element of the result after one more row. If the row writes to
/// another position, a reduction combines the neutral element, and other
/// combiners keep the current value.
Value Scatter::createElement(OpBuilder &b, Location loc, const RowLoops &row,
                             TypedAttr neutral, ValueRange arguments) {
  auto selectHere = [&](Value value, Value elsewhere) {
    for (auto [i, entry] : llvm::enumerate(row.compared)) {
      Value at = arguments[1 + i];
      Value loop = linalg::IndexOp::create(b, loc, entry.second);
      if (!at.getType().isIndex())
        loop = arith::IndexCastOp::create(b, loc, at.getType(), loop);
      Value isHere =
          arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, at, loop);
      value = arith::SelectOp::create(b, loc, isHere, value, elsewhere);
    }
    return value;
  };
  Value update = arguments.front(), old = arguments.back();
  bool isReduction = neutral && row.terms > 1;
  if (isReduction && !row.compared.empty())
    update = selectHere(update, arith::ConstantOp::create(b, loc, neutral));
  IRMapping mapping;
  mapping.map(op.getBody()->getArgument(0), update);
  mapping.map(op.getBody()->getArgument(1), old);
  for (Operation &nested : op.getBody()->without_terminator())
    b.clone(nested, mapping);
  Value value =
      mapping.lookupOrDefault(op.getBody()->getTerminator()->getOperand(0));
  return isReduction ? value : selectHere(value, old);
}

bool Scatter::replaceBySelection(int64_t maxTerms) {
  std::optional<RowLoops> row = splitRows();
  if (!row)
    return false;
  // With a neutral element, the generic is a reduction, whose length is not
  // limited.
  TypedAttr neutral = getNeutral();
  if (row->terms > maxTerms && !neutral)
    return false;
  rewriter.setInsertionPoint(op);
  SmallVector<AffineMap> maps;
  SmallVector<Value> inputs = createInputs(*row, maps);
  rewriter.replaceOpWithNewOp<linalg::GenericOp>(
      op, op.getOriginal().getType(), inputs, op.getOriginal(), maps,
      row->iterators, [&](OpBuilder &b, Location loc, ValueRange arguments) {
        linalg::YieldOp::create(
            b, loc, createElement(b, loc, *row, neutral, arguments));
      });
  return true;
}

/// Maximum number of rows that the generic compares for each element if the
/// combiner has no neutral element.
static constexpr int64_t kMaxTerms = 16;

/// Extends narrower indices of `op` to 32 bits, which can represent all
/// positions.
static void widenIndices(RewriterBase &rewriter, tm_tensor::ScatterOp op) {
  RankedTensorType type = op.getIndices().getType();
  auto element = dyn_cast<IntegerType>(type.getElementType());
  if (!element || element.getWidth() >= 32)
    return;
  rewriter.setInsertionPoint(op);
  op.getInputsMutable()[1].set(arith::ExtSIOp::create(
      rewriter, op.getLoc(), type.clone(rewriter.getI64Type()),
      op.getIndices()));
}

LogicalResult mlir::fp8::importScatter(RewriterBase &rewriter,
                                       tm_tensor::ScatterOp op) {
  if (op.getIndices().getType().getDimSize(0) == 0) {
    rewriter.replaceOp(op, op.getOriginal());
    return success();
  }
  widenIndices(rewriter, op);
  Scatter scatter(rewriter, op);
  StringRef reason = scatter.match();
  if (reason.empty()) {
    ArrayRef<int64_t> dims = op.getDimensionMap();
    bool isFirst = llvm::all_of(llvm::enumerate(dims), [](auto entry) {
      return static_cast<int64_t>(entry.index()) == entry.value();
    });
    if (isFirst && !dims.empty() && scatter.isAddition()) {
      scatter.replaceByAddition();
      return success();
    }
    if (scatter.replaceBySelection(kMaxTerms))
      return success();
    reason = "positions that depend on data, except in additions along the "
             "first dimensions";
  }
  InFlightDiagnostic diag = op.emitOpError("unsupported by fp8-import-torch: ")
                            << reason;
  diag.attachNote()
      << "supported are updates that span all dimensions without positions: "
         "additions of f32, bf16 or f16 at positions along the first "
         "dimensions; sums, products, maxima and minima at any positions; and "
         "other scatters whose constant coordinates leave at most "
      << kMaxTerms << " updates for each element";
  return diag;
}
