//===- DimClasses.h - dimensions that walk together -------------*- C++ -*-===//
//
// Loops and tensor dimensions are equated, split and found again. A dimension
// that is equated with several others, as by a reshape, is split into them; all
// that were equated with it before are split with it.
//
//===----------------------------------------------------------------------===//
#ifndef FP8_ANALYSIS_DIMCLASSES_H
#define FP8_ANALYSIS_DIMCLASSES_H

#include "mlir/Support/LLVM.h"

namespace mlir::fp8 {

class DimClasses {
public:
  /// A new dimension.
  unsigned add(int64_t extent);

  /// Equates two dimensions; fails where they cannot be split alike.
  LogicalResult unify(unsigned a, unsigned b);
  /// Equates the row-major orders over two lists of dimensions.
  LogicalResult unify(ArrayRef<unsigned> a, ArrayRef<unsigned> b);
  /// Equates `outer` with the index along `dim` divided by `size`, rounded
  /// down.
  LogicalResult unifyQuotient(unsigned dim, int64_t size, unsigned outer);

  /// What `dim` was split into, outermost first: the representatives.
  SmallVector<unsigned, 2> getParts(unsigned dim);
  int64_t getExtent(unsigned dim) { return dims[find(dim)].extent; }

  /// A dimension whose extent is not a multiple of what it was divided by: the
  /// last point of `outer` has fewer points of `inner`.
  struct Ragged {
    unsigned outer, inner;
    int64_t extent;
  };
  SmallVector<Ragged> getRagged();

private:
  struct Dim {
    int64_t extent;
    unsigned parent;
    /// If it was split: index = outer * extent of inner + inner.
    std::optional<std::pair<unsigned, unsigned>> parts = std::nullopt;
  };
  unsigned find(unsigned dim);
  bool isRagged(unsigned dim);
  void split(unsigned dim, int64_t size);

  SmallVector<Dim> dims;
};

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_DIMCLASSES_H
