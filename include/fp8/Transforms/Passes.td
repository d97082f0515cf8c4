//===- Passes.td - passes of the fp8 dialect ---------------*- tablegen -*-===//
#ifndef FP8_TRANSFORMS_PASSES_TD
#define FP8_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def FP8Decompose : Pass<"fp8-decompose"> {
  let summary = "Rewrite fp8 ops as linalg.generic and fp8.convert";
  let description = [{
    Every fp8 tensor op becomes upstream ops on tensors around `fp8.convert` and
    `fp8.draw`, so that any compiler can fuse, tile and lower it with upstream passes. Where
    granules do not divide a shape, the indexing map of their scales does
    (`floordiv`).

    **Numerics**: same, sums excepted: upstream adds in its own order.

    **Before**: form 2, tensors of static shape. **After**: of the fp8 dialect,
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
}

def FP8ExpandOptimizers : Pass<"fp8-expand-optimizers"> {
  let summary = "Replace named optimizers by fp8.update";
  let description = [{
    Writes `fp8.sgd`, `fp8.adam`, `fp8.adamw`, `fp8.lion`, `fp8.adagrad`,
    `fp8.rmsprop` and `fp8.lamb` out as one `fp8.update`, or two, with the
    operations of their descriptions as region. Storage, scales, draws and all
    attributes that the dialect does not know go over.

    **Numerics**: defines the result. `--fp8-decompose` and the reference
    evaluator run the same expansion.

    **Before**: form 2. **After**: no named optimizer.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect", "::mlir::fp8::FP8Dialect"
  ];
  let options = [
    Option<"maxExpanded", "max-expanded", "int64_t", /*default=*/"-1",
           "Stop after this many ops; -1 for no limit (for bisection)">
  ];
  let statistics = [
    Statistic<"numExpanded", "num-expanded", "Number of ops expanded">
  ];
}

def FP8ExpandMath : Pass<"fp8-expand-math"> {
  let summary = "Replace elementary functions by their one expansion into arith";
  let description = [{
    Replaces `math.exp`, `exp2`, `expm1`, `log`, `log1p`, `log2`, `log10`,
    `powf`, `rsqrt`, `tanh`, `erf`, `erfc`, `sin`, `cos` and `sincos`, on
    scalars, vectors and tensors and in the body of any op, by straight-line
    code of arith ops, `math.fma` and `math.sqrt`. A named linalg op with such a
    function inside becomes a `linalg.generic`. Math ops that have one possible
    result (`absf`, `sqrt`, `fma`, `floor`, ...) stay; all others, element types
    other than f32, bf16 and f16, and dynamic shapes are refused.

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
    "::mlir::math::MathDialect"
  ];
  let options = [
    Option<"maxExpanded", "max-expanded", "int64_t", /*default=*/"-1",
           "Stop after this many ops; -1 for no limit (for bisection)">
  ];
  let statistics = [
    Statistic<"numExpanded", "num-expanded", "Number of ops expanded">
  ];
}

def FP8PrintKernelDomain : Pass<"fp8-print-kernel-domain"> {
  let summary = "Print the iteration domain of every kernel as remarks";
  let description = [{
    One remark at each `fp8.kernel` with the extents of its dimensions, and one
    at each op of its body with its class and the dimensions its loops walk.

    **Numerics**: same. **Before**: form 4a or 4b. **After**: unchanged.
  }];
}

//===----------------------------------------------------------------------===//
// Fusion
//===----------------------------------------------------------------------===//

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

    **Before**: linalg on tensors of static shape. **After**: no such op.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def FP8GeneralizePads : Pass<"fp8-generalize-pads"> {
  let summary = "Turn pads into generics that kernels can hold";
  let description = [{
    A `tensor.pad` with one value becomes a generic that selects between that
    value and the element of the source, so that it fuses with its readers.

    **Numerics**: same.

    **Before**: tensors of static shape. **After**: no `tensor.pad`; others are
    refused.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def FP8MakeGemms : Pass<"fp8-make-gemms"> {
  let summary = "Turn contractions into fp8.gemm";
  let description = [{
    Every `fp8.contract`, and every `out + a * b` of linalg, named or generic,
    that is a batch of matrix products with at most two dimensions of batches
    becomes `fp8.gemm`. Operands whose rows, columns or terms do not lie in
    memory as one dimension would are copied. An init that is zero is not read.
    A bias, an activation and a result that is not f32 become ops of their own.
    Dot products, products with a vector and contractions of other shapes become
    generic sums.

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
           "Stop after this many; -1 for no limit (for bisection)">
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
    (`--fp8-stock-boundaries`). **After**: the only scalars outside of other ops
    are constants; others are refused.
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def FP8Fuse : Pass<"fp8-fuse", "::mlir::ModuleOp"> {
  let summary = "Group what is not a contraction into kernels";
  let description = [{
    Puts every `linalg.generic`, `linalg.fill` and `fp8.scatter_add` into an
    isolated `fp8.kernel`, then merges kernels: producers with consumers, and
    readers of one tensor with each other. Two kernels merge where

    - together they have one iteration domain, no larger than the larger one,
      that the emitter can walk;
    - no value goes from one to the other through a third op;
    - no element of a large tensor waits for a reduction over all of it;
    - nothing is computed more often than before, rows, granules and scalars
      that a schedule keeps in registers excepted;
    - no tensor is written twice, as itself and as a view of it.

    Reshapes between ops of a kernel go into it, where they split dimensions
    and cost nothing; others stay what they are, views. Scalars form kernels of their own, where they are not the end of one
    reduction. What was not merged is a remark.

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
           "Merge at most so many kernels; -1 for no limit (for bisection)">,
    Option<"maxOps", "max-ops", "int64_t", /*default=*/"96",
           "No kernel has more generics than so many">
  ];
}

def FP8BucketUpdates : Pass<"fp8-bucket-updates", "::mlir::ModuleOp"> {
  let summary = "Let updates that compute the same be one launch";
  let description = [{
    A kernel that makes new states is an update. Updates whose tensors are all
    walked in one order get operands of one dimension; those that then compute
    the same, on tensors of whatever size, are of one kind and go into buckets,
    which the emitter turns into one function for the kind and one launch per
    bucket. Reductions of an update, such as the amax of a plane, stay its own.
    What differs in scalar constants alone, such as the stream of a stochastic
    rounding or a weight decay, is of one kind, too: these constants become
    operands. The place of an element in its tensor, which random numbers are
    drawn by, becomes the index of the one dimension.

    A bucket stands where its last update can: after what reads a state that it
    overwrites, and before what reads a result. Updates are taken in the order
    in which they can run, so many that a bucket keeps no more than `max-bytes`
    alive that the step has made; arguments count nothing. A kind of one update
    is left alone. Each bucket is a remark.

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
           "Bytes that a bucket may keep alive until it runs">
  ];
}

def FP8UpdateInPlace : Pass<"fp8-update-in-place", "::mlir::ModuleOp"> {
  let summary = "Let states be written where they are, after their last reader";
  let description = [{
    What makes a result with `fp8.updates` gets the argument that it updates as
    its destination, through reshapes and insertions into slices; what cannot,
    such as a constant, another argument, a kernel that reads the state at
    other elements than it writes, or a new scale that is known before the last
    reader of the old one, is copied there by a kernel. Then
    every op that writes an argument is moved after the last op that reads the
    old value, and no op further than that. The arguments are marked as
    writable.

    Every other op gets a `tensor.empty` of its own: what shares one is an alias
    to bufferization, whose time grows with the square of their number.

    Where two states wait for each other the order stays, and bufferization
    makes the copy that `--fp8-stock-results-to-arguments` refuses.

    **Numerics**: same.

    **Before**: form 4a. **After**: form 4a.
  }];
  let dependentDialects = [
    "::mlir::fp8::FP8Dialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def FP8BufferizeKernels : Pass<"fp8-bufferize-kernels", "::mlir::ModuleOp"> {
  let summary = "Let kernels and products work on buffers";
  let description = [{
    One-shot bufferization across functions that leaves the bodies of kernels on
    tensors. Arguments that are marked as not writable are read only. What is
    inserted into a tensor is computed there, where that is possible.

    **Numerics**: same.

    **Before**: form 4a. **After**: memrefs, also at the boundaries of
    functions; `memref.alloc` and `memref.copy`.
  }];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

def FP8CopiesToKernels : Pass<"fp8-copies-to-kernels"> {
  let summary = "Let kernels copy buffers";
  let description = [{
    Every `memref.copy` between buffers of static shape becomes an `fp8.kernel`:
    what is left of insertions into slices, of concatenations, and of arguments
    that are results.

    **Numerics**: same.

    **Before**: memrefs. **After**: no `memref.copy`; dynamic shapes are
    refused.
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect",
    "::mlir::fp8::FP8Dialect"
  ];
}

//===----------------------------------------------------------------------===//
// The exit through stock MLIR
//===----------------------------------------------------------------------===//

def FP8StockBoundaries : Pass<"fp8-stock-boundaries", "::mlir::ModuleOp"> {
  let summary = "Let public functions take and return tensors only";
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

def FP8StockOrderContractions : Pass<"fp8-stock-order-contractions"> {
  let summary = "Give every contraction contiguous innermost columns";
  let description = [{
    Rewrites every `out + a * b` with f32 accumulation, named or generic, as a
    `linalg.contract` of f32 operands whose dimensions are ordered: batch, rows,
    columns, sum, and last the dimension along which the result is contiguous.
    The second operand is transposed where it is not contiguous along it;
    operands narrower than f32 are widened before.

    **Numerics**: same; the terms of a sum stay in order.

    **Before**: tensors. **After**: contractions without a column (dot products
    and products of a matrix with a vector) and those that do not accumulate in
    f32 are as they were.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::fp8::FP8Dialect"
  ];
}

def FP8StockFuse : Pass<"fp8-stock-fuse"> {
  let summary = "Fuse elementwise loop nests and order their loops";
  let description = [{
    Upstream's elementwise fusion on `linalg.generic`, with a rule that never
    computes an expensive value more than once; named ops other than
    contractions and fills are generalized first, `tensor.concat` is taken
    apart. The innermost loop becomes the one along which most operands are
    contiguous.

    **Numerics**: same; reductions keep their order.

    **Before**: linalg on tensors. **After**: the same, fewer ops.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def FP8StockCarryInPlace : Pass<"fp8-stock-carry-in-place"> {
  let summary = "Let loops yield tensors in the buffers that they carry";
  let description = [{
    Copies what `scf.for` and `scf.while` yield into the tensor that they were
    handed, unless it was made by writing into that tensor.

    **Numerics**: same.

    **Before**: tensors. **After**: one-shot bufferization finds every yielded
    tensor in its buffer.
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def FP8StockResultsToArguments
    : Pass<"fp8-stock-results-to-arguments", "::mlir::ModuleOp"> {
  let summary = "Let public functions write their results to arguments";
  let description = [{
    Every result of a public function becomes an argument after the others. A
    buffer that the function allocates for a result is replaced by it; anything
    else is copied. Under `update-in-place` a result with `fp8.updates` is
    dropped, as it lies in the argument that it updates, which gets
    `fp8.in_place`; one that does not is an error. Other results leave their
    names in `fp8.result`.

    **Numerics**: same.

    **Before**: memrefs, one block per function, no calls of public functions.
    **After**: public functions have no results.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
  let options = [
    Option<"updateInPlace", "update-in-place", "bool", /*default=*/"false",
           "States stay in their arguments">
  ];
}

def FP8StockOutline : Pass<"fp8-stock-outline", "::mlir::ModuleOp"> {
  let summary = "Move every linalg op on buffers into a function of its own";
  let description = [{
    Equal ops share one function. Arguments are marked `llvm.noalias` where the
    buffers that are written are known to be apart from all others.

    **Numerics**: same.

    **Before**: linalg on memrefs of static shape. Arguments of public functions
    do not alias results. **After**: calls of private functions that hold one
    linalg op each.
  }];
  let dependentDialects = [
    "::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::linalg::LinalgDialect"
  ];
}

def FP8StockContractionsToLoops : Pass<"fp8-stock-contractions-to-loops"> {
  let summary = "Lower ordered contractions to loops that vectorize";
  let description = [{
    Lowers what `--fp8-stock-order-contractions` has ordered to `scf.for` loops,
    unrolled by four rows and four terms of the sum.

    **Numerics**: same; each sum adds its terms in order, one multiplication and
    one addition each.

    **Before**: `linalg.contract` on memrefs. **After**: those of f32 with
    contiguous columns are loops.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def FP8StockPlanMemory : Pass<"fp8-stock-plan-memory", "::mlir::ModuleOp"> {
  let summary = "Place the buffers of public functions in one arena each";
  let description = [{
    Every `memref.alloc` of static size becomes a view of an arena, which is a
    new last argument of the function; its size is the attribute
    `llvm.dereferenceable`. Buffers that are not alive at the same time share
    memory.

    **Numerics**: same.

    **Before**: memrefs; deallocations only of what is placed. **After**: no
    allocations; others than those above are refused.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

//===----------------------------------------------------------------------===//
// Training: form 1 to form 2
//===----------------------------------------------------------------------===//

def FP8AssignStreams : Pass<"fp8-assign-streams", "::mlir::ModuleOp"> {
  let summary = "Let ops of a step that do not depend on each other overlap";
  let description = [{
    Gives launches and products their `order`: a stream and events. An op goes on
    the stream of the latest op that it follows, where that is the last one
    there, else on the one that has been idle longest. It waits for events of
    other streams where it reads what they wrote, or writes what they read or
    wrote; what an event implies is not waited for again. Memory that buffers
    share in turn counts.

    **Numerics**: same.

    **Before**: form 4b, with its kernels emitted. **After**: form 4b; any order
    that streams and events allow has one result, which `--fp8-verify-form=4b`
    proves.

    ```mlir
    fp8.launch @a on<0 event 0> items 8 grain 8 outs(%x : memref<8xf32>)
    fp8.launch @b on<1> items 8 grain 8 outs(%y : memref<8xf32>)
    fp8.launch @c on<1 waits[0]> items 8 grain 8 ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
    ```
  }];
  let options = [
    Option<"streams", "streams", "unsigned", /*default=*/"2",
           "How many streams there are">
  ];
}

def FP8VerifyForm : Pass<"fp8-verify-form", "::mlir::ModuleOp"> {
  let summary = "Check that the module has the form that the next passes expect";
  let description = [{
    Each violation is one error on the op at fault, with a note that says what
    is supported and which pass is likely to have left it.

    | form | checks |
    |---|---|
    | 1 | a public function with a body; static ranked tensors; only ops of `func`, `linalg`, `tensor`, `arith`, `math` and `scf` |
    | 2 | form 1 or `fp8` ops; a public function `@step`; where `fp8.done` holds `fp8-quantize-contractions`, every `fp8.contract` has its role |
    | 4a | tensors; outside of `fp8.kernel` only `fp8.gemm`, constants, `tensor.empty`, and reshapes and slices, which are views |
    | 4b | memrefs; `@step` and other public functions are straight lists of `fp8.kernel`, `fp8.launch`, `fp8.gemm` and views; nothing is allocated or copied |

    **Numerics**: same; nothing changes.

    **Before**: any module. **After**: the module, unchanged.
  }];
  let options = [
    Option<"form", "form", "std::string", /*default=*/"\"1\"",
           "The form: 1, 2, 4a or 4b">
  ];
}

def FP8AnnotateStates : Pass<"fp8-annotate-states", "::mlir::ModuleOp"> {
  let summary = "Find the training step and name its states";
  let description = [{
    Pairs every result of the entry with the argument that it overwrites and
    writes what was found as attributes of arguments and results: `fp8.name`,
    `fp8.state` and `fp8.updates`. Attributes that are there stay and decide.
    A result without `fp8.updates` pairs with itself if it is an argument, else
    by `tf.aliasing_output`, else with an argument of its type that it is
    computed from elementwise: the only one, or the one with the fewest ops
    between, or the one at the distance between result and argument that most
    pairs share, or in order. What none of these decides is an error that
    prints the attribute to add.

    The entry is named by `entry`, or is `@step`, or is the only public function
    with a body. It becomes `@step`, and `fp8.entry` keeps its name.

    | kind | a state is of this kind where |
    |---|---|
    | `param` | the forward reads it, or it is a matrix returned unchanged |
    | `moment` | only updates read it |
    | `step` | it has one element and grows by a constant |

    Other states, such as loss scales and random keys, get no kind. Results that
    overwrite nothing although an unread argument of their type exists are a
    warning: captures that hand one tensor to two states look like this.

    **Numerics**: same.

    **Before**: form 1 without private calls. **After**: form 1 with `@step`,
    whose arguments and results are all named.
  }];
  let dependentDialects = ["::mlir::fp8::FP8Dialect"];
  let options = [
    Option<"entry", "entry", "std::string", /*default=*/"",
           "The function that is the training step">,
    Option<"loss", "loss", "int64_t", /*default=*/"-1",
           "The number of the result that is the loss; -1 to find it">
  ];
}

def FP8RaiseScatter : Pass<"fp8-raise-scatter"> {
  let summary = "Rewrite loops that add slices at given positions";
  let description = [{
    An `scf.for` that reads a slice or an element of its only iteration
    argument at indices taken from a tensor, adds the slice or element of
    another tensor, and inserts the sum at the same place, becomes one
    `fp8.scatter_add`. So does a nest of loops that adds a slice element by
    element. Embedding gradients arrive as such loops.

    **Numerics**: same: the additions keep their order.

    **Before**: form 1 or 2. **After**: loops that differ stay; a remark says in
    what.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def FP8RaiseUpdates : Pass<"fp8-raise-updates", "::mlir::ModuleOp"> {
  let summary = "Rewrite the optimizer of each parameter as one fp8.update";
  let description = [{
    Whatever the optimizer, the elementwise ops from the states of a parameter
    and its gradient to the new states become one `fp8.update`. States are
    grouped by dataflow: those that the new value of another is computed from
    belong together, and no group has two parameters. Nothing is matched by
    name or by formula.

    | value | what becomes of it |
    |---|---|
    | parameter, moments, averages, accumulators | states |
    | the gradient, masks | inputs |
    | rates, corrections, clip factors: one element | scalars |
    | splat constants, broadcasts of scalars | computed in the region |
    | others that other ops read | further results, written beside the states |

    The gradient is cut where the fewest tensors are read: before it is
    unscaled, averaged, clipped and widened, all of which move into the region.
    Where a scalar is computed from new values, as the trust ratio of LAMB is,
    the parameter takes two updates: the first writes the moments, the second
    reads them as they are stored.

    **Numerics**: same.

    **Before**: form 1, after inlining, canonicalization and CSE. **After**: the
    same with `fp8.update`. An optimizer that is not elementwise, or reads
    integers, stays; a remark names the op.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"entry", "entry", "std::string", /*default=*/"",
           "The function that is the training step">,
    Option<"loss", "loss", "int64_t", /*default=*/"-1",
           "The number of the result that is the loss; -1 to find it">
  ];
}

def FP8RaisePatterns : Pass<"fp8-raise-patterns", "::mlir::ModuleOp"> {
  let summary = "Raise clamps, casts, amaxes and scales to fp8 ops";
  let description = [{
    Graphs that other libraries quantized spell it in upstream ops. With `s` one
    number for the whole tensor, however it is broadcast:

    | spelled | becomes | equal because |
    |---|---|---|
    | `truncf(clamp(x * s))` in f32, x widened or not | `fp8.quantize x by s` | the clamp is at the largest values and lets NaN through: it saturates |
    | `truncf(clamp(x / s))` | `fp8.quantize (x / s) by 1` | times 1 is exact |
    | the same, `s` a constant power of two | `fp8.quantize x by 1 / s` | both are exact |
    | `truncf(clamp(x))`, also of bf16 and f16 | `fp8.quantize x by 1` | times 1 is exact |
    | `extf(c) * s` in f32 | `fp8.dequantize c by s` | one multiplication in both |
    | `extf(c) / s`, `s` a constant power of two | `fp8.dequantize c by 1 / s` | both are exact |
    | maximum of `\|x\|` over all dimensions, or the last | `fp8.amax` | a NaN wins in both; the init is the same |
    | contraction of codes into f32 from 0, maybe times `s` or `s * t` | `fp8.contract` | the same sum, and factor; an init of -0 changes nothing |
    | a quantize by a scale, and the amax of its input | one op | the same maximum |

    A clamp is a pair of `maximumf`, `minimumf` or ordered compare and select,
    in any order; private functions that only clamp are inlined first. What
    looks alike but differs for some input stays, and a remark of the category
    `fp8-raise-patterns` says in what. Two options accept a difference:

    | option | spelled | becomes | differs |
    |---|---|---|---|
    | `reciprocal` | `x / s` | `x * (1 / s)` | by the rounding of `1 / s` |
    | `finite-scales` | `max / max(amax, e)` by way of f64 (torchao) | `fp8.compute_scale` | amax infinite: 1, not 0; NaN: 1, not NaN |
    | `finite-scales` | `a > 0` and finite ? `max / a` : previous (flax) | `fp8.compute_scale keeping` | the quotient overflows: the largest float, not infinity |

    **Numerics**: same, but for which NaN an op of arith returns; under an
    option as the table says.

    **Before**: form 1 or 2, inlined. **After**: the same, with fp8 ops.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"reciprocal", "reciprocal", "bool", /*default=*/"false",
           "Multiply by 1 / s for a division by s">,
    Option<"finiteScales", "finite-scales", "bool", /*default=*/"false",
           "Take fp8.compute_scale for formulas that differ at overflow, "
           "infinity and NaN">
  ];
}

def FP8QuantizeContractions
    : Pass<"fp8-quantize-contractions", "::mlir::ModuleOp"> {
  let summary = "Quantize the operands of contractions to 8-bit formats";
  let description = [{
    Contractions of `@step` are found by indexing maps, in any spelling, and
    classified by dataflow:

    | class | operands | scope |
    |---|---|---|
    | `fwd` | weight x activation or data | `linear` |
    | `dX` | gradient x weight | `linear` |
    | `dW` | gradient x what the weight met | `linear` |
    | `fwd` | activation x activation, weight x weight | `all` |
    | `dAct` | gradient x what an activation met | `all` |

    Never quantized: convolutions, products that keep no dimension of an
    operand, products of data or of constants, and what optimizers and second
    derivatives compute. A remark on each contraction gives the decision.

    Each value, looking through transposes, reshapes, broadcasts and float
    casts, is quantized once for all of its readers, after its definition:
    gradients to `backward-format`, others to `forward-format`. The
    rearrangements are then applied to the codes, or folded into the indexing
    maps.

    | recipe | what shares a scale | the scale comes from |
    |---|---|---|
    | `current` | the tensor | its amax |
    | `delayed` | the tensor | the amaxes of earlier steps, kept as states |
    | `row` | what one sum reads: a row, or a column | its amax |
    | `block` | `block-size` elements of it; of a weight, the square of that side | its amax |
    | `mx` | 32 elements of it, an e8m0 scale | its amax |
    | `none` | | nothing is quantized |

    Under `row`, `block` and `mx` a granule lies along the reduced dimension of
    the contraction that reads it, so that a value that is read along its rows
    and along its columns has two planes, `.rows` and `.columns` by their names;
    the square blocks of a weight serve both. Several reduced dimensions are
    collapsed to one, and one that is neither the last nor the second to last of
    its operand is brought last. A quantize moves before layouts as long as
    these keep its granules together.

    `override` gives tensors a rule of their own, by the name of the argument or
    by `q<N>`, which numbers what else is quantized in the order of its
    definition:

    | `override=PATTERN=` | the tensor |
    |---|---|
    | `wide` | is not quantized; the layers of a weight stay wide |
    | `e4m3`, `e5m2` | has this format (not under `delayed`) |
    | `tensor`, `row`, `mx` | has these granules; `tensor` scales by the amax of the moment, under `delayed` by those of earlier steps |
    | `block:MxN` | has blocks of N elements along the reduced dimension and M across |

    The attribute `fp8.quantize` of an argument says the same; the option goes
    over it. What matches nothing is an error that lists the names.

    `wide-steps=PATTERN@FROM-TO` keeps tensors wide at some steps, both ends
    included and counted from 0, without a new compilation: for each set of
    tensors that are wide together the module exports one more function,
    `@step_wide<N>`, of the signature of `@step`. Its attribute `fp8.steps` lists
    the ranges at which hosts call it. Histories go on meanwhile, and `@step0`
    keeps wide what is wide at step 0.

    Under `delayed`, `@step` gets a packed history and packed scales for each
    direction, as last arguments and results, and the module exports `@step0`
    beside it: the same signature, current scaling, the same new states. Hosts
    call it first.

    **Numerics**: changes: 8-bit operands; contractions accumulate in f32.

    **Before**: form 1 after `fp8-annotate-states`, inlined. **After**: form 2.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"recipe", "recipe", "::mlir::fp8::Recipe",
           /*default=*/"::mlir::fp8::Recipe::Current", "Where scales come from",
           [{::llvm::cl::values(
               clEnumValN(::mlir::fp8::Recipe::None, "none", "Quantize nothing"),
               clEnumValN(::mlir::fp8::Recipe::Current, "current", "The amax of the value"),
               clEnumValN(::mlir::fp8::Recipe::Delayed, "delayed", "The amaxes of earlier steps"),
               clEnumValN(::mlir::fp8::Recipe::Row, "row", "The amax of each row"),
               clEnumValN(::mlir::fp8::Recipe::Block, "block", "The amax of each block"),
               clEnumValN(::mlir::fp8::Recipe::MX, "mx", "The amax of 32 elements, as e8m0"))}]>,
    Option<"scope", "scope", "::mlir::fp8::ContractionScope",
           /*default=*/"::mlir::fp8::ContractionScope::Linear",
           "Which contractions are quantized",
           [{::llvm::cl::values(
               clEnumValN(::mlir::fp8::ContractionScope::Linear, "linear", "Linear layers"),
               clEnumValN(::mlir::fp8::ContractionScope::All, "all", "Attention too"))}]>,
    Option<"forwardFormat", "forward-format", "::mlir::fp8::Format",
           /*default=*/"::mlir::fp8::Format::E4M3",
           "Format of weights, activations and data",
           [{::llvm::cl::values(
               clEnumValN(::mlir::fp8::Format::E4M3, "e4m3", "Largest value 448"),
               clEnumValN(::mlir::fp8::Format::E5M2, "e5m2", "Largest value 57344"))}]>,
    Option<"backwardFormat", "backward-format", "::mlir::fp8::Format",
           /*default=*/"::mlir::fp8::Format::E5M2", "Format of gradients",
           [{::llvm::cl::values(
               clEnumValN(::mlir::fp8::Format::E4M3, "e4m3", "Largest value 448"),
               clEnumValN(::mlir::fp8::Format::E5M2, "e5m2", "Largest value 57344"))}]>,
    Option<"margin", "margin", "int64_t", /*default=*/"0",
           "Divide the largest value of the format by two to this power">,
    Option<"pow2", "pow2", "bool", /*default=*/"false",
           "Round scales down to powers of two">,
    Option<"epsilon", "epsilon", "float", /*default=*/"0.0",
           "The least amax">,
    Option<"historyLength", "history-length", "int64_t", /*default=*/"1024",
           "Steps of amaxes that the delayed recipe keeps">,
    Option<"amaxAlgo", "amax-algo", "::mlir::fp8::AmaxAlgo",
           /*default=*/"::mlir::fp8::AmaxAlgo::Max",
           "Which amax of the history sets the scale",
           [{::llvm::cl::values(
               clEnumValN(::mlir::fp8::AmaxAlgo::Max, "max", "The largest"),
               clEnumValN(::mlir::fp8::AmaxAlgo::MostRecent, "most_recent", "The last"))}]>,
    Option<"blockSize", "block-size", "int64_t", /*default=*/"128",
           "Elements of a block along the reduced dimension, and the side of the "
           "square blocks of weights">,
    Option<"minElements", "min-elements", "int64_t", /*default=*/"0",
           "Keep contractions wide that have an operand of fewer elements">,
    ListOption<"skip", "skip", "std::string",
           "Regular expressions: keep the linear layers wide whose weight has a "
           "matching name">,
    ListOption<"override", "override", "std::string",
           "PATTERN=WHAT: what tensors of matching names have of their own, wide, "
           "e4m3, e5m2, tensor, row, mx or block:MxN">,
    ListOption<"wideSteps", "wide-steps", "std::string",
           "PATTERN@FROM-TO: keep tensors of matching names wide at these steps">,
    Option<"loss", "loss", "int64_t", /*default=*/"-1",
           "The number of the result that is the loss; -1 to find it">
  ];
}

def FP8AssignStorage : Pass<"fp8-assign-storage", "::mlir::ModuleOp"> {
  let summary = "Choose how parameters and moments are kept between steps";
  let description = [{
    Takes the states of every `fp8.update` of `@step`, and of `@step0` and
    `@step_wide<N>` beside it, from plain f32 to the planes that a preset says.
    The math of the update stays as it is.

    | preset | parameter | first moment | second moment | bytes |
    |---|---|---|---|---|
    | `fp32` | f32 | f32 | f32 | 12 |
    | `bf16-residual` | bf16, bf16 compensation | bf16 | bf16, stochastic | 8 |
    | `fp8-split8` | e4m3, 8 more bits, stochastic | e4m3 in groups of 128 | ue4m4 in groups of 128, stochastic | 4.1 |
    | `fp8-split16` | e4m3, 16 more bits | e4m3 in groups of 128 | ue4m4 in groups of 128, stochastic | 5.1 |

    A parameter takes the preset if a contraction reads it, as it is, rearranged
    or quantized; biases, norms and embeddings that are only gathered stay f32.
    `override=PATTERN=PRESET` gives one to the parameters of matching names.
    A second moment is a state that the update proves not to be negative. A
    moment that does not decay by a factor between 0 and 1 and an average of the
    weights stay f32. One that would stand still at nearest is rounded
    stochastically. All of this is in remarks.

    The argument and the result of a state keep its name and become its main
    plane. The other planes are last arguments and results:

    | name | state | what it is |
    |---|---|---|
    | `w.residual` | `residual` | what the main plane lacks |
    | `w.scale_inv` | `scale` | what decodes it: one number, or one per group |
    | `w.amax` | `amax` | the largest magnitude that is stored |
    | `fp8.rng` | `rng` | the seed of stochastic rounding |
    | `fp8.step` | `step` | counts steps, where the step has no integer that does |

    Streams of the counter RNG are numbered in the order of the names.

    Whoever else reads a parameter reads its main plane, decoded. An
    `fp8.quantize` of it to e4m3 by one scale of its own amax is gone: its
    readers take the codes that are stored, and their scale. Where it is
    quantized otherwise, by the scale of an earlier step or by rows, its readers
    read the residual as well, so that codes are rounded once.

    | `policy` | where the one scale of an e4m3 main plane comes from |
    |---|---|
    | `bounded` | the amax of the old value, a state, and a bound of the change, known before the pass |
    | `current` | the amax of the new value, by a probe, a pass of its own |
    | `delayed` | refused for a split: what saturates is lost |

    The bound follows the region: with `u` the quotient of Adam it is
    `(|1 - lr * wd| * amax + lr * K) * (1 + 2^-20)`, and `u` is clamped to `K` in
    the region; the sign of Lion has `K = 1`; of SGD the amaxes of gradient and
    moment are taken. Where an op of the region has no bound the policy is
    `current`, with a remark.

    `@pack` takes the f32 values to planes, to nearest, and `@unpack` back. The
    results of `@init` are packed.

    **Numerics**: changes: states are rounded as the preset says, once per step.

    **Before**: form 2 whose updates have states in f32, which are arguments
    (`fp8-annotate-states`, and `fp8-quantize-contractions` if contractions are
    quantized). **After**: form 2.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"preset", "preset", "::mlir::fp8::StoragePreset",
           /*default=*/"::mlir::fp8::StoragePreset::BF16Residual",
           "How parameters that contractions read are stored, and their moments",
           [{::llvm::cl::values(
               clEnumValN(::mlir::fp8::StoragePreset::FP32, "fp32", "As they are"),
               clEnumValN(::mlir::fp8::StoragePreset::BF16Residual, "bf16-residual", "bf16 with a bf16 compensation, moments in bf16"),
               clEnumValN(::mlir::fp8::StoragePreset::FP8Split8, "fp8-split8", "e4m3 and 8 more bits, moments in 8 bits"),
               clEnumValN(::mlir::fp8::StoragePreset::FP8Split16, "fp8-split16", "e4m3 and 16 more bits, moments in 8 bits"),
               clEnumValN(::mlir::fp8::StoragePreset::AnyPrecision, "anyprecision", "Refused: no storage does it"),
               clEnumValN(::mlir::fp8::StoragePreset::MSAMP, "msamp", "Refused: f16 has no scale"))}]>,
    ListOption<"override", "override", "std::string",
           "PATTERN=PRESET: how parameters of matching names are stored">,
    Option<"policy", "policy", "::mlir::fp8::ScalePolicy",
           /*default=*/"::mlir::fp8::ScalePolicy::Bounded",
           "Where the scale of an e4m3 parameter comes from",
           [{::llvm::cl::values(
               clEnumValN(::mlir::fp8::ScalePolicy::Current, "current", "The amax of the new value"),
               clEnumValN(::mlir::fp8::ScalePolicy::Bounded, "bounded", "The amax of the old value, and a bound of the change"),
               clEnumValN(::mlir::fp8::ScalePolicy::Delayed, "delayed", "The amaxes of earlier steps"))}]>
  ];
}

def FP8SimplifyCasts : Pass<"fp8-simplify-casts"> {
  let summary = "Elide, merge and move quantize and dequantize";
  let description = [{
    Moves quantizes towards the producers and dequantizes towards the readers,
    so that transposes, reshapes, slices, concats, broadcasts, pads and
    maxima with 0 act on codes, then merges what became equal.

    | rewrite | equal in every bit because | where |
    |---|---|---|
    | `quantize(dequantize(c))` is `c` | two roundings to 24 bits leave a code nearest to itself | f32 between; `c` made by an fp8 op; scales constant and tried for every code, or both of one `fp8.compute_scale` without margin and `pow2`; nearest |
    | `quantize(layout(x))` is `layout(quantize(x))` | a code depends on its element and the scale of its granule | granules map; nearest |
    | `quantize(concat(x, y))` is `concat(quantize(x), quantize(y))` | the same | `tensor`; nearest; amax unused; a part is decoded, or quantized so elsewhere |
    | `amax(layout(x))` is `amax(x)` | a maximum has no order and counts nothing twice | transpose, reshape, broadcast; `tensor` |
    | `layout(dequantize(c))` is `dequantize(layout(c))` | a number depends on its code and the scale of its granule | granules map; all readers are layouts, or it is a slice |
    | `concat(dequantize(c), dequantize(d))` is `dequantize(concat(c, d))` | the same | one scale, or the seam lies between granules |
    | equal quantizes are one; a quantized slice is a slice of the quantized whole | equal operands and attributes | slices: `tensor`; nearest |
    | an unused amax is not measured | nothing reads it | |
    | a dequantize stands before its first reader | order of pure ops | one block |

    Which layouts the granules follow:

    | granularity | transpose | reshape | slice | concat | broadcast, pad, max with 0 |
    |---|---|---|---|---|---|
    | `tensor` | any | any | any | one scale | yes; pad and maximum ask for a scale known to be positive and finite |
    | `row` | last dimension stays | last dimension stays | whole rows | not the last dimension | no |
    | `block MxN` | last two stay, or swap with M and N | last two stay | at block boundaries | at block boundaries | no |
    | `mx` | last dimension stays | last dimension stays | at multiples of 32 | at multiples of 32 | no |
    | `group N` | no | any | no | no | no |

    A maximum with 0 is an integer maximum on codes, which must be made by an
    fp8 op: others may hold a NaN with a sign. `dequantize(quantize(x))` stays:
    it rounds. What stays for a reason gets a remark that gives it.

    **Numerics**: same.

    **Before**: form 2. **After**: form 2.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::fp8::FP8Dialect"
  ];
}

//===----------------------------------------------------------------------===//
// Initial values
//===----------------------------------------------------------------------===//

def FP8PropagateInit : Pass<"fp8-propagate-init"> {
  let summary = "Give masters the initial values, and not their FP8 image";
  let description = [{
    What decodes the codes of an `fp8.init` by the scale that it made, an
    `fp8.dequantize` or a product with the decoded codes, is replaced by the
    wide values of that op, which gets them as a result where it lacks them: a
    master, a moment or a second copy that is computed from a decoded parameter
    then starts from what the parameter was drawn as.

    | use of the decoded codes | reads afterwards |
    |---|---|
    | any other, a result of the function included | the wide values |
    | the subtrahend of a difference | the codes: what rounding left over, a residual, is the difference to them |
    | a contraction | the codes, as in every step |

    Readers in bf16 and f16 get the values rounded from f32 once, by
    `fp8.convert` where others read f32.

    **Numerics**: changes: the readers' values are no longer rounded to codes.

    **Before**: tensors with `fp8.init`, mostly in `@init`. **After**: the same.
  }];
  let dependentDialects = [
    "::mlir::fp8::FP8Dialect", "::mlir::tensor::TensorDialect"
  ];
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

def FP8CheckNumerics : Pass<"fp8-check-numerics", "::mlir::ModuleOp"> {
  let summary = "Refuse scales and casts that are known to fail";
  let description = [{
    Rules follow scales, amaxes, codes and states, and bound values by
    intervals: constants, codes, ReLU, tanh, softmax, sums over static extents.
    A rule reports what it proves, and is silent where it knows too little.
    Every finding names the operand, the numbers and a remedy.

    | rule | what it finds |
    |---|---|
    | `block-tail` | warning: the last granule of a quantize has at most 4 elements, or the blocks of two operands differ along their sum; remark: groups that do not divide rows |
    | `decay-stall` | a state rounded to nearest whose decay, weight decay included, changes it by less than half a unit: it stands still |
    | `delayed-start` | a step with delayed scales and no `@step0`: the first step encodes by the initial value, 1 |
    | `delayed-window` | warning: delayed scales of one step, without a margin |
    | `e5m2-forward` | a contraction of class `fwd` with an e5m2 operand |
    | `overflow-window` | a constant scale, or one of a multiple of the input, under which it saturates; results of dequantizes, contractions and casts that exceed their type; constant scales without a normal inverse; an epsilon that lets the scale overflow |
    | `saturating-chain` | f32 to bf16 or f16 to 8 bits where nothing else reads the 16 bits; codes decoded and encoded again by another format, granularity or scale |
    | `scale-reuse` | the scale of another tensor, format or step; a scale for its inverse; a scale state that no result updates; codes and scales of a state that are updated apart |
    | `split-delayed` | a split whose scale does not come from this step: a value that outgrows it saturates, and there is no other copy |
    | `underflow-window` | a constant scale, margin or epsilon under which every code is subnormal or zero |
    | `unguarded-scale` | a scale that is divided by an amax, which may be 0: zeros become NaN |

    `fp8.allow`, an array of names of rules on an op, on its function or on the
    module, turns findings there into remarks of the category
    `fp8-check-numerics`; so does the option `allow` everywhere.

    **Numerics**: same; the module does not change.

    **Before**: tensors with fp8 ops (form 2). **After**: the same.
  }];
  let options = [
    ListOption<"only", "only", "std::string", "Check these rules only">,
    ListOption<"disable", "disable", "std::string", "Do not check these rules">,
    ListOption<"allow", "allow", "std::string",
               "Findings of these rules are remarks">
  ];
}

//===----------------------------------------------------------------------===//
// Observation
//===----------------------------------------------------------------------===//

def FP8Report : Pass<"fp8-report", "::mlir::ModuleOp"> {
  let summary = "Write what a step launches, moves and keeps";
  let description = [{
    For every public function: launches and functions per kind of kernel,
    products, and the bytes that each has to move: every operand once, of a
    gather what it reads. Form 4b adds the bytes of arguments, results,
    constants and the arena.

    `live_peak_bytes` is the largest sum over the list of launches of the
    buffers that lie in the arena, each from the first to the last op that
    touches it: no arena for this list is smaller. The buffers of that moment
    come with the op that makes them, largest first.

    **Numerics**: same; the module does not change.

    **Before**: form 4a or 4b. **After**: the same.
  }];
  let options = [
    Option<"format", "format", "std::string", /*default=*/"\"table\"",
           "table or json">,
    Option<"output", "output", "std::string", /*default=*/"\"-\"",
           "The file to write, - for the standard output">,
    Option<"numBuffers", "buffers", "unsigned", /*default=*/"8",
           "How many of the largest buffers to list">
  ];
}

def FP8Observe : Pass<"fp8-observe", "::mlir::ModuleOp"> {
  let summary = "Return what quantizes see as further results";
  let description = [{
    Appends results to every exported function that nothing in the module
    calls. Each `fp8.quantize`, under the name that its `fp8.name` gives, adds

    | with | result | type | what it is |
    |---|---|---|---|
    | `dump` | `<name>.input` | of the input | the value before scaling |
    | `dump` | `<name>.codes` | of the codes | the codes |
    | `dump` | `<name>.scale_inv` | of the inverse scales | what decodes them |
    | `health` | `<name>.saturations` | `tensor<i64>` | elements clamped to the largest value, infinities included |
    | `health` | `<name>.underflows` | `tensor<i64>` | elements that are not zero, but whose code is |
    | `health` | `<name>.nonfinite_amax` | `tensor<i64>` | 1 if some element is an infinity or NaN, else 0 |
    | `health` | `<name>.elements` | `tensor<i64>` | how many there are |

    An element counts as clamped where a format with more exponents would have
    rounded it past the largest value; in between it is only rounded, as the
    amax under its own scale often is. Ops without a name are called
    `quantize`; a name that is taken gets a number.

    **Numerics**: same; the other results do not change.

    **Before**: form 2, tensors. **After**: form 2; quantizes inside of other
    ops are left alone, with a warning.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"dump", "dump", "bool", /*default=*/"false",
           "Input, codes and inverse scale">,
    Option<"health", "health", "bool", /*default=*/"false",
           "Saturations, underflows and non-finite amaxes">
  ];
}

#endif // FP8_TRANSFORMS_PASSES_TD
