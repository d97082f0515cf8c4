//===- CUDAProgram.h - A function on an NVIDIA GPU --------------*- C++ -*-===//
#ifndef FP8_TARGET_NVIDIA_CUDAPROGRAM_H
#define FP8_TARGET_NVIDIA_CUDAPROGRAM_H

#include "fp8/Analysis/StepReport.h"
#include "fp8/Host/Program.h"
#include "fp8/Target/NVIDIA/BlockDecoding.h"

#include <string>

namespace mlir {
class ModuleOp;
}

namespace mlir::fp8 {

class CUDAMemory;

struct CUDAProgramOptions {
  /// What the kernels are compiled for; empty: the GPU that is there.
  std::string chip;
  /// Streams of the step.
  unsigned numStreams = 3;
  /// As in CPUProgramOptions.
  std::optional<int64_t> maxOutstandingBytes = {};
  /// Sums of 8-bit products may keep fewer bits than f32 has.
  bool fastSums = false;
  BlockDecoding decodeBlocks = BlockDecoding::Never;
  /// Products of f32 may round their operands to TF32.
  bool useTF32 = false;
  /// A folder for the code of the kernels: FUNCTION.image, as the driver gets
  /// it, and FUNCTION.ll, its device LLVM IR. Empty: none is written.
  std::string saveFolder;
  /// The arguments of programs of one signature, which share them: what one
  /// leaves there the next one reads. Null: the program has its own.
  std::shared_ptr<CUDAMemory> memory;
};

/// Opens the first GPU. An error, of one line at `loc`, says what is missing.
FailureOr<std::shared_ptr<CUDAMemory>> openCUDAMemory(Location loc);

/// Compiles `function` of `module`, Model and Scaled form, by
/// --fp8-gpu-pipeline and
/// --fp8-gpu-to-fatbin for a GPU of this machine, as one CUDA graph;
/// contractions go to cuBLASLt. The module stays as it is. `info` is what a
/// call takes. Errors: no driver or GPU; a chip that is not known or not that
/// of the GPU; a product that the GPU or the library does not have, at its op;
/// more memory than the GPU has free.
FailureOr<std::unique_ptr<Program>>
createCUDAProgram(ModuleOp module, StringRef function,
                  const CUDAProgramOptions &options = {},
                  StepReport *info = nullptr);

} // namespace mlir::fp8

#endif // FP8_TARGET_NVIDIA_CUDAPROGRAM_H
