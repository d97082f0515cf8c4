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
    `fp8.draw`, so that any compiler can fuse, tile and lower it with upstream
    passes. If granules do not divide a shape, the indexing map of their scales
    divides indices (`floordiv`).

    **Numerics**: same, except for sums: upstream adds in its own order.

    **Before**: Scaled form, tensors of static shape. **After**: the only ops of the
    fp8 dialect are `fp8.convert` and `fp8.draw`, and, with `keep-for-kernels`,
    `fp8.contract` and `fp8.scatter_add`. Stochastic rounding by instructions of
    the chip is an error.
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
    ([Numerics](../internals/Numerics.md#contractions)), whatever its result type. If
    the result is bf16 or f16, as in mixed precision, the sum becomes an f32 sum,
    which GEMM libraries support, and a generic rounds it once.

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
  let summary = "Convert concatenations of scalars to insertions";
  let description = [{
    Frontends write a vector of scalars, such as the norms of all gradients, as a
    `linalg.generic` that selects by index the tensor to extract from, or as a tree
    of such ops. If each element is a one-element tensor that is computed only for
    this vector, the selection becomes insertions. Kernels then write the elements
    directly into the vector, in time proportional to its length.

    **Numerics**: same.

    **Before**: linalg on tensors. **After**: the same; other concatenations do not
    change.
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

    **Before**: linalg on tensors. **After**: the same; pads that overlap, or that
    are combined with other tensors, do not change.
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

    **Before**: linalg on tensors of static shape. **After**: inputs are read
    through projected permutations.
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

    **Before**: linalg on tensors of static shape. **After**: the same; other
    reductions of pairs do not change.
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

    **Before**: linalg on tensors of static shape. **After**: the same; longer
    reductions do not change.
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

    **Before**: linalg on tensors. **After**: the same; the only remaining branches
    contain ops with effects, such as integer divisions, which may trap.
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

    **Before**: tensors of static shape. **After**: no `tensor.pad`; other pads are
    errors. Slices have constant positions or strides other than 1.
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

    **Before**: Scaled form on tensors. **After**: no `fp8.contract`; contractions of
    linalg are generic sums. Convolutions are errors.
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
    (`--fp8-tensorize-boundaries`). **After**: the only scalars outside of other ops
    are constants; other scalars are errors.
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

    **Before**: scalars are tensors of rank 0. **After**: the same; shorter chains,
    and chains of other shapes, do not change.
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

    **Before**: the ops of `--fp8-make-gemms` and `--fp8-tensorize-scalars`,
    with expanded elementary functions. **After**: Fused form.
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

    **Before**: Fused form on tensors (`--fp8-fuse`). **After**: the same.
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

    **Before**: Fused form. **After**: Fused form, with `bucket` on adjacent kernels.
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
