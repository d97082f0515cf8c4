//===- TensorType.h - tensor types of values --------------------*- C++ -*-===//
#ifndef FP8_UTILS_TENSORTYPE_H
#define FP8_UTILS_TENSORTYPE_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"

namespace mlir::fp8 {

inline RankedTensorType getTensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Returns true if `type` is a tensor type of static shape without elements.
/// Upstream's verifiers reject slices of such tensors.
inline bool isEmptyTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() && tensor.getNumElements() == 0;
}

} // namespace mlir::fp8

#endif // FP8_UTILS_TENSORTYPE_H
