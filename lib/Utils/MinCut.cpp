//===- MinCut.cpp - minimum cut of a graph --------------------------------===//
//
// Implements Dinic's algorithm: adds flow along shortest paths until the sink
// cannot be reached. The source side of the cut consists of the nodes that can
// still be reached from the source.
//
//===----------------------------------------------------------------------===//

#include "fp8/Utils/MinCut.h"

#include <algorithm>
#include <cassert>

using namespace mlir::fp8;

unsigned MinCut::addNode() {
  outgoing.emplace_back();
  return outgoing.size() - 1;
}

void MinCut::addEdge(unsigned from, unsigned to, Capacity capacity) {
  if (capacity != kInfinity) {
    assert(capacity < kInfinity - sum && "a cut could have an infinite edge");
    sum += capacity;
  }
  outgoing[from].push_back(edges.size());
  edges.push_back({to, capacity});
  outgoing[to].push_back(edges.size());
  edges.push_back({from, 0});
}

/// Computes the distances of all nodes from the source in the residual graph.
/// Returns true if the sink can be reached.
bool MinCut::findLevels() {
  levels.assign(outgoing.size(), -1);
  levels[kSource] = 0;
  llvm::SmallVector<unsigned> queue = {kSource};
  for (size_t i = 0; i < queue.size(); ++i)
    for (unsigned edge : outgoing[queue[i]]) {
      unsigned to = edges[edge].to;
      if (edges[edge].left == 0 || levels[to] >= 0)
        continue;
      levels[to] = levels[queue[i]] + 1;
      queue.push_back(to);
    }
  return levels[kSink] >= 0;
}

/// Adds a blocking flow: augments shortest paths until each contains a full
/// edge.
void MinCut::augment() {
  next.assign(outgoing.size(), 0);
  llvm::SmallVector<unsigned> path;
  unsigned node = kSource;
  while (true) {
    if (node == kSink) {
      Capacity flow = kInfinity;
      for (unsigned edge : path)
        flow = std::min(flow, edges[edge].left);
      size_t full = path.size();
      for (size_t i = path.size(); i-- > 0;) {
        edges[path[i]].left -= flow;
        edges[path[i] ^ 1].left += flow;
        if (edges[path[i]].left == 0)
          full = i;
      }
      // Continue at the start of the first saturated edge.
      node = edges[path[full] ^ 1].to;
      path.truncate(full);
      continue;
    }
    unsigned &i = next[node];
    while (i < outgoing[node].size()) {
      const Edge &edge = edges[outgoing[node][i]];
      if (edge.left > 0 && levels[edge.to] == levels[node] + 1)
        break;
      ++i;
    }
    if (i < outgoing[node].size()) {
      path.push_back(outgoing[node][i]);
      node = edges[path.back()].to;
      continue;
    }
    if (path.empty())
      return;
    node = edges[path.pop_back_val() ^ 1].to;
    ++next[node];
  }
}

llvm::BitVector MinCut::solve() {
  while (findLevels())
    augment();
  llvm::BitVector side(outgoing.size());
  for (unsigned i = 0; i < outgoing.size(); ++i)
    if (levels[i] >= 0)
      side.set(i);
  return side;
}
