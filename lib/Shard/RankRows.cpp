//===- RankRows.cpp - rows of one rank ------------------------------------===//

#include "RankRows.h"

#include "fp8/Utils/CreateElements.h"
#include "fp8/Utils/RankArgument.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

RankRows::RankRows(func::FuncOp func, const ShardPlan &plan)
    : func(func), axis(plan.axis) {
  Value number = getRankNumber(func);
  ImplicitLocOpBuilder b(func.getLoc(), func.getContext());
  b.setInsertionPointAfterValue(number);
  Value rank = arith::IndexCastOp::create(b, b.getIndexType(), number);
  if (getMesh(func).getNumRanks() != plan.numRanks)
    rank = arith::RemUIOp::create(
        b, rank, arith::ConstantIndexOp::create(b, plan.numRanks));
  last = rank.getDefiningOp();
  for (const ShardGroup &group : plan.groups) {
    if (!group.isCut)
      continue;
    createPosition(b, rank, plan.getCut(group));
    for (unsigned argument : group.arguments)
      createPosition(b, rank, plan.getCut(plan.getShard(func, argument)));
  }
}

void RankRows::createPosition(ImplicitLocOpBuilder &b, Value rank, RowCut cut) {
  auto &[offset, valid] = positions[cut.getKey()];
  if (offset)
    return;
  Value perRank = arith::ConstantIndexOp::create(b, cut.perRank);
  offset = arith::MulIOp::create(b, rank, perRank);
  Value left = arith::SubIOp::create(
      b, arith::ConstantIndexOp::create(b, cut.rows), offset);
  Value zero = arith::ConstantIndexOp::create(b, 0);
  valid =
      arith::MinSIOp::create(b, arith::MaxSIOp::create(b, left, zero), perRank);
  last = valid.getDefiningOp();
}

ImplicitLocOpBuilder RankRows::after(Value value) {
  ImplicitLocOpBuilder b(value.getLoc(), func.getContext());
  if (isa<BlockArgument>(value) || value.getDefiningOp()->isBeforeInBlock(last))
    b.setInsertionPointAfter(last);
  else
    b.setInsertionPointAfterValue(value);
  return b;
}

RankedTensorType RankRows::getType(Value whole, RowCut cut) {
  auto type = cast<RankedTensorType>(whole.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.front() = cut.perRank;
  return type.clone(shape);
}

static SmallVector<OpFoldResult> getSizes(Builder &b,
                                          ArrayRef<int64_t> extents) {
  return llvm::map_to_vector(extents, [&](int64_t extent) -> OpFoldResult {
    return b.getIndexAttr(extent);
  });
}

Value RankRows::take(Value whole, RowCut cut) {
  ImplicitLocOpBuilder b = after(whole);
  auto type = cast<RankedTensorType>(whole.getType());
  SmallVector<OpFoldResult> zeros(type.getRank(), b.getIndexAttr(0));
  SmallVector<OpFoldResult> ones(type.getRank(), b.getIndexAttr(1));
  if (cut.isPadded()) {
    SmallVector<int64_t> shape(type.getShape());
    shape.front() = cut.perRank * cut.numRanks;
    Value around =
        arith::ConstantOp::create(b, b.getZeroAttr(type.clone(shape)));
    whole = tensor::InsertSliceOp::create(b, whole, around, zeros,
                                          getSizes(b, type.getShape()), ones);
  }
  RankedTensorType rows = getType(whole, cut);
  SmallVector<OpFoldResult> offsets = zeros;
  offsets.front() = getOffset(cut);
  return tensor::ExtractSliceOp::create(b, rows, whole, offsets,
                                        getSizes(b, rows.getShape()), ones);
}

Value RankRows::mask(ImplicitLocOpBuilder &b, Value rows, RowCut cut,
                     float neutral) {
  if (!cut.isPadded())
    return rows;
  auto type = cast<RankedTensorType>(rows.getType());
  Value valid = getValid(cut);
  return createElements(
      b, b.getLoc(), type, rows, [&](ArithmeticBuilder &inner, ValueRange row) {
        Value isValid = inner.compare(arith::CmpIPredicate::slt,
                                      linalg::IndexOp::create(inner, 0), valid);
        Value other = inner.constant(type.getElementType(), neutral);
        return inner.select(isValid, row[0], other);
      });
}

Value RankRows::gather(ImplicitLocOpBuilder &b, Value rows,
                       RankedTensorType whole) {
  Value init = tensor::EmptyOp::create(b, whole, ValueRange());
  return AllGatherOp::create(b, whole, rows, init, b.getArrayAttr({axis}),
                             /*order=*/nullptr)
      .getResult();
}

Value RankRows::maximum(ImplicitLocOpBuilder &b, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  Value init = tensor::EmptyOp::create(b, type, ValueRange());
  return AllReduceOp::create(b, type, value, init, ReductionKind::Max,
                             b.getArrayAttr({axis}))
      .getResult();
}

Value RankRows::reduceScatter(AllReduceOp sum, RowCut cut) {
  ImplicitLocOpBuilder b = after(sum.getResult());
  RankedTensorType type = getType(sum.getResult(), cut);
  Value init = tensor::EmptyOp::create(b, type, ValueRange());
  Value rows = ReduceScatterOp::create(b, type, sum.getInput(), init,
                                       sum.getKind(), b.getArrayAttr({axis}))
                   .getResult();
  // Along several axes, the sum along the last axis comes first.
  if (sum.getAxes().size() == 1)
    return rows;
  return AllReduceOp::create(
             b, type, rows, init, sum.getKind(),
             b.getArrayAttr(sum.getAxes().getValue().drop_back()))
      .getResult();
}
