//===- RematPlan.h - what is kept, and what is computed again ---*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_REMAT_REMATPLAN_H
#define FP8_LIB_TRAINING_REMAT_REMATPLAN_H

#include "RematGraph.h"
#include "fp8/Training/Choices.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::fp8 {

struct RematPlan {
  /// Values that are kept for the backward, and ops that run again, by number.
  llvm::BitVector kept, recomputed;
  int64_t keptBytes = 0;
  /// Of the results of the ops that run again.
  int64_t recomputedValues = 0, recomputedBytes = 0, recomputedFlops = 0;
  /// The work of the ops that run again.
  int64_t cost = 0;

  /// Nothing is computed again.
  static RematPlan keepAll(const RematGraph &graph);

  /// The fewest bytes that `mode` reaches.
  static RematPlan keepLeast(const RematGraph &graph, RematMode mode);

  /// Little work that keeps no more than `budget` bytes; nothing where
  /// `keepLeast` keeps more.
  static std::optional<RematPlan> keepWithin(const RematGraph &graph,
                                             RematMode mode, int64_t budget);
};

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_REMAT_REMATPLAN_H
