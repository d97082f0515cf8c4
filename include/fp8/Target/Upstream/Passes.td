//===- Passes.td - lowering by passes of upstream ----------*- tablegen -*-===//
#ifndef FP8_TARGET_UPSTREAM_PASSES_TD
#define FP8_TARGET_UPSTREAM_PASSES_TD

include "mlir/Pass/PassBase.td"

def UpstreamBoundIndicesPass : Pass<"fp8-upstream-bound-indices"> {
  let summary = "Clamp computed positions to the bounds of tensors";
  let description = [{
    An index of `tensor.extract` and `tensor.insert` that is not known to lie
    inside is clamped to the nearest one that does. A slice at a computed
    position begins at the nearest position where it fits.

    **Numerics**: same, for indices that are inside.

    **Before**: tensors. **After**: no access leaves its tensor, whatever the
    data are; computed positions of slices whose sizes or steps are not
    constants are refused.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def UpstreamWidenSumsPass : Pass<"fp8-upstream-widen-sums"> {
  let summary = "Accumulate sums of bf16 and f16 in f32";
  let description = [{
    Loops of upstream add the terms of a sum one after the other. In 16 bits such
    a sum stands still once a term is less than half a unit of it: 16384 equal
    terms add up to 256 of them in bf16. Each result of a reduction, named or
    generic, that adds terms to a sum of bf16 or f16 becomes a sum of f32, and a
    generic rounds it once. Terms are as they were.

    **Numerics**: within the [bound](../internals/Numerics.md#what-the-exit-through-stock-mlir-guarantees)
    of sums by upstream's loops.

    **Before**: tensors; `--fp8-widen-products` has widened the products.
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
  let summary = "Give every contraction contiguous innermost columns";
  let description = [{
    Rewrites every `out + a * b` with f32 accumulation, named or generic, as a
    `linalg.contract` of f32 operands whose dimensions are ordered: batch, rows,
    columns, sum, and last the dimension along which the result is contiguous.
    The second operand is transposed where it is not contiguous along it;
    operands narrower than f32 are widened before.

    **Numerics**: same; the terms of a sum stay in order.

    **Before**: tensors, no kernels. **After**: contractions without a column
    (dot products and products of a matrix with a vector) and those that do not
    accumulate in f32 are as they were.
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

def UpstreamCarryInPlacePass : Pass<"fp8-upstream-carry-in-place"> {
  let summary = "Make loops yield tensors in the buffers that they carry";
  let description = [{
    Copies what `scf.for` and `scf.while` yield into the tensor that they were
    handed, unless it was made by writing into that tensor.

    **Numerics**: same.

    **Before**: tensors. **After**: one-shot bufferization finds every yielded
    tensor in its buffer.
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def UpstreamOutlinePass : Pass<"fp8-upstream-outline", "::mlir::ModuleOp"> {
  let summary = "Move every linalg op on buffers into a function of its own";
  let description = [{
    Equal ops share one function. Arguments are marked `llvm.noalias` where the
    buffers that are written are known to be apart from all others.

    **Numerics**: same.

    **Before**: linalg on memrefs of static shape. Arguments of public functions
    do not alias results. **After**: calls of private functions that hold one
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
    Lowers what `--fp8-upstream-order-contractions` has ordered to `scf.for` loops,
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

#endif // FP8_TARGET_UPSTREAM_PASSES_TD
