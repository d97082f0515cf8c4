//===- Passes.td - what a step keeps and stores ------------*- tablegen -*-===//
#ifndef FP8_TRAINING_PASSES_TD
#define FP8_TRAINING_PASSES_TD

include "mlir/Pass/PassBase.td"

def SetWideTypePass : Pass<"fp8-set-wide-type", "::mlir::ModuleOp"> {
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

    **Before**: Scaled form, after `fp8-quantize-contractions`, before
    `fp8-microbatches`. **After**: Scaled form.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"type", "type", "::mlir::fp8::WideType",
           /*default=*/"::mlir::fp8::WideType::BF16",
           "What activations and gradients are kept in">,
    Option<"loss", "loss", "std::string", /*default=*/"\"-1\"",
           "The results that are losses, by number or name, separated by commas; "
           "-1 for those that are known or found">
  ];
}

def RematPass : Pass<"fp8-remat", "::mlir::ModuleOp"> {
  let summary = "Recompute values of the forward instead of keeping them";
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

    **Before**: Scaled form, after `fp8-set-wide-type`, before `fp8-microbatches`.
    **After**: Scaled form.
  }];
  let dependentDialects = ["::mlir::fp8::FP8Dialect"];
  let options = [
    Option<"mode", "mode", "::mlir::fp8::RematMode",
           /*default=*/"::mlir::fp8::RematMode::None", "What is computed again">,
    Option<"budget", "budget", "int64_t", /*default=*/"-1",
           "The most bytes to keep from the forward to the backward; -1 for no "
           "bound">,
    Option<"loss", "loss", "std::string", /*default=*/"\"-1\"",
           "The results that are losses, by number or name, separated by commas; "
           "-1 for those that are known or found">
  ];
}

def MicrobatchesPass : Pass<"fp8-microbatches", "::mlir::ModuleOp"> {
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
    | the loss, and what is computed from it alone: the rate of Polyak steps, the best loss so far | the mean of the losses, and what is computed from that |
    | the amaxes that `fp8.update_scales` reads | their maximum |

    | result | becomes |
    |---|---|
    | a state | its new value, from one update |
    | a running statistic | its new value, from one update per micro-batch, in order |
    | the loss | the mean of the losses, in the same order |
    | a gradient that is no state | the mean |
    | what is computed from gradients, not linearly, and from updates | that of the means |
    | any other that depends on a batch | one per micro-batch, along a new first dimension |

    A gradient may be taken at what was computed from gradients: at the new
    weights of a discriminator, at those of the epoch before, at weights that
    are moved along the gradient by its norm. Then there are *phases*: all
    micro-batches go through one before the next begins, so that every update,
    and whatever is not linear in gradients, is of their mean. What the loss
    itself depends on is of each micro-batch, statistics of a batch norm and
    gradients in a loss included.

    A statistic of the forward in a state that nothing else reads, as the
    running mean of a batch norm, goes from micro-batch to micro-batch as it
    would from step to step. So does a state that the loss reads if `fp8.state`
    says `moment`: without that it is a parameter. Where the new value depends
    on a counter that steps once, neither does.

    What is linear in gradients is found by dataflow, from the contractions
    after the loss on that read what the forward computed. An update that reads a
    value of the forward is refused: whatever it computes, it is no gradient. So
    is one that reads, before the sum over examples, what each example has its
    own of, as clipping by example does: dimensions of batches are followed, and
    those that no parameter has tell examples apart. A result of such a shape is
    one per micro-batch.

    The loss is the one that the step returns: gradients are those of the mean of
    the losses, and so an optimizer that reads it reads this mean, as in a step
    of the whole batch. What the backward computes from the loss, before its
    first product, is of each micro-batch; where a value that follows from the
    loss meets a gradient, both are of all. Another value of the forward that an
    optimizer reads, such as a count of examples, is refused.

    What derives from the state of a random number generator or from the number
    of the step is computed once, and is the same for all micro-batches; where
    the forward reads it, a remark says so.

    Stochastic rounding in the forward and the backward of micro-batch `i` draws
    under use 16 + i.

    Ops are repeated, not looped over, as Fused and Planned form are lists: kernels do
    not multiply, since equal ones share a function.

    **Numerics**: changes, as the sums over a batch are grouped.

    **Before**: Model or Scaled form after `fp8-annotate-states` and
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
    Option<"loss", "loss", "std::string", /*default=*/"\"-1\"",
           "The results that are losses, by number or name, separated by commas; "
           "-1 for those that are known or found">
  ];
}

def LateNormPass : Pass<"fp8-late-norm", "::mlir::ModuleOp"> {
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
    not finite hands on the norm that it was given. Updates have to be bounded
    where the norm is 0: a quotient by the norm stands under a minimum, or in a
    select whose comparison is known there, or is one by a maximum of the norm
    and a number of at least 1. Else it is an error.

    A step without such a value is left alone, with a remark; one that changes
    scalars of updates by several is an error.

    **Numerics**: changes: the clip factor of a step follows from the gradients
    of the step before it.

    **Before**: Scaled form with `fp8.update`. **After**: Scaled form.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect"];
}

def AssignStoragePass : Pass<"fp8-assign-storage", "::mlir::ModuleOp"> {
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
    so is one update of several parameters that are stored. Its moments and its
    compensation may have other types, bf16, f16 or f32:
    `anyprecision:m=f32,v=bf16,c=f16`.
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
    moment that does not decay by a factor between 0 and 1, a copy or average of
    the weights, and what others divide by as it is stored stay f32. So does a
    parameter whose new value comes from the old one outside of its update.
    Residuals and moments in 8 bits are rounded stochastically, and so is a
    moment in bf16 that would stand still at nearest. All of this is in remarks.

    The argument and the result of a state keep its name and become its main
    plane. The other planes are last arguments and results:

    | name | state | what it is |
    |---|---|---|
    | `w.residual` | `residual` | what the main plane lacks |
    | `w.scale_inv` | `scale` | what decodes it: one number, or one per group |
    | `w.amax` | `amax` | the largest magnitude that is stored |
    | `fp8.rng` | `rng` | the seed of stochastic rounding |
    | `fp8.step` | `step` | counts steps, where the step has no integer that does |

    Streams of the counter RNG are numbered in the order of the names of
    parameters. The streams 2k and 2k + 1 belong to one parameter: a pair is that
    of its residual, another that of its second and its first moment.

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

    **Before**: Scaled form whose updates have states in f32, which are arguments
    (`fp8-annotate-states`, and `fp8-quantize-contractions` if contractions are
    quantized). **After**: Scaled form.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"preset", "preset", "::mlir::fp8::StoragePreset",
           /*default=*/"::mlir::fp8::StoragePreset::BF16Residual",
           "How parameters that contractions read are stored, and their moments">,
    ListOption<"override", "override", "std::string",
           "PATTERN=PRESET[:GRANULES]: how parameters of matching names are stored">,
    Option<"policy", "policy", "::mlir::fp8::ScalePolicy",
           /*default=*/"::mlir::fp8::ScalePolicy::Bounded",
           "Where the scale of an e4m3 parameter comes from">
  ];
}

#endif // FP8_TRAINING_PASSES_TD
