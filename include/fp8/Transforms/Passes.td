//===- Passes.td - passes of the fp8 dialect ---------------*- tablegen -*-===//
#ifndef FP8_TRANSFORMS_PASSES_TD
#define FP8_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def FP8Decompose : Pass<"fp8-decompose"> {
  let summary = "Rewrite fp8 ops as linalg.generic and fp8.convert";
  let description = [{
    Every fp8 tensor op becomes upstream ops on tensors around `fp8.convert`,
    so that any compiler can fuse, tile and lower it with upstream passes.

    **Numerics**: same, sums excepted: upstream adds in its own order.

    **Before**: form 2, tensors. **After**: of the fp8 dialect, only
    `fp8.convert`.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::mlir::fp8::FP8Dialect"
  ];
}

#endif // FP8_TRANSFORMS_PASSES_TD
