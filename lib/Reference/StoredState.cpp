//===- StoredState.cpp - planes of a state --------------------------------===//

#include "StoredState.h"
#include "fp8/Numerics/Split.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::reference;

//===----------------------------------------------------------------------===//
// PlaneEncoding
//===----------------------------------------------------------------------===//

PlaneEncoding::PlaneEncoding(Format format, GranularityAttr granularity,
                             bool pow2Scale, ArrayRef<int64_t> shape)
    : codec(getCodec(format)), rule(format, std::nullopt) {
  rule.options.pow2 = pow2Scale;
  if (granularity && !granularity.isTensor())
    granules.emplace(granularity, shape);
}

PlaneEncoding::Scales PlaneEncoding::makeScales(ArrayRef<float> values,
                                                std::optional<float> scale,
                                                HostTensor *scaleInv) const {
  if (scale)
    return {{*scale, 1.0f / *scale}};
  if (!granules)
    return {};
  std::vector<float> amaxes(scaleInv->getNumElements(), 0.0f);
  for (auto [i, value] : llvm::enumerate(values)) {
    float &amax = amaxes[(*granules)[i]];
    amax = maxOrNaN(amax, magnitude(value));
  }
  return reference::makeScales(amaxes, rule, *scaleInv);
}

//===----------------------------------------------------------------------===//
// StateStorage
//===----------------------------------------------------------------------===//

static std::optional<FloatCodec> getResidualCodec(ResidualKind residual) {
  switch (residual) {
  case ResidualKind::BF16:
    return getCodec(fp8::Format::BF16);
  case ResidualKind::F16:
    return getCodec(fp8::Format::F16);
  case ResidualKind::F32:
    return getCodec(fp8::Format::F32);
  default:
    return std::nullopt;
  }
}

StateStorage::StateStorage(StorageAttr storage, ArrayRef<int64_t> shape)
    : main(storage.getFormat(), storage.getGranularity(),
           storage.getPow2Scale(), shape),
      residual(storage.getResidual()),
      residualCodec(getResidualCodec(residual)),
      isSquareRoot(storage.getTransform() == StorageTransform::Sqrt),
      isStochastic(drawsBits(storage.getRounding())),
      sequence(getSequence(storage.getRounding())),
      stream(storage.getStream().value_or(0)) {}

int StateStorage::getSplitBits() const {
  return residual == ResidualKind::Split8    ? 8
         : residual == ResidualKind::Split16 ? 16
                                             : 0;
}

float StateStorage::decode(uint64_t mainBits, uint64_t residualBits,
                           std::optional<float> scaleInv) const {
  float value;
  if (int bits = getSplitBits()) {
    int16_t remainder = bits == 8 ? static_cast<int8_t>(residualBits)
                                  : static_cast<int16_t>(residualBits);
    value = numerics::decodeSplit({static_cast<uint8_t>(mainBits), remainder},
                                  bits);
  } else {
    value = main.codec.decodeF32(mainBits);
  }
  if (scaleInv)
    value = value * *scaleInv;
  if (residualCodec)
    value = value + residualCodec->decodeF32(residualBits);
  return isSquareRoot ? value * value : value;
}

/// Returns the bits of `value` in the format of `codec`.
static uint64_t encodeBits(const FloatCodec &codec, float value,
                           std::optional<uint16_t> random) {
  if (random && codec.getSpec())
    return numerics::encodeBitsStochastic(value, *random, *codec.getSpec());
  return codec.encodeF32(value, numerics::Overflow::Saturate);
}

StoredValue StateStorage::encode(float value,
                                 std::optional<numerics::Scale> scale,
                                 uint16_t random) const {
  StoredValue stored;
  float scaled = scale ? value * scale->scale : value;
  if (int bits = getSplitBits()) {
    numerics::SplitCode code =
        isStochastic ? numerics::encodeSplitStochastic(scaled, random, bits)
                     : numerics::encodeSplit(scaled, bits);
    stored.main = code.main;
    stored.residual = static_cast<uint16_t>(code.residual);
    stored.value = numerics::decodeSplit(code, bits);
  } else {
    std::optional<uint16_t> draw;
    if (isStochastic && !residualCodec)
      draw = random;
    stored.main = encodeBits(main.codec, scaled, draw);
    stored.value = main.codec.decodeF32(stored.main);
  }
  if (scale)
    stored.value = stored.value * scale->scaleInv;
  if (residualCodec) {
    std::optional<uint16_t> draw;
    if (isStochastic)
      draw = random;
    stored.residual = encodeBits(*residualCodec, value - stored.value, draw);
    stored.value = stored.value + residualCodec->decodeF32(stored.residual);
  }
  return stored;
}
