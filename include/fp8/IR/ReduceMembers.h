//===- ReduceMembers.h - reductions of gathered values ----------*- C++ -*-===//
#ifndef FP8_IR_REDUCEMEMBERS_H
#define FP8_IR_REDUCEMEMBERS_H

#include "fp8/IR/FP8.h"
#include "mlir/IR/Builders.h"

namespace mlir::fp8 {

/// Number of elements above which the number of bytes determines the cost of a
/// reduction. Below it, the number of exchanges does.
inline constexpr int64_t kManyReducedElements = 16384;

/// Emits the reduction of fp8.all_reduce from the values of all members of a
/// group. The first dimension of `gathered` enumerates the members. `axisSizes`
/// are the numbers of ranks along the axes of the group. Returns the result, in
/// the shape of `init`.
Value emitReductionOfMembers(OpBuilder &builder, Location loc, Value gathered,
                             ArrayRef<int64_t> axisSizes, ReductionKind kind,
                             Value init);

} // namespace mlir::fp8

#endif // FP8_IR_REDUCEMEMBERS_H
