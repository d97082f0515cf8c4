//===- BlockWarps.h - the shape of a launch on a GPU ------------*- C++ -*-===//
//
// A launch whose kernel wants another number of warps in a block of threads
// than its chunks make says so.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_IR_BLOCKWARPS_H
#define FP8_IR_BLOCKWARPS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace mlir::fp8 {

constexpr llvm::StringLiteral kBlockWarpsAttrName = "fp8.block_warps";
/// What a block of threads of any GPU can have.
constexpr int64_t kMaxBlockWarps = 32;

/// 0 where the number of chunks decides.
inline int64_t getBlockWarps(Operation *launch) {
  auto warps = dyn_cast_or_null<IntegerAttr>(
      launch->getDiscardableAttr(kBlockWarpsAttrName));
  return warps ? warps.getInt() : 0;
}

inline void setBlockWarps(Operation *launch, int64_t warps) {
  if (warps != 0)
    launch->setDiscardableAttr(
        kBlockWarpsAttrName,
        Builder(launch->getContext()).getI64IntegerAttr(warps));
}

} // namespace mlir::fp8

#endif // FP8_IR_BLOCKWARPS_H
