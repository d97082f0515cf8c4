//===- Passes.td - from fused kernels to functions ---------*- tablegen -*-===//
#ifndef FP8_EMITTER_PASSES_TD
#define FP8_EMITTER_PASSES_TD

include "mlir/Pass/PassBase.td"

def FP8EmitCPU : Pass<"fp8-emit-cpu", "::mlir::ModuleOp"> {
  let summary = "Turn every fp8.kernel into a function of the CPU";
  let description = [{
    Emits each kernel as a function over a range of its items, on explicit
    vectors, and replaces it by `fp8.launch`. Kernels that are equal but for
    their names share a function. Scratch memory of a reduction over everything
    is allocated beside the launch.

    **Numerics**: same. Sums are added in the declared order.

    **Before**: form 4b; kernels on memrefs of static strides. **After**: no
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

def FP8UseAVX512 : Pass<"fp8-use-avx512"> {
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

def FP8EncodeAVX512 : Pass<"fp8-encode-avx512"> {
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

def FP8EmitGPU : Pass<"fp8-emit-gpu", "::mlir::ModuleOp"> {
  let summary = "Turn every fp8.kernel into a kernel of a gpu.module";
  let description = [{
    As --fp8-emit-cpu, with one warp per chunk. The kernels go into the
    `gpu.module` named `kernels`. Four warps that follow each other share the
    rows of a sum over columns through shared memory. Transposed codes that a
    kernel of reduced rows would store one by one are made of the other codes by
    a second kernel.

    **Numerics**: same. Sums are added in the declared order.

    **Before**: form 4b; kernels on memrefs of static strides. **After**: no
    `fp8.kernel`; `gpu.func` in arith, gpu, nvvm, scf, vector and llvm,
    with `fp8.convert` on vectors.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::NVVM::NVVMDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

#endif // FP8_EMITTER_PASSES_TD
