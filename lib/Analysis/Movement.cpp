//===- Movement.cpp - ops that move elements ------------------------------===//

#include "fp8/Analysis/Movement.h"

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns the move of a generic that copies its input, or casts it between
/// float types, as JAX emits casts.
static Move getGenericMove(linalg::GenericOp generic) {
  if (generic.getNumDpsInputs() != 1 || generic->getNumResults() != 1 ||
      generic.getNumParallelLoops() != generic.getNumLoops())
    return Move::None;
  Block *body = generic.getBody();
  Value result = body->getTerminator()->getOperand(0);
  SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
  if (llvm::hasSingleElement(*body))
    return result == body->getArgument(0) &&
                   maps[0].isProjectedPermutation(/*allowZeroInResults=*/true)
               ? Move::Copy
               : Move::None;
  Operation *cast = result.getDefiningOp();
  return isa_and_nonnull<arith::ExtFOp, arith::TruncFOp>(cast) &&
                 cast->getOperand(0) == body->getArgument(0) &&
                 maps[0].isIdentity() && maps[1].isIdentity()
             ? Move::FloatCast
             : Move::None;
}

Move mlir::fp8::getMove(Operation *op) {
  // Ops on buffers have no results.
  if (op->getNumResults() == 0)
    return Move::None;
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
    return Move::Reshape;
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    return getGenericMove(generic);
  if (isa<linalg::TransposeOp, linalg::BroadcastOp>(op))
    return Move::Copy;
  if (isa<arith::ExtFOp, arith::TruncFOp>(op))
    return isa<RankedTensorType>(op->getResult(0).getType()) ? Move::FloatCast
                                                             : Move::ScalarCast;
  if (isa<tensor::ExtractSliceOp>(op))
    return Move::Slice;
  if (isa<tensor::CastOp>(op))
    return Move::Cast;
  if (isa<tensor::ReshapeOp>(op))
    return Move::DynamicReshape;
  if (isa<tensor::ExtractOp, tensor::SplatOp, linalg::FillOp>(op) ||
      (isa<tensor::FromElementsOp>(op) && op->getNumOperands() == 1))
    return Move::Element;
  if (isa<BarrierOp>(op))
    return Move::Barrier;
  if (isa<QuantizeOp, DequantizeOp>(op))
    return Move::Codes;
  return Move::None;
}

Value mlir::fp8::getMovedSource(Operation *op, Move moves) {
  bool isMoved = op && (getMove(op) & moves) != Move::None;
  return isMoved ? op->getOperand(0) : Value();
}

Value mlir::fp8::getMovedRoot(Value value, Move moves) {
  while (Value source = getMovedSource(value.getDefiningOp(), moves))
    value = source;
  return value;
}

std::optional<SmallVector<int64_t>> mlir::fp8::getPermutation(Operation *op) {
  if (auto transpose = dyn_cast<linalg::TransposeOp>(op))
    return llvm::to_vector(transpose.getPermutation());
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || getMove(op) != Move::Copy)
    return std::nullopt;
  SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
  if (!maps[0].isPermutation() || !maps[1].isPermutation())
    return std::nullopt;
  return llvm::map_to_vector(maps[1].getResults(),
                             [&](AffineExpr expr) -> int64_t {
                               return *maps[0].getResultPosition(expr);
                             });
}
