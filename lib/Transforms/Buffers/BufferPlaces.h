//===- BufferPlaces.h - buffers that need no analysis -----------*- C++ -*-===//
//
// One-shot bufferization compares every read of a buffer with every write to
// it, and follows chains of insertions for each pair. Where it is plain what
// may share a buffer, the tensors become places in one before the analysis, so
// that its time stays linear in the number of parameters.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_TRANSFORMS_BUFFERS_BUFFERPLACES_H
#define FP8_LIB_TRANSFORMS_BUFFERS_BUFFERPLACES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::fp8 {

/// Gives each of many readers of a tensor, as those of a learning rate are, a
/// tensor of its own in the same buffer: nobody writes to it.
void separateReaders(func::FuncOp function);

/// Makes kernels compute scalars, as amaxes are, where they are inserted into a
/// vector one by one: each has a position of its own there.
void placePackedScalars(func::FuncOp function);

} // namespace mlir::fp8

#endif // FP8_LIB_TRANSFORMS_BUFFERS_BUFFERPLACES_H
