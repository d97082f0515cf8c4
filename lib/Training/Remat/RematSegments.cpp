//===- RematSegments.cpp - forward segments between checkpoints -----------===//

#include "RematGraph.h"

using namespace mlir;
using namespace mlir::fp8;

/// Upper bound of the number of ops in a segment. It limits the time of a
/// minimum cut, which is more than linear.
static constexpr unsigned kMaxSegmentOps = 4096;

/// Returns the end of each segment, as an index of an op. `passing` holds the
/// number of live bytes before each op.
SmallVector<unsigned>
RematGraph::findBoundaries(ArrayRef<int64_t> passing) const {
  // Returns the position between two contractions with the fewest live bytes.
  // Prefers the last such position, because the backward pass of the next
  // contraction reads the same operands.
  auto findNarrowest = [&](unsigned begin, unsigned end) {
    unsigned best = begin;
    for (unsigned i = begin; i < end; ++i)
      if (passing[i] <= passing[best])
        best = i;
    return best;
  };
  SmallVector<unsigned> places;
  std::optional<unsigned> product;
  for (unsigned i = 0; i < ops.size(); ++i) {
    if (ops[i].kind != RematKind::Product)
      continue;
    if (product)
      places.push_back(findNarrowest(*product + 1, i + 1));
    product = i;
  }
  SmallVector<unsigned> boundaries;
  for (unsigned i = 0; i < places.size(); ++i) {
    int64_t here = passing[places[i]];
    if ((i == 0 || here <= passing[places[i - 1]]) &&
        (i + 1 == places.size() || here <= passing[places[i + 1]]))
      boundaries.push_back(places[i]);
  }
  // Split segments that exceed the limit.
  SmallVector<unsigned> all;
  unsigned begin = 0;
  boundaries.push_back(ops.size());
  for (unsigned end : boundaries) {
    while (end - begin > kMaxSegmentOps) {
      begin = findNarrowest(begin + kMaxSegmentOps / 2, begin + kMaxSegmentOps);
      all.push_back(begin);
    }
    all.push_back(end);
    begin = end;
  }
  return all;
}

void RematGraph::findSegments() {
  SmallVector<unsigned> lastUse(values.size(), 0);
  for (auto [i, op] : llvm::enumerate(ops))
    for (unsigned operand : op.operands)
      lastUse[operand] = i;
  SmallVector<int64_t> passing(ops.size() + 1, 0);
  for (auto [number, value] : llvm::enumerate(values)) {
    if (!value.op || lastUse[number] <= *value.op)
      continue;
    passing[*value.op + 1] += value.bytes;
    passing[lastUse[number] + 1] -= value.bytes;
  }
  for (unsigned i = 1; i <= ops.size(); ++i)
    passing[i] += passing[i - 1];
  SmallVector<unsigned> ends = findBoundaries(passing);
  numSegments = ends.size();
  unsigned segment = 0;
  for (unsigned i = 0; i < ops.size(); ++i) {
    if (i == ends[segment])
      ++segment;
    ops[i].segment = segment;
  }
  // A value that the backward pass and a later segment read is a checkpoint,
  // which is always saved.
  for (auto [number, value] : llvm::enumerate(values))
    if (value.op && value.isRead && lastUse[number] > *value.op &&
        ops[lastUse[number]].segment != ops[*value.op].segment)
      value.isKept = true;
}
