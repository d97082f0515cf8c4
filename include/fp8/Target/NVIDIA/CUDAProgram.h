//===- CUDAProgram.h - functions compiled for an NVIDIA GPU -----*- C++ -*-===//
#ifndef FP8_TARGET_NVIDIA_CUDAPROGRAM_H
#define FP8_TARGET_NVIDIA_CUDAPROGRAM_H

#include "fp8/Analysis/StepReport.h"
#include "fp8/Host/Program.h"
#include "fp8/Kernels/Choices.h"
#include "fp8/Target/NVIDIA/BlockDecoding.h"

#include <string>

namespace mlir {
class ModuleOp;
}

namespace mlir::fp8 {

class CUDAMemory;

struct CUDAProgramOptions {
  /// Chip that the kernels are compiled for; empty: the chip of the installed
  /// GPU.
  std::string chip;
  /// Number of CUDA streams of the step; 0: see --fp8-assign-streams.
  unsigned numStreams = 0;
  /// See CPUProgramOptions.
  std::optional<int64_t> maxOutstandingBytes = {};
  AttentionLowering attention = AttentionLowering::Kernels;
  /// True if attention of cuDNN computes the same bits in every run.
  bool deterministic = false;
  /// True if sums of 8-bit products may have fewer bits than f32.
  bool fastSums = false;
  BlockDecoding decodeBlocks = BlockDecoding::Never;
  /// True if f32 matmuls may round their operands to TF32.
  bool useTF32 = false;
  /// Folder for the code of the kernels: FUNCTION.image, as passed to the
  /// driver, and FUNCTION.ll, the device LLVM IR. Nothing is written if it is
  /// empty.
  std::string saveFolder;
  /// Argument memory that programs with the same signature share: each program
  /// reads the arguments that the previous program left there. If null, the
  /// program has its own memory.
  std::shared_ptr<CUDAMemory> memory;
};

/// Opens the first GPU. Reports the missing component at `loc`, in one line.
FailureOr<std::shared_ptr<CUDAMemory>> openCUDAMemory(Location loc);

/// Compiles `function` of `module`, in Model or Scaled form, with
/// --fp8-gpu-pipeline and --fp8-gpu-to-fatbin for a GPU of this machine, as one
/// CUDA graph. Contractions call cuBLASLt, and attention calls cuDNN if that is
/// chosen. Does not modify the module. `info` receives the resources that a
/// call needs.
///
/// Errors: a missing driver or GPU; a chip that is unknown or not the chip of
/// the GPU; a matmul that the GPU or the library does not support, reported at
/// its op; no cuDNN for attention that is to call it; too little free GPU
/// memory.
FailureOr<std::unique_ptr<Program>>
createCUDAProgram(ModuleOp module, StringRef function,
                  const CUDAProgramOptions &options = {},
                  StepReport *info = nullptr);

} // namespace mlir::fp8

#endif // FP8_TARGET_NVIDIA_CUDAPROGRAM_H
