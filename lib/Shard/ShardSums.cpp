//===- ShardSums.cpp - sums over the rows of all ranks --------------------===//
//
// Every sum uses one tree over the whole tensor: blocks of 4096 elements, whose
// sums are combined by halving. Each rank therefore holds rows that form whole
// blocks.
//
//===----------------------------------------------------------------------===//

#include "ShardRewriter.h"

#include "fp8/Numerics/SumTree.h"
#include "fp8/Utils/CreateElements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

static Value createVector(ImplicitLocOpBuilder &b, ArrayRef<int64_t> shape,
                          float value) {
  auto type = RankedTensorType::get(shape, b.getF32Type());
  return arith::ConstantOp::create(b, DenseElementsAttr::get(type, value));
}

/// Reduces all but the first `numKept` dimensions of `value` into `init`.
static Value reduce(ImplicitLocOpBuilder &b, Value value, Value init,
                    int64_t numKept, ReductionKind kind) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> dims =
      llvm::to_vector(llvm::seq<int64_t>(numKept, type.getRank()));
  return linalg::ReduceOp::create(
             b, value, init, dims,
             [&](OpBuilder &inner, Location loc, ValueRange values) {
               Value result = kind == ReductionKind::Sum
                                  ? Value(arith::AddFOp::create(
                                        inner, loc, values[1], values[0]))
                                  : Value(arith::MaximumFOp::create(
                                        inner, loc, values[1], values[0]));
               linalg::YieldOp::create(inner, loc, result);
             })
      .getResult(0);
}

static Value slice(ImplicitLocOpBuilder &b, Value vector, int64_t from,
                   int64_t count) {
  auto type = RankedTensorType::get({count}, b.getF32Type());
  return tensor::ExtractSliceOp::create(
      b, type, vector, ArrayRef<OpFoldResult>{b.getIndexAttr(from)},
      ArrayRef<OpFoldResult>{b.getIndexAttr(count)},
      ArrayRef<OpFoldResult>{b.getIndexAttr(1)});
}

/// Adds the elements of `vector` by halving.
static Value combineByHalving(ImplicitLocOpBuilder &b, Value vector) {
  int64_t size = cast<RankedTensorType>(vector.getType()).getDimSize(0);
  int64_t padded = static_cast<int64_t>(llvm::PowerOf2Ceil(size));
  if (padded > size)
    vector = tensor::InsertSliceOp::create(
        b, vector, createVector(b, {padded}, -0.0f),
        ArrayRef<OpFoldResult>{b.getIndexAttr(0)},
        ArrayRef<OpFoldResult>{b.getIndexAttr(size)},
        ArrayRef<OpFoldResult>{b.getIndexAttr(1)});
  for (int64_t half = padded / 2; half != 0; half /= 2)
    vector = arith::AddFOp::create(b, slice(b, vector, 0, half),
                                   slice(b, vector, half, half));
  auto scalar = RankedTensorType::get({}, b.getF32Type());
  return tensor::CollapseShapeOp::create(b, scalar, vector,
                                         ArrayRef<ReassociationIndices>{});
}

/// Returns `init` plus the sum of `terms` over all ranks.
Value ShardRewriter::sumBlocks(ImplicitLocOpBuilder &b, Value terms, RowCut cut,
                               Value init) {
  terms = rows.mask(b, terms, cut, -0.0f);
  auto type = cast<RankedTensorType>(terms.getType());
  int64_t numElements = type.getNumElements();
  int64_t numBlocks = numElements / numerics::sumBlockSize;
  if (type.getRank() > 1) {
    auto flat = RankedTensorType::get({numElements}, b.getF32Type());
    ReassociationIndices all =
        llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
    terms = tensor::CollapseShapeOp::create(
        b, flat, terms, ArrayRef<ReassociationIndices>{all});
  }
  auto blocks = RankedTensorType::get({numBlocks, numerics::sumBlockSize},
                                      b.getF32Type());
  terms = tensor::ExpandShapeOp::create(b, blocks, terms,
                                        ArrayRef<ReassociationIndices>{{0, 1}});
  Value sums = reduce(b, terms, createVector(b, {numBlocks}, -0.0f),
                      /*numKept=*/1, ReductionKind::Sum);
  int64_t wholeElements = numElements / cut.perRank * cut.rows;
  int64_t wholeBlocks = llvm::divideCeil(wholeElements, numerics::sumBlockSize);
  auto whole = RankedTensorType::get({wholeBlocks}, b.getF32Type());
  Value total = combineByHalving(b, rows.gather(b, sums, whole));
  return arith::AddFOp::create(b, init, total);
}

/// Creates the tensor of the terms of a reduction from the rows of its inputs.
static Value createTerms(ImplicitLocOpBuilder &b, const RowSum &sum,
                         ValueRange inputs, int64_t numRows) {
  linalg::LinalgOp op = sum.op;
  SmallVector<int64_t> shape(op.getStaticLoopRanges());
  shape.front() = numRows;
  auto type = RankedTensorType::get(shape, b.getF32Type());
  SmallVector<AffineMap> maps;
  for (OpOperand *operand : op.getDpsInputOperands())
    maps.push_back(op.getMatchingIndexingMap(operand));
  auto create = [&](ArithmeticBuilder &inner, ValueRange values) {
    IRMapping mapping;
    mapping.map(op.getRegionInputArgs(), values);
    Operation *combiner =
        op.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
    for (Operation &nested : op.getBlock()->without_terminator())
      if (&nested != combiner)
        inner.clone(nested, mapping);
    return mapping.lookupOrDefault(sum.element);
  };
  return createElements(b, b.getLoc(), type, inputs, create, maps);
}

void ShardRewriter::rewriteSum(const StepSum &entry) {
  const RowSum &sum = entry.sum;
  const ShardGroup *group = plan.findCut(entry.argument);
  RowCut cut = plan.getCut(*group);
  linalg::LinalgOp op = sum.op;
  bool isSum = sum.kind == ReductionKind::Sum;
  // Rows of a tensor with another row size need not form whole blocks.
  if (isSum && sum.rowElements != group->rowElements)
    return;
  SmallVector<Value> inputs(op.getDpsInputs());
  for (OpOperand *operand : sum.aligned)
    inputs[operand->getOperandNumber()] = getRows(operand->get(), cut);
  ImplicitLocOpBuilder b(op.getLoc(), op);
  Value terms = createTerms(b, sum, inputs, cut.perRank);
  Value init = op.getDpsInits().front(), result;
  if (isSum) {
    result = sumBlocks(b, terms, cut, init);
  } else {
    terms = rows.mask(b, terms, cut, -std::numeric_limits<float>::infinity());
    result = rows.maximum(b, reduce(b, terms, init, /*numKept=*/0, sum.kind));
  }
  op->getResult(0).replaceAllUsesWith(result);
}
