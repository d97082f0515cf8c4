//===- Passes.td - Scaled form to Fused form ---------------*- tablegen -*-===//
#ifndef FP8_KERNELS_PASSES_TD
#define FP8_KERNELS_PASSES_TD

include "mlir/Pass/PassBase.td"

def TensorizeBoundariesPass : Pass<"fp8-tensorize-boundaries", "::mlir::ModuleOp"> {
  let summary = "Give public functions tensor arguments and results only";
  let description = [{
    Scalar arguments and results of a public function become tensors of rank 0.
    Tensors without columns become tensors of rank 1. Arguments are marked as not
    writable.

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

def DecomposePass : Pass<"fp8-decompose"> {
  let summary = "Rewrite fp8 ops as linalg.generic and fp8.convert";
  let description = [{
    Every fp8 tensor op becomes upstream ops on tensors around `fp8.convert` and
    `fp8.draw`, so that any compiler can fuse, tile and lower it with upstream
    passes. If granules do not divide a shape, the indexing map of their scales
    divides indices (`floordiv`).

    **Numerics**: same, except for sums: upstream adds in its own order.

    **Before**: Scaled form, tensors of static shape.
    ```mlir
    func.func @cast(%x: tensor<4x64xf32>, %scale: tensor<f32>, %init: tensor<4x64xf8E4M3FN>)
        -> tensor<4x64xf8E4M3FN> {
      %codes = fp8.quantize %x by %scale outs(%init : tensor<4x64xf8E4M3FN>) : tensor<4x64xf32>, tensor<f32>
      return %codes : tensor<4x64xf8E4M3FN>
    }
    ```
    **After**: the only ops of the fp8 dialect are `fp8.convert` and `fp8.draw`, and, with
    `keep-for-kernels`, `fp8.contract` and `fp8.scatter_add`. Stochastic rounding by
    instructions of the chip is an error.
    ```mlir
    %codes = linalg.generic {...} ins(%x, %scale : tensor<4x64xf32>, tensor<f32>) outs(%init : tensor<4x64xf8E4M3FN>) {
    ^bb0(%in: f32, %s: f32, %out: f8E4M3FN):
      %scaled = arith.mulf %in, %s : f32
      %code = fp8.convert %scaled : f32 to f8E4M3FN
      linalg.yield %code : f8E4M3FN
    } -> tensor<4x64xf8E4M3FN>
    ```
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
           "Do not decompose ops that --fp8-fuse supports: fp8.contract and "
           "fp8.scatter_add">
  ];
  let statistics = [
    Statistic<"numDecomposed", "num-decomposed", "Number of ops decomposed">
  ];
}

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

def RaiseStacksPass : Pass<"fp8-raise-stacks", "::mlir::ModuleOp"> {
  let summary = "Convert concatenations of scalars to insertions";
  let description = [{
    Frontends write a vector of scalars, such as the norms of all gradients, as a
    `linalg.generic` that selects by index the tensor to extract from, or as a tree
    of such ops. If each element is a one-element tensor that is computed only for
    this vector, the selection becomes insertions. Kernels then write the elements
    directly into the vector, in time proportional to its length.

    **Numerics**: same.

    **Before**: linalg on tensors.
    ```mlir
    func.func @sums(%a: tensor<4xf32>, %b: tensor<4xf32>, %zero: tensor<f32>, %init: tensor<2xf32>) -> tensor<2xf32> {
      %c1 = arith.constant 1 : index
      %s0 = linalg.reduce {arith.addf} ins(%a : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
      %s1 = linalg.reduce {arith.addf} ins(%b : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
      %v0 = tensor.expand_shape %s0 [] output_shape [1] : tensor<f32> into tensor<1xf32>
      %v1 = tensor.expand_shape %s1 [] output_shape [1] : tensor<f32> into tensor<1xf32>
      %both = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
          outs(%init : tensor<2xf32>) {
      ^bb0(%out: f32):
        %i = linalg.index 0 : index
        %is_first = arith.cmpi ult, %i, %c1 : index
        %e = scf.if %is_first -> (f32) {
          %x = tensor.extract %v0[%i] : tensor<1xf32>
          scf.yield %x : f32
        } else {
          %j = arith.subi %i, %c1 : index
          %x = tensor.extract %v1[%j] : tensor<1xf32>
          scf.yield %x : f32
        }
        linalg.yield %e : f32
      } -> tensor<2xf32>
      return %both : tensor<2xf32>
    }
    ```
    **After**: the same; other concatenations do not change.
    ```mlir
    %e = tensor.empty() : tensor<2xf32>
    %x0 = tensor.collapse_shape %v0 [] : tensor<1xf32> into tensor<f32>
    %first = tensor.insert_slice %x0 into %e[0] [1] [1] : tensor<f32> into tensor<2xf32>
    %x1 = tensor.collapse_shape %v1 [] : tensor<1xf32> into tensor<f32>
    %both = tensor.insert_slice %x1 into %first[1] [1] [1] : tensor<f32> into tensor<2xf32>
    return %both : tensor<2xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def RaiseConcatsPass : Pass<"fp8-raise-concats", "::mlir::ModuleOp"> {
  let summary = "Convert sums of pads to concatenations";
  let description = [{
    The gradient of a slice is a pad. The gradient of a tensor that is split into
    slices, such as a projection to queries, keys and values, is a sum of pads. If
    elementwise ops combine constant pads along one dimension that do not overlap,
    the result becomes a concatenation. Each part contains the same ops on one
    source, with constants instead of the other pads; parts without a source are
    constants. Kernels then read and write each part once.

    **Numerics**: same. Each element is the same function of the same numbers:
    `-0.0 + 0.0` stays an addition.

    **Before**: linalg on tensors, here by
    `--convert-elementwise-to-linalg --fp8-raise-concats`.
    ```mlir
    func.func @gradient(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<8xf32> {
      %zero = arith.constant 0.0 : f32
      %left = tensor.pad %a low[0] high[4] {
      ^bb0(%i: index):
        tensor.yield %zero : f32
      } : tensor<4xf32> to tensor<8xf32>
      %right = tensor.pad %b low[4] high[0] {
      ^bb0(%i: index):
        tensor.yield %zero : f32
      } : tensor<4xf32> to tensor<8xf32>
      %sum = arith.addf %left, %right : tensor<8xf32>
      return %sum : tensor<8xf32>
    }
    ```
    **After**: the same; pads that overlap, or that are combined with other tensors, do not
    change. The pads that nothing reads any more are dead.
    ```mlir
    %left = linalg.generic {...} ins(%a : tensor<4xf32>) outs(...) {
    ^bb0(%in: f32, %out: f32):
      %s = arith.addf %in, %zero : f32
      linalg.yield %s : f32
    } -> tensor<4xf32>
    ...
    %right = linalg.generic {...} ins(%b : tensor<4xf32>) outs(...) {
    ...
    %sum = tensor.concat dim(0) %left, %right : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
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

def RaiseArgmaxPass : Pass<"fp8-raise-argmax"> {
  let summary = "Split argmax and argmin into an extremum and its position";
  let description = [{
    Frontends write argmax as one reduction of pairs of a value and its position. If
    only the position is read, the reduction becomes two: the maximum or minimum,
    and the smallest position of this value. Their order does not matter. The body
    may be any computation that selects the first of equal values. It may treat a
    NaN as the extremum or ignore it.

    **Numerics**: same.

    **Before**: linalg on tensors of static shape.
    ```mlir
    #all = affine_map<(i, j) -> (i, j)>
    #row = affine_map<(i, j) -> (i)>
    func.func @argmax(%x: tensor<5x9xf32>) -> tensor<5xi32> {
      %least = arith.constant dense<0xFF800000> : tensor<5xf32>
      %zeros = arith.constant dense<0> : tensor<5xi32>
      %0:2 = linalg.generic {indexing_maps = [#all, #row, #row], iterator_types = ["parallel", "reduction"]}
          ins(%x : tensor<5x9xf32>) outs(%least, %zeros : tensor<5xf32>, tensor<5xi32>) {
      ^bb0(%e: f32, %max: f32, %at: i32):
        %index = linalg.index 1 : index
        %j = arith.index_cast %index : index to i32
        %greater = arith.cmpf ogt, %e, %max : f32
        %new_max = arith.select %greater, %e, %max : f32
        %new_at = arith.select %greater, %j, %at : i32
        linalg.yield %new_max, %new_at : f32, i32
      } -> (tensor<5xf32>, tensor<5xi32>)
      return %0#1 : tensor<5xi32>
    }
    ```
    **After**: the same; other reductions of pairs do not change.
    ```mlir
    %max = linalg.generic {...} ins(%x : tensor<5x9xf32>) outs(...) {
    ...
      %new_max = arith.maximumf %old_max, %number : f32
    ...
    %at = linalg.generic {...} ins(%x, %max : tensor<5x9xf32>, tensor<5xf32>) outs(...) {
    ...
      %candidate = arith.select %is_max, %j, %largest : i32
      %new_at = arith.minsi %old_at, %candidate : i32
      linalg.yield %new_at : i32
    } -> tensor<5xi32>
    return %at : tensor<5xi32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
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
           "Maximum number of elements that a reduction combines">
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
    A `tensor.pad` with a single value becomes a generic that selects between this
    value and the element of the source, so that it fuses with its readers. So does
    a `tensor.insert_slice` with unit strides into a tensor of a single value, and a
    second one into its result, because gradients of slices have this form. Slices
    of other tensors are written in place.

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

def MakeGemmsPass : Pass<"fp8-make-gemms"> {
  let summary = "Convert contractions to fp8.gemm";
  let description = [{
    Every `fp8.contract`, and every `out + a * b` of linalg, named or generic,
    becomes `fp8.gemm` if it is a batch of matmuls with at most two batch
    dimensions. Operands are copied if their rows, columns or reduced dimensions
    cannot be collapsed to one dimension. An init that is zero is not read.

    A bias, an activation, an amax and a result type other than f32 become separate
    ops after the matmul, whose operands stay FP8 codes. A remark states that a
    kernel computes them. Dot products, matrix-vector products and contractions of
    other shapes become generic sums.

    A matmul that is only rounded to bf16 has a bf16 result. With
    `round-f32-in-kernels`, a matmul with an f32 operand has an f32 result that a
    kernel rounds, because GPU libraries do not support bf16 results of f32
    operands. The bits are the same.

    Block-scaled FP8 operands are passed to the library in two cases. With
    `block-scales`, blocks are 1 x 128, and 1 x 128 or 128 x 128 for the other
    operand. With `mx-scales`, both operands have MX granules. Extents must be
    multiples of 16. The scales get the layout of `fp8.gemm`. In other cases kernels
    decode the operands, and a remark states the reason; with `refuse-blocks` this
    is an error.

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
           "Matmuls with an f32 operand have an f32 result">,
    Option<"blockScales", "block-scales", "bool", /*default=*/"false",
           "The library supports f32 scales of blocks of 128 elements">,
    Option<"mxScales", "mx-scales", "bool", /*default=*/"false",
           "The library supports e8m0 scales of blocks of 32 elements">,
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

    Under `aligned-scales`, a matmul reads the f32 scale of a tensor at a multiple
    of 16 bytes, as cuBLASLt requires. A recipe may keep the scales of all tensors
    in one tensor, of which matmuls read slices. If a slice begins at another address,
    the scales are stored 16 bytes apart: `tensor<98xf32>` is inserted into column 0 of
    a `tensor<98x4xf32>`, and slice `[k]` becomes `[k, 0]`. After bufferization, the
    kernel that computes the scales writes there. Scales that are an argument, or that
    other ops read as a whole, are copied by one small kernel.

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
           "The reduced dimension of FP8 operands must be innermost">,
    Option<"alignedScales", "aligned-scales", "bool", /*default=*/"false",
           "Scales of tensors are at multiples of 16 bytes">
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

def ExpandMathPass : Pass<"fp8-expand-math"> {
  let summary = "Expand elementary functions into arith ops";
  let description = [{
    Replaces `math.exp`, `exp2`, `expm1`, `log`, `log1p`, `log2`, `log10`,
    `powf`, `rsqrt`, `tanh`, `erf`, `erfc`, `sin`, `cos`, `sincos`, `atan`,
    `atan2` and `cbrt`, on scalars, vectors and tensors and in the body of any
    op, by straight-line code of arith ops, `math.fma` and `math.sqrt`. A named
    linalg op with such a function inside becomes a `linalg.generic`. Math ops
    with a unique correct result (`absf`, `sqrt`, `fma`, `floor`, ...) stay. Other
    math ops, element types other than f32, bf16 and f16, and dynamic shapes are
    errors.

    `arith.maxnumf` and `minnumf` become `maximumf` and `minimumf` on operands of
    which a NaN has been replaced by the other operand. For zeros of different
    signs, which targets may treat differently, the maximum is +0 and the minimum
    -0.

    `arith.remf`, except on f64, becomes divisions that compute 22 bits of the
    quotient at a time, with an exact result. `math.absi` becomes the maximum of an
    integer and its negation.

    Integer divisions by 0 become divisions by 1, and so does the division of the
    smallest integer by -1, which would end a process on a CPU. The reference
    evaluator returns the same result for -1 and reports an error for 0. Casts from
    floats to integers saturate and map NaN to 0, as on GPUs.

    `arith.truncf` from f32, bf16 and f16 to e4m3 and e5m2, rounded to nearest even,
    becomes `fp8.convert`. Values beyond the largest finite value become the next
    code: NaN in e4m3, infinity in e5m2.

    **Numerics**: defines the result. The expansion equals
    `include/fp8/Numerics/Math.h`, which the reference evaluator runs, so all
    targets have the same bits. Results are within 1.6 ulp of the exact value
    (`erfc`: 6). Special cases follow C99, every NaN is 0x7FC00000, and subnormals
    are preserved. In bf16 and f16 the function is computed in f32 and rounded once
    more. Fast-math flags are ignored.

    **Before**: any IR.
    ```mlir
    func.func @rsqrt(%x: f32) -> f32 {
      %y = math.rsqrt %x : f32
      return %y : f32
    }
    ```
    **After**: the only math ops are exact ones.
    ```mlir
    %one = arith.constant 1.000000e+00 : f32
    %root = math.sqrt %x : f32
    %inverse = arith.divf %one, %root : f32
    %is_nan = arith.cmpf uno, %inverse, %inverse : f32
    %nan = arith.constant 0x7FC00000 : f32
    %y = arith.select %is_nan, %nan, %inverse : f32
    ```
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
           "Minimum number of scalars in a chain">
  ];
}

def FuseKernelsPass : Pass<"fp8-fuse", "::mlir::ModuleOp"> {
  let summary = "Fuse all ops except contractions into kernels";
  let description = [{
    Puts every `linalg.generic`, `linalg.fill` and `fp8.scatter_add` into an
    isolated `fp8.kernel`, then merges kernels: producers with consumers, and
    readers of one tensor with each other. Two kernels are merged if

    - the merged kernel has one iteration domain that the emitter supports, no
      larger than the larger one of the two;
    - no value passes from one to the other through a third op;
    - no element of a large tensor, or of a new state, waits for a reduction of the
      whole tensor to a scalar;
    - no value is computed more often than before, except values of rows, granules
      and scalars that a schedule keeps in registers;
    - no tensor is written twice, as itself and as a view.

    Reshapes between ops of a kernel become part of it if they only split
    dimensions; other reshapes remain views. Scalars form separate kernels unless
    they finish a reduction. Remarks list kernels that were not merged, with the
    reasons.

    A kernel then recomputes values of another kernel if this is faster than storing
    and loading them: repeated statistics of a row, masks, and five of the eight
    tensors that the gradient of a GeLU reads. A minimum cut through the ops of the
    other kernel chooses the values. Its weights are bytes, and four operations per
    element count as one byte. Casts to 8 bits and random bits are not recomputed,
    nor are values of updates, nor values that read a state that is updated in
    between.

    **Numerics**: same. Sums have one declared order.

    **Before**: the ops of `--fp8-make-gemms` and `--fp8-tensorize-scalars`, with expanded
    elementary functions, here by `--convert-elementwise-to-linalg --fp8-fuse`.
    ```mlir
    func.func @step(%x: tensor<8x16xf32>, %y: tensor<8x16xf32>) -> tensor<8x16xf32> {
      %p = arith.mulf %x, %y : tensor<8x16xf32>
      %n = arith.negf %p : tensor<8x16xf32>
      return %n : tensor<8x16xf32>
    }
    ```
    **After**: Fused form.
    ```mlir
    %n = fp8.kernel "elementwise" ins(%x, %y : tensor<8x16xf32>, tensor<8x16xf32>) outs(...) {
    ^bb0(%a: tensor<8x16xf32>, %b: tensor<8x16xf32>, %out: tensor<8x16xf32>):
      ...
      %product = linalg.generic {...} ins(%a, %b : tensor<8x16xf32>, tensor<8x16xf32>) outs(...) {
      ...
      %negated = linalg.generic {...} ins(%product : tensor<8x16xf32>) outs(...) {
      ...
      fp8.kernel_yield %negated : tensor<8x16xf32>
    }
    return %n : tensor<8x16xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::fp8::FP8Dialect"
  ];
  let options = [
    Option<"maxMerged", "max-merged", "int64_t", /*default=*/"-1",
           "Stop after this many merges; -1 for no limit (for bisection)">,
    Option<"maxOps", "max-ops", "int64_t", /*default=*/"96",
           "Maximum number of generics in a kernel">
  ];
  let statistics = [
    Statistic<"numMerged", "num-merged", "Number of kernels merged into others">
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

def BucketUpdatesPass : Pass<"fp8-bucket-updates", "::mlir::ModuleOp"> {
  let summary = "Group equal updates into one multi-tensor launch";
  let description = [{
    An update is a kernel that writes new states. If an update traverses all its
    tensors in one order, its operands become one-dimensional. Updates with the same
    computation, on tensors of any size, then are of one kind and form buckets. The
    emitter creates one function per kind and one launch per bucket.

    - Reductions of an update, such as the amax of a plane, stay separate.
    - Kernels that differ only in scalar constants, such as the stream of random bits
      or a weight decay, are of one kind: these constants become operands.
    - The position of an element in its tensor, which determines random bits, becomes
      the index of the one dimension.
    - Tensors with one element per group of consecutive elements, such as scales,
      keep one element per group.
    - Matrices with scales per block of rows and columns stay matrices. Their buckets
      contain matrices with the same blocks.

    Updates run inside the backward pass. An update moves directly after the last op
    that computes its operands and the last reader of a state that it overwrites, and
    before readers of its results. Ops that only updates wait for and that compute
    one element, such as the maximum of a gradient, move along, unless they have a
    region. Ops that only the updates of one bucket wait for precede it, and equal
    ones among them form a bucket, too. A kernel of scalars that several updates wait
    for, such as a kernel that computes all scales, is split: the part that one
    update waits for becomes a separate kernel.

    A bucket runs at the position of its last update. Updates join buckets in the
    order in which they can run. A bucket keeps at most `max-bytes` of values of the
    step alive, and all waiting buckets at most `max-outstanding-bytes`. If that is
    exceeded, the bucket that keeps most bytes alive is closed, and its gradients
    become dead. Buffers that become ready at one op are counted together, a buffer
    that several updates read is counted once, and arguments are not counted. If
    gradients are clipped by a norm, updates also wait for the norm;
    `--fp8-late-norm` removes this dependence. The only update of its kind moves,
    too. A remark describes each bucket.

    Other kernels that reduce a tensor to scalars, such as norms that updates of
    several kinds wait for, or norms that are results, form buckets afterwards, if
    they are equal. Ops that depend on their scalars move after them; all other ops
    keep their positions. If a tensor would stay alive only for such a bucket, the
    limits of bytes close the bucket. A reduction that only one op waits for stays
    with this op if it is not an update, such as the maximum before a cast.

    **Numerics**: same. An update reads and writes the same values, and sums have one
    declared order.

    **Before**: Fused form, here by
    `--convert-elementwise-to-linalg --fp8-fuse --fp8-bucket-updates`.
    ```mlir
    func.func @step(%w: tensor<8xf32> {fp8.name = "w"}, %v: tensor<2x3xf32> {fp8.name = "v"},
                    %dw: tensor<8xf32>, %dv: tensor<2x3xf32>)
        -> (tensor<8xf32> {fp8.updates = "w"}, tensor<2x3xf32> {fp8.updates = "v"}) {
      %new_w = arith.subf %w, %dw : tensor<8xf32>
      %new_v = arith.subf %v, %dv : tensor<2x3xf32>
      return %new_w, %new_v : tensor<8xf32>, tensor<2x3xf32>
    }
    ```
    **After**: Fused form, with `bucket` on adjacent kernels.
    ```mlir
    %new_w = fp8.kernel "elementwise" bucket 0 ins(%w, %dw : tensor<8xf32>, tensor<8xf32>) outs(...) {
    ...
    %flat_v = tensor.collapse_shape %v [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
    %flat_dv = tensor.collapse_shape %dv [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
    ...
    %flat_new = fp8.kernel "elementwise" bucket 0 ins(%flat_v, %flat_dv : tensor<6xf32>, tensor<6xf32>) outs(...) {
    ...
    %new_v = tensor.expand_shape %flat_new [[0, 1]] output_shape [2, 3] : ...
    return %new_w, %new_v : ...
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::fp8::FP8Dialect"
  ];
  let options = [
    Option<"maxBytes", "max-bytes", "int64_t", /*default=*/"67108864",
           "Maximum size of values that a bucket keeps alive, in bytes">,
    Option<"maxOutstandingBytes", "max-outstanding-bytes", "int64_t",
           /*default=*/"268435456",
           "Maximum size of values that all buckets keep alive, in bytes">
  ];
}

#endif // FP8_KERNELS_PASSES_TD
