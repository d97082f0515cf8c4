//===- Granules.h - granules of a tensor ------------------------*- C++ -*-===//

#ifndef FP8_LIB_REFERENCE_GRANULES_H
#define FP8_LIB_REFERENCE_GRANULES_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8::reference {

/// Maps the row-major position of an element of a tensor to the row-major
/// position of its scale in the tensor of scales.
class Granules {
public:
  Granules(GranularityAttr granularity, ArrayRef<int64_t> shape)
      : kind(granularity.getKind()), sizes(granularity.getSizes()) {
    int64_t rank = shape.size();
    numColumns = rank > 0 ? shape[rank - 1] : 1;
    numRows = rank > 1 ? shape[rank - 2] : 1;
    if (kind == GranularityKind::MX) {
      kind = GranularityKind::Block;
      if (sizes.empty())
        sizes = {1, 32};
    }
  }

  int64_t operator[](int64_t element) const {
    switch (kind) {
    case GranularityKind::Tensor:
      return 0;
    case GranularityKind::Row:
      return element / numColumns;
    case GranularityKind::Group:
      return element / sizes[0];
    default:
      break;
    }
    int64_t column = element % numColumns;
    int64_t row = element / numColumns % numRows;
    int64_t matrix = element / numColumns / numRows;
    int64_t blockRow =
        matrix * llvm::divideCeilSigned(numRows, sizes[0]) + row / sizes[0];
    return blockRow * llvm::divideCeilSigned(numColumns, sizes[1]) +
           column / sizes[1];
  }

private:
  GranularityKind kind;
  SmallVector<int64_t, 2> sizes;
  int64_t numColumns, numRows;
};

} // namespace mlir::fp8::reference

#endif // FP8_LIB_REFERENCE_GRANULES_H
