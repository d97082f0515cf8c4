//===- NormalizePasses.td - what kernels can hold ----------*- tablegen -*-===//
#ifndef FP8_TRANSFORMS_NORMALIZEPASSES_TD
#define FP8_TRANSFORMS_NORMALIZEPASSES_TD

include "mlir/Pass/PassBase.td"

def FP8TensorizeBoundaries : Pass<"fp8-tensorize-boundaries", "::mlir::ModuleOp"> {
  let summary = "Make public functions take and return nothing but tensors";
  let description = [{
    Scalars at the boundary of a public function become tensors of rank 0,
    tensors without columns become tensors of rank 1, and its arguments are
    marked as not writable.

    **Numerics**: same.

    **Before**: tensors, and no calls of public functions. **After**: the same.
  }];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def FP8UnfoldConvolutions : Pass<"fp8-unfold-convolutions"> {
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

def FP8WidenProducts : Pass<"fp8-widen-products"> {
  let summary = "Accumulate contractions of bf16 and f16 in f32";
  let description = [{
    A contraction or convolution of linalg, named or generic, accumulates in f32
    ([Numerics](../Numerics.md#contractions)), whatever its result is. Where that
    is bf16 or f16, as frontends write mixed precision, the sum becomes one of
    f32, which libraries of products know, and a generic rounds it once.

    **Numerics**: same.

    **Before**:
    ```mlir
    %y = linalg.matmul ins(%a, %b : tensor<4x8xbf16>, tensor<8x2xbf16>) outs(%zeros : tensor<4x2xbf16>) -> tensor<4x2xbf16>
    ```
    **After**, shortened:
    ```
    %sum = linalg.generic ... ins(%a, %b) outs(%zeros_f32) { extf, extf, mulf, addf } -> tensor<4x2xf32>
    %y = linalg.generic ... ins(%sum) { truncf } -> tensor<4x2xbf16>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def FP8SimplifyAccesses : Pass<"fp8-simplify-accesses"> {
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

def FP8GatherAccesses : Pass<"fp8-gather-accesses"> {
  let summary = "Turn reads at sums of loop indices into tensor.extract";
  let description = [{
    An input that a generic or named op of linalg reads through a map that is
    no projected permutation, as windows of pooling (`2 * oh + kh`) and reversed
    tensors (`2 - d0`) are, is extracted by index in the body instead, which
    kernels can hold. Convolutions are products: `--fp8-unfold-convolutions`
    comes first.

    **Numerics**: same.

    **Before**: linalg on tensors of static shape. **After**: inputs are read
    through projected permutations.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def FP8RaiseArgmax : Pass<"fp8-raise-argmax"> {
  let summary = "Turn reductions of pairs into an extremum and its position";
  let description = [{
    Frontends write argmax as one reduction of the pair of a value and its
    position. Where only the position is read, it becomes the maximum, or the
    minimum, and the least position at which it stands: two reductions whose
    order is free. The body may be spelled in any way that picks the first of
    equal values, and takes a NaN for the extremum or for none.

    **Numerics**: same.

    **Before**: linalg on tensors of static shape. **After**: other reductions
    of pairs are left.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def FP8RaiseStacks : Pass<"fp8-raise-stacks", "::mlir::ModuleOp"> {
  let summary = "Turn concatenations of scalars into insertions";
  let description = [{
    A vector of scalars, such as the norms of all gradients, reaches us as a
    `linalg.generic` that selects by index what to extract, in a tree of such
    where there are many. Where each element is a tensor of one element that is
    computed for it alone, these become insertions, so that kernels write the
    elements where they are read, and take as long as there are elements.

    **Numerics**: same.

    **Before**: linalg on tensors. **After**: other concatenations are left.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def FP8RaiseConcats : Pass<"fp8-raise-concats", "::mlir::ModuleOp"> {
  let summary = "Turn sums of pads into concatenations";
  let description = [{
    The gradient of a slice is a pad, and that of a tensor which is taken apart
    a sum of pads: of a projection to queries, keys and values, say. Where pads
    along one dimension, by constants, meet in elementwise ops and do not
    overlap, the result becomes a concatenation: of the same ops on each source,
    with the constants in place of the other pads, and of constants where no
    source is. Kernels then read and write each part once.

    **Numerics**: same. Each element is the same function of the same numbers:
    `-0.0 + 0.0` stays an addition.

    **Before**: linalg on tensors. **After**: pads that overlap, or meet other
    tensors, are left.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def FP8CollectScalars : Pass<"fp8-collect-scalars", "::mlir::ModuleOp"> {
  let summary = "Turn long chains of scalars into ops on a vector";
  let description = [{
    The sum of the norms of all gradients is a chain of as many additions, and
    becomes kernels of as many operands. From `min-terms` scalars on, each
    computed for the chain alone, they are put into a vector: a sum is an
    `fp8.scatter_add` to one place, which adds in their order; maxima, minima,
    `andi` and `ori` are a reduction, whose order is free.

    **Numerics**: same. A sum starts from -0, to which the first term adds
    nothing, unless the chain starts from another value.

    **Before**: scalars are tensors of rank 0. **After**: shorter chains, and
    those of other shapes, are left.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::fp8::FP8Dialect"
  ];
  let options = [
    Option<"minTerms", "min-terms", "int64_t", /*default=*/"64",
           "Scalars that a chain has at least">
  ];
}

def FP8UnrollReductions : Pass<"fp8-unroll-reductions"> {
  let summary = "Unroll short reductions by a combiner that kernels do not know";
  let description = [{
    Kernels reduce by a sum, or by what does not depend on the order of the
    elements. A `linalg.generic` that combines in another way, as the position
    of the maximum of a window is found, becomes one copy of its body after the
    other, if the copies are at most `max-terms`.

    **Numerics**: same: the copies are in the order of the loops.

    **Before**: linalg on tensors of static shape. **After**: others are left.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"maxTerms", "max-terms", "int64_t", /*default=*/"64",
           "Elements that are combined into one, at most">
  ];
}

def FP8SelectBranches : Pass<"fp8-select-branches"> {
  let summary = "Compute both branches in the body of a generic, and select";
  let description = [{
    An `scf.if` in the body of a `linalg.generic`, as concatenation is written
    by other compilers, becomes the ops of both branches and `arith.select`. An
    element that the branch not taken extracts is the nearest one that exists.

    **Numerics**: same.

    **Before**: linalg on tensors. **After**: branches are left only where they
    hold ops with effects, such as a division of integers, which may trap.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
}

def FP8GeneralizePads : Pass<"fp8-generalize-pads"> {
  let summary = "Turn pads, and slices at computed positions, into generics";
  let description = [{
    A `tensor.pad` with one value becomes a generic that selects between that
    value and the element of the source, so that it fuses with its readers. So
    does a `tensor.insert_slice` of unit steps into a tensor of one value, and
    the next one into its result: gradients of slices are pads in other words.
    Slices of other tensors are written in place.

    A slice of unit steps at a position that is computed, as a queue is read and
    written or a window is drawn, becomes the elements of the tensor, selected
    or extracted by index. It begins at the nearest position where it fits.

    **Numerics**: same.

    **Before**: tensors of static shape. **After**: no `tensor.pad`, others are
    refused; slices lie at constant positions or have steps.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif // FP8_TRANSFORMS_NORMALIZEPASSES_TD
