//===- Passes.td - conversions out of the fp8 dialect ------*- tablegen -*-===//
#ifndef FP8_CONVERSION_PASSES_TD
#define FP8_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertFP8ToArith : Pass<"convert-fp8-to-arith"> {
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

def FP8BatchDraws : Pass<"fp8-batch-draws", "::mlir::ModuleOp"> {
  let summary = "Draw random numbers for many iterations of a loop at once";
  let description = [{
    Where every iteration of a loop over vectors draws for the elements behind
    those of the iteration before, the draws of 256 elements are made together,
    in front of the iterations that use them, and kept on the stack. A longer
    loop is cut into loops of 256 elements. For CPUs: there the latency of
    Philox would stand in every iteration.

    **Numerics**: same.

    **Before**: functions of the emitter in scf and vector. **After**: the same;
    `fp8.draw` of such loops is replaced by loads.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def FP8PairHalves : Pass<"fp8-pair-halves"> {
  let summary = "Compute on pairs of bf16 as the halves of 32-bit words";
  let description = [{
    For CPUs with AVX-512. Where vectors of 32 elements, or of a multiple, are
    rounded to bf16, what is computed between conversions from and to bf16 is
    computed on the elements at even places first and on those at odd places
    after them: a shift and a mask make these two of a vector of words.
    Other operands and results are permuted; where they are too many, nothing
    changes. Codes are rounded as vectors of i16; bytes that are rounded to
    nearest are permuted as bytes. If an element that is rounded to bf16 is NaN
    or has the magnitude of the largest number or more, all is computed again,
    by `fp8.convert`. So all is computed before the first result is read, and
    what that takes is moved there; a load or a store is not. Where this cannot
    be done at once, it is done for each part that reads nothing of another.

    **Numerics**: same.

    **Before**: functions of the emitter in scf and vector. **After**: the same,
    with arith, vector and intrinsics of LLVM in place of those `fp8.convert`;
    what is left of them is in branches that are seldom taken.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::scf::SCFDialect",
    "::mlir::ub::UBDialect", "::mlir::vector::VectorDialect"
  ];
}

def ConvertFP8ToNVVM : Pass<"convert-fp8-to-nvvm"> {
  let summary = "Lower fp8.convert to the conversions of sm_89 and later";
  let description = [{
    Rewrites `fp8.convert` between f32, bf16 or f16 and e4m3 or e5m2, rounded to
    nearest, on scalars and vectors of rank 1, as `cvt` instructions on pairs of
    elements; between f32 and bf16, by `arith.extf` and `arith.truncf` too, on
    vectors of pairs. Short vectors of f32 are rounded stochastically, to bf16,
    e4m11 and 8 bits, by multiplications toward zero and dot products of draws;
    ue4m4 and e4m11, and bytes that become halves or are made of them, go by
    words. What all these do not do stays for --convert-fp8-to-arith: scalars of
    the unsigned formats, conversions from and to f16.

    **Numerics**: same. The instructions read and write f32 and f16; the way
    between these and bf16 is exact. A NaN that nothing but arithmetic reads
    keeps its bits: arithmetic of the GPU gives one NaN.

    **Before**: scalars and vectors, in code for a chip with these instructions.
    **After**: other conversions only.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::math::MathDialect", "::mlir::NVVM::NVVMDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
}

def FP8DivideByApproximation : Pass<"fp8-divide-by-approximation"> {
  let summary = "Divide vectors without a branch for each element";
  let description = [{
    `arith.divf` of short vectors of f32 becomes the chip's approximation of
    the reciprocal, and the few `math.fma` that make the nearest quotient of
    it, whatever its error within what PTX promises. They hold where operands
    are zero, or neither tiny nor huge; one branch for all elements of a vector
    takes the op as it was where some are. A divisor that all elements share is
    inverted once, where it is made. Loads go in front of the first branch.
    Scalars and divisions by constants stay.

    **Numerics**: same: both ways round correctly.

    **Before**: code for a GPU. **After**: the same, with calls of NVVM's
    intrinsics.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def FP8HideCounters : Pass<"fp8-hide-counters"> {
  let summary = "Keep LLVM from making one pointer per array in loops on a GPU";
  let description = [{
    Innermost loops of `scf.for` with at least four accesses, whose end is seen
    to be below 2^31, count in words that LLVM cannot follow. Addresses are
    computed of them in every iteration; otherwise LLVM adds to as many pointers
    as there are arrays, each in two registers.

    **Numerics**: same.

    **Before**: code for a GPU. **After**: the same, with calls of NVVM's
    intrinsics.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect"
  ];
}

#endif // FP8_CONVERSION_PASSES_TD
