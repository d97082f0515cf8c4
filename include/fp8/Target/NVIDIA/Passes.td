//===- Passes.td - code of kernels for NVIDIA GPUs ---------*- tablegen -*-===//
#ifndef FP8_TARGET_NVIDIA_PASSES_TD
#define FP8_TARGET_NVIDIA_PASSES_TD

include "mlir/Pass/PassBase.td"

def EmitGPUPass : Pass<"fp8-emit-gpu", "::mlir::ModuleOp"> {
  let summary = "Turn every fp8.kernel into a kernel of a gpu.module";
  let description = [{
    As --fp8-emit-cpu, with one warp per chunk. The kernels go into the
    `gpu.module` named `kernels`. Four warps that follow each other share the
    rows of a sum over columns through shared memory. Transposed codes that a
    kernel of reduced rows would store one by one are made of the other codes by
    a second kernel.

    **Numerics**: same. Sums are added in the declared order.

    **Before**: Planned form; kernels on memrefs of static strides. **After**: no
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

def DivideByApproximationPass : Pass<"fp8-divide-by-approximation"> {
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

def HideCountersPass : Pass<"fp8-hide-counters"> {
  let summary = "Keep LLVM from making one pointer per array in loops on a GPU";
  let description = [{
    Innermost loops of `scf.for` over at least three arrays in global memory, whose
    end is seen to be below 2^31, count in words that LLVM cannot follow. Addresses
    are computed from them in every iteration; otherwise LLVM adds to as many
    pointers as there are arrays, each in two registers. In loops over fewer arrays
    pointers take less: an address costs up to five integer operations where
    `ptxas` unrolls the loop.

    **Numerics**: same.

    **Before**: code for a GPU. **After**: the same, with calls of NVVM's
    intrinsics.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect"
  ];
}

def ConvertFP8ToNVVMPass : Pass<"convert-fp8-to-nvvm"> {
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

def CheckProductsPass : Pass<"fp8-check-products"> {
  let summary = "Refuse matrix products that a chip does not have";
  let description = [{
    Each `fp8.gemm` on buffers is compared with what cuBLASLt multiplies on each
    of `chips`, by the table that the runtime refuses by. One that a chip lacks
    is an error at the op, which names the chip, what it lacks, and the chips
    that have it.

    **Numerics**: same.

    **Before**: Planned form, or whatever has `fp8.gemm` on buffers of static strides.
    **After**: the same.
  }];
  let options = [
    ListOption<"chips", "chips", "std::string",
               "The chips: sm_80, sm_86, sm_89, sm_90a, sm_100a, sm_120a">
  ];
}

def GPUToPTXPass : Pass<"fp8-gpu-to-ptx", "::mlir::ModuleOp"> {
  let summary = "Compile every gpu.module to PTX";
  let description = [{
    Replaces each `gpu.module` by a `gpu.binary` that holds the PTX of its
    kernels for one chip. The body may use the dialects gpu, vector, scf, arith,
    math, memref, nvvm and llvm, and `fp8.convert`: instructions on chips that
    have them, integer arithmetic on the others, with the same bits.

    An instruction that the chip or the PTX version lacks is an error at its op,
    with a note that lists the chips that have it.

    **Numerics**: same. Division and square root are correctly rounded,
    subnormals are kept, and a fused multiply-add appears only where the kernel
    has one. Math that is not exact (exp, log, tanh, ...) is refused: expand it
    into arith first.

    **Before**: `gpu.module` with kernels. **After**: `gpu.binary` with one
    object of PTX text.
  }];
  let dependentDialects = ["::mlir::NVVM::NVVMDialect"];
  let options = [
    Option<"chip", "chip", "std::string", /*default=*/"\"sm_90a\"",
           "The chip: sm_80, sm_86, sm_89, sm_90a, sm_100a or sm_120a">,
    Option<"ptx", "ptx", "unsigned", /*default=*/"0",
           "PTX version as 10 * major + minor; 0 for the chip's default">,
    Option<"optLevel", "opt-level", "unsigned", /*default=*/"3",
           "Optimization level of LLVM">
  ];
}

def GPUToFatbinPass : Pass<"fp8-gpu-to-fatbin", "::mlir::ModuleOp"> {
  let summary = "Compile every gpu.module to one fatbin for several chips";
  let description = [{
    Replaces each `gpu.module` by a `gpu.binary` with one object: a fatbin of
    machine code for every chip of `chips`, by `ptxas`, and of PTX, which later
    chips compile when they load it. The PTX is that of the last chip that later
    ones can follow, one without the suffix `a`; if `chips` has none, of the last
    such chip before them.

    `ptxas` and `fatbinary` are looked for in `toolkit`/bin; else in
    CUDA_HOME/bin, if the environment has CUDA_HOME; else on the PATH and in
    /usr/local/cuda/bin. Where they are missing, a warning says so, and the
    binary holds PTX, one object per chip. If the environment has FP8_CACHE_DIR,
    machine code is kept there by content, with a checksum: what is damaged is
    compiled again.

    The code of each chip is made by a thread of its own, as many at once as the
    context has; so `ptxas` runs beside LLVM. The result does not depend on them.

    Otherwise as --fp8-gpu-to-ptx: what a chip or the PTX version lacks is an
    error at the op that uses it.

    **Numerics**: same. **Before**: `gpu.module` with kernels. **After**:
    `gpu.binary`.
  }];
  let dependentDialects = ["::mlir::NVVM::NVVMDialect"];
  let options = [
    ListOption<"chips", "chips", "std::string",
               "The chips: sm_80, sm_86, sm_89, sm_90a, sm_100a, sm_120a">,
    Option<"ptx", "ptx", "unsigned", /*default=*/"0",
           "PTX version as 10 * major + minor; 0 for each chip's default">,
    Option<"toolkitPath", "toolkit", "std::string", /*default=*/"",
           "The folder of a CUDA Toolkit, which has bin/ptxas; what that makes "
           "is kept in the folder FP8_CACHE_DIR of the environment, if it is set">,
    Option<"optLevel", "opt-level", "unsigned", /*default=*/"3",
           "Optimization level of LLVM">,
    Option<"warnsOfPTX", "warn-of-ptx", "bool", /*default=*/"true",
           "Say so where the binary holds PTX for lack of a toolkit">
  ];
}

#endif // FP8_TARGET_NVIDIA_PASSES_TD
