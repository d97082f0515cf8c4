//===- AdjacentHeads.h - layouts of attention for cuDNN ---------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_ATTENTION_ADJACENTHEADS_H
#define FP8_LIB_KERNELS_ATTENTION_ADJACENTHEADS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLExtras.h"

namespace mlir::fp8 {

/// Makes attention on tensors return heads of adjacent elements. Transposes
/// follow it where a result has another order. Gradients read the output before
/// its transpose.
class AdjacentHeads {
public:
  /// Returns a copy of the attention `op`, after it, with such results and
  /// without readers.
  Operation *copy(Operation *op);
  /// Returns true if a transpose follows result `number` of the last copy.
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
  /// The results of the last copy that have another order than the op.
  SmallVector<std::pair<unsigned, SmallVector<int64_t>>> reordered;
};

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_ATTENTION_ADJACENTHEADS_H
