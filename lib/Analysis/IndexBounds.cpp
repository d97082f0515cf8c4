//===- IndexBounds.cpp - indices within tensor bounds ---------------------===//

#include "fp8/Analysis/IndexBounds.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::fp8;

bool mlir::fp8::isIndexInside(IntRanges &ranges, Value index, int64_t size) {
  ConstantIntRanges range = ranges.get(index);
  return range.smin().isNonNegative() && range.smax().slt(size);
}

Value mlir::fp8::createNearestIndex(OpBuilder &b, Location loc, Value index,
                                    int64_t size) {
  Value first = arith::ConstantIndexOp::create(b, loc, 0);
  Value last = arith::ConstantIndexOp::create(b, loc, size - 1);
  index = arith::MaxSIOp::create(b, loc, index, first);
  return arith::MinSIOp::create(b, loc, index, last);
}

void mlir::fp8::boundIndices(OpBuilder &b, IntRanges &ranges, Operation *op,
                             MutableOperandRange indices,
                             ArrayRef<int64_t> shape) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(op);
  for (auto [operand, size] : llvm::zip_equal(indices, shape))
    if (!ShapedType::isDynamic(size) && size > 0 &&
        !isIndexInside(ranges, operand.get(), size))
      operand.set(createNearestIndex(b, op->getLoc(), operand.get(), size));
}

OpFoldResult mlir::fp8::createNearestStart(OpBuilder &b, IntRanges &ranges,
                                           Location loc, OpFoldResult offset,
                                           int64_t size, int64_t stride,
                                           int64_t extent) {
  auto start = dyn_cast<Value>(offset);
  if (!start || size == 0)
    return offset;
  // `span` is the signed distance from the first to the last element. With a
  // negative stride, the slice extends by `before` below its start.
  int64_t span = (size - 1) * stride, before = std::max<int64_t>(0, -span);
  int64_t count = extent - std::abs(span);
  if (before == 0)
    return isIndexInside(ranges, start, count)
               ? start
               : createNearestIndex(b, loc, start, count);
  Value least = arith::ConstantIndexOp::create(b, loc, before);
  start = arith::SubIOp::create(b, loc, start, least);
  start = createNearestIndex(b, loc, start, count);
  return arith::AddIOp::create(b, loc, start, least).getResult();
}
