//===- FP8InitOp.cpp - accessors and verifier of fp8.init -----------------===//

#include "Verifiers.h"

#include "fp8/Numerics/Init.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Accessors
//===----------------------------------------------------------------------===//

GranularityAttr InitOp::getGranularityOrTensor() {
  return getGranularity().value_or(
      GranularityAttr::get(getContext(), GranularityKind::Tensor));
}

bool InitOp::makesCodes() { return isOfCodes(getMainType()); }

Format InitOp::getFormat() {
  return *fp8::getFormat(getMainType().getElementType());
}

ArrayRef<int64_t> InitOp::getWholeShape() {
  return getGlobalShape().value_or(getMainType().getShape());
}

SmallVector<OpFoldResult> InitOp::getMixedOffsets() {
  Builder builder(getContext());
  if (std::optional<ArrayRef<int64_t>> offsets = getStaticOffsets())
    return getMixedValues(*offsets, getOffsets(), builder);
  return SmallVector<OpFoldResult>(getMainType().getRank(),
                                   builder.getIndexAttr(0));
}

/// Returns true if the values of the distribution are random, not constant.
static bool isDrawn(Distribution distribution) {
  return distribution == Distribution::Uniform ||
         distribution == Distribution::Normal ||
         distribution == Distribution::TruncatedNormal;
}

bool InitOp::draws() { return isDrawn(getDistribution()); }

/// Returns `gain / sqrt(n)`, where n is the fan. Root and quotient are rounded
/// to f64, the result is then rounded to f32.
static float getDeviation(InitOp op) {
  ArrayRef<int64_t> shape = op.getWholeShape();
  ArrayRef<int64_t> axes = *op.getAxes();
  double others = 1.0;
  for (auto [d, extent] : llvm::enumerate(shape))
    if (!llvm::is_contained(axes, static_cast<int64_t>(d)))
      others *= static_cast<double>(extent);
  double in = others * static_cast<double>(shape[axes[0]]);
  double out = others * static_cast<double>(shape[axes[1]]);
  double fan = *op.getFan() == Fan::In    ? in
               : *op.getFan() == Fan::Out ? out
                                          : (in + out) / 2;
  // For an empty tensor, the fan is 0, and the result is not used.
  return static_cast<float>(op.getGain()->convertToFloat() /
                            std::sqrt(std::max(fan, 1.0)));
}

static constexpr float kDefaultLimit = 2.0f;

numerics::InitialValues InitOp::getInitialValues() {
  using numerics::InitialValues;
  ArrayRef<float> values = getParameters().value_or(ArrayRef<float>());
  float deviation = getGain() ? getDeviation(*this) : 0.0f;
  switch (getDistribution()) {
  case Distribution::Zeros:
    return InitialValues::constant(0.0f);
  case Distribution::Ones:
    return InitialValues::constant(1.0f);
  case Distribution::Constant:
    return InitialValues::constant(values[0]);
  case Distribution::Uniform: {
    // Uniform values in [-a, a] have the standard deviation a / sqrt(3).
    float end = deviation * 0x1.bb67aep+0f;
    return getGain() ? InitialValues::uniform(-end, end)
                     : InitialValues::uniform(values[0], values[1]);
  }
  case Distribution::Normal:
    return getGain() ? InitialValues::normal(0.0f, deviation)
                     : InitialValues::normal(values[0], values[1]);
  case Distribution::TruncatedNormal:
    if (getGain())
      return InitialValues::truncatedNormal(
          0.0f, deviation / numerics::truncatedDeviation(kDefaultLimit),
          kDefaultLimit);
    return InitialValues::truncatedNormal(
        values[0], values[1], values.size() == 3 ? values[2] : kDefaultLimit);
  }
  llvm_unreachable("a distribution without a case");
}

//===----------------------------------------------------------------------===//
// Verifier: the distribution
//===----------------------------------------------------------------------===//

static LogicalResult verifyParameters(InitOp op) {
  ArrayRef<float> values = op.getParameters().value_or(ArrayRef<float>());
  size_t least = 0, most = 0;
  switch (op.getDistribution()) {
  case Distribution::Zeros:
  case Distribution::Ones:
    break;
  case Distribution::Constant:
    least = most = 1;
    break;
  case Distribution::Uniform:
  case Distribution::Normal:
    least = most = 2;
    break;
  case Distribution::TruncatedNormal:
    least = 2;
    most = 3;
    break;
  }
  StringRef name = stringifyDistribution(op.getDistribution());
  if (values.size() < least || values.size() > most) { // init_c2
    InFlightDiagnostic diag = op.emitOpError("expected ") << least;
    if (most != least)
      diag << " or " << most;
    return diag << (most == 1 ? " parameter" : " parameters") << " of " << name
                << ", but got " << values.size();
  }
  for (float value : values)
    if (!std::isfinite(value)) // init_c2
      return op.emitOpError("expected finite parameters, but got ") << value;
  if (op.getDistribution() == Distribution::Uniform &&
      !(values[0] <= values[1])) // init_c2
    return op.emitOpError("expected low <= high, but got ")
           << values[0] << " and " << values[1];
  bool isNormal = op.getDistribution() == Distribution::Normal ||
                  op.getDistribution() == Distribution::TruncatedNormal;
  if (isNormal && values[1] < 0.0f) // init_c2
    return op.emitOpError("expected a deviation that is not negative, but got ")
           << values[1];
  if (values.size() == 3 && !(values[2] > 0.0f)) // init_c2
    return op.emitOpError("expected a limit above 0, but got ") << values[2];
  return success();
}

static LogicalResult verifyGain(InitOp op) {
  bool all = op.getGain() && op.getFan() && op.getAxes();
  if (!all || op.getParameters() || !isDrawn(op.getDistribution())) // init_c3
    return op.emitOpError("expected 'gain', 'fan' and 'axes' together, instead "
                          "of 'parameters', and only with uniform, normal and "
                          "truncated_normal");
  APFloat gain = *op.getGain();
  if (!gain.isFinite() || gain.isNegative() || gain.isZero()) // init_c3
    return op.emitOpError("expected a finite gain above 0, but got ")
           << gain.convertToFloat();
  ArrayRef<int64_t> axes = *op.getAxes();
  int64_t rank = op.getMainType().getRank();
  auto isDim = [&](int64_t axis) { return axis >= 0 && axis < rank; };
  if (axes.size() != 2 || axes[0] == axes[1] || !isDim(axes[0]) ||
      !isDim(axes[1])) // init_c3
    return op.emitOpError("expected two different axes of ")
           << op.getMainType() << ", but got " << formatShape(axes);
  return success();
}

//===----------------------------------------------------------------------===//
// Verifier: granules
//===----------------------------------------------------------------------===//

/// Returns true if a local range of a dimension consists of whole granules of
/// `size` elements. The last granule of `whole` may be shorter. `size` is 0 if
/// a granule covers the dimension.
static bool isWhole(int64_t offset, int64_t extent, int64_t whole,
                    int64_t size) {
  if (size == 0)
    return extent == whole;
  int64_t end = offset + extent;
  bool beginsWhole = ShapedType::isDynamic(offset) || offset % size == 0;
  bool endsWhole = ShapedType::isDynamic(offset)
                       ? extent % size == 0 || whole % size != 0
                       : end % size == 0 || end == whole;
  return beginsWhole && endsWhole;
}

/// Returns true if the local tensor splits a group of the flattened whole
/// tensor. A local tensor that is not contiguous in the flattened tensor always
/// counts as splitting one. It is contiguous if it covers the whole tensor in
/// all dimensions after its first dimension with more than one element.
static bool cutsGroups(InitOp op, int64_t size) {
  ArrayRef<int64_t> shape = op.getMainType().getShape();
  ArrayRef<int64_t> whole = op.getWholeShape();
  size_t d = 0;
  while (d < shape.size() && shape[d] == 1)
    ++d;
  if (d == shape.size())
    return ShapedType::getNumElements(whole) != 1 && size != 1;
  int64_t rows = 1;
  for (size_t i = d + 1; i < shape.size(); ++i) {
    if (shape[i] != whole[i])
      return true;
    rows *= shape[i];
  }
  int64_t offset = 0, stride = rows;
  for (int64_t i = d; i >= 0; --i) {
    int64_t start = (*op.getStaticOffsets())[i];
    if (ShapedType::isDynamic(start))
      return shape[d] * rows % size != 0;
    offset += start * stride;
    stride *= whole[i];
  }
  return !isWhole(offset, shape[d] * rows, ShapedType::getNumElements(whole),
                  size);
}

static LogicalResult verifyGranules(InitOp op) {
  GranularityAttr granularity = op.getGranularityOrTensor();
  if (!op.getGlobalShape() || granularity.isTensor())
    return success();
  ArrayRef<int64_t> shape = op.getMainType().getShape();
  ArrayRef<int64_t> whole = op.getWholeShape();
  bool cuts = false;
  if (granularity.getKind() == GranularityKind::Group) {
    cuts = cutsGroups(op, granularity.getSizes()[0]);
  } else {
    for (auto [d, offset] : llvm::enumerate(*op.getStaticOffsets()))
      cuts |= !isWhole(offset, shape[d], whole[d],
                       granularity.getExtent(d, shape.size()));
  }
  if (!cuts)
    return success();
  InFlightDiagnostic diag =
      op.emitOpError("expected a part that consists of whole granules of ")
      << granularity << ", but " << op.getMainType() << " at "
      << formatShape(*op.getStaticOffsets()) << " of " << formatShape(whole)
      << " splits a granule";
  diag.attachNote() << "the scale of that granule would depend on the sharding";
  return diag;
}

//===----------------------------------------------------------------------===//
// Verifier: inits
//===----------------------------------------------------------------------===//

static LogicalResult verifyCodes(InitOp op) {
  auto scales = cast<ShapedType>(op.getScaleInvInit().getType());
  GranularityAttr granularity = op.getGranularityOrTensor();
  if (failed(verifyScaleShape(op, "scale_inv", scales, granularity,
                              op.getMainType())) ||
      failed(
          verifyScaleElement(op, "scale_inv", scales, granularity))) // init_c6
    return failure();
  if (op.getWithWide()) {
    auto wide = cast<ShapedType>(op.getWideInit().getType());
    if (wide.getShape() != op.getMainType().getShape() ||
        !isa<Float32Type, BFloat16Type, Float16Type>(
            wide.getElementType())) // init_c7
      return op.emitOpError("expected wide values of f32, bf16 or f16 in the "
                            "shape of the codes, ")
             << op.getMainType() << ", but got " << wide;
  }
  return verifyGranules(op); // init_c9
}

LogicalResult InitOp::verify() {
  if (getInits().empty())
    return verifyNumInits(*this, getInits(), 1); // init_c1
  bool codes = makesCodes();
  if (failed(verifyNumInits(*this, getInits(),
                            1 + codes + getWithAmax() +
                                (codes && getWithWide())))) // init_c1
    return failure();
  if (!codes && (getGranularity() || getScaling() || getWithWide())) // init_c5
    return emitOpError("expected 'granularity', 'scaling' and 'with_wide' only "
                       "where the first init holds codes, but it is ")
           << getMainType();
  if (failed(verifySameKind(*this))) // init_c10
    return failure();
  for (Value init : getInits())
    if (!cast<ShapedType>(init.getType()).hasStaticShape()) // init_c10
      return emitOpError("expected static shapes, but got ") << init.getType();
  if (isa<Float8E8M0FNUType>(getMainType().getElementType())) // init_c1
    return emitOpError("expected values of f32, bf16 or f16 or codes as first "
                       "init, but got ")
           << getMainType();
  if (getWithAmax() && failed(verifyAmaxInit(*this, getAmaxInit()))) // init_c7
    return failure();
  if (getGain() || getFan() || getAxes() ? failed(verifyGain(*this))
                                         : failed(verifyParameters(*this)))
    return failure();
  for (auto [name, isThere] : {std::pair("seed", getSeed() != nullptr),
                               std::pair("stream", getStream().has_value())})
    if (isThere != draws()) // init_c4
      return emitOpError("expected 'seed' and 'stream' if and only if the "
                         "distribution is random, but it is ")
             << stringifyDistribution(getDistribution()) << " and '" << name
             << "' is " << (isThere ? "present" : "absent");
  if (failed(verifyPlacement(*this, getOffsets(), getStaticOffsets(),
                             getGlobalShape(), getMainType()))) // init_c8
    return failure();
  return codes ? verifyCodes(*this) : success();
}
