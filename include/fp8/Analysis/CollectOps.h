//===- CollectOps.h - ops in a list, for rewrites ---------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_COLLECTOPS_H
#define FP8_ANALYSIS_COLLECTOPS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLForwardCompat.h"

namespace mlir::fp8 {

/// Returns the ops of the kind `OpT` in `root` for which `isWanted` returns
/// true, nested ops first. A rewrite that walked over the ops themselves could
/// visit erased or new ops.
template <typename OpT = Operation *>
SmallVector<OpT> collectOps(
    Operation *root, function_ref<bool(llvm::type_identity_t<OpT>)> isWanted =
                         [](OpT) { return true; }) {
  SmallVector<OpT> ops;
  root->walk([&](OpT op) {
    if (isWanted(op))
      ops.push_back(op);
  });
  return ops;
}

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_COLLECTOPS_H
