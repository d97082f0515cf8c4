//===- Passes.td - passes of the fp8 dialect ---------------*- tablegen -*-===//
#ifndef FP8_TRANSFORMS_PASSES_TD
#define FP8_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def FP8Decompose : Pass<"fp8-decompose"> {
  let summary = "Rewrite fp8 ops as linalg.generic and fp8.convert";
  let description = [{
    Every fp8 tensor op becomes upstream ops on tensors around `fp8.convert`,
    so that any compiler can fuse, tile and lower it with upstream passes.

    **Numerics**: same, sums excepted: upstream adds in its own order.

    **Before**: form 2, tensors. **After**: of the fp8 dialect, only
    `fp8.convert`.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::mlir::fp8::FP8Dialect"
  ];
}

//===----------------------------------------------------------------------===//
// Observation
//===----------------------------------------------------------------------===//

def FP8Observe : Pass<"fp8-observe", "::mlir::ModuleOp"> {
  let summary = "Return what quantizes see as further results";
  let description = [{
    Appends results to every exported function that nothing in the module
    calls. Each `fp8.quantize`, under the name that its `fp8.name` gives, adds

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

    **Before**: form 2, tensors. **After**: form 2; quantizes inside of other
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

#endif // FP8_TRANSFORMS_PASSES_TD
