//===- KernelPasses.td - products, kernels and buckets -----*- tablegen -*-===//
#ifndef FP8_TRANSFORMS_KERNELPASSES_TD
#define FP8_TRANSFORMS_KERNELPASSES_TD

include "mlir/Pass/PassBase.td"

def FP8MakeGemms : Pass<"fp8-make-gemms"> {
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

    **Before**: form 2 on tensors. **After**: no `fp8.contract`; contractions of
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

def FP8ChooseLayouts : Pass<"fp8-choose-layouts"> {
  let summary = "Lay out the operands of products as the target reads them";
  let description = [{
    Under `k-major-codes`, codes that a product reads come with the terms of its
    sum innermost: FP8 tensor cores take nothing else. An operand that lies
    otherwise is transposed, and `--fp8-fuse` makes the transposed copy in the
    kernel that quantizes, from one read. Without the option all stays: on a CPU
    the library packs its operands anyway.

    **Numerics**: same.

    **Before**: `fp8.gemm` on tensors (`--fp8-make-gemms`). **After**: the same.
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"kMajorCodes", "k-major-codes", "bool", /*default=*/"false",
           "Terms are innermost in every operand of codes">
  ];
}

def FP8TensorizeScalars : Pass<"fp8-tensorize-scalars"> {
  let summary = "Compute scalars in tensors of rank 0";
  let description = [{
    What a function computes on scalars outside of other ops becomes
    `linalg.generic` of rank 0, so that it can lie in kernels. A scalar that a
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

def FP8Fuse : Pass<"fp8-fuse", "::mlir::ModuleOp"> {
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
    elementary functions expanded. **After**: form 4a.
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

def FP8FoldEpilogues : Pass<"fp8-fold-epilogues"> {
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

    **Before**: form 4a on tensors (`--fp8-fuse`). **After**: the same.
  }];
  let dependentDialects = [
    "::mlir::tensor::TensorDialect", "::mlir::fp8::FP8Dialect"
  ];
  let options = [
    Option<"relu", "relu", "bool", /*default=*/"false",
           "Products also compute max(y, 0), whatever becomes of a NaN">
  ];
}

def FP8TransposeProducts : Pass<"fp8-transpose-products", "::mlir::ModuleOp"> {
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

    **Before**: form 2. **After**: form 2.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::linalg::LinalgDialect"
  ];
}

def FP8BucketUpdates : Pass<"fp8-bucket-updates", "::mlir::ModuleOp"> {
  let summary = "Group updates that compute the same into one launch";
  let description = [{
    A kernel that makes new states is an update. Updates whose tensors are all
    walked in one order get operands of one dimension; those that then compute
    the same, on tensors of whatever size, are of one kind and go into buckets,
    which the emitter turns into one function for the kind and one launch per
    bucket. Reductions of an update, such as the amax of a plane, stay its own.
    What differs in scalar constants alone, such as the stream of a stochastic
    rounding or a weight decay, is of one kind, too: these constants become
    operands. The place of an element in its tensor, which random numbers are
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

    **Before**: form 4a. **After**: form 4a, with `bucket` on kernels next to
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

#endif // FP8_TRANSFORMS_KERNELPASSES_TD
