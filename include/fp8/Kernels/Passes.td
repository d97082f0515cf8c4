//===- Passes.td - Scaled form to Fused form ---------------*- tablegen -*-===//
#ifndef FP8_KERNELS_PASSES_TD
#define FP8_KERNELS_PASSES_TD

include "mlir/Pass/PassBase.td"

def TensorizeBoundariesPass : Pass<"fp8-tensorize-boundaries", "::mlir::ModuleOp"> {
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

def DecomposePass : Pass<"fp8-decompose"> {
  let summary = "Rewrite fp8 ops as linalg.generic and fp8.convert";
  let description = [{
    Every fp8 tensor op becomes upstream ops on tensors around `fp8.convert` and
    `fp8.draw`, so that any compiler can fuse, tile and lower it with upstream passes. Where
    granules do not divide a shape, the indexing map of their scales does
    (`floordiv`).

    **Numerics**: same, sums excepted: upstream adds in its own order.

    **Before**: Scaled form, tensors of static shape. **After**: of the fp8 dialect,
    only `fp8.convert` and `fp8.draw`, and `fp8.contract` and `fp8.scatter_add`
    under `keep-for-kernels`. Refused: the chip's own stochastic rounding.
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
           "Leave the ops that --fp8-fuse takes as they are: fp8.contract and "
           "fp8.scatter_add">
  ];
  let statistics = [
    Statistic<"numDecomposed", "num-decomposed", "Number of ops decomposed">
  ];
}

def TransposeProductsPass : Pass<"fp8-transpose-products", "::mlir::ModuleOp"> {
  let summary = "Make products write the layout that updates read";
  let description = [{
    Frontends make the gradient of a weight by one product and transpose it; an
    `fp8.update` then reads the transpose, or the product by a permuting map.
    Where nothing else reads the product, but maxima of all of it, its result is
    written transposed, and takes the place of the transpose. So an update walks
    all its tensors in one order, which buckets and groups of states ask for.

    A product that is read otherwise stays: a sum over a tensor has an order.

    **Numerics**: same. Each element is the same sum; its order is that of the
    library, which may differ between a matrix and its transpose.

    **Before**: Scaled form. **After**: Scaled form.
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
    ([Numerics](../internals/Numerics.md#contractions)), whatever its result is. Where that
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

def RaiseStacksPass : Pass<"fp8-raise-stacks", "::mlir::ModuleOp"> {
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

def RaiseConcatsPass : Pass<"fp8-raise-concats", "::mlir::ModuleOp"> {
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

def GatherAccessesPass : Pass<"fp8-gather-accesses"> {
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

def RaiseArgmaxPass : Pass<"fp8-raise-argmax"> {
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

def UnrollReductionsPass : Pass<"fp8-unroll-reductions"> {
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

def SelectBranchesPass : Pass<"fp8-select-branches"> {
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

def GeneralizePadsPass : Pass<"fp8-generalize-pads"> {
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

def MakeGemmsPass : Pass<"fp8-make-gemms"> {
  let summary = "Turn contractions into fp8.gemm";
  let description = [{
    Every `fp8.contract`, and every `out + a * b` of linalg, named or generic,
    that is a batch of matrix products with at most two dimensions of batches
    becomes `fp8.gemm`. Operands whose rows, columns or terms do not lie in
    memory as one dimension would are copied. An init that is zero is not read.
    A bias, an activation, an amax and a result that is not f32 become ops of their
    own behind the product, whose codes stay codes; a remark says that a kernel
    computes them. Dot products, products with a vector and contractions of other shapes become
    generic sums.

    A product that is only rounded to bf16 gives bf16 itself. Under
    `round-f32-in-kernels` one with an operand of f32 gives f32, and a kernel
    rounds it: libraries for GPUs have no bf16 of f32. The bits are the same.

    Codes with scales of blocks go to the library as they are under `block-scales`,
    if they are in blocks of 1 x 128 beside 1 x 128 or 128 x 128, and under
    `mx-scales`, if both are in MX granules; their extents are multiples of 16. The
    scales are laid out as `fp8.gemm` says. Otherwise kernels decode them, and a
    remark says why; under `refuse-blocks` that is an error.

    **Numerics**: changes within the bound of contractions: the library orders
    their sums. A generic sum is added in the declared order.

    **Before**: Scaled form on tensors. **After**: no `fp8.contract`; contractions of
    linalg only as generic sums. Convolutions are refused.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect",
    "::mlir::fp8::FP8Dialect"
  ];
  let options = [
    Option<"maxGemms", "max-gemms", "int64_t", /*default=*/"-1",
           "Stop after this many; -1 for no limit (for bisection)">,
    Option<"roundInKernels", "round-f32-in-kernels", "bool",
           /*default=*/"false",
           "Products with an operand of f32 give f32 alone">,
    Option<"blockScales", "block-scales", "bool", /*default=*/"false",
           "The library scales blocks of 128 terms by f32">,
    Option<"mxScales", "mx-scales", "bool", /*default=*/"false",
           "The library scales blocks of 32 terms by e8m0">,
    Option<"refuseBlocks", "refuse-blocks", "bool", /*default=*/"false",
           "Scales of blocks that the library does not apply are an error">
  ];
  let statistics = [
    Statistic<"numGemms", "num-gemms", "Number of products made">
  ];
}

def ChooseLayoutsPass : Pass<"fp8-choose-layouts"> {
  let summary = "Lay out the operands of products as the target reads them";
  let description = [{
    Under `k-major-codes`, codes that a product reads come with the terms of its
    sum innermost: FP8 tensor cores take nothing else. An operand that lies
    otherwise is transposed, and `--fp8-fuse` makes the transposed copy in the
    kernel that quantizes, from one read. Without the option all stays: on a CPU
    the library packs its operands anyway.

    Under `aligned-scales`, a product reads the f32 scale of a tensor at a multiple
    of 16 bytes, as cuBLASLt requires. A recipe may keep the scales of all tensors
    in one tensor, of which products read slices. If a slice begins elsewhere, the
    scales are stored 16 bytes apart: `tensor<98xf32>` is inserted into column 0 of
    a `tensor<98x4xf32>`, and slice `[k]` becomes `[k, 0]`. Buffers make the kernel
    that computes the scales write there. Scales of an argument, and scales that
    others read as a whole, are copied by one small kernel.

    **Numerics**: same.

    **Before**: `fp8.gemm` on tensors (`--fp8-make-gemms`). **After**: the same.
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"kMajorCodes", "k-major-codes", "bool", /*default=*/"false",
           "Terms are innermost in every operand of codes">,
    Option<"alignedScales", "aligned-scales", "bool", /*default=*/"false",
           "Scales of tensors are at multiples of 16 bytes">
  ];
}

def TensorizeScalarsPass : Pass<"fp8-tensorize-scalars"> {
  let summary = "Compute scalars in tensors of rank 0";
  let description = [{
    Scalar computations of a function outside of other ops become `linalg.generic`
    of rank 0, so that kernels can contain them. A scalar that a
    generic reads from outside becomes an operand; fills with a value that is no
    constant and `tensor.splat` become generics.

    **Numerics**: same.

    **Before**: tensors; scalars at boundaries are tensors of rank 0
    (`--fp8-tensorize-boundaries`). **After**: the only scalars outside of other ops
    are constants; others are refused.
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def ExpandMathPass : Pass<"fp8-expand-math"> {
  let summary = "Replace elementary functions by their one expansion into arith";
  let description = [{
    Replaces `math.exp`, `exp2`, `expm1`, `log`, `log1p`, `log2`, `log10`,
    `powf`, `rsqrt`, `tanh`, `erf`, `erfc`, `sin`, `cos`, `sincos`, `atan`,
    `atan2` and `cbrt`, on scalars, vectors and tensors and in the body of any
    op, by straight-line code of arith ops, `math.fma` and `math.sqrt`. A named
    linalg op with such a function inside becomes a `linalg.generic`. Math ops
    that have one possible result (`absf`, `sqrt`, `fma`, `floor`, ...) stay; all
    others, element types other than f32, bf16 and f16, and dynamic shapes are
    refused.

    `arith.maxnumf` and `minnumf` become `maximumf` and `minimumf`, with each
    operand in place of the other one where that is NaN. Of zeros of different
    signs the maximum is +0 and the minimum -0, where targets are free to choose.

    `arith.remf`, but of f64, becomes divisions that find 22 bits of the quotient
    at a time: its result is exact. `math.absi` becomes the larger one of an
    integer and its negation.

    Integers that are divided by 0 are divided by 1, and so is the least integer
    that is divided by -1, for which the reference evaluator gives the same: a
    CPU would end the process. The evaluator stops at a 0 with an error. Casts
    from floats to integers give the nearest integer of the type where the value
    is out of range, and 0 for NaN, as GPUs do.

    `arith.truncf` from f32, bf16 and f16 to e4m3 and e5m2, to nearest even,
    becomes `fp8.convert` and, where the value is beyond the largest finite one,
    the next code: NaN in e4m3, infinity in e5m2.

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

def FuseKernelsPass : Pass<"fp8-fuse", "::mlir::ModuleOp"> {
  let summary = "Group all ops but contractions into kernels";
  let description = [{
    Puts every `linalg.generic`, `linalg.fill` and `fp8.scatter_add` into an
    isolated `fp8.kernel`, then merges kernels: producers with consumers, and
    readers of one tensor with each other. Two kernels merge where

    - together they have one iteration domain, no larger than the larger one,
      that the emitter can walk;
    - no value goes from one to the other through a third op;
    - no element of a large tensor, or of a new state, waits for a reduction
      over all of it to a scalar;
    - nothing is computed more often than before, rows, granules and scalars
      that a schedule keeps in registers excepted;
    - no tensor is written twice, as itself and as a view of it.

    Reshapes between ops of a kernel go into it, where they split dimensions
    and cost nothing; others stay what they are, views. Scalars form kernels of
    their own, where they are not the end of one reduction. A remark says which
    kernels were not merged, and why.

    A kernel then recomputes those values of another one that take less time to
    compute than to store and load: copies of a statistic for a whole row, masks,
    all but three of the eight tensors that the gradient of a gelu reads. A
    minimum cut through the ops of the other kernel decides which, by bytes, four
    operations per element counted as one byte. Casts to 8 bits and draws are not
    repeated, nor is anything in an update, or anything that reads a state which
    was updated in between.

    **Numerics**: same. Sums have one declared order.

    **Before**: the ops of `--fp8-make-gemms` and `--fp8-tensorize-scalars`,
    elementary functions expanded. **After**: Fused form.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::fp8::FP8Dialect"
  ];
  let options = [
    Option<"maxMerged", "max-merged", "int64_t", /*default=*/"-1",
           "The most kernels to merge; -1 for no limit (for bisection)">,
    Option<"maxOps", "max-ops", "int64_t", /*default=*/"96",
           "The most generics in a kernel">
  ];
  let statistics = [
    Statistic<"numMerged", "num-merged", "Number of kernels merged into others">
  ];
}

def FoldEpiloguesPass : Pass<"fp8-fold-epilogues"> {
  let summary = "Give products the bias that a kernel would add";
  let description = [{
    A kernel that does nothing but add a bias to a product, along the last
    dimension, goes: the product gets the bias as an operand, and one pass over the
    result is saved. The kernel may round the sum to bf16. Where it does more, such
    as a GELU or a cast to 8 bits, or others read the product as well, the kernel
    has to read the product anyway and stays.

    cuBLASLt takes a bias of f32 beside a result of f32 and operands of f32 or
    bf16, and one of bf16 beside a result of bf16, or any product of 8-bit codes
    with one scale each; a bias of f32 beside codes stays in its kernel, unless it
    is one of bf16 that the kernel widens. A remark says what stays and why.

    Under `relu` the kernel may also compute `max(y, 0)`. cuBLASLt does not say what
    its ReLU makes of a NaN, which `arith.maximumf` keeps, so that is for graphs
    where no step hangs on it.

    **Numerics**: same, within the bound of contractions: one addition in f32 after
    the sum, one rounding; under `relu`, changes for NaN.

    **Before**: Fused form on tensors (`--fp8-fuse`). **After**: the same.
  }];
  let dependentDialects = [
    "::mlir::tensor::TensorDialect", "::mlir::fp8::FP8Dialect"
  ];
  let options = [
    Option<"relu", "relu", "bool", /*default=*/"false",
           "Products also compute max(y, 0), whatever becomes of a NaN">
  ];
}

def BucketUpdatesPass : Pass<"fp8-bucket-updates", "::mlir::ModuleOp"> {
  let summary = "Group updates that compute the same into one launch";
  let description = [{
    A kernel that makes new states is an update. Updates whose tensors are all
    walked in one order get operands of one dimension; those that then compute
    the same, on tensors of whatever size, are of one kind and go into buckets,
    which the emitter turns into one function for the kind and one launch per
    bucket. Reductions of an update, such as the amax of a plane, stay its own.
    Kernels that differ in scalar constants alone, such as the stream of a
    stochastic rounding or a weight decay, are of one kind, too: these constants
    become operands. The place of an element in its tensor, which random numbers are
    drawn by, becomes the index of the one dimension. Tensors with an element
    per group of elements that follow each other, such as scales, keep one.
    Matrices that share scales in blocks of rows and columns stay matrices, and
    go with others that have such blocks.

    Updates run inside the backward pass: one stands right after the last op
    that makes what it reads and after what reads a state that it overwrites,
    and before what reads a result; what only updates wait for and makes one
    element, such as the maximum of a gradient, moves along, unless it has a
    region. What only the updates of one bucket wait for stands before it, and
    what computes the same there is a bucket, too. A kernel of scalars that
    several updates wait for, such as one that makes the scales of all, is taken
    apart: what one update waits for becomes a kernel of its own.

    A bucket stands where its last update can. Updates join buckets in the order
    in which they can run. Of what the step has made, a bucket keeps at most
    `max-bytes` alive, and all buckets that wait keep at most
    `max-outstanding-bytes`; where that is exceeded, the bucket that keeps most is
    closed, and its gradients end there. Buffers that become ready at one op are
    counted together, a buffer that several updates read is counted once, and
    arguments count nothing.
    A norm that gradients are clipped by is one more thing to wait for;
    `--fp8-late-norm` takes it away. An update that is the only one of its kind
    stands where it can, too. Each bucket is a remark.

    Kernels that reduce a tensor to scalars and are in no bucket so far, as norms
    that updates of several kinds wait for, or norms that are results, become
    buckets next, where they compute the same. What follows from their scalars
    comes after them; all other ops keep their places. Where a tensor would be
    kept for such a bucket alone, the limits of bytes close it. A reduction that
    a single op waits for which is no update, as the maximum of what is cast,
    stays with it.

    **Numerics**: same. An update reads and writes what it did, and sums have
    one declared order.

    **Before**: Fused form. **After**: Fused form, with `bucket` on kernels next to
    each other.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::fp8::FP8Dialect"
  ];
  let options = [
    Option<"maxBytes", "max-bytes", "int64_t", /*default=*/"67108864",
           "Bytes that a bucket may keep alive until it runs">,
    Option<"maxOutstandingBytes", "max-outstanding-bytes", "int64_t",
           /*default=*/"268435456",
           "Bytes that all buckets may keep alive until they run">
  ];
}

#endif // FP8_KERNELS_PASSES_TD
