//===- Passes.td - code of kernels for CPUs ----------------*- tablegen -*-===//
#ifndef FP8_TARGET_CPU_PASSES_TD
#define FP8_TARGET_CPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def EmitCPUPass : Pass<"fp8-emit-cpu", "::mlir::ModuleOp"> {
  let summary = "Emit every fp8.kernel as a function for CPUs";
  let description = [{
    Emits each kernel as a function over a range of its work items, with explicit
    vectors, and replaces it by `fp8.launch`. Kernels that differ only in their names
    share a function. Scratch memory of a reduction of a whole tensor is allocated
    next to the launch.

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
           "LLVM's name of the CPU whose memory system the code is tuned for; "
           "native for the host">
  ];
}

def BatchDrawsPass : Pass<"fp8-batch-draws", "::mlir::ModuleOp"> {
  let summary = "Generate random bits for many iterations of a loop at once";
  let description = [{
    If the iterations of a loop over vectors generate random bits for consecutive
    elements, the bits of 256 elements are generated together, before the iterations
    that use them, and stored on the stack. A longer loop is split into loops of 256
    elements. Otherwise every iteration would wait for the latency of Philox, which
    CPUs do not hide.

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
    For CPUs with AVX-512. Applies to vectors whose length is a multiple of 32 and
    that are rounded to bf16. Ops between conversions from and to bf16 are computed
    on the even elements first and then on the odd elements. A shift and a mask
    extract both from a vector of words. Other operands and results are permuted; if
    there are too many, nothing changes. Codes are rounded as vectors of i16; bytes
    that are rounded to nearest are permuted as bytes.

    If an element to be rounded to bf16 is NaN, or its magnitude is at least the
    largest number, all results are recomputed by `fp8.convert`. So all results are
    computed before the first one is read. Their operands move there, except for
    loads and stores. If this is not possible for all ops, it is done for each part
    that does not depend on another part.

    **Numerics**: same.

    **Before**: functions of the emitter in scf and vector. **After**: the same, with
    arith, vector and intrinsics of LLVM instead of these `fp8.convert` ops; the
    remaining ones are in branches that are rarely taken.
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
    code; `vpackssdw` and one permutation combine the codes. Assumptions in
    `fp8.assumes` remove saturation and the test for NaN.

    **Numerics**: same.

    **Before**: functions of --fp8-emit-cpu. **After**: the same, with arith,
    math, vector and intrinsics of LLVM instead of these `fp8.convert` ops.
    --convert-fp8-to-arith lowers the others.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::math::MathDialect", "::mlir::ub::UBDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def UseAVX512Pass : Pass<"fp8-use-avx512"> {
  let summary = "Use AVX-512 instructions that LLVM does not select";
  let description = [{
    For CPUs with AVX512-VBMI. `arith.trunci` of several registers of i32 to i8,
    with the logic and the shifts by whole bytes that lead to it, becomes
    permutations of bytes; `arith.trunci` of pairs of registers to i16, of high
    halves, too, becomes permutations of halves. The selection of a constant instead
    of NaN becomes `vfixupimmps`. A multiplication by a power of two that integer ops
    build, in two steps, becomes `vscalefps`.

    **Numerics**: same.

    **Before**: vectors in arith and vector. **After**: the same, with
    intrinsics of LLVM.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::ub::UBDialect", "::mlir::vector::VectorDialect"
  ];
}

#endif // FP8_TARGET_CPU_PASSES_TD
