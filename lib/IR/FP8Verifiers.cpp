//===- FP8Verifiers.cpp - verifiers of the fp8 dialect --------------------===//
//
// A comment `<op>_cN` marks the check of constraint (CN) in the description of
// that op. Constraints that TableGen checks are not checked again here.
//
//===----------------------------------------------------------------------===//

#include "Verifiers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// ConvertOp
//===----------------------------------------------------------------------===//

LogicalResult ConvertOp::verify() {
  Type from = getElementTypeOrSelf(getInput());
  Type to = getElementTypeOrSelf(getResult());
  Type integer = from.isInteger() ? from : to.isInteger() ? to : Type();
  std::optional<fp8::Format> format = getFormat();
  bool fits = !integer ||
              (format && fp8::getElementType(*format, getContext()) == integer);
  if (!integer == format.has_value() || !fits) // convert_c2
    return emitOpError(
               "expected a 'format' if and only if one side is an "
               "integer, and then a format of its width, but the sides are ")
           << from << " and " << to
           << (format ? " and format is " + stringifyFormat(*format).str()
                      : std::string());

  auto isCode = [](Type type) { return type.isInteger(8) || isOfCodes(type); };
  auto isWide = [](Type type) {
    return isa<Float32Type, BFloat16Type, Float16Type>(type);
  };
  auto isSplit = [](Type type) {
    return type.isInteger(16) || type.isInteger(32);
  };
  bool isKnown = (isWide(from) && isCode(to)) || (isCode(from) && isWide(to)) ||
                 (isWide(from) && isWide(to) && from.isF32() != to.isF32()) ||
                 (from.isF32() && isSplit(to)) || (isSplit(from) && to.isF32());
  if (!isKnown) { // convert_c1
    InFlightDiagnostic diag =
        emitOpError("expected a supported pair of element types, but got ")
        << from << " and " << to;
    diag.attachNote()
        << "supported are f32, bf16 and f16 to and from f8E4M3FN, f8E5M2 and "
           "i8, and f32 to and from bf16, f16, i16 and i32";
    return diag;
  }

  if (getRounding() == RoundingMode::QuasiStochastic) // convert_c5
    return emitOpError("expected rounding stochastic, with quasi-random bits "
                       "in 'random', instead of quasi_stochastic");

  bool narrows = isCode(to) || from.isF32();
  if (getRounding() != RoundingMode::NearestEven && !narrows) // convert_c3
    return emitOpError("expected a conversion that does not narrow to round to "
                       "nearest_even, but rounding is ")
           << stringifyRoundingMode(getRounding());
  bool isStochastic = getRounding() == RoundingMode::Stochastic;
  if ((getRandom() != nullptr) != isStochastic) // convert_c3
    return emitOpError("expected 'random' if and only if rounding is "
                       "stochastic, but rounding is ")
           << stringifyRoundingMode(getRounding()) << " and 'random' is "
           << (getRandom() ? "present" : "absent");
  if (getRandom() &&
      !getElementTypeOrSelf(getRandom()).isInteger(16)) // convert_c4
    return emitOpError(
               "expected 'random' to have elements of type i16, but got ")
           << getRandom().getType();
  return success();
}

//===----------------------------------------------------------------------===//
// DrawOp
//===----------------------------------------------------------------------===//

LogicalResult DrawOp::verify() {
  auto isInteger = [](Value value, unsigned width) {
    return getElementTypeOrSelf(value).isInteger(width);
  };
  if (isInteger(getIndex(), 64) &&
      (isInteger(getSeed(), 32) || isInteger(getSeed(), 64)) &&
      isInteger(getStep(), 32) &&
      (!getUseOffset() || isInteger(getUseOffset(), 32)) &&
      (isInteger(getResult(), 16) || isInteger(getResult(), 32))) { // draw_c1
    if (getQuasi() && !isInteger(getResult(), 16))                  // draw_c2
      return emitOpError("expected 'quasi' draws to be of i16, but got ")
             << getType();
    return success();
  }
  if (getUseOffset() && !isInteger(getUseOffset(), 32)) // draw_c1
    return emitOpError("expected a use offset of i32, but got ")
           << getUseOffset().getType();
  return emitOpError("expected an index of i64, a seed of i32 or i64, a step "
                     "of i32, and a result of i16 or i32, but got ")
         << getIndex().getType() << ", " << getSeed().getType() << ", "
         << getStep().getType() << " and " << getType();
}

//===----------------------------------------------------------------------===//
// QuantizeOp
//===----------------------------------------------------------------------===//

/// Checks that the operands and the attribute for stochastic rounding are
/// present if and only if the op needs them.
static LogicalResult verifyDraws(QuantizeOp op) {
  std::pair<StringRef, bool> draws[] = {{"seed", op.getSeed() != nullptr},
                                        {"step", op.getStep() != nullptr},
                                        {"stream", op.getStream().has_value()}};
  bool needed = op.getRounding() != RoundingMode::NearestEven;
  for (auto [name, isThere] : draws)
    if (isThere != needed)
      return op.emitOpError("expected 'seed', 'step' and 'stream' if and only "
                            "if rounding is stochastic, but rounding is ")
             << stringifyRoundingMode(op.getRounding()) << " and '" << name
             << "' is " << (isThere ? "present" : "absent");
  if (op.getUse() && !needed)
    return op.emitOpError("expected no 'use' unless rounding is stochastic");
  if (op.getUseOffset() && !op.getUse())
    return op.emitOpError("expected no offset of 'use' without 'use'");
  return success();
}

LogicalResult QuantizeOp::verify() {
  auto inputType = cast<ShapedType>(getInput().getType());
  GranularityAttr granularity = getGranularityOrTensor();
  if ((getScale() != nullptr) != granularity.isTensor()) // quantize_c2
    return emitOpError("expected 'scale' if and only if the granularity is "
                       "tensor, but it is ")
           << stringifyGranularityKind(granularity.getKind())
           << " and 'scale' is " << (getScale() ? "present" : "absent");
  if (failed(verifyNumInits(*this, getInits(),
                            1 + makesScale() + getWithAmax()))) // quantize_c3
    return failure();
  if (failed(verifySameKind(*this))) // quantize_c9
    return failure();

  auto codesType = cast<ShapedType>(getCodesInit().getType());
  if (!isOfCodes(codesType)) // quantize_c10
    return emitOpError("expected codes of f8E4M3FN or f8E5M2, but got ")
           << codesType;
  if (failed(verifyCompatibleShape(codesType, inputType))) // quantize_c1
    return emitOpError(
               "expected the codes to have the shape of the input, but ")
           << codesType << " and " << inputType << " differ";
  if (makesScale()) { // quantize_c4
    auto scaleType = cast<ShapedType>(getScaleInvInit().getType());
    if (failed(verifyScaleShape(*this, "scale_inv", scaleType, granularity,
                                inputType)) ||
        failed(verifyScaleElement(*this, "scale_inv", scaleType, granularity)))
      return failure();
  } else if (getScaling()) { // quantize_c7
    return emitOpError("expected 'scaling' only if the op computes its scales, "
                       "but the granularity is tensor");
  }
  if (getWithAmax() &&
      failed(verifyAmaxInit(*this, getAmaxInit()))) // quantize_c5
    return failure();
  if (failed(verifyDraws(*this))) // quantize_c6
    return failure();
  return verifyPlacement(*this, getOffsets(), getStaticOffsets(),
                         getGlobalShape(), inputType); // quantize_c8
}

//===----------------------------------------------------------------------===//
// DequantizeOp
//===----------------------------------------------------------------------===//

LogicalResult DequantizeOp::verify() {
  if (failed(verifyNumInits(*this, getInits(), 1)) ||
      failed(verifySameKind(*this))) // dequantize_c3
    return failure();
  auto codesType = cast<ShapedType>(getCodes().getType());
  auto initType = cast<ShapedType>(getInit().getType());
  if (failed(verifyCompatibleShape(initType, codesType))) // dequantize_c1
    return emitOpError(
               "expected the result to have the shape of the codes, but ")
           << initType << " and " << codesType << " differ";
  auto scaleType = cast<ShapedType>(getScaleInv().getType());
  GranularityAttr granularity = getGranularityOrTensor();
  if (failed(verifyScaleShape(*this, "scale_inv", scaleType, granularity,
                              codesType))) // dequantize_c2
    return failure();
  return verifyScaleElement(*this, "scale_inv", scaleType,
                            granularity); // dequantize_c2
}

//===----------------------------------------------------------------------===//
// AmaxOp
//===----------------------------------------------------------------------===//

LogicalResult AmaxOp::verify() {
  if (failed(verifyNumInits(*this, getInits(), 1)) || // amax_c1
      failed(verifySameKind(*this)))                  // amax_c2
    return failure();
  return verifyScaleShape(*this, "init", cast<ShapedType>(getInit().getType()),
                          getGranularityOrTensor(),
                          cast<ShapedType>(getInput().getType())); // amax_c1
}

//===----------------------------------------------------------------------===//
// ComputeScaleOp and UpdateScalesOp
//===----------------------------------------------------------------------===//

static LogicalResult verifyEightBit(Operation *op, fp8::Format format) {
  if (isEightBit(format))
    return success();
  InFlightDiagnostic diag =
      op->emitOpError("expected an 8-bit format, but got ")
      << stringifyFormat(format);
  diag.attachNote() << "8-bit formats are e4m3, e5m2, ue4m4 and ue5m3";
  return diag;
}

LogicalResult ComputeScaleOp::verify() {
  if (getPrevious() &&
      getPrevious().getType() != getAmax().getType()) // compute_scale_c1
    return emitOpError("expected 'previous' to have the type of the amax, ")
           << getAmax().getType() << ", but got " << getPrevious().getType();
  fp8::Format format = getFormat();
  if (isEightBit(format) || format == fp8::Format::F16)
    return success();
  InFlightDiagnostic diag = // compute_scale_c2
      emitOpError("expected an 8-bit format or f16, but got ")
      << stringifyFormat(format);
  diag.attachNote() << "8-bit formats are e4m3, e5m2, ue4m4 and ue5m3";
  return diag;
}

LogicalResult UpdateScalesOp::verify() {
  RankedTensorType history = getHistory().getType();
  RankedTensorType amaxes = getAmaxes().getType();
  if (history.getDimSize(0) == 0 ||
      history.getDimSize(1) != amaxes.getDimSize(0)) // update_scales_c1
    return emitOpError("expected a history of at least one row and of one "
                       "column per amax, but got ")
           << history << " and " << amaxes;
  return verifyEightBit(*this, getFormat()); // update_scales_c2
}

//===----------------------------------------------------------------------===//
// ContractOp
//===----------------------------------------------------------------------===//

LogicalResult ContractOp::verify() {
  if (failed(verifyNumInits(*this, getInits(), 1 + getWithAmax())) ||
      failed(verifySameKind(*this))) // contract_c7
    return failure();
  if (getWithAmax() &&
      failed(verifyAmaxInit(*this, getAmaxInit()))) // contract_c7
    return failure();
  if (failed(verifyIterationSpace(
          *this, getIndexingMapsArray(),
          {getLhs(), getRhs(),
           getInit()}))) // contract_c1, contract_c2, contract_c3
    return failure();

  auto verifyScale = [&](StringRef name, StringRef ofName, Value value,
                         Value scale) -> LogicalResult {
    auto type = cast<ShapedType>(value.getType());
    if (isEightBit(*fp8::getFormat(type.getElementType())) ==
        (scale != nullptr))
      return success();
    return emitOpError("expected '")
           << name << "' if and only if " << ofName
           << " holds 8-bit codes, but " << ofName << " is " << type << " and '"
           << name << "' is " << (scale ? "present" : "absent");
  };
  if (failed(verifyScale("lhs_scale_inv", "lhs", getLhs(),
                         getLhsScaleInv())) || // contract_c4
      failed(verifyScale("rhs_scale_inv", "rhs", getRhs(),
                         getRhsScaleInv())) || // contract_c4
      failed(verifyScale("out_scale", "the result", getInit(),
                         getOutScale()))) // contract_c5
    return failure();
  auto verifyGranules = [&](StringRef name, Value value, Value scale,
                            std::optional<GranularityAttr> given) {
    if (given && !scale) { // contract_c8
      emitOpError(
          "expected no granularity of an operand without inverse scale, but '")
          << name << "' is absent and its granularity is " << *given;
      return failure();
    }
    if (!scale)
      return success();
    GranularityAttr granularity = given.value_or(
        GranularityAttr::get(getContext(), GranularityKind::Tensor));
    auto scaleType = cast<ShapedType>(scale.getType());
    if (failed(verifyScaleShape(*this, name, scaleType, granularity,
                                cast<ShapedType>(value.getType()))))
      return failure();
    return verifyScaleElement(*this, name, scaleType, granularity);
  };
  if (failed(verifyGranules("lhs_scale_inv", getLhs(), getLhsScaleInv(),
                            getLhsGranularity())) || // contract_c8, contract_c9
      failed(verifyGranules("rhs_scale_inv", getRhs(), getRhsScaleInv(),
                            getRhsGranularity()))) // contract_c8, contract_c9
    return failure();
  if (getBias()) { // contract_c6
    auto biasType = cast<ShapedType>(getBias().getType());
    auto resultType = cast<ShapedType>(getInit().getType());
    if (biasType.getRank() != 1 || resultType.getRank() == 0 ||
        failed(verifyCompatibleShape(biasType.getShape(),
                                     resultType.getShape().take_back())))
      return emitOpError("expected a bias along the last dimension of ")
             << resultType << ", but got " << biasType;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// ScatterAddOp
//===----------------------------------------------------------------------===//

LogicalResult ScatterAddOp::verify() {
  if (failed(verifyNumInits(*this, getInits(), 1)) ||
      failed(verifySameKind(*this))) // scatter_add_c3
    return failure();
  auto indicesType = cast<ShapedType>(getIndices().getType());
  auto updatesType = cast<ShapedType>(getUpdates().getType());
  auto initType = cast<ShapedType>(getInit().getType());
  if (updatesType.getElementType() !=
      initType.getElementType()) // scatter_add_c3
    return emitOpError(
               "expected updates and init of one element type, but got ")
           << updatesType << " and " << initType;
  if (indicesType.getRank() != 2 || indicesType.isDynamicDim(1) ||
      indicesType.getDimSize(1) < 1 ||
      indicesType.getDimSize(1) > initType.getRank()) // scatter_add_c1
    return emitOpError(
               "expected indices of shape [N, K] with K from 1 to the rank of ")
           << initType << ", but got " << indicesType;
  SmallVector<int64_t> expected = {indicesType.getDimSize(0)};
  llvm::append_range(expected,
                     initType.getShape().drop_front(indicesType.getDimSize(1)));
  if (failed(verifyCompatibleShape(expected,
                                   updatesType.getShape()))) // scatter_add_c2
    return emitOpError("expected updates of shape ")
           << formatShape(expected) << ", but got " << updatesType;
  return success();
}
