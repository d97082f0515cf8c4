//===- FP8Ops.cpp - code shared by the ops of the fp8 dialect -------------===//
//
// Result types, effects, accessors and builders. FP8Verifiers.cpp and
// FP8UpdateVerifier.cpp contain the verifiers.
//
//===----------------------------------------------------------------------===//

#include "UpdateOperands.h"
#include "Verifiers.h"
#include "fp8/IR/FP8.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Lists of floats
//===----------------------------------------------------------------------===//

static ParseResult parseFloats(OpAsmParser &parser, DenseF32ArrayAttr &floats) {
  SmallVector<float> values;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        APFloat value(0.0f);
        if (parser.parseFloat(APFloat::IEEEsingle(), value))
          return failure();
        values.push_back(value.convertToFloat());
        return success();
      }))
    return failure();
  floats = parser.getBuilder().getDenseF32ArrayAttr(values);
  return success();
}

/// Prints as many digits as each value needs. The printer of arrays outside of
/// `array<...>` prints seven.
static void printFloats(OpAsmPrinter &printer, Operation *,
                        DenseF32ArrayAttr floats) {
  printer << '[';
  llvm::interleaveComma(floats.asArrayRef(), printer, [&](float value) {
    printer.printFloat(APFloat(value));
  });
  printer << ']';
}

#define GET_OP_CLASSES
#include "fp8/IR/FP8Ops.cpp.inc"

//===----------------------------------------------------------------------===//
// Destination style
//===----------------------------------------------------------------------===//

/// Infers the result types. An op on tensors has one result per destination,
/// with the type of the destination. An op on memrefs has no results.
static LogicalResult inferFromInits(ValueRange inits,
                                    SmallVectorImpl<Type> &types) {
  for (Value init : inits)
    if (isa<RankedTensorType>(init.getType()))
      types.push_back(init.getType());
  return success();
}

/// Appends the memory effects of `op`: it writes its memref destinations and
/// reads its other memref operands. It reads a destination only if readsInit()
/// returns true.
template <typename OpTy>
static void
getDestinationEffects(OpTy op,
                      SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  addBufferEffects(
      op,
      [&](OpOperand &operand) {
        return !op.isDpsInit(&operand) || op.readsInit(operand);
      },
      effects);
}

static Speculation::Speculatability
getDestinationSpeculatability(Operation *op) {
  bool onTensors =
      llvm::none_of(op->getOperandTypes(), llvm::IsaPred<MemRefType>);
  return onTensors ? Speculation::Speculatable : Speculation::NotSpeculatable;
}

#define FP8_DESTINATION_OP(OP)                                                 \
  LogicalResult OP::inferReturnTypes(                                          \
      MLIRContext *, std::optional<Location>, ValueRange operands,             \
      DictionaryAttr attributes, OpaqueProperties properties,                  \
      RegionRange regions, SmallVectorImpl<Type> &types) {                     \
    OP::Adaptor adaptor(operands, attributes, properties, regions);            \
    return inferFromInits(adaptor.getInits(), types);                          \
  }                                                                            \
  void OP::getEffects(                                                         \
      SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {               \
    getDestinationEffects(*this, effects);                                     \
  }                                                                            \
  Speculation::Speculatability OP::getSpeculatability() {                      \
    return getDestinationSpeculatability(*this);                               \
  }

FP8_DESTINATION_OP(QuantizeOp)
FP8_DESTINATION_OP(DequantizeOp)
FP8_DESTINATION_OP(AmaxOp)
FP8_DESTINATION_OP(ContractOp)
FP8_DESTINATION_OP(UpdateOp)
FP8_DESTINATION_OP(AttentionOp)
FP8_DESTINATION_OP(AttentionBackwardOp)
FP8_DESTINATION_OP(ScatterAddOp)
FP8_DESTINATION_OP(InitOp)
FP8_DESTINATION_OP(AllReduceOp)
FP8_DESTINATION_OP(AllGatherOp)
FP8_DESTINATION_OP(ReduceScatterOp)
FP8_DESTINATION_OP(AllToAllOp)

#undef FP8_DESTINATION_OP

/// Returns the index of `operand` among the destinations of its op.
static unsigned getInitNumber(DestinationStyleOpInterface op,
                              OpOperand &operand) {
  return operand.getOperandNumber() -
         op.getDpsInitsMutable().begin()->getOperandNumber();
}

bool QuantizeOp::readsInit(OpOperand &init) {
  return getWithAmax() && getInitNumber(*this, init) + 1 == getInits().size();
}
bool DequantizeOp::readsInit(OpOperand &) { return false; }
bool AmaxOp::readsInit(OpOperand &) { return true; }
bool ContractOp::readsInit(OpOperand &init) {
  return !hasCodesResult() || getInitNumber(*this, init) != 0;
}
bool UpdateOp::readsInit(OpOperand &init) {
  return UpdateOperands::of(*this).readsInit(getInitNumber(*this, init));
}
bool ScatterAddOp::readsInit(OpOperand &) { return true; }
bool InitOp::readsInit(OpOperand &) { return false; }

//===----------------------------------------------------------------------===//
// Accessors
//===----------------------------------------------------------------------===//

/// Returns the granularity, or `tensor`, the default, if the attribute is
/// absent.
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

GranularityAttr ContractOp::getGranularityOrTensor(unsigned i) {
  return orTensor(i == 0 ? getLhsGranularity() : getRhsGranularity(),
                  getContext());
}

/// Returns the position of the local tensor in the whole tensor. Without
/// offsets, the local tensor is the whole tensor.
static SmallVector<OpFoldResult>
getOffsetsOrZeros(std::optional<ArrayRef<int64_t>> staticOffsets,
                  ValueRange offsets, ShapedType type) {
  Builder builder(type.getContext());
  if (staticOffsets)
    return getMixedValues(*staticOffsets, offsets, builder);
  return SmallVector<OpFoldResult>(type.getRank(), builder.getIndexAttr(0));
}

SmallVector<OpFoldResult> QuantizeOp::getMixedOffsets() {
  return getOffsetsOrZeros(getStaticOffsets(), getOffsets(),
                           cast<ShapedType>(getInput().getType()));
}
ArrayRef<int64_t> QuantizeOp::getWholeShape() {
  return getGlobalShape().value_or(
      cast<ShapedType>(getInput().getType()).getShape());
}
SmallVector<OpFoldResult> UpdateOp::getMixedOffsets() {
  return getOffsetsOrZeros(getStaticOffsets(), getOffsets(), getFirstType());
}
ArrayRef<int64_t> UpdateOp::getWholeShape() {
  return getGlobalShape().value_or(getFirstType().getShape());
}

Format QuantizeOp::getFormat() {
  return *fp8::getFormat(
      cast<ShapedType>(getCodesInit().getType()).getElementType());
}

static Format getFormatOf(Type type, std::optional<Format> ofInteger) {
  Type element = getElementTypeOrSelf(type);
  return element.isInteger() ? *ofInteger : *fp8::getFormat(element);
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

bool ContractOp::hasEpilogue() {
  return getBias() || getOutScale() || getWithAmax() ||
         getActivation() != Activation::None;
}

bool ContractOp::scalesElements(unsigned i) {
  if (!getScaleInv(i))
    return false;
  GranularityAttr granularity = getGranularityOrTensor(i);
  SmallVector<AffineMap> maps = getIndexingMapsArray();
  auto type = cast<ShapedType>(getFactor(i).getType());
  int64_t rank = type.getRank();
  // Groups are consecutive in the flattened tensor, so several groups mean that
  // scales vary along the last dimension. An empty tensor has no scale by which
  // a sum could be multiplied.
  if (granularity.getKind() == GranularityKind::Group)
    return type.getNumElements() > granularity.getSizes()[0] ||
           type.getNumElements() == 0;
  for (auto [d, expr] : llvm::enumerate(maps[i].getResults())) {
    int64_t granule = granularity.getExtent(d, rank);
    bool isReduced =
        !maps[2].isFunctionOfDim(cast<AffineDimExpr>(expr).getPosition());
    bool isOneGranule =
        granule == 0 || (!type.isDynamicDim(d) && type.getDimSize(d) > 0 &&
                         type.getDimSize(d) <= granule);
    if (isReduced && !isOneGranule)
      return true;
  }
  return false;
}

AffineMap ContractOp::getScaleMap(unsigned i) {
  GranularityAttr granularity = getGranularityOrTensor(i);
  SmallVector<AffineMap> maps = getIndexingMapsArray();
  auto type = cast<ShapedType>(getFactor(i).getType());
  int64_t rank = type.getRank();
  AffineExpr zero = getAffineConstantExpr(0, getContext());
  SmallVector<AffineExpr> exprs;
  if (granularity.getKind() == GranularityKind::Group) {
    exprs.push_back(zero);
  } else if (!granularity.isTensor()) {
    for (auto [d, expr] : llvm::enumerate(maps[i].getResults())) {
      int64_t granule = granularity.getExtent(d, rank);
      if (granule == 0) // The scales of rows have no last dimension.
        continue;
      std::optional<unsigned> position = maps[2].getResultPosition(expr);
      // An empty dimension has no granules.
      bool isOneGranule = !type.isDynamicDim(d) && type.getDimSize(d) != 0 &&
                          type.getDimSize(d) <= granule;
      exprs.push_back(
          !position || isOneGranule
              ? zero
              : getAffineDimExpr(*position, getContext()).floorDiv(granule));
    }
  }
  return AffineMap::get(maps[2].getNumResults(), 0, exprs, getContext());
}

bool ContractOp::hasCodesResult() {
  return isEightBit(
      *fp8::getFormat(cast<ShapedType>(getInit().getType()).getElementType()));
}

//===----------------------------------------------------------------------===//
// Builders
//===----------------------------------------------------------------------===//

void QuantizeOp::build(OpBuilder &builder, OperationState &state, Value input,
                       Value scale, ValueRange inits,
                       GranularityAttr granularity, ScalingAttr scaling,
                       bool withAmax) {
  SmallVector<Type> types;
  (void)inferFromInits(inits, types);
  build(builder, state, types, input, scale, /*seed=*/Value(),
        /*step=*/Value(), /*offsets=*/ValueRange(), inits,
        /*use_offset=*/Value(), granularity, scaling, RoundingMode::NearestEven,
        /*stream=*/IntegerAttr(),
        /*use=*/IntegerAttr(), /*static_offsets=*/DenseI64ArrayAttr(),
        /*global_shape=*/DenseI64ArrayAttr(), withAmax);
}

void DequantizeOp::build(OpBuilder &builder, OperationState &state, Value codes,
                         Value scaleInv, Value init,
                         GranularityAttr granularity) {
  SmallVector<Type> types;
  (void)inferFromInits(init, types);
  build(builder, state, types, codes, scaleInv, init, granularity);
}

void AmaxOp::build(OpBuilder &builder, OperationState &state, Value input,
                   Value init, GranularityAttr granularity) {
  SmallVector<Type> types;
  (void)inferFromInits(init, types);
  build(builder, state, types, input, init, granularity);
}

void ContractOp::build(OpBuilder &builder, OperationState &state, Value lhs,
                       Value lhsScaleInv, Value rhs, Value rhsScaleInv,
                       Value init, ArrayRef<AffineMap> indexingMaps,
                       GranularityAttr lhsGranularity,
                       GranularityAttr rhsGranularity) {
  SmallVector<Type> types;
  (void)inferFromInits(init, types);
  build(builder, state, types, lhs, lhsScaleInv, rhs, rhsScaleInv,
        /*bias=*/Value(), /*out_scale=*/Value(), init,
        builder.getAffineMapArrayAttr(indexingMaps), lhsGranularity,
        rhsGranularity);
}
