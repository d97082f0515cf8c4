//===- AddedBias.cpp - biases that are added to matmuls -------------------===//

#include "AddedBias.h"

#include "fp8/Analysis/Contraction.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/IR/FP8.h"
#include "fp8/Utils/Uniform.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns true for a contraction that may add a bias before it rounds: an f32
/// sum of products with at most one scale per operand, without an init.
static bool mayAddBias(Operation *op, function_ref<bool(Value)> isVarying) {
  Value factors[2], init;
  if (auto contract = dyn_cast<ContractOp>(op)) {
    if (contract.hasEpilogue() || !contract.hasTensorScales())
      return false;
    factors[0] = contract.getLhs();
    factors[1] = contract.getRhs();
    init = contract.getInit();
  } else if (std::optional<Contraction> match = matchContraction(op)) {
    if (match->kind == ContractionKind::Convolution)
      return false;
    factors[0] = match->lhs;
    factors[1] = match->rhs;
    init = match->init;
  } else {
    return false;
  }
  auto type = dyn_cast<RankedTensorType>(init.getType());
  // Zeros of bf16 will replace the init, so it must not be -0.
  std::optional<Uniform> uniform = matchUniform(init);
  return type && type.getRank() > 0 && type.getElementType().isF32() &&
         uniform && uniform->isConstant(0) &&
         isVarying(factors[0]) != isVarying(factors[1]);
}

/// Returns the other operand if `op` adds it to `value` element by element,
/// with the map from an index of the result to its index.
static std::optional<std::pair<Value, AffineMap>> matchSum(Operation *op,
                                                           Value value) {
  if (auto add = dyn_cast<arith::AddFOp>(op)) {
    Value other = add.getLhs() == value ? add.getRhs() : add.getLhs();
    auto type = dyn_cast<RankedTensorType>(add.getType());
    if (!type)
      return std::nullopt;
    return std::pair(other, AffineMap::getMultiDimIdentityMap(
                                type.getRank(), op->getContext()));
  }
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || generic.getNumDpsInputs() != 2 ||
      generic.getNumDpsInits() != 1 ||
      generic.getNumParallelLoops() != generic.getNumLoops() ||
      !llvm::hasNItems(*generic.getBody(), 2))
    return std::nullopt;
  auto add = dyn_cast<arith::AddFOp>(generic.getBody()->front());
  unsigned own = generic.getDpsInputs()[0] == value ? 0 : 1;
  Block *body = generic.getBody();
  auto reads = [&](Value argument) {
    return add.getLhs() == argument || add.getRhs() == argument;
  };
  if (!add || body->getTerminator()->getOperand(0) != add.getResult() ||
      generic.getDpsInputs()[own] != value || !reads(body->getArgument(0)) ||
      !reads(body->getArgument(1)))
    return std::nullopt;
  SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
  if (!maps[own].isIdentity() || !maps[2].isIdentity())
    return std::nullopt;
  return std::pair(generic.getDpsInputs()[1 - own], maps[1 - own]);
}

/// Returns true if `type` has one dimension, or only dimensions of extent 1
/// before its last one.
static bool isOneRow(RankedTensorType type) {
  return type.getRank() > 0 &&
         llvm::all_of(type.getShape().drop_back(),
                      [](int64_t extent) { return extent == 1; });
}

/// Returns the tensor of rank 1 whose element `d` is read where the last
/// dimension of the result is `d`, or null. `map` maps an index of the result
/// to an index of `value`.
static Value findVector(Value value, AffineMap map) {
  AffineExpr last = getAffineDimExpr(map.getNumDims() - 1, map.getContext());
  while (true) {
    auto type = cast<RankedTensorType>(value.getType());
    if (type.getRank() == 1 && map.getResult(0) == last)
      return value;
    Operation *op = value.getDefiningOp();
    Value source = getMovedSource(op, Move::Reshape | Move::Copy);
    if (!source)
      return {};
    auto sourceType = cast<RankedTensorType>(source.getType());
    if (auto copy = dyn_cast<linalg::LinalgOp>(op)) {
      SmallVector<AffineMap> maps = copy.getIndexingMapsArray();
      if (!maps[1].isIdentity())
        return {};
      map = maps[0].compose(map);
    } else if (isOneRow(type) && isOneRow(sourceType)) {
      SmallVector<AffineExpr> index(sourceType.getRank(),
                                    getAffineConstantExpr(0, map.getContext()));
      index.back() = map.getResults().back();
      map = AffineMap::get(map.getNumDims(), 0, index, map.getContext());
    } else {
      return {};
    }
    value = source;
  }
}

std::optional<AddedBias>
fp8::matchAddedBias(Operation *product, function_ref<bool(Value)> isVarying) {
  if (!mayAddBias(product, isVarying))
    return std::nullopt;
  AddedBias added;
  Value value = product->getResult(0);
  int64_t columns = cast<RankedTensorType>(value.getType()).getShape().back();
  while (value.hasOneUse() &&
         getMovedSource(*value.user_begin(), Move::Reshape)) {
    added.reshapes.push_back(*value.user_begin());
    value = added.reshapes.back()->getResult(0);
  }
  // A reshape that splits or merges columns leaves no bias per column.
  auto type = cast<RankedTensorType>(value.getType());
  if (!value.hasOneUse() || type.getRank() == 0 ||
      type.getShape().back() != columns)
    return std::nullopt;
  added.sum = *value.user_begin();
  if (added.sum->getBlock() != product->getBlock())
    return std::nullopt;
  auto other = matchSum(added.sum, value);
  if (!other || !isa<RankedTensorType>(other->first.getType()))
    return std::nullopt;
  added.bias = findVector(other->first, other->second);
  // A constant is no parameter.
  if (!added.bias || isVarying(added.bias) ||
      !getElementTypeOrSelf(added.bias.getType()).isF32() ||
      getMovedRoot(added.bias, Move::Rearrange)
          .getDefiningOp<arith::ConstantOp>())
    return std::nullopt;
  return added;
}
