//===- RematPlan.h - saved and recomputed values ----------------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_REMAT_REMATPLAN_H
#define FP8_LIB_TRAINING_REMAT_REMATPLAN_H

#include "RematGraph.h"
#include "fp8/Training/Choices.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::fp8 {

struct RematPlan {
  /// Sets of numbers: the values saved for the backward pass, and the
  /// recomputed ops.
  llvm::BitVector kept, recomputed;
  int64_t keptBytes = 0;
  /// Totals of the recomputed ops: number and bytes of their results, and FLOP.
  int64_t recomputedValues = 0, recomputedBytes = 0, recomputedFlops = 0;
  /// Total cost of the recomputed ops, as in RematOp::cost.
  int64_t cost = 0;

  /// Returns the plan that recomputes nothing.
  static RematPlan keepAll(const RematGraph &graph);

  /// Returns the plan that saves the fewest bytes under `mode`.
  static RematPlan keepLeast(const RematGraph &graph, RematMode mode);

  /// Returns a plan of low cost that saves at most `budget` bytes, or
  /// std::nullopt if `keepLeast` saves more.
  static std::optional<RematPlan> keepWithin(const RematGraph &graph,
                                             RematMode mode, int64_t budget);
};

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_REMAT_REMATPLAN_H
