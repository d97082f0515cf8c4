//===- ElementPlaces.h - indices that only name the element -----*- C++ -*-===//

#ifndef FP8_LIB_KERNELS_BUCKETS_ELEMENTPLACES_H
#define FP8_LIB_KERNELS_BUCKETS_ELEMENTPLACES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::fp8 {

/// A value of a generic's body that is the place of the element in a tensor as
/// large as the loops, in row-major order, plus `offset`.
struct ElementPlace {
  Value value;
  int64_t offset;
};

/// Whether all that the body of `generic` computes from indices of its loops is
/// computed from places of elements: those are added to `places`.
bool findElementPlaces(linalg::GenericOp generic,
                       SmallVectorImpl<ElementPlace> &places);

/// Makes `places`, of the body of a generic that walks a vector or a matrix,
/// from the indices of its loops, and erases what made them. The columns of a
/// matrix stay known as a multiple of `columnUnit`.
void useFlatIndex(OpBuilder &builder, Block &body, ArrayRef<int64_t> extents,
                  int64_t columnUnit, ArrayRef<ElementPlace> places);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_BUCKETS_ELEMENTPLACES_H
