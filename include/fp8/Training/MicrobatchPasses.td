//===- MicrobatchPasses.td - gradient accumulation ---------*- tablegen -*-===//
#ifndef FP8_TRAINING_MICROBATCHPASSES_TD
#define FP8_TRAINING_MICROBATCHPASSES_TD

include "mlir/Pass/PassBase.td"

def MicrobatchesPass : Pass<"fp8-microbatches", "::mlir::ModuleOp"> {
  let summary = "Accumulate gradients over several micro-batches per step";
  let description = [{
    Gradient accumulation. The input graph is the step of one micro-batch. The
    output runs the forward and the backward pass for `number` micro-batches in
    turn, adds their gradients in f32 in that order, multiplies the sums by
    `1 / number`, and runs the updates once. `@step0` and `@step_wide<N>` change in
    the same way.

    Arguments that no result overwrites are batches. They get a leading dimension
    of extent `number` and the attribute `fp8.microbatches`. All micro-batches
    share

    - arguments of rank 0, such as rates,
    - arguments with `fp8.state`, which are frozen, and
    - arguments whose names match a regular expression of `shared`.

    | values | computed |
    |---|---|
    | independent of batches: quantized weights, their layouts | once |
    | the forward and the backward pass | once per micro-batch |
    | updates, norms of gradients, clip factors, scales of later steps | once for all micro-batches (per-step ops) |

    | operand of a per-step op | combined as |
    |---|---|
    | the gradient that an `fp8.update` reads | mean of the gradients |
    | a gradient that a nonlinear op reads first: a norm, a clamp by row | mean, before that op |
    | the loss, and values computed from it alone: Polyak step sizes, the best loss so far | mean of the losses, and values computed from it |
    | the amaxes that `fp8.update_scales` reads | maximum |

    | result | becomes |
    |---|---|
    | a state | its new value from one update |
    | a running statistic | its new value from one update per micro-batch, in order |
    | the loss | the mean of the losses, in the same order |
    | a gradient that is not a state | the mean |
    | a value computed nonlinearly from gradients, or from updates | the value computed from the means |
    | any other value that depends on a batch | one per micro-batch, along a new first dimension |

    A gradient may be computed at a value that itself depends on gradients: at the
    new weights of a discriminator, at the weights of the previous epoch, or at
    weights that are moved along the normalized gradient. The step then has
    *phases*: all micro-batches complete one phase before the next begins, so that
    updates and nonlinear ops read mean gradients. Values that the loss depends on
    are computed per micro-batch, including batch norm statistics and gradients
    inside a loss.

    Each micro-batch updates a state that only holds a statistic of the forward pass,
    such as the running mean of a batch norm, and passes it to the next. The same
    applies to a state that the loss reads if its `fp8.state` is `moment`; without the
    attribute it is a parameter. It does not apply if the new value depends on a
    counter that advances once per step.

    Dataflow from the contractions after the loss that read forward values determines
    which values are linear in gradients. An update that reads a forward value is
    rejected, since a forward value is not a gradient. An update that reads per-example
    values before they are summed, as in per-example clipping, is rejected too. Batch
    dimensions are followed for this purpose: dimensions that no parameter has
    distinguish examples. A result with such a dimension is returned per micro-batch.

    The loss is the loss that the step returns. Gradients are the gradients of the mean
    loss, so an optimizer that reads the loss reads the mean. Values that the backward
    pass computes from the loss before its first contraction are per micro-batch. Where
    a value computed from the loss is combined with a gradient, both are values of the
    whole batch. Other forward values that an optimizer reads, such as a count of
    examples, are rejected.

    Values derived from the state of a random number generator or from the step
    number are computed once and shared by all micro-batches. A remark reports them
    if the forward pass reads them.

    In micro-batch `i`, the attribute `use` of ops that round stochastically is
    16 + i, so that each micro-batch draws different random bits.

    `groups=G` adds the micro-batches in `G` groups of equal size: first within
    each group, then over the groups. `groups=G,H` divides each group into `H`
    groups again. The factor is applied once, to the last sum.

    Under `ranks=N` the step belongs to one of `N` data-parallel ranks, each with
    `number` micro-batches of its own. `fp8.all_reduce` adds the sums of the ranks,
    or takes the maximum, before the factor, which is `1 / (number * N)`. All ranks
    therefore compute the same states. These have the bits of one rank with
    `number=N`, or with `number=M*N groups=N` for M micro-batches per rank. The module gets
    `fp8.mesh = #fp8.mesh<"dp" = N>` unless it has `fp8.mesh`, whose ranks are the
    default of `ranks`. Batches get the attribute `fp8.batch`, and no dimension for
    `number=1`. A result that holds one value per micro-batch holds the values of
    the rank. If the forward or the backward pass rounds stochastically, the argument
    `fp8.rank` is added, and `use` plus `use_offset` is `16 + rank * number + i`.
    A state that each micro-batch passes to the next is rejected.

    A step that has collectives combines the gradients of its ranks itself. The pass
    then adds no second reduction, and `number` must be 1. If no argument has `fp8.batch` or
    `fp8.shard`, batches get `fp8.batch`. A loss of one rank becomes the mean of all
    ranks. The amaxes of later scales become their maximum. A new state that
    depends on the batch of a rank is rejected.

    With several ranks, a batch that `mhlo.sharding` divides among devices is rejected,
    because the input must be the step of one rank.

    Under `wire=bf16` the gradient of each rank, a tensor with at least one
    dimension, is rounded to bf16 before ranks add it, so that ranks exchange
    two bytes per element. Sums remain f32. Without ranks the gradient of each
    micro-batch is rounded, so `number=N` still computes the bits of `ranks=N`.

    Ops are repeated without a loop, since Fused and Planned form are lists. The
    number of kernels does not grow, because equal kernels share a function.

    **Numerics**: changes: the sums over a batch are grouped.

    **Before**: Model or Scaled form, after `fp8-annotate-states` and
    `fp8-raise-updates`.
    ```mlir
    #km = affine_map<(m, n, k) -> (k, m)>
    #kn = affine_map<(m, n, k) -> (k, n)>
    #mn = affine_map<(m, n, k) -> (m, n)>
    func.func @step(%w: tensor<8x4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>},
                    %x: tensor<2x8xf32> {fp8.name = "x"})
        -> (tensor<f32> {fp8.loss}, tensor<8x4xf32> {fp8.updates = "w"}) {
      %zero = arith.constant dense<0.0> : tensor<f32>
      %zero_y = arith.constant dense<0.0> : tensor<2x4xf32>
      %zero_w = arith.constant dense<0.0> : tensor<8x4xf32>
      %y = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>)
                         outs(%zero_y : tensor<2x4xf32>) -> tensor<2x4xf32>
      %squares = arith.mulf %y, %y : tensor<2x4xf32>
      %loss = linalg.reduce {arith.addf} ins(%squares : tensor<2x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
      %g = linalg.contract indexing_maps = [#km, #kn, #mn]
          ins(%x, %y : tensor<2x8xf32>, tensor<2x4xf32>) outs(%zero_w : tensor<8x4xf32>) -> tensor<8x4xf32>
      %new = fp8.update states(%w : tensor<8x4xf32>) inputs(%g : tensor<8x4xf32>) outs(%w : tensor<8x4xf32>) {
      ^bb0(%p: f32, %d: f32):
        %n = arith.subf %p, %d : f32
        fp8.yield %n : f32
      }
      return %loss, %new : tensor<f32>, tensor<8x4xf32>
    }
    ```
    **After**: the same form, here by `--fp8-microbatches=number=2`.
    ```mlir
    func.func @step(%w: tensor<8x4xf32> ..., %x: tensor<2x2x8xf32> {fp8.microbatches = 2 : i64, fp8.name = "x"}) ...
      %x0 = tensor.extract_slice %x[0, 0, 0] [1, 2, 8] [1, 1, 1] : ...
      ...
      %g0 = linalg.contract indexing_maps = ... ins(%x0, %y0 : ...) ...
      %x1 = tensor.extract_slice %x[1, 0, 0] [1, 2, 8] [1, 1, 1] : ...
      ...
      %g1 = linalg.contract indexing_maps = ... ins(%x1, %y1 : ...) ...
      %sum = arith.addf %g0, %g1 : tensor<8x4xf32>
      %half = arith.constant dense<5.000000e-01> : tensor<8x4xf32>
      %mean = arith.mulf %sum, %half : tensor<8x4xf32>
      %new = fp8.update states(%w : tensor<8x4xf32>) inputs(%mean : tensor<8x4xf32>) outs(...) {
    ```
    **After**: the same form, here by `--fp8-microbatches=ranks=2`.
    ```mlir
    func.func @step(%w: tensor<8x4xf32> ..., %x: tensor<2x8xf32> {fp8.batch, fp8.name = "x"}) ...
      ...
      %g = linalg.contract indexing_maps = ... ins(%x, %y : ...) ...
      %init = tensor.empty() : tensor<8x4xf32>
      %sum = fp8.all_reduce sum %g over ["dp"] outs(%init : tensor<8x4xf32>) : tensor<8x4xf32>
      %half = arith.constant dense<5.000000e-01> : tensor<8x4xf32>
      %mean = arith.mulf %sum, %half : tensor<8x4xf32>
      %new = fp8.update states(%w : tensor<8x4xf32>) inputs(%mean : tensor<8x4xf32>) outs(...) {
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"number", "number", "int64_t", /*default=*/"1",
           "Number of micro-batches per step, on each rank">,
    Option<"ranks", "ranks", "int64_t", /*default=*/"0",
           "Number of data-parallel ranks; 0 for the ranks of fp8.mesh, or for one rank "
           "without a mesh">,
    ListOption<"groups", "groups", "int64_t",
           "G or G,H,...: add gradients of micro-batches in G groups, first within each group; H "
           "divides each group again">,
    Option<"wire", "wire", "::mlir::fp8::Wire", /*default=*/"::mlir::fp8::Wire::F32",
           "The type in which ranks exchange gradients">,
    ListOption<"shared", "shared", "std::string",
           "Regular expressions: arguments with matching names are the same for "
           "all micro-batches">
  ];
}

#endif // FP8_TRAINING_MICROBATCHPASSES_TD
