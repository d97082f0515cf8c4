//===- BlockScales.h - Scales of blocks as a library reads them -*- C++ -*-===//

#ifndef FP8_LIB_KERNELS_GEMMS_BLOCKSCALES_H
#define FP8_LIB_KERNELS_GEMMS_BLOCKSCALES_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// What the library of the target scales by itself.
struct LibraryBlocks {
  /// 128 terms by f32, 32 terms by e8m0.
  bool hasF32 = false, hasMX = false;
};

/// How the library scales both operands of `op`. Nothing, and in `reason` why,
/// if `op` has scales of blocks that it does not; nothing and no reason if it
/// has none.
std::optional<std::array<BlockScaling, 2>>
matchBlocks(ContractOp op, LibraryBlocks library, StringRef &reason);

/// The scales of operand `i` of `op` in the order of `fp8.gemm`.
Value layOutScales(OpBuilder &builder, ContractOp op, unsigned i,
                   BlockScaling blocks);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_GEMMS_BLOCKSCALES_H
