//===- CreateElements.h - tensors computed by element -----------*- C++ -*-===//
#ifndef FP8_UTILS_CREATEELEMENTS_H
#define FP8_UTILS_CREATEELEMENTS_H

#include "fp8/IR/ArithmeticBuilder.h"

namespace mlir::fp8 {

/// Emits the value of an element of the result, for elements of the inputs.
using CreateElement =
    function_ref<Value(ArithmeticBuilder &b, ValueRange elements)>;

/// Creates a linalg.generic whose result has the static type `type`. `create`
/// computes each of its elements. The generic reads `inputs` through `maps`, or
/// at the position of the element if there are no maps.
Value createElements(OpBuilder &builder, Location loc, RankedTensorType type,
                     ValueRange inputs, CreateElement create,
                     ArrayRef<AffineMap> maps = {});

} // namespace mlir::fp8

#endif // FP8_UTILS_CREATEELEMENTS_H
