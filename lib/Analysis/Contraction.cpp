//===- Contraction.cpp - contractions of tensors --------------------------===//

#include "fp8/Analysis/Contraction.h"

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::fp8;

static bool isFloatTensor(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && isa<FloatType>(type.getElementType());
}

static bool isWider(Value a, Value b) {
  return getElementTypeOrSelf(a).getIntOrFloatBitWidth() >
         getElementTypeOrSelf(b).getIntOrFloatBitWidth();
}

bool mlir::fp8::isMultiplyAdd(linalg::LinalgOp op) {
  // The matcher of upstream MLIR ignores all unary ops on an operand, including
  // negations. Also, a library would not round a product to fewer bits than the
  // sum has. So check the other ops of the body.
  Type sum = op.getBlock()->getTerminator()->getOperand(0).getType();
  auto isPart = [&](Operation &inner) {
    if (isa<arith::TruncFOp, ConvertOp>(inner))
      return inner.getResult(0).getType() == sum ||
             isWider(inner.getResult(0), inner.getOperand(0));
    return isa<arith::MulFOp, arith::AddFOp, arith::ExtFOp, linalg::YieldOp>(
        inner);
  };
  return llvm::all_of(*op.getBlock(), isPart) &&
         linalg::detail::isContractionBody(
             *op.getBlock(), [](Operation *product, Operation *sum) {
               return isa<arith::MulFOp>(product) && isa<arith::AddFOp>(sum);
             });
}

bool mlir::fp8::multipliesInF32(linalg::LinalgOp op) {
  return llvm::all_of(
      op.getBlock()->getOps<arith::MulFOp>(),
      [](arith::MulFOp product) { return product.getType().isF32(); });
}

/// Returns true if each dimension occurs in at least two of the maps, as
/// fp8.contract requires. Upstream's matcher also accepts other sums.
static bool sharesEveryDim(ArrayRef<AffineMap> maps) {
  for (unsigned d = 0, e = maps[0].getNumDims(); d < e; ++d)
    if (llvm::count_if(
            maps, [&](AffineMap map) { return map.isFunctionOfDim(d); }) < 2)
      return false;
  return true;
}

std::optional<Contraction> mlir::fp8::matchContraction(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp || linalgOp.getNumDpsInputs() != 2 ||
      linalgOp.getNumDpsInits() != 1 || op->getNumResults() != 1)
    return std::nullopt;
  Contraction match{op,
                    ContractionKind::Matmul,
                    linalgOp.getDpsInputs()[0],
                    linalgOp.getDpsInputs()[1],
                    linalgOp.getDpsInits()[0],
                    {}};
  if (!isFloatTensor(match.lhs) || !isFloatTensor(match.rhs) ||
      !isFloatTensor(match.init))
    return std::nullopt;
  if (linalg::isaContractionOpInterface(linalgOp)) {
    FailureOr<linalg::ContractionDimensions> dims =
        linalg::inferContractionDims(linalgOp);
    llvm::append_range(match.maps, linalgOp.getIndexingMapsArray());
    if (failed(dims) || !isMultiplyAdd(linalgOp) || !sharesEveryDim(match.maps))
      return std::nullopt;
    if (dims->m.empty() || dims->n.empty())
      match.kind = ContractionKind::Degenerate;
    return match;
  }
  // The convolution interface of upstream MLIR includes pooling, so check the
  // body.
  if (linalg::isaConvolutionOpInterface(linalgOp) && isMultiplyAdd(linalgOp)) {
    match.kind = ContractionKind::Convolution;
    return match;
  }
  return std::nullopt;
}
