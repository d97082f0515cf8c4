//===- Evaluator.h - reference evaluator ------------------------*- C++ -*-===//
//
// Executes a function element by element, exactly as the IR is written. The
// evaluator is the definition that all targets are compared with. It is short
// and slow, and it makes no choices that are not documented here.
//
// Arithmetic
// - Every op rounds separately, to nearest even, including subnormals. The
//   floating-point environment is set for the run and restored afterwards.
// - Ops on bf16, f16 and 8-bit floats widen the operands, compute in f32 and
//   round the result. Rounding by `arith` ops follows IEEE: overflow gives
//   infinity, or NaN in formats without infinity. Rounding by `fp8` ops
//   saturates.
// - exp, log, powf, tanh, erf, rsqrt, ... are the functions of
//   fp8/Numerics/Math.h. They exist for f32 and narrower types.
// - Undefined behavior of the IR is defined or reported as an error; it never
//   crashes. A shift by the width or more gives 0 (shrsi: the sign). A float
//   outside the range of an integer type saturates, and NaN gives 0.
//   tensor.empty is zeros. Division by zero and out-of-bounds indices are
//   errors.
//
// Order of sums
// - If the body of a structured op is `addf(out, f(ins))`, and nothing else in
//   it reads `out`, the reduction is `init + tree`. The tree is the sum tree of
//   fp8/Numerics/SumTree.h over the values of f, in row-major order of the
//   reduced dimensions and in the element type of the result. The results of an
//   op are classified separately.
// - All other reductions, including integer reductions, are sequential in
//   row-major order of the whole iteration space. The order does not matter for
//   max and min.
// - Float contractions and convolutions compute products and sums in f64. The
//   sum is rounded once to f32, and then to the element type of the result, or
//   the epilogue is applied to the f32 value. An op belongs to this group if it
//   is `fp8.contract`, or if its body is `addf(out, mulf(a, b))`, where a and b
//   are two inputs, possibly widened, and the result has a dimension on which
//   only one of them depends. The sum starts from the init, except in
//   `fp8.contract`, whose epilogue adds the init. A target's GEMM does not
//   return these bits; its error bound is relative to this definition. A dot
//   product has no such dimension and is a reduction as above.
// - `fp8.gemm` follows the op that it was created from. With scales it computes
//   like `fp8.contract`. Without scales the sum starts from the init if it
//   accumulates. `fp8.kernel` is evaluated as its body.
// - `fp8.update` reduces by the sum tree over the elements of the first state.
//   `fp8.scatter_add` adds in the order of the indices.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_REFERENCE_EVALUATOR_H
#define FP8_REFERENCE_EVALUATOR_H

#include "fp8/Host/Program.h"
#include "mlir/IR/BuiltinOps.h"

#include <memory>

namespace mlir::fp8 {

/// Prepares `function` of `module`, and all functions that it calls, for the
/// evaluator. All checks happen here: an unsupported op, attribute or type
/// causes an error at the op. The program refers to the context, but not to the
/// module. Several threads may run it at once.
FailureOr<std::unique_ptr<Program>> createReferenceProgram(ModuleOp module,
                                                           StringRef function);

} // namespace mlir::fp8

#endif // FP8_REFERENCE_EVALUATOR_H
