//===- Passes.td - passes from Scaled form to Sharded form -*- tablegen -*-===//
#ifndef FP8_SHARD_PASSES_TD
#define FP8_SHARD_PASSES_TD

include "mlir/Pass/PassBase.td"

def ShardPass : Pass<"fp8-shard", "::mlir::ModuleOp"> {
  let summary = "Divide states among the ranks of a mesh";
  let description = [{
    Ranks of a data-parallel step hold equal states. This pass lets each rank hold
    only some rows of a state, along the last axis of `fp8.mesh`, and update only
    these.

    | `policy` | divided among ranks between steps | exchanged |
    |---|---|---|
    | `ddp` | nothing | gradients: `fp8.all_reduce` |
    | `zero1` | states that only updates read: moments, residuals | gradients: `fp8.reduce_scatter`; parameters after their update: `fp8.all_gather` |
    | `zero3` | parameters too | gradients: `fp8.reduce_scatter`; parameters before they are read: `fp8.all_gather` |

    **Groups.** States that updates read together, directly or through elementwise ops,
    form a group: a parameter and its moments, for example. All states of a group are
    divided at the same rows.

    **Rows.** A group of `d` rows has a *unit* `u`. Each of `N` ranks holds
    `s = u * ceil(ceil(d / u) / N)` rows, and the rows of rank `k` begin at row `k * s`.
    Rows beyond `d` are padding: `fp8.update` gets `valid`, and new values of padding
    are 0. The unit is the least common multiple of

    - the rows of a granule, for every plane: `M` for `block MxN`, and
      `g / gcd(g, r)` for `group g` and rows of `r` elements;
    - the rows of a granule of each op that quantizes the parameter: `M` for
      `block MxN`, and 32 for `mx` granules along the first dimension. Granules that
      span all rows are not counted. If the unit would cause more padding than rows,
      none of these granules is counted;
    - `4096 / gcd(4096, r)` if a sum over the state or over its gradient is read.

    A group stays whole if it has fewer than `min-elements` elements, or if
    `N * s > 2 * d`. `override=PATTERN=whole` and `override=PATTERN=unit:N` decide for
    parameters with matching names; such a unit must hold whole granules. `unit=N` sets
    the unit of all others. Remarks report unit, rows, padding and reasons.

    **Changes** in `@step`, `@step0` and `@step_wide<N>`, alike in all of them:

    - Planes, updates, probes, and the elementwise ops between a gradient and its
      update work on the rows of the rank. `offsets` and `global_shape` of an update
      place these rows in the whole tensor, so random bits do not depend on the number
      of ranks. They are computed from the argument `fp8.rank`.
    - `fp8.all_reduce sum` becomes `fp8.reduce_scatter` if only such ops read it. With
      several axes, an `fp8.all_reduce` along the other axes follows.
    - All other readers of a plane read the result of `fp8.all_gather`.
    - Maxima and amaxes over rows get `fp8.all_reduce max`.
    - A sum over all elements of a state or gradient follows
      [the declared tree](../internals/Numerics.md#sums) over the whole tensor: each rank
      sums its blocks of 4096 elements, `fp8.all_gather` collects these, and slices and
      additions combine them by halving.

    Divided arguments and results get the attribute `fp8.shard`. `@init`, `@pack` and
    `@unpack` do not change. They compute whole tensors, and the host gives each rank its
    rows.

    **Numerics**: same: every rank computes the bits of `policy=ddp`.

    **Before**: Scaled form, after `fp8-assign-storage`, with collectives, here under
    `--fp8-shard="policy=zero3 min-elements=0"`.
    ```mlir
    module attributes {fp8.mesh = #fp8.mesh<"dp" = 4>} {
      func.func @step(%w: tensor<10x8xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %g: tensor<10x8xf32>)
          -> (tensor<10x8xf32>, tensor<10x8xf32> {fp8.updates = "w"}) {
        %y = math.exp %w : tensor<10x8xf32>
        %init = tensor.empty() : tensor<10x8xf32>
        %sum = fp8.all_reduce sum %g over ["dp"] outs(%init : tensor<10x8xf32>) : tensor<10x8xf32>
        %new = fp8.update states(%w : tensor<10x8xf32>) inputs(%sum : tensor<10x8xf32>) outs(%w : tensor<10x8xf32>) {
        ^bb0(%p: f32, %d: f32):
          %n = arith.subf %p, %d : f32
          fp8.yield %n : f32
        }
        return %y, %new : tensor<10x8xf32>, tensor<10x8xf32>
      }
    }
    ```
    **After**: Sharded form.
    ```mlir
    func.func @step(%w: tensor<3x8xf32> {fp8.name = "w", fp8.shard = #fp8.shard<"dp", rows = 10, unit = 1>, ...},
                    %g: tensor<10x8xf32>, %rank: tensor<i32> {fp8.name = "fp8.rank", ...})
    ...
    %whole = fp8.all_gather %w over ["dp"] outs(...) : tensor<3x8xf32>
    %y = math.exp %whole : tensor<10x8xf32>
    ...
    %sum = fp8.reduce_scatter sum %g over ["dp"] outs(...) : tensor<10x8xf32>
    %new = fp8.update states(%w : tensor<3x8xf32>) inputs(%sum : tensor<3x8xf32>) valid %rows outs(...) {
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"policy", "policy", "::mlir::fp8::ShardPolicy",
           /*default=*/"::mlir::fp8::ShardPolicy::Zero3", "Which states are divided among ranks">,
    Option<"minElements", "min-elements", "int64_t", /*default=*/"8192",
           "Do not divide parameters with fewer elements">,
    Option<"unit", "unit", "std::string", /*default=*/"\"auto\"",
           "Number of adjacent rows that stay on one rank, or auto">,
    ListOption<"override", "override", "std::string",
           "PATTERN=whole keeps parameters with matching names whole; PATTERN=unit:N divides them "
           "into units of N rows that stay together">
  ];
}

def OptimizeCollectivesPass
    : Pass<"fp8-optimize-collectives", "::mlir::ModuleOp"> {
  let summary = "Send fewer bytes between ranks, in fewer exchanges";
  let description = [{
    Changes the collectives of `@step`, `@step0` and `@step_wide<N>`.

    - **Codes are sent.** If all readers of a gathered parameter quantize it or
      measure its amax, each rank quantizes its own rows, and `fp8.all_gather`
      collects the codes in place of the planes. Under `fp8-split16`, for
      example, ranks exchange one byte per element instead of three. Scales of
      the whole tensor are common to all ranks. Scales of granules are computed
      on the rank that holds the granule, which needs whole granules among its
      rows. An amax of rows gets `fp8.all_reduce max`.
    - **Scalars share exchanges.** Sums and maxima of scalars over ranks that do
      not depend on each other become one `fp8.all_gather`, after which every
      rank reduces the values in the order of the ranks.

    - **Parameters share exchanges.** Parameters whose names agree up to the
      first part with a digit, such as `h.3.`, form a block. Blocks and other
      parameters are combined into units in the order of their first use, up to
      `exchange-bytes` bytes of f32 elements. The gathers of a unit become one
      op with several tensors, and so do the reductions of its gradients. Small
      tensors that every rank needs as a whole are combined over all units.

    - **Gathers are placed where they are needed.** A gathered parameter takes memory
      from its gather to its last reader, so its gather moves to the first reader of the
      gather before it. Exchanges run concurrently with kernels, so a gather runs during
      the matmuls that read the parameter gathered before it. Under `reshard=always` the
      readers of the backward pass read the result of a second gather, after an
      `fp8.barrier`. The last parameter of the forward pass, which the backward pass
      reads first, is kept.

    Remarks report the bytes of each parameter before and after, or the op that
    reads its decoded values.

    **Numerics**: same.

    **Before**: Sharded form.
    ```mlir
    module attributes {fp8.mesh = #fp8.mesh<"dp" = 3>} {
      func.func @step(%rows: tensor<4x8xbf16> {fp8.shard = #fp8.shard<"dp", rows = 10, unit = 1>},
                      %scale: tensor<f32>, %init: tensor<10x8xbf16>, %c: tensor<10x8xf8E4M3FN>)
          -> tensor<10x8xf8E4M3FN> {
        %whole = fp8.all_gather %rows over ["dp"] outs(%init : tensor<10x8xbf16>) : tensor<4x8xbf16>
        %codes = fp8.quantize %whole by %scale outs(%c : tensor<10x8xf8E4M3FN>) : tensor<10x8xbf16>, tensor<f32>
        return %codes : tensor<10x8xf8E4M3FN>
      }
    }
    ```
    **After**: Sharded form. Ranks exchange codes instead of bf16 elements.
    ```mlir
    %own = fp8.quantize %rows by %scale outs(...) : tensor<4x8xbf16>, tensor<f32>
    ...
    %codes = fp8.all_gather %own over ["dp"] outs(... : tensor<10x8xf8E4M3FN>) : tensor<4x8xf8E4M3FN>
    return %codes : tensor<10x8xf8E4M3FN>
    ```

    **Before**: Sharded form with a sum and a maximum of scalars.
    ```mlir
    module attributes {fp8.mesh = #fp8.mesh<"dp" = 3>} {
      func.func @step(%l: tensor<f32>, %a: tensor<f32>, %init: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
        %loss = fp8.all_reduce sum %l over ["dp"] outs(%init : tensor<f32>) : tensor<f32>
        %amax = fp8.all_reduce max %a over ["dp"] outs(%init : tensor<f32>) : tensor<f32>
        return %loss, %amax : tensor<f32>, tensor<f32>
      }
    }
    ```
    **After**: Sharded form. One exchange collects the scalars of all ranks, and each rank
    reduces them.
    ```mlir
    %first = tensor.insert_slice %l into %e[0, 0] [1, 1] [1, 1] : tensor<f32> into tensor<1x2xf32>
    %both = tensor.insert_slice %a into %first[0, 1] [1, 1] [1, 1] : tensor<f32> into tensor<1x2xf32>
    ...
    %all = fp8.all_gather %both over ["dp"] outs(... : tensor<3x2xf32>) : tensor<1x2xf32>
    %losses = tensor.extract_slice %all[0, 0] [3, 1] [1, 1] : tensor<3x2xf32> to tensor<3x1xf32>
    ...
    %amaxes = tensor.extract_slice %all[0, 1] [3, 1] [1, 1] : tensor<3x2xf32> to tensor<3x1xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::fp8::FP8Dialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"reshard", "reshard", "::mlir::fp8::Reshard",
           /*default=*/"::mlir::fp8::Reshard::Never",
           "Whether the backward pass gathers parameters again, to save memory">,
    Option<"exchangeBytes", "exchange-bytes", "int64_t",
           /*default=*/"::mlir::fp8::kExchangeBytes",
           "Combine exchanges of parameters up to this total size, in bytes of f32 "
           "elements; 0: one exchange for each block of parameters">
  ];
}

#endif // FP8_SHARD_PASSES_TD
