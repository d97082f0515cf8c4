//===- ComputedAccesses.cpp - reads at computed positions -----------------===//

#include "ComputedAccesses.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

SmallVector<Value> mlir::fp8::createIndices(OpBuilder &b, Location loc,
                                            ArrayRef<AffineExpr> exprs,
                                            unsigned numLoops) {
  SmallVector<Value> loops;
  for (unsigned i = 0; i != numLoops; ++i)
    loops.push_back(linalg::IndexOp::create(b, loc, i));
  return llvm::map_to_vector(exprs, [&](AffineExpr expr) {
    return affine::expandAffineExpr(b, loc, expr, loops, {});
  });
}

Value mlir::fp8::createNearestIndex(OpBuilder &b, Location loc, Value index,
                                    int64_t size) {
  Value first = arith::ConstantIndexOp::create(b, loc, 0);
  Value last = arith::ConstantIndexOp::create(b, loc, size - 1);
  index = arith::MaxSIOp::create(b, loc, index, first);
  return arith::MinSIOp::create(b, loc, index, last);
}

Value PlacedTensor::createElement(OpBuilder &b, Location loc,
                                  Value around) const {
  Value isInside;
  SmallVector<Value> indices;
  auto type = cast<RankedTensorType>(tensor.getType());
  for (auto [dim, offset] : llvm::enumerate(offsets)) {
    Value index = linalg::IndexOp::create(b, loc, dim);
    if (type.getDimSize(dim) == loops[dim] && offset == 0) {
      indices.push_back(index);
      continue;
    }
    Value position = arith::SubIOp::create(
        b, loc, index, arith::ConstantIndexOp::create(b, loc, offset));
    Value nearest = createNearestIndex(b, loc, position, type.getDimSize(dim));
    indices.push_back(nearest);
    Value isHere = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                         position, nearest);
    isInside = isInside
                   ? arith::AndIOp::create(b, loc, isInside, isHere).getResult()
                   : isHere;
  }
  Value element = tensor::ExtractOp::create(b, loc, tensor, indices);
  return isInside ? arith::SelectOp::create(b, loc, isInside, element, around)
                  : element;
}
