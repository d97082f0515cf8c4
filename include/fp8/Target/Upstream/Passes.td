//===- Passes.td - lowering by passes of upstream ----------*- tablegen -*-===//
#ifndef FP8_TARGET_UPSTREAM_PASSES_TD
#define FP8_TARGET_UPSTREAM_PASSES_TD

include "mlir/Pass/PassBase.td"

def UpstreamBoundIndicesPass : Pass<"fp8-upstream-bound-indices"> {
  let summary = "Clamp computed positions to the bounds of tensors";
  let description = [{
    Indices of `tensor.extract` and `tensor.insert` that may be out of bounds are
    clamped to the tensor. The computed position of a slice is clamped so that the
    slice fits.

    **Numerics**: same, for indices in bounds.

    **Before**: tensors. **After**: all accesses are in bounds for any data. Computed
    positions of slices whose sizes or strides are not constants are errors.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def UpstreamWidenSumsPass : Pass<"fp8-upstream-widen-sums"> {
  let summary = "Accumulate sums of bf16 and f16 in f32";
  let description = [{
    Upstream's loops add the terms of a sum one after the other. A 16-bit sum stops
    growing once a term is less than half a unit in the last place of the sum: in
    bf16, 16384 equal terms add up to 256 of them. Each result of a reduction, named
    or generic, that adds terms to a sum of bf16 or f16 becomes an f32 sum, and a
    generic rounds it once. Terms do not change.

    **Numerics**: within the [bound](../internals/Numerics.md#what-the-exit-through-stock-mlir-guarantees)
    of sums by upstream's loops.

    **Before**: tensors; `--fp8-widen-products` has widened the matmuls.
    **After**: no sum of bf16 or f16.

    **Before**:
    ```mlir
    %sum = linalg.reduce {arith.addf} ins(%x : tensor<16384xbf16>) outs(%zero : tensor<bf16>) dimensions = [0]
    ```
    **After**, shortened:
    ```
    %wide = linalg.generic ... ins(%x) outs(%zero_f32) { extf, addf } -> tensor<f32>
    %sum = linalg.generic ... ins(%wide) { truncf } -> tensor<bf16>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def UpstreamOrderContractionsPass : Pass<"fp8-upstream-order-contractions"> {
  let summary = "Order the dimensions of contractions for vectorization";
  let description = [{
    Rewrites every `out + a * b` with f32 accumulation, named or generic, as a
    `linalg.contract` of f32 operands whose dimensions are ordered: batch, rows,
    columns, sum, and last the dimension along which the result is contiguous.
    The second operand is transposed if it is not contiguous along this dimension.
    Operands narrower than f32 are widened first.

    **Numerics**: same; the terms of a sum stay in order.

    **Before**: tensors, no kernels. **After**: the same. Contractions without columns
    (dot products and matrix-vector products) and contractions that do not
    accumulate in f32 do not change.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::fp8::FP8Dialect"
  ];
}

def UpstreamFusePass : Pass<"fp8-upstream-fuse"> {
  let summary = "Fuse elementwise loop nests and order their loops";
  let description = [{
    Upstream's elementwise fusion on `linalg.generic`, with a rule that never
    computes an expensive value more than once. Named ops other than contractions and
    fills are generalized first, and `tensor.concat` is decomposed. The innermost
    loop is the loop along which most operands are contiguous.

    **Numerics**: same; reductions keep their order.

    **Before**: linalg on tensors. **After**: the same, with fewer ops.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def UpstreamCarryInPlacePass : Pass<"fp8-upstream-carry-in-place"> {
  let summary = "Yield tensors of loops in the buffers of their iteration arguments";
  let description = [{
    Copies the values that `scf.for` and `scf.while` yield into the tensors of their
    iteration arguments, unless they were computed by writing into these tensors.

    **Numerics**: same.

    **Before**: tensors. **After**: one-shot bufferization finds every yielded
    tensor in its buffer.
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def UpstreamOutlinePass : Pass<"fp8-upstream-outline", "::mlir::ModuleOp"> {
  let summary = "Outline every linalg op on buffers into a function";
  let description = [{
    Equal ops share one function. Arguments are marked `llvm.noalias` if the written
    buffers are known not to overlap any other.

    **Numerics**: same.

    **Before**: linalg on memrefs of static shape. Arguments of public functions
    do not alias results. **After**: calls of private functions that contain one
    linalg op each.
  }];
  let dependentDialects = [
    "::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::linalg::LinalgDialect"
  ];
}

def UpstreamContractionsToLoopsPass : Pass<"fp8-upstream-contractions-to-loops"> {
  let summary = "Lower ordered contractions to loops that vectorize";
  let description = [{
    Lowers contractions in the order of `--fp8-upstream-order-contractions` to
    `scf.for` loops, unrolled by four rows and four terms of the sum.

    **Numerics**: same; each sum adds its terms in order, one multiplication and
    one addition each.

    **Before**: `linalg.contract` on memrefs. **After**: f32 contractions with
    contiguous columns are loops.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}

#endif // FP8_TARGET_UPSTREAM_PASSES_TD
