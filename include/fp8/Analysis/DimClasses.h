//===- DimClasses.h - classes of corresponding dimensions -------*- C++ -*-===//
//
// A union-find structure of loops and tensor dimensions that supports
// splitting. A dimension that is unified with several others, as by a reshape,
// is split into them. Dimensions unified with it before are split in the same
// way.
//
//===----------------------------------------------------------------------===//
#ifndef FP8_ANALYSIS_DIMCLASSES_H
#define FP8_ANALYSIS_DIMCLASSES_H

#include "mlir/Support/LLVM.h"

namespace mlir::fp8 {

class DimClasses {
public:
  /// Adds a dimension and returns its number.
  unsigned add(int64_t extent);

  /// Unifies two dimensions. Fails if they cannot be split alike.
  LogicalResult unify(unsigned a, unsigned b);
  /// Unifies the row-major orders over two lists of dimensions.
  LogicalResult unify(ArrayRef<unsigned> a, ArrayRef<unsigned> b);
  /// Unifies `outer` with the index along `dim` divided by `size`, rounded
  /// down.
  LogicalResult unifyQuotient(unsigned dim, int64_t size, unsigned outer);

  /// Returns the representatives of the parts of `dim`, outermost first.
  SmallVector<unsigned, 2> getParts(unsigned dim);
  int64_t getExtent(unsigned dim) { return dims[find(dim)].extent; }

  /// A dimension whose extent is not a multiple of its divisor: the last point
  /// of `outer` has fewer points of `inner`.
  struct Ragged {
    unsigned outer, inner;
    int64_t extent;
  };
  SmallVector<Ragged> getRagged();

private:
  struct Dim {
    int64_t extent;
    unsigned parent;
    /// The parts, if the dimension was split: index = outer * extent of inner +
    /// inner.
    std::optional<std::pair<unsigned, unsigned>> parts = std::nullopt;
  };
  unsigned find(unsigned dim);
  bool isRagged(unsigned dim);
  void split(unsigned dim, int64_t size);

  SmallVector<Dim> dims;
};

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_DIMCLASSES_H
