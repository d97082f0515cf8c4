//===- FP8Decompose.cpp - fp8 ops in terms of upstream ops ----------------===//
#include "fp8/IR/FP8.h"

using namespace mlir;
using namespace mlir::fp8;

#define FP8_DECOMPOSE(OP)                                                      \
  FailureOr<SmallVector<Value>> OP::decomposeOperation(OpBuilder &builder) {   \
    return failure();                                                          \
  }
FP8_DECOMPOSE(QuantizeOp)
FP8_DECOMPOSE(DequantizeOp)
FP8_DECOMPOSE(AmaxOp)
FP8_DECOMPOSE(ComputeScaleOp)
FP8_DECOMPOSE(UpdateScalesOp)
FP8_DECOMPOSE(ContractOp)
FP8_DECOMPOSE(UpdateOp)
FP8_DECOMPOSE(ScatterAddOp)
