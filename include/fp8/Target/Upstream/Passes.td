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

    **Before**: tensors.
    ```mlir
    func.func @window(%x: tensor<8xf32>, %i: index) -> tensor<3xf32> {
      %window = tensor.extract_slice %x[%i] [3] [1] : tensor<8xf32> to tensor<3xf32>
      return %window : tensor<3xf32>
    }
    ```
    **After**: all accesses are in bounds for any data. Computed positions of slices whose
    sizes or strides are not constants are errors.
    ```mlir
    %c0 = arith.constant 0 : index
    %c5 = arith.constant 5 : index
    %positive = arith.maxsi %i, %c0 : index
    %at = arith.minsi %positive, %c5 : index
    %window = tensor.extract_slice %x[%at] [3] [1] : tensor<8xf32> to tensor<3xf32>
    ```
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

    **Numerics**: within the [bound](../internals/Numerics.md#what-lowering-by-upstream-passes-guarantees)
    of sums by upstream's loops.

    **Before**: tensors; `--fp8-widen-products` has widened the matmuls.
    ```mlir
    func.func @sum(%x: tensor<16384xbf16>, %zero: tensor<bf16>) -> tensor<bf16> {
      %sum = linalg.reduce {arith.addf} ins(%x : tensor<16384xbf16>) outs(%zero : tensor<bf16>) dimensions = [0]
      return %sum : tensor<bf16>
    }
    ```
    **After**: no sum of bf16 or f16.
    ```mlir
    %wide_zero = linalg.generic {...} ins(%zero : tensor<bf16>) outs(...) {
    ...
    %wide = linalg.generic {... iterator_types = ["reduction"]} ins(%x : tensor<16384xbf16>) outs(%wide_zero : tensor<f32>) {
    ^bb0(%in: bf16, %acc: f32):
      %term = arith.extf %in : bf16 to f32
      %s = arith.addf %acc, %term : f32
      linalg.yield %s : f32
    } -> tensor<f32>
    ...
    %sum = linalg.generic {...} ins(%wide : tensor<f32>) outs(... : tensor<bf16>) {
    ...
      %r = arith.truncf %in : f32 to bf16
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

    **Before**: tensors, no kernels.
    ```mlir
    #mk = affine_map<(m, n, k) -> (m, k)>
    #nk = affine_map<(m, n, k) -> (n, k)>
    #mn = affine_map<(m, n, k) -> (m, n)>
    func.func @matmul(%a: tensor<4x8xf32>, %b: tensor<16x8xf32>, %init: tensor<4x16xf32>) -> tensor<4x16xf32> {
      %y = linalg.contract indexing_maps = [#mk, #nk, #mn]
          ins(%a, %b : tensor<4x8xf32>, tensor<16x8xf32>) outs(%init : tensor<4x16xf32>) -> tensor<4x16xf32>
      return %y : tensor<4x16xf32>
    }
    ```
    **After**: the same. Contractions without columns (dot products and matrix-vector
    products) and contractions that do not accumulate in f32 do not change.
    ```mlir
    #mk = affine_map<(d0, d1, d2) -> (d0, d1)>
    #kn = affine_map<(d0, d1, d2) -> (d1, d2)>
    #mn = affine_map<(d0, d1, d2) -> (d0, d2)>
    ...
    %t = linalg.transpose ins(%b : tensor<16x8xf32>) outs(...) permutation = [1, 0]
    %y = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%a, %t : tensor<4x8xf32>, tensor<8x16xf32>) ...
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::fp8::FP8Dialect"
  ];
}

def UpstreamFusePass : Pass<"fp8-upstream-fuse"> {
  let summary = "Fuse elementwise loop nests and order their loops";
  let description = [{
    Runs upstream's elementwise fusion on `linalg.generic`, with a rule that never
    computes an expensive value more than once. Named ops other than contractions and
    fills are generalized first, and `tensor.concat` is decomposed. The innermost
    loop is the loop along which most operands are contiguous.

    **Numerics**: same; reductions keep their order.

    **Before**: linalg on tensors, here by
    `--convert-elementwise-to-linalg --fp8-upstream-fuse`.
    ```mlir
    func.func @step(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
      %p = arith.mulf %x, %y : tensor<8xf32>
      %n = arith.negf %p : tensor<8xf32>
      return %n : tensor<8xf32>
    }
    ```
    **After**: the same, with fewer ops.
    ```mlir
    %n = linalg.generic {...} ins(%x, %y : tensor<8xf32>, tensor<8xf32>) outs(...) {
    ^bb0(%a: f32, %b: f32, %out: f32):
      %p = arith.mulf %a, %b : f32
      %e = arith.negf %p : f32
      linalg.yield %e : f32
    } -> tensor<8xf32>
    return %n : tensor<8xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def UpstreamCarryInPlacePass : Pass<"fp8-upstream-carry-in-place"> {
  let summary = "Let loops yield tensors in the buffers of their iteration arguments";
  let description = [{
    Copies the values that `scf.for` and `scf.while` yield into the tensors of their
    iteration arguments, unless they were computed by writing into these tensors.

    **Numerics**: same.

    **Before**: tensors.
    ```mlir
    func.func @loop(%x: tensor<8xf32>, %n: index, %init: tensor<8xf32>) -> tensor<8xf32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%old = %x) -> (tensor<8xf32>) {
        %new = linalg.exp ins(%old : tensor<8xf32>) outs(%init : tensor<8xf32>) -> tensor<8xf32>
        scf.yield %new : tensor<8xf32>
      }
      return %r : tensor<8xf32>
    }
    ```
    **After**: one-shot bufferization finds every yielded tensor in its buffer.
    ```mlir
    %new = linalg.exp ins(%old : tensor<8xf32>) outs(%init : tensor<8xf32>) -> tensor<8xf32>
    %copy = linalg.copy ins(%new : tensor<8xf32>) outs(%old : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %copy : tensor<8xf32>
    ```
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

    **Before**: linalg on memrefs of static shape. Arguments of public functions do not
    alias results.
    ```mlir
    func.func @step(%x: memref<8xf32>, %y: memref<8xf32>) {
      %t = memref.alloc() : memref<8xf32>
      linalg.exp ins(%x : memref<8xf32>) outs(%t : memref<8xf32>)
      linalg.exp ins(%t : memref<8xf32>) outs(%y : memref<8xf32>)
      return
    }
    ```
    **After**: calls of private functions that contain one linalg op each.
    ```mlir
    func.func @step(%x: memref<8xf32>, %y: memref<8xf32>) {
      %t = memref.alloc() : memref<8xf32>
      call @fp8_nest_0(%x, %t) : (memref<8xf32>, memref<8xf32>) -> ()
      call @fp8_nest_0(%t, %y) : (memref<8xf32>, memref<8xf32>) -> ()
      return
    }
    func.func private @fp8_nest_0(%x: memref<8xf32> {llvm.noalias}, %y: memref<8xf32> {llvm.noalias}) ... {
      linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
      return
    }
    ```
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

    **Before**: `linalg.contract` on memrefs.
    ```mlir
    #mk = affine_map<(m, k, n) -> (m, k)>
    #kn = affine_map<(m, k, n) -> (k, n)>
    #mn = affine_map<(m, k, n) -> (m, n)>
    func.func @matmul(%a: memref<8x16xf32>, %b: memref<16x32xf32>, %c: memref<8x32xf32>) {
      linalg.contract indexing_maps = [#mk, #kn, #mn]
          ins(%a, %b : memref<8x16xf32>, memref<16x32xf32>) outs(%c : memref<8x32xf32>)
      return
    }
    ```
    **After**: f32 contractions with contiguous columns are loops.
    ```mlir
    scf.for %m = %c0 to %c8 step %c4 {
      ...
      scf.for %k = %c0_0 to %c16 step %c4_0 {
        %a00 = memref.load %a[%m, %k] : memref<8x16xf32>
        ...
        scf.for %n = %c0_1 to %c32 step %c1 {
          ...
          %p = arith.mulf %a00, %b0 : f32
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}

#endif // FP8_TARGET_UPSTREAM_PASSES_TD
