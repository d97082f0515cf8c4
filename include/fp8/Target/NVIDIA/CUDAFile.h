//===- CUDAFile.h - a step for hosts without a compiler ---------*- C++ -*-===//
#ifndef FP8_TARGET_NVIDIA_CUDAFILE_H
#define FP8_TARGET_NVIDIA_CUDAFILE_H

#include "fp8/Kernels/Choices.h"
#include "fp8/Target/NVIDIA/BlockDecoding.h"
#include "mlir/Support/LLVM.h"

#include <string>

namespace mlir {
class ModuleOp;
}

namespace mlir::fp8 {

struct CUDAFileOptions {
  /// Chips that the kernels are compiled for; sm_90a if empty.
  SmallVector<std::string> chips;
  unsigned numStreams = 0;
  BlockDecoding decodeBlocks = BlockDecoding::Never;
  AttentionLowering attention = AttentionLowering::Kernels;
  /// True if attention of cuDNN computes the same bits in every run.
  bool deterministic = false;
  /// True if the result includes the device LLVM IR.
  bool wantsDeviceIR = false;
};

/// Everything that a host needs to run the step with libfp8rt: the code of the
/// kernels and a JSON description of the step, that is, fp8rt_cuda_step_desc
/// and its arguments.
struct CUDAFile {
  std::string image, description, deviceIR;
};

/// Compiles `function` of `module`, in Model or Scaled form. Needs no GPU.
/// Reports the same errors as createCUDAProgram, except errors of the GPU.
FailureOr<CUDAFile> compileCUDAFile(ModuleOp module, StringRef function,
                                    const CUDAFileOptions &options);

} // namespace mlir::fp8

#endif // FP8_TARGET_NVIDIA_CUDAFILE_H
