//===- PartialSums.h - sums over micro-batches ------------------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_GRADIENTACCUMULATION_PARTIALSUMS_H
#define FP8_LIB_TRAINING_GRADIENTACCUMULATION_PARTIALSUMS_H

#include "MicrobatchPlan.h"
#include "mlir/IR/Builders.h"

namespace mlir::fp8 {

/// The number of members of a group at each level, from the outermost level to
/// the level of single micro-batches. The product is the number of
/// micro-batches.
using GroupSizes = SmallVector<int64_t>;

/// The hierarchical reduction of one value over micro-batches, which are added
/// one by one.
class PartialSums {
public:
  /// Adds `value`, an f32 value of the next micro-batch. Creates ops at
  /// `builder`.
  void add(OpBuilder &builder, Location loc, Value value,
           Combination combination, ArrayRef<int64_t> sizes);

  /// Returns the reduction, after all micro-batches have been added.
  Value getTotal() const { return partials.front(); }

private:
  /// The number of added micro-batches.
  int64_t count = 0;
  /// For each level, the reduction of the members of the current group so far.
  SmallVector<Value, 1> partials;
};

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_GRADIENTACCUMULATION_PARTIALSUMS_H
