//===- PairReaders.h - products that read tensors of pairs ------*- C++ -*-===//
#ifndef FP8_LIB_RAISE_ATTENTION_PAIRREADERS_H
#define FP8_LIB_RAISE_ATTENTION_PAIRREADERS_H

#include "PairSpace.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::fp8 {

/// Matches a contraction of wide tensors that starts from zeros: linalg, or
/// fp8.contract without scales and epilogue.
std::optional<Contraction> matchWideProduct(Operation *op);

/// A contraction and the accesses of its operands and of its result.
struct AccessedProduct {
  Contraction product;
  /// The accesses of lhs, rhs and the result.
  SmallVector<TensorAccess, 3> accesses;

  AccessedTensor getOperand(unsigned i) const {
    return {product.getOperand(i), accesses[i]};
  }
  AccessedTensor getResult() const {
    return {product.op->getResult(0), accesses[2]};
  }
  /// Returns true if the product sums over dimension `d` of the space.
  bool reduces(unsigned d) const {
    return !accesses[2].has(d) && (accesses[0].has(d) || accesses[1].has(d));
  }
};

/// Binds the loops of `product`. Its tensor number `i` has `access`, where the
/// result is number 2. The one loop that this tensor does not have is `other`,
/// whose extent the space learns.
std::optional<AccessedProduct>
bindProduct(PairSpace &space, const Contraction &product, unsigned i,
            const TensorAccess &access, unsigned other);

/// An operand of a contraction that is computed from a tensor of pairs.
struct PairReader {
  Contraction product;
  unsigned operand;
  TensorAccess access;
};

/// Returns the contractions that read values computed elementwise from `pairs`.
/// Adds the values that are quantized to `quantized`.
SmallVector<PairReader>
findPairReaders(PairSpace &space, const AccessedTensor &pairs,
                SmallVectorImpl<AccessedTensor> &quantized);

/// Returns an op that still needs `op` if the ops in `replaced` are gone, or
/// null. Adds the ops that are dead then to `dead`.
Operation *findLiveReader(Operation *op,
                          const llvm::DenseSet<Operation *> &replaced,
                          llvm::DenseSet<Operation *> &dead);

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_ATTENTION_PAIRREADERS_H
