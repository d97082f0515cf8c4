//===- PairedOps.h - What is computed between conversions of bf16 ---------===//
#ifndef FP8_LIB_TARGET_CPU_PAIREDOPS_H
#define FP8_LIB_TARGET_CPU_PAIREDOPS_H

#include "fp8/IR/FP8.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::fp8 {

/// Ops of one block on vectors of one length: conversions from and to bf16, and
/// what is computed between them, each lane of the same lanes.
using PairedOps = llvm::SetVector<Operation *>;

/// The type if it is that of vectors of whole registers of halves, or null.
VectorType getPairs(Type type);

bool isToBF16(Operation *op);
bool isFromBF16(Operation *op);

/// Whether all lanes of `value` are equal.
bool isUniform(Value value);

/// The operands and results of `op`, one of `PairedOps`, that are in order of
/// pairs.
SmallVector<Value> getWords(Operation *op);

/// Those of `block` on `numLanes` lanes, without what only others read if less
/// is then to be permuted.
PairedOps findPairedOps(Block &block, int64_t numLanes);

/// Parts of `ops` that have no result of each other.
SmallVector<PairedOps> splitPairedOps(const PairedOps &ops);

} // namespace mlir::fp8

#endif // FP8_LIB_TARGET_CPU_PAIREDOPS_H
