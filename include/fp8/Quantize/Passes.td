//===- Passes.td - from Model form to Scaled form ----------*- tablegen -*-===//
#ifndef FP8_QUANTIZE_PASSES_TD
#define FP8_QUANTIZE_PASSES_TD

include "mlir/Pass/PassBase.td"

def QuantizeContractionsPass
    : Pass<"fp8-quantize-contractions", "::mlir::ModuleOp"> {
  let summary = "Quantize the operands of contractions to 8-bit formats";
  let description = [{
    Finds the contractions of `@step` by their indexing maps, independent of their
    names, and classifies them by dataflow:

    | class | operands | scope |
    |---|---|---|
    | `fwd` | weight x activation or data | `linear` |
    | `dX` | gradient x weight | `linear` |
    | `dW` | gradient x other operand of the weight | `linear` |
    | `fwd` | activation x activation, weight x weight | `all` |
    | `dAct` | gradient x other operand of an activation | `all` |

    The following contractions are never quantized: convolutions, contractions
    that preserve no dimension of an operand, contractions of data or of constants,
    and contractions in optimizers and second derivatives. A remark on each
    contraction reports the decision.

    Each value is quantized once for all of its readers, after its definition:
    gradients to `backward-format`, other values to `forward-format`. The pass
    looks through transposes, reshapes, broadcasts and float casts. They are then
    applied to the codes or folded into the indexing maps.

    | recipe | elements that share a scale | origin of the scale |
    |---|---|---|
    | `current` | the tensor | its amax |
    | `delayed` | the tensor | the amaxes of earlier steps, stored as states |
    | `row` | the terms of one sum: a row or a column | their amax |
    | `block` | `block-size` terms of a sum; for a weight, a square of that side | their amax |
    | `mx` | 32 terms of a sum, with an e8m0 scale | their amax |
    | `none` | | nothing is quantized |

    Under `row`, `block` and `mx`, a scaling block extends along the reduced
    dimension of the contraction that reads it. A value that is read along its rows
    and along its columns therefore has two quantized copies, named `.rows` and
    `.columns`. The square blocks of a weight serve both. Several reduced
    dimensions are collapsed into one. If that is not one of the last two
    dimensions of its operand, it is moved to the end. A quantize op moves before
    layout changes as long as these preserve its scaling blocks.

    `override` sets a rule for single tensors, by name. An argument has its own name.
    Other quantized values have the name of the layer whose matmul reads them:
    `h0.fc:x` is the input of the layer of `h0.fc.weight`, `h0.fc:dy` the gradient of
    its result.

    | `override=PATTERN=` | rule of the tensor |
    |---|---|
    | `wide` | not quantized; the layers of a weight stay wide |
    | `e4m3`, `e5m2` | this format (not under `delayed`) |
    | `tensor`, `row`, `mx` | these scaling blocks; `tensor` scales by the amax of this step, or under `delayed` by the amaxes of earlier steps |
    | `block:MxN` | blocks of N elements along the reduced dimension and M across |

    The argument attribute `fp8.quantize` sets the same rules; the option has
    precedence. A rule that matches nothing is an error that lists the names.

    `wide-steps=PATTERN@FROM-TO` keeps tensors wide at some steps, without
    recompilation. Steps are counted from 0, and both ends are included. For each
    set of tensors that are wide together, the module exports one more function,
    `@step_wide<N>`, with the signature of `@step`. Its attribute `fp8.steps` lists
    the ranges of steps at which hosts call it. Histories continue meanwhile, and
    `@step0` keeps tensors wide that are wide at step 0.

    Under `delayed`, `@step` gets a packed history and packed scales for each
    direction, as last arguments and results. The module also exports `@step0`,
    which has the same signature and new states but current scaling. Hosts call it
    at the first step.

    **Numerics**: changes: 8-bit operands; contractions accumulate in f32.

    **Before**: Model form after `fp8-annotate-states`, inlined.
    ```mlir
    func.func @step(%w: tensor<8x4xf32> {fp8.name = "w"}, %x: tensor<2x8xf32> {fp8.name = "x"}, %t: tensor<2x4xf32>)
        -> (tensor<f32> {fp8.loss}, tensor<8x4xf32> {fp8.updates = "w"}) {
      %zero = arith.constant dense<0.0> : tensor<f32>
      %zero_y = arith.constant dense<0.0> : tensor<2x4xf32>
      %zero_w = arith.constant dense<0.0> : tensor<8x4xf32>
      %y = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>)
                         outs(%zero_y : tensor<2x4xf32>) -> tensor<2x4xf32>
      %d = arith.subf %y, %t : tensor<2x4xf32>
      %squares = arith.mulf %d, %d : tensor<2x4xf32>
      %loss = linalg.reduce {arith.addf} ins(%squares : tensor<2x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
      %g = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>,
                                          affine_map<(i, j, k) -> (i, j)>]
          ins(%x, %d : tensor<2x8xf32>, tensor<2x4xf32>) outs(%zero_w : tensor<8x4xf32>) -> tensor<8x4xf32>
      %new = arith.subf %w, %g : tensor<8x4xf32>
      return %loss, %new : tensor<f32>, tensor<8x4xf32>
    }
    ```
    **After**: Scaled form.
    ```mlir
    %w_amax = fp8.amax %w outs(...) : tensor<8x4xf32>
    %w_scale, %w_inv = fp8.compute_scale %w_amax for e4m3 : tensor<f32>
    ...
    %w_codes = fp8.quantize %w by %w_scale outs(...) {fp8.name = "w.e4m3"} : ...
    ...
    %x_codes = fp8.quantize %x by %x_scale outs(...) {fp8.name = "x.e4m3"} : ...
    ...
    %y = fp8.contract [...] %x_codes by %x_inv, %w_codes by %w_inv outs(...) {fp8.class = "fwd"} : ...
    %d = arith.subf %y, %t : tensor<2x4xf32>
    ...
    %d_codes = fp8.quantize %d by %d_scale outs(...) {fp8.name = "w:dy.e5m2"} : ...
    ...
    %g = fp8.contract [...] %x_codes by %x_inv, %d_codes by %d_inv outs(...) {fp8.class = "dW"} : ...
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"recipe", "recipe", "::mlir::fp8::Recipe",
           /*default=*/"::mlir::fp8::Recipe::Current",
           "Which elements share a scale, and how the scale is computed">,
    Option<"scope", "scope", "::mlir::fp8::ContractionScope",
           /*default=*/"::mlir::fp8::ContractionScope::Linear",
           "Contractions to quantize">,
    Option<"forwardFormat", "forward-format", "::mlir::fp8::Format",
           /*default=*/"::mlir::fp8::Format::E4M3",
           "Format of weights, activations and data">,
    Option<"backwardFormat", "backward-format", "::mlir::fp8::Format",
           /*default=*/"::mlir::fp8::Format::E5M2", "Format of gradients">,
    Option<"margin", "margin", "int64_t", /*default=*/"0",
           "Divide the largest value of the format by two to this power">,
    Option<"pow2", "pow2", "bool", /*default=*/"false",
           "Round scales down to powers of two">,
    Option<"epsilon", "epsilon", "float", /*default=*/"0.0",
           "Value that replaces smaller amaxes">,
    Option<"historyLength", "history-length", "int64_t", /*default=*/"1024",
           "Number of steps in the amax history of the delayed recipe">,
    Option<"amaxAlgo", "amax-algo", "::mlir::fp8::AmaxAlgo",
           /*default=*/"::mlir::fp8::AmaxAlgo::Max",
           "Amax of the history that determines the scale">,
    Option<"blockSize", "block-size", "int64_t", /*default=*/"128",
           "Number of elements of a block along the reduced dimension; blocks of "
           "weights are squares with this side">,
    Option<"minElements", "min-elements", "int64_t", /*default=*/"0",
           "Do not quantize contractions with an operand of fewer elements">,
    ListOption<"skip", "skip", "std::string",
           "Regular expressions: do not quantize linear layers whose weight has a "
           "matching name">,
    ListOption<"override", "override", "std::string",
           "PATTERN=WHAT: how to quantize tensors with matching names: wide (not at "
           "all), e4m3, e5m2, tensor, row, mx or block:MxN">,
    ListOption<"wideSteps", "wide-steps", "std::string",
           "PATTERN@FROM-TO: do not quantize tensors with matching names from step "
           "FROM to step TO">
  ];
}

def SimplifyCastsPass : Pass<"fp8-simplify-casts"> {
  let summary = "Elide, merge and move quantize and dequantize ops";
  let description = [{
    Moves quantize ops towards producers and dequantize ops towards readers, so
    that transposes, reshapes, slices, concats, broadcasts, pads and maxima with 0
    act on codes. Then merges ops that have become equal.

    | rewrite | bit-exact because | conditions |
    |---|---|---|
    | `quantize(dequantize(c))` to `c` | after two roundings to 24 bits a code is still closest to itself | f32 between; `c` produced by an fp8 op; scales constant and verified for every code, or both results of one `fp8.compute_scale` without margin and `pow2`; round to nearest |
    | `quantize(layout(x))` to `layout(quantize(x))` | a code depends on its element and the scale of its block | the layout maps blocks to blocks; round to nearest |
    | `quantize(concat(x, y))` to `concat(quantize(x), quantize(y))` | as above | granularity `tensor`; round to nearest; amax unused; a part is decoded, or quantized by the same scale elsewhere |
    | `amax(layout(x))` to `amax(x)` | a maximum is independent of order and repetition | a transpose, reshape or broadcast; granularity `tensor` |
    | `layout(dequantize(c))` to `dequantize(layout(c))` | a number depends on its code and the scale of its block | the layout maps blocks to blocks; all readers are layouts, or the layout is a slice |
    | `concat(dequantize(c), dequantize(d))` to `dequantize(concat(c, d))` | as above | one scale, or the parts meet between blocks |
    | merge equal quantize ops; replace a quantized slice by a slice of the quantized whole | equal operands and attributes | for slices: granularity `tensor`; round to nearest |
    | drop an unused amax | nothing reads it | |
    | move a dequantize op to its first reader | the order of pure ops does not matter | both are in one basic block |

    Scaling blocks are preserved by these layouts:

    | granularity | transpose | reshape | slice | concat | broadcast, pad, max with 0 |
    |---|---|---|---|---|---|
    | `tensor` | any | any | any | one scale | yes; pad and maximum require a scale known to be positive and finite |
    | `row` | preserves the last dimension | preserves the last dimension | whole rows | not the last dimension | no |
    | `block MxN` | preserves the last two, or swaps them with M and N | preserves the last two | at block boundaries | at block boundaries | no |
    | `mx` | preserves the last dimension | preserves the last dimension | at multiples of 32 | at multiples of 32 | no |
    | `group N` | no | any | no | no | no |

    On codes, a maximum with 0 is an integer maximum. It requires codes produced by
    an fp8 op, since other codes may contain a NaN with a sign.
    `dequantize(quantize(x))` is not simplified, because it rounds. Ops that are
    kept for a reason get a remark with the reason.

    **Numerics**: same.

    **Before**: Scaled form.
    ```mlir
    func.func @round_trip(%x: tensor<4x64xf32>, %amax: tensor<f32>, %c0: tensor<4x64xf8E4M3FN>, %w0: tensor<4x64xf32>)
        -> (tensor<4x64xf8E4M3FN>, tensor<4x64xf8E4M3FN>) {
      %scale, %inv = fp8.compute_scale %amax for e4m3 : tensor<f32>
      %c = fp8.quantize %x by %scale outs(%c0 : tensor<4x64xf8E4M3FN>) : tensor<4x64xf32>, tensor<f32>
      %w = fp8.dequantize %c by %inv outs(%w0 : tensor<4x64xf32>) : tensor<4x64xf8E4M3FN>, tensor<f32>
      %q = fp8.quantize %w by %scale outs(%c0 : tensor<4x64xf8E4M3FN>) : tensor<4x64xf32>, tensor<f32>
      return %c, %q : tensor<4x64xf8E4M3FN>, tensor<4x64xf8E4M3FN>
    }
    ```
    **After**: Scaled form.
    ```mlir
    %c = fp8.quantize %x by %scale outs(%c0 : tensor<4x64xf8E4M3FN>) : tensor<4x64xf32>, tensor<f32>
    return %c, %c : tensor<4x64xf8E4M3FN>, tensor<4x64xf8E4M3FN>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::fp8::FP8Dialect"
  ];
}

#endif // FP8_QUANTIZE_PASSES_TD
