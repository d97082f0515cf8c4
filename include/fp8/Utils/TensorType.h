//===- TensorType.h - tensor types of values --------------------*- C++ -*-===//
#ifndef FP8_UTILS_TENSORTYPE_H
#define FP8_UTILS_TENSORTYPE_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"

namespace mlir::fp8 {

inline RankedTensorType getTensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

} // namespace mlir::fp8

#endif // FP8_UTILS_TENSORTYPE_H
