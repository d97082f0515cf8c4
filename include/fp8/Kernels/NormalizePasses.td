//===- NormalizePasses.td - one spelling of each op --------*- tablegen -*-===//
#ifndef FP8_KERNELS_NORMALIZEPASSES_TD
#define FP8_KERNELS_NORMALIZEPASSES_TD

include "mlir/Pass/PassBase.td"

def TensorizeBoundariesPass : Pass<"fp8-tensorize-boundaries", "::mlir::ModuleOp"> {
  let summary = "Give public functions tensor arguments and results only";
  let description = [{
    Scalar arguments and results of a public function become tensors of rank 0.
    Tensors of rank 2 or more in which a dimension other than the first is 0 become
    empty tensors of rank 1. Arguments are marked as not writable.

    **Numerics**: same.

    **Before**: tensors, and no calls of public functions.
    ```mlir
    func.func @step(%rate: f32, %x: tensor<3xf32>) -> (f32, tensor<3xf32>) {
      %n = arith.negf %rate : f32
      return %n, %x : f32, tensor<3xf32>
    }
    ```
    **After**: the same.
    ```mlir
    func.func @step(%t: tensor<f32> {bufferization.writable = false},
                    %x: tensor<3xf32> {bufferization.writable = false}) -> (tensor<f32>, tensor<3xf32>) {
      %rate = tensor.extract %t[] : tensor<f32>
      %n = arith.negf %rate : f32
      %r = tensor.from_elements %n : tensor<f32>
      return %r, %x : tensor<f32>, tensor<3xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def WidenProductsPass : Pass<"fp8-widen-products"> {
  let summary = "Accumulate contractions of bf16 and f16 in f32";
  let description = [{
    A contraction or convolution of linalg, named or generic, accumulates in f32
    ([Numerics](../internals/Numerics.md#contractions)), whatever its result type. If
    the result is bf16 or f16, as in mixed precision, the sum becomes an f32 sum,
    which GEMM libraries support, and a generic rounds it once.

    **Numerics**: same.

    **Before**: linalg on tensors.
    ```mlir
    func.func @matmul(%a: tensor<4x8xbf16>, %b: tensor<8x2xbf16>) -> tensor<4x2xbf16> {
      %zeros = arith.constant dense<0.0> : tensor<4x2xbf16>
      %y = linalg.matmul ins(%a, %b : tensor<4x8xbf16>, tensor<8x2xbf16>)
                         outs(%zeros : tensor<4x2xbf16>) -> tensor<4x2xbf16>
      return %y : tensor<4x2xbf16>
    }
    ```
    **After**: no contraction or convolution accumulates in bf16 or f16.
    ```mlir
    %zeros = arith.constant dense<0.000000e+00> : tensor<4x2xf32>
    %sum = linalg.generic {...} ins(%a, %b : tensor<4x8xbf16>, tensor<8x2xbf16>) outs(%zeros : tensor<4x2xf32>) {
    ...
      %p = arith.mulf %x, %y : f32
      %s = arith.addf %acc, %p : f32
      linalg.yield %s : f32
    } -> tensor<4x2xf32>
    ...
    %rounded = linalg.generic {...} ins(%sum : tensor<4x2xf32>) outs(... : tensor<4x2xbf16>) {
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def GatherAccessesPass : Pass<"fp8-gather-accesses"> {
  let summary = "Convert reads at sums of loop indices to tensor.extract";
  let description = [{
    Kernels read inputs through projected permutations. Other indexing maps, such as
    windows of pooling (`2 * oh + kh`) and reversed tensors (`2 - d0`), become a
    `tensor.extract` by index in the body of the op. Run
    `--fp8-unfold-convolutions` first, because convolutions become matmuls.

    **Numerics**: same.

    **Before**: linalg on tensors of static shape.
    ```mlir
    func.func @reverse(%x: tensor<4xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
      %y = linalg.generic {indexing_maps = [affine_map<(i) -> (3 - i)>, affine_map<(i) -> (i)>],
                           iterator_types = ["parallel"]}
          ins(%x : tensor<4xf32>) outs(%init : tensor<4xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<4xf32>
      return %y : tensor<4xf32>
    }
    ```
    **After**: inputs are read through projected permutations.
    ```mlir
    %y = linalg.generic {...} outs(%init : tensor<4xf32>) {
    ^bb0(%out: f32):
      %i = linalg.index 0 : index
      ...
      %negated = arith.muli %i, %minus_one overflow<nsw> : index
      %three = arith.constant 3 : index
      %at = arith.addi %negated, %three : index
      %in = tensor.extract %x[%at] : tensor<4xf32>
      linalg.yield %in : f32
    } -> tensor<4xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def UnrollReductionsPass : Pass<"fp8-unroll-reductions"> {
  let summary = "Unroll short reductions that kernels do not support";
  let description = [{
    Kernels support sums, and reductions whose result does not depend on the order
    of the elements. A `linalg.generic` with another reduction, such as the position
    of the maximum of a window, becomes a sequence of copies of its body, if there
    are at most `max-terms` copies.

    **Numerics**: same: the copies are in the order of the loops.

    **Before**: linalg on tensors of static shape, here by
    `--linalg-generalize-named-ops --fp8-unroll-reductions`.
    ```mlir
    func.func @product(%x: tensor<5x2xf32>, %init: tensor<5xf32>) -> tensor<5xf32> {
      %y = linalg.reduce {arith.mulf} ins(%x : tensor<5x2xf32>) outs(%init : tensor<5xf32>) dimensions = [1]
      return %y : tensor<5xf32>
    }
    ```
    **After**: the same; longer reductions do not change.
    ```mlir
    %y = linalg.generic {... iterator_types = ["parallel"]} outs(%init : tensor<5xf32>) {
    ^bb0(%out: f32):
      %i0 = linalg.index 0 : index
      %c0 = arith.constant 0 : index
      %e0 = tensor.extract %x[%i0, %c0] : tensor<5x2xf32>
      %p0 = arith.mulf %out, %e0 : f32
      %i1 = linalg.index 0 : index
      %c1 = arith.constant 1 : index
      %e1 = tensor.extract %x[%i1, %c1] : tensor<5x2xf32>
      %p1 = arith.mulf %p0, %e1 : f32
      linalg.yield %p1 : f32
    } -> tensor<5xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"maxTerms", "max-terms", "int64_t", /*default=*/"64",
           "Unroll only reductions of at most this many elements">
  ];
}

def SelectBranchesPass : Pass<"fp8-select-branches"> {
  let summary = "Convert branches in the body of a generic to selects";
  let description = [{
    An `scf.if` in the body of a `linalg.generic`, as some compilers write
    concatenation, becomes the ops of both branches and `arith.select`. Indices of
    `tensor.extract` in the branch that is not taken are clamped to the tensor.

    **Numerics**: same.

    **Before**: linalg on tensors.
    ```mlir
    func.func @concatenate(%a: tensor<2xf32>, %b: tensor<4xf32>, %init: tensor<6xf32>) -> tensor<6xf32> {
      %c2 = arith.constant 2 : index
      %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
          outs(%init : tensor<6xf32>) {
      ^bb0(%out: f32):
        %i = linalg.index 0 : index
        %is_first = arith.cmpi ult, %i, %c2 : index
        %e = scf.if %is_first -> f32 {
          %x = tensor.extract %a[%i] : tensor<2xf32>
          scf.yield %x : f32
        } else {
          %j = arith.subi %i, %c2 : index
          %x = tensor.extract %b[%j] : tensor<4xf32>
          scf.yield %x : f32
        }
        linalg.yield %e : f32
      } -> tensor<6xf32>
      return %0 : tensor<6xf32>
    }
    ```
    **After**: the same; the only remaining branches contain ops with effects, such as
    integer divisions, which may trap.
    ```mlir
    %i = linalg.index 0 : index
    %is_first = arith.cmpi ult, %i, %c2 : index
    ...
    %i_clamped = arith.minsi %i_positive, %c1 : index
    %x = tensor.extract %a[%i_clamped] : tensor<2xf32>
    %j = arith.subi %i, %c2 : index
    ...
    %j_clamped = arith.minsi %j_positive, %c3 : index
    %y = tensor.extract %b[%j_clamped] : tensor<4xf32>
    %e = arith.select %is_first, %x, %y : f32
    linalg.yield %e : f32
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
}

def GeneralizePadsPass : Pass<"fp8-generalize-pads"> {
  let summary = "Convert pads, and slices at computed positions, to generics";
  let description = [{
    A `tensor.pad` with a single value becomes a generic that selects between this value
    and the element of the source, so that it fuses with its readers. The same applies
    to a `tensor.insert_slice` with unit strides into a tensor of a single value, and to
    a second insertion into the result of the first, because gradients of slices have
    this form. Insertions into other tensors are written in place.

    A slice with unit strides at a computed position, as in a queue or for a random
    window, becomes a generic that selects or extracts elements by index. Its
    position is clamped so that the slice fits.

    **Numerics**: same.

    **Before**: tensors of static shape.
    ```mlir
    func.func @pad(%x: tensor<3xf32>) -> tensor<8xf32> {
      %zero = arith.constant 0.0 : f32
      %y = tensor.pad %x low[1] high[4] {
      ^bb0(%i: index):
        tensor.yield %zero : f32
      } : tensor<3xf32> to tensor<8xf32>
      return %y : tensor<8xf32>
    }
    ```
    **After**: no `tensor.pad`; other pads are errors. Slices have constant positions or
    strides other than 1.
    ```mlir
    %y = linalg.generic {...} outs(...) {
    ^bb0(%out: f32):
      %i = linalg.index 0 : index
      ...
      %inside = arith.cmpi eq, %from, %clamped : index
      %in = tensor.extract %x[%clamped] : tensor<3xf32>
      %e = arith.select %inside, %in, %zero : f32
      linalg.yield %e : f32
    } -> tensor<8xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def TensorizeScalarsPass : Pass<"fp8-tensorize-scalars"> {
  let summary = "Compute scalars in tensors of rank 0";
  let description = [{
    Scalar ops of a function become `linalg.generic` ops of rank 0, so that kernels
    can contain them. A scalar that the body of a generic reads from outside becomes
    an operand. `tensor.splat`, and fills with a value that is not a constant, become
    generics.

    **Numerics**: same.

    **Before**: tensors; scalars at boundaries are tensors of rank 0
    (`--fp8-tensorize-boundaries`).
    ```mlir
    func.func @step(%lr: tensor<f32>, %init: tensor<8xf32>) -> tensor<8xf32> {
      %half = arith.constant 0.5 : f32
      %0 = tensor.extract %lr[] : tensor<f32>
      %1 = arith.mulf %0, %half : f32
      %2 = linalg.fill ins(%1 : f32) outs(%init : tensor<8xf32>) -> tensor<8xf32>
      return %2 : tensor<8xf32>
    }
    ```
    **After**: the only scalars outside of other ops are constants; other scalars are
    errors.
    ```mlir
    %1 = linalg.generic {... iterator_types = []} ins(%lr : tensor<f32>) outs(... : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %m = arith.mulf %in, %half : f32
      linalg.yield %m : f32
    } -> tensor<f32>
    ...
    %2 = linalg.generic {...} ins(%1 : tensor<f32>) outs(... : tensor<8xf32>) {
    ```
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def CollectScalarsPass : Pass<"fp8-collect-scalars", "::mlir::ModuleOp"> {
  let summary = "Convert long chains of scalar ops to ops on a vector";
  let description = [{
    The sum of the norms of all gradients is a chain with one addition per tensor,
    which would become kernels with one operand per tensor. If a chain has at least
    `min-terms` scalars, each computed only for the chain, they are inserted into a
    vector. A sum becomes an `fp8.scatter_add` to one position, which adds in the
    order of the chain. Maxima, minima, `andi` and `ori` become a reduction, whose
    order does not matter.

    **Numerics**: same. A sum starts from -0, the neutral element, unless the chain
    starts from another value.

    **Before**: scalars are tensors of rank 0, here under
    `--convert-elementwise-to-linalg --fp8-collect-scalars=min-terms=3`.
    ```mlir
    func.func @norm(%a: tensor<4xf32>, %b: tensor<5xf32>, %c: tensor<6xf32>, %zero: tensor<f32>)
        -> tensor<f32> {
      %x = linalg.reduce {arith.addf} ins(%a : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
      %y = linalg.reduce {arith.addf} ins(%b : tensor<5xf32>) outs(%zero : tensor<f32>) dimensions = [0]
      %z = linalg.reduce {arith.addf} ins(%c : tensor<6xf32>) outs(%zero : tensor<f32>) dimensions = [0]
      %xy = arith.addf %x, %y : tensor<f32>
      %xyz = arith.addf %xy, %z : tensor<f32>
      return %xyz : tensor<f32>
    }
    ```
    **After**: the same; shorter chains, and chains of other shapes, do not change.
    ```mlir
    %v1 = tensor.insert_slice %x into %v0[0] [1] [1] : tensor<f32> into tensor<3xf32>
    %v2 = tensor.insert_slice %y into %v1[1] [1] [1] : tensor<f32> into tensor<3xf32>
    %v3 = tensor.insert_slice %z into %v2[2] [1] [1] : tensor<f32> into tensor<3xf32>
    %start = arith.constant dense<-0.000000e+00> : tensor<1xf32>
    ...
    %sum = fp8.scatter_add %v3 at %zeros outs(%start : tensor<1xf32>) : tensor<3xf32>, tensor<3x1xi32>
    %xyz = tensor.collapse_shape %sum [] : tensor<1xf32> into tensor<f32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::fp8::FP8Dialect"
  ];
  let options = [
    Option<"minTerms", "min-terms", "int64_t", /*default=*/"64",
           "Convert only chains of at least this many scalars">
  ];
}

#endif // FP8_KERNELS_NORMALIZEPASSES_TD
