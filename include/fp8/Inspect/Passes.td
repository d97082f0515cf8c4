//===- Passes.td - checks and reports of every form --------*- tablegen -*-===//
#ifndef FP8_INSPECT_PASSES_TD
#define FP8_INSPECT_PASSES_TD

include "mlir/Pass/PassBase.td"

def VerifyFormPass : Pass<"fp8-verify-form", "::mlir::ModuleOp"> {
  let summary = "Check that the module has the form that the next passes expect";
  let description = [{
    Each violation is one error on the op at fault, with a note that says what
    is supported and which pass is likely to have left it.

    | form | checks |
    |---|---|
    | model | a public function with a body; static ranked tensors; only ops of `func`, `linalg`, `tensor`, `arith`, `math` and `scf`, and `fp8.scatter_add` |
    | scaled | Model form or `fp8` ops; a public function `@step`; where `fp8.done` holds `fp8-quantize-contractions`, every `fp8.contract` has its role |
    | model, scaled | no contents of a `tensor.empty` reach a result of a public function ([Numerics](../internals/Numerics.md#contents)) |
    | fused | tensors; outside of `fp8.kernel` only `fp8.gemm`, `fp8.barrier`, constants, `tensor.empty`, and reshapes and slices, which are views |
    | planned | memrefs; `@step` and other public functions are straight lists of `fp8.kernel`, `fp8.launch`, `fp8.gemm` and views; nothing is allocated or copied |

    **Numerics**: same; nothing changes.

    **Before**: any module. **After**: the module, unchanged.
  }];
  let options = [
    Option<"form", "form", "::mlir::fp8::Form",
           /*default=*/"::mlir::fp8::Form::Model", "The form">
  ];
}

def CheckNumericsPass : Pass<"fp8-check-numerics", "::mlir::ModuleOp"> {
  let summary = "Refuse scales and casts that are known to fail";
  let description = [{
    Rules follow scales, amaxes, codes and states, and bound values by
    intervals: constants, codes, ReLU, tanh, softmax, sums over static extents.
    A rule reports what it proves, and is silent where it knows too little.
    Every finding names the operand, the numbers and a remedy.

    | rule | what it finds |
    |---|---|
    | `block-tail` | warning: the last granule of a quantize has at most 4 elements, or the blocks of two operands differ along their sum; remark: groups that do not divide rows |
    | `decay-stall` | a state rounded to nearest whose decay, weight decay included, changes it by less than half a unit: it stands still, in 8 bits at its smallest codes under any decay above 1/2; one drawn in 8 bits whose decay is below 2^-16 |
    | `delayed-start` | a step with delayed scales and no `@step0`: the first step encodes by the initial value, 1 |
    | `delayed-window` | warning: delayed scales of one step, without a margin |
    | `e5m2-forward` | a contraction of class `fwd` with an e5m2 operand |
    | `moment-underflow` | a second moment in 8 bits under one scale for all of it: what the scale flushes to zero has an update as large as it can be |
    | `overflow-window` | a constant scale, or one of a multiple of the input, under which it saturates; results of dequantizes, contractions and casts that exceed their type; constant scales without a normal inverse; an epsilon that lets the scale overflow |
    | `quasi-scale` | `quasi_stochastic` draws under one scale for the tensor that is no power of two; remark: one that is an argument |
    | `saturating-chain` | f32 to bf16 or f16 to 8 bits where nothing else reads the 16 bits; codes decoded and encoded again by another format, granularity or scale |
    | `scale-reuse` | the scale of another tensor, format or step; a scale for its inverse; a scale state that no result updates; codes and scales of a state that are updated apart |
    | `split-delayed` | a split whose scale does not come from this step: a value that outgrows it saturates, and there is no other copy |
    | `underflow-window` | a constant scale, margin or epsilon under which every code is subnormal or zero |
    | `unguarded-scale` | a scale that is divided by an amax, which may be 0: zeros become NaN |
    | `update-stall` | a weight rounded to nearest whose update has a bound below half a unit of a weight of magnitude 1: no gradient moves it |

    `fp8.allow`, an array of names of rules on an op, on its function or on the
    module, turns findings there into remarks of the category
    `fp8-check-numerics`; so does the option `allow` everywhere.

    **Numerics**: same; the module does not change.

    **Before**: tensors with fp8 ops (Scaled form). **After**: the same.
  }];
  let options = [
    ListOption<"only", "only", "std::string", "Check these rules only">,
    ListOption<"disable", "disable", "std::string", "Do not check these rules">,
    ListOption<"allow", "allow", "std::string",
               "Findings of these rules are remarks">
  ];
}

def PrintKernelDomainPass : Pass<"fp8-print-kernel-domain"> {
  let summary = "Print the iteration domain of every kernel as remarks";
  let description = [{
    One remark at each `fp8.kernel` with the extents of its dimensions, and one
    at each op of its body with its class and the dimensions its loops walk.

    **Numerics**: same. **Before**: Fused or Planned form. **After**: unchanged.
  }];
}

def ReportPass : Pass<"fp8-report", "::mlir::ModuleOp"> {
  let summary = "Report what a step launches, moves and keeps";
  let description = [{
    For every public function: launches and functions per kind of kernel,
    products, and the bytes that each has to move: every operand once, of a
    gather what it reads. Planned form adds the bytes of arguments, results,
    constants and the arena.

    `live_peak_bytes` is the largest sum over the list of launches of the
    buffers that lie in the arena, each from the first to the last op that
    touches it: no arena for this list is smaller. The buffers of that moment
    come with the op that makes them, largest first.

    **Numerics**: same; the module does not change.

    **Before**: Fused or Planned form. **After**: the same.
  }];
  let options = [
    Option<"format", "format", "::mlir::fp8::ReportFormat",
           /*default=*/"::mlir::fp8::ReportFormat::Table",
           "How the report is written">,
    Option<"output", "output", "std::string", /*default=*/"\"-\"",
           "The file to write, - for the standard output">,
    Option<"numBuffers", "buffers", "unsigned", /*default=*/"8",
           "How many of the largest buffers to list">
  ];
}

def ObservePass : Pass<"fp8-observe", "::mlir::ModuleOp"> {
  let summary = "Return the inputs and outputs of quantizes as further results";
  let description = [{
    Appends results to every exported function that no other function of the
    module calls. Each `fp8.quantize`, under the name that its `fp8.name` gives, adds

    | with | result | type | what it is |
    |---|---|---|---|
    | `dump` | `<name>.input` | of the input | the value before scaling |
    | `dump` | `<name>.codes` | of the codes | the codes |
    | `dump` | `<name>.scale_inv` | of the inverse scales | what decodes them |
    | `health` | `<name>.saturations` | `tensor<i64>` | elements clamped to the largest value, infinities included |
    | `health` | `<name>.underflows` | `tensor<i64>` | elements that are not zero, but whose code is |
    | `health` | `<name>.nonfinite_amax` | `tensor<i64>` | 1 if some element is an infinity or NaN, else 0 |
    | `health` | `<name>.elements` | `tensor<i64>` | how many there are |

    An element counts as clamped where a format with more exponents would have
    rounded it past the largest value; in between it is only rounded, as the
    amax under its own scale often is. Ops without a name are called
    `quantize`; a name that is taken gets a number.

    **Numerics**: same; the other results do not change.

    **Before**: Scaled form, tensors. **After**: Scaled form; quantizes inside of other
    ops are left alone, with a warning.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"dump", "dump", "bool", /*default=*/"false",
           "Input, codes and inverse scale">,
    Option<"health", "health", "bool", /*default=*/"false",
           "Saturations, underflows and non-finite amaxes">
  ];
}

#endif // FP8_INSPECT_PASSES_TD
