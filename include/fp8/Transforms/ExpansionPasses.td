//===- ExpansionPasses.td - ops in terms of simpler ops ----*- tablegen -*-===//
#ifndef FP8_TRANSFORMS_EXPANSIONPASSES_TD
#define FP8_TRANSFORMS_EXPANSIONPASSES_TD

include "mlir/Pass/PassBase.td"

def FP8Decompose : Pass<"fp8-decompose"> {
  let summary = "Rewrite fp8 ops as linalg.generic and fp8.convert";
  let description = [{
    Every fp8 tensor op becomes upstream ops on tensors around `fp8.convert` and
    `fp8.draw`, so that any compiler can fuse, tile and lower it with upstream passes. Where
    granules do not divide a shape, the indexing map of their scales does
    (`floordiv`).

    **Numerics**: same, sums excepted: upstream adds in its own order.

    **Before**: form 2, tensors of static shape. **After**: of the fp8 dialect,
    only `fp8.convert` and `fp8.draw`, and `fp8.contract` and `fp8.scatter_add`
    under `keep-for-kernels`. Refused: the chip's own stochastic rounding.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::mlir::fp8::FP8Dialect"
  ];
  let options = [
    Option<"maxDecomposed", "max-decomposed", "int64_t", /*default=*/"-1",
           "Stop after this many ops; -1 for no limit (for bisection)">,
    Option<"keepForKernels", "keep-for-kernels", "bool", /*default=*/"false",
           "Leave the ops that --fp8-fuse takes as they are: fp8.contract and "
           "fp8.scatter_add">
  ];
  let statistics = [
    Statistic<"numDecomposed", "num-decomposed", "Number of ops decomposed">
  ];
}

def FP8ExpandOptimizers : Pass<"fp8-expand-optimizers"> {
  let summary = "Replace named optimizers by fp8.update";
  let description = [{
    Expands `fp8.sgd`, `fp8.adam`, `fp8.adamw`, `fp8.lion`, `fp8.adagrad`,
    `fp8.rmsprop` and `fp8.lamb` to one `fp8.update`, or two, whose regions hold
    the operations of their descriptions. Storage, scales, draws and all
    attributes that the dialect does not know are kept.

    **Numerics**: defines the result. `--fp8-decompose` and the reference
    evaluator run the same expansion.

    **Before**: form 2. **After**: no named optimizer.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect", "::mlir::fp8::FP8Dialect"
  ];
  let options = [
    Option<"maxExpanded", "max-expanded", "int64_t", /*default=*/"-1",
           "Stop after this many ops; -1 for no limit (for bisection)">
  ];
  let statistics = [
    Statistic<"numExpanded", "num-expanded", "Number of ops expanded">
  ];
}

def FP8ExpandMath : Pass<"fp8-expand-math"> {
  let summary = "Replace elementary functions by their one expansion into arith";
  let description = [{
    Replaces `math.exp`, `exp2`, `expm1`, `log`, `log1p`, `log2`, `log10`,
    `powf`, `rsqrt`, `tanh`, `erf`, `erfc`, `sin`, `cos`, `sincos`, `atan`,
    `atan2` and `cbrt`, on scalars, vectors and tensors and in the body of any
    op, by straight-line code of arith ops, `math.fma` and `math.sqrt`. A named
    linalg op with such a function inside becomes a `linalg.generic`. Math ops
    that have one possible result (`absf`, `sqrt`, `fma`, `floor`, ...) stay; all
    others, element types other than f32, bf16 and f16, and dynamic shapes are
    refused.

    `arith.maxnumf` and `minnumf` become `maximumf` and `minimumf`, with each
    operand in place of the other one where that is NaN. Of zeros of different
    signs the maximum is +0 and the minimum -0, where targets are free to choose.

    `arith.remf`, but of f64, becomes divisions that find 22 bits of the quotient
    at a time: its result is exact. `math.absi` becomes the larger one of an
    integer and its negation.

    Integers that are divided by 0 are divided by 1, and so is the least integer
    that is divided by -1, for which the reference evaluator gives the same: a
    CPU would end the process. The evaluator stops at a 0 with an error. Casts
    from floats to integers give the nearest integer of the type where the value
    is out of range, and 0 for NaN, as GPUs do.

    `arith.truncf` from f32, bf16 and f16 to e4m3 and e5m2, to nearest even,
    becomes `fp8.convert` and, where the value is beyond the largest finite one,
    the next code: NaN in e4m3, infinity in e5m2.

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
    "::mlir::math::MathDialect", "::mlir::fp8::FP8Dialect"
  ];
  let options = [
    Option<"maxExpanded", "max-expanded", "int64_t", /*default=*/"-1",
           "Stop after this many ops; -1 for no limit (for bisection)">
  ];
  let statistics = [
    Statistic<"numExpanded", "num-expanded", "Number of ops expanded">
  ];
}

#endif // FP8_TRANSFORMS_EXPANSIONPASSES_TD
