//===- Passes.td - passes on a training step ---------------*- tablegen -*-===//
#ifndef FP8_TRAINING_PASSES_TD
#define FP8_TRAINING_PASSES_TD

include "mlir/Pass/PassBase.td"
include "fp8/Training/MicrobatchPasses.td"

def SetWideTypePass : Pass<"fp8-set-wide-type", "::mlir::ModuleOp"> {
  let summary = "Store activations and gradients in bf16";
  let description = [{
    A graph captured in f32 stores every activation in f32. Under `type` `bf16`,
    values that pass between kernels are rounded to bf16 once, where they are
    computed, and every reader reads the rounded value. Dataflow alone determines
    these values, not the fusion decisions of a target, so all targets round
    alike.

    Ops are grouped into *stages*. An op that needs all elements of its operand
    ends a stage: a contraction, a reduction that is not along rows, a scatter or
    a loop. Elementwise ops, reductions along rows and layout changes do not end a
    stage. A float tensor that depends on data is stored in bf16 if

    - it is the result of a contraction, or
    - a contraction or an op of a later stage reads it, directly or through layout
      changes, and it is neither a reduction nor computed from reductions alone.

    A contraction with a weight adds its bias before it is rounded: the bias, a vector
    of parameters along the last dimension, is rounded to bf16 like the weight, and the
    sum is made in f32 and rounded once. This requires that only the addition reads the
    result, perhaps after a reshape, and that operands have at most one scale each.

    The following values stay in f32:

    - statistics of norms and softmaxes, and the values within a kernel from which
      they are computed;
    - the loss and all sums;
    - gradients that `fp8.update` reads, including their scaled and added forms,
      as for a weight that is used twice: they are sums over the batch.

    `--fp8-assign-storage` stores parameters and optimizer states.

    Contractions read codes or bf16, accumulate in f32, and return bf16, or f32 if
    an update reads the result. A parameter is rounded once for all contractions.
    `fp8.quantize` reads bf16 if the value is stored, as under `current` scaling,
    whose amax ends a stage, or if a sum of its columns reads it, as for the gradient
    of a bias. Otherwise it rounds f32 to 8 bits directly.

    Contractions of narrow or f64 operands do not change. Tensors of dynamic shape
    are rejected.

    **Numerics**: changes: one rounding to bf16, to nearest even, per stored value.

    **Before**: Scaled form, after `fp8-quantize-contractions`, before
    `fp8-microbatches`.
    ```mlir
    #mk = affine_map<(m, n, k) -> (m, k)>
    #nk = affine_map<(m, n, k) -> (n, k)>
    #mn = affine_map<(m, n, k) -> (m, n)>
    func.func @step(%w: tensor<4x3xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<8x3xf32>)
        -> (tensor<f32> {fp8.loss}) {
      %zero = arith.constant dense<0.0> : tensor<f32>
      %zeros = arith.constant dense<0.0> : tensor<8x4xf32>
      %y = linalg.contract indexing_maps = [#mk, #nk, #mn]
          ins(%x, %w : tensor<8x3xf32>, tensor<4x3xf32>) outs(%zeros : tensor<8x4xf32>) -> tensor<8x4xf32>
      %loss = linalg.reduce {arith.addf} ins(%y : tensor<8x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
      return %loss : tensor<f32>
    }
    ```
    **After**: Scaled form.
    ```mlir
    %nw = arith.truncf %w : tensor<4x3xf32> to tensor<4x3xbf16>
    %nx = arith.truncf %x : tensor<8x3xf32> to tensor<8x3xbf16>
    ...
    %ny = fp8.contract [#mk, #nk, #mn] %nx, %nw outs(... : tensor<8x4xbf16>) : tensor<8x3xbf16>, tensor<4x3xbf16>
    %y = arith.extf %ny : tensor<8x4xbf16> to tensor<8x4xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"type", "type", "::mlir::fp8::WideType",
           /*default=*/"::mlir::fp8::WideType::BF16",
           "Type of activations and gradients">
  ];
}

def RematPass : Pass<"fp8-remat", "::mlir::ModuleOp"> {
  let summary = "Recompute activations in the backward pass instead of saving them";
  let description = [{
    Rematerialization (activation checkpointing). By default every activation that
    the backward pass reads stays live until then. Under `mode`, some activations
    are recomputed immediately before their first use in the backward pass, and
    only the inputs of the recomputation stay live.

    | `mode` | recomputed ops |
    |---|---|
    | `none` | none; the saved bytes are counted |
    | `selective` | elementwise ops, norms, softmaxes, layout changes and gathers, if this saves bytes |
    | `full` | matmuls too, from saved operands, if this saves bytes |

    `budget` is an upper bound of the saved bytes. The pass recomputes no more than
    the budget requires, under `full` if no mode is given. If the budget cannot be
    met, an error reports the minimum.

    The following values are always saved:

    - Codes of `fp8.quantize` and their scales, so that operands of backward
      contractions are never rounded a second time.
    - One-element values, including scales and amaxes, and reductions to at most
      an eighth of the elements, such as row statistics.
    - *Checkpoints*: values that a later segment of the forward pass reads. The
      forward pass is cut into segments. A cut lies between two contractions, at
      the last position where the fewest bytes are live. There is no cut if fewer
      bytes are live between the two previous or the two next contractions.
      Between two blocks of a transformer, only the residual stream or its codes
      are live. A segment is recomputed only from its own checkpoints, so each op
      runs at most twice.
    - Values that the first contractions of the backward pass read, and values
      read before there is a contraction to wait for: they would be recomputed
      immediately after they are computed.

    Arguments, results, parameters and their codes, views, and widened copies count
    as 0 bytes. The saved values of a segment are a minimum cut: the fewest bytes
    first, then the lowest cost. A unit of cost is the time to read or write one
    byte, or to execute 16 FLOP of a matmul. Under a budget, the cut minimizes
    bytes plus price times cost. The price is the highest power of two that meets
    the budget; as many segments as the budget allows have twice this price. Of the
    plans with and without recomputed matmuls, the cheaper one is used.

    A tensor that repeats a parameter, or another value that depends on no data, at
    least eight times is repeated again by each reader in the backward pass. Ops of
    the backward pass that read only forward values are delayed like recomputed
    ops. Otherwise fusion would compute them in the forward pass and save their
    results.

    Recomputed ops read saved values through `fp8.barrier`, after the last
    contraction of the backward pass that their first reader depends on. No op
    waits for a contraction that becomes a sum in another kernel, such as a
    matrix-vector product. Nor does an op wait for a contraction whose result only
    leads to the update of a parameter, through elementwise ops at most: the kernel
    that overwrites the parameter may compute it, while the waiting op may read the
    parameter. Each recomputed op and each function has a remark. The function
    attribute `fp8.remat` passes the totals to `--fp8-report`.

    A step need not return its loss. Its backward pass begins at the first
    contraction that is not in the forward pass.

    **Numerics**: same: recomputed ops equal the forward ops, on the same values.

    **Before**: Scaled form, after `fp8-set-wide-type`, before `fp8-microbatches`, here
    under `--fp8-remat=mode=full`.
    ```mlir
    #mk = affine_map<(m, n, k) -> (m, k)>
    #nk = affine_map<(m, n, k) -> (n, k)>
    #km = affine_map<(m, n, k) -> (k, m)>
    #kn = affine_map<(m, n, k) -> (k, n)>
    #mn = affine_map<(m, n, k) -> (m, n)>
    func.func @step(%w: tensor<4x4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %v: tensor<4x4xf32>,
                    %x: tensor<4x4xf32>) -> (tensor<f32> {fp8.loss}, tensor<4x4xf32> {fp8.updates = "w"}) {
      %zero = arith.constant dense<0.0> : tensor<f32>
      %zeros = arith.constant dense<0.0> : tensor<4x4xf32>
      %h = linalg.contract indexing_maps = [#mk, #kn, #mn]
          ins(%x, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%zeros : tensor<4x4xf32>) -> tensor<4x4xf32>
      %e = math.exp %h : tensor<4x4xf32>
      %a = arith.mulf %e, %h : tensor<4x4xf32>
      %y = linalg.contract indexing_maps = [#mk, #kn, #mn]
          ins(%a, %v : tensor<4x4xf32>, tensor<4x4xf32>) outs(%zeros : tensor<4x4xf32>) -> tensor<4x4xf32>
      %squares = arith.mulf %y, %y : tensor<4x4xf32>
      %loss = linalg.reduce {arith.addf} ins(%squares : tensor<4x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
      %da = linalg.contract indexing_maps = [#mk, #nk, #mn]
          ins(%y, %v : tensor<4x4xf32>, tensor<4x4xf32>) outs(%zeros : tensor<4x4xf32>) -> tensor<4x4xf32>
      %slope = arith.addf %e, %a : tensor<4x4xf32>
      %dh = arith.mulf %da, %slope : tensor<4x4xf32>
      %dw = linalg.contract indexing_maps = [#km, #kn, #mn]
          ins(%x, %dh : tensor<4x4xf32>, tensor<4x4xf32>) outs(%zeros : tensor<4x4xf32>) -> tensor<4x4xf32>
      %new = arith.subf %w, %dw : tensor<4x4xf32>
      return %loss, %new : tensor<f32>, tensor<4x4xf32>
    }
    ```
    **After**: Scaled form. The backward pass reads `%a` and the argument `%x`, and no `%e`.
    ```mlir
    %h = linalg.contract indexing_maps = ... ins(%x, %w : ...) ...
    %e = math.exp %h : tensor<4x4xf32>
    %a = arith.mulf %e, %h : tensor<4x4xf32>
    ...
    %da = linalg.contract indexing_maps = ... ins(%y, %v : ...) ...
    %ab = fp8.barrier %a after %da : tensor<4x4xf32>, tensor<4x4xf32>
    %xb = fp8.barrier %x after %da : tensor<4x4xf32>, tensor<4x4xf32>
    %h2 = linalg.contract indexing_maps = ... ins(%xb, %w : ...) ...
    %e2 = math.exp %h2 : tensor<4x4xf32>
    %slope = arith.addf %e2, %ab : tensor<4x4xf32>
    ```
  }];
  let dependentDialects = ["::mlir::fp8::FP8Dialect"];
  let options = [
    Option<"mode", "mode", "::mlir::fp8::RematMode",
           /*default=*/"::mlir::fp8::RematMode::None", "Values that may be recomputed">,
    Option<"budget", "budget", "int64_t", /*default=*/"-1",
           "Save at most this many bytes for the backward pass; -1 for no bound">
  ];
}

def LateNormPass : Pass<"fp8-late-norm", "::mlir::ModuleOp"> {
  let summary = "Clip gradients by the norm of the previous step";
  let description = [{
    If gradients are clipped by their global norm, no update can start before the
    last gradient is computed, so all gradients are live at once. This pass clips
    by the norm of the previous step, which becomes a state, and returns the norm
    of this step:

    | name | state | initial value |
    |---|---|---|
    | `fp8.grad_norm` | `moment` | 0: the first step does not clip |

    The norm is the rank-0 value that combines the reductions of all gradients, or
    its square root if nothing else reads the value. The scalars of updates depend
    on it, but no tensor does. Results of the step that depend on the norm, such as
    a logged norm, still depend on the norm of this step. So does a condition that
    skips updates, and any test whether a value is finite: such updates wait for
    the norm.

    If any of these updates is skipped, or if the norm is not finite, the step returns
    the norm that it received unchanged. An error is reported unless updates stay
    finite for a norm of 0. These expressions are supported:

    - the minimum of a bounded value and a quotient by the norm,
    - a quotient in a select whose condition is known for a norm of 0, and
    - a quotient by the maximum of the norm and a number of at least 1.

    A step without such a norm is unchanged, with a remark. Several such values
    that change scalars of updates are an error.

    **Numerics**: changes: the clip factor of a step is computed from the gradients
    of the previous step.

    **Before**: Scaled form with `fp8.update`, here by
    `--fp8-expand-optimizers --fp8-late-norm`.
    ```mlir
    func.func @step(%w: tensor<8xf32> {fp8.name = "w"}, %v: tensor<4xf32> {fp8.name = "v"},
                    %x: tensor<8xf32>, %y: tensor<4xf32>)
        -> (tensor<8xf32> {fp8.updates = "w"}, tensor<4xf32> {fp8.updates = "v"}) {
      %zero = arith.constant dense<0.0> : tensor<f32>
      %one = arith.constant dense<1.0> : tensor<f32>
      %dw = math.exp %x : tensor<8xf32>
      %dv = math.exp %y : tensor<4xf32>
      %dw2 = arith.mulf %dw, %dw : tensor<8xf32>
      %dv2 = arith.mulf %dv, %dv : tensor<4xf32>
      %sum_w = linalg.reduce {arith.addf} ins(%dw2 : tensor<8xf32>) outs(%zero : tensor<f32>) dimensions = [0]
      %sum_v = linalg.reduce {arith.addf} ins(%dv2 : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
      %squares = arith.addf %sum_w, %sum_v : tensor<f32>
      %norm = math.sqrt %squares : tensor<f32>
      %ratio = arith.divf %one, %norm : tensor<f32>
      %factor = arith.minimumf %ratio, %one : tensor<f32>
      %new_w = fp8.sgd states(%w : tensor<8xf32>) gradient(%dw : tensor<8xf32>) lr %factor outs(%w : tensor<8xf32>)
      %new_v = fp8.sgd states(%v : tensor<4xf32>) gradient(%dv : tensor<4xf32>) lr %factor outs(%v : tensor<4xf32>)
      return %new_w, %new_v : tensor<8xf32>, tensor<4xf32>
    }
    ```
    **After**: Scaled form. `%late` is a new argument, and the norm of this step a new
    result.
    ```mlir
    func.func @step(..., %late: tensor<f32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "fp8.grad_norm", ...}) ...
      ...
      %norm = math.sqrt %squares : tensor<f32>
      %ratio = arith.divf %one, %late : tensor<f32>
      %factor = arith.minimumf %ratio, %one : tensor<f32>
      %new_w = fp8.update states(%w : tensor<8xf32>) inputs(%dw : tensor<8xf32>) scalars(%factor : tensor<f32>) outs(...) {
      ...
      %new_norm = arith.select %is_finite, %norm, %late : tensor<i1>, tensor<f32>
      return %new_w, %new_v, %new_norm : tensor<8xf32>, tensor<4xf32>, tensor<f32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect"];
}

def AssignStoragePass : Pass<"fp8-assign-storage", "::mlir::ModuleOp"> {
  let summary = "Assign storage formats to parameters and moments";
  let description = [{
    Converts the states of every `fp8.update` of `@step`, and of `@step0` and
    `@step_wide<N>`, from plain f32 to the planes of a preset. The arithmetic of
    the update does not change.

    | preset | parameter | first moment | second moment | bytes per parameter |
    |---|---|---|---|---|
    | `fp32` | f32 | f32 | f32 | 12 |
    | `bf16-residual` | bf16, bf16 compensation | bf16 | bf16, stochastic | 8 |
    | `fp8-split8` | e4m3, 8 more bits, stochastic | e4m3 in groups of 128 | ue4m4 in groups of 128, stochastic | 4.1 |
    | `fp8-split16` | e4m3, 16 more bits | e4m3 in groups of 128 | ue4m4 in groups of 128, stochastic | 5.1 |
    | `anyprecision` | bf16, bf16 compensation that excludes the decay | bf16 | bf16 | 8 |
    | `msamp` | f16 with a scale | e4m3 with a scale | f16 with a scale | 5 |

    The last two presets reproduce published schemes for comparison.

    - `anyprecision` is AnyPrecisionAdamW. An update that is AdamW is rewritten with an
      `arith.truncf` after every operation that rounds to bf16 there. Other updates are
      rejected, and so is an update of several stored parameters at once. Its moments
      and its compensation may have the types bf16, f16 or f32:
      `anyprecision:m=f32,v=bf16,c=f16`.
    - `msamp` is the second level of MS-AMP: one scale per tensor, a power of two
      computed from the amax of the new value.

    Updates stored by these two presets get an attribute that allows the
    findings of `--fp8-check-numerics`.

    A parameter gets the preset if a contraction reads it, directly, rearranged or
    quantized. Biases, norms and embeddings that are only gathered stay f32.
    `override=PATTERN=PRESET` selects the preset of parameters with matching names,
    and `override=PATTERN=PRESET:GRANULES` also the scaling blocks of their 8-bit
    moments, `group:N` or `block:MxN`. The output
    layer is the last matmul with a parameter before the loss. If its weight has
    one column per output, such as one per token of a vocabulary, its 8-bit moments
    have one scale per 128 elements of a column by default: `block:128x1`.

    A second moment is a state that is provably nonnegative. The following states
    stay f32:

    - a moment that does not decay by a factor between 0 and 1,
    - a copy or average of the weights,
    - a state whose stored value is a divisor of other ops, and
    - a parameter whose new value depends on the old one outside its update.

    8-bit residuals and moments are rounded stochastically, as is a bf16 moment that
    would stall under rounding to nearest. Remarks report all decisions.

    The argument and the result of a state keep their name and become its main
    plane. The other planes are appended to arguments and results:

    | name | state | contents |
    |---|---|---|
    | `w.residual` | `residual` | difference of the value and the main plane |
    | `w.scale_inv` | `scale` | inverse scale: one number, or one per group |
    | `w.amax` | `amax` | largest stored magnitude |
    | `fp8.rng` | `rng` | seed of stochastic rounding |
    | `fp8.step` | `step` | step counter, unless the step has an integer counter |

    Streams of the counter-based generator are numbered in the order of parameter
    names. Up to four stochastically rounded states of a parameter are partners, which
    share a stream. A state that is rounded with quasi-random bits has its own stream.

    Other readers of a parameter read its decoded main plane. An `fp8.quantize` of
    the parameter to e4m3 by one scale of its own amax is removed: its readers read
    the stored codes and their scale. Under any other quantization, by the scale of
    an earlier step or by rows, readers also read the residual, so that codes are
    rounded once.

    | `policy` | origin of the scale of an e4m3 main plane |
    |---|---|
    | `bounded` | the amax of the old value, which is a state, plus a bound of the change; known before the update |
    | `current` | the amax of the new value, computed in a separate pass over the update |
    | `delayed` | rejected for a split: saturated values would be lost |

    The bound is computed from the region. With `u` the quotient of Adam it is
    `(|1 - lr * wd| * amax + lr * K) * (1 + 2^-20)`, and `u` is clamped to `K` in the
    region. For the sign in Lion, `K = 1`. For SGD, the amaxes of gradient and moment
    are used. If an op of the region has no bound, the policy is `current`, with a
    remark.

    `@pack` converts f32 values to planes, rounding to nearest, and `@unpack`
    converts them back. The results of `@init` are packed.

    **Numerics**: changes: states are rounded to the preset once per step.

    **Before**: Scaled form whose updates have f32 states that are arguments, after
    `fp8-annotate-states`, and after `fp8-quantize-contractions` if contractions are
    quantized, here under `--fp8-assign-storage=preset=fp8-split16`.
    ```mlir
    func.func @step(%w: tensor<64x32xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<8x64xf32>,
                    %g: tensor<64x32xf32>) -> (tensor<8x32xf32>, tensor<64x32xf32> {fp8.updates = "w"}) {
      %zeros = arith.constant dense<0.0> : tensor<8x32xf32>
      %y = linalg.matmul ins(%x, %w : tensor<8x64xf32>, tensor<64x32xf32>)
                         outs(%zeros : tensor<8x32xf32>) -> tensor<8x32xf32>
      %new = fp8.update states(%w : tensor<64x32xf32>) inputs(%g : tensor<64x32xf32>) outs(%w : tensor<64x32xf32>) {
      ^bb0(%p: f32, %d: f32):
        %n = arith.subf %p, %d : f32
        fp8.yield %n : f32
      }
      return %y, %new : tensor<8x32xf32>, tensor<64x32xf32>
    }
    ```
    **After**: Scaled form.
    ```mlir
    func.func @step(%w: tensor<64x32xf8E4M3FN> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<8x64xf32>,
                    %g: tensor<64x32xf32>, %r: tensor<64x32xi16> {fp8.name = "w.residual", ...},
                    %s: tensor<f32> {... fp8.name = "w.scale_inv", ...},
                    %a: tensor<f32> {... fp8.name = "w.amax", ...}, ...
    ...
    %decoded = fp8.dequantize %w by %s outs(...) : tensor<64x32xf8E4M3FN>, tensor<f32>
    ...
    %y = linalg.matmul ins(%x, %decoded : ...) ...
    ...
    %scale, %new_s = fp8.compute_scale %bound for e4m3 scaling<pow2 = true> : tensor<f32>
    ...
    %new:3 = fp8.update states(%w, %r : ...) inputs(%g : ...) scales(%s, %scale : ...) ...
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"preset", "preset", "::mlir::fp8::StoragePreset",
           /*default=*/"::mlir::fp8::StoragePreset::BF16Residual",
           "Storage preset of parameters that contractions read, and of their moments">,
    ListOption<"override", "override", "std::string",
           "PATTERN=PRESET[:GRANULES]: storage preset of parameters with matching names, and "
           "scaling blocks of their 8-bit moments">,
    Option<"policy", "policy", "::mlir::fp8::ScalePolicy",
           /*default=*/"::mlir::fp8::ScalePolicy::Bounded",
           "Origin of the scale of an e4m3 parameter">
  ];
}

#endif // FP8_TRAINING_PASSES_TD
