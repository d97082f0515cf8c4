//===- BlockWarps.h - the shape of a launch on a GPU ------------*- C++ -*-===//
//
// An attribute of a launch that fixes the number of warps per thread block.
// Without the attribute, the number of chunks determines it.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_IR_BLOCKWARPS_H
#define FP8_IR_BLOCKWARPS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace mlir::fp8 {

constexpr llvm::StringLiteral kBlockWarpsAttrName = "fp8.block_warps";
/// Largest number of warps in a thread block of any GPU.
constexpr int64_t kMaxBlockWarps = 32;

/// Returns the number of warps per thread block, or 0 if the launch has no such
/// attribute.
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
