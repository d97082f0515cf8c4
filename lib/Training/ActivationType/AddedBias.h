//===- AddedBias.h - biases that are added to matmuls -----------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_ACTIVATIONTYPE_ADDEDBIAS_H
#define FP8_LIB_TRAINING_ACTIVATIONTYPE_ADDEDBIAS_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace mlir::fp8 {

/// An addition of a bias to the result of a contraction.
struct AddedBias {
  /// The op that adds. Its result has the last dimension of the contraction.
  Operation *sum;
  /// One f32 for each element of the last dimension.
  Value bias;
  /// The reshapes between the contraction and `sum`, in their order.
  SmallVector<Operation *> reshapes;
};

/// If the only reader of the contraction `product` adds a bias that has one
/// element per column of the result, returns this addition. The operands of
/// `product` have at most one scale each. One operand and the bias do not
/// depend on batch data, as `isVarying` says.
std::optional<AddedBias>
matchAddedBias(Operation *product, llvm::function_ref<bool(Value)> isVarying);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_ACTIVATIONTYPE_ADDEDBIAS_H
