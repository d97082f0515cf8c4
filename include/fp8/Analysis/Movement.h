//===- Movement.h - ops that move elements ----------------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_MOVEMENT_H
#define FP8_ANALYSIS_MOVEMENT_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/BitmaskEnum.h"
#include <optional>

namespace mlir::fp8 {

LLVM_ENABLE_BITMASK_ENUMS_IN_NAMESPACE();

/// The ways in which an op moves elements: its first result consists of
/// elements of its first operand, perhaps in another type.
enum class Move : unsigned {
  None = 0,
  /// `tensor.cast`, between static and dynamic shapes.
  Cast = 1 << 0,
  /// `tensor.expand_shape` and `tensor.collapse_shape`.
  Reshape = 1 << 1,
  /// `tensor.reshape`, whose shape is an operand.
  DynamicReshape = 1 << 2,
  /// Transposes, broadcasts, and generics that copy through a projected
  /// permutation.
  Copy = 1 << 3,
  /// `tensor.extract_slice`.
  Slice = 1 << 4,
  /// Ops between one element and a tensor: `tensor.extract`, `tensor.splat`,
  /// `linalg.fill`, and `tensor.from_elements` of one element.
  Element = 1 << 5,
  /// `fp8.barrier`.
  Barrier = 1 << 6,
  /// `arith.extf` and `arith.truncf` of a tensor, also as the body of a
  /// generic.
  FloatCast = 1 << 7,
  /// `arith.extf` and `arith.truncf` of a scalar.
  ScalarCast = 1 << 8,
  /// `fp8.quantize` and `fp8.dequantize`.
  Codes = 1 << 9,

  /// The operand and the result share a buffer.
  View = Cast | Reshape | Slice | Barrier,
  /// The result consists of elements of the operand, in the same type; it may
  /// repeat elements or leave some out.
  Layout = Cast | Reshape | Copy,
  /// Layout ops and slices.
  Rearrange = Layout | Slice,
  /// The row-major order stays.
  Order = Cast | Reshape | DynamicReshape,
  /// Layout ops and float casts.
  Retype = Layout | FloatCast,
  /// Layout ops, float casts and casts of codes.
  Recode = Retype | Codes,
  LLVM_MARK_AS_BITMASK_ENUM(/*LargestValue=*/Codes)
};

/// Returns the single way in which `op` moves elements, or Move::None.
Move getMove(Operation *op);

/// Returns the first operand of `op` if `op` moves its elements in one of the
/// ways `moves`. Returns null for other ops, and if `op` is null.
Value getMovedSource(Operation *op, Move moves);

/// Returns the value from which ops that move elements in one of the ways
/// `moves` compute `value`; `value` itself if there are none.
Value getMovedRoot(Value value, Move moves);

/// If `op` only permutes the dimensions of its first operand, returns for each
/// dimension of the result the dimension of the operand. Otherwise returns
/// std::nullopt.
std::optional<SmallVector<int64_t>> getPermutation(Operation *op);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_MOVEMENT_H
