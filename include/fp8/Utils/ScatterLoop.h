//===- ScatterLoop.h - loops that add slices at indices ---------*- C++ -*-===//
#ifndef FP8_UTILS_SCATTERLOOP_H
#define FP8_UTILS_SCATTERLOOP_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include <optional>

namespace mlir::fp8 {

/// Matches a loop, or a loop nest, that carries a tensor `acc` and adds slices
/// to it:
///
///   at  = [index_cast] extract index_tensor[i] or [i, column]    (K times)
///   old = extract[_slice] acc[at_0, ..., at_K-1, window]
///   add = extract[_slice] updates[i, window]
///   new = insert[_slice] (old + add) into acc[at_0, ..., at_K-1, window]
///
/// One loop enumerates `i`. The slices span each dimension of the window, or a
/// separate loop of the nest enumerates its elements. This loop can be at any
/// level of the nest: each element of `acc` gets its terms in the order of `i`.
class ScatterLoop {
public:
  explicit ScatterLoop(scf::ForOp outermost) : nest({outermost}) {}

  /// Returns an empty string if the nest matches, else the reason why it does
  /// not.
  StringRef match();
  /// Replaces the matched nest by fp8.scatter_add.
  void replace();

private:
  /// A position in a tensor: an element, or a slice with unit strides.
  struct Place {
    Value tensor;
    SmallVector<OpFoldResult> offsets;
    SmallVector<int64_t> sizes; // 1 for an element

    bool operator==(const Place &other) const {
      return tensor == other.tensor && offsets == other.offsets &&
             sizes == other.sizes;
    }
  };

  /// One coordinate: `indices[i]`, or `indices[i, column]`.
  struct Coordinate {
    Value indices;
    std::optional<int64_t> column;
  };

  static std::optional<Place> getPlace(Operation *op);
  StringRef matchNest();
  StringRef matchBody();
  StringRef matchUpdates(Value value);
  StringRef matchWindow();
  StringRef matchCoordinates();
  std::optional<Coordinate> matchCoordinate(OpFoldResult offset);
  /// Returns the trip count of the loop whose induction variable is `value`, or
  /// std::nullopt if there is no such loop in the nest.
  std::optional<int64_t> getCount(OpFoldResult value);
  bool isDefinedOutside(Value value) {
    return nest.front().isDefinedOutsideOfLoop(value);
  }

  Value buildIndices(OpBuilder &builder);
  Value buildColumn(OpBuilder &builder, const Coordinate &coordinate);

  SmallVector<scf::ForOp> nest; // outermost first
  /// The positions of `acc` that the nest updates, and the position of the
  /// values that it adds.
  Place target, added;
  Value induction; // i
  int64_t count = 0;
  SmallVector<Coordinate> coordinates;
};

} // namespace mlir::fp8

#endif // FP8_UTILS_SCATTERLOOP_H
