//===- TensorPlaces.h - strides of slices of tensors ------------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_ATTENTION_TENSORPLACES_H
#define FP8_LIB_KERNELS_ATTENTION_TENSORPLACES_H

#include "mlir/IR/Value.h"

namespace mlir::fp8 {

/// The place that a tensor of static shape will have in memory.
struct TensorPlace {
  SmallVector<int64_t> shape;
  /// Strides of the dimensions, in elements.
  SmallVector<int64_t> strides;
  /// Offset from an aligned address, in elements. A dynamic offset of a slice
  /// counts as one.
  int64_t offset = 0;
};

/// Returns the place of `tensor` in the tensor of which it is a slice, or else
/// the place of a contiguous tensor.
TensorPlace getTensorPlace(Value tensor);

/// Returns the places in larger tensors at which `result` is inserted or
/// concatenated, also after changes of its shape.
SmallVector<TensorPlace> findInsertions(Value result);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_ATTENTION_TENSORPLACES_H
