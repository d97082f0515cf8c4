//===- ReduceMembers.h - reductions of gathered values ----------*- C++ -*-===//
#ifndef FP8_IR_REDUCEMEMBERS_H
#define FP8_IR_REDUCEMEMBERS_H

#include "fp8/IR/FP8.h"
#include "mlir/IR/Builders.h"

namespace mlir::fp8 {

/// Number of elements from which the cost of a reduction is determined by its
/// bytes. Below it, the number of exchanges determines the cost.
inline constexpr int64_t kManyReducedElements = 16384;

/// Emits the reduction over ranks of fp8.all_reduce. The first dimension of
/// `gathered` enumerates the members of a group whose axes have `axisSizes`
/// ranks. Returns the result, in the shape of `init`.
Value emitReductionOfMembers(OpBuilder &builder, Location loc, Value gathered,
                             ArrayRef<int64_t> axisSizes, ReductionKind kind,
                             Value init);

} // namespace mlir::fp8

#endif // FP8_IR_REDUCEMEMBERS_H
