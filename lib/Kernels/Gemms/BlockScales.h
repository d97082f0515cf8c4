//===- BlockScales.h - block scales in library layouts ----------*- C++ -*-===//

#ifndef FP8_LIB_KERNELS_GEMMS_BLOCKSCALES_H
#define FP8_LIB_KERNELS_GEMMS_BLOCKSCALES_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// The kinds of block scales that the target's matmul library can apply.
struct LibraryBlocks {
  /// f32 scales of blocks of 128 terms, and e8m0 scales of blocks of 32 terms.
  bool hasF32 = false, hasMX = false;
};

/// Returns the block scaling of lhs and rhs with which the library can compute
/// `op`. If the library does not support the block scales of `op`, returns
/// std::nullopt and sets `reason`. If `op` has no block scales, returns
/// std::nullopt and leaves `reason` unchanged.
std::optional<std::array<BlockScaling, 2>>
matchBlocks(ContractOp op, LibraryBlocks library, StringRef &reason);

/// Returns the scales of operand `i` of `op` in the layout of `fp8.gemm`.
Value layOutScales(OpBuilder &builder, ContractOp op, unsigned i,
                   BlockScaling blocks);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_GEMMS_BLOCKSCALES_H
