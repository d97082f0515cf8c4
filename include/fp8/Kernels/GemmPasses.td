//===- GemmPasses.td - matmuls of a library ----------------*- tablegen -*-===//
#ifndef FP8_KERNELS_GEMMPASSES_TD
#define FP8_KERNELS_GEMMPASSES_TD

include "mlir/Pass/PassBase.td"

def TransposeProductsPass : Pass<"fp8-transpose-products", "::mlir::ModuleOp"> {
  let summary = "Write results of matmuls in the layout that updates read";
  let description = [{
    Frontends compute the gradient of a weight by a matmul and a transpose. An
    `fp8.update` then reads the transpose, or the matmul through a permuted map. If
    only updates and maxima of the whole tensor read the matmul, it computes the
    transpose directly. The update then traverses all its tensors in one order, as
    buckets and groups of states require.

    A matmul with other readers does not change, because the order of a sum over
    its elements is declared.

    **Numerics**: same. Each element is the same sum. The library chooses its order,
    which may differ between a matrix and its transpose.

    **Before**: Scaled form.
    ```mlir
    #id = affine_map<(i, j) -> (i, j)>
    #across = affine_map<(i, j) -> (j, i)>
    func.func @step(%w: tensor<8x6xf32>, %x: tensor<4x8xf32>, %dy: tensor<6x4xf32>) -> tensor<8x6xf32> {
      %zero = arith.constant dense<0.0> : tensor<6x8xf32>
      %g = linalg.matmul ins(%dy, %x : tensor<6x4xf32>, tensor<4x8xf32>)
                         outs(%zero : tensor<6x8xf32>) -> tensor<6x8xf32>
      %new = fp8.update states(%w : tensor<8x6xf32>) inputs(%g : tensor<6x8xf32>)
          maps [#id, #across] outs(%w : tensor<8x6xf32>) {
      ^bb0(%p: f32, %d: f32):
        %n = arith.subf %p, %d : f32
        fp8.yield %n : f32
      }
      return %new : tensor<8x6xf32>
    }
    ```
    **After**: Scaled form.
    ```mlir
    #mk = affine_map<(d0, d1, d2) -> (d0, d2)>
    #kn = affine_map<(d0, d1, d2) -> (d2, d1)>
    #nm = affine_map<(d0, d1, d2) -> (d1, d0)>
    #id = affine_map<(d0, d1) -> (d0, d1)>
    ...
    %g = linalg.contract indexing_maps = [#mk, #kn, #nm]
        ins(%dy, %x : tensor<6x4xf32>, tensor<4x8xf32>) outs(...) -> tensor<8x6xf32>
    %new = fp8.update states(%w : tensor<8x6xf32>) inputs(%g : tensor<8x6xf32>) maps [#id, #id] outs(...) {
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::linalg::LinalgDialect"
  ];
}

def MakeGemmsPass : Pass<"fp8-make-gemms"> {
  let summary = "Convert contractions to fp8.gemm";
  let description = [{
    Every `fp8.contract`, and every `out + a * b` of linalg, named or generic,
    becomes `fp8.gemm` if it is a batch of matmuls with at most two batch
    dimensions. Operands are copied if their rows, columns or reduced dimensions
    cannot be collapsed to one dimension. An init that is zero is not read.

    Libraries read an operand of f32 or bf16 in place if its rows or its columns are
    contiguous, with any strides between matrices of a batch. A transpose in front of
    such an operand is folded into the indexing map, also through a cast that only
    matmuls read. One cast in the layout of a parameter then serves the forward and the
    backward pass. Transposes of codes are not folded; `--fp8-choose-layouts` handles
    them. `packs-operands` means that the library copies an operand whose rows are not
    contiguous, as on a CPU. A transpose is then folded only if this saves copies.

    A bias that was extended from bf16, added to a result of bf16, becomes the bias of
    the matmul if cuBLASLt supports it. Other biases, an activation, an amax, and a
    conversion to a result type other than f32 become separate ops after the matmul,
    whose operands remain FP8 codes. A remark states that a kernel computes them. Dot products, matrix-vector products
    and contractions of other shapes become generic sums.

    A matmul that is only rounded to bf16 has a bf16 result. With
    `round-f32-in-kernels`, a matmul with an f32 operand has an f32 result that a
    kernel rounds, because GPU libraries do not support bf16 results of f32
    operands. The bits are the same.

    Block-scaled FP8 operands are passed to the library in two cases. With
    `block-scales`, one operand has blocks of 1 x 128, and the other operand has
    blocks of 1 x 128 or 128 x 128. With `mx-scales`, both operands have MX
    granules. Extents must be multiples of 16. The scales get the layout of
    `fp8.gemm`. In other cases kernels decode the operands, and a remark states the
    reason; with `refuse-blocks` this is an error.

    **Numerics**: changes within the bound of contractions: the library orders
    their sums. A generic sum is added in the declared order.

    **Before**: Scaled form on tensors.
    ```mlir
    #mk = affine_map<(m, n, k) -> (m, k)>
    #nk = affine_map<(m, n, k) -> (n, k)>
    #mn = affine_map<(m, n, k) -> (m, n)>
    func.func @linear(%x: tensor<4x8xf8E4M3FN>, %w: tensor<16x8xf8E4M3FN>, %sx: tensor<f32>, %sw: tensor<f32>,
                      %b: tensor<16xf32>) -> tensor<4x16xf32> {
      %zero = arith.constant dense<0.0> : tensor<4x16xf32>
      %y = fp8.contract [#mk, #nk, #mn] %x by %sx, %w by %sw bias %b outs(%zero : tensor<4x16xf32>)
          : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E4M3FN> by tensor<f32> bias tensor<16xf32>
      return %y : tensor<4x16xf32>
    }
    ```
    **After**: no `fp8.contract`; contractions of linalg are generic sums. Convolutions are
    errors.
    ```mlir
    %product = fp8.gemm [#mk, #nk, #mn] %x by %sx, %w by %sw outs(%e : tensor<4x16xf32>) : ...
    ...
    %y = linalg.generic {...} ins(%product, %b : tensor<4x16xf32>, tensor<16xf32>) outs(...) {
    ^bb0(%in: f32, %bias: f32, %out: f32):
      %sum = arith.addf %in, %bias : f32
      linalg.yield %sum : f32
    } -> tensor<4x16xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect",
    "::mlir::fp8::FP8Dialect"
  ];
  let options = [
    Option<"maxGemms", "max-gemms", "int64_t", /*default=*/"-1",
           "Stop after this many matmuls; -1 for no limit (for bisection)">,
    Option<"roundInKernels", "round-f32-in-kernels", "bool",
           /*default=*/"false",
           "Let kernels, not matmuls, round the results of matmuls with an f32 operand">,
    Option<"packsOperands", "packs-operands", "bool", /*default=*/"false",
           "Assume that the library packs operands whose rows are not contiguous">,
    Option<"blockScales", "block-scales", "bool", /*default=*/"false",
           "Assume that the library supports f32 scales of blocks of 128 elements">,
    Option<"mxScales", "mx-scales", "bool", /*default=*/"false",
           "Assume that the library supports e8m0 scales of blocks of 32 elements">,
    Option<"refuseBlocks", "refuse-blocks", "bool", /*default=*/"false",
           "Report block scales that the library does not support as errors">
  ];
  let statistics = [
    Statistic<"numGemms", "num-gemms", "Number of fp8.gemm ops created">
  ];
}

def ChooseLayoutsPass : Pass<"fp8-choose-layouts"> {
  let summary = "Transpose operands of matmuls to the layout of the target";
  let description = [{
    FP8 tensor cores require operands whose reduced dimension is innermost. With
    `k-major-codes`, FP8 operands in another layout are transposed. `--fp8-fuse`
    writes the transposed copy in the kernel that quantizes, which reads its input
    once. Without the option nothing changes: on a CPU the library packs its
    operands anyway.

    Under `aligned-scales`, a matmul reads the f32 scale of a tensor at a multiple of 16
    bytes, as cuBLASLt requires. A recipe may keep the scales of all tensors in one
    tensor, and each matmul reads a slice of this tensor. If a slice begins at another
    address, the scales are stored 16 bytes apart: `tensor<98xf32>` is inserted into
    column 0 of a `tensor<98x4xf32>`, and slice `[k]` becomes `[k, 0]`. After
    bufferization, the kernel that computes the scales writes there. Scales that are an
    argument, or that other ops read as a whole, are copied by one small kernel.

    **Numerics**: same.

    **Before**: `fp8.gemm` on tensors (from `--fp8-make-gemms`), here under
    `--fp8-choose-layouts=k-major-codes`.
    ```mlir
    #mk = affine_map<(m, n, k) -> (m, k)>
    #kn = affine_map<(m, n, k) -> (k, n)>
    #mn = affine_map<(m, n, k) -> (m, n)>
    func.func @matmul(%x: tensor<4x8xf8E4M3FN>, %w: tensor<8x16xf8E4M3FN>, %s: tensor<f32>,
                      %init: tensor<4x16xf32>) -> tensor<4x16xf32> {
      %y = fp8.gemm [#mk, #kn, #mn] %x by %s, %w by %s outs(%init : tensor<4x16xf32>)
          : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<8x16xf8E4M3FN> by tensor<f32>
      return %y : tensor<4x16xf32>
    }
    ```
    **After**: the same form.
    ```mlir
    #mk = affine_map<(d0, d1, d2) -> (d0, d2)>
    #nk = affine_map<(d0, d1, d2) -> (d1, d2)>
    #mn = affine_map<(d0, d1, d2) -> (d0, d1)>
    ...
    %t = linalg.transpose ins(%w : tensor<8x16xf8E4M3FN>) outs(...) permutation = [1, 0]
    %y = fp8.gemm [#mk, #nk, #mn] %x by %s, %t by %s outs(...)
    ```
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"kMajorCodes", "k-major-codes", "bool", /*default=*/"false",
           "Transpose FP8 operands so that the reduced dimension is innermost">,
    Option<"alignedScales", "aligned-scales", "bool", /*default=*/"false",
           "Store the scales that matmuls read at multiples of 16 bytes">
  ];
}

def FoldEpiloguesPass : Pass<"fp8-fold-epilogues"> {
  let summary = "Fold kernels that add a bias into matmuls";
  let description = [{
    A kernel that only adds a bias to a matmul, along the last dimension, is removed:
    the bias becomes an operand of the matmul, which saves a pass over the result.
    The kernel may round the sum to bf16. If it does more, such as a GeLU or a cast
    to 8 bits, or if other ops read the matmul, the kernel must read the result
    anyway and does not change.

    cuBLASLt supports an f32 bias with an f32 result and operands of f32 or bf16. It
    supports a bf16 bias with a bf16 result, and with FP8 operands that have one
    scale each. An f32 bias of FP8 operands stays in its kernel, unless it is a bf16
    bias that the kernel widens. Remarks list the biases that stay, with the reasons.

    With `relu` the kernel may also compute `max(y, 0)`. cuBLASLt does not define its
    ReLU for NaN, which `arith.maximumf` preserves. Use the option only if no step
    depends on NaN.

    **Numerics**: same, within the bound of contractions: one addition in f32 after
    the sum, and one rounding. With `relu`, results may change for NaN.

    **Before**: Fused form on tensors, here by `--fp8-fuse --fp8-fold-epilogues`.
    ```mlir
    #mk = affine_map<(m, n, k) -> (m, k)>
    #nk = affine_map<(m, n, k) -> (n, k)>
    #mn = affine_map<(m, n, k) -> (m, n)>
    #row = affine_map<(m, n) -> (n)>
    #all = affine_map<(m, n) -> (m, n)>
    func.func @linear(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>, %b: tensor<16xf32>) -> tensor<4x16xf32> {
      %e = tensor.empty() : tensor<4x16xf32>
      %y = fp8.gemm [#mk, #nk, #mn] %x, %w outs(%e : tensor<4x16xf32>) : tensor<4x8xf32>, tensor<16x8xf32>
      %z = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
          ins(%y, %b : tensor<4x16xf32>, tensor<16xf32>) outs(%e : tensor<4x16xf32>) {
      ^bb0(%in: f32, %bias: f32, %out: f32):
        %sum = arith.addf %in, %bias : f32
        linalg.yield %sum : f32
      } -> tensor<4x16xf32>
      return %z : tensor<4x16xf32>
    }
    ```
    **After**: the same form.
    ```mlir
    %e = tensor.empty() : tensor<4x16xf32>
    %z = fp8.gemm [#mk, #nk, #mn] %x, %w bias %b outs(%e : tensor<4x16xf32>) : ...
    return %z : tensor<4x16xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::tensor::TensorDialect", "::mlir::fp8::FP8Dialect"
  ];
  let options = [
    Option<"relu", "relu", "bool", /*default=*/"false",
           "Fold max(y, 0) too; the result for NaN is undefined">
  ];
}

#endif // FP8_KERNELS_GEMMPASSES_TD
