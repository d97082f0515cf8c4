//===- CPUProgram.h - A function compiled to kernels of the CPU -*- C++ -*-===//
#ifndef FP8_TARGET_CPU_CPUPROGRAM_H
#define FP8_TARGET_CPU_CPUPROGRAM_H

#include "fp8/Analysis/StepReport.h"
#include "fp8/Host/Program.h"

namespace mlir {
class ModuleOp;
}

namespace mlir::fp8 {

struct CPUProgramOptions {
  /// Threads that run kernels and products; 0: the CPUs that this thread may
  /// use. No result depends on it.
  int32_t numThreads = 0;
  /// Of gradients that wait for their updates; the default of the pipeline
  /// where it is absent.
  std::optional<int64_t> maxOutstandingBytes = {};
};

/// Compiles `function` of `module`, Model and Scaled form, for the host CPU by
/// --fp8-cpu-pipeline and LLVM's JIT; contractions go to the library of fp8rt.
/// The module stays as it is. The program runs one call at a time; `info` is
/// what a call of it takes. Errors: no such
/// function, a type that no host tensor has, an op that no kernel holds, no
/// library for the contractions.
FailureOr<std::unique_ptr<Program>>
createCPUProgram(ModuleOp module, StringRef function,
                 const CPUProgramOptions &options = {},
                 StepReport *info = nullptr);

} // namespace mlir::fp8

#endif // FP8_TARGET_CPU_CPUPROGRAM_H
