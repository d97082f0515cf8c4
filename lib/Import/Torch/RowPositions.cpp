//===- RowPositions.cpp - positions that depend on the row only -----------===//
//
// Frontends materialize all coordinates of a position, including coordinates
// that only enumerate rows. To find such coordinates, the tracer follows one
// element at a symbolic row back to its definition.
//
//===----------------------------------------------------------------------===//

#include "RowPositions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// Expresses an element of an index tensor as an affine expression of d0, the
/// number of its row. Returns null for elements that it cannot express.
class ElementTracer {
public:
  ElementTracer(int64_t rows, MLIRContext *context)
      : rows(rows), context(context) {}

  AffineExpr trace(Value tensor, ArrayRef<AffineExpr> at);

private:
  AffineExpr traceStructured(linalg::LinalgOp op, unsigned result,
                             ArrayRef<AffineExpr> at);
  AffineExpr traceInsert(tensor::InsertSliceOp op, ArrayRef<AffineExpr> at);
  AffineExpr traceConcat(tensor::ConcatOp op, ArrayRef<AffineExpr> at);
  AffineExpr traceConstant(DenseIntElementsAttr values,
                           ArrayRef<AffineExpr> at);
  AffineExpr traceCollapse(tensor::CollapseShapeOp op, ArrayRef<AffineExpr> at);
  AffineExpr traceExpand(tensor::ExpandShapeOp op, ArrayRef<AffineExpr> at);
  /// Evaluates `value`, which is in the body of `op`, for the loop indices
  /// `loops`.
  AffineExpr evaluate(Value value, linalg::LinalgOp op,
                      ArrayRef<AffineExpr> loops);
  AffineExpr compute(Value value, linalg::LinalgOp op,
                     ArrayRef<AffineExpr> loops);

  AffineExpr constant(int64_t value) {
    return getAffineConstantExpr(value, context);
  }
  /// Returns an upper bound of `expr`, or std::nullopt if `expr` may be
  /// negative or has no known bound.
  std::optional<int64_t> getLargest(AffineExpr expr);
  AffineExpr mod(AffineExpr lhs, int64_t rhs);
  AffineExpr floorDiv(AffineExpr lhs, int64_t rhs);

  int64_t rows;
  MLIRContext *context;
  /// Number of values that may still be visited. The limit is necessary because
  /// chains of sums can take exponential time.
  unsigned budget = 4096;
};
} // namespace

std::optional<int64_t> ElementTracer::getLargest(AffineExpr expr) {
  // getBoundForAffineExpr finds no bound for sums with quotients or remainders.
  if (auto value = dyn_cast<AffineConstantExpr>(expr))
    return value.getValue() >= 0 ? std::optional(value.getValue())
                                 : std::nullopt;
  if (isa<AffineDimExpr>(expr))
    return rows - 1;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  std::optional<int64_t> lhs = getLargest(binary.getLHS());
  std::optional<int64_t> rhs = getLargest(binary.getRHS());
  if (!lhs || !rhs)
    return std::nullopt;
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return *lhs + *rhs;
  case AffineExprKind::Mul:
    return *lhs * *rhs;
  case AffineExprKind::Mod:
    return std::min(*lhs, *rhs - 1);
  case AffineExprKind::FloorDiv:
    return *lhs / *rhs;
  default:
    return std::nullopt;
  }
}

AffineExpr ElementTracer::mod(AffineExpr lhs, int64_t rhs) {
  std::optional<int64_t> largest = getLargest(lhs);
  if (!largest || rhs <= 0)
    return nullptr;
  return *largest < rhs ? lhs : lhs % rhs;
}

AffineExpr ElementTracer::floorDiv(AffineExpr lhs, int64_t rhs) {
  std::optional<int64_t> largest = getLargest(lhs);
  if (!largest || rhs <= 0)
    return nullptr;
  return *largest < rhs ? constant(0) : lhs.floorDiv(rhs);
}

AffineExpr ElementTracer::traceInsert(tensor::InsertSliceOp op,
                                      ArrayRef<AffineExpr> at) {
  RankedTensorType type = op.getDestType();
  if (op.getSourceType().getRank() != type.getRank() || !op.hasUnitStride() ||
      !op.getSourceType().hasStaticShape() ||
      ShapedType::isDynamicShape(op.getStaticOffsets()))
    return nullptr;
  SmallVector<AffineExpr> inside;
  for (auto [expr, offset, size, whole] :
       llvm::zip_equal(at, op.getStaticOffsets(), op.getSourceType().getShape(),
                       type.getShape())) {
    if (offset == 0 && size == whole) {
      inside.push_back(expr);
      continue;
    }
    auto value = dyn_cast<AffineConstantExpr>(expr);
    if (!value)
      return nullptr;
    if (value.getValue() < offset || value.getValue() >= offset + size)
      return trace(op.getDest(), at);
    inside.push_back(constant(value.getValue() - offset));
  }
  return trace(op.getSource(), inside);
}

AffineExpr ElementTracer::traceConcat(tensor::ConcatOp op,
                                      ArrayRef<AffineExpr> at) {
  auto value = dyn_cast<AffineConstantExpr>(at[op.getDim()]);
  if (!value)
    return nullptr;
  int64_t offset = value.getValue();
  for (Value input : op.getInputs()) {
    int64_t size =
        cast<RankedTensorType>(input.getType()).getDimSize(op.getDim());
    if (offset < size) {
      SmallVector<AffineExpr> inside(at);
      inside[op.getDim()] = constant(offset);
      return trace(input, inside);
    }
    offset -= size;
  }
  return nullptr;
}

/// Returns the value of a splat constant, or d0 if the constant enumerates the
/// rows.
AffineExpr ElementTracer::traceConstant(DenseIntElementsAttr values,
                                        ArrayRef<AffineExpr> at) {
  if (values.isSplat())
    return constant(values.getSplatValue<APInt>().getSExtValue());
  if (!llvm::any_of(at, [](AffineExpr e) { return isa<AffineDimExpr>(e); }) ||
      values.getNumElements() != rows)
    return nullptr;
  for (auto [i, value] : llvm::enumerate(values.getValues<APInt>()))
    if (value.getSExtValue() != static_cast<int64_t>(i))
      return nullptr;
  return getAffineDimExpr(0, context);
}

AffineExpr ElementTracer::traceCollapse(tensor::CollapseShapeOp op,
                                        ArrayRef<AffineExpr> at) {
  SmallVector<AffineExpr> source(op.getSrcType().getRank(), constant(0));
  for (auto [expr, group] : llvm::zip_equal(at, op.getReassociationIndices())) {
    AffineExpr rest = expr;
    for (int64_t dim : llvm::reverse(group)) {
      int64_t size = op.getSrcType().getDimSize(dim);
      if (!rest || ShapedType::isDynamic(size))
        return nullptr;
      source[dim] = mod(rest, size);
      rest = floorDiv(rest, size);
    }
  }
  return llvm::is_contained(source, AffineExpr()) ? AffineExpr()
                                                  : trace(op.getSrc(), source);
}

AffineExpr ElementTracer::traceExpand(tensor::ExpandShapeOp op,
                                      ArrayRef<AffineExpr> at) {
  SmallVector<AffineExpr> source;
  for (const ReassociationIndices &group : op.getReassociationIndices()) {
    AffineExpr sum = constant(0);
    for (int64_t dim : group) {
      int64_t size = op.getResultType().getDimSize(dim);
      if (ShapedType::isDynamic(size))
        return nullptr;
      sum = sum * size + at[dim];
    }
    source.push_back(sum);
  }
  return trace(op.getSrc(), source);
}

/// Evaluates an integer. Returns null if it may be negative or overflow,
/// because integers of narrow types wrap around.
AffineExpr ElementTracer::evaluate(Value value, linalg::LinalgOp op,
                                   ArrayRef<AffineExpr> loops) {
  if (budget == 0)
    return nullptr;
  --budget;
  AffineExpr expr = compute(value, op, loops);
  if (!expr)
    return nullptr;
  auto type = dyn_cast<IntegerType>(value.getType());
  unsigned width = type ? type.getWidth() : IndexType::kInternalStorageBitWidth;
  std::optional<int64_t> largest = getLargest(expr);
  if (!largest || (width < 64 && *largest >> (width - 1) != 0))
    return nullptr;
  return expr;
}

AffineExpr ElementTracer::compute(Value value, linalg::LinalgOp op,
                                  ArrayRef<AffineExpr> loops) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner() != op.getBlock())
      return nullptr;
    OpOperand *operand = op.getMatchingOpOperand(argument);
    SmallVector<AffineExpr> at;
    for (AffineExpr expr : op.getMatchingIndexingMap(operand).getResults())
      at.push_back(expr.replaceDims(loops));
    return trace(operand->get(), at);
  }
  APInt number;
  if (matchPattern(value, m_ConstantInt(&number)))
    return constant(number.getSExtValue());
  Operation *def = value.getDefiningOp();
  if (auto index = dyn_cast<linalg::IndexOp>(def))
    return loops[index.getDim()];
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
          arith::ExtUIOp, arith::TruncIOp>(def))
    return evaluate(def->getOperand(0), op, loops);
  if (auto extract = dyn_cast<tensor::ExtractOp>(def)) {
    SmallVector<AffineExpr> at;
    for (Value index : extract.getIndices())
      at.push_back(evaluate(index, op, loops));
    return llvm::is_contained(at, AffineExpr())
               ? AffineExpr()
               : trace(extract.getTensor(), at);
  }
  if (def->getNumOperands() != 2)
    return nullptr;
  AffineExpr lhs = evaluate(def->getOperand(0), op, loops);
  AffineExpr rhs = evaluate(def->getOperand(1), op, loops);
  if (!lhs || !rhs)
    return nullptr;
  if (isa<arith::AddIOp>(def))
    return lhs + rhs;
  auto factor = dyn_cast<AffineConstantExpr>(rhs);
  if (!factor)
    return nullptr;
  if (isa<arith::MulIOp>(def))
    return lhs * factor.getValue();
  // All integer divisions agree if the operands are not negative.
  if (isa<arith::RemSIOp, arith::RemUIOp>(def))
    return mod(lhs, factor.getValue());
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::FloorDivSIOp>(def))
    return floorDiv(lhs, factor.getValue());
  return nullptr;
}

AffineExpr ElementTracer::traceStructured(linalg::LinalgOp op, unsigned result,
                                          ArrayRef<AffineExpr> at) {
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(result));
  if (op.getNumParallelLoops() != op.getNumLoops() || op.hasDynamicShape())
    return nullptr;
  SmallVector<AffineExpr> loops(op.getNumLoops());
  for (auto [expr, value] : llvm::zip_equal(map.getResults(), at))
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      loops[dim.getPosition()] = value;
    else if (!isa<AffineConstantExpr>(expr))
      return nullptr;
  // Set loops that are not dimensions of the result: their index is known only
  // if they have extent 1.
  for (auto [loop, extent] : llvm::zip_equal(loops, op.getStaticLoopRanges()))
    if (!loop && extent == 1)
      loop = constant(0);
    else if (!loop)
      return nullptr;
  return evaluate(op.getBlock()->getTerminator()->getOperand(result), op,
                  loops);
}

AffineExpr ElementTracer::trace(Value tensor, ArrayRef<AffineExpr> at) {
  DenseIntElementsAttr values;
  if (matchPattern(tensor, m_Constant(&values)))
    return traceConstant(values, at);
  Operation *def = tensor.getDefiningOp();
  if (!def)
    return nullptr;
  if (auto op = dyn_cast<linalg::LinalgOp>(def))
    return traceStructured(op, cast<OpResult>(tensor).getResultNumber(), at);
  if (auto op = dyn_cast<tensor::InsertSliceOp>(def))
    return traceInsert(op, at);
  if (auto op = dyn_cast<tensor::ConcatOp>(def))
    return traceConcat(op, at);
  if (auto op = dyn_cast<tensor::CollapseShapeOp>(def))
    return traceCollapse(op, at);
  if (auto op = dyn_cast<tensor::ExpandShapeOp>(def))
    return traceExpand(op, at);
  if (auto op = dyn_cast<tensor::CastOp>(def))
    return trace(op.getSource(), at);
  return nullptr;
}

std::optional<RowDigit> mlir::fp8::findRowDigit(Value indices, int64_t column) {
  MLIRContext *context = indices.getContext();
  int64_t rows = cast<RankedTensorType>(indices.getType()).getDimSize(0);
  AffineExpr expr =
      ElementTracer(rows, context)
          .trace(indices, {getAffineDimExpr(0, context),
                           getAffineConstantExpr(column, context)});
  if (!expr)
    return std::nullopt;
  expr = simplifyAffineExpr(expr, /*numDims=*/1, /*numSymbols=*/0);
  auto split = [&](AffineExprKind kind) -> std::optional<int64_t> {
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!binary || binary.getKind() != kind)
      return std::nullopt;
    expr = binary.getLHS();
    return cast<AffineConstantExpr>(binary.getRHS()).getValue();
  };
  // Match a division followed by a remainder, or a remainder followed by a
  // division.
  std::optional<int64_t> extent = split(AffineExprKind::Mod);
  std::optional<int64_t> stride = split(AffineExprKind::FloorDiv);
  std::optional<int64_t> period =
      extent ? std::nullopt : split(AffineExprKind::Mod);
  if (!isa<AffineDimExpr>(expr))
    return std::nullopt;
  RowDigit digit{stride.value_or(1), 0};
  int64_t all = period.value_or(rows);
  if (!extent && all % digit.stride != 0)
    return std::nullopt;
  digit.extent = extent.value_or(all / digit.stride);
  return digit;
}
