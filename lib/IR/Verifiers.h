//===- Verifiers.h - checks shared by ops of the fp8 dialect --------------===//
#ifndef FP8_LIB_IR_VERIFIERS_H
#define FP8_LIB_IR_VERIFIERS_H

#include "fp8/IR/FP8.h"

#include <array>

namespace mlir::fp8 {

/// Formats a shape for diagnostics, as in `[4, ?]`.
std::string formatShape(ArrayRef<int64_t> shape);

/// Checks that all shaped operands are tensors, or that all are memrefs.
LogicalResult verifySameKind(Operation *op);

/// Checks that the maps fit the ranks of lhs, rhs and result. Each dimension of
/// the iteration space must have a single extent and occur in at least two
/// maps.
LogicalResult verifyIterationSpace(Operation *op, ArrayRef<AffineMap> maps,
                                   std::array<Value, 3> values);

/// Checks that `scales`, called `name` in diagnostics, has the shape of the
/// scales of `type` under `granularity`.
LogicalResult verifyScaleShape(Operation *op, StringRef name, ShapedType scales,
                               GranularityAttr granularity, ShapedType type);

/// Checks that the elements of `scales`, called `name` in diagnostics, are e8m0
/// under `mx` and f32 otherwise. The e8m0 code 0xFF marks granules that are
/// NaN.
LogicalResult verifyScaleElement(Operation *op, StringRef name,
                                 ShapedType scales,
                                 GranularityAttr granularity);

/// Appends the memory effects of `op` on memrefs: it reads the operands that
/// `reads` accepts, and writes its destinations.
void addBufferEffects(
    DestinationStyleOpInterface op, function_ref<bool(OpOperand &)> reads,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects);

LogicalResult verifyNumInits(Operation *op, ValueRange inits, size_t expected);

/// Checks that the destination of an amax is an f32 of rank 0.
LogicalResult verifyAmaxInit(Operation *op, Value init);

/// Checks that a local tensor of type `type` at `offsets` is inside a tensor of
/// shape `globalShape`.
LogicalResult verifyPlacement(Operation *op, OperandRange offsets,
                              std::optional<ArrayRef<int64_t>> staticOffsets,
                              std::optional<ArrayRef<int64_t>> globalShape,
                              ShapedType type);

} // namespace mlir::fp8

#endif // FP8_LIB_IR_VERIFIERS_H
