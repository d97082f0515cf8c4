//===- SimProgram.h - functions compiled for a simulated GPU ----*- C++ -*-===//
#ifndef FP8_TARGET_SIMULATOR_SIMPROGRAM_H
#define FP8_TARGET_SIMULATOR_SIMPROGRAM_H

#include "fp8/Host/Program.h"
#include "fp8/Kernels/Choices.h"

namespace mlir {
class ModuleOp;
}

namespace mlir::fp8 {

struct SimProgramOptions {
  /// Chip that the kernels are compiled for.
  StringRef chip = "sm_80";
  /// Number of streams of the step, and the seed that selects one of the launch
  /// orders that the streams allow.
  unsigned numStreams = 3;
  uint64_t orderSeed = 0;
  /// True if Program::getDeviceTraffic reports the traffic, at some cost.
  bool countTraffic = false;
  /// See CPUProgramOptions.
  std::optional<int64_t> maxOutstandingBytes = {};
  AttentionLowering attention = AttentionLowering::Kernels;
};

/// Compiles `function` of `module`, in Model or Scaled form, with
/// --fp8-gpu-pipeline, and runs the device code of its kernels in the simulator
/// with every check. Contractions call the fp8rt library, as on the CPU. Does
/// not modify the module. A fault of a kernel is an error and ends the run.
/// Reports the errors of createCPUProgram, and an unknown chip.
FailureOr<std::unique_ptr<Program>>
createSimProgram(ModuleOp module, StringRef function,
                 const SimProgramOptions &options = {});

} // namespace mlir::fp8

#endif // FP8_TARGET_SIMULATOR_SIMPROGRAM_H
