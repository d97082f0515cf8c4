//===- QuantizationRewriter.cpp - rewrites contractions -------------------===//

#include "QuantizationRewriter.h"
#include "Casts/CastLayouts.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/Analysis/SourceName.h"
#include "fp8/Utils/Views.h"

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
      first(&func.front().front()), amaxes(plan.tensors.size()) {}

/// Creates a rank-0 f32 constant at the start of the function. Preserves the
/// insertion point.
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
  Location loc = tensor.value.getLoc();
  Value zero = getConstant(0.0f);
  auto amax = AmaxOp::create(builder, loc, tensor.value, zero);
  amaxes[&tensor - plan.tensors.data()] = amax.getResult();
  auto scale = ComputeScaleOp::create(builder, loc, amax.getResult(),
                                      /*previous=*/Value(), tensor.format,
                                      options.scaling);
  return {scale.getScale(), scale.getScaleInv()};
}

/// Returns the inverse scales of all tensors of a direction. A single op, and
/// thus a single kernel, computes all of them.
Value QuantizationRewriter::getInverses(Direction direction, Value scales) {
  Value &inverses = delayedInverses[static_cast<unsigned>(direction)];
  if (inverses)
    return inverses;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(first);
  auto type = cast<RankedTensorType>(scales.getType());
  Value ones = arith::ConstantOp::create(builder, func.getLoc(),
                                         DenseElementsAttr::get(type, 1.0f));
  inverses = arith::DivFOp::create(builder, func.getLoc(), ones, scales);
  return inverses;
}

QuantizationRewriter::Scale
QuantizationRewriter::readDelayedScale(const QuantizedTensor &tensor,
                                       const DelayedStates &states) {
  Value scales = states[static_cast<unsigned>(tensor.direction)].scales;
  auto at = [&](int64_t value) -> OpFoldResult {
    return builder.getIndexAttr(value);
  };
  auto read = [&](Value all) -> Value {
    return tensor::ExtractSliceOp::create(
        builder, tensor.value.getLoc(),
        RankedTensorType::get({}, builder.getF32Type()), all,
        ArrayRef{at(tensor.index)}, ArrayRef{at(1)}, ArrayRef{at(1)});
  };
  return {read(scales), read(getInverses(tensor.direction, scales))};
}

Value QuantizationRewriter::createEmpty(Location loc, ArrayRef<int64_t> shape,
                                        Type element) {
  return tensor::EmptyOp::create(builder, loc, shape, element);
}

QuantizationRewriter::Coded
QuantizationRewriter::quantizeByTensor(const QuantizedTensor &tensor,
                                       const DelayedStates *states) {
  Scale scale =
      states ? readDelayedScale(tensor, *states) : computeCurrentScale(tensor);
  Location loc = addName(tensor.value.getLoc(), tensor.name);
  Type element = getElementType(tensor.format, builder.getContext());
  SmallVector<Value> inits = {createEmpty(
      loc, cast<RankedTensorType>(tensor.value.getType()).getShape(), element)};
  if (states)
    inits.push_back(getConstant(0.0f));
  auto quantize = QuantizeOp::create(builder, loc, tensor.value, scale.scale,
                                     inits, GranularityAttr(), ScalingAttr(),
                                     /*withAmax=*/states != nullptr);
  quantize->setAttr(FP8Dialect::kNameAttrName,
                    builder.getStringAttr(tensor.name));
  if (states)
    amaxes[&tensor - plan.tensors.data()] = quantize.getAmax();
  return {quantize.getCodes(), scale.inverse};
}

QuantizationRewriter::Coded
QuantizationRewriter::quantizeByGranule(const QuantizedTensor &tensor) {
  Location loc = addName(tensor.value.getLoc(), tensor.name);
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(tensor.value.getType()).getShape();
  Type element = getElementType(tensor.format, builder.getContext());
  bool isMX = tensor.granularity.isMX();
  Type scaleElement = isMX ? Type(Float8E8M0FNUType::get(builder.getContext()))
                           : Type(builder.getF32Type());
  Value inits[] = {
      createEmpty(loc, shape, element),
      createEmpty(loc, *tensor.granularity.getScaleShape(shape), scaleElement)};
  auto quantize = QuantizeOp::create(
      builder, loc, tensor.value, /*scale=*/Value(), inits, tensor.granularity,
      isMX ? ScalingAttr() : options.scaling);
  quantize->setAttr(FP8Dialect::kNameAttrName,
                    builder.getStringAttr(tensor.name));
  return {quantize.getCodes(), quantize.getScaleInv()};
}

void QuantizationRewriter::quantizeTensors(const DelayedStates *states,
                                           bool keepsAmaxes) {
  for (const QuantizedTensor &tensor : plan.tensors) {
    if (tensor.value.getDefiningOp())
      builder.setInsertionPointAfterValue(tensor.value);
    else
      builder.setInsertionPoint(first);
    if (!tensor.isRead) {
      // Measure the amax to continue the history of the tensor, which later
      // steps may use.
      if (keepsAmaxes && !tensor.granularity)
        amaxes[&tensor - plan.tensors.data()] =
            AmaxOp::create(builder, tensor.value.getLoc(), tensor.value,
                           getConstant(0.0f))
                .getResult();
      continue;
    }
    coded[{tensor.value, tensor.granularity}] =
        tensor.granularity ? quantizeByGranule(tensor)
                           : quantizeByTensor(tensor, states);
  }
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

/// Applies the layout op `op` to the codes `source`.
Value QuantizationRewriter::reapplyLayout(Operation *op, Value source) {
  // If `op` reads an argument, it may precede the quantize op that creates the
  // codes of the argument. The codes may also be an argument themselves.
  Operation *made = source.getDefiningOp();
  builder.setInsertionPointAfter(made && op->isBeforeInBlock(made) ? made : op);
  return cloneLayout(builder, op, source);
}

/// Returns the codes of `value`, which layout ops compute from a quantized
/// value.
QuantizationRewriter::Coded
QuantizationRewriter::getCoded(Value value, GranularityAttr granularity) {
  if (auto it = coded.find({value, granularity}); it != coded.end())
    return it->second;
  Operation *op = value.getDefiningOp();
  Coded result;
  if (Value original = step.getOriginal(value); original != value) {
    result = getCoded(original, granularity);
  } else if (DequantizeOp decode = getDecode(value)) {
    result = {decode.getCodes(), decode.getScaleInv()};
  } else if (Value source = getMovedSource(op, Move::FloatCast)) {
    result = getCoded(source, granularity);
  } else if (!granularity) {
    result = getCoded(getMovedSource(op, Move::Layout), granularity);
    result.codes = reapplyLayout(op, result.codes);
  } else {
    GranuleMap granules = GranuleMap::backward(op, granularity);
    result =
        getCoded(getMovedSource(op, Move::Layout), granules.getGranularity());
    result.codes = reapplyLayout(op, result.codes);
    result.inverse = granules.moveScales(builder, result.inverse);
  }
  return coded[{value, granularity}] = result;
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

void QuantizationRewriter::rewriteContractions() {
  SmallVector<std::pair<Operation *, ContractOp>> replaced;
  for (const QuantizedContraction &quantized : plan.contractions) {
    if (quantized.isWide)
      continue;
    const Contraction &match = quantized.contraction->match;
    Coded operands[2];
    for (unsigned i : {0, 1})
      operands[i] = getCoded(quantized.operands[i], quantized.granularities[i]);
    builder.setInsertionPoint(match.op);
    auto contract = ContractOp::create(
        builder, match.op->getLoc(), operands[0].codes, operands[0].inverse,
        operands[1].codes, operands[1].inverse, match.init, quantized.maps,
        quantized.granularities[0], quantized.granularities[1]);
    contract->setAttr(
        FP8Dialect::kClassAttrName,
        builder.getStringAttr(stringify(quantized.contraction->role)));
    replaced.push_back({match.op, contract});
  }
  // Replace the contractions last, because the analysis and the map of codes
  // refer to the old values.
  for (auto [old, contract] : replaced) {
    old->getResult(0).replaceAllUsesWith(contract.getResult());
    old->erase();
  }
}
