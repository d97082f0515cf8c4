//===- TrainPasses.td - from form 1 to form 2 --------------*- tablegen -*-===//
#ifndef FP8_TRANSFORMS_TRAINPASSES_TD
#define FP8_TRANSFORMS_TRAINPASSES_TD

include "mlir/Pass/PassBase.td"

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

def FP8ImportTorch : Pass<"fp8-import-torch", "::mlir::ModuleOp"> {
  let summary = "Replace what torch-mlir leaves beside plain linalg";
  let description = [{
    Graphs of PyTorch hold few ops beside linalg, arith and math:

    | op | becomes |
    |---|---|
    | `tm_tensor.scatter` that adds, at positions on the first dimensions | `fp8.scatter_add` |
    | another one, in which all coordinates but few count rows, as the gradient of a gather does | `linalg.generic` that compares the others and selects |
    | `tm_tensor.scan` that adds | `linalg.generic` that sums what is not after an element |
    | `math.fpowi` of a constant exponent | multiplications, by repeated squaring |
    | `math.fpowi` of another one | `math.powf` |
    | `cf.assert` | nothing: kernels cannot stop; `fp8-run` checks what indices it feeds |
    | `ml_program.global`, as of the seed of dropout | the last argument and the last result of the step, or a constant if nobody writes it |
    | `tensor.concat` of tensors that were cast to dynamic shapes | `tensor.concat` of these tensors |
    | `tensor.insert` into a tensor of rank 0 | `tensor.from_elements` |

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

def FP8NarrowF64 : Pass<"fp8-narrow-f64"> {
  let summary = "Compute in f32 what a graph of f32 tensors computes in f64";
  let description = [{
    Frontends write constants, means and variances of f32 graphs in f64, which
    the library that they were captured from computes in f32, and GPUs compute
    up to 64 times as slowly. Every f64 value becomes one of f32: constants are
    rounded, casts between f32 and f64 disappear.

    Arguments and results of functions keep their types, and are cast. What
    looks into the bits of an f64 stays, with all others of its function.

    **Numerics**: differs: operations on f64 round to f32. A remark counts them.

    **Before**: form 1 or 2. **After**: f64 in signatures alone.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
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

def FP8SetWideType : Pass<"fp8-set-wide-type", "::mlir::ModuleOp"> {
  let summary = "Keep activations and gradients in bf16";
  let description = [{
    A graph that was captured in f32 keeps every activation in f32. Under `type`
    `bf16` values that kernels hand on are rounded to bf16 once, where they are
    made, and whoever reads one reads the rounded value. Which values those are
    follows from dataflow alone, and not from what a target fuses: all targets
    round alike.

    Ops are counted in *stages*. A contraction, a reduction that is not along
    rows, a scatter, a loop and every other op that needs all of its operand ends
    a stage; elementwise ops, reductions along rows and layouts do not. A float
    tensor that depends on data is kept in bf16 if

    - a contraction makes it, or
    - a contraction or an op of a later stage reads it, through layouts or
      directly, and it is no reduction, nor computed from reductions alone.

    So the statistics of norms and softmaxes, what they are computed from within
    a kernel, the loss and all sums stay in f32. So do gradients that
    `fp8.update` reads, and what is added to them or scaled for it alone, as for a
    weight that is used twice: they are sums over the batch. Parameters and the
    states of the optimizer are the matter of `--fp8-assign-storage`.

    Contractions take codes or bf16, parameters rounded once for all of them,
    accumulate in f32 and give bf16, or the f32 that an update reads.
    `fp8.quantize` reads bf16 where the value is kept, as under `current`
    scaling, whose amax ends a stage; else f32 is rounded to 8 bits directly.

    Products whose factors are narrow already, or of f64, stay as they are.
    Tensors of dynamic shape are refused.

    **Numerics**: changes: one rounding to bf16, to nearest even, per value that
    is kept.

    **Before**: form 2, after `fp8-quantize-contractions`, before
    `fp8-microbatches`. **After**: form 2.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"type", "type", "std::string", /*default=*/"\"bf16\"",
           "f32, as they are, or bf16">,
    Option<"loss", "loss", "int64_t", /*default=*/"-1",
           "The number of the result that is the loss; -1 to find it">
  ];
}

def FP8Remat : Pass<"fp8-remat", "::mlir::ModuleOp"> {
  let summary = "Compute values of the forward again instead of keeping them";
  let description = [{
    What the forward computes and the backward reads is kept in between. Under
    `mode` some of it is computed a second time, right before the backward reads
    it, and what that needs is kept instead.

    | `mode` | is computed again |
    |---|---|
    | `none` | nothing; what is kept is counted |
    | `selective` | elementwise ops, norms, softmaxes, layouts, gathers, as far as fewer bytes are kept |
    | `full` | products too, from the operands that are kept, as far as fewer bytes are kept |

    `budget` is a number of bytes: no more is computed again than it takes to
    keep no more than that, under `full` if no mode is given. Where even all of
    it does not, an error says what the least is.

    Always kept are

    - the codes of `fp8.quantize`, with their scales: what a contraction of the
      backward reads is never rounded a second time;
    - what has one element, scales and amaxes among it, and reductions to an
      eighth or less, such as the statistics of rows;
    - *checkpoints*: what a later part of the forward reads of an earlier one. The
      forward is cut where little passes from one part to the next: between two
      products, at the last point where least passes, if no less does between
      the two before or the two after. The residual stream between two blocks of
      a transformer passes there alone, and so do codes. So a part recomputes
      from its checkpoints and never from those of other parts, and each op runs
      at most twice;
    - what the first products of the backward read, and ops before there is a
      product to wait for: it would be recomputed when it has just been computed.

    Bytes are counted in this form: arguments, results, parameters and their
    codes, views and widened copies count nothing. Which values of a part are
    kept is a minimum cut: the fewest bytes, then the least work, of which a
    byte that an op reads or writes and 16 multiplications and additions of a
    product are a unit. Under a budget work has a price instead, the highest
    power of two at which little enough is kept, and twice that in as many parts
    as can have it; of this with products and without, the lesser work.

    What is a parameter or another tensor repeated eight times or more, and
    depends on no data, is repeated by each reader of the backward. Ops of the
    backward that read nothing but what the forward has wait like recomputed
    ones: fusion would compute them in the forward, and keep what they compute.

    Recomputed ops read what is kept through `fp8.barrier`, after the last
    product of the backward that their first reader depends on. None waits for a
    contraction that is a sum in another kernel, as of a matrix and a vector, or
    whose result goes to the update of a parameter alone, through elementwise
    ops at most: the kernel that overwrites the parameter may make it, and what
    waits may read the parameter. Each recomputed op has a remark, as has each
    function; the attribute `fp8.remat` of the function tells `--fp8-report` the
    sums.

    A step needs no result that is the loss. Its backward begins at the first
    contraction that the forward does not hold.

    **Numerics**: same: the ops are those of the forward, on the same values.

    **Before**: form 2, after `fp8-set-wide-type`, before `fp8-microbatches`.
    **After**: form 2.
  }];
  let dependentDialects = ["::mlir::fp8::FP8Dialect"];
  let options = [
    Option<"mode", "mode", "::mlir::fp8::RematMode",
           /*default=*/"::mlir::fp8::RematMode::None", "What is computed again",
           [{::llvm::cl::values(
               clEnumValN(::mlir::fp8::RematMode::None, "none", "Nothing"),
               clEnumValN(::mlir::fp8::RematMode::Selective, "selective", "All but products, where it saves memory"),
               clEnumValN(::mlir::fp8::RematMode::Full, "full", "Whatever saves memory"))}]>,
    Option<"budget", "budget", "int64_t", /*default=*/"-1",
           "The most bytes to keep from the forward to the backward; -1 for no "
           "bound">,
    Option<"loss", "loss", "int64_t", /*default=*/"-1",
           "The number of the result that is the loss; -1 to find it">
  ];
}

def FP8Microbatches : Pass<"fp8-microbatches", "::mlir::ModuleOp"> {
  let summary = "Take one step from the gradients of several micro-batches";
  let description = [{
    The graph is the step of one micro-batch. It becomes one that takes `number`
    of them: the forward and the backward run for one after the other, gradients
    are added in f32 in that order and multiplied by `1 / number`, and the
    updates run once. `@step0` and `@step_wide<N>` change alike.

    Arguments that no result overwrites are batches, and get a leading dimension
    of extent `number` and the attribute `fp8.microbatches`. Those of rank 0, such
    as rates, those with `fp8.state`, which are frozen, and those whose names
    match a regular expression of `shared` stay: every micro-batch reads them.

    | what | how often it is computed |
    |---|---|
    | what depends on no batch: quantized weights, their layouts | once |
    | the forward, the backward | once per micro-batch |
    | updates, norms of gradients, factors that clip, scales of later steps | once, of all |

    | what the last row reads | is |
    |---|---|
    | the gradient that an `fp8.update` reads | the mean of the gradients |
    | one that something else reads first, which is not linear in it: a norm, a clamp by row | their mean, there |
    | the amaxes that `fp8.update_scales` reads | their maximum |

    | result | becomes |
    |---|---|
    | a state | its new value, from one update |
    | the loss | the mean of the losses, in the same order |
    | a gradient that is no state | the mean |
    | what is computed from gradients, not linearly, and from updates | that of the means |
    | any other that depends on a batch | one per micro-batch, along a new first dimension |

    What is linear in gradients is found by dataflow, from the contractions
    after the loss on that read what the forward computed. An update that reads a
    value of the forward is refused: whatever it computes, it is no gradient. So
    is one that reads, before the sum over examples, what each example has its
    own of, as clipping by example does: dimensions of batches are followed, and
    those that no parameter has tell examples apart. A result of such a shape is
    one per micro-batch.

    What derives from the state of a random number generator or from the number
    of the step is computed once, and is the same for all micro-batches; where
    the forward reads it, a remark says so.

    Stochastic rounding in the forward and the backward of micro-batch `i` draws
    under use 16 + i.

    Ops are repeated, not looped over, as forms 4a and 4b are lists: kernels do
    not multiply, since equal ones share a function.

    **Numerics**: changes, as the sums over a batch are grouped.

    **Before**: form 1 or 2 after `fp8-annotate-states` and
    `fp8-raise-updates`. **After**: the same form.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"number", "number", "int64_t", /*default=*/"1",
           "How many micro-batches a step takes">,
    ListOption<"shared", "shared", "std::string",
           "Regular expressions: arguments of matching names are the same for "
           "all micro-batches">,
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
    | `anyprecision` | bf16, bf16 compensation that the decay is outside of | bf16 | bf16 | 8 |
    | `msamp` | f16 by a scale | e4m3 by a scale | f16 by a scale | 5 |

    The last two are what others do, to compare with. `anyprecision` is
    AnyPrecisionAdamW: an update that is AdamW is written anew, with `arith.truncf`
    after every operation that rounds to bf16 there; any other is refused, and
    so is one update of several parameters that are stored.
    `msamp` is the second level of MS-AMP: one scale per tensor, a power of two
    of the amax of the new value. What `--fp8-check-numerics` finds in them is
    allowed by an attribute.

    A parameter takes the preset if a contraction reads it, as it is, rearranged
    or quantized; biases, norms and embeddings that are only gathered stay f32.
    `override=PATTERN=PRESET` gives one to the parameters of matching names, and
    `override=PATTERN=PRESET:GRANULES` the moments of an 8-bit one `group:N` or
    `block:MxN`. By default those of the output layer, whose result no other
    parameter is multiplied with, have columns of 128, `block:128x1`, where rows
    run over the symbols.
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
               clEnumValN(::mlir::fp8::StoragePreset::AnyPrecision, "anyprecision", "As AnyPrecisionAdamW: bf16, with a bf16 compensation"),
               clEnumValN(::mlir::fp8::StoragePreset::MSAMP, "msamp", "As MS-AMP: f16 and e4m3, with a scale per tensor"))}]>,
    ListOption<"override", "override", "std::string",
           "PATTERN=PRESET[:GRANULES]: how parameters of matching names are stored">,
    Option<"policy", "policy", "::mlir::fp8::ScalePolicy",
           /*default=*/"::mlir::fp8::ScalePolicy::Bounded",
           "Where the scale of an e4m3 parameter comes from",
           [{::llvm::cl::values(
               clEnumValN(::mlir::fp8::ScalePolicy::Current, "current", "The amax of the new value"),
               clEnumValN(::mlir::fp8::ScalePolicy::Bounded, "bounded", "The amax of the old value, and a bound of the change"),
               clEnumValN(::mlir::fp8::ScalePolicy::Delayed, "delayed", "The amaxes of earlier steps"))}]>
  ];
}

def FP8LateNorm : Pass<"fp8-late-norm", "::mlir::ModuleOp"> {
  let summary = "Clip gradients by the norm of the step before";
  let description = [{
    Where gradients are clipped by a global norm, no update can begin before the
    last gradient is there: all of them wait in memory. With this pass the step
    clips by the norm of the step before, a new state, and hands on its own:

    | name | state | starts as |
    |---|---|---|
    | `fp8.grad_norm` | `moment` | 0: nothing is clipped in the first step |

    The norm is the value of rank 0 that joins the reductions of all gradients,
    and its square root if nothing else is read of it: what the scalars of
    updates are computed from, and no tensor. Readers that are results of the
    step, such as a norm that is logged, keep the norm of the step itself.

    A step that is skipped, by what any of these updates skips, or whose norm is
    not finite hands on the norm that it was given. Scalars have to be bounded
    where the norm is 0: a quotient by the norm stands under a minimum, or in a
    select whose comparison is known there. Else it is an error.

    A step without such a value is left alone, with a remark; one that changes
    scalars of updates by several is an error.

    **Numerics**: changes: the clip factor of a step follows from the gradients
    of the step before it.

    **Before**: form 2 with `fp8.update`. **After**: form 2.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect"];
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

#endif // FP8_TRANSFORMS_TRAINPASSES_TD
