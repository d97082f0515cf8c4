//===- Passes.td - from frontend graphs to Model form ------*- tablegen -*-===//
#ifndef FP8_IMPORT_PASSES_TD
#define FP8_IMPORT_PASSES_TD

include "mlir/Pass/PassBase.td"

def ImportTorchPass : Pass<"fp8-import-torch", "::mlir::ModuleOp"> {
  let summary = "Convert ops other than linalg that torch-mlir emits";
  let description = [{
    Graphs of PyTorch contain few ops of dialects other than linalg, arith and
    math:

    | op | becomes |
    |---|---|
    | `tm_tensor.scatter` that adds slices at positions along the first dimensions | `fp8.scatter_add` |
    | `tm_tensor.scatter` in which all but few coordinates are known: they enumerate the updates, as in the gradient of a gather along the last dimension | `linalg.generic` that compares the other coordinates with the position of each element, and selects the update or the old element |
    | other `tm_tensor.scatter` that adds, multiplies, or takes the maximum or minimum | `linalg.generic` that reduces over all updates, with the neutral element for updates at other positions |
    | `tm_tensor.scan` that adds | `linalg.generic` that sums the elements up to each element |
    | `math.fpowi` with a constant exponent | multiplications, by repeated squaring |
    | other `math.fpowi` | `math.powf` |
    | `cf.assert` | nothing, because a kernel cannot stop the program; `fp8-run` checks the indices that it passes |
    | `ml_program.global`, such as the seed of dropout | the last argument and the last result of the step, or a constant if it is never written |
    | `tensor.concat` of tensors that were cast to dynamic shapes | `tensor.concat` of the static tensors |
    | `tensor.insert` into a tensor of rank 0 | `tensor.from_elements` |
    | `tensor.extract` at a label, if a select discards the result for one label out of bounds, such as `ignore_index` | `tensor.extract` at position 0 for this label |

    **Numerics**: same, except for the order of sums and products of floats: they become
    reductions, which have their own order.

    **Before**: a graph of torch-mlir or of another frontend, here under
    `--fp8-import-torch --canonicalize`.
    ```mlir
    func.func @embedding(%rows: tensor<6x1x8xf32>, %ids: tensor<6x1xi64>, %table: tensor<32x8xf32>)
        -> tensor<32x8xf32> {
      %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false)
          ins(%rows, %ids : tensor<6x1x8xf32>, tensor<6x1xi64>) outs(%table : tensor<32x8xf32>) {
      ^bb0(%update: f32, %old: f32):
        %sum = arith.addf %old, %update : f32
        tm_tensor.yield %sum : f32
      } -> tensor<32x8xf32>
      return %0 : tensor<32x8xf32>
    }
    ```
    **After**: none of these ops. An op that the table does not cover is an error that
    lists what is supported.
    ```mlir
    %flat = tensor.collapse_shape %rows [[0], [1, 2]] : tensor<6x1x8xf32> into tensor<6x8xf32>
    %0 = fp8.scatter_add %flat at %ids outs(%table : tensor<32x8xf32>) : tensor<6x8xf32>, tensor<6x1xi64>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def NormalizeOpsPass : Pass<"fp8-normalize-ops", "::mlir::ModuleOp"> {
  let summary = "Expand upstream ops to simpler upstream ops";
  let description = [{
    Expands ops that simpler ops can express, so that later passes and kernels need not
    support them:

    | op | becomes |
    |---|---|
    | `linalg.softmax` | maxima, differences, `math.exp`, sums and quotients |
    | `linalg.pack`, `linalg.unpack` | pads or slices, reshapes, transposes |
    | `tensor.generate`, `tensor.pad` with computed padding | `linalg.generic` over positions |
    | `tensor.gather` | `linalg.generic` that extracts at the coordinates |
    | `tensor.insert` outside loops | `tensor.insert_slice` of one element |
    | `tensor.reshape` | `tensor.collapse_shape`, `tensor.expand_shape` |
    | `math.tan`, `sinh`, `cosh`, `asin`, `acos`, `asinh`, `acosh`, `atanh`, `clampf` | formulas of functions with [declared numerics](../internals/Numerics.md), computed in f32 |
    | casts to dynamic shapes and back, `scf.execute_region`, `scf.index_switch` on a constant | removed by upstream's canonicalization |

    Ops on shapes that stay dynamic are not changed.

    **Numerics**: same. The functions of the table are defined by their formulas, whose
    relative error is small near 0, too.

    **Before**: upstream ops on tensors.
    ```mlir
    func.func @softmax(%x: tensor<2x4xf32>, %init: tensor<2x4xf32>) -> tensor<2x4xf32> {
      %y = linalg.softmax dimension(1) ins(%x : tensor<2x4xf32>) outs(%init : tensor<2x4xf32>) -> tensor<2x4xf32>
      return %y : tensor<2x4xf32>
    }
    ```
    **After**: none of these ops, except on f64, under dynamic shapes, and insertions in
    loops.
    ```mlir
    %max = linalg.generic {... iterator_types = ["parallel", "reduction"]} ins(%x : tensor<2x4xf32>) outs(...) {
    ^bb0(%in: f32, %acc: f32):
      %m = arith.maxnumf %in, %acc : f32
      linalg.yield %m : f32
    } -> tensor<2xf32>
    %exp = linalg.generic {...} ins(%x, %max : tensor<2x4xf32>, tensor<2xf32>) outs(...) {
    ^bb0(%in: f32, %largest: f32, %out: f32):
      %difference = arith.subf %in, %largest : f32
      %e = math.exp %difference : f32
      linalg.yield %e : f32
    } -> tensor<2x4xf32>
    ...
    %sum = linalg.generic {...} ins(%exp : tensor<2x4xf32>) outs(...) {
    ...
    %y = linalg.generic {...} ins(%exp, %sum : tensor<2x4xf32>, tensor<2xf32>) outs(...) {
    ^bb0(%in: f32, %s: f32, %out: f32):
      %quotient = arith.divf %in, %s : f32
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def NarrowF64Pass : Pass<"fp8-narrow-f64"> {
  let summary = "Compute f64 parts of f32 graphs in f32";
  let description = [{
    Frontends emit constants, means and variances of f32 graphs in f64. The captured
    library computes them in f32, and GPUs compute f64 up to 64 times as slowly. Every f64
    value becomes f32: constants are rounded, and casts between f32 and f64 disappear.

    Arguments and results of functions keep their types and are cast. If an op reads the
    bits of an f64, its function does not change.

    **Numerics**: differs: f64 operations round to f32. A remark reports their number.

    **Before**: Model or Scaled form.
    ```mlir
    func.func @add(%a: f32) -> f32 {
      %rate = arith.constant 0.1 : f64
      %wide = arith.extf %a : f32 to f64
      %sum = arith.addf %wide, %rate : f64
      %r = arith.truncf %sum : f64 to f32
      return %r : f32
    }
    ```
    **After**: f64 in signatures only.
    ```mlir
    %rate = arith.constant 1.000000e-01 : f32
    %sum = arith.addf %a, %rate : f32
    return %sum : f32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def FoldConstantsPass : Pass<"fp8-fold-constants"> {
  let summary = "Fold elementwise ops on uniform constants";
  let description = [{
    Folds an elementwise `linalg.generic` if all values that its body reads for a result
    are constants with one number in every element. The result becomes such a constant.
    PyTorch emits the weight of a `lerp`, and conditions on it, as rank-0 tensors. The
    first moment of Adam is recognized as an average only if they are constants.

    Ops of `arith` are folded, and ops of `math` that have the same result on every
    target. Results that are NaN are not folded.

    **Numerics**: same.

    **Before**: linalg and arith on tensors.
    ```mlir
    func.func @weight(%init: tensor<f32>) -> tensor<f32> {
      %tenth = arith.constant dense<0.1> : tensor<f32>
      %half = arith.constant 0.5 : f32
      %one = arith.constant 1.0 : f32
      %r = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
          ins(%tenth : tensor<f32>) outs(%init : tensor<f32>) {
      ^bb0(%a: f32, %b: f32):
        %c = arith.cmpf oge, %a, %half : f32
        %d = arith.select %c, %a, %one : f32
        linalg.yield %d : f32
      } -> tensor<f32>
      return %r : tensor<f32>
    }
    ```
    **After**: the same form, without such ops.
    ```mlir
    %r = arith.constant dense<1.000000e+00> : tensor<f32>
    return %r : tensor<f32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def FlattenControlFlowPass
    : Pass<"fp8-flatten-control-flow", "::mlir::ModuleOp"> {
  let summary = "Unroll loops and convert branches around tensor ops to selects";
  let description = [{
    Applies outside the bodies of linalg ops:

    - An `scf.for` with constant bounds, and an `scf.while` whose conditions are
      known, are unrolled completely.
    - An `scf.if` becomes the ops of both branches and a select for each result.
      The condition of each `arith.select` of tensors becomes a tensor.
    - Known integers are evaluated, including rank-0 tensors, so that positions of
      slices become constants. A scan over the layers of a model becomes these
      layers.

    Then a slice of a tensor is replaced by the value that was inserted at the same
    position. For example, a scan over layers inserts a value of each layer into one
    tensor (a stack), and its backward pass extracts them one by one. Afterwards
    nothing reads the stack. The pass finds inserted values also in nested stacks, and
    behind concatenations, copies, and reshapes that add or drop unit dimensions.
    Recomputation by `jax.checkpoint` then reads the same values as the forward pass,
    and CSE merges both.

    Loops that scatter are kept for `--fp8-raise-scatter`. Remarks report other loops
    that are kept, with the reason. `max-ops` limits the ops of all iterations of one
    loop.

    **Numerics**: same.

    **Before**: upstream ops on tensors.
    ```mlir
    func.func @layers(%w: tensor<2x4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %y = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %x) -> tensor<4xf32> {
        %row = tensor.extract_slice %w[%i, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
        %b = arith.mulf %a, %row : tensor<4xf32>
        scf.yield %b : tensor<4xf32>
      }
      return %y : tensor<4xf32>
    }
    ```
    **After**: the same; remarks report the loops that are kept.
    ```mlir
    %r0 = tensor.extract_slice %w[0, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
    %y0 = arith.mulf %x, %r0 : tensor<4xf32>
    %r1 = tensor.extract_slice %w[1, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
    %y1 = arith.mulf %y0, %r1 : tensor<4xf32>
    return %y1 : tensor<4xf32>
    ```
  }];
  let options = [Option<"maxOps", "max-ops", "int64_t", "100000",
                        "Largest number of ops into which one loop may be unrolled">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

def SimplifyAccessesPass : Pass<"fp8-simplify-accesses"> {
  let summary = "Simplify the indexing of unit dimensions";
  let description = [{
    If an operand of a `linalg.generic` has a dimension of extent 1, any index along it
    is 0, including `-d2` or `d2 + d3`. Such an index is replaced by the dimension of a
    loop that runs once, or by 0. The reversed filter of a 1 x 1 convolution then becomes
    the filter. The loops that run once are sorted in each map, so that maps that differ
    only in the order of these loops become equal. Transposes that move only dimensions
    of extent 1 are removed if they preserve the shape. A slice of one element along a
    dimension gets stride 1 there, from which bufferization infers the dropped
    dimensions.

    **Numerics**: same.

    **Before**: linalg on tensors.
    ```mlir
    func.func @reverse(%x: tensor<8x1xf32>, %init: tensor<8x1xf32>) -> tensor<8x1xf32> {
      %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, -j)>, affine_map<(i, j) -> (i, j)>],
                           iterator_types = ["parallel", "parallel"]}
          ins(%x : tensor<8x1xf32>) outs(%init : tensor<8x1xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<8x1xf32>
      return %y : tensor<8x1xf32>
    }
    ```
    **After**: the same ops with simpler maps.
    ```mlir
    #id = affine_map<(d0, d1) -> (d0, d1)>
    ...
    %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<8x1xf32>) ...
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def UnfoldConvolutionsPass : Pass<"fp8-unfold-convolutions"> {
  let summary = "Convert convolutions to contractions (im2col)";
  let description = [{
    Converts `out + image * filter`, a named or generic linalg op whose image is indexed
    by sums of loops such as `2 * oh + kh`, to a generic contraction.

    | image | becomes |
    |---|---|
    | patches without overlap or gaps | a reshape |
    | other patches | a tensor of all patches, larger by the overlap |

    A filter that is a smaller filter dilated with zeros (`tensor.insert_slice` with
    strides, transposed or not) is replaced by the smaller filter. Gradients of strided
    convolutions have this form.

    **Numerics**: products with dilation zeros are not added, as in every convolution
    library; a NaN or infinity in their place does not reach the sum.

    With `only-views`, only convolutions whose patches are a reshape are converted. The
    train pipeline does so before it assigns roles to contractions, so that these
    convolutions are quantized like matmuls.

    **Before**: linalg on tensors of static shape.
    ```mlir
    func.func @patches(%x: tensor<1x3x8x8xf32>, %w: tensor<5x3x4x4xf32>, %init: tensor<1x5x2x2xf32>)
        -> tensor<1x5x2x2xf32> {
      %y = linalg.conv_2d_nchw_fchw {strides = dense<4> : tensor<2xi64>}
          ins(%x, %w : tensor<1x3x8x8xf32>, tensor<5x3x4x4xf32>)
          outs(%init : tensor<1x5x2x2xf32>) -> tensor<1x5x2x2xf32>
      return %y : tensor<1x5x2x2xf32>
    }
    ```
    **After**: no convolutions.
    ```mlir
    %p = tensor.expand_shape %x [[0], [1], [2, 3], [4, 5]] output_shape [1, 3, 2, 4, 2, 4] : ...
    %y = linalg.generic {...} ins(%p, %w : tensor<1x3x2x4x2x4xf32>, tensor<5x3x4x4xf32>) outs(%init : ...) {
    ^bb0(%a: f32, %b: f32, %acc: f32):
      %m = arith.mulf %a, %b : f32
      %s = arith.addf %acc, %m : f32
      linalg.yield %s : f32
    } -> tensor<1x5x2x2xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"onlyViews", "only-views", "bool", /*default=*/"false",
           "Convert only convolutions whose patches are a reshape of the image">
  ];
}

#endif // FP8_IMPORT_PASSES_TD
