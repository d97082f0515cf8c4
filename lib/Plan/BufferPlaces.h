//===- BufferPlaces.h - buffers placed before the analysis ------*- C++ -*-===//
//
// One-shot bufferization compares every read of a buffer with every write to
// it, and follows chains of insertions for each pair. Where sharing is obvious,
// tensors become slices of one buffer before the analysis, so that its time
// stays linear in the number of parameters.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_PLAN_BUFFERPLACES_H
#define FP8_LIB_PLAN_BUFFERPLACES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::fp8 {

/// Replaces a tensor with many readers, such as a learning rate, by one tensor
/// per reader in the same buffer. No op writes to the buffer before all readers
/// have read it.
void separateReaders(func::FuncOp function);

/// Creates one buffer for a tensor into which pieces are inserted at disjoint
/// positions, and lets kernels and attention compute the pieces there. Other
/// pieces are copied.
void placeInsertions(func::FuncOp function);

/// Returns true if a GEMM or an exchange between ranks reads or computes
/// `value`, or a slice or reshape of it. Both need contiguous memory.
bool needsOneBlock(Value value);

/// Appends the operands through which ops of `block` read the value of `use`,
/// entirely or in part. Returns false if the value has any other use.
bool addReaders(OpOperand &use, Block *block,
                SmallVectorImpl<OpOperand *> &readers);

} // namespace mlir::fp8

#endif // FP8_LIB_PLAN_BUFFERPLACES_H
