//===- MinCut.h - the cheapest edges between two nodes ----------*- C++ -*-===//
#ifndef FP8_UTILS_MINCUT_H
#define FP8_UTILS_MINCUT_H

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::fp8 {

/// A directed graph with capacities.
class MinCut {
public:
  /// Wide enough for sums of two numbers of 64 bits of which one counts first.
  using Capacity = unsigned __int128;

  static constexpr unsigned kSource = 0, kSink = 1;
  /// An edge that no cut has: more than all finite ones together.
  static constexpr Capacity kInfinity = Capacity(1) << 126;

  unsigned addNode();
  void addEdge(unsigned from, unsigned to, Capacity capacity);

  /// The nodes on the side of the source, of the cuts of least capacity the one
  /// with the fewest of them. There has to be a cut of finite edges.
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
  /// Of all finite edges.
  Capacity sum = 0;
};

} // namespace mlir::fp8

#endif // FP8_UTILS_MINCUT_H
