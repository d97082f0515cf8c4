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

def FP8ExpandMath : Pass<"fp8-expand-math"> {
  let summary = "Replace elementary functions by their one expansion into arith";
  let description = [{
    Replaces `math.exp`, `exp2`, `expm1`, `log`, `log1p`, `log2`, `log10`,
    `powf`, `rsqrt`, `tanh`, `erf`, `erfc`, `sin`, `cos` and `sincos`, on
    scalars, vectors and tensors and in the body of any op, by straight-line
    code of arith ops, `math.fma` and `math.sqrt`. A named linalg op with such a
    function inside becomes a `linalg.generic`. Math ops that have one possible
    result (`absf`, `sqrt`, `fma`, `floor`, ...) stay; all others, element types
    other than f32, bf16 and f16, and dynamic shapes are refused.

    **Numerics**: defines the result. The code is that of
    `include/fp8/Numerics/Math.h`, which the reference evaluator runs, so every
    target gives the same bits: within 1.6 ulp of the exact value (`erfc`: 6),
    special cases as in C99, every NaN 0x7FC00000, subnormals kept. In bf16 and
    f16 the function is computed in f32 and rounded once more. Fast-math flags
    are ignored.

    **Before**: any IR. **After**: the only math ops are exact ones.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect"
  ];
  let options = [
    Option<"maxExpanded", "max-expanded", "int64_t", /*default=*/"-1",
           "Stop after this many ops; -1 for no limit (for bisection)">
  ];
  let statistics = [
    Statistic<"numExpanded", "num-expanded", "Number of ops expanded">
  ];
}

def FP8PrintKernelDomain : Pass<"fp8-print-kernel-domain"> {
  let summary = "Print the iteration domain of every kernel as remarks";
  let description = [{
    One remark at each `fp8.kernel` with the extents of its dimensions, and one
    at each op of its body with its class and the dimensions its loops walk.

    **Numerics**: same. **Before**: form 4a or 4b. **After**: unchanged.
  }];
}

#endif // FP8_TRANSFORMS_PASSES_TD
