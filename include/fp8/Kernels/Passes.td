//===- Passes.td - Scaled form to Fused form ---------------*- tablegen -*-===//
#ifndef FP8_KERNELS_PASSES_TD
#define FP8_KERNELS_PASSES_TD

include "mlir/Pass/PassBase.td"
include "fp8/Kernels/NormalizePasses.td"
include "fp8/Kernels/RaiseRowsPasses.td"
include "fp8/Kernels/GemmPasses.td"

def DecomposePass : Pass<"fp8-decompose"> {
  let summary = "Rewrite fp8 ops as linalg.generic and fp8.convert";
  let description = [{
    Every fp8 tensor op becomes upstream ops on tensors around `fp8.convert` and
    `fp8.draw`, so that any compiler can fuse, tile and lower it with upstream
    passes. If granules do not divide a shape, the indexing map of their scales
    divides indices (`floordiv`).

    With `attention=library` and `has-attention`, an `fp8.attention` or
    `fp8.attention_backward` is not decomposed if the runtime supports its scores and
    its indexing maps. Otherwise a remark states the reason. With `cudnn-capability`, an
    op is kept if [cuDNN supports it](../Runtime.md#attention-by-cudnn) on a GPU of this
    compute capability, and a backward pass only if its forward pass is kept, too. In the
    results of cuDNN, the elements of a head are adjacent, and transposes restore the
    order of the dimensions. Slices that attention reads or writes must start at
    multiples of 16 bytes. An op on buffers that cuDNN does not support is an error.

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
           "fp8.scatter_add">,
    Option<"attention", "attention", "::mlir::fp8::AttentionLowering",
           /*default=*/"::mlir::fp8::AttentionLowering::Kernels",
           "With library: do not decompose attention that the runtime "
           "supports">,
    Option<"hasAttention", "has-attention", "bool", /*default=*/"true",
           "Assume that the runtime of the target supports attention">,
    Option<"cudnnCapability", "cudnn-capability", "unsigned", /*default=*/"0",
           "Compute capability, such as 90, of the GPU whose cuDNN computes "
           "attention; 0: the runtime computes it on CPUs">,
    Option<"cudnnOrdered", "cudnn-ordered", "bool", /*default=*/"false",
           "With cudnn-capability: keep a backward pass only if cuDNN computes the "
           "same bits in every run">
  ];
  let statistics = [
    Statistic<"numDecomposed", "num-decomposed", "Number of ops decomposed">
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

    `arith.maxnumf` and `minnumf` become `maximumf` and `minimumf`, after an operand
    that is NaN has been replaced by the other operand. For zeros of different signs,
    which targets may treat differently, the maximum is +0 and the minimum -0.

    `arith.remf`, except on f64, becomes divisions that compute 22 bits of the
    quotient at a time, with an exact result. `math.absi` becomes the maximum of an
    integer and its negation, and `math.ctlz` and `math.cttz` become counts of one bits.

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
    dimensions; other reshapes remain views. A kernel result that is only a view of an
    input becomes a view in front of the kernel. Scalars form separate kernels unless
    they finish a reduction. Remarks list kernels that were not merged, with the
    reasons.

    A kernel then recomputes values of another kernel if this is faster than storing
    and loading them: repeated statistics of a row, masks, and five of the eight
    tensors that the gradient of a GeLU reads. A minimum cut through the ops of the
    other kernel chooses the values. Its weights are bytes, and four operations per
    element count as one byte. Casts to 8 bits and random bits are not recomputed,
    nor are values that read a state that is updated in between. Updates recompute
    nothing, so that equal updates can share a launch, unless they sum their own
    gradients. Such updates are merged with each other if they then read the same
    tensor, such as the updates of the gain and the bias of a norm.

    A sum over the rows of a matrix computes its elements in its own kernel if no
    other kernel reads them and all their operands are contiguous along rows.

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

def BucketUpdatesPass : Pass<"fp8-bucket-updates", "::mlir::ModuleOp"> {
  let summary = "Group equal updates into one multi-tensor launch";
  let description = [{
    An update is a kernel that writes new states. If an update traverses all its
    tensors in one order, its operands become one-dimensional. Updates with the same
    computation, on tensors of any size, are then of one kind and form buckets. The
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

    A bucket runs at the position of its last update. Updates join buckets in the order
    in which they can run. A bucket keeps at most `max-bytes` of values of the step
    alive, and all waiting buckets at most `max-outstanding-bytes`. If that is exceeded,
    the bucket that keeps most bytes alive is closed, and its gradients become dead.
    Buffers that become ready at one op are counted together, a buffer that several
    updates read is counted once, and arguments are not counted. If gradients are
    clipped by a norm, updates also wait for the norm; `--fp8-late-norm` removes this
    dependence. An update that is the only one of its kind is moved in the same way. A
    remark describes each bucket.

    With `shared-launches`, equal updates without a flattened form, such as updates of
    biases that sum their gradients, come to lie side by side, too, within the same
    limits. They have no `bucket`.

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
           "Maximum size of values that all buckets keep alive, in bytes">,
    Option<"sharesLaunches", "shared-launches", "bool", /*default=*/"false",
           "Group equal updates without a flattened form, too: the target "
           "makes one launch of equal kernels side by side">
  ];
}

def BucketCastsPass : Pass<"fp8-bucket-casts", "::mlir::ModuleOp"> {
  let summary = "Bring equal casts of parameters together";
  let description = [{
    Moves kernels that read only arguments of the step, such as the casts of
    parameters to bf16 or to codes, to the first of them that is equal, so that they
    share a launch:

    - Kernels that traverse all their tensors in one order, on tensors of any size,
      form a bucket, as in `--fp8-bucket-updates`.
    - Other kernels, such as casts in two layouts, must be equal and have tensors of
      the same shapes. They get no attribute: on targets where this saves time,
      `--fp8-emit-gpu` makes one launch of equal kernels side by side.

    The results of a group are all alive where the last kernel of the group was, so
    the earlier start of their lives hardly raises the peak of memory. A kernel whose
    result the step returns stays: it may overwrite a state.

    **Numerics**: same.

    **Before**: Fused form, here by
    `--convert-elementwise-to-linalg --fp8-fuse --fp8-bucket-casts`.
    ```mlir
    #lhs = affine_map<(m, n, k) -> (m, k)>
    #rhs = affine_map<(m, n, k) -> (k, n)>
    #out = affine_map<(m, n, k) -> (m, n)>
    func.func @step(%w: tensor<8x4xf32>, %v: tensor<2x3xf32>, %x: tensor<5x8xbf16>, %h: tensor<5x2xbf16>,
                    %p: tensor<5x4xf32>, %q: tensor<5x3xf32>)
        -> (tensor<5x4xf32>, tensor<5x3xf32>, tensor<5x4xf32>) {
      %narrow_w = arith.truncf %w : tensor<8x4xf32> to tensor<8x4xbf16>
      %y = fp8.contract [#lhs, #rhs, #out] %x, %narrow_w outs(%p : tensor<5x4xf32>)
          : tensor<5x8xbf16>, tensor<8x4xbf16>
      %narrow_v = arith.truncf %v : tensor<2x3xf32> to tensor<2x3xbf16>
      %z = fp8.contract [#lhs, #rhs, #out] %h, %narrow_v outs(%q : tensor<5x3xf32>)
          : tensor<5x2xbf16>, tensor<2x3xbf16>
      %r = fp8.contract [#lhs, #rhs, #out] %x, %narrow_w outs(%y : tensor<5x4xf32>)
          : tensor<5x8xbf16>, tensor<8x4xbf16>
      return %y, %z, %r : tensor<5x4xf32>, tensor<5x3xf32>, tensor<5x4xf32>
    }
    ```
    **After**: Fused form, with `bucket` on adjacent kernels.
    ```mlir
    %flat_w = tensor.collapse_shape %w [[0, 1]] : tensor<8x4xf32> into tensor<32xf32>
    ...
    %a = fp8.kernel "elementwise" bucket 0 ins(%flat_w : tensor<32xf32>) outs(...) {
    ...
    %flat_v = tensor.collapse_shape %v [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
    ...
    %b = fp8.kernel "elementwise" bucket 0 ins(%flat_v : tensor<6xf32>) outs(...) {
    ...
    %y = fp8.contract ...
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::fp8::FP8Dialect"
  ];
}

#endif // FP8_KERNELS_PASSES_TD
