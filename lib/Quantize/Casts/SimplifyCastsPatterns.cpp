//===- SimplifyCastsPatterns.cpp - rewrites of --fp8-simplify-casts -------===//

#include "CastLayouts.h"
#include "SimplifyCasts.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

bool mlir::fp8::isCastLayout(Operation *op) {
  return getCastLayoutSource(op) || isa_and_nonnull<tensor::ConcatOp>(op);
}

bool mlir::fp8::readsDequantize(Operation *layout) {
  if (Value source = getCastLayoutSource(layout))
    return static_cast<bool>(source.getDefiningOp<DequantizeOp>());
  return llvm::any_of(layout->getOperands(), [](Value operand) {
    return static_cast<bool>(operand.getDefiningOp<DequantizeOp>());
  });
}

static Value makeEmpty(OpBuilder &builder, Location loc, Value like,
                       Type element) {
  return tensor::EmptyOp::create(
      builder, loc, cast<RankedTensorType>(like.getType()).getShape(), element);
}

static Type getCodesType(QuantizeOp op) {
  return getElementTypeOrSelf(op.getCodes().getType());
}

//===----------------------------------------------------------------------===//
// Round trips
//===----------------------------------------------------------------------===//

std::string mlir::fp8::whyNotElided(QuantizeOp op) {
  auto dequantize = op.getInput().getDefiningOp<DequantizeOp>();
  if (!dequantize)
    return "the input is not decoded";
  if (dequantize.getCodes().getType() != op.getCodes().getType())
    return "the codes that are decoded have another format";
  if (!getElementTypeOrSelf(op.getInput()).isF32())
    return "the decoded values are rounded to less than f32";
  if (!op.getGranularityOrTensor().isTensor() ||
      !dequantize.getGranularityOrTensor().isTensor())
    return "a scale per scaling block is computed again from the decoded "
           "values";
  if (op.getRounding() != RoundingMode::NearestEven)
    return "random bits can distinguish a decoded value from the code it "
           "rounds to";
  if (usesAmax(op))
    return "the amax of the decoded values is used";
  if (!areCanonicalCodes(dequantize.getCodes()))
    return "codes of unknown origin may hold a NaN or infinity that encodes "
           "differently";
  if (!isExactRoundTrip(dequantize.getScaleInv(), op.getScale(),
                        op.getFormat()))
    return "the two scales are not known to cancel for every code";
  return "";
}

/// Replaces quantize(dequantize(c)) by c. Two f32 roundings are too small to
/// change the nearest number of the format.
static LogicalResult elideRoundTrip(QuantizeOp op, PatternRewriter &rewriter) {
  std::string reason = whyNotElided(op);
  if (!reason.empty())
    return rewriter.notifyMatchFailure(op, reason);
  Value codes = op.getInput().getDefiningOp<DequantizeOp>().getCodes();
  rewriter.replaceAllUsesWith(op.getCodes(), codes);
  rewriter.eraseOp(op);
  return success();
}

//===----------------------------------------------------------------------===//
// Quantize before layouts
//===----------------------------------------------------------------------===//

/// Returns why the op must not move, or an empty string if it may. Its rounding
/// must not depend on the positions of elements.
static std::string whyNotMovable(QuantizeOp op) {
  if (op.getRounding() != RoundingMode::NearestEven)
    return "random bits of stochastic rounding depend on the position";
  return "";
}

/// Returns true if a dequantize op computes `part`, or if another op quantizes
/// it with the same scale. Moving the quantize op then saves a cast.
static bool isCastElsewhere(Value part, QuantizeOp op) {
  if (part.getDefiningOp<DequantizeOp>())
    return true;
  return llvm::any_of(part.getUsers(), [&](Operation *user) {
    auto other = dyn_cast<QuantizeOp>(user);
    return other && other.getInput() == part &&
           other.getScale() == op.getScale() &&
           other.getFormat() == op.getFormat() &&
           other.getRounding() == op.getRounding();
  });
}

static std::string whyNotHoistedOverConcat(QuantizeOp op) {
  if (!op.getGranularityOrTensor().isTensor())
    return "only one scale for the whole tensor moves before a concat";
  if (usesAmax(op))
    return "the amax of the whole is used";
  auto concat = op.getInput().getDefiningOp<tensor::ConcatOp>();
  return llvm::any_of(concat.getInputs(),
                      [&](Value part) { return isCastElsewhere(part, op); })
             ? ""
             : "no part is decoded, or quantized by this scale elsewhere";
}

std::string mlir::fp8::whyNotHoisted(QuantizeOp op) {
  Operation *layout = op.getInput().getDefiningOp();
  if (!isCastLayout(layout))
    return "the input is not rearranged";
  if (std::string reason = whyNotMovable(op); !reason.empty())
    return reason;
  if (isa<tensor::ConcatOp>(layout))
    return whyNotHoistedOverConcat(op);
  if (isa<tensor::ExtractSliceOp>(layout))
    return "more than the slice would be quantized";
  GranuleMap granules =
      GranuleMap::backward(layout, op.getGranularityOrTensor());
  if (!granules.getReason().empty())
    return granules.getReason().str();
  if (needsPositiveScale(layout) && !isPositiveAndFinite(op.getScale()))
    return "the scale is not known to be positive and finite";
  if (isRelu(layout)) {
    if (usesAmax(op))
      return "the amax without negative numbers is used";
    if (!layout->hasOneUse())
      return "others read the maximum with 0";
  }
  auto source = cast<RankedTensorType>(getCastLayoutSource(layout).getType());
  if (usesAmax(op) && source.getNumElements() == 0)
    return "nothing is padded or broadcast";
  return "";
}

/// Creates a quantize op with the properties of `op` for `input` and
/// `granularity`.
static QuantizeOp cloneQuantize(OpBuilder &builder, QuantizeOp op, Value input,
                                GranularityAttr granularity) {
  SmallVector<Value> inits = {
      makeEmpty(builder, op.getLoc(), input, getCodesType(op))};
  if (op.makesScale()) {
    FailureOr<SmallVector<int64_t>> shape = granularity.getScaleShape(
        cast<RankedTensorType>(input.getType()).getShape());
    inits.push_back(tensor::EmptyOp::create(
        builder, op.getLoc(), *shape,
        getElementTypeOrSelf(op.getScaleInv().getType())));
  }
  if (op.getWithAmax())
    inits.push_back(op.getAmaxInit());
  auto made = QuantizeOp::create(
      builder, op.getLoc(), input, op.getScale(), inits,
      granularity.isTensor() ? GranularityAttr() : granularity,
      op.getScaling().value_or(ScalingAttr()), op.getWithAmax());
  made->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  return made;
}

/// Replaces quantize(layout(x)) by layout(quantize(x)). Each code depends only
/// on its element and on the scale of its scaling block, and the amax of a
/// block does not depend on the order of its elements. A positive, finite scale
/// preserves +0 and signs.
static LogicalResult hoistQuantize(QuantizeOp op, PatternRewriter &rewriter) {
  Operation *layout = op.getInput().getDefiningOp();
  std::string reason = whyNotHoisted(op);
  if (!reason.empty() || isa<tensor::ConcatOp>(layout))
    return rewriter.notifyMatchFailure(op, reason);
  GranuleMap granules =
      GranuleMap::backward(layout, op.getGranularityOrTensor());
  QuantizeOp made = cloneQuantize(rewriter, op, getCastLayoutSource(layout),
                                  granules.getGranularity());
  SmallVector<Value> results = {
      rebuildLayout(rewriter, layout, made.getCodes())};
  if (op.makesScale())
    results.push_back(granules.moveScales(rewriter, made.getScaleInv()));
  if (op.getWithAmax())
    results.push_back(made.getAmax());
  rewriter.replaceOp(op, results);
  return success();
}

/// Replaces quantize(concat(x, y)) by concat(quantize(x), quantize(y)) if the
/// whole tensor has one scale.
static LogicalResult hoistOverConcat(QuantizeOp op, PatternRewriter &rewriter) {
  auto concat = op.getInput().getDefiningOp<tensor::ConcatOp>();
  if (!concat || !whyNotHoisted(op).empty())
    return rewriter.notifyMatchFailure(op, "no concat, or one that stays");
  SmallVector<Value> parts;
  for (Value input : concat.getInputs()) {
    Value init = makeEmpty(rewriter, op.getLoc(), input, getCodesType(op));
    parts.push_back(
        QuantizeOp::create(rewriter, op.getLoc(), input, op.getScale(), init)
            .getCodes());
  }
  Value codes = tensor::ConcatOp::create(rewriter, concat.getLoc(),
                                         concat.getDim(), parts);
  rewriter.replaceAllUsesWith(op.getCodes(), codes);
  rewriter.eraseOp(op);
  return success();
}

/// Replaces amax(layout(x)) by amax(x) if layout(x) contains exactly the values
/// of x. The maximum does not depend on order or repetition.
static LogicalResult hoistAmax(AmaxOp op, PatternRewriter &rewriter) {
  Operation *layout = op.getInput().getDefiningOp();
  if (!isa_and_nonnull<linalg::TransposeOp, linalg::BroadcastOp,
                       tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
          layout) ||
      !op.getGranularityOrTensor().isTensor() || !getCastLayoutSource(layout) ||
      cast<ShapedType>(op.getInput().getType()).getNumElements() == 0)
    return rewriter.notifyMatchFailure(op, "drops, adds or regroups");
  rewriter.modifyOpInPlace(
      op, [&] { op.getInputMutable().set(getCastLayoutSource(layout)); });
  return success();
}

//===----------------------------------------------------------------------===//
// Layouts before dequantize
//===----------------------------------------------------------------------===//

static std::string whyNotJoined(tensor::ConcatOp concat) {
  DequantizeOp first;
  for (Value input : concat.getInputs()) {
    auto op = input.getDefiningOp<DequantizeOp>();
    if (!op)
      return "a part is not decoded";
    if (!first)
      first = op;
    GranularityAttr granularity = op.getGranularityOrTensor();
    if (getElementTypeOrSelf(op.getCodes()) !=
            getElementTypeOrSelf(first.getCodes()) ||
        granularity != first.getGranularityOrTensor())
      return "the parts have different formats or granularities";
    if (granularity.isTensor()) {
      if (op.getScaleInv() != first.getScaleInv())
        return "the parts have different scales";
      continue;
    }
    auto type = cast<RankedTensorType>(input.getType());
    int64_t dim = concat.getDim();
    int64_t granule = granularity.getExtent(dim, type.getRank());
    bool isLast = input == concat.getInputs().back();
    if (granule == 0 || (!isLast && type.getDimSize(dim) % granule != 0))
      return "the seam would lie within a granule";
  }
  return "";
}

std::string mlir::fp8::whyNotSunk(Operation *layout) {
  if (auto concat = dyn_cast<tensor::ConcatOp>(layout))
    return whyNotJoined(concat);
  auto op = getCastLayoutSource(layout).getDefiningOp<DequantizeOp>();
  if (!op)
    return "the operand is not decoded";
  GranuleMap granules =
      GranuleMap::forward(layout, op.getGranularityOrTensor());
  if (!granules.getReason().empty())
    return granules.getReason().str();
  if (needsPositiveScale(layout) && !isPositiveAndFinite(op.getScaleInv()))
    return "the scale is not known to be positive and finite";
  if (isRelu(layout) && !areCanonicalCodes(op.getCodes()))
    return "codes of unknown origin may hold a NaN with a sign";
  if (!isa<tensor::ExtractSliceOp>(layout) &&
      !llvm::all_of(op->getUsers(), isCastLayout))
    return "others read the decoded tensor";
  return "";
}

static DequantizeOp buildDequantize(OpBuilder &builder, Operation *layout,
                                    DequantizeOp like, Value codes,
                                    Value scaleInv,
                                    GranularityAttr granularity) {
  Value init = makeEmpty(builder, layout->getLoc(), codes,
                         getElementTypeOrSelf(layout->getResult(0)));
  return DequantizeOp::create(builder, like.getLoc(), codes, scaleInv, init,
                              granularity.isTensor() ? GranularityAttr()
                                                     : granularity);
}

/// Replaces layout(dequantize(c)) by dequantize(layout(c)). Each number depends
/// only on its code and on the scale of its scaling block. Code 0 decodes to
/// +0, and a positive, finite scale preserves the sign of the code.
static LogicalResult sinkDequantize(Operation *layout,
                                    PatternRewriter &rewriter) {
  if (!getCastLayoutSource(layout) || !whyNotSunk(layout).empty())
    return failure();
  auto op = getCastLayoutSource(layout).getDefiningOp<DequantizeOp>();
  GranuleMap granules =
      GranuleMap::forward(layout, op.getGranularityOrTensor());
  Value codes = rebuildLayout(rewriter, layout, op.getCodes());
  Value scaleInv = granules.moveScales(rewriter, op.getScaleInv());
  rewriter.replaceOp(layout,
                     buildDequantize(rewriter, layout, op, codes, scaleInv,
                                     granules.getGranularity()));
  return success();
}

/// Replaces concat(dequantize(c), dequantize(d)) by dequantize(concat(c, d)) if
/// both have the same scale, or if no scaling block contains elements of both.
static LogicalResult joinDequantizes(tensor::ConcatOp concat,
                                     PatternRewriter &rewriter) {
  std::string reason = whyNotJoined(concat);
  if (!reason.empty())
    return rewriter.notifyMatchFailure(concat, reason);
  SmallVector<Value> codes, scales;
  DequantizeOp first = concat.getInputs().front().getDefiningOp<DequantizeOp>();
  for (Value input : concat.getInputs()) {
    auto op = input.getDefiningOp<DequantizeOp>();
    codes.push_back(op.getCodes());
    scales.push_back(op.getScaleInv());
  }
  GranularityAttr granularity = first.getGranularityOrTensor();
  Value joined = tensor::ConcatOp::create(rewriter, concat.getLoc(),
                                          concat.getDim(), codes);
  Value scaleInv = scales.front();
  if (!granularity.isTensor())
    scaleInv = tensor::ConcatOp::create(rewriter, concat.getLoc(),
                                        concat.getDim(), scales);
  rewriter.replaceOp(concat, buildDequantize(rewriter, concat, first, joined,
                                             scaleInv, granularity));
  return success();
}

namespace {
struct SinkDequantize : RewritePattern {
  explicit SinkDequantize(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}
  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    return sinkDequantize(op, rewriter);
  }
};
} // namespace

void mlir::fp8::populateSimplifyCastsPatterns(RewritePatternSet &patterns) {
  patterns.add(elideRoundTrip);
  patterns.add(hoistQuantize);
  patterns.add(hoistOverConcat);
  patterns.add(hoistAmax);
  patterns.add(joinDequantizes);
  patterns.add<SinkDequantize>(patterns.getContext());
  // These patterns remove amaxes without users.
  QuantizeOp::getCanonicalizationPatterns(patterns, patterns.getContext());
  ContractOp::getCanonicalizationPatterns(patterns, patterns.getContext());
}
