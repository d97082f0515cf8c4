//===- Passes.td - code of kernels for CPUs ----------------*- tablegen -*-===//
#ifndef FP8_TARGET_CPU_PASSES_TD
#define FP8_TARGET_CPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def EmitCPUPass : Pass<"fp8-emit-cpu", "::mlir::ModuleOp"> {
  let summary = "Turn every fp8.kernel into a function of the CPU";
  let description = [{
    Emits each kernel as a function over a range of its items, on explicit
    vectors, and replaces it by `fp8.launch`. Kernels that are equal but for
    their names share a function. Scratch memory of a reduction over everything
    is allocated beside the launch.

    **Numerics**: same. Sums are added in the declared order.

    **Before**: Planned form; kernels on memrefs of static strides. **After**: no
    `fp8.kernel`; functions in arith, scf, vector and llvm, with `fp8.convert`
    on vectors.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
  let options = [
    Option<"vectorBits", "vector-bits", "unsigned", /*default=*/"512",
           "Bits of a vector register: 128, 256 or 512">,
    Option<"cpu", "cpu", "std::string", /*default=*/"\"\"",
           "The CPU, as LLVM calls it, whose memory the code is for; "
           "native is this machine's">
  ];
}

def BatchDrawsPass : Pass<"fp8-batch-draws", "::mlir::ModuleOp"> {
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

def PairHalvesPass : Pass<"fp8-pair-halves"> {
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

def EncodeAVX512Pass : Pass<"fp8-encode-avx512"> {
  let summary = "Encode e4m3 and e5m2 with instructions of AVX-512";
  let description = [{
    For CPUs with AVX512-VBMI. `fp8.convert` of pairs of registers of f32 to
    `f8E4M3FN` or `f8E5M2`, rounded to nearest, becomes a rounding by `math.fma`
    between `vrangeps`, for binades and saturation, and `vpmaddwd`, for the
    code; `vpackssdw` and one permutation bring the codes together. What the op
    says in `fp8.assumes` leaves out saturation and the look for NaN.

    **Numerics**: same.

    **Before**: functions of --fp8-emit-cpu. **After**: the same, with arith,
    math, vector and intrinsics of LLVM in place of those `fp8.convert`; others
    wait for --convert-fp8-to-arith.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::math::MathDialect", "::mlir::ub::UBDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def UseAVX512Pass : Pass<"fp8-use-avx512"> {
  let summary = "Use instructions of AVX-512 that LLVM does not find by itself";
  let description = [{
    For CPUs with AVX512-VBMI. `arith.trunci` of several registers of i32 to i8,
    with the logic and the shifts by whole bytes that lead to it, becomes
    permutations of bytes; `arith.trunci` of pairs of registers to i16, of high
    halves, too, becomes permutations of halves; a constant that is selected in
    the place of NaN comes of `vfixupimmps`; a product with a power of two that
    is made of integers, in two steps, becomes `vscalefps`.

    **Numerics**: same.

    **Before**: vectors in arith and vector. **After**: these, and intrinsics of
    LLVM.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::ub::UBDialect", "::mlir::vector::VectorDialect"
  ];
}

#endif // FP8_TARGET_CPU_PASSES_TD
