//===- BlockScales.h - block scales in library layouts ----------*- C++ -*-===//

#ifndef FP8_LIB_KERNELS_GEMMS_BLOCKSCALES_H
#define FP8_LIB_KERNELS_GEMMS_BLOCKSCALES_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// Block scales that the library of the target applies.
struct LibraryBlocks {
  /// f32 scales of 128 terms; e8m0 scales of 32 terms.
  bool hasF32 = false, hasMX = false;
};

/// Returns the block scaling that the library applies to both operands of `op`.
/// If it does not support the block scales of `op`, returns std::nullopt and
/// sets `reason`. If `op` has no block scales, returns std::nullopt without a
/// reason.
std::optional<std::array<BlockScaling, 2>>
matchBlocks(ContractOp op, LibraryBlocks library, StringRef &reason);

/// Returns the scales of operand `i` of `op` in the layout of `fp8.gemm`.
Value layOutScales(OpBuilder &builder, ContractOp op, unsigned i,
                   BlockScaling blocks);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_GEMMS_BLOCKSCALES_H
