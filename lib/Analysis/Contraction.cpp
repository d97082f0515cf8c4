//===- Contraction.cpp - contractions and layout ops ----------------------===//

#include "fp8/Analysis/Contraction.h"

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

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
    if (failed(dims) || !isMultiplyAdd(linalgOp))
      return std::nullopt;
    if (dims->m.empty() || dims->n.empty())
      match.kind = ContractionKind::Degenerate;
    llvm::append_range(match.maps, linalgOp.getIndexingMapsArray());
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

Value mlir::fp8::getLayoutSource(Operation *op) {
  if (isa<linalg::TransposeOp, linalg::BroadcastOp, tensor::ExpandShapeOp,
          tensor::CollapseShapeOp, tensor::CastOp>(op))
    return op->getOperand(0);
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || generic.getNumDpsInputs() != 1 ||
      generic.getNumDpsInits() != 1 || op->getNumResults() != 1 ||
      generic.getNumParallelLoops() != generic.getNumLoops() ||
      !generic.getIndexingMapsArray()[0].isProjectedPermutation(
          /*allowZeroInResults=*/true))
    return nullptr;
  Block *body = generic.getBody();
  if (!llvm::hasSingleElement(*body) ||
      body->getTerminator()->getOperand(0) != body->getArgument(0))
    return nullptr;
  return generic.getDpsInputs()[0];
}

std::optional<SmallVector<int64_t>> mlir::fp8::getPermutation(Operation *op) {
  if (auto transpose = dyn_cast<linalg::TransposeOp>(op))
    return llvm::to_vector(transpose.getPermutation());
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || !getLayoutSource(op))
    return std::nullopt;
  SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
  if (!maps[0].isPermutation() || !maps[1].isPermutation())
    return std::nullopt;
  return llvm::map_to_vector(maps[1].getResults(),
                             [&](AffineExpr expr) -> int64_t {
                               return *maps[0].getResultPosition(expr);
                             });
}

/// Returns the op that `generic` applies elementwise if its body has a single
/// op, or null.
static Operation *getElementOp(linalg::GenericOp generic) {
  if (generic.getNumDpsInputs() != 1 || generic.getNumDpsInits() != 1 ||
      generic.getNumParallelLoops() != generic.getNumLoops() ||
      !llvm::all_of(generic.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isIdentity(); }))
    return nullptr;
  Block *body = generic.getBody();
  Operation *op = body->getTerminator()->getOperand(0).getDefiningOp();
  bool isOnly = op && op->getBlock() == body && op->getNumOperands() == 1 &&
                op->getOperand(0) == body->getArgument(0);
  return isOnly ? op : nullptr;
}

Value mlir::fp8::getFloatCastSource(Operation *op) {
  if (op->getNumResults() != 1 ||
      !isa<RankedTensorType>(op->getResult(0).getType()))
    return nullptr;
  // JAX emits casts in the body of a linalg.generic.
  if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
    Operation *cast = getElementOp(generic);
    return isa_and_nonnull<arith::ExtFOp, arith::TruncFOp>(cast)
               ? generic.getDpsInputs()[0]
               : nullptr;
  }
  return isa<arith::ExtFOp, arith::TruncFOp>(op) ? op->getOperand(0) : nullptr;
}

Value mlir::fp8::getValueSource(Operation *op) {
  if (Value source = getLayoutSource(op))
    return source;
  if (Value source = getFloatCastSource(op))
    return source;
  if (auto quantize = dyn_cast<QuantizeOp>(op))
    return quantize.getInput();
  if (auto dequantize = dyn_cast<DequantizeOp>(op))
    return dequantize.getCodes();
  return nullptr;
}

Value mlir::fp8::getLayoutRoot(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    Value source = getLayoutSource(op);
    if (!source)
      source = getFloatCastSource(op);
    if (!source)
      break;
    value = source;
  }
  return value;
}
