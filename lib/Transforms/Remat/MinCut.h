//===- MinCut.h - the cheapest edges between two nodes ----------*- C++ -*-===//
#ifndef FP8_LIB_TRANSFORMS_REMAT_MINCUT_H
#define FP8_LIB_TRANSFORMS_REMAT_MINCUT_H

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::fp8 {

/// A directed graph with capacities.
class MinCut {
public:
  static constexpr unsigned kSource = 0, kSink = 1;
  /// An edge that no cut has.
  static constexpr int64_t kInfinity = int64_t(1) << 61;

  unsigned addNode();
  void addEdge(unsigned from, unsigned to, int64_t capacity);

  /// The nodes on the side of the source, of the cuts of least capacity the one
  /// with the fewest of them. There has to be a cut of finite edges.
  llvm::BitVector solve();

private:
  struct Edge {
    unsigned to;
    int64_t left;
  };

  bool findLevels();
  void augment();

  /// The edge `i ^ 1` is the reverse of edge `i`.
  llvm::SmallVector<Edge, 0> edges;
  llvm::SmallVector<llvm::SmallVector<unsigned, 4>, 0> outgoing =
      llvm::SmallVector<llvm::SmallVector<unsigned, 4>, 0>(2);
  llvm::SmallVector<int> levels;
  llvm::SmallVector<unsigned> next;
};

} // namespace mlir::fp8

#endif // FP8_LIB_TRANSFORMS_REMAT_MINCUT_H
