//===- FP8Folds.cpp - folds and canonicalizations of the fp8 dialect ------===//
//
// Every rewrite here preserves all bits for all inputs, including NaN,
// infinities and -0. decode(encode(x)) cannot be folded, because encoding
// rounds. encode(decode(c)) can be folded only if it restores every code c.
// This excludes formats with codes that decode to the same value or saturate:
// e4m3 (0xFF), e5m2 (infinities and six NaNs) and ue5m3 (seven NaNs). If an
// encode produced c, c is not such a code and can be folded.
//
//===----------------------------------------------------------------------===//

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/CommonFolders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Conversions of constants
//===----------------------------------------------------------------------===//

static float decode(const APInt &bits, fp8::Format format) {
  uint64_t code = bits.getZExtValue();
  if (const numerics::FormatSpec *spec = getFormatSpec(format))
    return numerics::decodeBits(static_cast<uint32_t>(code), *spec);
  return numerics::floatOf(static_cast<uint32_t>(code));
}

/// Returns the bit width of a code of `format`, which is not f32.
static unsigned getCodeWidth(fp8::Format format) {
  if (format == fp8::Format::E4M19)
    return 32;
  return isEightBit(format) ? 8 : 16;
}

static APInt encode(float value, fp8::Format from, fp8::Format to) {
  const numerics::FormatSpec *spec = getFormatSpec(to);
  if (!spec)
    return APInt(32, numerics::bitsOf(value));
  // An infinity that an 8-bit code represents stays an infinity in every wide
  // format; it does not saturate.
  auto overflow = isEightBit(from) ? numerics::Overflow::Infinity
                                   : numerics::Overflow::Saturate;
  return APInt(getCodeWidth(to), numerics::encodeBits(value, *spec, overflow));
}

static APInt getBits(const APFloat &value) { return value.bitcastToAPInt(); }
static APInt getBits(const APInt &value) { return value; }

template <typename Attr>
using ValueOf =
    std::conditional_t<std::is_same_v<Attr, FloatAttr>, APFloat, APInt>;

/// Folds the conversion of a constant. `From` and `To` are attributes for
/// floats or for integers.
template <typename From, typename To>
static OpFoldResult foldConstant(ConvertOp op, Attribute input) {
  Type type = getElementTypeOrSelf(op.getResult());
  fp8::Format from = op.getInputFormat(), to = op.getResultFormat();
  return constFoldCastOp<From, To, ValueOf<From>, ValueOf<To>, void>(
      ArrayRef(input), op.getType(), [&](const ValueOf<From> &value, bool &) {
        APInt bits = encode(decode(getBits(value), from), from, to);
        if constexpr (std::is_same_v<To, FloatAttr>)
          return APFloat(cast<FloatType>(type).getFloatSemantics(), bits);
        else
          return bits;
      });
}

OpFoldResult ConvertOp::fold(FoldAdaptor adaptor) {
  // Fold encode(decode(c)) if an encode to the same format produced c. A value
  // that the format represents exactly keeps its code in every rounding mode.
  fp8::Format format = getResultFormat();
  auto decoding = getInput().getDefiningOp<ConvertOp>();
  if (decoding && isEightBit(format) && decoding.getInputFormat() == format) {
    auto encoding = decoding.getInput().getDefiningOp<ConvertOp>();
    if (encoding && encoding.getResultFormat() == format)
      return encoding.getResult();
  }

  Attribute input = adaptor.getInput();
  if (!input || getRounding() != RoundingMode::NearestEven)
    return {};
  if (getElementTypeOrSelf(getInput()).isInteger())
    return foldConstant<IntegerAttr, FloatAttr>(*this, input);
  if (getElementTypeOrSelf(getResult()).isInteger())
    return foldConstant<FloatAttr, IntegerAttr>(*this, input);
  return foldConstant<FloatAttr, FloatAttr>(*this, input);
}

/// Replaces decode(c) to bf16 or f16, followed by a conversion to f32, by
/// decode(c) to f32. This is exact, because bf16 and f16 represent every value
/// of every 8-bit format.
static LogicalResult decodeAtOnce(ConvertOp op, PatternRewriter &rewriter) {
  auto decoding = op.getInput().getDefiningOp<ConvertOp>();
  if (!decoding || !isEightBit(decoding.getInputFormat()) ||
      op.getResultFormat() != fp8::Format::F32)
    return rewriter.notifyMatchFailure(op, "does not widen a decoded value");
  rewriter.replaceOpWithNewOp<ConvertOp>(
      op, op.getType(), decoding.getInput(), /*random=*/Value(),
      decoding.getFormatAttr(), decoding.getRoundingAttr());
  return success();
}

void ConvertOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *) {
  patterns.add(decodeAtOnce);
}

//===----------------------------------------------------------------------===//
// AmaxOp
//===----------------------------------------------------------------------===//

/// Folds the amax of a splat constant if the init is also a splat constant.
LogicalResult AmaxOp::fold(FoldAdaptor adaptor,
                           SmallVectorImpl<OpFoldResult> &results) {
  auto input = dyn_cast_or_null<SplatElementsAttr>(adaptor.getInput());
  auto init = dyn_cast_or_null<SplatElementsAttr>(adaptor.getInits().front());
  auto inputType = cast<ShapedType>(getInput().getType());
  if (!input || !init || inputType.getNumElements() == 0)
    return failure();
  fp8::Format format = *fp8::getFormat(inputType.getElementType());
  float value = decode(getBits(input.getSplatValue<APFloat>()), format);
  float start = init.getSplatValue<APFloat>().convertToFloat();
  float magnitude = numerics::floatOf(numerics::bitsOf(value) & 0x7FFFFFFFu);
  float amax = start > magnitude ? start : magnitude;
  if (numerics::isNaN(start) || numerics::isNaN(value))
    amax = numerics::canonicalNaN();
  results.push_back(DenseElementsAttr::get(init.getType(), APFloat(amax)));
  return success();
}

//===----------------------------------------------------------------------===//
// Redundant attributes and results
//===----------------------------------------------------------------------===//

/// Removes the granularity `tensor`, which is the default, so that equal ops
/// have equal attributes.
template <typename OpTy>
static LogicalResult dropTensorGranularity(OpTy op, PatternRewriter &rewriter) {
  if (!op.getGranularity() || !op.getGranularity()->isTensor())
    return rewriter.notifyMatchFailure(op, "has no granularity 'tensor'");
  rewriter.modifyOpInPlace(op, [&] { op.removeGranularityAttr(); });
  return success();
}

/// Removes an amax result that has no uses.
template <typename OpTy>
static LogicalResult dropUnusedAmax(OpTy op, PatternRewriter &rewriter) {
  if (!op.getWithAmax() || op->getNumResults() == 0 ||
      !op.getAmax().use_empty())
    return rewriter.notifyMatchFailure(op, "returns no amax, or one with uses");
  // The amax is the last init and the last result.
  unsigned amax =
      op.getInits().getBeginOperandIndex() + op.getInits().size() - 1;
  SmallVector<Value> operands(op->getOperands());
  operands.erase(operands.begin() + amax);
  OperationState state(op.getLoc(), OpTy::getOperationName());
  state.addOperands(operands);
  state.addTypes(op->getResults().drop_back().getTypes());
  auto properties = op.getProperties();
  properties.with_amax = {};
  unsigned end = 0;
  for (int32_t &size : properties.operandSegmentSizes) {
    end += size;
    if (amax < end) {
      --size;
      break;
    }
  }
  state.useProperties(properties);
  state.addAttributes(llvm::to_vector(op->getDiscardableAttrs()));
  Operation *slim = rewriter.create(state);
  rewriter.replaceAllUsesWith(op->getResults().drop_back(), slim->getResults());
  rewriter.eraseOp(op);
  return success();
}

void QuantizeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                             MLIRContext *) {
  patterns.add(dropTensorGranularity<QuantizeOp>);
  patterns.add(dropUnusedAmax<QuantizeOp>);
}

void DequantizeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                               MLIRContext *) {
  patterns.add(dropTensorGranularity<DequantizeOp>);
}

void AmaxOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *) {
  patterns.add(dropTensorGranularity<AmaxOp>);
}

static LogicalResult dropTensorGranularities(ContractOp op,
                                             PatternRewriter &rewriter) {
  auto isTensor = [](std::optional<GranularityAttr> granularity) {
    return granularity && granularity->isTensor();
  };
  if (!isTensor(op.getLhsGranularity()) && !isTensor(op.getRhsGranularity()))
    return rewriter.notifyMatchFailure(op, "has no granularity 'tensor'");
  rewriter.modifyOpInPlace(op, [&] {
    if (isTensor(op.getLhsGranularity()))
      op.removeLhsGranularityAttr();
    if (isTensor(op.getRhsGranularity()))
      op.removeRhsGranularityAttr();
  });
  return success();
}

void ContractOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                             MLIRContext *) {
  patterns.add(dropTensorGranularities);
  patterns.add(dropUnusedAmax<ContractOp>);
}
