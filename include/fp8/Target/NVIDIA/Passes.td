//===- Passes.td - code of kernels for NVIDIA GPUs ---------*- tablegen -*-===//
#ifndef FP8_TARGET_NVIDIA_PASSES_TD
#define FP8_TARGET_NVIDIA_PASSES_TD

include "mlir/Pass/PassBase.td"

def EmitGPUPass : Pass<"fp8-emit-gpu", "::mlir::ModuleOp"> {
  let summary = "Emit every fp8.kernel as a kernel of a gpu.module";
  let description = [{
    Like --fp8-emit-cpu, with one warp per chunk. The `gpu.module` is called
    `kernels`. Four consecutive warps combine the rows of a sum over columns through
    shared memory. A kernel that reduces rows would store transposed codes one by
    one, so a second kernel transposes the codes instead.

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
    `arith.divf` of short vectors of f32 becomes the chip's approximation of the
    reciprocal, followed by a few `math.fma` that compute the correctly rounded
    quotient, for every error of the approximation that PTX allows. They are valid
    for operands that are zero, or neither tiny nor huge. One branch per vector
    executes the original op for other operands. A divisor that all elements share
    is inverted once, at its definition. Loads move before the first branch. Scalar
    divisions and divisions by constants do not change.

    **Numerics**: same: both branches round correctly.

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
    e4m11 and 8 bits, by multiplications that round toward zero and dot products with
    random bits. ue4m4 and e4m11, and conversions between bytes and halves, operate
    on words. Other conversions stay for --convert-fp8-to-arith: scalars of the
    unsigned formats, and conversions from and to f16.

    **Numerics**: same. The instructions read and write f32 and f16; conversions
    between these and bf16 are exact. A NaN that only arithmetic reads keeps its
    bits, because GPU arithmetic returns one NaN.

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
  let summary = "Report matmuls that a chip does not support";
  let description = [{
    Checks that cuBLASLt supports each `fp8.gemm` on buffers on all `chips`, with the
    table of the runtime. An unsupported matmul is an error at the op. The error
    names the chip, the unsupported property, and the chips that support it.

    **Numerics**: same.

    **Before**: Planned form, or other IR with `fp8.gemm` on buffers of static strides.
    **After**: the same.
  }];
  let options = [
    ListOption<"chips", "chips", "std::string",
               "Chips: sm_80, sm_86, sm_89, sm_90a, sm_100a, sm_120a">
  ];
}

def GPUToPTXPass : Pass<"fp8-gpu-to-ptx", "::mlir::ModuleOp"> {
  let summary = "Compile every gpu.module to PTX";
  let description = [{
    Replaces each `gpu.module` by a `gpu.binary` that contains the PTX of its
    kernels for one chip. The body may use the dialects gpu, vector, scf, arith,
    math, memref, nvvm and llvm, and `fp8.convert`: instructions on chips that
    have them, integer arithmetic on the others, with the same bits.

    An instruction that the chip or the PTX version does not support is an error at
    its op, with a note that lists the chips that support it.

    **Numerics**: same. Division and square root are correctly rounded,
    subnormals are preserved, and the code has a fused multiply-add only where the
    kernel has one. Math ops that are not exact (exp, log, tanh, ...) are errors:
    expand them into arith first.

    **Before**: `gpu.module` with kernels. **After**: `gpu.binary` with one
    object of PTX text.
  }];
  let dependentDialects = ["::mlir::NVVM::NVVMDialect"];
  let options = [
    Option<"chip", "chip", "std::string", /*default=*/"\"sm_90a\"",
           "Chip: sm_80, sm_86, sm_89, sm_90a, sm_100a or sm_120a">,
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
    machine code for every chip of `chips`, by `ptxas`, and PTX, which later chips
    compile when they load it. The PTX is for the last chip without the suffix `a`,
    because later chips support only such PTX. If `chips` has none, it is for the
    last such chip before them.

    `ptxas` and `fatbinary` are searched in `toolkit`/bin, then in CUDA_HOME/bin if
    the environment sets CUDA_HOME, then on the PATH and in /usr/local/cuda/bin. If
    they are missing, the pass emits a warning, and the binary contains PTX, one
    object per chip. If the environment sets FP8_CACHE_DIR, this folder caches machine
    code by content, with a checksum. Damaged code is compiled again.

    One thread per chip generates code, with as many threads at once as the context
    has, so that `ptxas` runs in parallel with LLVM. The result does not depend on the
    number of threads.

    Errors are the errors of --fp8-gpu-to-ptx.

    **Numerics**: same.

    **Before**: `gpu.module` with kernels. **After**: `gpu.binary`.
  }];
  let dependentDialects = ["::mlir::NVVM::NVVMDialect"];
  let options = [
    ListOption<"chips", "chips", "std::string",
               "Chips: sm_80, sm_86, sm_89, sm_90a, sm_100a, sm_120a">,
    Option<"ptx", "ptx", "unsigned", /*default=*/"0",
           "PTX version as 10 * major + minor; 0 for each chip's default">,
    Option<"toolkitPath", "toolkit", "std::string", /*default=*/"",
           "Folder of a CUDA Toolkit, with bin/ptxas; its output is cached in "
           "the folder FP8_CACHE_DIR if the environment sets it">,
    Option<"optLevel", "opt-level", "unsigned", /*default=*/"3",
           "Optimization level of LLVM">,
    Option<"warnsOfPTX", "warn-of-ptx", "bool", /*default=*/"true",
           "Warn if the binary contains PTX because there is no toolkit">
  ];
}

#endif // FP8_TARGET_NVIDIA_PASSES_TD
