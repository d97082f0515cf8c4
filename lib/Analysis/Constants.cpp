//===- Constants.cpp - the one number of a constant -----------------------===//

#include "fp8/Analysis/Constants.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::fp8;

TypedAttr mlir::fp8::matchNumber(Value value) {
  Attribute attribute;
  if (!matchPattern(value, m_Constant(&attribute)))
    return nullptr;
  if (auto splat = dyn_cast<SplatElementsAttr>(attribute))
    attribute = splat.getSplatValue<Attribute>();
  return isa<FloatAttr, IntegerAttr>(attribute) ? cast<TypedAttr>(attribute)
                                                : TypedAttr();
}

std::optional<double> mlir::fp8::matchFloat(Value value) {
  auto number = dyn_cast_or_null<FloatAttr>(matchNumber(value));
  return number ? std::optional(number.getValueAsDouble()) : std::nullopt;
}
