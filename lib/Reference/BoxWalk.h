//===- BoxWalk.h - traversal of iteration spaces ----------------*- C++ -*-===//

#ifndef FP8_LIB_REFERENCE_BOXWALK_H
#define FP8_LIB_REFERENCE_BOXWALK_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <numeric>

namespace mlir::fp8::reference {

/// Position of an element: `start` plus the sum of index times stride over all
/// dimensions, in elements.
struct Access {
  int64_t start = 0;
  SmallVector<int64_t> strides;
};

/// Returns the distance between neighbors along each dimension of a row-major
/// tensor, in elements.
inline SmallVector<int64_t> getRowMajorStrides(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size(), 1);
  for (int64_t d = static_cast<int64_t>(shape.size()) - 2; d >= 0; --d)
    strides[d] = strides[d + 1] * shape[d + 1];
  return strides;
}

/// Iterates over some dimensions of an iteration space in row-major order and
/// maintains the positions of accesses. A traversal of no dimensions has one
/// point.
///
///   for (walk.restart(starts); !walk.isDone(); walk.advance()) ...
class BoxWalk {
public:
  /// Iterates over the dimensions `dims` of a space of `extents`. Accesses have
  /// strides for every dimension of the space. `indices`, if given, has one
  /// entry per dimension; the entries of `dims` are updated.
  BoxWalk(ArrayRef<unsigned> dims, ArrayRef<int64_t> extents,
          ArrayRef<Access> accesses, int64_t *indices = nullptr)
      : dims(dims), numAccesses(accesses.size()), indices(indices) {
    counters.assign(dims.size(), 0);
    positions.assign(numAccesses, 0);
    for (unsigned d : dims) {
      this->extents.push_back(extents[d]);
      isEmpty |= extents[d] == 0;
      for (const Access &access : accesses)
        strides.push_back(access.strides[d]);
    }
    for (auto [position, access] : llvm::zip_equal(positions, accesses))
      position = access.start;
    begin();
  }

  void restart(ArrayRef<int64_t> starts) {
    positions.assign(starts.begin(), starts.end());
    begin();
  }

  bool isDone() const { return done; }
  ArrayRef<int64_t> getPositions() const { return positions; }
  int64_t getPosition(unsigned access) const { return positions[access]; }

  void advance() {
    for (int64_t i = static_cast<int64_t>(dims.size()) - 1; i >= 0; --i) {
      const int64_t *stride = strides.data() + i * numAccesses;
      if (++counters[i] < extents[i]) {
        for (size_t a = 0; a < numAccesses; ++a)
          positions[a] += stride[a];
        if (indices)
          indices[dims[i]] = counters[i];
        return;
      }
      for (size_t a = 0; a < numAccesses; ++a)
        positions[a] -= stride[a] * (extents[i] - 1);
      counters[i] = 0;
      if (indices)
        indices[dims[i]] = 0;
    }
    done = true;
  }

private:
  void begin() {
    done = isEmpty;
    llvm::fill(counters, 0);
    if (indices)
      for (unsigned d : dims)
        indices[d] = 0;
  }

  SmallVector<unsigned> dims;
  SmallVector<int64_t> extents;
  /// Stride of access `a` along dimension `i`, at `i * numAccesses + a`.
  SmallVector<int64_t> strides;
  SmallVector<int64_t> counters;
  SmallVector<int64_t> positions;
  size_t numAccesses;
  int64_t *indices;
  bool isEmpty = false;
  bool done = false;
};

/// Returns 0, 1, ..., n - 1.
inline SmallVector<unsigned> getAllDims(size_t n) {
  SmallVector<unsigned> dims(n);
  std::iota(dims.begin(), dims.end(), 0u);
  return dims;
}

} // namespace mlir::fp8::reference

#endif // FP8_LIB_REFERENCE_BOXWALK_H
