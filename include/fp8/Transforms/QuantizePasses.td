//===- QuantizePasses.td - formats and scales of products --*- tablegen -*-===//
#ifndef FP8_TRANSFORMS_QUANTIZEPASSES_TD
#define FP8_TRANSFORMS_QUANTIZEPASSES_TD

include "mlir/Pass/PassBase.td"

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
    Option<"loss", "loss", "std::string", /*default=*/"\"-1\"",
           "The results that are losses, by number or name, separated by commas; "
           "-1 for those that are known or found">
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
    Option<"type", "type", "::mlir::fp8::WideType",
           /*default=*/"::mlir::fp8::WideType::BF16",
           "What activations and gradients are kept in",
           [{::llvm::cl::values(
               clEnumValN(::mlir::fp8::WideType::F32, "f32", "What the graph has"),
               clEnumValN(::mlir::fp8::WideType::BF16, "bf16", "bf16, rounded once"))}]>,
    Option<"loss", "loss", "std::string", /*default=*/"\"-1\"",
           "The results that are losses, by number or name, separated by commas; "
           "-1 for those that are known or found">
  ];
}

#endif // FP8_TRANSFORMS_QUANTIZEPASSES_TD
