//===- CastElements.h - a tensor in another float type ----------*- C++ -*-===//
#ifndef FP8_UTILS_CASTELEMENTS_H
#define FP8_UTILS_CASTELEMENTS_H

#include "mlir/IR/Builders.h"

namespace mlir::fp8 {

/// A generic that casts the elements of `value` to `element`, a float type that
/// is narrower or wider.
Value castElements(OpBuilder &builder, Location loc, Value value, Type element);

} // namespace mlir::fp8

#endif // FP8_UTILS_CASTELEMENTS_H
