//===- Passes.td - the structure of a training step --------*- tablegen -*-===//
#ifndef FP8_RAISE_PASSES_TD
#define FP8_RAISE_PASSES_TD

include "mlir/Pass/PassBase.td"

def AnnotateStatesPass : Pass<"fp8-annotate-states", "::mlir::ModuleOp"> {
  let summary = "Find the training step and name its states";
  let description = [{
    Pairs every result of the entry with the argument that it overwrites and
    writes what was found as attributes of arguments and results: `fp8.name`,
    `fp8.state`, `fp8.updates` and `fp8.loss`. Attributes that are there stay and decide:
    where some results say what they overwrite, one with an `fp8.name` that does
    not say so overwrites nothing. Any other result pairs with itself if it is
    an argument, else by `tf.aliasing_output`, unless that is about memory alone:
    the loss is among the results of the type, or a result and an argument are
    closer to each other than to their partners. Then the aliases say which
    arguments of the type are states. Else it pairs with an argument of its type
    that it is computed from elementwise: the only one, or the one with the
    fewest ops between, or the one at the distance between result and argument
    that most pairs share, or in order, which a remark says. What none of these
    decides is an error that prints the attribute to add. A state that is computed from its old
    value in another way, as the vector of a power iteration is, pairs by its
    place: between results that overwrite states, or with such ones in one part
    of what `jax.result_info` says of results, where the argument is that is as
    far away as theirs are, unless attributes say which states there are. Casts
    of new states, as of masters of parameters in bf16, pair in order with the
    arguments of their type that the loss reads, if these are as many. The only
    argument of an integer type that is left, such as the key of a generator,
    pairs with the only result of the type that is left, if that is computed from
    this argument and from counters alone.

    The entry is named by `entry`, or is `@step`, or is the only public function
    with a body. It becomes `@step`, and `fp8.entry` keeps its name.

    | kind | a state is of this kind where |
    |---|---|
    | `param` | the forward reads it, or it is a matrix returned unchanged |
    | `moment` | only updates read it |
    | `step` | it has one element and grows by a constant |

    The losses are found here, once; every later pass reads `fp8.loss`. They are
    the results that `loss` lists, as both losses of a GAN, or that have the
    attribute; else the result called `loss`; else the float of one element that
    products lead to, by floats alone, and that some state learns from. New
    states and measures of gradients are none. Of several, the loss is the one
    that contains the others: all their products lead to it, and it is computed
    from them where the same products do. If there is no such result, an error
    lists them. A remark says so if no result is the loss.

    An elementwise `linalg.generic` with several results becomes one for each,
    so that a state is paired by what it is computed from.

    Other states, such as loss scales and random keys, get no kind. Results that
    overwrite nothing although an unread argument of their type exists are a
    warning: captures that hand one tensor to two states look like this.

    A remark lists arguments that look like states and are in no pair, with the
    attribute to add: those of the type of a result that overwrites nothing, if
    the result is computed from the argument, or if the loss does not read the
    argument. A result that reads integers through floats, as a prediction reads
    tokens, or that reads products of the backward, as a gradient does, is no new
    value of an argument of the forward. Another remark lists states that may have
    changed places: one is returned as it was, another of its type is stepped, and
    the results are in the opposite order of the arguments.

    **Numerics**: same.

    **Before**: Model form without private calls. **After**: Model form with `@step`,
    whose arguments and results are all named, and whose losses have `fp8.loss`.
  }];
  let dependentDialects = ["::mlir::fp8::FP8Dialect"];
  let options = [
    Option<"entry", "entry", "std::string", /*default=*/"",
           "The function that is the training step">,
    Option<"loss", "loss", "std::string", /*default=*/"\"-1\"",
           "The results that are losses, by number or name, separated by commas; "
           "-1 for those that are known or found">
  ];
}

def RaiseScatterPass : Pass<"fp8-raise-scatter"> {
  let summary = "Rewrite loops that add slices at given positions";
  let description = [{
    An `scf.for` that reads a slice or an element of its only iteration
    argument at indices taken from a tensor, adds the slice or element of
    another tensor, and inserts the sum at the same place, becomes one
    `fp8.scatter_add`. So does a nest of loops that adds a slice element by
    element. Embedding gradients arrive as such loops.

    **Numerics**: same: the additions keep their order.

    **Before**: Model or Scaled form. **After**: loops that differ stay; a remark says in
    what.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def RaisePatternsPass : Pass<"fp8-raise-patterns", "::mlir::ModuleOp"> {
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

    These are ops of `arith` and `math` on tensors, or each the one op in the
    body of a `linalg.generic` that reads and writes element by element, as
    frontends emit them before anything fuses; factors may be broadcast by
    `linalg.fill`, `linalg.broadcast`, `tensor.splat` or such a generic. Named
    elementwise ops (`linalg.mul`, `linalg.map`) and bodies of several ops are not
    read: `--linalg-generalize-named-ops` makes generics of the former.
    Contractions are any op of linalg that is one by its indexing maps. A clamp
    is a pair of `maximumf`, `minimumf` or ordered compare and select, in any
    order; private functions that only clamp are inlined first. A module without
    casts from or to codes stays as it is.

    `--fp8-train-pipeline` raises casts before it looks for states and
    contractions afterwards, so that analyses see what is a contraction; the
    pipelines of targets raise both. What
    looks alike but differs for some input stays, and a remark of the category
    `fp8-raise-patterns` says in what. Two options accept a difference:

    | option | spelled | becomes | differs |
    |---|---|---|---|
    | `reciprocal` | `x / s` | `x * (1 / s)` | by the rounding of `1 / s` |
    | `finite-scales` | `max / max(amax, e)` by way of f64 (torchao) | `fp8.compute_scale` | amax infinite: 1, not 0; NaN: 1, not NaN |
    | `finite-scales` | `a > 0` and finite ? `max / a` : previous (flax) | `fp8.compute_scale keeping` | the quotient overflows: the largest float, not infinity |

    **Numerics**: same, but for which NaN an op of arith returns; under an
    option as the table says.

    **Before**: Model or Scaled form, inlined. **After**: the same, with fp8 ops.
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
           "infinity and NaN">,
    Option<"only", "only", "::mlir::fp8::RaisedOps",
           /*default=*/"::mlir::fp8::RaisedOps::All", "Which ops are raised">
  ];
}

def RaiseUpdatesPass : Pass<"fp8-raise-updates", "::mlir::ModuleOp"> {
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
    So do sums over what it computes, as norms are, but not those that the loss
    depends on, as penalties on parameters: these come before the gradients.
    Where a scalar is computed from new values, as the trust ratio of LAMB is,
    the parameter takes two updates: the first writes the moments, the second
    reads them as they are stored. Where one condition on scalars says whether
    all states are kept, as where gradients overflow, it becomes `skip`. An
    elementwise `linalg.generic` with several results becomes one for each.

    **Numerics**: same.

    **Before**: Model form, after inlining, canonicalization and CSE. **After**: the
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
    Option<"loss", "loss", "std::string", /*default=*/"\"-1\"",
           "The results that are losses, by number or name, separated by commas; "
           "-1 for those that are known or found">
  ];
}

def ExpandOptimizersPass : Pass<"fp8-expand-optimizers"> {
  let summary = "Replace named optimizers by fp8.update";
  let description = [{
    Expands `fp8.sgd`, `fp8.adam`, `fp8.adamw`, `fp8.lion`, `fp8.adagrad`,
    `fp8.rmsprop` and `fp8.lamb` to one `fp8.update`, or two, whose regions hold
    the operations of their descriptions. Storage, scales, draws and all
    attributes that the dialect does not know are kept.

    **Numerics**: defines the result. `--fp8-decompose` and the reference
    evaluator run the same expansion.

    **Before**: Scaled form. **After**: no named optimizer.
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

#endif // FP8_RAISE_PASSES_TD
