//===- MinCut.h - minimum cut of a graph ------------------------*- C++ -*-===//
#ifndef FP8_UTILS_MINCUT_H
#define FP8_UTILS_MINCUT_H

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::fp8 {

/// Computes a minimum cut of a directed graph with edge capacities.
class MinCut {
public:
  /// Can hold two numbers that are compared lexicographically: the first number
  /// is stored in the upper bits.
  using Capacity = unsigned __int128;

  static constexpr unsigned kSource = 0, kSink = 1;
  /// Capacity of an edge that must not be cut. It must exceed the sum of all
  /// finite capacities.
  static constexpr Capacity kInfinity = Capacity(1) << 126;

  unsigned addNode();
  void addEdge(unsigned from, unsigned to, Capacity capacity);

  /// Returns the nodes on the source side of a minimum cut. Among all minimum
  /// cuts, chooses the one with the fewest such nodes. There must be a cut
  /// without infinite edges.
  llvm::BitVector solve();

private:
  struct Edge {
    unsigned to;
    Capacity left;
  };

  bool findLevels();
  void augment();

  /// The edge `i ^ 1` is the reverse of edge `i`.
  llvm::SmallVector<Edge, 0> edges;
  llvm::SmallVector<llvm::SmallVector<unsigned, 4>, 0> outgoing =
      llvm::SmallVector<llvm::SmallVector<unsigned, 4>, 0>(2);
  llvm::SmallVector<int> levels;
  llvm::SmallVector<unsigned> next;
  /// Sum of all finite capacities.
  Capacity sum = 0;
};

} // namespace mlir::fp8

#endif // FP8_UTILS_MINCUT_H
