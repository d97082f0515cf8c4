//===- FP8Tiling.cpp - tiles of fp8 ops -----------------------------------===//
#include "fp8/IR/FP8.h"

using namespace mlir;
using namespace mlir::fp8;

#define FP8_TILING(OP)                                                         \
  SmallVector<utils::IteratorType> OP::getLoopIteratorTypes() { return {}; }   \
  SmallVector<Range> OP::getIterationDomain(OpBuilder &) { return {}; }        \
  FailureOr<TilingResult> OP::getTiledImplementation(                          \
      OpBuilder &, ArrayRef<OpFoldResult>, ArrayRef<OpFoldResult>) {           \
    return failure();                                                          \
  }                                                                            \
  LogicalResult OP::getResultTilePosition(                                     \
      OpBuilder &, unsigned, ArrayRef<OpFoldResult>, ArrayRef<OpFoldResult>,   \
      SmallVector<OpFoldResult> &, SmallVector<OpFoldResult> &) {              \
    return failure();                                                          \
  }
#define FP8_PRODUCER_TILING(OP)                                                \
  FailureOr<TilingResult> OP::generateResultTileValue(                         \
      OpBuilder &, unsigned, ArrayRef<OpFoldResult>, ArrayRef<OpFoldResult>) { \
    return failure();                                                          \
  }
FP8_TILING(QuantizeOp)
FP8_TILING(DequantizeOp)
FP8_TILING(AmaxOp)
FP8_TILING(ContractOp)
FP8_TILING(UpdateOp)
FP8_PRODUCER_TILING(QuantizeOp)
FP8_PRODUCER_TILING(DequantizeOp)
FP8_PRODUCER_TILING(ContractOp)
FP8_PRODUCER_TILING(UpdateOp)
