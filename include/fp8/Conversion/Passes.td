//===- Passes.td - fp8 ops in arith ------------------------*- tablegen -*-===//
#ifndef FP8_CONVERSION_PASSES_TD
#define FP8_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertFP8ToArithPass : Pass<"convert-fp8-to-arith"> {
  let summary = "Lower fp8.convert and fp8.draw on scalars and vectors";
  let description = [{
    Rewrites `fp8.convert` with ops that every target has: shifts, additions
    and selects of integers, and one `math.fma`, which rounds. `arith.extf` and
    `arith.truncf` between f32 and bf16, and `arith.extf` from 8-bit formats,
    are rewritten too: some targets flush subnormals in them, others lack them.
    So is `arith.select` of bf16 and f16, which LLVM would do in f32.

    `fp8.draw` becomes Philox. Where the lanes of a vector are seen to be
    neighbours, those that share a block compute it once; where they begin is
    looked at when the code runs, unless it is known.

    **Numerics**: same; NaNs that `arith` leaves open are 0x7FC0 in bf16 and
    0x7FC00000 in f32. Holds with subnormals flushed too, in all but f32
    subnormals themselves.

    **Before**: scalars and vectors. **After**: no `fp8.convert` and no
    `fp8.draw`. Codes stay
    values of their type, made by `arith.bitcast` from i8; the chip's own
    stochastic rounding is refused.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
}

#endif // FP8_CONVERSION_PASSES_TD
