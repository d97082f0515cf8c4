//===- ExpandOptimizers.cpp - --fp8-expand-optimizers ---------------------===//

#include "fp8/IR/FP8.h"
#include "fp8/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_FP8EXPANDOPTIMIZERS
#include "fp8/Transforms/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {
struct ExpandOptimizers : fp8::impl::FP8ExpandOptimizersBase<ExpandOptimizers> {
  using FP8ExpandOptimizersBase::FP8ExpandOptimizersBase;

  void runOnOperation() override {
    numExpanded += expandOptimizers(getOperation(), maxExpanded);
  }
};
} // namespace
