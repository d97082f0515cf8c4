//===- OpPlaces.h - reordering of the ops of a block ------------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_BUCKETS_OPPLACES_H
#define FP8_LIB_KERNELS_BUCKETS_OPPLACES_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

#include <tuple>

namespace mlir::fp8 {

/// The new position of an op: directly after the op at position `slot`, or
/// before all ops if `slot` is -1. Ops with the same slot are ordered by kind,
/// then by number.
struct OpPlace {
  enum Kind : unsigned { Kept, Feeder, Moved, Follower };

  int64_t slot;
  Kind kind;
  int64_t number;

  bool operator<(const OpPlace &other) const {
    return std::tie(slot, kind, number) <
           std::tie(other.slot, other.kind, other.number);
  }
};

/// New positions of the ops that move.
using OpPlaces = DenseMap<Operation *, OpPlace>;

/// Reorders the ops of `block`. An op that is not in `places` keeps its slot,
/// the old position that `getPosition` returns.
void moveOps(Block &block, const OpPlaces &places,
             llvm::function_ref<int64_t(Operation *)> getPosition);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_BUCKETS_OPPLACES_H
