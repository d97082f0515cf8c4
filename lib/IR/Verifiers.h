//===- Verifiers.h - checks that ops of the fp8 dialect share -------------===//
#ifndef FP8_LIB_IR_VERIFIERS_H
#define FP8_LIB_IR_VERIFIERS_H

#include "fp8/IR/FP8.h"

#include <array>

namespace mlir::fp8 {

/// Prints a shape as the messages do, `[4, ?]`.
std::string formatShape(ArrayRef<int64_t> shape);

/// Every operand with a shape is a tensor, or every one a memref.
LogicalResult verifySameKind(Operation *op);

/// The maps fit the ranks of the tensors, lhs, rhs and result, and every
/// dimension of the iteration space has one extent and joins at least two.
LogicalResult verifyIterationSpace(Operation *op, ArrayRef<AffineMap> maps,
                                   std::array<Value, 3> values);

/// `scales`, called `name`, has the shape that `granularity` gives for `type`.
LogicalResult verifyScaleShape(Operation *op, StringRef name, ShapedType scales,
                               GranularityAttr granularity, ShapedType type);

/// `scales`, called `name`, are e8m0 under `mx`, whose code 0xFF marks granules
/// that are NaN, and f32 elsewhere.
LogicalResult verifyScaleElement(Operation *op, StringRef name,
                                 ShapedType scales,
                                 GranularityAttr granularity);

/// The effects of `op` on its memrefs: it reads those that `reads` takes, and
/// writes its destinations.
void addBufferEffects(
    DestinationStyleOpInterface op, function_ref<bool(OpOperand &)> reads,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects);

LogicalResult verifyNumInits(Operation *op, ValueRange inits, size_t expected);

/// The destination of an amax is an f32 of rank 0.
LogicalResult verifyAmaxInit(Operation *op, Value init);

/// A local tensor of `type` at `offsets` lies inside of a tensor of
/// `globalShape`.
LogicalResult verifyPlacement(Operation *op, OperandRange offsets,
                              std::optional<ArrayRef<int64_t>> staticOffsets,
                              std::optional<ArrayRef<int64_t>> globalShape,
                              ShapedType type);

} // namespace mlir::fp8

#endif // FP8_LIB_IR_VERIFIERS_H
