//===- Passes.td - checks and reports of every form --------*- tablegen -*-===//
#ifndef FP8_INSPECT_PASSES_TD
#define FP8_INSPECT_PASSES_TD

include "mlir/Pass/PassBase.td"

def VerifyFormPass : Pass<"fp8-verify-form", "::mlir::ModuleOp"> {
  let summary = "Check that the module has the form that the next passes expect";
  let description = [{
    Each violation is one error on the op at fault. A note lists what is supported and the
    pass that is likely at fault.

    | form | checks |
    |---|---|
    | model | a public function with a body; static ranked tensors; only ops of `func`, `linalg`, `tensor`, `arith`, `math` and `scf`, and `fp8.scatter_add` |
    | scaled | Model form or `fp8` ops; a public function `@step`; every `fp8.contract` has its role if `fp8.done` contains `fp8-quantize-contractions` |
    | sharded | Scaled form and `fp8.mesh`; all ranks compute equal states, or the rows of a state with `fp8.shard`: inputs, scalars, scales and `skip` of updates do not depend on the batch or on the rows of one rank, and only ops that treat rows separately read rows of one rank |
    | model, scaled, sharded | no contents of a `tensor.empty` reach a result of a public function ([Numerics](../internals/Numerics.md#contents)) |
    | fused | tensors; outside `fp8.kernel` only `fp8.gemm`, `fp8.all_gather`, `fp8.all_to_all`, `fp8.barrier`, constants, `tensor.empty`, and reshapes and slices, which are views |
    | planned | memrefs; `@step` and other public functions are straight lists of `fp8.kernel`, `fp8.launch`, `fp8.gemm` and views; no allocations or copies |

    **Numerics**: same; the module does not change.

    **Before**: any module, here under `--fp8-verify-form=form=fused`.
    ```mlir
    func.func @step(%x: tensor<8xf32>) -> tensor<8xf32> {
      %y = arith.negf %x : tensor<8xf32>
      return %y : tensor<8xf32>
    }
    ```
    **After**: the module, unchanged; here an error.
    ```
    error: unsupported op 'arith.negf' in Fused form
    ...
    note: supported outside of fp8.kernel: fp8.gemm, ...
    ...
    note: this is likely due to --fp8-fuse
    ```
  }];
  let options = [
    Option<"form", "form", "::mlir::fp8::Form",
           /*default=*/"::mlir::fp8::Form::Model", "The form to check">
  ];
}

def CheckNumericsPass : Pass<"fp8-check-numerics", "::mlir::ModuleOp"> {
  let summary = "Reject scales and casts with known numerical defects";
  let description = [{
    The rules follow scales, amaxes, codes and states, and bound values by intervals:
    constants, codes, ReLU, tanh, softmax, sums over static extents. A rule reports only
    what it can prove. Every finding states the operand, the numbers and a remedy.

    | rule | finding |
    |---|---|
    | `block-tail` | warning: the last scaling block of a quantize has at most 4 elements, or the blocks of two operands differ along their sum; remark: groups that do not divide rows |
    | `decay-stall` | a state rounded to nearest that stalls: its decay, including weight decay, changes it by less than half a unit; in 8 bits, the smallest codes stall under any decay above 1/2; an 8-bit state rounded stochastically with a decay below 2^-16 |
    | `delayed-start` | a step with delayed scales but without `@step0`: the first step encodes by the initial scale, 1 |
    | `delayed-window` | warning: delayed scales that depend on the amax of a single step, without a margin |
    | `e5m2-forward` | a contraction of class `fwd` with an e5m2 operand |
    | `moment-underflow` | an 8-bit second moment with one scale: elements that the scale flushes to zero have the largest possible update |
    | `overflow-window` | a constant scale, or the scale of a multiple of the input, that saturates the input; results of dequantize ops, contractions and casts that exceed their type; constant scales without a normal inverse; an epsilon that lets the scale overflow |
    | `quasi-scale` | `quasi_stochastic` rounding with one tensor-wide scale that is not a power of two; remark: a scale that is an argument |
    | `saturating-chain` | f32 rounded to bf16 or f16 and then to 8 bits, although nothing else reads the 16-bit value; codes decoded and encoded again by another format, granularity or scale |
    | `scale-reuse` | the scale of another tensor, format or step; a scale used as its inverse; a scale state that no result updates; codes and scales of a state that are updated separately |
    | `split-delayed` | a split whose scale is not computed in this step: a value that exceeds it saturates, and there is no other copy |
    | `underflow-window` | a constant scale, margin or epsilon under which every code is subnormal or zero |
    | `unguarded-scale` | a scale divided by an amax that may be 0: zeros become NaN |
    | `update-stall` | a weight rounded to nearest whose update is bounded below half a unit of a weight of magnitude 1: no gradient changes it |

    `fp8.allow`, an array of rule names on an op, on its function or on the module, turns
    findings there into remarks of the category `fp8-check-numerics`. The option `allow`
    does so everywhere.

    **Numerics**: same; the module does not change.

    **Before**: tensors with fp8 ops (Scaled form).
    ```mlir
    func.func @cast(%x: tensor<4x8xf32>, %init: tensor<4x8xf8E4M3FN>) -> tensor<4x8xf8E4M3FN> {
      %zero = arith.constant dense<0.0> : tensor<f32>
      %max = arith.constant dense<448.0> : tensor<f32>
      %amax = fp8.amax %x outs(%zero : tensor<f32>) : tensor<4x8xf32>
      %scale = arith.divf %max, %amax : tensor<f32>
      %codes = fp8.quantize %x by %scale outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
      return %codes : tensor<4x8xf8E4M3FN>
    }
    ```
    **After**: the same; here an error.
    ```
    error: unguarded-scale: expected a scale that is finite if the amax is 0, but its divisor is ... which may be 0: ...
    ...
    note: remedy: use fp8.compute_scale, which returns 1 for it, or the maximum of the amax and an epsilon
    ...
    note: to accept it: fp8.allow = ["unguarded-scale"] on the op or on an op around it
    ```
  }];
  let options = [
    ListOption<"only", "only", "std::string", "Check these rules only">,
    ListOption<"disable", "disable", "std::string", "Do not check these rules">,
    ListOption<"allow", "allow", "std::string",
               "Report findings of these rules as remarks">
  ];
}

def PrintKernelDomainPass : Pass<"fp8-print-kernel-domain"> {
  let summary = "Print the iteration domain of every kernel as remarks";
  let description = [{
    Emits one remark at each `fp8.kernel` with the extents of its dimensions, and one at
    each op of its body with its class and the dimensions that its loops iterate over.

    **Numerics**: same.

    **Before**: Fused or Planned form, here by
    `--convert-elementwise-to-linalg --fp8-fuse --fp8-print-kernel-domain`.
    ```mlir
    func.func @step(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
      %y = arith.negf %x : tensor<8x16xf32>
      return %y : tensor<8x16xf32>
    }
    ```
    **After**: unchanged, with remarks.
    ```
    remark: domain [8, 16]
    ...
    remark: elementwise over [0, 1]
    ```
  }];
}

def ReportPass : Pass<"fp8-report", "::mlir::ModuleOp"> {
  let summary = "Report launches, memory traffic and memory of a step";
  let description = [{
    Reports for every public function the launches and functions per kind of kernel, the
    matmuls, and the bytes that each kind must move. Every operand counts once; the
    source of a gather counts only with the gathered elements. Planned form adds the
    bytes of arguments, results, constants and the arena.

    `live_peak_bytes` is the largest sum of bytes of arena buffers that are live at one
    launch of the list, each from the first to the last op that accesses it. No arena
    for this list can be smaller. The buffers that are live at the peak are listed in
    descending order of size, each with the first op that writes it.

    A step of several ranks also lists calls and bytes of its exchanges: by op, by the
    values that they move, and per parameter. Only the bytes that rank 0 sends are
    counted. In Planned form, `format=json` adds the ops with their dependences, and
    sizes that depend on the number of ranks: see [Exchanges of a
    step](../internals/Pipeline.md#exchanges-of-a-step).

    **Numerics**: same; the module does not change.

    **Before**: Fused or Planned form, here by
    `--convert-elementwise-to-linalg --fp8-fuse --fp8-report`.
    ```mlir
    func.func @step(%x: tensor<8x16xf32>, %y: tensor<8x16xf32>) -> tensor<8x16xf32> {
      %p = arith.mulf %x, %y : tensor<8x16xf32>
      %n = arith.negf %p : tensor<8x16xf32>
      return %n : tensor<8x16xf32>
    }
    ```
    **After**: the same. The report is
    ```
    @step
      kernels           launches  functions      bytes read   bytes written
      elementwise              1          0            1024             512
      product                  0          0               0               0
      total                    1          0            1024             512
    ```
  }];
  let options = [
    Option<"format", "format", "::mlir::fp8::ReportFormat",
           /*default=*/"::mlir::fp8::ReportFormat::Table",
           "Format of the report">,
    Option<"output", "output", "std::string", /*default=*/"\"-\"",
           "The file to write, - for the standard output">,
    Option<"numBuffers", "buffers", "unsigned", /*default=*/"8",
           "Number of the largest buffers to list">
  ];
}

def ObservePass : Pass<"fp8-observe", "::mlir::ModuleOp"> {
  let summary = "Return inputs, outputs and health counters of quantize ops";
  let description = [{
    Instruments every exported function that no other function of the module calls:
    appends results for each `fp8.quantize`, named by its `fp8.name`, and for each
    8-bit second moment of an `fp8.update`, named like its argument:

    | option | result | type | contents |
    |---|---|---|---|
    | `dump` | `<name>.input` | of the input | the value before scaling |
    | `dump` | `<name>.codes` | of the codes | the codes |
    | `dump` | `<name>.scale_inv` | of the inverse scales | the inverse scales, which decode the codes |
    | `health` | `<name>.saturations` | `tensor<i64>` | number of elements clamped to the largest value, including infinities |
    | `health` | `<name>.underflows` | `tensor<i64>` | number of nonzero elements whose code is zero |
    | `health` | `<name>.nonfinite_amax` | `tensor<i64>` | 1 if some element is an infinity or NaN, else 0 |
    | `health` | `<name>.elements` | `tensor<i64>` | number of elements |
    | `health` | `<name>.zero_second_moments` | `tensor<i64>` | number of elements whose second moment is stored as zero, but whose first moment in 8 bits is not |
    | `scales` | `<name>.amax` | `tensor<f32>` | the amax, if an op computes it |
    | `scales` | `<name>.scale` | `tensor<f32>` | the scale, if the tensor has one |
    | `scales` | `<name>.scale_inv` | of the inverse scales | the inverse scales, if the tensor has several |

    An element counts as clamped if a format with a wider exponent range would round it
    to a number above the largest value. A slightly smaller element is rounded down to
    the largest value in any case and does not count. The element that determines the
    scale is often such an element. Ops without a name are named `quantize`; duplicate
    names get a number.

    **Numerics**: same; other results do not change.

    **Before**: Scaled form, tensors, here under `--fp8-observe=dump`.
    ```mlir
    func.func @cast(%x: tensor<4x8xf32>, %scale: tensor<f32>, %init: tensor<4x8xf8E4M3FN>) -> tensor<4x8xf8E4M3FN> {
      %codes = fp8.quantize %x by %scale outs(%init : tensor<4x8xf8E4M3FN>) {fp8.name = "x"} : tensor<4x8xf32>, tensor<f32>
      return %codes : tensor<4x8xf8E4M3FN>
    }
    ```
    **After**: Scaled form. Quantize ops inside other ops are not instrumented, with a
    warning.
    ```mlir
    func.func @cast(%x: tensor<4x8xf32>, %scale: tensor<f32>, %init: tensor<4x8xf8E4M3FN>)
        -> (tensor<4x8xf8E4M3FN>, tensor<4x8xf32> {fp8.name = "x.input"},
            tensor<4x8xf8E4M3FN> {fp8.name = "x.codes"}, tensor<f32> {fp8.name = "x.scale_inv"}) {
      %codes = fp8.quantize %x by %scale outs(%init : tensor<4x8xf8E4M3FN>) {fp8.name = "x"} : ...
      ...
      return %codes, %x, %codes, %scale_inv : ...
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"scales", "scales", "bool", /*default=*/"false",
           "Return the amax and the scale of every fp8.quantize">,
    Option<"dump", "dump", "bool", /*default=*/"false",
           "Return input, codes and inverse scale">,
    Option<"health", "health", "bool", /*default=*/"false",
           "Count saturations, underflows, non-finite amaxes and zero second moments">
  ];
}

#endif // FP8_INSPECT_PASSES_TD
