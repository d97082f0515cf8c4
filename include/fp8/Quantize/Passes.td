//===- Passes.td - Model form to Scaled form ---------------*- tablegen -*-===//
#ifndef FP8_QUANTIZE_PASSES_TD
#define FP8_QUANTIZE_PASSES_TD

include "mlir/Pass/PassBase.td"

def QuantizeContractionsPass
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
    | `tensor`, `row`, `mx` | has these granules; `tensor` scales by the amax of this step, under `delayed` by those of earlier steps |
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

    **Before**: Model form after `fp8-annotate-states`, inlined. **After**: Scaled form.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"recipe", "recipe", "::mlir::fp8::Recipe",
           /*default=*/"::mlir::fp8::Recipe::Current", "Where scales come from">,
    Option<"scope", "scope", "::mlir::fp8::ContractionScope",
           /*default=*/"::mlir::fp8::ContractionScope::Linear",
           "Which contractions are quantized">,
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
           "The least amax">,
    Option<"historyLength", "history-length", "int64_t", /*default=*/"1024",
           "Steps of amaxes that the delayed recipe keeps">,
    Option<"amaxAlgo", "amax-algo", "::mlir::fp8::AmaxAlgo",
           /*default=*/"::mlir::fp8::AmaxAlgo::Max",
           "Which amax of the history sets the scale">,
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
    Option<"loss", "loss", "std::string", /*default=*/"\"-1\"",
           "The results that are losses, by number or name, separated by commas; "
           "-1 for those that are known or found">
  ];
}

def SimplifyCastsPass : Pass<"fp8-simplify-casts"> {
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

    **Before**: Scaled form. **After**: Scaled form.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::fp8::FP8Dialect"
  ];
}

def PropagateInitPass : Pass<"fp8-propagate-init"> {
  let summary = "Initialize masters from unrounded values, not from FP8 codes";
  let description = [{
    An `fp8.init` makes codes and their scale. Where these codes are decoded by
    that scale, with `fp8.dequantize` or by a multiplication, readers get the
    wide values of the `fp8.init` instead, as a further result of it. A master,
    a moment or a second copy that is computed from a decoded parameter then
    starts from the value that was drawn, and not from its code.

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

#endif // FP8_QUANTIZE_PASSES_TD
