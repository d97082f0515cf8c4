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

//===----------------------------------------------------------------------===//
// The exit through stock MLIR
//===----------------------------------------------------------------------===//

def FP8StockBoundaries : Pass<"fp8-stock-boundaries", "::mlir::ModuleOp"> {
  let summary = "Let public functions take and return tensors only";
  let description = [{
    Scalars at the boundary of a public function become tensors of rank 0, and
    its arguments are marked as not writable.

    **Numerics**: same.

    **Before**: tensors, and no calls of public functions. **After**: the same.
  }];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def FP8StockOrderContractions : Pass<"fp8-stock-order-contractions"> {
  let summary = "Give every contraction contiguous innermost columns";
  let description = [{
    Rewrites every `out + a * b` with f32 accumulation, named or generic, as a
    `linalg.contract` of f32 operands whose dimensions are ordered: batch, rows,
    columns, sum, and last the dimension along which the result is contiguous.
    The second operand is transposed where it is not contiguous along it;
    operands narrower than f32 are widened before.

    **Numerics**: same; the terms of a sum stay in order.

    **Before**: tensors. **After**: contractions without a column (dot products
    and products of a matrix with a vector) and those that do not accumulate in
    f32 are as they were.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::fp8::FP8Dialect"
  ];
}

def FP8StockFuse : Pass<"fp8-stock-fuse"> {
  let summary = "Fuse elementwise loop nests and order their loops";
  let description = [{
    Upstream's elementwise fusion on `linalg.generic`, with a rule that never
    computes an expensive value more than once; named ops other than
    contractions and fills are generalized first, `tensor.concat` is taken
    apart. The innermost loop becomes the one along which most operands are
    contiguous.

    **Numerics**: same; reductions keep their order.

    **Before**: linalg on tensors. **After**: the same, fewer ops.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def FP8StockOutline : Pass<"fp8-stock-outline", "::mlir::ModuleOp"> {
  let summary = "Move every linalg op on buffers into a function of its own";
  let description = [{
    Equal ops share one function. Arguments are marked `llvm.noalias` where the
    buffers that are written are known to be apart from all others.

    **Numerics**: same.

    **Before**: linalg on memrefs of static shape. Arguments of public functions
    do not alias results. **After**: calls of private functions that hold one
    linalg op each.
  }];
  let dependentDialects = ["::mlir::func::FuncDialect"];
}

def FP8StockContractionsToLoops : Pass<"fp8-stock-contractions-to-loops"> {
  let summary = "Lower ordered contractions to loops that vectorize";
  let description = [{
    Lowers what `--fp8-stock-order-contractions` has ordered to `scf.for` loops,
    unrolled by four rows and four terms of the sum.

    **Numerics**: same; each sum adds its terms in order, one multiplication and
    one addition each.

    **Before**: `linalg.contract` on memrefs. **After**: those of f32 with
    contiguous columns are loops.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def FP8StockPlanMemory : Pass<"fp8-stock-plan-memory", "::mlir::ModuleOp"> {
  let summary = "Place the buffers of public functions in one arena each";
  let description = [{
    Every `memref.alloc` of static size becomes a view of an arena, which is a
    new last argument of the function; its size is the attribute
    `llvm.dereferenceable`. Buffers that are not alive at the same time share
    memory.

    **Numerics**: same.

    **Before**: memrefs, no deallocations. **After**: no allocations; others
    than those above are refused.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"
  ];
}

#endif // FP8_TRANSFORMS_PASSES_TD
