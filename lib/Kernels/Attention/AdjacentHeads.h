//===- AdjacentHeads.h - layouts of attention for cuDNN ---------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_ATTENTION_ADJACENTHEADS_H
#define FP8_LIB_KERNELS_ATTENTION_ADJACENTHEADS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLExtras.h"

namespace mlir::fp8 {

/// Changes attention on tensors so that the elements of a head are adjacent in
/// all results. Transposes of the results restore the original order. The
/// backward pass reads the output of the forward pass before its transpose.
class AdjacentHeads {
public:
  /// Creates a copy of the attention `op` directly after `op`. In the results
  /// of the copy, the elements of a head are adjacent. They have no users.
  Operation *copy(Operation *op);
  /// Returns true if result `number` of the last copy needs a transpose.
  bool isReordered(unsigned number) const {
    return llvm::any_of(reordered,
                        [&](const auto &pair) { return pair.first == number; });
  }
  /// Erases a copy.
  void discard(Operation *copy);
  /// Replaces `op` by its copy and transposes.
  void replace(Operation *op, Operation *copy);

private:
  /// A transposed result.
  struct Transposed {
    Value source;
    /// For each dimension of the source, the dimension of the transposed
    /// tensor.
    SmallVector<int64_t> order;
  };

  template <typename OpTy>
  void reorderDims(OpTy op);

  /// The results that `replace` transposed.
  llvm::DenseMap<Value, Transposed> transposed;
  /// The results of the last copy whose order differs from the original op.
  SmallVector<std::pair<unsigned, SmallVector<int64_t>>> reordered;
};

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_ATTENTION_ADJACENTHEADS_H
