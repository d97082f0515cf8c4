//===- Stall.cpp - states that stall under rounding -----------------------===//

#include "fp8/Analysis/Stall.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

/// Significand bits of f32.
static constexpr unsigned kF32Bits = 24;
/// Number of random bits per rounding.
static constexpr unsigned kDrawBits = 16;

static unsigned getSignificandBits(fp8::Format format) {
  const numerics::FormatSpec *spec = getFormatSpec(format);
  return spec ? spec->mantissaBits + 1 : kF32Bits;
}

unsigned mlir::fp8::getSignificandBits(StorageAttr storage) {
  unsigned bits = ::getSignificandBits(storage.getFormat());
  switch (storage.getResidual()) {
  case ResidualKind::None:
    return bits;
  // The sign of the residual provides one more bit.
  case ResidualKind::BF16:
    return bits + 9;
  case ResidualKind::F16:
    return bits + 12;
  case ResidualKind::F32:
    return kF32Bits;
  case ResidualKind::Split8:
    return bits + 8;
  case ResidualKind::Split16:
    return bits + 16;
  }
  llvm_unreachable("every residual has bits");
}

/// Returns the smallest positive value that the storage represents, or 0 if it
/// has the exponent range of f32.
static double getSmallest(StorageAttr storage) {
  const numerics::FormatSpec *spec = getFormatSpec(storage.getFormat());
  if (!spec || spec->exponentBits == 8)
    return 0.0;
  double smallest = std::ldexp(1.0, 1 - spec->bias - spec->mantissaBits);
  switch (storage.getResidual()) {
  case ResidualKind::None:
    return smallest;
  case ResidualKind::Split8:
    return std::ldexp(smallest, -8);
  case ResidualKind::Split16:
    return std::ldexp(smallest, -16);
  case ResidualKind::F16:
    return std::min(smallest, 0x1p-24);
  case ResidualKind::BF16:
  case ResidualKind::F32:
    return 0.0;
  }
  llvm_unreachable("every residual has codes");
}

/// Returns the decay factor of the stored value, which is sqrt(`decay`) if the
/// storage transforms values by a square root.
static double getStoredDecay(StorageAttr storage, double decay) {
  return storage.getTransform() == StorageTransform::Sqrt ? std::sqrt(decay)
                                                          : decay;
}

Stall mlir::fp8::findStall(StorageAttr storage, double decay) {
  decay = getStoredDecay(storage, decay);
  Stall stall;
  if (1.0 - decay < std::ldexp(1.0, -int(getSignificandBits(storage)))) {
    stall.kind = Stall::Kind::Normal;
    return stall;
  }
  double smallest = getSmallest(storage);
  // The value k * smallest becomes the code nearest to k * decay. It stays k if
  // `k * (1 - decay)` is below 1/2.
  double largest = std::ceil(0.5 / (1.0 - decay)) - 1.0;
  if (smallest == 0.0 || largest < 1.0)
    return stall;
  stall.largest = largest;
  if (isEightBit(storage.getFormat()) || hasTensorScale(storage) ||
      storage.getGranularity())
    stall.part = largest * smallest / getMaxFinite(storage.getFormat());
  if (!stall.part || *stall.part > 0x1p-24)
    stall.kind = Stall::Kind::Subnormal;
  return stall;
}

bool mlir::fp8::isBelowDraws(StorageAttr storage, double decay) {
  double change = 1.0 - getStoredDecay(storage, decay);
  return getSignificandBits(storage) + kDrawBits < kF32Bits && change > 0.0 &&
         change < kDrawUnit;
}

std::optional<fp8::Format> mlir::fp8::getNearestFormat(Operation *op) {
  if (isa<arith::TruncFOp>(op))
    return getFormat(op->getResult(0).getType());
  auto convert = dyn_cast<ConvertOp>(op);
  if (!convert || convert.getRounding() != RoundingMode::NearestEven)
    return std::nullopt;
  return convert.getResultFormat();
}
