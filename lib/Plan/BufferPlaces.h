//===- BufferPlaces.h - buffers that need no analysis -----------*- C++ -*-===//
//
// One-shot bufferization compares every read of a buffer with every write to
// it, and follows chains of insertions for each pair. Where it is plain what
// may share a buffer, the tensors become places in one before the analysis, so
// that its time stays linear in the number of parameters.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_PLAN_BUFFERPLACES_H
#define FP8_LIB_PLAN_BUFFERPLACES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::fp8 {

/// Gives each of many readers of a tensor, as those of a learning rate are, a
/// tensor of its own in the same buffer: nobody writes to it before they have
/// read it.
void separateReaders(func::FuncOp function);

/// Makes one buffer of a tensor that pieces are inserted into at places of
/// their own, and lets kernels compute the pieces there. The rest are copied.
void placeInsertions(func::FuncOp function);

/// Whether a product reads or makes `value`, or a part or a reshape of it.
bool isOfGemm(Value value);

/// Adds the operands by which ops of `block` read what `use` uses, as a whole
/// or in part. Returns false where something else happens to it.
bool addReaders(OpOperand &use, Block *block,
                SmallVectorImpl<OpOperand *> &readers);

} // namespace mlir::fp8

#endif // FP8_LIB_PLAN_BUFFERPLACES_H
