//===- ElementPlaces.h - indices that identify an element -------*- C++ -*-===//

#ifndef FP8_LIB_KERNELS_BUCKETS_ELEMENTPLACES_H
#define FP8_LIB_KERNELS_BUCKETS_ELEMENTPLACES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::fp8 {

/// A value in a generic's body that is the row-major index of the element in a
/// tensor with the extents of the loops, plus `offset`.
struct ElementPlace {
  Value value;
  int64_t offset;
};

/// Returns true if the body of `generic` uses loop indices only to compute
/// linear indices of elements. Adds these indices to `places`.
bool findElementPlaces(linalg::GenericOp generic,
                       SmallVectorImpl<ElementPlace> &places);

/// Computes `places` from the loop index or indices of a generic over a vector
/// or a matrix, and erases the old computations. The number of columns is
/// computed as a multiple of `columnUnit`, so that later passes know this
/// divisor.
void useFlatIndex(OpBuilder &builder, Block &body, ArrayRef<int64_t> extents,
                  int64_t columnUnit, ArrayRef<ElementPlace> places);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_BUCKETS_ELEMENTPLACES_H
