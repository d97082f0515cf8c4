//===- SplatConstant.h - uniform constants ----------------------*- C++ -*-===//
#ifndef FP8_UTILS_SPLATCONSTANT_H
#define FP8_UTILS_SPLATCONSTANT_H

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::fp8 {

/// Returns a constant of `type` whose elements are `element`. The type may be a
/// scalar.
inline Value createSplat(OpBuilder &b, Location loc, Type type,
                         TypedAttr element) {
  if (auto shaped = dyn_cast<ShapedType>(type))
    return arith::ConstantOp::create(
        b, loc, DenseElementsAttr::get(shaped, Attribute(element)));
  return arith::ConstantOp::create(b, loc, element);
}

} // namespace mlir::fp8

#endif // FP8_UTILS_SPLATCONSTANT_H
