//===- Passes.td - conversions out of the fp8 dialect ------*- tablegen -*-===//
#ifndef FP8_CONVERSION_PASSES_TD
#define FP8_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertFP8ToArith : Pass<"convert-fp8-to-arith"> {
  let summary = "Lower fp8.convert on scalars and vectors to 32-bit arithmetic";
  let description = [{
    Rewrites `fp8.convert` with ops that every target has: shifts, additions
    and selects of integers, and one `math.fma`, which rounds. `arith.extf` and `arith.truncf` between f32 and bf16, and
    `arith.extf` from 8-bit formats, are rewritten too: some targets flush
    subnormals in them, others lack them.

    **Numerics**: same; NaNs that `arith` leaves open are 0x7FC0 in bf16 and
    0x7FC00000 in f32. Holds with subnormals flushed too, in all but f32
    subnormals themselves.

    **Before**: scalars and vectors. **After**: no `fp8.convert`. Codes stay
    values of their type, made by `arith.bitcast` from i8; the chip's own
    stochastic rounding is refused.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect"
  ];
}

def ConvertFP8ToNVVM : Pass<"convert-fp8-to-nvvm"> {
  let summary = "Lower fp8.convert to the conversions of sm_89 and later";
  let description = [{
    Rewrites `fp8.convert` between f32, bf16 or f16 and e4m3 or e5m2, rounded to
    nearest, on scalars and vectors of rank 1, as `cvt` instructions on pairs of
    elements. What they do not do stays for --convert-fp8-to-arith: stochastic
    rounding, the unsigned formats, and conversions between wide formats.

    **Numerics**: same. The instructions read and write f32 and f16; the way
    between these and bf16 is exact.

    **Before**: scalars and vectors, in code for a chip with these instructions.
    **After**: other conversions only.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::NVVM::NVVMDialect", "::mlir::vector::VectorDialect"
  ];
}

#endif // FP8_CONVERSION_PASSES_TD
