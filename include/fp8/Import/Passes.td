//===- Passes.td - graphs of frontends to Model form -------*- tablegen -*-===//
#ifndef FP8_IMPORT_PASSES_TD
#define FP8_IMPORT_PASSES_TD

include "mlir/Pass/PassBase.td"

def ImportTorchPass : Pass<"fp8-import-torch", "::mlir::ModuleOp"> {
  let summary = "Replace ops that torch-mlir emits besides linalg";
  let description = [{
    Graphs of PyTorch hold few ops beside linalg, arith and math:

    | op | becomes |
    |---|---|
    | `tm_tensor.scatter` that adds, at positions on the first dimensions | `fp8.scatter_add` |
    | another one, in which all coordinates but few count rows, as the gradient of a gather does | `linalg.generic` that compares the others and selects |
    | another one that adds, multiplies, or takes the maximum or minimum | `linalg.generic` that reduces over all rows: what is elsewhere counts for nothing |
    | `tm_tensor.scan` that adds | `linalg.generic` that sums what is not after an element |
    | `math.fpowi` of a constant exponent | multiplications, by repeated squaring |
    | `math.fpowi` of another one | `math.powf` |
    | `cf.assert` | nothing: kernels cannot stop; `fp8-run` checks what indices it feeds |
    | `ml_program.global`, as of the seed of dropout | the last argument and the last result of the step, or a constant if nobody writes it |
    | `tensor.concat` of tensors that were cast to dynamic shapes | `tensor.concat` of these tensors |
    | `tensor.insert` into a tensor of rank 0 | `tensor.from_elements` |
    | `tensor.extract` at a label, where what it gives is selected away for one label that is outside, as `ignore_index` | the same, at 0 for this label |

    **Numerics**: same, where the order of a sum or product is not declared: sums
    of floats have the order of a reduction.

    **Before**: a graph of torch-mlir, or another one. **After**: none of these
    ops. What is not in the table is an error that says what is supported.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def NormalizeOpsPass : Pass<"fp8-normalize-ops", "::mlir::ModuleOp"> {
  let summary = "Express upstream ops by simpler upstream ops";
  let description = [{
    Frontends write ops that no pass or kernel needs to know, since simpler ones
    express them:

    | op | becomes |
    |---|---|
    | `linalg.softmax` | maxima, differences, `math.exp`, sums and quotients |
    | `linalg.pack`, `linalg.unpack` | pads or slices, reshapes, transposes |
    | `tensor.generate`, `tensor.pad` whose padding is computed | `linalg.generic` over positions |
    | `tensor.gather` | `linalg.generic` that extracts at the coordinates |
    | `tensor.insert` outside of loops | `tensor.insert_slice` of one element |
    | `tensor.reshape` | `tensor.collapse_shape`, `tensor.expand_shape` |
    | `math.tan`, `sinh`, `cosh`, `asin`, `acos`, `asinh`, `acosh`, `atanh`, `clampf` | what they are in terms of functions that have [declared numerics](../internals/Numerics.md), computed in f32 |
    | casts to dynamic shapes and back, `scf.execute_region`, `scf.index_switch` on a constant | nothing, by upstream's canonicalization |

    Ops on shapes that stay dynamic are left alone.

    **Numerics**: same. The functions of the table are defined by what they
    become; near 0 they keep their relative precision.

    **Before**: upstream ops on tensors. **After**: none of these ops
    but on f64, under dynamic shapes, and insertions in loops.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def NarrowF64Pass : Pass<"fp8-narrow-f64"> {
  let summary = "Compute in f32 what a graph of f32 tensors computes in f64";
  let description = [{
    Frontends write constants, means and variances of f32 graphs in f64, which
    the library that they were captured from computes in f32, and GPUs compute
    up to 64 times as slowly. Every f64 value becomes one of f32: constants are
    rounded, casts between f32 and f64 disappear.

    Arguments and results of functions keep their types, and are cast. What
    looks into the bits of an f64 stays, with all others of its function.

    **Numerics**: differs: operations on f64 round to f32. A remark counts them.

    **Before**: Model or Scaled form. **After**: f64 in signatures alone.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def FoldConstantsPass : Pass<"fp8-fold-constants"> {
  let summary = "Fold elementwise ops on constants of one value";
  let description = [{
    An elementwise `linalg.generic` whose results are known, as all that its
    body reads for them are constants with one number in every element, becomes
    such constants. PyTorch writes the weight of a `lerp`, and what of it
    depends on its size, as tensors of rank 0: the first moment of Adam is an
    average only where they are numbers.

    Ops of `arith` are computed, and those of `math` that have one possible
    result. What gives NaN stays.

    **Numerics**: same.

    **Before**:
    ```mlir
    %r = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%tenth : tensor<f32>) outs(%empty : tensor<f32>) {
    ^bb0(%a: f32, %b: f32):
      %c = arith.cmpf oge, %a, %half : f32
      %d = arith.select %c, %a, %one : f32
      linalg.yield %d : f32
    } -> tensor<f32>
    ```
    **After**:
    ```mlir
    %r = arith.constant dense<1.000000e+00> : tensor<f32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def FlattenControlFlowPass
    : Pass<"fp8-flatten-control-flow", "::mlir::ModuleOp"> {
  let summary = "Turn loops and branches around tensor ops into straight-line code";
  let description = [{
    Outside of the bodies of linalg ops: an `scf.for` of constant bounds, and an
    `scf.while` whose conditions are known, become the ops of their iterations;
    an `scf.if` becomes the ops of both branches, and a select for each result,
    whose flag is a tensor, as is that of any other `arith.select` of tensors.
    Integers that are known are computed on the way, also where they are tensors
    of rank 0: positions of slices are constants afterwards. So does the scan
    over the layers of a model become those layers.

    Then a slice of a tensor that was put there is what was put there: a scan
    stacks what its backward takes off the stack, layer by layer, and the stack
    is gone. Stacks of stacks, concatenations, and copies and reshapes that add
    or drop dimensions of extent 1 are looked through. What `jax.checkpoint`
    computes again then reads the value that the forward read, and is one with
    the first computation.

    Loops that scatter are left to `--fp8-raise-scatter`; others that stay, and
    why, are remarks. `max-ops` bounds the ops of all iterations of one loop.

    **Numerics**: same.

    **Before**:
    ```mlir
    %y = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %x) -> tensor<4xf32> {
      %row = tensor.extract_slice %w[%i, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
      %b = arith.mulf %a, %row : tensor<4xf32>
      scf.yield %b : tensor<4xf32>
    }
    ```

    **After**:
    ```mlir
    %r0 = tensor.extract_slice %w[0, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
    %y0 = arith.mulf %x, %r0 : tensor<4xf32>
    %r1 = tensor.extract_slice %w[1, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
    %y1 = arith.mulf %y0, %r1 : tensor<4xf32>
    ```
  }];
  let options = [Option<"maxOps", "max-ops", "int64_t", "100000",
                        "Ops that the iterations of one loop may become">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

def SimplifyAccessesPass : Pass<"fp8-simplify-accesses"> {
  let summary = "Simplify the positions at which dimensions of one element are read";
  let description = [{
    Where an operand of a `linalg.generic` has one element along a dimension,
    any position along it is 0, also `-d2` or `d2 + d3`. It becomes a loop that
    runs once, or 0. The reversed filter of a convolution of 1 x 1 is then the
    filter. Loops that run once are in order, so that transposing their
    dimensions moves nothing. A slice of one element along a dimension has a
    stride of 1 there, which tells bufferization the dimensions that it drops.

    **Numerics**: same.

    **Before**: linalg on tensors. **After**: the same ops with simpler maps.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def UnfoldConvolutionsPass : Pass<"fp8-unfold-convolutions"> {
  let summary = "Turn convolutions into contractions";
  let description = [{
    `out + image * filter` of linalg, named or generic, whose image is read at
    sums of loops, such as `2 * oh + kh`, becomes a generic contraction.

    | image | what becomes of it |
    |---|---|
    | patches that neither overlap nor leave a gap | a reshape |
    | others | a tensor of all patches, larger by what overlaps |

    A filter that is a smaller one between zeros (`tensor.insert_slice` with
    strides, transposed or not) is replaced by the smaller one: gradients of
    strided convolutions are written like that.

    **Numerics**: the products with the zeros between are not added, as in every
    library of convolutions; a NaN or infinity there does not reach the sum.

    With `only-views`, convolutions that would need a tensor of patches are left
    alone. The others run before roles in the step are assigned, so that they
    are quantized like any product.

    **Before**: linalg on tensors of static shape. **After**: no such op.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"onlyViews", "only-views", "bool", /*default=*/"false",
           "Leave convolutions whose patches are no reshape of the image">
  ];
}

#endif // FP8_IMPORT_PASSES_TD
