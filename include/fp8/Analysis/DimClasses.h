//===- DimClasses.h - classes of corresponding dimensions -------*- C++ -*-===//
//
// A union-find structure of loops and tensor dimensions that supports
// splitting. If a reshape unifies one dimension with several others, the
// dimension is split into parts. All dimensions in its class are then split in
// the same way.
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

  /// Unifies two dimensions. Fails if they cannot be split in the same way.
  LogicalResult unify(unsigned a, unsigned b);
  /// Unifies two lists of dimensions that describe the same elements in
  /// row-major order.
  LogicalResult unify(ArrayRef<unsigned> a, ArrayRef<unsigned> b);
  /// Unifies `outer` with the dimension of quotients `index along dim / size`,
  /// rounded down.
  LogicalResult unifyQuotient(unsigned dim, int64_t size, unsigned outer);

  /// Returns the classes of the parts of `dim` that are not split further,
  /// outermost first.
  SmallVector<unsigned, 2> getParts(unsigned dim);
  int64_t getExtent(unsigned dim) { return dims[find(dim)].extent; }

  /// A split of a dimension whose extent is not a multiple of the size of the
  /// inner part. At the last index of `outer`, there are fewer indices of
  /// `inner`.
  struct Ragged {
    unsigned outer, inner;
    int64_t extent;
  };
  SmallVector<Ragged> getRagged();

private:
  struct Dim {
    int64_t extent;
    unsigned parent;
    /// The parts (outer, inner) if the dimension was split: index = outer index
    /// * extent of inner + inner index.
    std::optional<std::pair<unsigned, unsigned>> parts = std::nullopt;
  };
  unsigned find(unsigned dim);
  bool isRagged(unsigned dim);
  void split(unsigned dim, int64_t size);

  SmallVector<Dim> dims;
};

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_DIMCLASSES_H
