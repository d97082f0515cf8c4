//===- FP8Ops.cpp - what the ops of the fp8 dialect share -----------------===//
//
// Result types, effects, accessors and folds. Verifiers are in FP8Verifiers.cpp
// and FP8UpdateOp.cpp.
//
//===----------------------------------------------------------------------===//

#include "fp8/IR/FP8.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::fp8;

#define GET_OP_CLASSES
#include "fp8/IR/FP8Ops.cpp.inc"

//===----------------------------------------------------------------------===//
// Destination style
//===----------------------------------------------------------------------===//

/// An op on tensors has one result for each destination, of its type; an op on
/// memrefs has none.
static LogicalResult inferFromInits(ValueRange inits,
                                    SmallVectorImpl<Type> &types) {
  for (Value init : inits)
    if (isa<RankedTensorType>(init.getType()))
      types.push_back(init.getType());
  return success();
}

/// Memref operands are read; memref destinations are written, and read too
/// where the op accumulates into them.
static void
getDestinationEffects(DestinationStyleOpInterface op,
                      function_ref<bool(OpOperand &)> readsInit,
                      SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  auto add = [&](MemoryEffects::Effect *effect, OpOperand &operand) {
    effects.emplace_back(effect, &operand, /*stage=*/0,
                         /*effectOnFullRegion=*/true,
                         SideEffects::DefaultResource::get());
  };
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    bool isInit = op.isDpsInit(&operand);
    if (!isInit || readsInit(operand))
      add(MemoryEffects::Read::get(), operand);
    if (isInit)
      add(MemoryEffects::Write::get(), operand);
  }
}

static Speculation::Speculatability
getDestinationSpeculatability(Operation *op) {
  bool onTensors = llvm::none_of(op->getOperandTypes(), llvm::IsaPred<MemRefType>);
  return onTensors ? Speculation::Speculatable : Speculation::NotSpeculatable;
}

#define FP8_DESTINATION_OP(OP, READS_INIT)                                     \
  LogicalResult OP::inferReturnTypes(                                          \
      MLIRContext *, std::optional<Location>, ValueRange operands,             \
      DictionaryAttr attributes, OpaqueProperties properties,                  \
      RegionRange regions, SmallVectorImpl<Type> &types) {                     \
    OP::Adaptor adaptor(operands, attributes, properties, regions);            \
    return inferFromInits(adaptor.getInits(), types);                          \
  }                                                                            \
  void OP::getEffects(                                                         \
      SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {               \
    auto readsInit = [&]([[maybe_unused]] OpOperand &init) -> bool {           \
      return READS_INIT;                                                       \
    };                                                                         \
    getDestinationEffects(*this, readsInit, effects);                          \
  }                                                                            \
  Speculation::Speculatability OP::getSpeculatability() {                      \
    return getDestinationSpeculatability(*this);                               \
  }

FP8_DESTINATION_OP(QuantizeOp, init.get() == getAmaxInit())
FP8_DESTINATION_OP(DequantizeOp, false)
FP8_DESTINATION_OP(AmaxOp, true)
FP8_DESTINATION_OP(ContractOp, !(hasCodesResult() && init.get() == getInit()))
FP8_DESTINATION_OP(UpdateOp, getSkip() != nullptr)
FP8_DESTINATION_OP(ScatterAddOp, true)

#undef FP8_DESTINATION_OP

//===----------------------------------------------------------------------===//
// Accessors
//===----------------------------------------------------------------------===//

/// Leaves out of the IR what says nothing: `tensor` is the default.
static GranularityAttr orTensor(std::optional<GranularityAttr> granularity,
                                MLIRContext *context) {
  return granularity ? *granularity
                     : GranularityAttr::get(context, GranularityKind::Tensor);
}

GranularityAttr QuantizeOp::getGranularityOrTensor() {
  return orTensor(getGranularity(), getContext());
}
GranularityAttr DequantizeOp::getGranularityOrTensor() {
  return orTensor(getGranularity(), getContext());
}
GranularityAttr AmaxOp::getGranularityOrTensor() {
  return orTensor(getGranularity(), getContext());
}

Format QuantizeOp::getFormat() {
  return *fp8::getFormat(
      cast<ShapedType>(getCodesInit().getType()).getElementType());
}

static Format getFormatOf(Type type, std::optional<Format> ofI8) {
  Type element = getElementTypeOrSelf(type);
  return element.isInteger(8) ? *ofI8 : *fp8::getFormat(element);
}

Format ConvertOp::getInputFormat() {
  return getFormatOf(getInput().getType(), getFormat());
}
Format ConvertOp::getResultFormat() {
  return getFormatOf(getResult().getType(), getFormat());
}

SmallVector<AffineMap> ContractOp::getIndexingMapsArray() {
  return llvm::map_to_vector(getIndexingMaps(), [](Attribute map) {
    return cast<AffineMapAttr>(map).getValue();
  });
}

SmallVector<unsigned> ContractOp::getReductionDims() {
  SmallVector<AffineMap> maps = getIndexingMapsArray();
  SmallVector<unsigned> dims;
  for (unsigned d = 0, e = maps[2].getNumDims(); d < e; ++d)
    if (!maps[2].isFunctionOfDim(d))
      dims.push_back(d);
  return dims;
}

SmallVector<int64_t> ContractOp::getStaticLoopRanges() {
  SmallVector<AffineMap> maps = getIndexingMapsArray();
  SmallVector<int64_t> ranges(maps[0].getNumDims(), ShapedType::kDynamic);
  std::array<Value, 3> values = {getLhs(), getRhs(), getInit()};
  for (auto [map, value] : llvm::zip_equal(maps, values)) {
    auto type = cast<ShapedType>(value.getType());
    for (auto [i, expr] : llvm::enumerate(map.getResults()))
      ranges[cast<AffineDimExpr>(expr).getPosition()] = type.getDimSize(i);
  }
  return ranges;
}

bool ContractOp::hasCodesResult() {
  return isEightBit(*fp8::getFormat(
      cast<ShapedType>(getInit().getType()).getElementType()));
}

OpFoldResult ConvertOp::fold(FoldAdaptor) { return {}; }
