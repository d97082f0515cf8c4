//===- Passes.td - gpu modules to code for NVIDIA GPUs -----*- tablegen -*-===//
#ifndef FP8_CONVERSION_GPUTOPTX_PASSES_TD
#define FP8_CONVERSION_GPUTOPTX_PASSES_TD

include "mlir/Pass/PassBase.td"

def FP8GPUToPTX : Pass<"fp8-gpu-to-ptx", "::mlir::ModuleOp"> {
  let summary = "Compile every gpu.module to PTX";
  let description = [{
    Replaces each `gpu.module` by a `gpu.binary` that holds the PTX of its
    kernels for one chip. The body may use the dialects gpu, vector, scf, arith,
    math, memref, nvvm and llvm, and `fp8.convert`: instructions on chips that
    have them, integer arithmetic on the others, with the same bits.

    What the chip or the PTX version lacks is an error at the op that uses it,
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

def FP8GPUToFatbin : Pass<"fp8-gpu-to-fatbin", "::mlir::ModuleOp"> {
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

def FP8CheckProducts : Pass<"fp8-check-products"> {
  let summary = "Refuse matrix products that a chip does not have";
  let description = [{
    Each `fp8.gemm` on buffers is compared with what cuBLASLt multiplies on each
    of `chips`, by the table that the runtime refuses by. One that a chip lacks
    is an error at the op, which names the chip, what it lacks, and the chips
    that have it.

    **Numerics**: same.

    **Before**: form 4b, or whatever has `fp8.gemm` on buffers of static strides.
    **After**: the same.
  }];
  let options = [
    ListOption<"chips", "chips", "std::string",
               "The chips: sm_80, sm_86, sm_89, sm_90a, sm_100a, sm_120a">
  ];
}

#endif // FP8_CONVERSION_GPUTOPTX_PASSES_TD
