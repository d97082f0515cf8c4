//===- OpPlaces.h - ops of a block in a new order ---------------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_BUCKETS_OPPLACES_H
#define FP8_LIB_KERNELS_BUCKETS_OPPLACES_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

#include <tuple>

namespace mlir::fp8 {

/// Where an op goes: after the op that stands at a position, or, at -1, before
/// all; those of a smaller kind first, and of one kind by number.
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

/// Of what does not keep its place.
using OpPlaces = DenseMap<Operation *, OpPlace>;

/// Moves the ops of `block`. What has no place stays after the op at its own
/// position, which is that of `getPosition`.
void moveOps(Block &block, const OpPlaces &places,
             llvm::function_ref<int64_t(Operation *)> getPosition);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_BUCKETS_OPPLACES_H
