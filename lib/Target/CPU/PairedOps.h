//===- PairedOps.h - What is computed between conversions of bf16 ---------===//
#ifndef FP8_LIB_TARGET_CPU_PAIREDOPS_H
#define FP8_LIB_TARGET_CPU_PAIREDOPS_H

#include "fp8/IR/FP8.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::fp8 {

/// Ops of one block on vectors of one length: conversions from and to bf16, and
/// the lane-wise ops between them.
using PairedOps = llvm::SetVector<Operation *>;

/// Returns `type` if it is a vector, not too long, whose length is a multiple
/// of the number of halves in a register. Returns null otherwise.
VectorType getPairs(Type type);

bool isToBF16(Operation *op);
bool isFromBF16(Operation *op);

/// Returns true if all lanes of `value` are equal.
bool isUniform(Value value);

/// Returns the operands and results of `op`, one of `PairedOps`, that are in
/// paired order.
SmallVector<Value> getWords(Operation *op);

/// Returns the paired ops of `block` on vectors of `numLanes` lanes. Leaves out
/// an op whose results no paired op reads, if this saves permutations.
PairedOps findPairedOps(Block &block, int64_t numLanes);

/// Splits `ops` into parts that do not read each other's results.
SmallVector<PairedOps> splitPairedOps(const PairedOps &ops);

} // namespace mlir::fp8

#endif // FP8_LIB_TARGET_CPU_PAIREDOPS_H
