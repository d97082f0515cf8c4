//===- CastElements.h - casts the elements of a tensor ----------*- C++ -*-===//
#ifndef FP8_UTILS_CASTELEMENTS_H
#define FP8_UTILS_CASTELEMENTS_H

#include "mlir/IR/Builders.h"

namespace mlir::fp8 {

/// Creates a generic that casts the elements of `value` to `element`, a
/// narrower or wider float type.
Value castElements(OpBuilder &builder, Location loc, Value value, Type element);

} // namespace mlir::fp8

#endif // FP8_UTILS_CASTELEMENTS_H
