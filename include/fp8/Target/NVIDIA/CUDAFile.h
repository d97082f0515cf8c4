//===- CUDAFile.h - A step for hosts without a compiler ---------*- C++ -*-===//
#ifndef FP8_TARGET_NVIDIA_CUDAFILE_H
#define FP8_TARGET_NVIDIA_CUDAFILE_H

#include "fp8/Target/NVIDIA/BlockDecoding.h"
#include "mlir/Support/LLVM.h"

#include <string>

namespace mlir {
class ModuleOp;
}

namespace mlir::fp8 {

struct CUDAFileOptions {
  /// What the kernels are compiled for; sm_90a if there is none.
  SmallVector<std::string> chips;
  unsigned numStreams = 3;
  BlockDecoding decodeBlocks = BlockDecoding::Never;
  /// Whether the device LLVM IR is wanted, too.
  bool wantsDeviceIR = false;
};

/// What a host needs that calls libfp8rt: the code of the kernels, and the
/// description of the step, fp8rt_cuda_step_desc and its arguments, as JSON.
struct CUDAFile {
  std::string image, description, deviceIR;
};

/// Compiles `function` of `module`, Model and Scaled form. Needs no GPU.
/// Errors: those of createCUDAProgram that need none.
FailureOr<CUDAFile> compileCUDAFile(ModuleOp module, StringRef function,
                                    const CUDAFileOptions &options);

} // namespace mlir::fp8

#endif // FP8_TARGET_NVIDIA_CUDAFILE_H
