//===- Evaluator.h - The reference evaluator --------------------*- C++ -*-===//
//
// Runs a function element by element, as the IR is written. It is the
// definition that every other target is compared with: short, slow and free of
// choices that are not stated here.
//
// Arithmetic
//  - Every op rounds on its own, to nearest even, subnormals included; the
//    floating-point environment is set for the run and restored after it.
//  - bf16, f16 and 8-bit floats: operands are widened, the op is computed in
//    f32, the result is rounded. Rounding by `arith` follows IEEE (overflow
//    gives infinity, or NaN where the format has none); rounding by `fp8` ops
//    saturates.
//  - exp, log, powf, tanh, erf, rsqrt, ... are those of fp8/Numerics/Math.h;
//    they exist for f32 and narrower.
//  - What the IR leaves undefined is defined or is an error, never a crash: a
//    shift by the width or more gives 0 (shrsi: the sign), a float out of the
//    range of an integer type saturates and NaN gives 0, tensor.empty is zeros;
//    division by zero and an index out of bounds are errors.
//
// The order of sums
//  - A reduction of a structured op whose body is `addf(out, f(ins))` is
//    `init + tree`, where tree is the sum tree of fp8/Numerics/SumTree.h over
//    the values of f in row-major order of the reduced dimensions, in the
//    element type of the result. Each result of an op is looked at on its own.
//  - Any other reduction, integers included, is sequential in row-major order
//    of the whole iteration space. For max and min the order is of no
//    consequence.
//  - Contractions and convolutions of floats, `addf(out, mulf(a, b))` with a
//    and b two inputs that may be widened, in which some dimension of the
//    result is read by only one of them, and `fp8.contract`: products and sum
//    in f64, rounded once to f32, then to the element type of the result, or
//    then the epilogue. The sum starts from the value of the init, except in
//    `fp8.contract`, whose epilogue adds it. A target's GEMM does not return
//    these bits: this is the definition that its error is bounded against. A
//    dot product, which has no such dimension, is a reduction as above.
//  - `fp8.gemm`: that of the op it was made from. With scales, as
//    `fp8.contract`; without, the sum starts from the init where it is
//    accumulated. `fp8.kernel` is its body.
//  - `fp8.update`: reductions by the sum tree over the elements of the first
//    state. `fp8.scatter_add`: in order of the indices.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_REFERENCE_EVALUATOR_H
#define FP8_REFERENCE_EVALUATOR_H

#include "fp8/Host/Program.h"
#include "mlir/IR/BuiltinOps.h"

#include <memory>

namespace mlir::fp8 {

/// Prepares `function` of `module`, and every function that it calls, for the
/// evaluator. All that it will meet is checked here: an op, an attribute or a
/// type that is not supported is an error at that op. The program refers to the
/// context, not to the module, and may be run from several threads at once.
FailureOr<std::unique_ptr<Program>> createReferenceProgram(ModuleOp module,
                                                           StringRef function);

} // namespace mlir::fp8

#endif // FP8_REFERENCE_EVALUATOR_H
