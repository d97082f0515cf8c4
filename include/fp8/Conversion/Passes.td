//===- Passes.td - fp8 ops in arith ------------------------*- tablegen -*-===//
#ifndef FP8_CONVERSION_PASSES_TD
#define FP8_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertFP8ToArithPass : Pass<"convert-fp8-to-arith"> {
  let summary = "Lower fp8.convert and fp8.draw on scalars and vectors";
  let description = [{
    Rewrites `fp8.convert` with ops that every target supports: integer shifts,
    additions and selects, and one `math.fma`, which rounds. `arith.extf` and
    `arith.truncf` between f32 and bf16, and `arith.extf` from 8-bit formats, are
    rewritten too, because some targets flush subnormals in them and others do not
    support them. `arith.select` of bf16 and f16 is also rewritten, because LLVM would
    compute it in f32.

    `fp8.draw` becomes the integer ops of Philox. If the lanes of a vector are known to be consecutive
    elements, lanes that share a Philox block compute it once. If the position of
    the first lane in its block is not known at compile time, it is tested at run
    time.

    **Numerics**: same; NaNs that `arith` leaves open are 0x7FC0 in bf16 and
    0x7FC00000 in f32. The result is also correct if the target flushes subnormals,
    except for f32 subnormals themselves.

    **Before**: scalars and vectors.
    ```mlir
    func.func @decode(%code: f8E5M2) -> f32 {
      %x = fp8.convert %code : f8E5M2 to f32
      return %x : f32
    }
    ```
    **After**: no `fp8.convert` and no `fp8.draw`. Codes are values of their type, from an
    `arith.bitcast` of i8. Stochastic rounding by instructions of the chip is an error.
    ```mlir
    %byte = arith.bitcast %code : f8E5M2 to i8
    %wide = arith.extsi %byte : i8 to i16
    %c8 = arith.constant 8 : i16
    %high = arith.shli %wide, %c8 : i16
    ...
    %half = arith.bitcast %bits : i16 to f16
    %number = arith.extf %half : f16 to f32
    ...
    %result = arith.select %is_nan, %nan, %number_bits : i32
    %x = arith.bitcast %result : i32 to f32
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
}

#endif // FP8_CONVERSION_PASSES_TD
