//===- PairReaders.h - products that read tensors of pairs ------*- C++ -*-===//
#ifndef FP8_LIB_RAISE_ATTENTION_PAIRREADERS_H
#define FP8_LIB_RAISE_ATTENTION_PAIRREADERS_H

#include "PairSpace.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::fp8 {

/// Matches a contraction of f32 or bf16 tensors with a zero init: a linalg op,
/// or an fp8.contract without scales and epilogue.
std::optional<Contraction> matchWideProduct(Operation *op);

/// A contraction, with the accesses of its operands and of its result.
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
  /// Returns true if the contraction sums over dimension `d` of the space.
  bool reduces(unsigned d) const {
    return !accesses[2].has(d) && (accesses[0].has(d) || accesses[1].has(d));
  }
};

/// Determines the accesses of `product`, given the access `access` of tensor
/// number `i` (0 is lhs, 1 is rhs, 2 is the result). The only loop that this
/// tensor does not have is bound to dimension `other`, whose extent is set.
/// Returns std::nullopt if this is not possible.
std::optional<AccessedProduct>
bindProduct(PairSpace &space, const Contraction &product, unsigned i,
            const TensorAccess &access, unsigned other);

/// An operand of a contraction that is computed elementwise from a tensor of
/// pairs.
struct PairReader {
  Contraction product;
  unsigned operand;
  TensorAccess access;
};

/// Returns the contractions that read values computed elementwise from `pairs`.
/// Adds the values that are quantized instead to `quantized`.
SmallVector<PairReader>
findPairReaders(PairSpace &space, const AccessedTensor &pairs,
                SmallVectorImpl<AccessedTensor> &quantized);

/// Returns an op that would still need the result of `op` if the ops in
/// `replaced` were erased, or null. Adds the ops that would become dead to
/// `dead`.
Operation *findLiveReader(Operation *op,
                          const llvm::DenseSet<Operation *> &replaced,
                          llvm::DenseSet<Operation *> &dead);

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_ATTENTION_PAIRREADERS_H
