//===- Passes.td - finds the structure of a step -----------*- tablegen -*-===//
#ifndef FP8_RAISE_PASSES_TD
#define FP8_RAISE_PASSES_TD

include "fp8/Raise/AttentionPasses.td"
include "mlir/Pass/PassBase.td"

def AnnotateStatesPass : Pass<"fp8-annotate-states", "::mlir::ModuleOp"> {
  let summary = "Find the training step and name its states";
  let description = [{
    Pairs results of the entry function with the arguments that they overwrite.
    Writes the attributes `fp8.name`, `fp8.state`, `fp8.updates` and `fp8.loss` of
    arguments and results. Existing attributes are preserved.

    A result overwrites the argument chosen by the first rule that applies:

    1. The argument that its attribute `fp8.updates` names. If any result has
       this attribute, a result with an `fp8.name` but without `fp8.updates`
       overwrites nothing.
    2. The argument that the function returns unchanged as this result.
    3. The argument whose `tf.aliasing_output` is the number of the result. JAX
       may let any result of the same type reuse the buffer of an argument. The
       aliases of a type therefore only determine which arguments are states,
       and pair nothing, in two cases: one of them names a loss, or fewer ops
       lie between some argument and result than between each of them and its
       alias.
    4. The only argument of the same type from which elementwise ops compute the
       result. A warning names values that may only be derived from the argument, such
       as the rate of a schedule, or the residuals of the labels.
    5. Among several such arguments, the argument with the fewest ops between it
       and the result.
    6. Among equally close arguments, the argument for which the difference
       between the numbers of result and argument is the most frequent
       difference of all pairs.
    7. The argument in the corresponding position, by the order of arguments and
       results, with a remark.

    If these rules leave several choices, an error prints the attribute to add.
    Further rules pair the remaining results:

    - A state that is computed from its old value in another way, such as the vector
      of a power iteration, pairs by position: it is between results that overwrite
      states, or in the same part of `jax.result_info`. The difference between the
      numbers of its result and its argument is the most frequent difference of all
      pairs. The rule applies only if no attribute declares states.
    - Methods such as Nesterov's or FISTA keep two sequences. The new value of a state
      that the loss reads is extrapolated from the new value of a second state and
      subtracts the old one. These two pairs have a remark.
    - Casts of new states, such as bf16 copies of master parameters, pair in order
      with the arguments of their type that the loss reads, if they are equal in
      number.
    - The only remaining argument of an integer type, such as a random key, pairs
      with the only remaining result of the type, if that is computed from this
      argument and from counters alone.

    The entry is the function named by `entry`, else `@step`, else the only public
    function with a body. It is renamed to `@step`, and `fp8.entry` stores its old
    name.

    | kind | condition |
    |---|---|
    | `param` | the forward pass reads the state, or it is a matrix returned unchanged |
    | `moment` | only updates read the state |
    | `step` | the state has one element and grows by a constant |

    This pass determines the losses; later passes read `fp8.loss`. The losses
    are

    1. the results that `loss` lists, such as both losses of a GAN, or that have the
       attribute;
    2. else the result named `loss`, or the only result whose name ends in `.loss`;
    3. else a one-element float that depends on contractions through floats alone, and
       of which the step uses a gradient to compute new states. New states and measures
       of gradients are excluded; without attributes, the new state of an argument is
       the result of its type that the fewest ops separate from it. Of several
       candidates, the loss depends on all contractions on which the others depend. If
       there is no such result, an error lists the candidates.

    If several candidates depend on all contractions, some are dropped. A candidate
    must read all tensors that the gradients and another candidate read, such as the
    labels. A term of a sum is not the loss if the sum is a candidate, and neither is a
    function of another candidate, such as a perplexity. If several candidates remain,
    the loss is the candidate that shares the most ops with the backward pass, and a
    warning lists the others.

    A remark reports that no result is the loss.

    An elementwise `linalg.generic` with several results is split into one per
    result, so that states are paired by precise dependences.

    Other states, such as loss scales and random keys, get no kind. A warning lists
    results that overwrite nothing although an unread argument of their type exists.
    This happens if the capture confuses two tensors.

    A remark lists unpaired arguments that resemble states, with the attribute to
    add. Such an argument has the type of a result that overwrites nothing, and the
    result is computed from it, or the loss does not read it. Predictions and
    gradients are not mistaken for new states: if the forward pass reads a float
    argument, the result must not depend on contractions of the backward pass, and an
    integer argument must not be read through floats, as tokens are. A result that
    depends on the backward pass is listed if it is a new weight: outside the gradient,
    it depends on the argument or on a new state. This is a warning. Another remark
    lists states that may be swapped by mistake: one state is
    returned unchanged, another state of the same type changes, and their results are
    in the opposite order of their arguments.

    **Numerics**: same.

    **Before**: Model form without private calls.
    ```mlir
    func.func @train(%w: tensor<8x4xf32> loc("w"), %x: tensor<2x8xf32>) -> (tensor<f32>, tensor<8x4xf32>) {
      %zero = arith.constant dense<0.0> : tensor<f32>
      %zero_y = arith.constant dense<0.0> : tensor<2x4xf32>
      %zero_w = arith.constant dense<0.0> : tensor<8x4xf32>
      %y = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>)
                         outs(%zero_y : tensor<2x4xf32>) -> tensor<2x4xf32>
      %loss = linalg.reduce {arith.addf} ins(%y : tensor<2x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
      %g = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>,
                                          affine_map<(i, j, k) -> (i, j)>]
          ins(%x, %y : tensor<2x8xf32>, tensor<2x4xf32>) outs(%zero_w : tensor<8x4xf32>) -> tensor<8x4xf32>
      %new = arith.subf %w, %g : tensor<8x4xf32>
      return %loss, %new : tensor<f32>, tensor<8x4xf32>
    }
    ```
    **After**: Model form with `@step`, whose arguments and results are all named, and
    whose losses have `fp8.loss`.
    ```mlir
    func.func @step(%w: tensor<8x4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>},
                    %x: tensor<2x8xf32> {fp8.name = "arg1"})
        -> (tensor<f32> {fp8.loss, fp8.name = "loss"},
            tensor<8x4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>, fp8.updates = "w"})
        attributes {fp8.entry = "train"} {
    ```
  }];
  let dependentDialects = ["::mlir::fp8::FP8Dialect"];
  let options = [
    Option<"entry", "entry", "std::string", /*default=*/"",
           "Name of the training step function">,
    Option<"loss", "loss", "std::string", /*default=*/"\"-1\"",
           "Results that are losses, by number or name, separated by commas; "
           "-1 to use the results with fp8.loss or to find the loss">
  ];
}

def RaiseScatterPass : Pass<"fp8-raise-scatter"> {
  let summary = "Raise loops that add slices at indices to fp8.scatter_add";
  let description = [{
    Replaces an `scf.for` by one `fp8.scatter_add` if each iteration

    - reads a slice or an element of the only iteration argument at indices taken
      from a tensor,
    - adds a slice or an element of another tensor, and
    - inserts the sum at the same position.

    A nest of loops that adds a slice element by element is replaced too. Embedding
    gradients have this form.

    **Numerics**: same: the order of the additions is preserved.

    **Before**: Model or Scaled form.
    ```mlir
    func.func @embedding(%ids: tensor<16xi64>, %rows: tensor<16x8xf32>, %table: tensor<32x8xf32>)
        -> tensor<32x8xf32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = arith.constant 16 : index
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %table) -> (tensor<32x8xf32>) {
        %id = tensor.extract %ids[%i] : tensor<16xi64>
        %at = arith.index_cast %id : i64 to index
        %old = tensor.extract_slice %acc[%at, 0] [1, 8] [1, 1] : tensor<32x8xf32> to tensor<1x8xf32>
        %add = tensor.extract_slice %rows[%i, 0] [1, 8] [1, 1] : tensor<16x8xf32> to tensor<1x8xf32>
        %sum = arith.addf %old, %add : tensor<1x8xf32>
        %new = tensor.insert_slice %sum into %acc[%at, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<32x8xf32>
        scf.yield %new : tensor<32x8xf32>
      }
      return %r : tensor<32x8xf32>
    }
    ```
    **After**: the same form. Loops that do not match are kept, with a remark.
    ```mlir
    %at = tensor.expand_shape %ids [[0, 1]] output_shape [16, 1] : tensor<16xi64> into tensor<16x1xi64>
    %r = fp8.scatter_add %rows at %at outs(%table : tensor<32x8xf32>) : tensor<16x8xf32>, tensor<16x1xi64>
    return %r : tensor<32x8xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def RaisePatternsPass : Pass<"fp8-raise-patterns", "::mlir::ModuleOp"> {
  let summary = "Raise clamps, casts, amaxes and scales to fp8 ops";
  let description = [{
    Graphs quantized by other libraries express FP8 in upstream ops. In the table,
    `s` is one number for the whole tensor, possibly broadcast:

    | pattern | becomes | equal because |
    |---|---|---|
    | `truncf(clamp(x * s))` in f32, x widened or not | `fp8.quantize x by s` | the clamp is at the largest values and preserves NaN, so it saturates |
    | `truncf(clamp(x / s))` | `fp8.quantize (x / s) by 1` | multiplication by 1 is exact |
    | the same, `s` a constant power of two | `fp8.quantize x by 1 / s` | both are exact |
    | `truncf(clamp(x))`, also of bf16 and f16 | `fp8.quantize x by 1` | multiplication by 1 is exact |
    | `extf(c) * s` in f32 | `fp8.dequantize c by s` | one multiplication in both |
    | `extf(c) / s`, `s` a constant power of two | `fp8.dequantize c by 1 / s` | both are exact |
    | maximum of `\|x\|` over all dimensions, or the last | `fp8.amax` | both propagate NaN and have the same init |
    | contraction of codes into f32 from 0, optionally times `s` or `s * t` | `fp8.contract` | the same sum and factor; an init of -0 preserves every sum |
    | a quantize op by a scale, and the amax of its input | one op | the same maximum |

    The ops are ops of `arith` and `math` on tensors. Each may also be the only op
    in the body of an elementwise `linalg.generic`, as frontends emit it before any
    fusion. Factors may be broadcast by `linalg.fill`, `linalg.broadcast`,
    `tensor.splat` or such a generic. Named elementwise ops (`linalg.mul`,
    `linalg.map`) and bodies of several ops are not matched;
    `--linalg-generalize-named-ops` converts the former. Contractions are linalg ops
    matched by indexing maps. A clamp is a pair of `maximumf`, `minimumf`, or ordered
    compare and select, in any order. Private functions that only clamp are inlined
    first. A module without casts from or to codes does not change.

    `--fp8-train-pipeline` raises casts before it analyzes states. It raises
    contractions afterwards, because the analyses match upstream contractions. Target
    pipelines raise both. A similar pattern with a different result for some input is kept, and
    a remark of the category `fp8-raise-patterns` reports the difference. Two options
    accept a difference:

    | option | pattern | becomes | difference |
    |---|---|---|---|
    | `reciprocal` | `x / s` | `x * (1 / s)` | the rounding of `1 / s` |
    | `finite-scales` | `max / max(amax, e)` through f64 (torchao) | `fp8.compute_scale` | amax infinite: 1 instead of 0; NaN: 1 instead of NaN |
    | `finite-scales` | `a > 0` and finite ? `max / a` : previous (flax) | `fp8.compute_scale keeping` | the quotient overflows: the largest float instead of infinity |

    **Numerics**: same, except for the payload of NaN results of arith ops; with an
    option as in the table.

    **Before**: Model or Scaled form, inlined.
    ```mlir
    func.func @cast(%x: tensor<8x32xf32>, %s: f32) -> tensor<8x32xf8E4M3FN> {
      %lo = arith.constant dense<-448.0> : tensor<8x32xf32>
      %hi = arith.constant dense<448.0> : tensor<8x32xf32>
      %scale = tensor.splat %s : tensor<8x32xf32>
      %scaled = arith.mulf %x, %scale : tensor<8x32xf32>
      %above = arith.maximumf %lo, %scaled : tensor<8x32xf32>
      %inside = arith.minimumf %hi, %above : tensor<8x32xf32>
      %q = arith.truncf %inside : tensor<8x32xf32> to tensor<8x32xf8E4M3FN>
      return %q : tensor<8x32xf8E4M3FN>
    }
    ```
    **After**: the same form, with fp8 ops.
    ```mlir
    %scale = tensor.from_elements %s : tensor<f32>
    %init = tensor.empty() : tensor<8x32xf8E4M3FN>
    %q = fp8.quantize %x by %scale outs(%init : tensor<8x32xf8E4M3FN>) : tensor<8x32xf32>, tensor<f32>
    return %q : tensor<8x32xf8E4M3FN>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"reciprocal", "reciprocal", "bool", /*default=*/"false",
           "Replace division by s with multiplication by 1 / s">,
    Option<"finiteScales", "finite-scales", "bool", /*default=*/"false",
           "Raise formulas to fp8.compute_scale although they differ at "
           "overflow, infinity and NaN">,
    Option<"only", "only", "::mlir::fp8::RaisedOps",
           /*default=*/"::mlir::fp8::RaisedOps::All", "Ops to raise">
  ];
}

def RaiseUpdatesPass : Pass<"fp8-raise-updates", "::mlir::ModuleOp"> {
  let summary = "Raise the optimizer of each parameter to one fp8.update";
  let description = [{
    The elementwise ops from the states of a parameter and its gradient to the new
    states become one `fp8.update`, for any optimizer. States are grouped by dataflow:
    two states belong together if the new value of one is computed from the other. No
    group has two parameters. Neither names nor formulas are matched.

    | value | becomes |
    |---|---|
    | parameter, moments, averages, accumulators | states |
    | the gradient, masks | inputs |
    | one-element values: rates, corrections, clip factors | scalars |
    | splat constants, broadcasts of scalars | computed in the region |
    | other values that ops outside read | further results, written with the states |

    The region begins where it reads the fewest tensors: before the gradient is
    unscaled, averaged, clipped and widened. These ops move into the region.
    Reductions over its values, such as norms, move too, except those that the loss
    depends on, such as penalties on parameters, since these precede the gradients. If
    a scalar is computed from new values, like the trust ratio of LAMB, the parameter
    has two updates: the first writes the moments, and the second reads them as
    stored. If one scalar condition leaves all states unchanged, as when gradients
    overflow, it becomes `skip`. An elementwise `linalg.generic` with several results
    is split into one per result.

    **Numerics**: same.

    **Before**: Model form, after inlining, canonicalization and CSE.
    ```mlir
    func.func @step(%p: tensor<4x3xf32> {fp8.name = "p", fp8.state = #fp8.state<param>},
                    %m: tensor<4x3xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %g: tensor<4x3xf32>)
        -> (tensor<4x3xf32> {fp8.updates = "p"}, tensor<4x3xf32> {fp8.updates = "m"}) {
      %decay = arith.constant dense<0.5> : tensor<4x3xf32>
      %decayed = arith.mulf %m, %decay : tensor<4x3xf32>
      %new_m = arith.addf %decayed, %g : tensor<4x3xf32>
      %new_p = arith.subf %p, %new_m : tensor<4x3xf32>
      return %new_p, %new_m : tensor<4x3xf32>, tensor<4x3xf32>
    }
    ```
    **After**: the same form with `fp8.update`. An optimizer that is not elementwise, or
    reads integers, is kept; a remark names the op.
    ```mlir
    %u:2 = fp8.update states(%p, %m : tensor<4x3xf32>, tensor<4x3xf32>) inputs(%g : tensor<4x3xf32>) outs(%p, %m : ...) {
    ^bb0(%pe: f32, %me: f32, %ge: f32):
      %decay = arith.constant 5.000000e-01 : f32
      %decayed = arith.mulf %me, %decay : f32
      %new_m = arith.addf %decayed, %ge : f32
      %new_p = arith.subf %pe, %new_m : f32
      fp8.yield %new_p, %new_m : f32, f32
    }
    ...
    return %u#0, %u#1 : tensor<4x3xf32>, tensor<4x3xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect"
  ];
}

def ExpandOptimizersPass : Pass<"fp8-expand-optimizers"> {
  let summary = "Replace named optimizers by fp8.update";
  let description = [{
    Expands `fp8.sgd`, `fp8.adam`, `fp8.adamw`, `fp8.lion`, `fp8.adagrad`,
    `fp8.rmsprop` and `fp8.lamb` to one or two `fp8.update` ops, whose regions contain
    the operations of their descriptions. Storage, scales, random bits and unknown
    attributes are preserved.

    **Numerics**: defines the result. `--fp8-decompose` and the reference evaluator run
    the same expansion.

    **Before**: Scaled form.
    ```mlir
    func.func @step(%w: tensor<8xf32>, %g: tensor<8xf32>, %lr: tensor<f32>) -> tensor<8xf32> {
      %r = fp8.sgd states(%w : tensor<8xf32>) gradient(%g : tensor<8xf32>) lr %lr outs(%w : tensor<8xf32>)
      return %r : tensor<8xf32>
    }
    ```
    **After**: no named optimizer.
    ```mlir
    %r = fp8.update states(%w : tensor<8xf32>) inputs(%g : tensor<8xf32>) scalars(%lr : tensor<f32>) outs(%w : tensor<8xf32>) {
    ^bb0(%we: f32, %ge: f32, %lre: f32):
      %step = arith.mulf %lre, %ge : f32
      %new = arith.subf %we, %step : f32
      fp8.yield %new : f32
    }
    ```
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
