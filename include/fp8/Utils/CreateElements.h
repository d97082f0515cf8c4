//===- CreateElements.h - tensors computed by element -----------*- C++ -*-===//
#ifndef FP8_UTILS_CREATEELEMENTS_H
#define FP8_UTILS_CREATEELEMENTS_H

#include "fp8/IR/ArithmeticBuilder.h"

namespace mlir::fp8 {

/// Emits the value of one element of the result from the elements of the
/// inputs.
using CreateElement =
    function_ref<Value(ArithmeticBuilder &b, ValueRange elements)>;

/// Creates a linalg.generic with a result of the static type `type`. `create`
/// emits the computation of each element. `maps` are the indexing maps of
/// `inputs`. Without them, each input is read at the position of the element.
Value createElements(OpBuilder &builder, Location loc, RankedTensorType type,
                     ValueRange inputs, CreateElement create,
                     ArrayRef<AffineMap> maps = {});

} // namespace mlir::fp8

#endif // FP8_UTILS_CREATEELEMENTS_H
