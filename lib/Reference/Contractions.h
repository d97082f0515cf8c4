//===- Contractions.h - sums of products in f64 -----------------*- C++ -*-===//

#ifndef FP8_LIB_REFERENCE_CONTRACTIONS_H
#define FP8_LIB_REFERENCE_CONTRACTIONS_H

#include "BoxWalk.h"
#include "Elements.h"
#include "ErrorSource.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"

namespace mlir::fp8::reference {

/// `result[p] = init + sum of lhs * rhs`, where all accesses are affine in the
/// indices of one iteration space.
struct Contraction {
  SmallVector<int64_t> extents;
  SmallVector<unsigned> parallelDims, reductionDims;
  Access lhs, rhs, result;

  /// Computes the sums in f64, in row-major order of the reduced dimensions,
  /// one for each element of the result. `sums` contains the initial values.
  /// `errors`, if it is not null, changes each sum within the bound of matmuls.
  void run(const HostTensor &lhsTensor, const HostTensor &rhsTensor,
           MutableArrayRef<double> sums, ErrorSource *errors) const;

private:
  /// Adds products, or their magnitudes.
  void addProducts(const HostTensor &lhsTensor, const HostTensor &rhsTensor,
                   MutableArrayRef<double> sums, bool isMagnitude) const;
};

/// Returns true if `op` is a contraction or convolution as defined in
/// Evaluator.h.
bool isFloatContraction(linalg::LinalgOp op);

} // namespace mlir::fp8::reference

#endif // FP8_LIB_REFERENCE_CONTRACTIONS_H
