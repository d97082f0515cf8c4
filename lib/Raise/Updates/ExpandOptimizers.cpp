//===- ExpandOptimizers.cpp - --fp8-expand-optimizers ---------------------===//

#include "fp8/IR/FP8.h"
#include "fp8/Raise/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_EXPANDOPTIMIZERSPASS
#include "fp8/Raise/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {
struct ExpandOptimizers
    : fp8::impl::ExpandOptimizersPassBase<ExpandOptimizers> {
  using ExpandOptimizersPassBase::ExpandOptimizersPassBase;

  void runOnOperation() override {
    numExpanded += expandOptimizers(getOperation(), maxExpanded);
  }
};
} // namespace
