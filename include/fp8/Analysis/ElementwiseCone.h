//===- ElementwiseCone.h - elementwise backward slices ----------*- C++ -*-===//
#ifndef FP8_ANALYSIS_ELEMENTWISECONE_H
#define FP8_ANALYSIS_ELEMENTWISECONE_H

#include "mlir/IR/Operation.h"

namespace mlir::fp8 {

/// The elementwise ops from which a value is computed, back to the first values
/// that are not computed elementwise. The cone of a tensor does not include the
/// computation of one-element values that it broadcasts; the cone of a
/// one-element value does.
struct ElementwiseCone {
  SmallVector<Operation *> ops;
  /// Values that the cone reads but does not compute.
  SmallVector<Value> leaves;
  /// Arguments that the cone reads, with the number of ops on the shortest
  /// path.
  SmallVector<std::pair<BlockArgument, unsigned>> args;

  bool reads(BlockArgument arg) const {
    return llvm::any_of(args, [&](auto &entry) { return entry.first == arg; });
  }
};

/// Collects the cone of `root`, nearest ops first. The number of ops is
/// bounded, so that the cones of many results on one long elementwise chain
/// take linear time in total. An argument that is further away is unlikely to
/// be the state that `root` overwrites.
ElementwiseCone collectCone(Value root);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_ELEMENTWISECONE_H
