//===- ScalarRange.cpp - declared ranges of scalar arguments --------------===//

#include "fp8/IR/ScalarRange.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace mlir::fp8;

std::optional<ScalarRange> mlir::fp8::parseScalarRange(Attribute attribute) {
  auto array = dyn_cast_or_null<ArrayAttr>(attribute);
  if (!array || array.size() != 2)
    return std::nullopt;
  auto lower = dyn_cast<FloatAttr>(array[0]);
  auto upper = dyn_cast<FloatAttr>(array[1]);
  if (!lower || !upper || !lower.getType().isF64() ||
      !upper.getType().isF64() ||
      !(lower.getValueAsDouble() < upper.getValueAsDouble()))
    return std::nullopt;
  return ScalarRange{lower.getValueAsDouble(), upper.getValueAsDouble()};
}
