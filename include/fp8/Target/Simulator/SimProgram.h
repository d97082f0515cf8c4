//===- SimProgram.h - A function on a simulated GPU -------------*- C++ -*-===//
#ifndef FP8_TARGET_SIMULATOR_SIMPROGRAM_H
#define FP8_TARGET_SIMULATOR_SIMPROGRAM_H

#include "fp8/Host/Program.h"

namespace mlir {
class ModuleOp;
}

namespace mlir::fp8 {

struct SimProgramOptions {
  /// What the kernels are compiled for.
  StringRef chip = "sm_80";
  /// Streams of the step, and which of the orders that they allow its launches
  /// run in.
  unsigned numStreams = 3;
  uint64_t orderSeed = 0;
  /// Whether Program::getDeviceTraffic has something to say, at some cost.
  bool countTraffic = false;
  /// As in CPUProgramOptions.
  std::optional<int64_t> maxOutstandingBytes = {};
};

/// Compiles `function` of `module`, Model and Scaled form, by
/// --fp8-gpu-pipeline, and runs the device code of its kernels in the
/// simulator, with every check; contractions go to the library of fp8rt, as on
/// the CPU. The module stays as it is. A fault of a kernel is an error, and
/// ends the run. Errors: those of createCPUProgram, a chip that is not known.
FailureOr<std::unique_ptr<Program>>
createSimProgram(ModuleOp module, StringRef function,
                 const SimProgramOptions &options = {});

} // namespace mlir::fp8

#endif // FP8_TARGET_SIMULATOR_SIMPROGRAM_H
