//===- QuantizationRewriter.cpp - carries out a quantization plan ---------===//

#include "QuantizationRewriter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

QuantizationRewriter::QuantizationRewriter(func::FuncOp func,
                                           const TrainingStep &step,
                                           const QuantizationPlan &plan,
                                           const QuantizationOptions &options)
    : func(func), step(step), plan(plan), options(options), builder(func),
      first(&func.front().front()) {}

/// A constant f32 of rank 0 at the start of the function; the builder stays
/// where it is.
Value QuantizationRewriter::getConstant(float value) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&func.front());
  auto type = RankedTensorType::get({}, builder.getF32Type());
  return arith::ConstantOp::create(builder, func.getLoc(),
                                   DenseElementsAttr::get(type, value));
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

QuantizationRewriter::Scale
QuantizationRewriter::computeCurrentScale(const QuantizedTensor &tensor) {
  Location loc = tensor.root.getLoc();
  Value zero = getConstant(0.0f);
  auto amax = AmaxOp::create(builder, loc, tensor.root, zero);
  amaxes.push_back(amax.getResult());
  auto scale = ComputeScaleOp::create(
      builder, loc, amax.getResult(), /*previous=*/Value(),
      options.getFormat(tensor.direction), options.scaling);
  return {scale.getScale(), scale.getScaleInv()};
}

QuantizationRewriter::Scale
QuantizationRewriter::readDelayedScale(const QuantizedTensor &tensor,
                                       const DelayedStates &states) {
  Location loc = tensor.root.getLoc();
  Value scales = states[static_cast<unsigned>(tensor.direction)].scales;
  auto at = [&](int64_t value) -> OpFoldResult {
    return builder.getIndexAttr(value);
  };
  Value scale = tensor::ExtractSliceOp::create(
      builder, loc, RankedTensorType::get({}, builder.getF32Type()), scales,
      ArrayRef{at(tensor.index)}, ArrayRef{at(1)}, ArrayRef{at(1)});
  Value inverse = arith::DivFOp::create(builder, loc, getConstant(1.0f), scale);
  return {scale, inverse};
}

void QuantizationRewriter::quantizeTensors(const DelayedStates *states) {
  for (const QuantizedTensor &tensor : plan.tensors) {
    if (tensor.root.getDefiningOp())
      builder.setInsertionPointAfterValue(tensor.root);
    else
      builder.setInsertionPoint(first);
    Scale scale = states ? readDelayedScale(tensor, *states)
                         : computeCurrentScale(tensor);
    Location loc = tensor.root.getLoc();
    auto type = cast<RankedTensorType>(tensor.root.getType());
    Type element = getElementType(options.getFormat(tensor.direction),
                                  builder.getContext());
    SmallVector<Value> inits = {
        tensor::EmptyOp::create(builder, loc, type.getShape(), element)};
    if (states)
      inits.push_back(getConstant(0.0f));
    auto quantize = QuantizeOp::create(builder, loc, tensor.root, scale.scale,
                                       inits, GranularityAttr(), ScalingAttr(),
                                       /*withAmax=*/states != nullptr);
    quantize->setAttr(FP8Dialect::kNameAttrName,
                      builder.getStringAttr(tensor.name));
    if (states)
      amaxes.push_back(quantize.getAmax());
    inverses.push_back(scale.inverse);
    codes[tensor.root] = quantize.getCodes();
  }
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

/// Applies the layout op `op` to codes: a clone with other element types.
Value QuantizationRewriter::reapplyLayout(Operation *op, Value source) {
  builder.setInsertionPointAfter(op);
  Type element = getElementTypeOrSelf(source.getType());
  auto type = cast<RankedTensorType>(op->getResult(0).getType()).clone(element);
  Operation *clone = op->clone();
  clone->setOperand(0, source);
  clone->getResult(0).setType(type);
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(clone)) {
    Value init = tensor::EmptyOp::create(builder, op->getLoc(), type.getShape(),
                                         element);
    clone->setOperand(linalgOp.getDpsInitOperand(0)->getOperandNumber(), init);
    for (BlockArgument arg : linalgOp.getBlock()->getArguments())
      arg.setType(element);
  }
  builder.insert(clone);
  return clone->getResult(0);
}

/// The codes of `operand`, a rearrangement of a quantized tensor.
Value QuantizationRewriter::getCodes(Value operand) {
  SmallVector<Value> chain;
  while (!codes.contains(operand)) {
    chain.push_back(operand);
    Value original = step.getOriginal(operand);
    if (original != operand)
      operand = original;
    else if (Value source = getLayoutSource(operand.getDefiningOp()))
      operand = source;
    else
      operand = getFloatCastSource(operand.getDefiningOp());
  }
  Value current = codes.lookup(operand);
  for (Value value : llvm::reverse(chain)) {
    Operation *op = value.getDefiningOp();
    if (step.getOriginal(value) == value && getLayoutSource(op))
      current = reapplyLayout(op, current);
    codes[value] = current;
  }
  return current;
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

/// Moves transposes of `operand` into `map`, which reads it.
static Value foldTransposes(Value operand, AffineMap &map) {
  while (Operation *op = operand.getDefiningOp()) {
    if (Value source = getFloatCastSource(op)) {
      operand = source;
      continue;
    }
    auto transpose = dyn_cast<linalg::TransposeOp>(op);
    if (!transpose)
      break;
    // Dimension d of the result is dimension permutation[d] of the input.
    SmallVector<AffineExpr> exprs(map.getNumResults());
    for (auto [d, from] : llvm::enumerate(transpose.getPermutation()))
      exprs[from] = map.getResult(d);
    map = AffineMap::get(map.getNumDims(), 0, exprs, map.getContext());
    operand = transpose.getInput();
  }
  return operand;
}

void QuantizationRewriter::rewriteContractions() {
  SmallVector<ContractOp> contracts;
  for (const QuantizedContraction &quantized : plan.contractions) {
    const Contraction &match = quantized.contraction->match;
    SmallVector<AffineMap, 3> maps = match.maps;
    Value operands[2];
    for (unsigned i : {0, 1})
      operands[i] = getCodes(foldTransposes(match.getOperand(i), maps[i]));
    builder.setInsertionPoint(match.op);
    auto contract =
        ContractOp::create(builder, match.op->getLoc(), operands[0],
                           inverses[quantized.tensors[0]], operands[1],
                           inverses[quantized.tensors[1]], match.init, maps);
    contract->setAttr(
        FP8Dialect::kClassAttrName,
        builder.getStringAttr(stringify(quantized.contraction->role)));
    contracts.push_back(contract);
  }
  // Only now: the analysis and the codes know the old values.
  for (auto [quantized, contract] : llvm::zip(plan.contractions, contracts)) {
    Operation *old = quantized.contraction->match.op;
    old->getResult(0).replaceAllUsesWith(contract.getResult());
    old->erase();
  }
}
